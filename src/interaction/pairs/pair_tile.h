/* SPDX-License-Identifier: MIT */
/* Pairs of pebbles that are evaluated together: from rows of the near list to columns. */
#ifndef INTERACTION_PAIRS_PAIR_TILE_H
#define INTERACTION_PAIRS_PAIR_TILE_H

#include "base/rows.h"
#include "interaction/interactions.h"

/* Rows and arms of the pairs of a batch, padded to a multiple of four with the last pair. */
typedef struct {
  _Alignas(64) int32_t i[INTERACTION_TILE + ROW_SPARE],
    j[INTERACTION_TILE]; /* pebble rows of a and b */
  int32_t        clump[2][INTERACTION_TILE];
  const int32_t *a, *b; /* clump rows, which may be i and j */
  /* where some pebbles are not at their clumps' centres: arms, m, and Pose.per_arm, 1/m */
  _Alignas(64) double arm_a[3][INTERACTION_TILE], arm_b[3][INTERACTION_TILE],
    per_arm[2][INTERACTION_TILE];
} PairTile;

/* Take the next pairs of the near list, which are of this set and at least one, and gather the
   columns that its interactions need, with forces of 0. */
void pair_tile_gather(const Interactions *interactions, const InteractionScene *scene,
                      const Set *set, RowWalk *walk, PairTile *tile, PairBatch *batch);
/* Set fx, fy and fz to 0. */
void pair_tile_clear_forces(PairBatch *batch);

/* ---- pairs by their later pebble, for pull_later.c and the passes (interaction/sph/passes.c) */

/* Rows of the later pebble of each pair and of the other one, padded to a multiple of four with the
   last pair; and of their clumps, which may be the same arrays. */
typedef struct {
  _Alignas(64) int32_t later[INTERACTION_TILE + ROW_SPARE], other[INTERACTION_TILE];
  int32_t        clump[2][INTERACTION_TILE];
  const int32_t *a, *b; /* clumps of the later pebbles and of the others */
} LaterTile;

/* Take the next pairs of the near list, at least one; returns their number, *padded: with those
   that are repeated. */
int later_tile_gather(const Interactions *interactions, const Pebbles *pebbles, RowWalk *walk,
                      LaterTile *tile, int *padded);
/* Clump rows of n pebbles. */
void pair_clumps(const Pebbles *pebbles, const int32_t *pebble, int n, int32_t *row);
/* Set the vectors way[3] from pebbles i to pebbles j, m, and their squares d2, m^2, of n pairs; n:
   a multiple of four. Centres of clumps that have left are NaN: such a pair gets an infinite
   distance and a vector of 0. */
void pair_ways(const Ball *at, const int32_t *i, const int32_t *j, int n, double *const way[3],
               double *d2);
/* That infinite distance and vector of 0 in place of NaN. */
void pair_ways_of_gone(int n, double *const way[3], double *d2);

/* ---- forces and loads: pair_loads.c ---- */

/* Forces on a, N. */
typedef struct {
  _Alignas(64) double x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
} PairForces;

/* Find the forces from `push`, and if `further` from fx, fy, fz. */
void pair_tile_forces(const PairBatch *batch, bool further, PairForces *forces);
/* Add forces and torques to the sums of the clumps. */
void pair_tile_add_loads(const Interactions *interactions, const InteractionScene *scene,
                         const Acting *item, PairTile *tile, const PairForces *forces, Loads *loads,
                         ContactReport *report);
/* Add the work that the forces take from the bodies in half a step to *lost, J. */
void pair_tile_add_work(const PairBatch *batch, const PairForces *forces, double dt,
                        const Loads *loads, ContactReport *report, Sum *lost);
/* Add the energy that is lost for good in half a step (PairBatch.loss) to *lost, J. */
void pair_tile_add_losses(const Acting *item, const PairBatch *batch, double dt, const Loads *loads,
                          ContactReport *report, Sum *lost);
/* Add the flows of the interaction's quantity to the sums of the clumps. */
void pair_tile_add_flows(const InteractionScene *scene, const Acting *item, const PairTile *tile,
                         const PairBatch *batch, Loads *loads, ContactReport *report);

#endif
