/* SPDX-License-Identifier: MIT */
/* A run: steps with the output that is due. It begins, goes on by any number of steps, and ends;
   sim_run does all three. All functions are collective. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "motion/prescribed/prescribed_host.h"
#include "output/console/console.h"
#include "run/sim.h"

/* The output of a run, and when it is due. */
typedef struct {
  bool     writes; /* files are written; false: none is */
  Output   output; /* of modules */
  Beat     frames, saves;
  int64_t  first;      /* step at which the run begins */
  int64_t  saved_step; /* step of the last checkpoint of this run; -1: none */
  bool     evens;      /* the boxes of the ranks may be chosen anew before the first step */
  bool     failed;     /* the state in which physics stopped the run is kept */
  int      status;     /* descriptor of the file `status`, rank 0 */
  Progress progress;
  Opening  opening;
  RunEnd   end;
} Schedule;

/* Take the run's folder and begin its files if the run writes any, evaluate the first loads, and
   write what is due at the start. Errors: PETSC_ERR_FILE_OPEN. */
PetscErrorCode run_begin(Sim *sim, bool writes, Schedule *schedule);
/* Make steps until as many were made, time is `until` (s) or later, or the run has ended, each with
   what is due after it. *end: RUN_GOES_ON, or how it has ended, which no further call changes. */
PetscErrorCode run_go(Sim *sim, Schedule *schedule, int64_t steps, double until, RunEnd *end);
/* Between two steps: do an item of an event's `do` (event/event.h, events_do), with what it asks the run
   for. *why: empty, or what is wrong with it. */
PetscErrorCode run_do(Sim *sim, Schedule *schedule, const char *item, Text *why);
/* Between two steps: give a motion of `type: host` its pose at the end of the next step. *why (HOST_WHY
   bytes): empty, or why it is not allowed. Local; the same on all ranks. */
void run_move(Sim *sim, const char *motion, const HostPose *pose, char *why);
/* Write the last checkpoint and the final state, close all files, and print how the run has ended. A
   run that has not ended is stopped early. Errors: PETSC_ERR_FILE_WRITE. */
PetscErrorCode run_end(Sim *sim, Schedule *schedule, RunEnd *end);

/* All three: a run to its end, with log, frames and checkpoints. */
PetscErrorCode sim_run(Sim *sim, RunEnd *end);
/* Exit status of a program after this end of its run. */
int run_status(RunEnd end);

#endif
