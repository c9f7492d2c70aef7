/* SPDX-License-Identifier: MIT */
/* Fields that act on the centres of clumps: uniform, towards a point, and by a formula of the
   energy. */
#include "base/elementary.h"
#include "interaction/formulas.h"
#include "options/rows.h"

/* ---- uniform ---- */

/* A uniform field: the same acceleration of all clumps, F = m a, energy -m a . x. */

typedef struct {
  Vec3 acceleration; /* m/s^2 */
} Uniform;

/* clang-format off */
static const Option uniform_options[] = {
  VEC3_FLAT(IN(Uniform, acceleration), "m/s^2", REQUIRED, SIGNED(ACCELERATION_MOST),
      "acceleration of the clumps that the field acts on"),
  {0},
};
/* clang-format on */

static void uniform_act(const void *self, BodyBatch *b)
{
  const Vec3 a = ((const Uniform *)self)->acceleration;

  for (int k = 0; k < b->n; k++) {
    b->fx[k] += b->mass[k] * a.x;
    b->fy[k] += b->mass[k] * a.y;
    b->fz[k] += b->mass[k] * a.z;
  }
}

static void uniform_energy(const void *self, const BodyBatch *b, double *energy)
{
  const Vec3 a = ((const Uniform *)self)->acceleration;

  for (int k = 0; k < b->n; k++)
    energy[k] -= b->mass[k] * (a.x * b->x[k] + a.y * b->y[k] + a.z * b->z[k]);
}

/* It is known that it limits nothing. */
static void uniform_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)self;
  (void)body;
  (void)limits;
}

const Interaction interaction_uniform = {
  .head   = {.name    = "uniform",
             .text    = "a uniform field that accelerates clumps.",
             .options = {interaction_groups, uniform_options}},
  .size   = sizeof(Uniform),
  .limits = uniform_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_CLUMPS,
      .act    = uniform_act,
      .energy = uniform_energy,
    },
};

/* ---- central ---- */

/* A field towards a point c, which acts on each clump at its centre x:

     F = -strength rho^(power - 1) (x - c),   rho^2 = (x - c)^2 + softening^2

   energy strength rho^(power + 1) / (power + 1), or strength log(rho) with power -1. power 1:
   harmonic; -2: inverse square. With per: mass both are times the mass of the clump. */

typedef struct {
  Vec3    point;
  double  strength, power, soft2;
  int32_t by_mass; /* 1: strength is that of a unit of mass */
} Central;

/* clang-format off */
static const Option central_options[] = {
  VEC3_FLAT(IN(Central, point), "m",         REQUIRED, SIGNED(LENGTH_MOST),
      "point to which the field is directed"),
  REAL(IN(Central, strength),   "N/m^power", REQUIRED, SIGNED(COEFFICIENT_MOST),
      "force at a distance of 1 m, towards the point if > 0; with per: mass that on 1 kg"),
  REAL(IN(Central, power),      "1",         "1",      SIGNED(64),
      "of the distance, in the force; 1: harmonic, -2: inverse square"),
  REAL(KEY("softening"),        "m",         "0",      UP_TO(LENGTH_MOST),
      "length s in rho^2 = distance^2 + s^2, which takes the place of the distance"),
  WORD(KEY_IN("per", Central, by_mass), "clump", "clump mass",
      "strength of the force on a clump, or on a unit of mass"),
  {0},
};
/* clang-format on */

static void central_read(void *self, const InteractionSource *s)
{
  Central     *c    = self;
  const double soft = option_real(s->options, "interaction", s->name, "softening");

  c->soft2 = soft * soft;
}

static Vec3 way_from(const Central *c, const BodyBatch *b, int k)
{
  return vec3_sub((Vec3){b->x[k], b->y[k], b->z[k]}, c->point);
}

static double distance_of(const Central *c, Vec3 way_from)
{
  return sqrt(vec3_dot(way_from, way_from) + c->soft2);
}

static double strength_on(const Central *c, const BodyBatch *b, int k)
{
  return c->by_mass ? c->strength * b->mass[k] : c->strength;
}

static void central_act(const void *self, BodyBatch *b)
{
  const Central *c = self;

  for (int k = 0; k < b->n; k++) {
    const Vec3   d    = way_from(c, b, k);
    const double pull = strength_on(c, b, k) * power(distance_of(c, d), c->power - 1);

    b->fx[k] -= pull * d.x;
    b->fy[k] -= pull * d.y;
    b->fz[k] -= pull * d.z;
  }
}

static void central_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Central *c = self;

  snprintf(text, size,
           "at t = %g s, x, y, z = (%g, %g, %g) m, %g m from its point with power %g: give a "
           "softening",
           b->time, b->x[k], b->y[k], b->z[k], distance_of(c, way_from(c, b, k)), c->power);
}

static void central_energy(const void *self, const BodyBatch *b, double *energy)
{
  const Central *c = self;

  for (int k = 0; k < b->n; k++) {
    const double rho = distance_of(c, way_from(c, b, k)), strength = strength_on(c, b, k);
    const double stored =
      c->power == -1 ? logarithm(rho) : power(rho, c->power + 1) / (c->power + 1);

    if (isfinite(stored)) energy[k] += strength * stored;
  }
}

/* The derivative of the force is at most |strength| max(1, |power|) rho^(power - 1), which is
   bounded by the softening for powers up to 1. */
static double steepness(const Central *c, const FieldBody *b)
{
  const double strength = fabs(c->strength) * (c->by_mass ? b->mass : 1);
  double       rate;

  if (c->power == 1) return strength;
  if (c->power > 1 || c->soft2 == 0) return INFINITY;
  rate = power(sqrt(c->soft2), c->power - 1);
  return isnan(rate) ? INFINITY : strength * max_real(1, fabs(c->power)) * rate;
}

static void central_limits(const void *self, const FieldBody *b, BodyLimits *limits)
{
  limits->steepness = steepness(self, b);
}

const Interaction interaction_central = {
  .head   = {.name    = "central",
             .text    = "a field towards a point: harmonic, inverse square or another power.",
             .options = {interaction_groups, central_options}},
  .size   = sizeof(Central),
  .read   = central_read,
  .limits = central_limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = central_act,
      .explain = central_explain,
      .energy  = central_energy,
    },
};

/* ---- potential ---- */

/* A field given by the energy of a clump as a formula of the position of its centre; the force is
   minus the exact gradient of the formula (expression_gradient). */

typedef struct {
  int        n; /* 0: the formula has a mistake */
  Expression energy;
} Potential;

enum { POTENTIAL_NAMES = 5 };
static const char *const potential_names[POTENTIAL_NAMES + 1] = {"x", "y", "z", "m", "r", NULL};

/* clang-format off */
static const Option potential_options[] = {
  STRING(KEY("energy"), REQUIRED,
      "energy of a clump, J, as a formula of x, y, z, m (mass, kg) and r (radius of the sphere of "
      "its volume, m)"),
  {0},
};
/* clang-format on */

static void potential_read(void *self, const InteractionSource *s)
{
  Potential  *p     = self;
  const Given given = {s->options, "interaction", s->name, "energy"};

  p->n = formulas_read(&given, potential_names, 1, &p->energy);
  if (p->n != 1)
    option_mistake(s->options, "interaction", s->name, "energy", "gives %s; allowed: one formula",
                   p->n == 0 ? "nothing" : "more than one formula");
}

static void columns_of(const BodyBatch *b, const double *column[POTENTIAL_NAMES])
{
  const double *const all[POTENTIAL_NAMES] = {b->x, b->y, b->z, b->mass, b->radius};

  memcpy(column, all, sizeof all);
}

static void potential_act(const void *self, BodyBatch *b)
{
  const double *column[POTENTIAL_NAMES];
  double        value[INTERACTION_TILE], slope[3][EXPRESSION_TILE];

  columns_of(b, column);
  expression_gradient(&((const Potential *)self)->energy, column, b->n, value, slope);
  for (int k = 0; k < b->n; k++) {
    b->fx[k] -= slope[0][k];
    b->fy[k] -= slope[1][k];
    b->fz[k] -= slope[2][k];
  }
}

static void potential_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const double *column[POTENTIAL_NAMES];
  char          why[EXPRESSION_WHY];

  columns_of(b, column);
  if (!expression_fault(&((const Potential *)self)->energy, column, k, why))
    snprintf(why, sizeof why, "the formula has no gradient");
  snprintf(text, size, "%s, at t = %g s, x, y, z = (%g, %g, %g) m", why, b->time, b->x[k], b->y[k],
           b->z[k]);
}

static void potential_energy(const void *self, const BodyBatch *b, double *energy)
{
  const double *column[POTENTIAL_NAMES];
  double        value[INTERACTION_TILE];

  columns_of(b, column);
  expression_evaluate(&((const Potential *)self)->energy, column, b->n, value);
  for (int k = 0; k < b->n; k++)
    if (!isnan(value[k])) energy[k] += value[k];
}

const Interaction interaction_potential = {
  .head = {.name    = "potential",
           .text    = "a field by a formula of the energy of a clump.",
           .options = {interaction_groups, potential_options}},
  .size = sizeof(Potential),
  .read = potential_read,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = potential_act,
      .explain = potential_explain,
      .energy  = potential_energy,
    },
};
