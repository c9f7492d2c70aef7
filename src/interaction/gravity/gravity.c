/* SPDX-License-Identifier: MIT */
/* Newtonian gravity among all clumps, at their centres of mass:

     F = -G m1 m2 d / (d^2 + s^2)^(3/2),   energy -G m1 m2 / (d^2 + s^2)^(1/2)

   with d the vector between the centres and s the softening length (Plummer 1911, Mon. Not. R.
   Astron. Soc. 71, 460). Clumps that cannot move attract, too. */
#include "interaction/gravity/gravity.h"
#include "options/rows.h"

static const GravityMethod *const methods[] = {&gravity_direct, &gravity_tree, NULL};
static const Plugin *const        heads[]   = {&gravity_direct.head, &gravity_tree.head, NULL};

/* clang-format off */
static const Option gravity_options[] = {
  REAL(IN(Gravity, constant), "m^3/(kg s^2)", "6.6743e-11", UP_TO(COEFFICIENT_MOST),
      "constant of gravity; default: CODATA 2018, in SI units"),
  REAL(KEY("softening"),      "m",            "0",          UP_TO(LENGTH_MOST),
      "length s (Plummer): distances r become (r^2 + s^2)^(1/2); 0: none"),
  WORD(IN(Gravity, method),   "direct", NULL, "how the forces are computed", .plugins = heads),
  REAL(IN(Gravity, opening),  "1",            "0.5",        POSITIVE_UP_TO(0.57),
      "method tree: a node acts as a whole if its longest side is less than this times its "
      "distance; less than 1/sqrt(3), so that no node acts on its own bodies"),
  {0},
};
/* clang-format on */

static void gravity_read(void *self, const InteractionSource *s)
{
  Gravity     *g    = self;
  const double soft = option_real(s->options, "interaction", s->name, "softening");

  g->soft2 = soft * soft;
}

static PetscErrorCode force(void *self, MutualBodies *bodies)
{
  return methods[((Gravity *)self)->method]->force(self, bodies);
}

static PetscErrorCode energy(void *self, const MutualBodies *bodies, Sum *sum)
{
  return methods[((Gravity *)self)->method]->energy(self, bodies, sum);
}

/* Bodies that touch at most, however many, are no denser than the densest of them: nothing orbits
   faster than at its surface, (M + m) / (R + r)^3 <= M / R^3. Without contacts two of them may be
   in the same place, at the softening. */
static void gravity_limits(const void *self, const FieldBody *b, BodyLimits *limits)
{
  const Gravity *g     = self;
  const double   least = b->passable ? 0 : b->radius, d2 = least * least + g->soft2,
               mass = b->passable ? 2 * b->mass : b->mass;

  limits->steepness = d2 > 0 ? g->constant * mass * b->mass / (d2 * sqrt(d2)) : INFINITY;
}

static void release(void *self)
{
  Gravity *g = self;

  if (g->work) methods[g->method]->free(g->work);
}

const Interaction interaction_gravity = {
  .head   = {.name    = "gravity",
             .text    = "Newtonian gravity among all clumps.",
             .source  = "Plummer 1911, Mon. Not. R. Astron. Soc. 71, 460 (softening)",
             .options = {interaction_groups, gravity_options}},
  .size   = sizeof(Gravity),
  .read   = gravity_read,
  .limits = gravity_limits,
  .mutual =
    &(const MutualForce){
      .force  = force,
      .energy = energy,
    },
  .free = release,
};
