/* SPDX-License-Identifier: MIT */
/* Checks on clumps while motion_start moves them: travel, clumps that have left, values out of
   range or not finite. Not for other rooms. */
#ifndef MOTION_WATCH_H
#define MOTION_WATCH_H

#include "base/bounds.h"
#include "motion/tile.h"

/* Times a spin that exceeds SPIN_MOST by more than a few per cent it overflows to infinity. */
#define SPIN_PROBE (1.7e308 / SPIN_MOST)

/* Findings, separately for each lane. */
typedef struct {
  _Alignas(64) Extremes u, x;     /* of velocities, m/s, and of centres, m */
  double u2[LANES];               /* largest squared speed, m^2/s^2 */
  double turn[LANES], way[LANES]; /* maxima of MotionTile.turn and way, m */
  double zero[LANES]; /* 0 while all values are finite and no spin is beyond SPIN_MOST, else NaN */
} Watch;

/* Centres strictly between these have not left and are in range. */
typedef struct {
  Vec3 lo, hi;
} Edges;

Edges watch_edges(const Domain *domain);

void watch_begin(Watch *watch);

/* Add a tile, rows from .. from + n - 1 as moved by a step. Columns of clumps that have left are
   overwritten. */
void watch_tile(const Clumps *clumps, PetscInt from, int n, const Profile *profile,
                MotionTile *tile, Watch *watch);

/* Add the velocities of a whole tile moved by rows_move (rows.h), with displacements turn[] and
   way[] if `extended`. */
void watch_rows(const Clumps *clumps, PetscInt from, const MotionTile *tile, bool extended,
                const Profile *profile, Watch *watch);

/* Add the mean velocity in the step of a clump that bounced, m/s. */
void watch_bounced(Vec3 mean, Watch *watch);

/* Add a tile of fixed clumps: velocity 0 counts, as other clumps approach them. */
void watch_fixed(const Clumps *clumps, PetscInt from, int n, const Profile *profile, Watch *watch);

/* Add the findings on rows first .. end - 1 to the report, and drop clumps that have left through
   an open face. */
void watch_end(const Watch *watch, const MotionStep *step, PetscInt first, PetscInt end,
               Clumps *clumps, MotionReport *report);

/* Add the findings on the marked tiles of owned rows, of clumps that corrections have moved
   (corrected.h): their centres and speeds are known to be within bounds, their spins may not be. */
void watch_corrected(const Watch *watch, const MotionStep *step, const uint8_t *marked,
                     const Clumps *clumps, MotionReport *report);

/* ---- heat baths in a step (thermostats/bath.c) ---- */

/* bath_places, called after kick, drift and turn of a tile: repeat drift and turn of the rows with
   baths, as two halves with the exchange of heat between them. U becomes the mean velocity of the
   drift, for bounds of displacements; `after` gets the velocity at its end. bath_velocities, called
   when bounds have been found: add the means to `watch`, and set U to `after`. */
void bath_places(const Clumps *clumps, const MotionStep *step, PetscInt from, int n,
                 MotionTile *tile, Vec3 after[CLUMPS_TILE]);
void bath_velocities(const MotionStep *step, PetscInt from, int n, const Vec3 after[CLUMPS_TILE],
                     MotionTile *tile, Watch *watch);

#endif
