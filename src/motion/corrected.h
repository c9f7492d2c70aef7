/* SPDX-License-Identifier: MIT */
/* Motion of clumps whose centres are corrected after the drift, as by rods
   (constraint/kinds/rods.h). Corrections need only the centres. So the drifted centres are found
   first (corrected_foresee), and each clump moves once, when all its corrections are known
   (corrected_move): its pose is read and written once. Whole tiles that rows_move takes (rows.h)
   move in this way. All others move as always, and their corrections are added afterwards
   (corrected_end). The bits are the same either way. */
#ifndef MOTION_CORRECTED_H
#define MOTION_CORRECTED_H

#include "base/rows.h"
#include "motion/motion.h"

/* Places and corrections by row of the clumps, four numbers each. */
typedef struct {
  double (*x)[4];     /* [0..2] centre, m; [3] inverse mass, 1/kg (0: it is not moved here) */
  double (*rest)[4];  /* [0..2] part of the centre below the position quantum, m; [3] 0 */
  double (*began)[4]; /* the centre before all corrections if the pose does not hold it, or NULL */
  int64_t (*sum)[4];  /* [0..2] impulse times dt, to be added, quanta; [3] 0 */
} CorrectedRows;

/* Constants of a step, repeated in all lanes. A correction changes the velocity seen by forces by
   1 + `last` times what it adds to the velocity: `last` of the next one is foreseen. */
typedef struct {
  Four quantum, magic; /* quantum of `sum`, kg m; Domain.magic */
  Four rate, last;     /* 1 over the step, 1/s; Integrator.last */
  Four lo, hi;         /* a centre between these is in range and has not left, m */
} CorrectedStep;

CorrectedStep corrected_begin(const Domain *domain, double quantum, double dt, double last);

/* Displacements and works of corrections of a tile, as columns. */
typedef struct {
  _Alignas(64) double way[3][CLUMPS_TILE]; /* displacements of centres, m */
  double work[3][CLUMPS_TILE];             /* changes of velocity times mean velocities, m^2/s^2 */
} CorrectedTile;

/* Extremes of ways and the energies of many tiles. Starts as {0}. */
enum { CORRECTED_LANES = 8 };
typedef struct {
  double least[3][CORRECTED_LANES], most[3][CORRECTED_LANES], way[CORRECTED_LANES]; /* m */
} CorrectedWays;

/* Add a tile of n rows with these masses; energies that are taken from them are added to `taken`,
   unless it is NULL. */
void   corrected_note(const CorrectedTile *tile, int n, const double *mass, CorrectedWays *ways,
                      Sum *taken);
Travel corrected_travel(const CorrectedWays *ways);

/* Copy the centres of n rows, which have moved, to x and rest, and to `began`. Clumps of which any
   of these bits is blocked do not respond. */
void corrected_take(const CorrectedRows *rows, const Clumps *clumps, PetscInt from, PetscInt n,
                    uint64_t bits);
/* Add the sums of n rows, which are zeroed, to x and rest. */
void corrected_drift(const CorrectedRows *rows, const CorrectedStep *step, PetscInt from,
                     PetscInt n);
/* Write x and rest of n rows, at most CLUMPS_TILE, to their poses and motions, and change the
   velocities by the corrections. Clumps that would leave, or are out of bounds, are not changed:
   bit k of the result is set for row from + k. */
uint32_t corrected_end(const CorrectedRows *rows, const CorrectedStep *step, Clumps *clumps,
                       PetscInt from, int n, CorrectedTile *tile);

/* True if a step moves the tile of this row as corrected_move does, and without corrections all of
   its clumps are within bounds: centres then are in x and rest. */
bool corrected_foresee(const Clumps *clumps, const MotionStep *step, PetscInt from,
                       const Loads *loads, const CorrectedRows *rows);

/* The tiles that corrected_move moves, and its findings. */
typedef struct {
  const uint8_t *foreseen; /* by tile: it is moved */
  uint32_t      *left;     /* bit k of left[tile]: row k would leave, or is out of bounds */
  CorrectedWays *ways;
  Sum           *taken;  /* as of corrected_note */
  MotionReport  *report; /* what motion_start finds is added to it */
} CorrectedMove;

/* Move these tiles of owned rows, with x and rest and the sums, which are zeroed. Rows that would
   leave, or are out of bounds, move as if there were no corrections, and x and rest are where these
   lead. Pebbles are placed if the step has them. */
void corrected_move(Clumps *clumps, const MotionStep *step, Loads *loads, const CorrectedRows *rows,
                    const CorrectedStep *by, const CorrectedMove *move);

#endif
