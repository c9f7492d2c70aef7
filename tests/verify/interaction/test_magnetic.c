/* SPDX-License-Identifier: MIT */
/* Magnetic fields on charged bodies: closed forms. */
#include "verify/verify.h"

/* A mass of 1 with a charge of 2 at (1, 0, 0), and a body of three charges far from it. */
static Sim *bodies_in(const char *fields, double dt)
{
  Draft t = {0};

  add(&t,
      "schema: 1\nrun: {end_time: 9, dt: %.17g}\ndomain: {lo: [-99, -99, -99], hi: [99, 99, 99]}\n"
      "material:\n  - ion: {density: %.17g}\n"
      "%s  - other: {type: wca, between: [ion, ion], epsilon: 1e-9, sigma: .1}\n"
      "template:\n  - ball: {material: ion, pebbles: [0, 0, 0, 1], charge: 2}\n"
      "  - three: {material: ion, pebbles: [-1, 0, 0, .6, 0, 0, 0, .6, 0, .9, 0, .6], "
      "charge: [3, -2, 1]}\n"
      "clumps:\n  - b: {template: ball, position: [1, 0, 0], velocity: [1, 0, .5]}\n"
      "  - d: {template: three, position: [1, 70, 0], velocity: [.3, 1, 0], spin: [1, 2, 3]}\n",
      dt, 3 / (4 * pi), fields);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

static const char *const uniform =
  "interaction:\n  - turns: {type: magnetic, induction: [0, 0, 1.5]}\n"; /* q B / m = 3 */

static double kinetic(const Sim *sim, Id id)
{
  const Clumps  *c = sim->matter.clumps;
  const PetscInt a = test_row(sim, id);

  return 0.5 * (c->mass[a] * vec3_dot(c->motion[a].v, c->motion[a].v) +
                vec3_dot(c->w[a], c->motion[a].momentum));
}

static Vec3 x_of(const Sim *sim)
{
  return sim->matter.clumps->pose[test_row(sim, 0)].x;
}

static Vec3 v_of(const Sim *sim)
{
  return sim->matter.clumps->motion[test_row(sim, 0)].v;
}

/* A step turns the velocity by 2 arctan(3 dt / 2); places lie on a circle about (1, -1/3). */
static void points_turn_on_circles(void)
{
  const double dt = 0.1, angle = 2 * atan(1.5 * dt);
  Sim         *sim   = bodies_in(uniform, dt);
  const double start = kinetic(sim, 0);
  double       worst = 0;

  for (int n = 1; n <= 1500; n++) {
    const Vec3 v = v_of(sim);

    test_steps(sim, 1);
    worst = fmax(worst, fabs(kinetic(sim, 0) / start - 1));
    if (n > 100) continue;
    CHECK_NEAR(v_of(sim).x, v.x * cos(angle) + v.y * sin(angle), 1e-12);
    CHECK_NEAR(v_of(sim).y, v.y * cos(angle) - v.x * sin(angle), 1e-12);
  }
  test_note("largest change of the energy in 1500 steps of 0.3 / gyrofrequency: %.1e", worst);
  CHECK(worst < 1e-11); /* the quantum of forces is 1e-12 N */
  CHECK_NEAR(x_of(sim).z, 75, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a charge turns by 2 arctan(q B dt / 2m) in a step, and keeps its energy to rounding");
}

/* Radius m v / (q B) = 1/3 and period 2 pi / 3, of second order. */
static void radius_and_period(void)
{
  double off[2], radius[2];

  for (int half = 0; half < 2; half++) {
    const int n   = 40 << half;
    Sim      *sim = bodies_in(uniform, 2 * pi / (3 * n));

    test_steps(sim, n / 2);
    radius[half] = -x_of(sim).y / 2 - 1.0 / 3;
    test_steps(sim, n / 2);
    off[half] = hypot(x_of(sim).x - 1, x_of(sim).y);
    CALL(sim_destroy(&sim));
  }
  test_note("radius off by %.2e, %.2e; after a period by %.2e, %.2e", radius[0], radius[1], off[0],
            off[1]);
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.02); /* next order: dt^4 */
  CHECK_NEAR(log2(radius[0] / radius[1]), 2, 0.05);
  CHECK(off[1] < 5e-3);
  test_end("Larmor's radius and period, to second order of dt");
}

/* E along x, B along z: the mean velocity is E x B / B^2 = -E/B along y. Of 12 turns. */
static void crossed_fields_drift(void)
{
  const int n   = 1200;
  Sim      *sim = bodies_in("interaction:\n  - push: {type: electric, field: [.6, 0, 0]}\n"
                                 "  - turns: {type: magnetic, induction_expression: \"0, 0, 1 + .5\"}\n",
                            12 * 2 * pi / (3 * n));

  test_steps(sim, n);
  CHECK_NEAR(x_of(sim).y, -0.4 * 8 * pi, 0.02); /* second order: 0.012 */
  CHECK_NEAR(x_of(sim).x, 1, 0.05);
  CALL(sim_destroy(&sim));
  test_end("crossed fields make a charge drift with E x B / B^2");
}

/* With a damping rate of 1/2 the velocity turns as without, and falls as exp(-t/2). */
static void damping_does_not_spoil_the_order(void)
{
  double off[2];

  for (int half = 0; half < 2; half++) {
    const int n = 100 << half;
    char      text[300];
    Sim      *sim;
    Vec3      v;

    snprintf(text, sizeof text, "damping:\n  - slow: {viscous: .5}\n%s", uniform);
    sim = bodies_in(text, 1.0 / n);
    test_steps(sim, n);
    v         = v_of(sim);
    off[half] = hypot(v.x - exp(-0.5) * cos(3), v.y + exp(-0.5) * sin(3));
    CALL(sim_destroy(&sim));
  }
  test_note("off by %.2e, %.2e", off[0], off[1]);
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.02);
  test_end("with viscous damping it is of second order, too");
}

/* Along x with a velocity V that is imposed, in the plane of B = 1.5 z: the force along y is -2 V
   B, and with a rate of 1/2 and a mass of 1 the velocity is -2 V B (1 - exp(-t/2)) / .5. */
static void imposed_velocities_are_not_damped(void)
{
  const int n = 200;
  char      text[300];
  Sim      *sim;

  snprintf(text, sizeof text, "damping:\n  - slow: {viscous: .5}\n%s", uniform);
  sim = bodies_in(text, 1.0 / n);
  sim->matter.clumps->blocked[test_row(sim, 0)] |= BLOCK_X | BLOCK_Z;
  clumps_prepare(sim->matter.clumps, &sim->matter.templates);
  test_steps(sim, n);
  CHECK_BITS(v_of(sim).x, 1);
  CHECK_NEAR(v_of(sim).y, -3 * (1 - exp(-0.5)) / 0.5, 1e-4); /* second order: 2e-6 */
  CALL(sim_destroy(&sim));
  test_end("a velocity that is imposed turns by itself what is free, whatever the damping");
}

/* m V - D x B with D the sum of q x is kept in a uniform field, and the energy. */
static Vec3 canonical(const Sim *sim, double *along)
{
  static const double charge[] = {3, -2, 1};
  const Clumps       *c        = sim->matter.clumps;
  const PetscInt      a        = test_row(sim, 1);
  const Template     *t        = &sim->matter.templates.list[c->template[a]];
  const Vec3          b = {0, 0, 1.5}, x = c->pose[a].x, v = c->motion[a].v;
  Vec3                p = vec3_scale(c->mass[a], v);

  *along = c->motion[a].momentum.z + c->mass[a] * (x.x * v.y - x.y * v.x);
  for (int i = 0; i < 3; i++) {
    const Vec3 at = vec3_add(x, quat_turn(c->pose[a].q, t->offset[i]));

    p = vec3_sub(p, vec3_scale(charge[i], vec3_cross(at, b)));
    *along += 0.5 * 1.5 * charge[i] * (at.x * at.x + at.y * at.y);
  }
  return p;
}

static void clumps_with_charges(void)
{
  double off[2][3];

  for (int half = 0; half < 2; half++) {
    const int    n     = 400 << half;
    Sim         *sim   = bodies_in(uniform, 2.0 / n);
    const double start = kinetic(sim, 1);
    double       turn[2];
    Vec3         p[2];

    p[0] = canonical(sim, &turn[0]);
    test_steps(sim, n);
    p[1]         = canonical(sim, &turn[1]);
    off[half][0] = vec3_norm(vec3_sub(p[1], p[0]));
    off[half][1] = fabs(turn[1] - turn[0]);
    off[half][2] = fabs(kinetic(sim, 1) - start);
    test_note("n = %d: momentum %.2e, angular momentum %.2e, energy %.2e", n, off[half][0],
              off[half][1], off[half][2]);
    CALL(sim_destroy(&sim));
  }
  for (int k = 0; k < 3; k++) CHECK_NEAR(log2(off[0][k] / off[1][k]), 2, 0.15); /* next orders */
  CHECK(off[1][0] < 1e-3 && off[1][2] < 1e-3);
  test_end("of a turning clump with three charges momenta and energy are kept to second order");
}

TESTS(.ranks = {1})
{
  points_turn_on_circles();
  radius_and_period();
  crossed_fields_drift();
  damping_does_not_spoil_the_order();
  imposed_velocities_are_not_damped();
  clumps_with_charges();
  test_folder_remove();
}
