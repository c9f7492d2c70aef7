/* SPDX-License-Identifier: MIT */
/* Images of own clumps of which some are chosen, against refreshes and reductions of all. */
#include "space/halo.h"
#include "world.h"

enum { N = 60 };

static const Boundary around[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};

/* True for an image of a clump of this rank. */
static bool is_own(const World *w, PetscInt held)
{
  for (PetscInt a = 0; a < w->clumps->n_owned; a++)
    if (w->clumps->id[a] == w->clumps->id[held]) return true;
  return false;
}

static void choose_some(const World *w, Halo *halo, bool *meets)
{
  for (PetscInt k = 0; k < w->clumps->n - w->clumps->n_owned; k++) meets[k] = k % 3 == 1;
  halo_choose(halo, w->clumps, meets);
}

static void poses_of_the_chosen_are_new(void)
{
  int64_t kept = 0, renewed = 0;
  bool   *meets;
  Pose   *old, *some;
  Halo   *halo;
  World   w;

  world_create(&w, around, N, 0, 4);
  CALL(halo_create(&w.par, INT64_MAX / 4, &halo));
  world_hold(&w, halo, 1, NULL);
  array_create(&meets, sizeof *meets, w.clumps->n);
  array_create(&old, sizeof *old, w.clumps->n);
  array_create(&some, sizeof *some, w.clumps->n);
  choose_some(&w, halo, meets);
  memcpy(old, w.clumps->pose, (size_t)w.clumps->n * sizeof *old);
  for (PetscInt a = 0; a < w.clumps->n_owned; a++) w.clumps->pose[a].v.x += 1;
  CALL(halo_refresh_begin(halo, w.clumps));
  CALL(halo_refresh_chosen(halo, &w.domain, w.clumps));
  memcpy(some, w.clumps->pose, (size_t)w.clumps->n * sizeof *some);
  CALL(halo_refresh_begin(halo, w.clumps));
  CALL(halo_refresh_end(halo, &w.domain, w.clumps));
  for (PetscInt a = w.clumps->n_owned; a < w.clumps->n; a++) {
    const bool  keeps = is_own(&w, a) && !meets[a - w.clumps->n_owned];
    const Pose *right = keeps ? &old[a] : &w.clumps->pose[a];

    CHECK(memcmp(&some[a], right, sizeof *right) == 0);
    CHECK(memcmp(&w.clumps->pose[a], &old[a], sizeof *old) != 0);
    kept += keeps;
    renewed += is_own(&w, a) && !keeps;
  }
  CALL(parallel_sum_int(&w.par, &kept, 1));
  CALL(parallel_sum_int(&w.par, &renewed, 1));
  test_note("%" PRId64 " images kept, %" PRId64 " renewed", kept, renewed);
  CHECK(kept > 9 && renewed > 4);
  array_free(&meets);
  array_free(&old);
  array_free(&some);
  CALL(halo_destroy(&halo));
  world_destroy(&w);
  test_end("images that are chosen get new poses, others of own clumps keep the old ones");
}

static void loads_of_the_chosen_are_added(void)
{
  bool    *meets;
  int64_t *before;
  size_t   bytes;
  Halo    *halo;
  Loads   *loads;
  World    w;

  world_create(&w, around, N, 0, 4);
  CALL(halo_create(&w.par, INT64_MAX / 4, &halo));
  loads_create(&loads);
  world_hold(&w, halo, 1, NULL);
  array_create(&meets, sizeof *meets, w.clumps->n);
  array_create(&before, sizeof *before, w.clumps->n * LOAD_PARTS);
  choose_some(&w, halo, meets);
  loads_clear(loads, w.clumps->n);
  for (PetscInt a = 0; a < w.clumps->n; a++)
    for (int part = 0; part < LOAD_PARTS; part++)
      if (a < w.clumps->n_owned || !is_own(&w, a) || meets[a - w.clumps->n_owned])
        loads->sum[a * LOAD_PARTS + part] = 1 + 1000 * part + 7 * a;
  bytes = (size_t)w.clumps->n * LOAD_PARTS * sizeof *before;
  memcpy(before, loads->sum, bytes);
  CALL(halo_reduce_begin(halo, w.clumps, loads));
  CALL(halo_reduce_chosen(halo, loads));
  for (PetscInt i = 0; i < w.clumps->n * LOAD_PARTS; i++) { /* sums of copies stay */
    const int64_t found = loads->sum[i];

    loads->sum[i] = before[i];
    before[i]     = found;
  }
  CALL(halo_reduce_begin(halo, w.clumps, loads));
  CALL(halo_reduce_end(halo, loads));
  CHECK(memcmp(before, loads->sum, bytes) == 0);
  array_free(&meets);
  array_free(&before);
  loads_destroy(&loads);
  CALL(halo_destroy(&halo));
  world_destroy(&w);
  test_end("sums of chosen images are added to their owners', with those of other ranks");
}

TESTS(.ranks = {1, 3})
{
  poses_of_the_chosen_are_new();
  loads_of_the_chosen_are_added();
}
