/* SPDX-License-Identifier: MIT */
/* Poses, loads and marks of copies are the same to the bit whether clumps are wide or not. */
#include "world.h"

enum { N = 60, LARGE = 5, CROWD = 3000 };

static const Boundary around[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
static const int64_t  limits[]  = {0, 1, 2, 5, INT64_MAX / 4};
enum { LIMITS = sizeof limits / sizeof *limits };

/* A pseudo-random number for part `part` of a row on a rank, over all 64 bits. */
static uint64_t number(Id id, Image shift, int rank, int part)
{
  Random r = random_stream((uint64_t)id, RANDOM_TEST, (uint64_t)(rank * 8 + part));

  return random_bits(&r) +
         0x9e3779b97f4a7c15ULL * (uint64_t)(shift.x + 10 * shift.y + 100 * shift.z);
}

static void copies_are_as_their_owners_say(void)
{
  int64_t some[LIMITS] = {0};

  for (int k = 0; k < LIMITS; k++) {
    Halo *halo;
    World w;

    world_create(&w, around, N, LARGE, 4);
    CALL(halo_create(&w.par, limits[k], &halo));
    world_hold(&w, halo, 0.1, NULL);
    for (PetscInt b = w.clumps->n_owned; b < w.clumps->n; b++) {
      const Id   id   = w.clumps->id[b];
      const Pose pose = w.clumps->pose[b];
      Pose       said = w.all->pose[id];

      said.x = domain_shifted(&w.domain, said.x, w.clumps->shift[b]);
      CHECK(memcmp(&pose, &said, sizeof pose) == 0);
      CHECK_INT(w.clumps->template[b], w.all->template[id]);
      CHECK_BITS(w.clumps->scale[b], w.all->scale[id]);
      CHECK_BITS(w.clumps->mass[b], w.all->mass[id]);
      some[k]++;
    }
    CALL(parallel_sum_int(&w.par, &some[k], 1));
    CHECK_INT(some[k], some[0]);
    if (k == 0) CHECK(halo_wide(halo) > N / LARGE);
    if (limits[k] == 5) CHECK(halo_wide(halo) > 0 && halo_wide(halo) < N);
    if (k == LIMITS - 1) CHECK_INT(halo_wide(halo), 0);
    CALL(halo_destroy(&halo));
    world_destroy(&w);
  }
  CHECK(some[0] > 0);
  test_note("%" PRId64 " copies", some[0]);
  test_end(
    "copies are the same whether clumps are wide or not, and have their owners' poses to the bit");
}

/* Loads of copies are added to those of owned rows modulo 2^64. */
static void sums_are_exact(void)
{
  for (int k = 0; k < LIMITS; k++) {
    uint64_t expected[N][LOAD_PARTS] = {{0}};
    Halo    *halo;
    Loads   *loads;
    World    w;

    world_create(&w, around, N, LARGE, 4);
    CALL(halo_create(&w.par, limits[k], &halo));
    loads_create(&loads);
    for (int repeat = 0; repeat < 2; repeat++) {
      world_hold(&w, halo, 0.1, NULL);
      loads_clear(loads, w.clumps->n);
      memset(expected, 0, sizeof expected);
      for (PetscInt a = 0; a < w.clumps->n; a++)
        for (int part = 0; part < LOAD_PARTS; part++) {
          const uint64_t sum = number(w.clumps->id[a], w.clumps->shift[a], w.par.rank, part);

          loads->sum[(size_t)a * LOAD_PARTS + (size_t)part] = (int64_t)sum;
          expected[w.clumps->id[a]][part] += sum;
        }
      CALL(parallel_sum_int(&w.par, (int64_t *)&expected[0][0], N * LOAD_PARTS));
      CALL(halo_reduce_begin(halo, w.clumps, loads));
      CALL(halo_reduce_end(halo, loads));
      for (PetscInt a = 0; a < w.clumps->n_owned; a++)
        for (int part = 0; part < LOAD_PARTS; part++)
          CHECK((uint64_t)loads->sum[(size_t)a * LOAD_PARTS + (size_t)part] ==
                expected[w.clumps->id[a]][part]);
    }
    loads_destroy(&loads);
    CALL(halo_destroy(&halo));
    world_destroy(&w);
  }
  test_end("loads of copies are added to their owners', modulo 2^64");
}

static void words_travel(void)
{
  for (int k = 0; k < LIMITS; k++) {
    int64_t  most[N];
    int32_t *values;
    Halo    *halo;
    World    w;

    world_create(&w, around, N, LARGE, 4);
    CALL(halo_create(&w.par, limits[k], &halo));
    world_hold(&w, halo, 0.1, NULL);
    CALL(PetscMalloc1(w.clumps->n, &values));
    for (PetscInt a = 0; a < w.clumps->n; a++)
      values[a] = a < w.clumps->n_owned ? (int32_t)(7 * w.clumps->id[a] - 99) : -12345;
    CALL(halo_spread_int(halo, w.clumps, values));
    for (PetscInt a = 0; a < w.clumps->n; a++) CHECK_INT(values[a], 7 * w.clumps->id[a] - 99);
    for (int i = 0; i < N; i++) most[i] = INT64_MIN;
    for (PetscInt a = 0; a < w.clumps->n; a++) {
      values[a]             = (int32_t)number(w.clumps->id[a], w.clumps->shift[a], w.par.rank, 0);
      most[w.clumps->id[a]] = max_int(most[w.clumps->id[a]], values[a]);
    }
    CALL(parallel_max_int(&w.par, most, N));
    CALL(halo_max_int(halo, w.clumps, values));
    for (PetscInt a = 0; a < w.clumps->n_owned; a++) CHECK_INT(values[a], most[w.clumps->id[a]]);
    CALL(PetscFree(values));
    CALL(halo_destroy(&halo));
    world_destroy(&w);
  }
  test_end("an integer a clump is sent to all copies, and their maximum comes back");
}

/* The number of wide clumps is limited, as all ranks store them: the limit of copies is raised. */
static void there_are_never_very_many(void)
{
  int64_t copies[2];

  for (int k = 0; k < 2; k++) {
    Halo *halo;
    World w;

    world_create(&w, around, CROWD, 0, 1);
    CALL(halo_create(&w.par, k ? 0 : INT64_MAX / 4, &halo));
    world_hold(&w, halo, 0.9, NULL); /* large reach: most clumps have images */
    copies[k] = w.clumps->n - w.clumps->n_owned;
    if (k) CHECK(halo_wide(halo) > 0 && halo_wide(halo) <= 1024);
    CALL(parallel_sum_int(&w.par, &copies[k], 1));
    if (k)
      test_note("%d of %d clumps are wide; %" PRId64 " copies", halo_wide(halo), CROWD, copies[k]);
    CALL(halo_destroy(&halo));
    world_destroy(&w);
  }
  CHECK(copies[0] > CROWD);
  CHECK_INT(copies[1], copies[0]);
  test_end("if too many clumps would be wide, only those with the most copies are");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  copies_are_as_their_owners_say();
  sums_are_exact();
  words_travel();
  there_are_never_very_many();
}
