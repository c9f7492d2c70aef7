/* SPDX-License-Identifier: MIT */
/* The random fill: no overlaps with anybody or any image, none with walls or what was there, inside
   its box; the asked number and shares; and the same clumps by id on any ranks and cuts. */
#include "parallel/fill.h"

#define MATTER \
  "schema: 1\nmaterial:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: .8, " \
  "tangential: none}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - rod: {material: a, pebbles: [0,0,0,.25, .4,0,0,.25, .8,0,0,.25, 1.2,0,0,.25, 1.6,0,0,.25, " \
  "2,0,0,.25, 2.4,0,0,.25, " \
  "2.8,0,0,.25, 3.2,0,0,.25]}\n"

enum { BED = 110, TOP = 15, POSTS = 2 };

/* Dense enough that most attempts are refused; the rod is longer than half the box. */
static const char dense[] =
  MATTER "run: {end_time: 9, dt: 1e-3, seed: 4}\n"
         "domain: {lo: [-1, 0, 0], hi: [5, 6, 7], boundary: [periodic, periodic, open]}\n"
         "clumps:\n"
         "  - posts: {file: posts.csv}\n"
         "  - bed: {template: [rod, pair], fraction: [.3, .7], count: 110, lo: [-1, 0, 0], hi: [5, "
         "6, 7]}\n"
         "  - top: {template: [ball], count: 15, lo: [3, 1, 3], hi: [4.5, 5.5, 7]}\n"
         "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 1], normal: [0, 0, 1]}\n";

static const char posts[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,blocked\n"
                            "rod,-1,0,4,1,0,1,0,0,0,0,0,0,0,-50,xyzXYZ\n"
                            "rod,2,3,4,1,0,1,0,0,0,0,0,0,0,-40,xyzXYZ\n";

static void a_fill_overlaps_nothing(void)
{
  Sim    *sim;
  int     n, top = 0;
  Placed *list;
  double  lowest = INFINITY;

  sim  = test_sim(PETSC_COMM_SELF, dense, "");
  list = all_balls(sim, &n);
  CHECK_INT(sim->matter.clumps->n_owned, POSTS + BED + TOP);
  CHECK(deepest(list, n, sim->space.domain.length) <= rounding);
  for (int i = 0; i < n; i++) {
    const Placed b = list[i];

    if (b.id < 0) continue;
    lowest = fmin(lowest, b.x.z - b.r);
    CHECK(b.x.z + b.r <= 7 + rounding);
    if (b.id < BED) continue;
    top++;
    CHECK(b.x.x - b.r >= 3 - rounding && b.x.x + b.r <= 4.5 + rounding);
    CHECK(b.x.y - b.r >= 1 - rounding && b.x.y + b.r <= 5.5 + rounding);
    CHECK(b.x.z - b.r >= 3 - rounding);
  }
  CHECK(lowest >= 1 - rounding); /* the floor is at 1, the box of the fill at 0 */
  CHECK_INT(top, TOP);           /* ids go on from object to object */
  for (Id id = 0; id < BED + TOP; id++) CHECK(test_row(sim, id) >= 0);
  free(list);
  CALL(sim_destroy(&sim));
  test_end("a fill overlaps no clump, image or wall and keeps to its box");
}

static void a_fill_is_the_same_on_any_ranks(void)
{
  static const char *const options[] = {"", "-decomp_random 1",
                                        "-decomp_random 2 -search_method all_pairs"};
  Sim                     *sim;
  const uint64_t           reference = test_digest_alone(dense, "", 0);

  for (size_t k = 0; k < 3; k++) {
    if (!test_way_here(k, 3)) continue;
    sim = test_sim(PETSC_COMM_WORLD, dense, options[k]);
    CHECK(test_digest(sim) == reference);
    CALL(sim_destroy(&sim));
  }
  sim = test_sim(PETSC_COMM_WORLD, dense, "-run_seed 5");
  CHECK(test_digest(sim) != reference);
  CALL(sim_destroy(&sim));
  test_end("a fill is the same, by id, on any ranks, and another with another seed");
}

/* Thin, so that places are even. */
static void shares_are_as_asked(void)
{
  enum { COUNT = 600 };
  static const char thin[]   = MATTER "run: {end_time: 9, dt: 1e-3}\ndomain: {lo: [0, 0, 0], hi: "
                                      "[60, 60, 60], boundary: [open, free, periodic]}\n"
                                      "clumps:\n  - some: {template: [ball, rod, pair], fraction: "
                                      "[3, 1, 2], count: 600, lo: [0, 0, 0], hi: [60, 60, 60]}\n";
  const int         asked[]  = {300, 200, 100}; /* of ball, pair, rod: the order of templates */
  int64_t           count[3] = {0}, sum[3];
  Vec3              mean     = {0, 0, 0}, whole;
  Sim              *sim      = test_sim(PETSC_COMM_WORLD, thin, "");

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    count[sim->matter.clumps->template[a]]++;
    mean = vec3_add(mean, vec3_scale(1. / COUNT, sim->matter.clumps->pose[a].x));
  }
  (void)MPI_Allreduce(count, sum, 3, MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  (void)MPI_Allreduce(&mean, &whole, 3, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CHECK_INT(sum[0] + sum[1] + sum[2], COUNT);
  for (int k = 0; k < 3; k++) CHECK_INT(sum[k], asked[k]);
  /* four standard deviations of the mean of an even distribution over 60 m */
  for (int axis = 0; axis < 3; axis++)
    CHECK_NEAR(vec3_axis(whole, axis), 30, 4 * 60 / sqrt(12. * COUNT));
  CALL(sim_destroy(&sim));
  test_end("a thin fill has exactly the shares asked for, spread evenly");
}

static void too_much_is_a_mistake(void)
{
  char path[400];
  int  mistakes = 0;
  Sim *sim;

  snprintf(path, sizeof path, "%s/full.yaml", test_folder());
  test_file("full.yaml", MATTER "run: {end_time: 9, dt: 1e-3}\ndomain: {lo: [0, 0, 0], hi: [3, 3, "
                                "3], boundary: [open, free, periodic]}\n"
                                "clumps:\n  - some: {template: [ball], count: 900, attempts: 5, "
                                "lo: [0, 0, 0], hi: [3, 3, 3]}\n");
  CALL(sim_create(PETSC_COMM_WORLD, NULL, &(ScenarioSource){.file = path}, &sim, &mistakes));
  CHECK_INT(mistakes, 1);
  CALL(sim_destroy(&sim));
  test_end("more than fits is a mistake of the scenario, told on all ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  test_file("posts.csv", posts);
  if (test_size() == 1) a_fill_overlaps_nothing();
  a_fill_is_the_same_on_any_ranks();
  shares_are_as_asked();
  too_much_is_a_mistake();
  test_folder_remove();
}
