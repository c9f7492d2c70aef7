/* SPDX-License-Identifier: MIT */
/* Work is weighed once, and where it is done: not with the owner of a large clump, and not twice
 * where boxes meet. */
#include "sim_test.h"

enum { CLUMPS = 43, LONG = 300, STEPS = 40 };

/* A rod of 300 pebbles goes three times round the box among spheres and pairs: it is longer than
   the box, and so has itself for a neighbour. */
static const char *scenario(void)
{
  static char text[20000];
  size_t      n = (size_t)sprintf(
         text, "%s",
         "schema: 1\n"
              "run: {end_time: 9, dt: 1e-3, seed: 2, gravity: [2, 0, -9], overlap_limit: 9}\n"
              "domain: {lo: [0, 0, 0], hi: [10, 1.2, 4], boundary: [periodic, periodic, free]}\n"
              "material:\n  - a: {density: 1000, young: 1e5, poisson: .3}\n"
              "contact:\n  - law: {between: [a, a], normal: hooke, stiffness: 3000, restitution: .3, "
              "tangential: hooke, friction: .4}\n"
              "template:\n  - ball: {material: a, pebbles: [0,0,0,.2]}\n"
              "  - pair: {material: a, pebbles: [0,0,0,.2, .3,0,0,.15]}\n"
              "  - long: {material: a, pebbles: [");

  for (int k = 0; k < LONG; k++)
    n += (size_t)sprintf(text + n, "%s%g,0,0,.06", k ? ", " : "", 0.1 * k);
  sprintf(text + n, "%s",
          "]}\nclumps:\n"
          "  - stirrer: {file: long.csv}\n"
          "  - grains: {template: [ball, pair], count: 42, lo: [0, 0, .6], hi: [10, 1.2, 1.5]}\n"
          "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  return text;
}

static void each_is_weighed_once(void)
{
  static const char *const tries[] = {"-balance_every 5", "-decomp_random 3 -balance_every 3",
                                      "-search_method cells", ""};

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    Sim    *sim;
    int64_t most = 0;

    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario(), tries[k]);
    for (int step = 0; step < STEPS; step++) {
      int64_t weight = 0, pebbles = 0, pairs = sim->pairs->pebbles.n + sim->pairs->walls.n;
      Points  points;

      test_steps(sim, 5);
      sim_weigh(sim, &points);
      for (PetscInt i = 0; i < points.n; i++) {
        weight += points.weight[i];
        CHECK(points.weight[i] > 0 && points.x[i].x >= 0 && points.x[i].x < 10 &&
              points.x[i].y >= 0 && points.x[i].y < 1.2);
      }
      points_free(&points);
      for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
        pebbles += sim->matter.templates.list[sim->matter.clumps->template[a]].n;
      pairs = test_sum(sim, sim->pairs->pebbles.n + sim->pairs->walls.n);
      most  = max_int(most, test_sum(sim, contacts_count(sim->contacts)));
      CHECK_INT(test_sum(sim, weight), work_of(CLUMPS, test_sum(sim, pebbles), pairs,
                                               test_sum(sim, contacts_count(sim->contacts))));
    }
    CHECK(most > 100); /* there are contacts to weigh */
    CALL(sim_destroy(&sim));
  }
  test_end("every clump, pebble, listed pair and contact is weighed once over all ranks");
}

/* Weight that lies in this rank's box. */
static int64_t share(const Sim *sim)
{
  int64_t by_rank[8] = {0};
  Points  points;

  sim_weigh(sim, &points);
  for (PetscInt i = 0; i < points.n; i++)
    by_rank[decomposition_rank(&sim->space.decomposition, points.x[i])] += points.weight[i];
  points_free(&points);
  CALL(parallel_sum_int(&sim->par, by_rank, sim->par.size));
  return by_rank[sim->par.rank];
}

/* The stirrer is most of the work, and it has one owner. */
static void a_large_clump_is_shared(void)
{
  Sim    *sim = test_sim(PETSC_COMM_WORLD, scenario(), "-balance_every 20");
  int64_t most[2], sum[2];

  test_steps(sim, 200);
  most[0] = sum[0] = sim->matter.pebbles->n;
  most[1] = sum[1] = share(sim);
  CALL(parallel_max_int(&sim->par, most, 2));
  CALL(parallel_sum_int(&sim->par, sum, 2));
  test_note("np %d: imbalance %.2f, %d of %d pebbles and %d of %d ns on one rank", sim->par.size,
            sim->lists.balance.imbalance, (int)most[0], (int)sum[0], (int)most[1], (int)sum[1]);
  /* by its owner's count it would be np times the mean */
  CHECK(sum[0] > LONG && (double)most[0] <= 1.35 * (double)sum[0] / sim->par.size);
  CHECK((double)most[1] <=
        1.2 * (double)sum[1] / sim->par.size); /* a pebble in contact is 1/20 of an eighth */
  CHECK(sim->lists.balance.imbalance < 1.3);
  CALL(sim_destroy(&sim));
  test_end("a clump of most pebbles does not weigh on its owner");
}

/* A large ball that grains touch all round: its contacts are where the grains are, not in its
 * centre. */
static void a_boulder_is_shared(void)
{
  enum { GRAINS = 3000 };
  const double golden =
    2.399963229728653; /* the golden angle: points of a spiral are spread evenly */
  static char list[90 * GRAINS];
  size_t      n = (size_t)sprintf(list, "template,x,y,z,blocked\nbig,0,0,0,xyzXYZ\n");
  Sim        *sim;

  for (int k = 0; k < GRAINS; k++) {
    const double z = 1 - (2 * k + 1.0) / GRAINS, across = sqrt(1 - z * z), r = 1.0199;

    n += (size_t)sprintf(list + n, "grain,%.12f,%.12f,%.12f,\n", r * across * cos(golden * k),
                         r * across * sin(golden * k), r * z);
  }
  test_file("shell.csv", list);
  sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 9, dt: 1e-5, gravity: [0, 0, 0]}\n"
             "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [open, open, open]}\n"
             "material:\n  - a: {density: 1000}\n"
             "contact:\n  - law: {between: [a, a], normal: hooke, stiffness: 5e3, restitution: 1}\n"
             "template:\n  - big: {material: a, pebbles: [0,0,0,1]}\n  - grain: {material: a, "
             "pebbles: [0,0,0,.02]}\n"
             "clumps:\n  - all: {file: shell.csv}\n",
             "-balance_every 3");
  test_steps(sim, 7);
  test_note("np %d: imbalance %.3f of a ball among %d grains", sim->par.size,
            sim->lists.balance.imbalance, GRAINS);
  CHECK(test_sum(sim, contacts_count(sim->contacts)) > GRAINS / 2);
  CHECK(sim->lists.balance.imbalance <
        1.05); /* half of each contact in the middle: 1.2 to 2 on three ranks and more */
  CALL(sim_destroy(&sim));
  test_end("a large ball's contacts weigh where they are");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  test_file("long.csv", "template,x,y,z,vx,vy,vz,id,blocked\nlong,5,.6,.055,0,1,0,1000,xzXYZ\n");
  each_is_weighed_once();
  a_large_clump_is_shared();
  a_boulder_is_shared();
  test_folder_remove();
}
