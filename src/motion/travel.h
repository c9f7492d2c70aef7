/* SPDX-License-Identifier: MIT */
/* Bounds of how far bodies have come, by which lists of pairs grow stale: what counts is how far two have come relative to each
   other, which for a flow that moves as one is less than how far each has. Bounds of one time span and of the next add up. */
#ifndef MOTION_TRAVEL_H
#define MOTION_TRAVEL_H

#include "base/parallel.h"
#include "base/vec.h"

typedef struct {
  double lo[3], hi[3]; /* of a centre, along each axis, m */
  double turn;         /* of a pebble with its body's turning, at most, m */
  double way;          /* of any pebble, at most, m */
} Travel;

enum { TRAVEL_REALS = sizeof(Travel) / sizeof(double) };

/* Of no body: nothing is between these. And of a body at rest. */
#define TRAVEL_NONE ((Travel){.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}})
#define TRAVEL_REST ((Travel){.way = 0})

/* One, then the other. */
static inline Travel travel_add(Travel a, Travel b)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] += b.lo[k];
    a.hi[k] += b.hi[k];
  }
  a.turn += b.turn;
  a.way += b.way;
  return a;
}

/* These bodies and those. */
static inline Travel travel_join(Travel a, Travel b)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] = b.lo[k] < a.lo[k] ? b.lo[k] : a.lo[k];
    a.hi[k] = b.hi[k] > a.hi[k] ? b.hi[k] : a.hi[k];
  }
  a.turn = b.turn > a.turn ? b.turn : a.turn;
  a.way  = b.way > a.way ? b.way : a.way;
  return a;
}

/* By so much more in every direction, m. */
static inline Travel travel_widen(Travel a, double more)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] -= more;
    a.hi[k] += more;
  }
  a.way += 2 * more; /* along all axes together: sqrt(3) */
  return a;
}

/* As numbers whose maxima over ranks are those of the bodies of all of them, and back; there and back changes nothing. */
static inline void travel_to_maxima(Travel a, double maxima[TRAVEL_REALS])
{
  for (int k = 0; k < 3; k++) {
    maxima[k]     = -a.lo[k];
    maxima[3 + k] = a.hi[k];
  }
  maxima[6] = a.turn;
  maxima[7] = a.way;
}

static inline Travel travel_of_maxima(const double maxima[TRAVEL_REALS])
{
  Travel a = {.turn = maxima[6], .way = maxima[7]};

  for (int k = 0; k < 3; k++) {
    a.lo[k] = -maxima[k];
    a.hi[k] = maxima[3 + k];
  }
  return a;
}

/* Of the bodies of all ranks. Collective. */
static inline PetscErrorCode travel_agree(const Parallel *par, Travel *a)
{
  double maxima[TRAVEL_REALS];

  PetscFunctionBeginUser;
  travel_to_maxima(*a, maxima);
  PetscCall(parallel_max(par, maxima, TRAVEL_REALS));
  *a = travel_of_maxima(maxima);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Half of how far two pebbles may have come towards each other at most, and at least half of how far one has come towards what
   stands still, m: a list of what was closer than twice this holds all that touch. */
static inline double travel_bound(Travel a)
{
  const double x = a.hi[0] - a.lo[0], y = a.hi[1] - a.lo[1], z = a.hi[2] - a.lo[2];
  const double apart = 0.5 * sqrt(x * x + y * y + z * z) + a.turn, alone = 0.5 * a.way;

  if (!(a.lo[0] <= a.hi[0])) return a.way; /* no body */
  return apart > a.way ? a.way : apart > alone ? apart : alone;
}

#endif
