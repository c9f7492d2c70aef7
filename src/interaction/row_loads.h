/* SPDX-License-Identifier: MIT */
/* Loads of rows (RowLoads), added to the sums of clumps, four rows at a time, with the same bits as
   act.c gives with batches of bodies. */
#ifndef INTERACTION_ROW_LOADS_H
#define INTERACTION_ROW_LOADS_H

#include "base/base.h"
#include "interaction/body_force.h"
#include "matter/clumps.h"
#include "matter/loads.h"

/* Largest sizes of loads of rows, as in ContactReport. */
typedef struct {
  double   force, torque, work, pull;
  double   both; /* of force and torque together */
  double   all;  /* no number, or infinite, if one of the sizes is */
  uint64_t done; /* work taken from the clumps in half a step, quanta; may wrap */
} RowReport;

typedef struct {
  const Clumps *clumps;
  RowLoads      loads;
  Loads        *to;
  double        half; /* step, s */
} RowSums;

/* Add the loads of owned rows from `from` on, a multiple of CLUMPS_TILE, until a tile that has rows
   of other kinds: gone, driven, or blocked along axes that turn with them. Returns the first row
   that was not added; up to three at the end are left, too. */
PetscInt row_loads_add(const RowSums *sums, PetscInt from, RowReport *report);

#endif
