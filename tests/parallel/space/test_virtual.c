/* SPDX-License-Identifier: MIT */
/* On 64 to 1000 virtual ranks every pair is counted once: it is on the list of one part. */
#include "virtual_ranks.h"

/* Number of true pairs that are not counted exactly once, and of counted pairs that are none. */
static void check_counts(const Rank *ranks, int parts, const Keys *truth)
{
  Keys    counted = {0};
  int64_t wrong   = 0;

  for (int p = 0; p < parts; p++)
    for (PetscInt k = 0; k < ranks[p].pairs->pebbles.n; k++)
      keys_add(&counted, key_of(&ranks[p], k));
  sort_items(counted.list, counted.n, sizeof *counted.list, compare_keys);
  CHECK_INT(counted.n, truth->n);
  for (PetscInt k = 0; k < counted.n && k < truth->n; k++)
    wrong += compare_keys(&counted.list[k], &truth->list[k]) != 0;
  CHECK_INT(wrong, 0);
  array_free(&counted.list);
}

static void every_pair_is_counted_once(Boundary along_z, const char *fact)
{
  Keys    truth = {0};
  int64_t own   = 0;
  World   w;

  world_create(&w, along_z);
  find_truth(&w, skin, &truth);
  for (int t = 0; t < TRIES; t++) {
    Decomposition cuts;
    Rank         *ranks;
    int64_t       copies = 0;

    cut(&w, tries[t].parts, tries[t].random, &cuts);
    ranks = ranks_create(&w, &cuts, tries[t].parts);
    check_counts(ranks, tries[t].parts, &truth);
    for (int p = 0; p < tries[t].parts; p++) copies += ranks[p].clumps->n;
    CHECK(copies > 2 * CLUMPS); /* they are cut */
    ranks_destroy(ranks, tries[t].parts);
    decomposition_free(&cuts);
  }
  for (PetscInt k = 0; k < truth.n; k++) own += truth.list[k].a == truth.list[k].b;
  CHECK(own > 0);
  test_note("%lld pairs, %lld of them of a clump and its own image", (long long)truth.n,
            (long long)own);
  array_free(&truth.list);
  world_destroy(&w);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  every_pair_is_counted_once(BOUNDARY_PERIODIC,
                             "64 to 1000 ranks, periodic all round: every pair is counted once");
  every_pair_is_counted_once(BOUNDARY_FREE, "64 to 1000 ranks, free along z: likewise");
}
