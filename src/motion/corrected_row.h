/* SPDX-License-Identifier: MIT */
/* One clump that is corrected (corrected.h). Not for other rooms. */
#ifndef MOTION_CORRECTED_ROW_H
#define MOTION_CORRECTED_ROW_H

#include "base/bounds.h"
#include "motion/corrected.h"

/* State before and after corrections; the fourth numbers are not used. */
typedef struct {
  Four x, rest, u, v; /* centre, its part below the quantum, velocity, and that seen by forces */
} CorrectedState;

/* Results of the corrections of a row. */
typedef struct {
  Four way, answer, work; /* work: change of velocity times mean velocity */
} CorrectedDone;

/* Clear the lanes of `all` in which a velocity is out of bounds. */
ALWAYS_INLINE void corrected_look(const Four *v, FourInts *all)
{
  const FourBits size = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  const Four     most = {SPEED_MOST, SPEED_MOST, SPEED_MOST, SPEED_MOST};

  *all = *all & ((Four)((FourBits)*v & size) <= most);
}

/* Add the sum of a row to its place (x, rest): the new place is `to`, with the part `below` its
   quantum. */
ALWAYS_INLINE void corrected_add(const CorrectedStep *s, const double *x, const double *rest,
                                 const int64_t *sum, Four *to, Four *below)
{
  FourBits bits;
  Four     from, d;

  four_get_bits(&bits, sum);
  four_get(&from, x);
  four_get(&d, rest);
  d      = d + x[3] * (__builtin_convertvector((FourInts)bits, Four) * s->quantum);
  *to    = from + ((d + s->magic) - s->magic);
  *below = d - (*to - from);
}

/* Move a clump to the place `to`, with the part `below` its quantum. False, and nothing is changed,
   if it is out of bounds. */
ALWAYS_INLINE bool corrected_row(const CorrectedStep *s, const Four *to, const Four *below,
                                 CorrectedState *at, CorrectedDone *done)
{
  const Four by = (*to - at->x) + (*below - at->rest), v = at->u + s->rate * by,
             seen = at->v + s->rate * by, change = v - at->u;
  FourInts good = (*to > s->lo) & (*to < s->hi);

  corrected_look(&v, &good);
  corrected_look(&seen, &good);
  if ((four_mask(&good) & 7) != 7) return false;
  done->way    = *to - at->x;
  done->answer = 0.5 * change;
  done->work   = change * (0.5 * (v + at->u) - (seen - v));
  at->x        = *to;
  at->rest     = *below;
  at->u        = v;
  at->v        = seen + s->last * change;
  return true;
}

/* Write rows first .. first + 3 to the columns of the tile. */
ALWAYS_INLINE void corrected_columns(Four way[4], Four work[4], int first, CorrectedTile *t)
{
  four_turn(way);
  four_turn(work);
  for (int i = 0; i < 3; i++) {
    four_put(&t->way[i][first], way[i]);
    four_put(&t->work[i][first], work[i]);
  }
}

ALWAYS_INLINE void corrected_answer(Vec3 *answer, const Four *of)
{
  *answer = (Vec3){(*of)[0], (*of)[1], (*of)[2]};
}

#endif
