/* np: 1 2 3 4 8, limit: 300 */
/* SPDX-License-Identifier: MIT */
/* Extent has no limit: clumps longer than subdomains and than the box, that touch their own image;
   one across all ranks among grains; ids of any size; and 10^5 steps of free flight through
   periodic faces, then a restart. */
#include "sim_test.h"

#define MATTER(stiffness) \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: " stiffness \
  ", restitution: .8, tangential: hooke, friction: .4}\n"

static int64_t least(int64_t n)
{
  int64_t least = 0;

  (void)MPI_Allreduce(&n, &least, 1, MPI_INT64_T, MPI_MIN, PETSC_COMM_WORLD);
  return least;
}

/* Touching pairs of a clump and its own image, counted on this rank. */
static int64_t own_contacts(const Sim *sim)
{
  const Touching *t = &sim->contacts->pebbles[sim->contacts->now];
  const PairList *l = &sim->pairs->pebbles;
  int64_t         n = 0;

  for (PetscInt k = 0; k < t->n; k++) {
    const int32_t a = sim->pebbles->clump[l->a[t->pair[k]]],
                  b = sim->pebbles->clump[l->b[t->pair[k]]];

    n += sim->clumps->id[a] == sim->clumps->id[b];
  }
  return n;
}

static int64_t copies_of(const Sim *sim, Id id)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < sim->clumps->n; a++) n += sim->clumps->id[a] == id;
  return n;
}

/* Bent clumps in a box of 4 x 9 x 5, periodic all round: `hook` reaches round the box and meets
   itself, `pole` is longer than any side and lies askew. Their ids are as far apart as ids may be.
 */
static const char ring[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0.5, -1], overlap_limit: 9}\n"
  "domain: {lo: [-1, 0, 0], hi: [3, 9, 5], boundary: [periodic, periodic, periodic]}\n" MATTER(
    "3e2") "template:\n"
           "  - hook: {material: a, pebbles: [0,0,0,.4, .6,.2,0,.4, 1.2,.3,0,.4, 1.8,.4,0,.4, "
           "2.4,.6,.1,.4, "
           "3,.8,.3,.4, 3.6,.4,.3,.4]}\n"
           "  - pole: {material: a, file: pole.csv}\n"
           "clumps:\n  - three: {file: three.csv}\n";

static const char three[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,blocked\n"
                            "hook,0,2,1,1,0,0,0,1,0,3,0,0,0,-4611686018427387904,XYZ\n"
                            "hook,2.5,7,3,1,0.1,0,0,-2,0,0,0,0,0.5,4611686018427387903,\n"
                            "pole,1,4.5,4,1,0,0,0,0,-1,-2,0.2,0,0,-3,\n";

static void write_pole(void)
{
  char   text[2000] = "x,y,z,r\n";
  size_t n          = strlen(text);

  for (int k = 0; k < 14; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%g,%g,%g,.3\n", .5 * k, .2 * k, .15 * k);
  test_file("pole.csv", text);
}

static void clumps_meet_their_own_images(void)
{
  enum { STEPS = 600 };
  static const char *const tries[] = {"-decomp_random 1 -balance_every 7",
                                      "-decomp_random 2 -search_method all_pairs",
                                      "-rebuild_every 1 -decomp_random 3 -search_skin 0.9"};
  uint64_t                 reference;
  int64_t                  own = 0;
  Sim                     *sim;

  write_pole();
  test_file("three.csv", three);
  sim = test_sim(PETSC_COMM_SELF, ring, "");
  for (int step = 0; step < STEPS; step++) {
    test_steps(sim, 1);
    own += own_contacts(sim);
  }
  reference = test_digest(sim);
  CALL(sim_destroy(&sim));
  CHECK(own >= STEPS); /* the first one cannot turn away from itself */
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    int64_t also = 0;

    sim = test_sim(PETSC_COMM_WORLD, ring, tries[k]);
    for (int step = 0; step < STEPS; step++) {
      test_steps(sim, 1);
      also += own_contacts(sim);
    }
    CHECK_INT(test_total(also), own);
    CHECK(test_digest(sim) == reference);
    CALL(sim_destroy(&sim));
  }
  test_note("%" PRId64 " touches of a clump with its own image, summed over steps", own);
  test_end(
    "clumps longer than the box meet their own images, counted once, same bits as on one rank");
}

/* ---- the stirrer ---- */

static const char stirred[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, gravity: [0, 0, -5], seed: 11, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [21, 6, 6], boundary: [periodic, free, free]}\n" MATTER(
    "2e4") "template:\n"
           "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n  - stirrer: {material: a, "
           "file: stirrer.csv}\n"
           "clumps:\n"
           "  - one: {file: one.csv}\n"
           "  - grains: {template: [grain], count: 450, lo: [0, 0, 0], hi: [21, 6, 6], velocity: "
           "[4, 0, 0]}\n"
           "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n";

/* 200 pebbles on a screw around x, 20 m long. */
static void write_stirrer(void)
{
  char  *text = calloc(200, 100);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int k = 0; k < 200; k++)
    n += (size_t)snprintf(text + n, 100, "%.6f,%.6f,%.6f,.15\n", .1 * k, 1.5 * cos(.15 * k),
                          1.5 * sin(.15 * k));
  test_file("stirrer.csv", text);
  free(text);
  test_file("one.csv", "template,x,y,z,wx,wy,wz,vx,vy,vz,id,blocked\nstirrer,10.5,3,3,6,0,0,0,0,0,"
                       "9000000000000000000,YZ\n");
}

static void a_stirrer_lies_across_all_ranks(void)
{
  enum { STEPS = 300 };
  const Id stirrer    = 9000000000000000000;
  int64_t  touches[2] = {0, 0};
  uint64_t reference;
  Sim     *sim;

  write_stirrer();
  sim = test_sim(PETSC_COMM_SELF, stirred, "");
  for (int step = 0; step < STEPS; step++) {
    test_steps(sim, 1);
    touches[0] += contacts_count(sim->contacts);
  }
  reference = test_digest(sim);
  CALL(sim_destroy(&sim));
  for (int k = 0; k < 2; k++) {
    sim = test_sim(PETSC_COMM_WORLD, stirred, k ? "-balance_every 30" : "");
    CHECK(least(copies_of(sim, stirrer)) > 0);
    CHECK_INT(test_total(test_row(sim, stirrer) >= 0), 1);
    touches[1] = 0;
    for (int step = 0; step < STEPS; step++) {
      test_steps(sim, 1);
      touches[1] += contacts_count(sim->contacts);
    }
    CHECK(test_digest(sim) == reference);
    CHECK_INT(test_total(touches[1]), touches[0]);
    CALL(sim_destroy(&sim));
  }
  CHECK(touches[0] > STEPS); /* it stirs */
  test_note("%.1f contacts on average", (double)touches[0] / STEPS);
  test_end("a clump of 200 pebbles across all ranks among grains: same bits as on one rank");
}

/* ---- free flight ---- */

/* dt is 2^-10, so that x0, v dt and the box of `exact` are on the grid and every step is exact. */
static const char flight[] =
  "schema: 1\n"
  "run: {end_time: 1000, dt: 0.0009765625}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 3, 5], boundary: [periodic, periodic, periodic]}\n" MATTER(
    "3e2") "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
           "  - bent: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .5,.2,0,.1]}\n"
           "clumps:\n  - two: {file: two.csv}\n";

static const char two[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id\n"
                          "ball,1,1,1,1,0,0,0,3,-2,1,0,0,0,-9\n"
                          "bent,3,2,3.5,1,0,0,0,3,-2,1,2,3,5,9\n"
                          "bent,1,2.5,3.5,1,0,0,0,3.001,-2.003,.999,0.2,0.3,-0.5,10\n";

/* Two of one velocity never meet; the third drifts by them, 0.1 m in all, too little to touch. */
static void check_flight(const Sim *sim, int64_t steps)
{
  static const struct {
    Id   id;
    Vec3 x, v;
    bool exact;
  } start[]           = {{-9, {1, 1, 1}, {3, -2, 1}, true},
                         {9, {3, 2, 3.5}, {3, -2, 1}, true},
                         {10, {1, 2.5, 3.5}, {3.001, -2.003, .999}, false}};
  const double t      = (double)steps / 1024;
  const Vec3   length = {4, 3, 5};

  for (int k = 0; k < 3; k++) {
    const PetscInt a = test_row(sim, start[k].id);

    for (int axis = 0; axis < 3 && a >= 0; axis++) {
      const Image  n     = sim->clumps->image[a];
      const double image = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
      const double x = vec3_axis(sim->clumps->pose[a].x, axis) + image * vec3_axis(length, axis);
      const double expected = vec3_axis(start[k].x, axis) + vec3_axis(start[k].v, axis) * t;

      if (start[k].exact) CHECK_BITS(x + vec3_axis(sim->clumps->motion[a].rest, axis), expected);
      /* v dt is rounded once in every step, always alike: 10^5 x 0.003 x 2^-53 */
      else CHECK_NEAR(x + vec3_axis(sim->clumps->motion[a].rest, axis), expected, 1e-13 * 300);
      CHECK_BITS(vec3_axis(sim->clumps->motion[a].v, axis), vec3_axis(start[k].v, axis));
    }
  }
}

static void free_flight_is_exact(void)
{
  /* steps of ranks that share a core are slow */
  const int steps = test_size() <= 2 ? 100000 : 10000, first = steps / 2 + 77;
  uint64_t  reference;
  char      text[900];
  bool      written;
  Sim      *sim;

  test_file("two.csv", two);
  sim = test_sim(PETSC_COMM_SELF, flight, "");
  test_steps(sim, steps);
  check_flight(sim, steps);
  CHECK_INT(contacts_count(sim->contacts), 0);
  CHECK(sim->clumps->image[0].x >
        steps / 2000); /* 3 m/s x 1 s for every 1024 steps, in boxes of 4 m */
  reference = test_digest(sim);
  CALL(sim_destroy(&sim));
  sim = test_sim(PETSC_COMM_WORLD, flight, "-decomp_random 8");
  test_steps(sim, first);
  check_flight(sim, first);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5 -decomp_random 9", test_folder(),
           first);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  check_flight(sim, first);
  test_steps(sim, steps - first);
  check_flight(sim, steps);
  CHECK(test_digest(sim) == reference);
  CALL(sim_destroy(&sim));
  test_end("free flight through periodic faces and a restart is x0 + v t, to the bit");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  clumps_meet_their_own_images();
  a_stirrer_lies_across_all_ranks();
  free_flight_is_exact();
  test_folder_remove();
  return test_finish();
}
