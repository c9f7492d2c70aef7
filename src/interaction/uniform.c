/* SPDX-License-Identifier: MIT */
/* A uniform field: the same acceleration of all clumps, F = m a, energy -m a . x. */
#include "base/bounds.h"
#include "interaction/interaction.h"
#include "options/rows.h"

typedef struct {
  Vec3 acceleration; /* m/s^2 */
} Uniform;

/* clang-format off */
static const Option uniform_options[] = {
  VEC3_FLAT(IN(Uniform, acceleration), "m/s^2", REQUIRED, SIGNED(ACCELERATION_MOST),
      "acceleration of the clumps that the field acts on"),
  {NULL},
};
/* clang-format on */

static unsigned uniform_read(void *self, const InteractionSource *s)
{
  options_read_into(s->options, "interaction", s->name, uniform_options, self);
  return 0;
}

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
  .read   = uniform_read,
  .limits = uniform_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_CLUMPS,
      .act    = uniform_act,
      .energy = uniform_energy,
    },
};
