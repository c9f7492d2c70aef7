/* SPDX-License-Identifier: MIT */
/* Keys of inlets, and bounds of the clumps that may enter. */
#include "matter/group.h"
#include "options/attitude.h"
#include "options/selection.h"
#include "supply/fill/fill_internal.h"
#include "supply/inlet.h"
#include "supply/population/population.h"

static const Plugin on_continue = {.name = "continue", .text = "Clumps wait for the next release."};
static const Plugin on_warn = {.name = "warn", .text = "The same, with a warning the first time."};
static const Plugin on_stop = {.name = "stop", .text = "The run ends after this step."};

static const Plugin *const full_heads[] = {
  [FULL_CONTINUE] = &on_continue, [FULL_WARN] = &on_warn, [FULL_STOP] = &on_stop, NULL};

/* The attitude of the clumps; that of a region: mesh is a key of the mesh. */
#define ATTITUDE_IN_REGIONS \
  ATTITUDE_ROWS_WHEN("attitude", OPTIONAL, "orientation quaternion", \
                     "orientation_axis quaternion_axis", "orientation_angle quaternion_angle", \
                     "region=box cylinder cone sphere", \
                     "attitude of all its clumps, as attitudes: fixed with clump_attitude")

/* clang-format off */
const Option inlet_options[] = {
  NAMES(KEY("template"), REQUIRED, "template", "templates of the clumps that enter"),
  REALS(KEY("fraction"),       "",       OPTIONAL,              BETWEEN(0, INFINITY),
      "share of each template (of what: fraction_by), normalised; equal shares if not given"),
  NAMES(KEY("material"),       OPTIONAL,   "material",
      "materials in place of the templates': one of them is drawn for each clump"),
  PLUGIN(KEY("region"),        "box",      region_heads,
      "part of space that all pebbles of a clump lie in when it enters"),
  REAL(IN(Inlet, every),       "s",      REQUIRED,              POSITIVE_UP_TO(TIME_MOST),
      "time between releases: clumps enter after the first step that ends then or later"),
  REAL(KEY("start"),           "s",      OPTIONAL,              UP_TO(TIME_MOST),
      "time of the first release; default: 0, or when an event starts it"),
  OPTION_AFTER,
  INT(KEY("attempts"), "100", WITHIN(1, 1e6), "number of places to try for a clump in a release"),
  VEC3_FLAT(KEY_IN("velocity", Inlet, spec.velocity), "m/s",    "0,0,0",               SIGNED(SPEED_MOST),
      "velocity with which clumps enter"),
  VEC3(KEY_IN("spin", Inlet, spec.spin), "rad/s",  "0,0,0",               SIGNED(SPIN_MOST),
      "angular velocity with which clumps enter, lab axes, along z in two dimensions",
      .also = "angular_velocity"),
  VEC3_FLAT(KEY_IN("velocity_spread", Inlet, spec.velocity_spread), "m/s",  "0,0,0",               UP_TO(SPEED_MOST),
      "half width of the range from which each component of the velocity is drawn"),
  VEC3(KEY_IN("spin_spread", Inlet, spec.spin_spread), "rad/s",  "0,0,0",               UP_TO(SPIN_MOST),
      "half width of the range from which each component of the spin is drawn",
      .also = "angular_velocity_spread"),
  PLUGIN(KEY("attitudes"),     OPTIONAL,   inlet_attitude_heads,
      "distribution of attitudes with which clumps enter; default random", .also = "orientation"),
  ATTITUDE_IN_REGIONS,
  REAL(IN(Inlet, mass_rate),   "kg/s",   "0",                   UP_TO(MASS_MOST),
      "mass that enters in a second, to within half a clump; 0, without number_rate: as many "
      "clumps as fit"),
  REAL(IN(Inlet, number_rate), "1/s",    "0",                   UP_TO(1e18),
      "in place of mass_rate: number of clumps that enter in a second"),
  REAL(IN(Inlet, stop_mass),   "kg",     OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(MASS_MOST),
      "sum of masses, to within half a clump, after which no more clumps enter"),
  INT(KEY("stop_number"), OPTIONAL, WITHIN(1, 1e15), "number of clumps after which no more enter"),
  REAL(IN(Inlet, stop_time),   "s",      OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "no release at this time or later"),
  WORD(KEY_IN("on_full", Inlet, on_full), "continue", NULL,
      "what is done when a clump that is due finds no place (without a rate: when no clump enters "
      "in a release)", .plugins = full_heads),
  REAL(KEY("density"),         "kg/m^3", OPTIONAL,              RANGE_OF(DENSITY),
      "density in place of the templates'; in two dimensions kg/m^2"),
  WORDS(KEY("group"), OPTIONAL, "groups of its clumps: name or slot=name, one in each slot"),
  {0},
};
/* clang-format on */

const Option *const inlet_more[] = {mix_options, QUANTITY_LIST(QUANTITY_START)
                                                   QUANTITY_LIST(QUANTITY_HOLD) NULL};

/* ---- reading ---- */

#define RELEASES_MOST 1e12 /* far more than steps; their number is an integer */

void inlet_change(const Options *options, void *own, const char *object)
{
  Inlet *i = own;

  options_read_into(options, "inlet", object, inlet_options, i);
  i->stop_number = option_has_value(options, "inlet", object, "stop_number")
                     ? option_int(options, "inlet", object, "stop_number")
                     : INT64_MAX;
}

static void read_amounts(Options *o, const char *object, Inlet *i, bool *good)
{
  i->first = option_real_or(o, "inlet", object, "start", 0);
  inlet_change(o, i, object);
  *good = *good && i->every > 0;
  if (i->every > 0 && option_real(o, "run", NULL, "end_time") / i->every > RELEASES_MOST) {
    option_mistake(o, "inlet", object, "every",
                   "%g s makes more than %g releases until run: end_time: give a longer one",
                   i->every, RELEASES_MOST);
    *good = false;
  }
  if (i->mass_rate > 0 && i->number_rate > 0) {
    option_mistake(o, "inlet", object, "number_rate", "is one too many, as there is mass_rate");
    *good = false;
  }
  if (i->stop_time <= i->first) {
    option_mistake(o, "inlet", object, "stop_time", "%g s is not after start (%g s)", i->stop_time,
                   i->first);
    *good = false;
  }
}

/* A stop_mass below half of the first clump would let no clump enter. */
static void check_amounts(World *world, const Inlet *i, bool *good)
{
  const FillSpec *p     = &i->spec;
  const double    first = fill_clump_mass(p, world->templates, inlet_spec_clump(p, 0));

  if (!(i->stop_mass < 0.5 * first)) return;
  option_mistake(world->options, "inlet", p->name, "stop_mass",
                 "%g kg is less than half of the first clump (%g kg), so that none would enter: "
                 "give more",
                 i->stop_mass, first);
  *good = false;
}

PetscErrorCode inlet_read(World *world, void *own, const char *object, int index, bool *good)
{
  Inlet   *i = own;
  Options *o = world->options;

  PetscFunctionBeginUser;
  PetscCall(fill_spec_defaults(o, "inlet", object));
  PetscCall(
    inlet_spec_read(world->par, o, world->materials, world->templates, object, &i->spec, good));
  i->spec.seed   = (uint64_t)world->seed;
  i->spec.stream = (uint64_t)index;
  groups_of_option(o, "inlet", object, "group", world->groups, GROUP_CLUMPS, &i->group);
  read_amounts(o, object, i, good);
  /* an inlet that a restart adds does not make up for the time before */
  if (!options_object_is_stored(o, "inlet", object)) i->first = max_real(i->first, world->start);
  if (*good) check_amounts(world, i, good);
  i->of_template.n = i->spec.n_templates;
  array_create(&i->of_template.list, sizeof(int64_t), i->of_template.n); /* zeros */
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool inlet_has_room(const World *world, const Inlet *i, const Template *t, double scale)
{
  enum { ATTITUDES = 500 };
  const FillSpec *p      = &i->spec;
  Random          random = random_stream(p->seed, RANDOM_INLET + 256 * p->stream, UINT64_MAX);
  Vec3            x;

  for (int k = 0; k < ATTITUDES; k++) {
    const RegionBody body = {t, scale, attitude_draw(&p->attitudes, t->mass.axes, &random)};

    if (p->region.kind->draw(p->region.own, world->domain, &body, &random, &x)) return true;
  }
  return false;
}

/* Clumps enter in order, so that one that is too large for the region would block all others. */
static void check_room(const World *world, const Inlet *i)
{
  const FillSpec *p = &i->spec;
  const int       n = p->sizes.n;

  for (int k = 0; k < p->n_templates; k++) {
    const Template *t     = &world->templates->list[p->templates[k]];
    const double    scale = n == 0 ? 1 : p->sizes.size[n - 1] / p->unit[k];

    if (inlet_has_room(world, i, t, scale)) continue;
    option_mistake(
      world->options, "inlet", p->name, p->region.kind->at[1],
      "the %s is too small for clumps of template %s, which reach up to %g m from their "
      "centre: no attitude was found in which all pebbles lie in it",
      p->region.kind->head.name, t->name, scale * t->bound);
  }
}

void inlet_check(const World *world, const void *own)
{
  const Inlet *i = own;

  region_check(world->options, "inlet", i->spec.name, &i->spec.region, world->domain);
  check_room(world, i);
}

/* ---- state of a checkpoint ---- */

bool inlet_fits(const World *world, const void *own, char *why)
{
  const Inlet   *i        = own;
  const int64_t *count    = i->of_template.list;
  const int64_t *template = i->wait_template.list;
  int64_t sum             = 0;
  bool    fit = i->wait_scale.n == i->wait_template.n && i->wait_mass.n == i->wait_scale.n;

  for (int64_t k = 0; k < i->wait_template.n; k++)
    fit = fit && template[k] < world -> templates -> n;
  if (!fit) {
    snprintf(why, SOURCE_WHY,
             "wait_template, wait_scale and wait_mass differ in length, or a template does not "
             "exist: the file was changed");
    return false;
  }
  if (i->of_template.n != i->spec.n_templates) {
    snprintf(why, SOURCE_WHY,
             "the checkpoint counts clumps of %" PRId64 " templates, the inlet has %d: leave its "
             "templates as they were, or give the new one another name",
             i->of_template.n, i->spec.n_templates);
    return false;
  }
  for (int64_t k = 0; k < i->of_template.n; k++) sum += count[k];
  if (sum == i->clumps) return true;
  snprintf(why, SOURCE_WHY,
           "of_template sums to %" PRId64 ", but clumps is %" PRId64 ": the file was changed", sum,
           i->clumps);
  return false;
}

/* ---- extremes ---- */

static void add_extreme(const World *world, const Inlet *i, int t, double scale, Vec3 x, Vec3 signs,
                        Clumps *rows)
{
  const FillSpec *p   = &i->spec;
  const PetscInt  row = clumps_add(rows, world->templates, -1, t, scale);

  clump_set_density(rows, row, world->materials, world->templates, p->density);
  rows->pose[row].x   = x;
  rows->motion[row].v = vec3_add(p->velocity, vec3_mul(signs, p->velocity_spread));
  rows->w[row]        = vec3_add(p->spin, vec3_mul(signs, p->spin_spread));
  rows->group[row]    = i->group;
  population_quantities(world->options, "inlet", p->name, rows, row);
}

/* Each template at its smallest and largest scale, at the corners of the region's box, with the
   velocities that are the farthest out in the direction of the corner; on one rank. */
void inlet_extremes(const World *world, const void *own, Clumps *rows)
{
  const Inlet    *i = own;
  const FillSpec *p = &i->spec;
  const int       n = p->sizes.n, corners = p->dimension == 2 ? 4 : 8;
  Vec3            lo, hi;

  if (world->par->rank > 0) return;
  p->region.kind->box(p->region.own, &lo, &hi);
  for (int k = 0; k < p->n_templates; k++)
    for (int c = 0; c < 2 * corners; c++) {
      const double size = n == 0 ? p->unit[k] : p->sizes.size[c < corners ? 0 : n - 1];
      const Vec3   x    = vec3(c & 1 ? hi.x : lo.x, c & 2 ? hi.y : lo.y, c & 4 ? hi.z : lo.z),
                 signs  = vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);

      for (int m = 0; m < p->n_variants; m++)
        add_extreme(world, i, p->variants[k * p->n_variants + m], size / p->unit[k], x, signs,
                    rows);
    }
}
