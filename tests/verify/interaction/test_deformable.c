/* SPDX-License-Identifier: MIT */
/* Deformable bodies: order of the energy, conserved quantities, and equilibrium. */
#include "skins.h"
#include "verify/verify.h"

/* Scenario of one body, in a free domain without contacts. */
static void add_soft_body(Draft *t, int dimension, double dt, const char *keys)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 9, dt: %.17g, dimension: %d}\n", dt, dimension);
  add(t, "domain: {lo: [-1, -1%s], hi: [1, 1%s], boundary: [free, free%s]}\n",
      dimension == 2 ? "" : ", -1", dimension == 2 ? "" : ", 1", dimension == 2 ? "" : ", free");
  add(t,
      "material:\n  - rubber: {density: 1000}\n"
      "contact:\n  - rr: {between: [rubber, rubber], normal: hooke, stiffness: 1, damping: 0, "
      "tangential: none}\n"
      "template:\n  - bead: {material: rubber, pebbles: [0, 0%s, 0.05], turns: false}\n"
      "clumps:\n  - nodes: {file: nodes.csv}\n"
      "deformable:\n  - bag: {file: skins.csv, %s}\n",
      dimension == 2 ? "" : ", 0", keys);
}

/* Velocities that stretch and shear the body, and let it turn and fly. */
static void write_body(int dimension)
{
  Skins *s = skins_begin(dimension == 2 ? "a,b" : "a,b,c");

  s->shear = 1.5;
  if (dimension == 2) skins_disc(s, 16, vec3(0.1, 0, 0), 0.3, vec3(0.5, 0.2, 0));
  else skins_ball(s, vec3(0.1, 0, 0), 0.3, vec3(0.5, 0.2, -0.1));
  skins_write(s);
}

typedef struct {
  double error, momentum, angular; /* largest deviations from the start, over its values */
} Kept;

static Kept follow(int dimension, double dt, const char *keys)
{
  Draft  t;
  Sim   *sim;
  Totals start, now;
  Kept   kept = {0};

  add_soft_body(&t, dimension, dt, keys);
  sim   = test_sim(PETSC_COMM_WORLD, t.text, "");
  start = totals_of(sim);
  for (int k = 0; k < 40; k++) {
    test_steps(sim, (int)lround(4e-3 / dt));
    now           = totals_of(sim);
    kept.error    = fmax(kept.error, fabs(ledger_of(&now) / ledger_of(&start) - 1));
    kept.momentum = fmax(kept.momentum, vec3_norm(vec3_sub(now.momentum, start.momentum)) /
                                          vec3_norm(start.momentum));
    kept.angular  = fmax(kept.angular,
                         vec3_norm(vec3_sub(now.angular, start.angular)) / vec3_norm(start.angular));
  }
  CALL(sim_destroy(&sim));
  return kept;
}

/* Yielding that takes less than a step ends in it: the shape at rest is that of the nodes, so that
   the stored energy, that of the strains of one step, stays small. */
static void rapid_yielding_ends_in_a_step(void)
{
  static const char *const keys[] = {
    "edge_stiffness: 2e4, bending_stiffness: 50, edge_time: 1e-7, bending_time: 1e-7",
    "edge_stiffness: 2e4, perimeter_time: 1e-7"};

  write_body(2);
  for (int k = 0; k < 2; k++) {
    Draft  t;
    Sim   *sim;
    Totals start, now;

    add_soft_body(&t, 2, 5e-4, keys[k]);
    sim   = test_sim(PETSC_COMM_WORLD, t.text, "");
    start = totals_of(sim);
    test_steps(sim, 200);
    now = totals_of(sim);
    CHECK(energy_of(&now) <= 1.001 * energy_of(&start));
    CHECK(k > 0 || now.potential < 1e-3 * start.translational); /* strains of 5e-4 x 4/s */
    CALL(sim_destroy(&sim));
  }
  test_end("yielding in a time below the time step does not overshoot");
}

static void energy_is_of_second_order(int dimension, const char *keys, const char *name)
{
  Kept coarse, fine;

  write_body(dimension);
  coarse = follow(dimension, 1e-3, keys);
  fine   = follow(dimension, 5e-4, keys);
  CHECK(fine.error < 1e-2);
  CHECK(coarse.error > 1e-5);                          /* the body deforms */
  CHECK_NEAR(log2(coarse.error / fine.error), 2, 0.2); /* terms of higher order */
  /* rounding of 320 steps */
  CHECK_NEAR(fine.momentum, 0, 1e-12);
  CHECK_NEAR(fine.angular, 0, 1e-12);
  test_end(name);
}

/* A regular polygon of n segments, of area c times that at rest, has the energy e_c C_0 (c - 1)^2 /
   2 + n k (L - L_0)^2 / 2, L = L_0 sqrt(c f), where C_0 is f times the area at the start. */
static void area_is_that_of_the_stiffness(void)
{
  enum { N = 12 };
  const double radius = 0.3, f = 1.5, stiffness = 5e3, edge = 2e3,
               area   = 0.5 * N * radius * radius * sin(2 * pi / N),
               length = 2 * radius * sin(pi / N);
  double low = 0.5, high = 1;
  Skins *s = skins_begin("a,b");
  Draft  t;
  Sim   *sim;
  Totals totals;

  for (int k = 0; k < 60; k++) {
    const double c = 0.5 * (low + high), l = length * sqrt(c * f);
    const double slope =
      stiffness * f * area * (c - 1) + N * edge * (l - length) * 0.5 * length * sqrt(f / c);

    if (slope < 0) low = c;
    else high = c;
  }
  skins_disc(s, N, vec3(0, 0, 0), radius, vec3(0, 0, 0));
  skins_write(s);
  add_soft_body(&t, 2, 2e-3,
                "content_stiffness: 5e3, content_factor: 1.5, edge_stiffness: 2e3, damping: 150");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  test_steps(sim, 3000);
  totals = totals_of(sim);
  CHECK_NEAR(totals.potential,
             0.5 * stiffness * f * area * (low - 1) * (low - 1) +
               0.5 * N * edge * length * length * (sqrt(low * f) - 1) * (sqrt(low * f) - 1),
             1e-9 * stiffness * area); /* it has come to rest, and the energy is flat there */
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    CHECK_NEAR(vec3_norm(sim->matter.clumps->pose[a].x), radius * sqrt(low * f), 1e-6 * radius);
  CALL(sim_destroy(&sim));
  test_end("a disc swells to the area at which content and edges are in balance");
}

TESTS(.ranks = {1, 2})
{
  energy_is_of_second_order(
    2,
    "content_stiffness: 1e4, stretching_stiffness: 3e3, edge_stiffness: 2e4, bending_stiffness: 50",
    "disc: energy to second order of dt, momenta to rounding");
  energy_is_of_second_order(3,
                            "content_stiffness: 1e5, stretching_stiffness: 3e3, edge_stiffness: "
                            "2e3, bending_stiffness: 30, surface_tension: 20",
                            "ball: energy to second order of dt, momenta to rounding");
  energy_is_of_second_order(2,
                            "content_stiffness: 1e4, edge_stiffness: 2e4, bending_stiffness: 50, "
                            "edge_time: 0.05, bending_time: 0.1",
                            "disc that yields: energy to second order of dt");
  energy_is_of_second_order(2, "content_stiffness: 1e4, edge_stiffness: 2e4, perimeter_time: 0.05",
                            "disc whose perimeter yields: energy to second order of dt");
  rapid_yielding_ends_in_a_step();
  area_is_that_of_the_stiffness();
  test_folder_remove();
}
