/* SPDX-License-Identifier: MIT */
/* Which rank owns which part of space: a binary tree of cuts, the same on every rank. Every point belongs to exactly one
   part: boxes are half-open, wrap along periodic axes is done by the caller, and outer boxes reach to infinity elsewhere. */
#ifndef SPACE_DECOMPOSITION_H
#define SPACE_DECOMPOSITION_H

#include "space/domain.h"

typedef struct {
  Vec3 lo, hi; /* half-open, may be infinite */
} Box;

/* Covers parts first .. first+count-1. A leaf has count 1. */
typedef struct {
  int    first, count;
  int    axis;
  double cut;         /* below: left child, else right child */
  int    left, right; /* indices of nodes */
} Cut;

typedef struct {
  int  n; /* nodes: 2 parts - 1 */
  Cut *nodes;
  Box *boxes; /* of every node */
  Box  mine;  /* of the part with this rank's number, if there is one */
} Decomposition;

/* Where work is: points of one rank, each with its weight. */
typedef struct {
  PetscInt       n;
  const Vec3    *x;      /* wrapped, on the grid, m */
  const int32_t *weight; /* >= 0; NULL: 1 each */
} Points;

/* Recursive coordinate bisection (Berger & Bokhari 1987, IEEE Trans. Comput. 36, 570) so that every one of `parts` gets about
   the same weight of the points that all ranks bring. A run has as many parts as ranks; a plan may have any number. Cuts lie on
   the grid, across the longest side of the points of a node (never across z in two dimensions), and are found by integer
   histograms: no point moves. `random` >= 0: cuts at random places from this seed instead (for tests: boxes of any size).
   Collective. Free with decomposition_free. */
PetscErrorCode decomposition_build(const Parallel *par, const Domain *domain, const Points *points, int parts, int64_t random,
                                   Decomposition *out);
void           decomposition_free(Decomposition *decomposition);

/* How far a balance may go. */
typedef struct {
  double tolerance; /* a cut stays where it is while neither side has more than 1 + tolerance of what it should have, >= 0 */
  double fraction;  /* of a node's weight that may change sides of its cut in one balance, (0, 1] */
} BalanceLimits;

/* What a balance did. */
typedef struct {
  int moved;     /* cuts that are not where they were */
  int held_back; /* of them, cuts that would have gone further than their fraction: balance again */
} BalanceOutcome;

/* Move the cuts of a decomposition so that parts get about the same weight again, starting from where the cuts are: most stay,
   so that most points stay in their parts. A cut keeps its axis unless another side of its points is 1.5 times as long; then it
   is made anew with all below it, whatever the fraction. It moves only if that makes shares more even, and no further than its
   fraction allows, or past one plane of points if no less would do. The same on every rank, given the same points. Collective. */
PetscErrorCode decomposition_balance(const Parallel *par, const Domain *domain, const Points *points, const BalanceLimits *limits,
                                     Decomposition *decomposition, BalanceOutcome *outcome);

/* Does a part end inside the domain along this axis? */
static inline bool box_is_cut(const Box *box, const Domain *domain, int axis)
{
  return vec3_axis(box->lo, axis) > vec3_axis(domain->lo, axis) || vec3_axis(box->hi, axis) < vec3_axis(domain->hi, axis);
}

/* Bytes for each part on every rank while cuts are looked for: with the cuts before, and bins for as many nodes as are looked at
   at once, half as many as there are parts. */
size_t decomposition_search_bytes(void);
/* The part whose box holds x. O(log parts). */
int decomposition_rank(const Decomposition *decomposition, Vec3 x);

static inline bool box_holds(const Box *box, Vec3 x)
{
  return x.x >= box->lo.x && x.x < box->hi.x && x.y >= box->lo.y && x.y < box->hi.y && x.z >= box->lo.z && x.z < box->hi.z;
}

/* Is all of a ball inside? */
static inline bool box_contains(const Box *box, Vec3 x, double radius)
{
  return x.x - radius > box->lo.x && x.x + radius < box->hi.x && x.y - radius > box->lo.y && x.y + radius < box->hi.y &&
         x.z - radius > box->lo.z && x.z + radius < box->hi.z;
}

/* Squared distance from x to the box, 0 inside. */
static inline double box_distance2(const Box *box, Vec3 x)
{
  const double dx = max_real(max_real(box->lo.x - x.x, x.x - box->hi.x), 0);
  const double dy = max_real(max_real(box->lo.y - x.y, x.y - box->hi.y), 0);
  const double dz = max_real(max_real(box->lo.z - x.z, x.z - box->hi.z), 0);

  return dx * dx + dy * dy + dz * dz;
}

#endif
