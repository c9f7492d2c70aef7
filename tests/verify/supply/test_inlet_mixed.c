/* SPDX-License-Identifier: MIT */
/* Inlets whose regions overlap, across periodic faces: clumps that enter touch no others, not even
   those that another inlet puts in at the same time; materials and velocities are drawn evenly. */
#include "parallel/fill.h"
#include "parallel/inlet.h"
#include "supply/inlet.h"

/* Largest overlap of a new pebble with a pebble of another clump, or of itself, in all images. */
static double deepest_new(const Sim *sim, Id from)
{
  const Vec3 length = sim->space.domain.length;
  int        n;
  Placed    *list = all_balls(sim, &n);
  double     most = -INFINITY;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && list[i].id >= from; j++)
      for (int image = 0; image < 9; image++) {
        const Vec3 shift = vec3((image % 3 - 1) * length.x, (image / 3 - 1) * length.y, 0);
        const Vec3 d     = vec3_sub(vec3_add(list[i].x, shift), list[j].x);

        if (list[i].id == list[j].id && image == 4) continue;
        most = fmax(most, list[i].r + list[j].r - vec3_norm(d));
      }
  free(list);
  return most;
}

static void nothing_overlaps_when_it_enters(void)
{
  Sim   *sim     = test_sim(PETSC_COMM_SELF, inlet_mixed, "");
  double touches = deepest_new(sim, 0);
  int    several = 0;

  for (int step = 0; step < INLET_STEPS; step++) {
    const Id before = sim->energy.account.next_id;

    test_steps(sim, 1);
    if (sim->energy.account.next_id == before) continue;
    several += sim->energy.account.next_id > before + 2;
    touches = fmax(touches, deepest_new(sim, before));
  }
  test_note("%" PRId64 " clumps, closest %.3g m", sim->energy.account.inserted, -touches);
  CHECK(sim->energy.account.inserted > 40 && several > 3 && touches <= rounding);
  CALL(sim_destroy(&sim));
  test_end("clumps that enter in one place from three inlets touch nothing, across periodic faces");
}

/* ---- draws ---- */

static const char rain[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 3}\n"
  "domain: {lo: [0, 0, 0], hi: [40, 40, 40], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "  - b: {density: 3, young: 1e5, poisson: .3}\n"
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - ab: {between: [a, b], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - bb: {between: [b, b], normal: hooke, stiffness: 300, restitution: .5}\n"
  "template:\n  - rod: {material: a, pebbles: [0,0,0,.1, .15,0,0,.1]}\n"
  "inlet:\n"
  "  - feed: {template: rod, material: [a, b], lo: [0, 0, 0], hi: [40, 40, 40], every: 1, "
  "number_rate: 4000, velocity: [1, 0, 0], velocity_spread: [.5, 0, 2], spin: [0, 0, 4], "
  "spin_spread: [1, 0, 0]}\n";

/* Means and largest deviations over all clumps. */
static void draws_are_even(void)
{
  Sim          *sim    = test_sim(PETSC_COMM_WORLD, rain, "");
  const Clumps *c      = sim->matter.clumps;
  const double  n      = (double)test_total(c->n_owned);
  double        sum[4] = {0}, most[4] = {0};
  int64_t       heavy = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3      v   = c->motion[a].v;
    const Template *t   = &sim->matter.templates.list[c->template[a]];
    const double    x[] = {v.x - 1, v.y, v.z, c->w[a].x};

    heavy += t->material[0] == 1;
    CHECK_NEAR(c->mass[a], t->mass.volume * (t->material[0] == 1 ? 3 : 1), 1e-15);
    CHECK_NEAR(c->inertia[a].z / c->mass[a],
               sim->matter.templates.list[0].mass.principal.z /
                 sim->matter.templates.list[0].mass.mass,
               1e-15);
    CHECK_NEAR(c->w[a].z, 4, 1e-13);
    for (int k = 0; k < 4; k++) {
      sum[k] += x[k] / n;
      most[k] = fmax(most[k], fabs(x[k]));
    }
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, sum, 4, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  (void)MPI_Allreduce(MPI_IN_PLACE, most, 4, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  /* four deviations of the means of 4000 uniform draws, and of a fair coin */
  CHECK_NEAR(sum[0], 0, 4 * .5 / sqrt(3 * n));
  CHECK_NEAR(sum[2], 0, 4 * 2 / sqrt(3 * n));
  CHECK_NEAR(sum[3], 0, 4 * 1 / sqrt(3 * n));
  CHECK_NEAR((double)test_total(heavy) / n, .5, 4 * .5 / sqrt(n));
  CHECK(most[0] <= .5 && most[0] > .49 && most[1] == 0 && most[2] <= 2 && most[2] > 1.99);
  CHECK_INT((int64_t)n, 4000);
  CALL(sim_destroy(&sim));
  test_end("materials are drawn evenly, and velocities uniformly up to their spread");
}

TESTS(.ranks = {1, 2})
{
  nothing_overlaps_when_it_enters();
  draws_are_even();
  test_folder_remove();
}
