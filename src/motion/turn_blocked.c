/* SPDX-License-Identifier: MIT */
/* Rotation of clumps with some rotations blocked, about axes of the lab or of the body, along which
   angular velocities are imposed: by implicit midpoint rules, which are time-symmetric, so that the
   energy does not drift. Each round raises the order of the error of the angular velocity in the
   middle of the step, in |w| dt, by one. */
#include "motion/motion.h"
#include "motion/rotation.h"
#include "motion/tile.h"

enum { ROUNDS = 4 };

/* Axes of the lab: the momentum along free axes stays. */
static Quat turn_in_lab(const Clumps *c, PetscInt a, Quat q, Vec3 momentum, double dt)
{
  Vec3 w = clump_spin_held(c, a, q, momentum);

  for (int k = 0; k < ROUNDS; k++)
    w = clump_spin_held(c, a, rotation_spin(q, w, 0.5 * dt), momentum);
  return rotation_spin(q, w, dt);
}

/* Axes of the body: Euler's equations dM/dt = M x w along the free axes. With nothing imposed, M x
   w does no work, and the rule keeps the energy. */
static Quat turn_in_body(const Clumps *c, PetscInt a, Quat q, double dt, Vec3 *momentum)
{
  const Quat axes    = c->templates->list[c->template[a]].mass.axes;
  const Vec3 imposed = clump_imposed(c, a), start = clump_along(c, a, q, *momentum);
  Vec3       w = clump_spin_along(c, a, start, imposed), rate;
  Quat       to;

  for (int k = 0; k < ROUNDS; k++) {
    rate = vec3_cross(clump_momentum(w, axes, c->inertia[a]), w);
    w    = clump_spin_along(c, a, vec3_axpy(start, 0.5 * dt, rate), imposed);
  }
  rate      = vec3_cross(clump_momentum(w, axes, c->inertia[a]), w);
  to        = rotation_spin(q, clump_from(c, a, q, w), dt);
  w         = clump_spin_along(c, a, vec3_axpy(start, dt, rate), imposed);
  *momentum = clump_from(c, a, to, clump_momentum(w, axes, c->inertia[a]));
  return to;
}

Quat motion_turn_blocked(const Clumps *c, PetscInt a, Quat q, double dt, Vec3 *momentum)
{
  if (clump_is_still(c, a)) return q;
  if (clump_spin_is_given(c, a)) return rotation_spin(q, c->w[a], dt);
  return c->blocked[a] & BLOCK_BODY ? turn_in_body(c, a, q, dt, momentum)
                                    : turn_in_lab(c, a, q, *momentum, dt);
}
