/* SPDX-License-Identifier: MIT */
/* The interaction `sph`: its keys, fields and energy. */
#include "base/elementary.h"
#include "interaction/sph/sph_shift.h"
#include "options/rows.h"

/* clang-format off */
const Field sph_fields[] = {
  FIELD("density", REAL, FIELD_SPARE, "kg m-3", MIGRATES | SAVED | SHARED,
       "in runs with SPH: density of the particle; in two dimensions in kg m-2"),
  FIELD("smoothing_length", REAL, FIELD_SPARE, "m", MIGRATES | SAVED | SHARED | RENEWED,
       "in runs with SPH: smoothing length of the particle"),
  FIELD("pressure", REAL, FIELD_SPARE, "Pa", MIGRATES | SAVED | SHARED,
       "in runs with SPH: pressure of the particle; in two dimensions in N/m"),
  FIELD("pressure_term", REAL, FIELD_SPARE, "Pa m6 kg-2", MIGRATES | SAVED,
       "in runs with SPH: P / (Omega rho^2) of the particle; in two dimensions in N m3 kg-2"),
  FIELD("sound_speed", REAL, FIELD_SPARE, "m s-1", MIGRATES | SAVED,
       "in runs with SPH: speed of sound in the particle"),
  FIELD("present_smoothing_length", REAL, FIELD_SPARE, "m", MIGRATES | SAVED,
       "in runs with SPH: smoothing length in the step; 0: the particle entered since"),
  FIELD("least_smoothing_length", REAL, FIELD_SPARE, NULL, DERIVED, "lower bound of it"),
  FIELD("largest_smoothing_length", REAL, FIELD_SPARE, NULL, DERIVED, "upper bound of it"),
  FIELD("first_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the first of the walls near it"),
  FIELD("second_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the second"),
  FIELD("third_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the third"),
  FIELD("fourth_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the fourth"),
  FIELD("fifth_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the fifth"),
  FIELD("sixth_wall_push", REAL, FIELD_SPARE, NULL, DERIVED, "of the sixth"),
  {0},
};

static const Option sph_options[] = {
  NAME(KEY("material"),     REQUIRED,      "material",
      "material of the particles, each a lone pebble; its density is that at rest, and the volume "
      "of a particle is its mass over it"),
  NAMES(KEY("boundary"),    OPTIONAL,      "material",
      "materials whose pebbles, of any clumps, are boundaries of the fluid and feel its pressure"),
  NAMES(KEY("walls"),       OPTIONAL,      "material",
      "materials of walls that count in densities, as mirrors of the fluid, and feel its "
      "pressure; with them the particles need no contact law. Not with ideal_gas"),
  WORD(KEY_IN("kernel", Sph, smoothing), "wendland_c2", NULL,
      "smoothing kernel", .plugins = smoothing_table),
  REAL(KEY_IN("smoothing_ratio", Sph, ratio), "",     "1.3", WITHIN(0.5, 10),
      "smoothing length over (mass / density)^(1/dimensions)"),
  WORD(KEY_IN("smoothing", Sph, adaptive), "fixed",       "fixed adaptive",
      "fixed: with the density at rest; adaptive: with the density that each particle has"),
  REAL(KEY_IN("smoothing_limit", Sph, limit), "",     "5",   WITHIN(1, 1e3),
      "with adaptive: largest smoothing length over that at the density at rest"),
  PLUGIN(KEY("state_type"), REQUIRED,      fluid_table,      "equation of state"),
  REAL(IN(Sph, alpha),      "",     "0",   UP_TO(1e3),
      "artificial viscosity, linear in the speed of approach: 1 with shocks, 0.01 to 0.1 in "
      "liquids"),
  REAL(IN(Sph, beta), "", "0", UP_TO(1e3), "artificial viscosity, quadratic: 2 with shocks"),
  REAL(IN(Sph, viscosity),  "Pa s", "0",   UP_TO(COEFFICIENT_MOST),
      "dynamic viscosity of laminar flow"),
  BOOL(IN(Sph, no_slip),    "false", "true: viscosities act between particles and boundaries, too"),
  REAL(IN(Sph, shifting),   "",     "0",   UP_TO(10),
      "coefficient of particle shifting: 2 in flows that deform the arrangement of the particles, "
      "0: none; with tait and smoothing: fixed"),
  {0},
};
/* clang-format on */

/* ---- reading ---- */

double sph_own(const Sph *s)
{
  double zero = 0, w, slope;

  sph_smoothing(s)->evaluate(1, &zero, &w, &slope);
  return sph_smoothing(s)->sigma[s->dimension] * w;
}

bool sph_is_boundary(const Sph *s, int material)
{
  for (int k = 0; k < s->n_boundaries; k++)
    if (s->boundary[k] == material) return true;
  return false;
}

double sph_length(const Sph *s, double mass)
{
  const double x = mass / s->density;
  double       root;

  if (!(x > 0)) return 0;
  if (s->dimension == 2) return s->ratio * sqrt(x);
  root = exponential(logarithm(x) / 3);
  /* one step of Newton's method: cube root to about the last bit */
  return s->ratio * (root - (root * root * root - x) / (3 * root * root));
}

/* Materials other than that of the particles; returns their number. */
static int read_others(const Sph *s, const InteractionSource *source, const char *key,
                       int material[SPH_BOUNDARIES])
{
  int                n, found = 0;
  const char *const *names = option_words(source->options, "interaction", source->name, key, &n);

  if (n > SPH_BOUNDARIES)
    option_mistake(source->options, "interaction", source->name, key,
                   "%d materials; allowed: up to %d", n, SPH_BOUNDARIES);
  for (int k = 0; k < n && k < SPH_BOUNDARIES; k++) {
    const int other = materials_find(source->materials, names[k]);

    if (other == s->material)
      option_mistake(source->options, "interaction", source->name, key,
                     "%s is the material of the particles: give others", names[k]);
    else material[found++] = other;
  }
  return found;
}

/* The density at rest is that of the material, whatever gives the masses of particles. */
static void need_density(const InteractionSource *source, int material)
{
  const char *name = material < 0 ? NULL : source->materials->list[material].name;

  if (name && !option_is_set(source->options, "material", name, "density") &&
      !option_is_wrong(source->options, "material", name, "density"))
    option_mistake(source->options, "material", name, "density",
                   "missing: it is the density at rest of interaction %s", source->name);
}

/* Sums over a lattice of the spacing 1: of the kernel; of its change when the lattice is
   compressed; of the friction in a shear flow. The latter two are those of a continuum times the
   dimension. */
typedef enum { LATTICE_SUM, LATTICE_CHANGE, LATTICE_FRICTION } LatticeSum;

static double lattice_sum(const Sph *s, LatticeSum of)
{
  const Smoothing *w = sph_smoothing(s);
  const int        n = (int)ceil(w->support * s->ratio), deep = s->dimension == 2 ? 0 : n;
  double           sum = 0, value, slope;

  for (int i = -n; i <= n; i++)
    for (int j = -n; j <= n; j++)
      for (int k = -deep; k <= deep; k++) {
        const double q = vec3_norm((Vec3){i, j, k}) / s->ratio;

        w->evaluate(1, &q, &value, &slope);
        if (of == LATTICE_SUM) sum += value;
        else sum += -q * q * slope * (of == LATTICE_FRICTION ? q * q / (q * q + SPH_NEAR) : 1);
      }
  return sum * w->sigma[s->dimension] / sph_cell(s, s->ratio);
}

static void read_fluid(Sph *s, const InteractionSource *source)
{
  const Fluid *f = sph_fluid(s);

  plugin_read_into(source->options, "interaction", source->name, &f->head, s->numbers);
  if (f->read)
    f->read(s->numbers, &(FluidSource){.density = s->lattice * s->density,
                                       .evens   = s->n_walls > 0 || s->shifting > 0});
  s->gravity = option_vec3(source->options, "run", NULL, "gravity");
  if (f->diffusion && !s->adaptive) s->diffusion = f->diffusion(s->numbers);
  if (s->shifting > 0 && !(f->diffusion && !s->adaptive))
    option_mistake(
      source->options, "interaction", source->name, "shifting",
      "%g; allowed: 0 with %s, as shifted particles keep their densities, which the sums "
      "over neighbours give there; others with state: {type: tait} and smoothing: fixed",
      s->shifting, s->adaptive ? "smoothing: adaptive" : "this state");
  s->friction = s->viscosity;
  if (s->shifting > 0)
    s->friction *= s->dimension * s->lattice * s->lattice / lattice_sum(s, LATTICE_FRICTION);
  s->response = sph_carries(s) ? lattice_sum(s, LATTICE_CHANGE) / (s->dimension * s->lattice) : 1;
}

static void sph_read(void *self, const InteractionSource *source)
{
  const Options *o    = source->options;
  const char    *name = source->name;
  Sph           *s    = self;
  double         lone, least;
  int            at;

  s->dimension = source->dimension == 2 ? 2 : 3;
  s->material  = materials_find(source->materials, option_word(o, "interaction", name, "material"));
  need_density(source, s->material);
  s->density      = s->material < 0 ? 1 : source->materials->list[s->material].density;
  s->n_boundaries = read_others(s, source, "boundary", s->boundary);
  s->n_walls      = read_others(s, source, "walls", s->wall);
  at              = plugin_index(fluid_table, option_word(o, "interaction", name, "state_type"));
  s->fluid        = at < 0 ? 0 : at; /* reported by the tables */
  if (!s->adaptive) s->limit = 1;
  lone  = sph_own(s);
  least = s->dimension == 2 ? sqrt(lone) : cbrt(lone);
  /* an adaptive h exists if a particle alone has less than the wanted density */
  if (s->adaptive && !(s->ratio > 1.1 * least))
    option_mistake(
      source->options, "interaction", source->name, "smoothing_ratio",
      "%g leaves no neighbours; allowed with smoothing: adaptive and this kernel: more "
      "than %.3g",
      s->ratio, 1.1 * least);
  if (at >= 0 && s->n_walls > 0 && sph_fluid(s)->heats)
    option_mistake(source->options, "interaction", name, "walls",
                   "an ideal gas does not know walls that count in densities: take boundaries of "
                   "pebbles, or a contact law, or state: {type: polytrope}");
  s->lattice = lattice_sum(s, LATTICE_SUM);
  if (at >= 0) read_fluid(s, source);
}

static unsigned sph_needs(const void *self)
{
  return ((const Sph *)self)->viscosity > 0 ? NEEDS_PAIR_FORCE : 0;
}

static bool sph_has_quantity(const void *self)
{
  return sph_fluid(self)->heats;
}

static bool sph_joins(const void *self, int a, int b)
{
  const Sph *s = self;

  return (a == s->material && (b == a || sph_is_boundary(s, b))) ||
         (b == s->material && sph_is_boundary(s, a));
}

static void sph_prepare(void *self, const InteractionSource *source, const Templates *templates)
{
  Sph   *s = self;
  double h = 0;

  for (int t = 0; t < templates->n; t++) {
    const Template *body = &templates->list[t];
    bool            has  = false;

    for (int i = 0; i < body->n; i++) has = has || body->material[i] == s->material;
    if (has && body->n > 1)
      option_mistake(source->options, "interaction", source->name, "material",
                     "template %s has %d pebbles; allowed: particles of SPH are lone pebbles",
                     body->name, body->n);
    else if (has) h = fmax(h, sph_length(s, body->mass.mass));
  }
  s->reach = sph_smoothing(s)->support * h;
}

static double sph_reach(const void *self)
{
  const Sph *s = self;

  return s->reach > 0 ? s->reach : LENGTH_LEAST; /* no particles: lists grow when there are */
}

/* The stiffness k for which dt: auto, 0.02 pi sqrt(m / k) with the default dt_safety of 0.02, is
   the shortest of the steps that sound (h / 4c), viscosity (rho h^2 / 8 mu) and shifting allow.
   That of sound in a gas is a quarter of h over the speed of signals (Monaghan 1992, Annu. Rev.
   Astron. Astrophys. 30, 543, sec. 10.3), where the gas has stopped from the highest speed. Lengths
   that adapt become shorter in shocks, by less than half up to strong ones. */
static void sph_limits(const void *self, const FieldBody *b, BodyLimits *limits)
{
  const Sph   *s     = self;
  const Fluid *fluid = sph_fluid(s);
  const double h = sph_length(s, b->mass), v = b->speed, usual = 0.02;
  double       dt, c;

  if (fluid->heats) {
    c  = fluid_at(fluid, s->numbers, s->density, b->value + 0.5 * v * v).speed;
    dt = 0.25 * ((s->adaptive ? 0.5 : 1) * h) / (c + v + 0.6 * (s->alpha * c + s->beta * v));
  } else dt = 0.25 * h / sph_sound(s);
  if (s->shifting > 0) dt = fmin(dt, sph_shift_step(s, h));
  if (s->viscosity > 0) dt = fmin(dt, 0.125 * s->density * h * h / s->viscosity);
  limits->steepness = b->mass * (usual * PETSC_PI / dt) * (usual * PETSC_PI / dt);
}

static void sph_energy(const void *self, const BodyBatch *b, double *energy)
{
  const Sph    *s       = self;
  const Fluid  *fluid   = sph_fluid(s);
  const double *density = b->found.column[SPH_DENSITY];

  for (int k = 0; k < b->n && !fluid->heats; k++)
    if (b->material[k] == s->material && density[b->row[k]] > 0)
      energy[k] += b->mass[k] * fluid_at(fluid, s->numbers, density[b->row[k]], 0).energy;
  if (b->found.mirrors) sph_walls_energy(s, b, energy);
}

static const FurtherFields further[] = {
  {sph_diffusion_fields, sph_carries}, {sph_shift_fields, sph_shifts}, {0}};

static const TransportColumns transports = {SPH_SHIFT, sph_shifts};

const Interaction interaction_sph = {
  .head         = {.name    = "sph",
                   .text    = "smoothed particle hydrodynamics: pressure and viscosity of a fluid of "
                                      "particles, with boundaries made of pebbles.",
                   .source  = "Price 2012, J. Comput. Phys. 231, 759",
                   .options = {sph_options}},
  .size         = sizeof(Sph),
  .gives        = GIVES_PAIR_FLOW | GIVES_PAIR_LOSS | GIVES_BODY_LOSS,
  .quantity     = &quantity_internal_energy,
  .has_quantity = sph_has_quantity,
  .read         = sph_read,
  .needs        = sph_needs,
  .prepare      = sph_prepare,
  .limits       = sph_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_CLUMPS,
      .act    = sph_lose,
      .acts   = sph_carries,
      .energy = sph_energy,
    },
  .pair =
    &(const PairForce){
      .reach = sph_reach,
      .joins = sph_joins,
      .pull  = sph_pull,
      .alike = sph_pull_alike,
    },
  .passes =
    &(const Passes){
      .fields     = sph_fields,
      .further    = further,
      .list       = sph_passes,
      .transports = &transports,
      .mirrors    = sph_mirrors,
      .press      = sph_press,
      .weigh      = sph_weigh,
      .place      = sph_place,
      .pack       = sph_pack,
      .begin      = sph_begin,
      .extent     = sph_extent,
      .keep       = sph_keep,
    },
};
