/* SPDX-License-Identifier: MIT */
/* Motion in tiles against a plain implementation clump by clump (the twin), to the bit, for all
   kinds of clumps in random mixes. */
#include "twin.h"

static void report_join(MotionReport *all, MotionReport one)
{
  all->travel = travel_join(all->travel, one.travel);
  all->left |= one.left;
  all->in_range &= one.in_range;
}

/* Reports are equal to the bit except `turn`, to which a fixed clump may contribute rounding if its
   tile has others, and `way`, which may combine the largest drift with the largest turn. fastest:
   largest drift, m. */
static void check_report(MotionReport found, MotionReport twin, double fastest)
{
  const double spare = 1 + 1e-14; /* rounding of a root and a sum */
  const double slip =
    1e-14; /* rounding of a product of quaternions, times an extent of some metres */

  CHECK(found.travel.turn >= twin.travel.turn && found.travel.turn <= twin.travel.turn + slip);
  twin.travel.turn = found.travel.turn;

  CHECK(found.travel.way * spare >= twin.travel.way);
  CHECK(found.travel.way <= (fastest + twin.travel.turn) * spare);
  twin.travel.way = found.travel.way;
  CHECK(same_report(found, twin));
}

/* TILE_ bits that occurred, to check that the tests cover all of them; true if there was a whole
   tile of fixed clumps. */
static unsigned seen;
static bool     seen_fixed;

static void look_at_tiles(const Bodies *b)
{
  for (PetscInt a = 0; a < b->clumps->n_owned; a += CLUMPS_TILE) {
    const unsigned has = b->clumps->tile[a / CLUMPS_TILE];

    seen |= has;
    seen_fixed |= !(has & TILE_FREE) && a + CLUMPS_TILE <= b->clumps->n_owned;
  }
}

static void start_as_the_twin(int dimension, int n)
{
  MotionReport found, expected = MOTION_NOTHING;
  double       fastest = 0;
  int64_t      wrong   = 0;
  Moment       twins[MOST];
  Bodies       b;

  bodies_of_range(&b, dimension, first_of(n), n);
  look_at_tiles(&b);
  for (PetscInt a = 0; a < n; a++) {
    const Twin   twin = twin_of(&b, a, dt);
    MotionReport one;

    twins[a] = state_of(b.clumps, a);
    one      = twin_start(&twin, &b.domain, twins[a].force, twins[a].torque, &twins[a]);
    fastest  = fmax(fastest, one.travel.way - one.travel.turn);
    report_join(&expected, one);
  }
  found = start(&b, false, NULL);
  for (PetscInt a = 0; a < n; a++)
    wrong += !same_midway(b.clumps, a, state_of(b.clumps, a), twins[a]);
  CHECK_INT(wrong, 0);
  check_report(found, expected, fastest);
  bodies_destroy(&b);
}

static void finish_as_the_twin(int dimension, int n)
{
  int64_t wrong = 0;
  Bodies  b;
  Moment  twins[MOST];

  bodies_of_range(&b, dimension, first_of(n), n);
  for (PetscInt a = 0; a < n; a++) {
    const Twin twin = twin_of(&b, a, dt);

    twins[a] = state_of(b.clumps, a);
    twin_finish(&twin, summed_force(&b, a), summed_torque(&b, a), &twins[a]);
  }
  finish(&b);
  for (PetscInt a = 0; a < n; a++)
    wrong += !same_finished(b.clumps, a, state_of(b.clumps, a), twins[a]);
  CHECK_INT(wrong, 0);
  bodies_destroy(&b);
}

static void bodies_move_as_by_themselves(int dimension, const char *fact)
{
  seen       = 0;
  seen_fixed = false;
  for (int n = 1; n <= MOST; n++) start_as_the_twin(dimension, n);
  for (int n = 1; n <= MOST; n++) finish_as_the_twin(dimension, n);
  CHECK_INT(seen, TILE_MOVE_BLOCKED | TILE_TURN_BLOCKED | TILE_STILL | TILE_ROUND | TILE_NOT_ROUND |
                    TILE_EXTENDED | TILE_FIXED | TILE_FREE | TILE_TURNS);
  CHECK(seen_fixed);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  bodies_move_as_by_themselves(3, "tiles of all kinds of clumps start and finish steps with the "
                                  "same bits as the clump-by-clump twin");
  bodies_move_as_by_themselves(2, "the same in two dimensions");
}
