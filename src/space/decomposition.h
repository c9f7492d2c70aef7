/* SPDX-License-Identifier: MIT */
/* Domain decomposition: a binary tree of cuts, the same on every rank, divides space into one box
   for each part. Every point lies in exactly one box: boxes are half-open, and outer boxes reach to
   infinity along axes that are not periodic. Along periodic axes the caller wraps points first. */
#ifndef SPACE_DECOMPOSITION_H
#define SPACE_DECOMPOSITION_H

#include "space/domain.h"

typedef struct {
  Vec3 lo, hi; /* half-open, may be infinite */
} Box;

/* A node of the tree: it covers parts first .. first+count-1. A leaf has count 1 and no cut. */
typedef struct {
  int    first, count;
  int    axis;
  double cut;         /* m; coordinates below it: left child, others: right child */
  int    left, right; /* indices of nodes */
} Cut;

typedef struct Decomposition {
  int  n; /* number of nodes: 2 parts - 1 */
  Cut *nodes;
  Box *boxes; /* [n] box of each node */
  /* box of the part whose index is this rank; unset if there are fewer parts than ranks */
  Box mine;
} Decomposition;

/* Points of one rank with weights, which stand for the work at each point. */
typedef struct {
  PetscInt       n;
  const Vec3    *x;      /* wrapped, on the grid, m */
  const int32_t *weight; /* >= 0; NULL: 1 each */
} Points;

static inline void points_free(Points *points)
{
  array_free(&points->x);
  array_free(&points->weight);
}

/* Build by recursive coordinate bisection (Berger & Bokhari 1987, IEEE Trans. Comput. 36, 570), so
   that every one of `parts` gets about the same weight of the points of all ranks. A run has as
   many parts as ranks; a plan may have any number. Each cut lies on the position grid, is normal to
   the longest side of the box around the points of its node (never to z in two dimensions), and is
   found from integer histograms. Copies of points are sent to ranks on their side of each cut, so that
   only those have to add up. `random` >= 0: cuts at random places drawn from
   this seed instead (for tests: boxes of any size). Collective. Free with decomposition_free. */
PetscErrorCode decomposition_build(const Parallel *par, const Domain *domain, const Points *points,
                                   int parts, int64_t random, Decomposition *out);
void           decomposition_free(Decomposition *decomposition);

/* Limits of one balance. */
typedef struct {
  /* a cut stays if neither side has more than 1 + tolerance times its even share, >= 0 */
  double tolerance;
  /* largest share of a node's weight that may change sides of its cut in one balance, (0, 1] */
  double fraction;
} BalanceLimits;

/* Result of a balance. */
typedef struct {
  int cuts_moved; /* number of cuts that moved */
  int held_back;  /* number of these that `fraction` stopped before their target: balance again */
} BalanceOutcome;

/* Move the cuts so that parts get about the same weight again. The search starts from the present
   cuts: most stay, so that most points stay in their parts. A cut keeps its axis unless another
   side of the box around its points is more than 1.5 times as long; then this cut and all cuts
   below it are built anew, regardless of `fraction`. A cut moves only if that makes shares more
   even, and no further than `fraction` allows, or past a single plane of points if that alone
   exceeds it. The result depends on the points of all ranks, not on their distribution.
   Collective. */
PetscErrorCode decomposition_balance(const Parallel *par, const Domain *domain,
                                     const Points *points, const BalanceLimits *limits,
                                     Decomposition *decomposition, BalanceOutcome *outcome);

/* Let cuts follow faces of periodic axes that have moved since the boxes were made, in proportion,
   on the grid. Local. */
void decomposition_stretch(Decomposition *decomposition, const Domain *domain);

/* Temporary memory of decomposition_balance on every rank, bytes per part: teams, the former cuts
   and the new ones. */
size_t decomposition_search_bytes(void);
/* Index of the part whose box holds x. O(log parts). */
int decomposition_rank(const Decomposition *decomposition, Vec3 x);

static inline bool box_holds(const Box *box, Vec3 x)
{
  return x.x >= box->lo.x && x.x < box->hi.x && x.y >= box->lo.y && x.y < box->hi.y &&
         x.z >= box->lo.z && x.z < box->hi.z;
}

/* True if the ball lies inside the box. */
static inline bool box_contains(const Box *box, Vec3 x, double radius)
{
  return x.x - radius > box->lo.x && x.x + radius < box->hi.x && x.y - radius > box->lo.y &&
         x.y + radius < box->hi.y && x.z - radius > box->lo.z && x.z + radius < box->hi.z;
}

/* Squared distance from x to the box, m^2; 0 inside. */
static inline double box_distance2(const Box *box, Vec3 x)
{
  const double dx = max_real(max_real(box->lo.x - x.x, x.x - box->hi.x), 0);
  const double dy = max_real(max_real(box->lo.y - x.y, x.y - box->hi.y), 0);
  const double dz = max_real(max_real(box->lo.z - x.z, x.z - box->hi.z), 0);

  return dx * dx + dy * dy + dz * dz;
}

#endif
