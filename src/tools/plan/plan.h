/* SPDX-License-Identifier: MIT */
/* -check: counts, time step, memory and overlaps of a run, printed without running it. -plan:
   prediction of a run of this state on any number of ranks, made without them. */
#ifndef TOOLS_PLAN_PLAN_H
#define TOOLS_PLAN_PLAN_H

#include "tools/plan/cost.h"

/* ---- -check ---- */

/* Print counts, dt, memory, ranks, and overlaps at the start. *end is RUN_BROKEN if the run would
   be stopped there, as in sim_run. Collective. */
PetscErrorCode sim_check(Sim *sim, RunEnd *end);
/* Print a line on the memory of ranks, now and in a rebuild, and their load. Collective. */
PetscErrorCode memory_print(const Sim *sim);
/* Warn of impacts at the estimated speed that go beyond overlap_limit, of clumps that enter later
   inside a wall, of gravity without anything that holds clumps, of walls that move out of the
   domain or faster than contacts can follow, and of outputs of clumps that do not exist and cannot
   enter. Collective. */
PetscErrorCode likely_mistakes_report(Sim *sim);

/* ---- -plan ---- */

/* Report options of a plan that are given without -plan as mistakes. Collective. */
PetscErrorCode plan_check_asked(Sim *sim, int *mistakes);

/* Mean and maximum over parts. */
typedef struct {
  double mean, most;
} Spread;

/* A row of the table. */
typedef struct {
  int      parts;
  double   imbalance; /* maximum over mean of the work, in the units of dynamic balance */
  Spread   clumps, body, pebbles, copies; /* owned; pebbles of owned clumps; placed; held */
  Spread   pairs, listed;                 /* tested in a step; within the skin */
  Spread   messages, bytes;               /* sent in a step */
  Spread   links, hard;                   /* links; near pairs of hard contacts */
  int64_t  sweep_out, sweep_back;         /* messages for sweeps to, and from a neighbour */
  int64_t  wide;       /* number of wide clumps, sent by a collective, not by these messages */
  double   memory;     /* largest peak of a rank during a rebuild, bytes */
  StepCost slowest;    /* of the part with the longest step */
  double   efficiency; /* ideal work / (parts x longest step) */
} PlanRow;

/* Count, calibrate, print the table and write it to -plan_csv; no other file is written. *mistakes
   > 0: they were reported. *end is RUN_BROKEN if physics stopped the calibration. Collective. */
PetscErrorCode sim_plan(Sim *sim, int *mistakes, RunEnd *end);

#endif
