/* SPDX-License-Identifier: MIT */
/* A field towards a point c, which acts on each clump at its centre x:

     F = -strength rho^(power - 1) (x - c),   rho^2 = (x - c)^2 + softening^2

   energy strength rho^(power + 1) / (power + 1), or strength log(rho) with power -1. power 1:
   harmonic; -2: inverse square. With per: mass both are times the mass of the clump. */
#include "base/bounds.h"
#include "base/functions.h"
#include "interaction/interaction.h"
#include "options/rows.h"

#include <stdio.h>

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
  {NULL},
};
/* clang-format on */

static unsigned central_read(void *self, const InteractionSource *s)
{
  Central     *c    = self;
  const double soft = option_real(s->options, "interaction", s->name, "softening");

  options_read_into(s->options, "interaction", s->name, central_options, c);
  c->soft2 = soft * soft;
  return 0;
}

static Vec3 way(const Central *c, const BodyBatch *b, int k)
{
  return vec3_sub((Vec3){b->x[k], b->y[k], b->z[k]}, c->point);
}

static double distance(const Central *c, Vec3 way)
{
  return sqrt(vec3_dot(way, way) + c->soft2);
}

static double strength_on(const Central *c, const BodyBatch *b, int k)
{
  return c->by_mass ? c->strength * b->mass[k] : c->strength;
}

static void central_act(const void *self, BodyBatch *b)
{
  const Central *c = self;

  for (int k = 0; k < b->n; k++) {
    const Vec3   d    = way(c, b, k);
    const double pull = strength_on(c, b, k) * power(distance(c, d), c->power - 1);

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
           b->time, b->x[k], b->y[k], b->z[k], distance(c, way(c, b, k)), c->power);
}

static void central_energy(const void *self, const BodyBatch *b, double *energy)
{
  const Central *c = self;

  for (int k = 0; k < b->n; k++) {
    const double rho = distance(c, way(c, b, k)), strength = strength_on(c, b, k);
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
