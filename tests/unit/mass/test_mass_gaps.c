/* SPDX-License-Identifier: MIT */
/* Gaps and coincident pebbles of large sets. */
#include "sets.h"

/* Gap from Prim's minimum spanning tree over all pairs. */
static double gap_slow(const PebbleSet *set)
{
  double  longest = 0, smallest = HUGE_VAL;
  double *reach = malloc((size_t)set->n * sizeof *reach);
  int     at    = 0;

  for (int i = 0; i < set->n; i++) {
    reach[i] = HUGE_VAL;
    smallest = fmin(smallest, set->r[i]);
  }
  for (int k = 1; k < set->n; k++) {
    int next = -1;

    reach[at] = -1; /* connected */
    for (int i = 0; i < set->n; i++) {
      if (reach[i] < 0) continue;
      reach[i] = fmin(
        reach[i], fmax(0, vec3_norm(vec3_sub(set->x[i], set->x[at])) - (set->r[i] + set->r[at])));
      if (next < 0 || reach[i] < reach[next]) next = i;
    }
    longest = fmax(longest, reach[next]);
    at      = next;
  }
  free(reach);
  return longest <= PEBBLES_TOUCH * smallest ? 0 : longest;
}

static int merge_slow(PebbleSet *set)
{
  const int before = set->n;

  set->n = 0;
  for (int i = 0; i < before; i++) {
    const double tiny = 1e-12 * set->r[i];
    bool         seen = false;

    for (int j = 0; j < set->n && !seen; j++)
      seen =
        fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny;
    if (seen) continue;
    set->x[set->n]          = set->x[i];
    set->r[set->n]          = set->r[i];
    set->material[set->n++] = set->material[i];
  }
  return before - set->n;
}

static void gap_and_merge_agree(void)
{
  int gaps = 0, merged = 0;

  for (int k = 0; k < 200; k++) {
    const int n   = 1 + k % 60;
    PebbleSet set = random_set(3, n, 0.3 * (1 + k % 17) * cbrt(n), k % 3 == 0 ? 0.01 : 0.9,
                               1000 + (uint64_t)k),
              copy;
    double gap;

    for (int i = 0; i < n;
         i += 1 + k % 4) { /* some on others, exactly or nearly; k % 5 == 0: all in a plane */
      const int j = (7 * i + k) % n;

      set.x[i] = set.x[j];
      set.r[i] = set.r[j] * (k % 2 ? 1 : 1 + 1e-13);
      if (k % 7 == 0) set.x[i].x += 1e-10;
    }
    for (int i = 0; i < n && k % 5 == 0; i++) set.x[i].z = 1;
    pebble_set_create(n, &copy);
    memcpy(copy.x, set.x, (size_t)n * sizeof *set.x);
    memcpy(copy.r, set.r, (size_t)n * sizeof *set.r);
    gap = pebbles_gap(&set);
    CHECK_BITS(gap, gap_slow(&set));
    gaps += gap > 0;
    merged += merge_slow(&copy);
    CHECK_INT(n - pebbles_merge(&set, &materials), copy.n);
    CHECK_INT(set.n, copy.n);
    CHECK(memcmp(set.x, copy.x, (size_t)copy.n * sizeof *set.x) == 0);
    CHECK(memcmp(set.r, copy.r, (size_t)copy.n * sizeof *set.r) == 0);
    pebble_set_free(&set);
    pebble_set_free(&copy);
  }
  test_note("200 sets: %d with a gap, %d pebbles merged", gaps, merged);
  CHECK(gaps > 50 && gaps < 190 && merged > 100); /* all branches are executed */
  test_end("gap and merge: as found by all pairs");
}

static void hundred_thousand_pebbles(void)
{
  static const int    count[] = {100000, 30000, 30000};
  static const double edge[]  = {20, 60, 270};
  static const char  *what[]  = {"a blob", "many parts", "all apart"};

  for (int k = 0; k < 3; k++) {
    PebbleSet set = random_set(3, count[k], edge[k], 0.5, 5000 + (uint64_t)k);
    double    start, gap, merge;
    int       went;

    for (int i = 1; i < set.n; i += 10) {
      set.x[i] = set.x[i - 1];
      set.r[i] = set.r[i - 1];
    }
    start = seconds();
    went  = pebbles_merge(&set, &materials);
    merge = seconds() - start;
    start = seconds();
    gap   = pebbles_gap(&set);
    test_note("%d pebbles, %s: merge %.2f s, gap %.3g m in %.2f s", count[k], what[k], merge, gap,
              seconds() - start);
    CHECK_INT(went, count[k] / 10);
    CHECK(merge + seconds() - start <
          30); /* generous, for sanitizers and busy machines; loops over all pairs take minutes */
    CHECK((gap > 0) == (k > 0));
    pebble_set_free(&set);
  }
  test_end("gap and merge: a hundred thousand pebbles in about a second");
}

TESTS(.ranks = {1})
{
  gap_and_merge_agree();
  hundred_thousand_pebbles();
}
