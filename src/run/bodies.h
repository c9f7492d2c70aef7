/* SPDX-License-Identifier: MIT */
/* Force and torque on clumps that the scenario asks for, for bodies.csv. */
#ifndef RUN_BODIES_H
#define RUN_BODIES_H

#include "output/table/member_rows.h"

typedef struct Sim Sim;

/* Loads of pebbles in the last step, this rank's part; starts as {0}. */
typedef struct {
  PetscInt     n, capacity;
  MemberLoads *list; /* owned */
} Members;

/* Note mistakes of the keys of `output` that choose clumps, and have what the rows need kept. */
PetscErrorCode bodies_check(Sim *sim);
/* True if loads of pebbles are asked for. */
bool bodies_by_pebble(const Sim *sim);
/* Keep the loads of pebbles at the end of a step, if they are asked for. Local. */
PetscErrorCode bodies_note(Sim *sim);
/* Write a row for each of the clumps that are there, at the end of a step. Collective. */
PetscErrorCode bodies_write(Sim *sim, Log *log);
/* Write the rows of their pebbles. Collective. */
PetscErrorCode bodies_write_pebbles(Sim *sim, Log *log);

#endif
