/* SPDX-License-Identifier: MIT */
/* Cost of an inlet for each clump, drawing, testing and placing, over 5000 and over 100 000 clumps
   that lie below. Times differ by more than the cost grows: the smallest of several releases
   counts. */
#include "sim_test.h"

#include <time.h>

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 3}\n"
  "domain: {lo: [0, 0, 0], hi: [40, 40, 400], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .5}\n"
  "template:\n  - rod: {material: a, pebbles: [0,0,0,.3, .4,0,0,.3]}\n"
  "clumps:\n  - bed: {template: rod, count: %d, lo: [0, 0, 0], hi: [40, 40, 350]}\n"
  "inlet:\n  - feed: {template: rod, lo: [0, 0, 360], hi: [40, 40, 390], every: .001, number_rate: "
  "1000000}\n";

enum { RELEASES = 7, EACH = 1000 };

/* Seconds for each clump that enters. */
static double cost_over(int below)
{
  double best = INFINITY;
  char   text[2000];
  Sim   *sim;

  snprintf(text, sizeof text, scenario, below);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (int k = 1; k <= RELEASES; k++) {
    const int64_t before = sim->energy.account.inserted;
    const clock_t from   = clock(); /* of the processor: other programs do not count */

    CALL(sim_release(sim, 0.001 * k + 1e-9));
    best = fmin(best, (double)(clock() - from) / CLOCKS_PER_SEC / EACH);
    CHECK_INT(sim->energy.account.inserted - before, EACH);
  }
  CALL(sim_destroy(&sim));
  return best;
}

static void cost_does_not_grow(void)
{
  const double few = cost_over(5000), many = cost_over(100000);

  test_note("%.1f us for a clump over 5000 clumps, %.1f us over 100 000", 1e6 * few, 1e6 * many);
  CHECK(many < 1.5 * few); /* timings; and one pass over all clumps in each release */
  test_end("the cost of an inlet for each clump does not grow with what lies below");
}

TESTS(.ranks = {1}, .limit = 600)
{
  cost_does_not_grow();
  test_folder_remove();
}
