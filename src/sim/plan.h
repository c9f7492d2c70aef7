/* SPDX-License-Identifier: MIT */
/* -plan: what a run of this state would be like on so many ranks, none of which is needed for it. */
#ifndef SIM_PLAN_H
#define SIM_PLAN_H

#include "sim/cost.h"

extern const Option plan_options[];

/* Options of a plan without -plan are mistakes. Collective. */
PetscErrorCode plan_check_asked(Sim *sim, int *mistakes);

/* Least, mean and most, over parts. */
typedef struct {
  double mean, most;
} Spread;

/* A line of the table. */
typedef struct {
  int      parts;
  double   imbalance;                     /* most over mean of the work that balance looks at */
  Spread   clumps, body, pebbles, copies; /* owned; pebbles of owned clumps; placed; held */
  Spread   pairs, listed;                 /* looked at in a step; within the skin */
  Spread   messages, bytes;               /* sent in a step */
  int64_t  wide;                          /* clumps that are told to all ranks, not by these messages */
  double   memory;                        /* most of a rank at a rebuild, bytes */
  StepCost slowest;                       /* of the part whose step takes longest */
  double   efficiency;                    /* ideal work / (parts x slowest) */
} PlanRow;

PlanRow plan_row(const Costs *costs, const Machine *machine, int columns, int n, const Part *parts);

/* Counts, calibrates, prints the table and writes it where -plan_csv says; nothing else is written. *mistakes > 0: what is wrong
   was reported. *end is RUN_BROKEN when physics stopped the calibration. Collective. */
PetscErrorCode sim_plan(Sim *sim, int *mistakes, RunEnd *end);

#endif
