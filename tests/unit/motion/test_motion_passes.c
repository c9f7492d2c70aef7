/* SPDX-License-Identifier: MIT */
/* Motion in one pass or two, alone or in company, in pieces or at once: the same bits. */
#include "steps.h"

/* Equal except the columns that a pending step leaves as they are: w of clumps that rotate freely,
   force and torque. */
static bool same_but_not_asked_for(const Clumps *c, PetscInt a, Moment pending, Moment finished)
{
  pending.force  = finished.force;
  pending.torque = finished.torque;
  if (!(c->blocked[a] & BLOCK_TURN)) pending.w = finished.w;
  return same_midway(c, a, pending, finished);
}

static void two_passes_as_one(int dimension, int n)
{
  MotionReport once, twice;
  int64_t      wrong = 0;
  Bodies       one, two;

  bodies_of_range(&one, dimension, first_of(n), n);
  bodies_of_range(&two, dimension, first_of(n), n);
  once = start(&one, true, one.loads);
  finish(&two);
  twice = start(&two, false, two.loads);
  for (PetscInt a = 0; a < n; a++)
    wrong +=
      !same_but_not_asked_for(one.clumps, a, state_of(one.clumps, a), state_of(two.clumps, a));
  CHECK_INT(wrong, 0);
  CHECK(same_report(once, twice));
  bodies_destroy(&one);
  bodies_destroy(&two);
}

static void a_pending_step_is_finished_and_started_in_one_pass(void)
{
  for (int n = 1; n <= MOST; n++) two_passes_as_one(2 + n % 2, n);
  for (int n = 1; n <= MOST; n += 7) two_passes_as_one(3 - n % 2, n);
  test_end(
    "a pending step is finished and the next started in one pass, with the same bits as in two");
}

/* Each of n clumps in the first row by itself, against the same clump among the others. */
static void alone_as_in_company(int dimension, uint64_t first, int n, bool pending)
{
  int64_t wrong = 0;
  Bodies  all;

  bodies_of_range(&all, dimension, first, n);
  if (pending) start(&all, true, all.loads);
  else finish(&all);
  for (PetscInt a = 0; a < n; a++) {
    Bodies one;
    Moment alone, among;

    bodies_of_range(&one, dimension, first + (uint64_t)a, 1);
    if (pending) start(&one, true, one.loads);
    else finish(&one);
    alone = state_of(one.clumps, 0);
    among = state_of(all.clumps, a);
    wrong += pending ? !same_midway(all.clumps, a, among, alone)
                     : !same_finished(all.clumps, a, among, alone);
    bodies_destroy(&one);
  }
  CHECK_INT(wrong, 0);
  bodies_destroy(&all);
}

static void neighbours_do_not_matter(void)
{
  for (int dimension = 2; dimension <= 3; dimension++)
    for (int n = MOST - 3; n <= MOST; n++) {
      alone_as_in_company(dimension, first_of(n), n, false);
      alone_as_in_company(dimension, first_of(n), n, true);
    }
  test_end("a clump moves in the same way alone and among others in a tile");
}

/* Ranges of whole tiles, from the last to the first, against all rows at once. */
static void pieces_as_the_whole(Random *r, int n, bool pending)
{
  MotionReport found = MOTION_NOTHING, expected;
  PetscInt     end   = n;
  int64_t      wrong = 0;
  Bodies       pieces, whole;
  MotionStep   step;

  bodies_of_range(&pieces, 3, first_of(n), n);
  bodies_of_range(&whole, 3, first_of(n), n);
  step     = step_of(&pieces, pending);
  expected = start(&whole, pending, whole.loads);
  while (end > 0) {
    const PetscInt tiles = (end - 1) / CLUMPS_TILE,
                   from  = (PetscInt)(random_bits(r) % (uint64_t)(tiles + 1)) * CLUMPS_TILE;

    motion_start(pieces.clumps, &step, from, end, pieces.loads, &found);
    end = from;
  }
  for (PetscInt a = 0; a < n; a++) {
    const Moment x = state_of(pieces.clumps, a), y = state_of(whole.clumps, a);

    wrong += !same_bits(&x, &y, sizeof x);
  }
  CHECK_INT(wrong, 0);
  CHECK(same_report(found, expected));
  bodies_destroy(&pieces);
  bodies_destroy(&whole);
}

static void a_range_may_come_in_pieces(void)
{
  Random r = random_stream(8, RANDOM_TEST, 0);

  for (int n = 1; n <= MOST; n += 3) pieces_as_the_whole(&r, n, n % 2);
  test_end("rows and report are the same if rows start in ranges of whole tiles, in any order, as "
           "if all start at once");
}

/* Start rows from .. to - 1; `to` is n or the first row of a tile. */
static void only_these(int n, PetscInt from, PetscInt to, bool pending)
{
  MotionReport report = MOTION_NOTHING;
  int64_t      wrong  = 0;
  MotionStep   step;
  Bodies       b, before;

  bodies_of_range(&b, 3, first_of(n), n);
  bodies_of_range(&before, 3, first_of(n), n);
  step = step_of(&b, pending);
  motion_start(b.clumps, &step, from, to, b.loads, &report);
  for (PetscInt a = 0; a < b.clumps->n_owned; a++)
    for (int part = 0; part < LOAD_PARTS; part++) {
      const size_t k = (size_t)a * LOAD_PARTS + (size_t)part;

      wrong += b.loads->sum[k] != (a >= from && a < to ? 0 : before.loads->sum[k]);
    }
  CHECK_INT(wrong, 0);
  for (PetscInt a = 0; a < b.clumps->n; a++) {
    const Moment x = state_of(b.clumps, a), y = state_of(before.clumps, a);

    if (a < from || a >= to) wrong += !same_bits(&x, &y, sizeof x);
    else if (b.clumps->blocked[a] == 0)
      wrong += same_bits(&x, &y, sizeof x); /* gravity acts on each */
  }
  CHECK_INT(wrong, 0);
  bodies_destroy(&b);
  bodies_destroy(&before);
}

static void other_rows_are_left_alone(void)
{
  for (int n = 1; n <= MOST; n += 13)
    for (PetscInt from = 0; from < n; from += CLUMPS_TILE)
      for (PetscInt to = from + CLUMPS_TILE; to < n + CLUMPS_TILE; to += CLUMPS_TILE)
        only_these(n, from, (PetscInt)min_int(to, n), (from + to) / CLUMPS_TILE % 2);
  test_end("load sums of rows that have started are zero; sums and state of all other rows, also "
           "of copies, are unchanged");
}

TESTS(.ranks = {1})
{
  a_pending_step_is_finished_and_started_in_one_pass();
  neighbours_do_not_matter();
  a_range_may_come_in_pieces();
  other_rows_are_left_alone();
}
