/* SPDX-License-Identifier: MIT */
/* Heat baths of clumps, in the middle of a step: drift for dt/2, new velocities, drift for dt/2,
   and the same of turns, with angular momenta about principal axes at the attitude in the middle.
   Exact for any rate and step without forces; with them configurations are sampled to second order,
   harmonic ones exactly (BAOAB; Leimkuhler & Matthews 2013, Appl. Math. Res. Express 2013, 34).
   Velocities are those with the answer of constraints and hard contacts to the kicks, about that of
   the last step (Clumps.borne), so that a bath neither heats nor slows what rests on them. Random
   numbers follow from seed, step, clump and object alone. */
#ifndef MOTION_THERMOSTATS_BATH_H
#define MOTION_THERMOSTATS_BATH_H

#include "motion/thermostats/thermostat.h"
#include "motion/watch.h"

/* bath_places, called after kick, drift and turn of a tile: repeat drift and turn of the rows with
   baths, as two halves with the exchange of heat between them. U becomes the mean velocity of the
   drift, for bounds of displacements; `after` gets the velocity at its end. bath_velocities, called
   when bounds have been found: add the means to `watch`, and set U to `after`. */
void bath_places(const Clumps *clumps, const MotionStep *step, PetscInt from, int n,
                 MotionTile *tile, Vec3 after[CLUMPS_TILE]);
void bath_velocities(const MotionStep *step, PetscInt from, int n, const Vec3 after[CLUMPS_TILE],
                     MotionTile *tile, Watch *watch);

#endif
