/* SPDX-License-Identifier: MIT */
/* One bond alone: its force and couple are the derivatives of its energy, momentum is kept, and
   rigid motions change nothing. */
#include "bond.h"

static void loads_are_derivatives(void)
{
  const double h = 1e-5; /* of lengths and angles of order 1 */
  double       memory[16], scale;
  Pair         p = make();

  start(&p, memory);
  CHECK_NEAR(energy_of(&p, memory), 0, 1e-20); /* made here: rounding of 1e-16 squared */
  /* a large deformation: 0.2 of the length, and 0.5 rad */
  p.x[1] = vec3_add(p.x[1], (Vec3){.1, -.15, .2});
  p.q[0] = turn_by((Vec3){.3, -.2, .1}, p.q[0]);
  p.q[1] = turn_by((Vec3){-.2, .1, .3}, p.q[1]);
  scale  = energy_of(&p, memory);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < 3; k++)
      for (int turn = 0; turn < 2; turn++) {
        const Pair   up = moved(p, side, k, turn, h), down = moved(p, side, k, turn, -h);
        const double slope = (energy_of(&up, memory) - energy_of(&down, memory)) / (2 * h);
        Vec3         force, torque;

        load_of(apply(&strong, &p, memory), side, &force, &torque);
        /* h^2, and 1e-16 / h of rounding, of energies of order `scale` */
        CHECK_NEAR(vec3_axis(turn ? torque : force, k), -slope, 1e-8 * scale);
      }
  test_end("bond: force and torque are the derivatives of the energy, for large deformations, too");
}

static void momentum_is_kept(void)
{
  double     memory[16];
  Pair       p = make();
  Vec3       force, torque, sum = {0, 0, 0};
  LinkBatch *b;

  start(&p, memory);
  p.x[1] = vec3_add(p.x[1], (Vec3){.1, -.15, .2});
  p.q[1] = turn_by((Vec3){-.2, .1, .3}, p.q[1]);
  b      = apply(&strong, &p, memory);
  for (int side = 0; side < 2; side++) {
    load_of(b, side, &force, &torque);
    sum = vec3_add(sum, vec3_add(torque, vec3_cross(p.x[side], force)));
  }
  CHECK_NEAR(vec3_norm(sum), 0, 1e-13 * vec3_norm(b->force[0])); /* rounding of arms of order 1 */
  test_end("bond: no torque on the two bodies together");
}

/* Turned and moved as a whole by any amount, forces turn with the bodies. */
static void rigid_motions_change_nothing(void)
{
  const Quat all  = quat_normalized((Quat){-.3, .9, .2, -.6});
  const Vec3 away = {5, -7, 3};
  double     memory[16];
  Pair       p = make(), turned;
  Vec3       force, couple;
  double     energy;
  LinkBatch *b;

  start(&p, memory);
  p.x[1] = vec3_add(p.x[1], (Vec3){.01, -.02, .03});
  p.q[1] = turn_by((Vec3){-.03, .01, .02}, p.q[1]);
  turned = p;
  for (int k = 0; k < 2; k++) {
    turned.x[k] = vec3_add(away, quat_turn(all, p.x[k]));
    turned.q[k] = quat_mul(all, p.q[k]);
  }
  b      = apply(&strong, &p, memory);
  force  = quat_turn(all, b->force[0]);
  couple = quat_turn(all, b->couple[0]);
  energy = b->energy[0];
  b      = apply(&strong, &turned, memory);
  /* 1e-12: rounding of lengths of order 10 against openings of .03 */
  CHECK_NEAR(vec3_norm(vec3_sub(b->force[0], force)) / vec3_norm(force), 0, 1e-12);
  CHECK_NEAR(vec3_norm(vec3_sub(b->couple[0], couple)) / vec3_norm(couple), 0, 1e-12);
  CHECK_NEAR(b->energy[0] / energy, 1, 1e-12);
  test_end("bond: rigid motions turn its force and change no energy");
}

TESTS(.ranks = {1})
{
  loads_are_derivatives();
  momentum_is_kept();
  rigid_motions_change_nothing();
}
