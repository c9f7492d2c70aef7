/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"

/* A dumbbell of mass 2 x 4/3 pi .5^3 in open space with this drag, velocity (1, 2, 2) m/s, spin 1.5
   rad/s about its axis x. */
static Sim *dumbbell(const char *drag, double dt, const char *options)
{
  Draft t;

  add_head(&t, dt, (Vec3){0, 0, 0}, 100);
  add(&t,
      "material:\n  - a: {density: 1}\n"
      "interaction:\n  - fluid: {type: drag, %s}\n"
      "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
      "template:\n  - two: {material: a, pebbles: [-.5, 0, 0, .5, .5, 0, 0, .5]}\n"
      "clumps:\n  - one: {template: two, position: [0, 0, 0], velocity: [1, 2, 2], spin: [1.5, 0, "
      "0]}\n",
      drag);
  return test_sim(PETSC_COMM_WORLD, t.text, options);
}

static const double mass = 8 * 3.14159265358979323846 / 3 * 0.125;

/* Speed, angular velocity about x, and energy taken of the dumbbell after n steps. */
static void run(const char *drag, double dt, int n, double out[3])
{
  Sim     *sim = dumbbell(drag, dt, "");
  PetscInt a;
  Totals   totals;

  test_steps(sim, n);
  a      = test_row(sim, 0);
  out[0] = a >= 0 ? vec3_norm(sim->matter.clumps->motion[a].v) : 0;
  out[1] = a >= 0 ? sim->matter.clumps->w[a].x : 0;
  CALL(parallel_max(&sim->par, out, 2));
  totals = totals_of(sim);
  out[2] = totals.dissipated;
  CALL(sim_destroy(&sim));
}

/* Runs to t = 1 with 100 and 200 steps: quantity `which` is `expected`, to second order. */
static void check(const char *what, const char *drag, int which, double expected)
{
  double out[2][3], off[2];

  for (int k = 0; k < 2; k++) {
    run(drag, 0.01 / (1 << k), 100 << k, out[k]);
    off[k] = out[k][which] - expected;
  }
  test_note("%s: %.9g, off by %.2e and %.2e", what, expected, off[0], off[1]);
  CHECK_NEAR(off[1], 0, 1e-4); /* (dt rate)^2 ~ 1e-5 */
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.1);
}

static void linear_drag_is_exponential(void)
{
  const double v = 3 * exp(-1.2 / mass);

  check("speed", "linear: 1.2", 0, v);
  check("energy lost", "linear: 1.2", 2, 0.5 * mass * (9 - v * v));
  test_end("linear drag: v = v0 exp(-t/tau), tau = m/c, and the energy lost is dissipated");
}

static void quadratic_drag_is_hyperbolic(void)
{
  const double v = 3 / (1 + 3 * 0.4 / mass);

  check("speed", "quadratic: .4", 0, v);
  check("energy lost", "quadratic: .4", 2, 0.5 * mass * (9 - v * v));
  test_end("quadratic drag: v = v0 / (1 + c v0 t / m)");
}

static void couples_slow_the_spin(void)
{
  check("spin", "turning: .1", 1,
        1.5 * exp(-0.1 / (mass * 0.1))); /* I = 2/5 m r^2 about the axis */
  test_end("turning: the spin about the axis falls exponentially, by the moment of inertia");
}

/* About its axis the dumbbell has the least moment of inertia, 2/5 m r^2. */
static void couples_limit_the_automatic_step(void)
{
  Sim          *sim  = dumbbell("turning: 100", 1, "-run_dt auto");
  const double  rate = 100 / (0.4 * mass * 0.25), g = sim->clock.dt * rate;
  const int64_t shares = 50;
  PetscInt      a;

  CHECK_NEAR(g, 0.2, 1e-9); /* docs/physics/timestep.md; moments of inertia have 1e-12 */
  test_steps(sim, shares);
  a = test_row(sim, 0);
  if (a >= 0) CHECK_NEAR(sim->matter.clumps->w[a].x, 1.5 * exp(-0.2 * (double)shares), 1e-4);
  CALL(sim_destroy(&sim));
  test_end("dt: auto resolves the drag couple about the axis with the least inertia");
}

/* The sphere of the volume of two has radius .5 x 2^(1/3). */
static void fluids_act_on_the_sphere_of_the_same_volume(void)
{
  const double r = 0.5 * cbrt(2);

  check("Stokes", "viscosity: .1", 0, 3 * exp(-6 * pi * 0.1 * r / mass));
  check("Newton", "density: .3, coefficient: 2", 0,
        3 / (1 + 3 * 0.5 * 0.3 * 2 * pi * r * r / mass));
  test_end("Stokes' and Newton's drag act on the sphere of the clump's volume");
}

static void a_moving_fluid_carries_them(void)
{
  Sim     *sim = dumbbell("linear: 5, velocity: [-1, 0, 3]", 0.01, "");
  PetscInt a;
  Totals   from = totals_of(sim), to;

  test_steps(sim, 1000);
  a = test_row(sim, 0);
  if (a >= 0) {
    CHECK_NEAR(sim->matter.clumps->motion[a].v.x, -1, 1e-12); /* exp(-5 x 10 / m) = 1e-20 */
    CHECK_NEAR(sim->matter.clumps->motion[a].v.z, 3, 1e-12);
  }
  to = totals_of(sim);
  /* it gained energy from the fluid, 1/2 m (10 - 9); 1e-3: second order in dt / tau = .05 */
  CHECK_NEAR(to.dissipated, -0.5 * mass, 5e-3 * mass);
  CHECK_NEAR(ledger_of(&to) / ledger_of(&from), 1, 1e-3);
  CALL(sim_destroy(&sim));
  test_end("a fluid that moves carries clumps along; the energy it gives them counts as negative");
}

/* Two balls with the same velocity, of which one is light. */
static void groups_choose_clumps(void)
{
  Draft t;
  Sim  *sim;

  add_head(&t, 0.01, (Vec3){0, 0, 0}, 100);
  add(&t,
      "material:\n  - a: {density: 1}\n"
      "interaction:\n  - wind: {type: drag, linear: 1, groups: [light, odd]}\n"
      "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
      "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
      "clumps:\n  - one: {template: ball, position: [0, 0, 0], velocity: [1, 0, 0], group: light}\n"
      "  - two: {template: ball, position: [0, 5, 0], velocity: [1, 0, 0], group: heavy}\n"
      "  - three: {template: ball, position: [0, 9, 0], velocity: [1, 0, 0], group: odd}\n");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  test_steps(sim, 10);
  for (Id id = 0; id < 3; id++) {
    const PetscInt a = test_row(sim, id);

    if (a < 0) continue;
    if (id == 1) CHECK(sim->matter.clumps->motion[a].v.x == 1);
    else CHECK_NEAR(sim->matter.clumps->motion[a].v.x, exp(-0.1 * 6 / pi), 1e-4); /* dt^2 */
  }
  CALL(sim_destroy(&sim));
  test_end("with groups, drag acts on the clumps of these groups alone");
}

TESTS(.ranks = {1, 2})
{
  linear_drag_is_exponential();
  quadratic_drag_is_hyperbolic();
  couples_slow_the_spin();
  couples_limit_the_automatic_step();
  fluids_act_on_the_sphere_of_the_same_volume();
  a_moving_fluid_carries_them();
  groups_choose_clumps();
  test_folder_remove();
}
