/* SPDX-License-Identifier: MIT */
/* Heat between clumps and through walls against closed forms. */
#include "heat.h"

/* Radius of the circle in which two such spheres intersect: half the chord. */
static double circle(void)
{
  return sqrt(RADIUS * RADIUS - 0.25 * SPACING * SPACING);
}

/* Conductance of a contact between equal materials, W/K: 2 k sqrt(A), 2 k a. */
static double conductance(bool by_area)
{
  return 2 * CONDUCTIVITY * (by_area ? sqrt(PETSC_PI) : 1) * circle();
}

/* A number of the owned clump with this id, on all ranks. */
static double value_of(const Sim *sim, const double *column, Id id)
{
  const PetscInt row   = test_row(sim, id);
  double         value = row >= 0 ? column[row] : -INFINITY;

  CALL(parallel_max(&sim->par, &value, 1));
  return value;
}

/* ---- a chain between two held temperatures ---- */

enum { CHAIN = 20 };

static void check_chain(bool by_area)
{
  const double dt = 0.125 * capacity() / conductance(by_area), hot = 400, cold = 300;
  const double step = (hot - cold) / (CHAIN - 1), flow = conductance(by_area) * step;
  double       off = 0;
  Draft        t;
  Sim         *sim;

  begin_text(&t, dt, by_area ? "area" : "radius");
  for (int k = 0; k < CHAIN; k++)
    add(&t,
        "  - b%d: {template: ball, position: [%.17g, 0, 0], id: %d, blocked: xyzXYZ, temperature: "
        "%.17g, temperature_fixed: %s}\n",
        k, SPACING * (k - CHAIN / 2), k,
        k == 0           ? hot
        : k == CHAIN - 1 ? cold
                         : 320 + 7 * (k % 5),
        k == 0 || k == CHAIN - 1 ? "true" : "false");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  /* the slowest mode decays as exp(-t 2 (1 - cos(pi / 19)) conductance / capacity): 1e-10 */
  test_steps(sim, 7000);
  for (int k = 0; k < CHAIN; k++) /* positions are on a grid of 1e-15, relative overlaps .01 */
    CHECK_NEAR(value_of(sim, warmth(sim)->value, k), hot - k * step, 1e-7 * (hot - cold));
  for (int k = 0; k < CHAIN; k++)
    off = max_real(off, fabs(value_of(sim, warmth(sim)->value, k) - hot + k * step) / (hot - cold));
  test_note("by %s: profile off by %.1e, flow by %.1e", by_area ? "area" : "radius", off,
            value_of(sim, warmth(sim)->flow, CHAIN - 1) / flow - 1);
  CHECK_NEAR(value_of(sim, warmth(sim)->flow, 0), -flow, 1e-6 * flow);
  CHECK_NEAR(value_of(sim, warmth(sim)->flow, CHAIN - 1), flow, 1e-6 * flow);
  CALL(sim_destroy(&sim));
}

static void a_chain_has_a_linear_profile(void)
{
  check_chain(true);
  check_chain(false);
  test_end("between two held temperatures 20 spheres have a linear profile and the flow of 19 "
           "conductances in a row, by the square root of the area and by the radius");
}

/* ---- two bodies ---- */

/* Difference of the temperatures of two spheres after 0.4 capacity / conductance, over that at the
   start. */
static double difference(int steps)
{
  Draft  t;
  Sim   *sim;
  double left;

  begin_text(&t, 0.4 * capacity() / conductance(true) / steps, "area");
  for (int k = 0; k < 2; k++)
    add(&t,
        "  - b%d: {template: ball, position: [%.17g, 0, 0], id: %d, blocked: xyzXYZ, temperature: "
        "%d}\n",
        k, SPACING * k, k, 500 - 100 * k);
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  test_steps(sim, steps);
  left = value_of(sim, warmth(sim)->value, 0) - value_of(sim, warmth(sim)->value, 1);
  CHECK_NEAR(value_of(sim, warmth(sim)->value, 0) + value_of(sim, warmth(sim)->value, 1), 900,
             1e-10); /* rounding of 400 steps */
  CALL(sim_destroy(&sim));
  return left / 100;
}

static void two_bodies_relax(void)
{
  const double exact = exp(-0.8); /* d(T_a - T_b)/dt = -2 conductance / capacity (T_a - T_b) */
  const double error = fabs(difference(100) / exact - 1), half = fabs(difference(200) / exact - 1);

  CHECK(half < 1e-5);
  CHECK_NEAR(log2(error / half), 2, 0.05);
  test_end("the difference of two temperatures decays exponentially, in second order of dt");
}

/* ---- a wall ---- */

static void check_wall(const char *more, double expected)
{
  const double dt = 1e-3 * capacity() / conductance(true);
  Draft        t;
  Sim         *sim;

  begin_text(&t, dt, "area");
  add(&t, "  - one: {template: ball, position: [0, 0, 0.049], id: 0, blocked: xyzXYZ}\n");
  add(&t,
      "wall:\n  - floor: {shape: plane, material: metal, point: [0, 0, 0], normal: [0, 0, 1]%s}\n",
      more);
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  test_steps(sim, 400);
  CHECK_NEAR(value_of(sim, warmth(sim)->value, 0), expected, 1e-4); /* order 2, 400 steps */
  CALL(sim_destroy(&sim));
}

static void walls_have_temperatures(void)
{
  /* chord of a sphere at a plane, over that of two spheres */
  const double wide = sqrt(RADIUS * RADIUS - 0.049 * 0.049) / circle();

  check_wall(", temperature: 200", 200 + 100 * exp(-0.4 * wide));
  check_wall("", 300);
  test_end("a sphere takes the temperature of a wall that has one, and keeps its own on others");
}

TESTS(.ranks = {1, 2, 3})
{
  a_chain_has_a_linear_profile();
  two_bodies_relax();
  walls_have_temperatures();
  test_folder_remove();
}
