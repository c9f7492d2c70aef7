/* SPDX-License-Identifier: MIT */
/* Travel: bounds of the displacements of a set of clumps over a time span, from which the age of
   pair lists is judged. The relative displacement of two pebbles counts, which in a uniform flow is
   smaller than that of each. Bounds of consecutive time spans add up. */
#ifndef MOTION_TRAVEL_H
#define MOTION_TRAVEL_H

#include "base/parallel.h"
#include "base/vec.h"

typedef struct {
  /* smallest and largest displacement of a clump's centre along each axis, m */
  double lo[3], hi[3];
  double turn; /* largest displacement of a pebble by the rotation of its clump, m */
  double way;  /* largest total displacement of a pebble, m */
  /* rate of the profile (profile.h), to which lo and hi are relative, times the time span; 0: there
     is no profile */
  double strain;
} Travel;

enum { TRAVEL_REALS = sizeof(Travel) / sizeof(double) };

/* Travel of an empty set, with lo > hi, and of clumps at rest. */
#define TRAVEL_NONE \
  ((Travel){.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}})
#define TRAVEL_REST ((Travel){.way = 0})

/* Travel over two consecutive time spans. */
static inline Travel travel_add(Travel a, Travel b)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] += b.lo[k];
    a.hi[k] += b.hi[k];
  }
  a.turn += b.turn;
  a.way += b.way;
  a.strain += b.strain;
  return a;
}

/* Travel of the union of two sets of clumps. */
static inline Travel travel_join(Travel a, Travel b)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] = b.lo[k] < a.lo[k] ? b.lo[k] : a.lo[k];
    a.hi[k] = b.hi[k] > a.hi[k] ? b.hi[k] : a.hi[k];
  }
  a.turn   = b.turn > a.turn ? b.turn : a.turn;
  a.way    = b.way > a.way ? b.way : a.way;
  a.strain = b.strain > a.strain ? b.strain : a.strain;
  return a;
}

/* Travel if each centre may have moved by up to `more` (m) further along every axis. */
static inline Travel travel_widen(Travel a, double more)
{
  for (int k = 0; k < 3; k++) {
    a.lo[k] -= more;
    a.hi[k] += more;
  }
  a.way += 2 * more; /* at least sqrt(3) more, the diagonal */
  return a;
}

/* Travel together with a motion of images relative to clumps by `way` (m). relative: to a profile,
   with which centres and images move alike, so that only the whole way is longer. */
static inline Travel travel_with_images(Travel a, double way, bool relative)
{
  if (way > 0 && !relative) return travel_widen(a, 0.5 * way);
  a.way += way;
  return a;
}

/* Convert to numbers whose maxima over ranks are the travel of the clumps of all ranks, and back;
   exact. */
static inline void travel_to_maxima(Travel a, double maxima[TRAVEL_REALS])
{
  for (int k = 0; k < 3; k++) {
    maxima[k]     = -a.lo[k];
    maxima[3 + k] = a.hi[k];
  }
  maxima[6] = a.turn;
  maxima[7] = a.way;
  maxima[8] = a.strain;
}

static inline Travel travel_of_maxima(const double maxima[TRAVEL_REALS])
{
  Travel a = {.turn = maxima[6], .way = maxima[7], .strain = maxima[8]};

  for (int k = 0; k < 3; k++) {
    a.lo[k] = -maxima[k];
    a.hi[k] = maxima[3 + k];
  }
  return a;
}

/* Reduce to the travel of the clumps of all ranks. Collective. */
static inline PetscErrorCode travel_agree(const Parallel *par, Travel *a)
{
  double maxima[TRAVEL_REALS];

  PetscFunctionBeginUser;
  travel_to_maxima(*a, maxima);
  PetscCall(parallel_max(par, maxima, TRAVEL_REALS));
  *a = travel_of_maxima(maxima);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound b (m): no two pebbles have approached each other by more than 2 b, and no pebble has
   approached a fixed object by more than 2 b. So a list of all pairs that were closer than 2 b
   contains all pairs that touch now. */
static inline double travel_bound(Travel a)
{
  const double x = a.hi[0] - a.lo[0], y = a.hi[1] - a.lo[1], z = a.hi[2] - a.lo[2];
  const double apart = 0.5 * sqrt(x * x + y * y + z * z) + a.turn, alone = 0.5 * a.way;

  if (!(a.lo[0] <= a.hi[0])) return a.way; /* no clump */
  return apart > a.way ? a.way : apart > alone ? apart : alone;
}

/* Bound b (m) with a profile, between pebbles only: no pair that was farther apart than 2 b
   touches. across: largest distance of the centres of two listed pebbles, and 4 times the largest
   distance of a pebble's centre from that of its clump, m; 0: there is no profile.

   S is the difference of the displacements relative to the field, w the vector between the centres
   of the clumps. At the time T after motion_mark w = w0 + T (difference of the field there) + S,
   and by the profile's rate |w0 + T ...| >= |w0| (1 - strain). If motion_mark was called in
   between, |w| >= |w0| (1 - strain) - |S| (1 + 2 strain) at the end; the pair touches if this is
   less than the sum of radii, that is |w0| less the gap. Gaps that are wider than those of the
   listed pairs only help, as strain < 1. */
static inline double travel_bound_in(Travel a, double across)
{
  const double x = a.hi[0] - a.lo[0], y = a.hi[1] - a.lo[1], z = a.hi[2] - a.lo[2];
  const double apart = 0.5 * sqrt(x * x + y * y + z * z) + a.turn,
               all   = (1 + 2 * a.strain) * apart + 0.5 * a.strain * across;

  if (!(across > 0)) return travel_bound(a);
  return a.lo[0] <= a.hi[0] && a.strain < 0.5 && all < a.way ? all : a.way;
}

#endif
