/* SPDX-License-Identifier: MIT */
/* Rotation under a torque that turns with the body, and of bodies whose velocities are given. */
#include "rotation.h"

/* ---- a torque that turns with the body ---- */

static Vec3 along_body_x(Quat q, const void *context)
{
  return quat_turn(q, vec3(*(const double *)context, 0, 0));
}

static Vec3 spin_of_cylinder(double dt, int steps)
{
  const double r = 0.05, h = 0.15, mass = 7750 * pi * r * r * h, torque = 0.025;
  Sim         *sim = one_body(
            vec3(mass * r * r / 2, mass * (3 * r * r + h * h) / 12, mass * (3 * r * r + h * h) / 12),
            vec3(0.3, -0.9, 0.6), quat_identity(), NULL);
  Vec3 w;

  take_torque(sim, 0, along_body_x, &torque);
  turn(sim, dt, steps, along_body_x, &torque);
  w = spin_in_body(sim);
  CALL(sim_destroy(&sim));
  return w;
}

static void a_cylinder_spins_up_under_its_torque(void)
{
  const Vec3 exact = {1.83336375279934, -0.619167678652761, 0.886922423728113};
  const Vec3 a = spin_of_cylinder(2e-5, 35000), b = spin_of_cylinder(1e-5, 70000);

  test_note("dt 2e-5: off by %.1e, 1e-5: %.1e", spin_error(a, exact), spin_error(b, exact));
  CHECK_NEAR(
    spin_error(a, exact), 0,
    5e-13); /* exact but for rounding of 35 000 steps: the torque is constant in the body */
  CHECK_NEAR(spin_error(b, exact), 0, 5e-13); /* the same, of 70 000 */
  test_end("a cylinder under a torque of its own about its axis: spin after 70 000 steps");
}

/* ---- held axes ---- */

/* In a whole simulation step. */
static void a_driven_body_keeps_its_velocities_and_turns_by_their_angle(void)
{
  const Vec3   v = {0.1, -0.2, 0.3}, w = {0.3, -0.5, 0.7};
  const Quat   q0    = turn_about(vec3(1, -2, 0.5), 1.1);
  const int    steps = 10000;
  const double dt    = 1e-3;
  Quat         exact;
  Draft        scenario, bodies;
  Body         first, b;
  Sim         *sim;

  add_head(&scenario, dt, vec3(1, 2, -9.81), 10); /* gravity must have no effect */
  add(&scenario, "material:\n  - stone: {density: 1, young: 1}\ncontact:\n  - law: {between: "
                 "[stone, stone], normal: hertz, "
                 "restitution: 1}\n");
  add(&scenario, "template:\n  - body: {material: stone, pebbles: [0, 0, 0, 1, .5, 0, 0, .7, 0, "
                 ".6, .1, .5]}\nclumps:\n  - all: "
                 "{file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "body", &(Start){.v = v, .w = w, .q = q0, .blocked = "xyzXYZ"});
  sim = sim_of(&scenario, &bodies);
  bodies_of(sim, 1, &first);
  test_steps(sim, steps);
  bodies_of(sim, 1, &b);
  exact = quat_mul(turn_about(w, vec3_norm(w) * steps * dt), first.q);
  if (exact.w * b.q.w + exact.x * b.q.x + exact.y * b.q.y + exact.z * b.q.z < 0)
    exact = (Quat){-exact.w, -exact.x, -exact.y, -exact.z};
  test_note("after %d steps: attitude off by %.1e, place by %.1e", steps,
            attitude_error(b.q, exact),
            spin_error(vec3_sub(b.x, first.x), vec3_scale(steps * dt, v)));
  CHECK_BITS(b.v.x, v.x);
  CHECK_BITS(b.v.y, v.y);
  CHECK_BITS(b.v.z, v.z);
  CHECK_BITS(b.w.x, w.x);
  CHECK_BITS(b.w.y, w.y);
  CHECK_BITS(b.w.z, w.z);
  CHECK_NEAR(attitude_error(b.q, exact), 0, 1e-12); /* rounding of 1e4 steps */
  CHECK_NEAR(spin_error(vec3_sub(b.x, first.x), vec3_scale(steps * dt, v)), 0,
             1e-12); /* the same */
  CALL(sim_destroy(&sim));
  test_end("a body with all axes held keeps its velocities to the bit and turns by their angle");
}

TESTS(.ranks = {1})
{
  a_cylinder_spins_up_under_its_torque();
  a_driven_body_keeps_its_velocities_and_turns_by_their_angle();
  test_folder_remove();
}
