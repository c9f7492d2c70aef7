/* SPDX-License-Identifier: MIT */
/* Translations that are blocked along axes of the body: a blade, a rail, a wheel. */
#include "motion/motion.h"

enum { ROUNDS = 4 };

/* Components b of the velocity along the body's axes obey b' = F / m - w x b along the free ones;
   here without F, by the implicit midpoint rule. Without imposed velocities w x b does no work, and
   the rule conserves the energy. */
Vec3 motion_glide(const Clumps *c, PetscInt a, Quat from, Quat to, Vec3 *v)
{
  const Quat axes  = c->templates->list[c->template[a]].mass.axes,
             p     = quat_mul(quat_conjugate(from), to);
  const Vec3 turn  = quat_turn(axes, vec3_scale(2 / p.w, (Vec3){p.x, p.y, p.z})),
             along = clump_way_along(c, a, from, *v), imposed = clump_rounded(along);
  Vec3 start = along, b, change;

  for (int i = 0; i < 3; i++)
    if (c->blocked[a] >> i & BLOCK_X) vec3_set(&start, i, vec3_axis(imposed, i));
  b = start;
  for (int k = 0; k <= ROUNDS; k++) {
    change = vec3_cross(turn, b);
    for (int i = 0; i < 3; i++)
      if (c->blocked[a] >> i & BLOCK_X) vec3_set(&change, i, 0);
    b = vec3_axpy(start, k < ROUNDS ? -0.5 : -1, change);
  }
  *v = clump_way_from(c, a, to, b);
  return clump_way_from(
    c, a, quat_normalized((Quat){from.w + to.w, from.x + to.x, from.y + to.y, from.z + to.z}),
    vec3_scale(0.5, vec3_add(start, b)));
}
