/* SPDX-License-Identifier: MIT */
/* The stages of a simulation, the clock of their wall time, and counts of what was done in them.
   One stage is active at a time; a switch ends it and adds its time to its account. PETSc's
   -log_view lists time, messages and bytes of each. */
#ifndef OUTPUT_CONSOLE_STAGES_H
#define OUTPUT_CONSOLE_STAGES_H

#include "base/base.h"

typedef enum {
  STAGE_MOTION,
  STAGE_REFRESH, /* poses to copies in a step */
  STAGE_PLACE,
  STAGE_CONTACT,
  STAGE_INTERACTION,
  STAGE_CONSTRAINT, /* with the messages of sweeps */
  STAGE_REDUCE,     /* loads to owners, and the maximum over all ranks */
  STAGE_NARROW,     /* new near lists, with the poses of copies that they need */
  STAGE_CUTS,       /* from here to STAGE_CARRY parts of a rebuild */
  STAGE_MIGRATE,
  STAGE_HALO,
  STAGE_SEARCH,
  STAGE_CARRY,
  STAGE_MODULES, /* features at the end of a step (matter/module.h) */
  STAGE_OUTPUT,
  STAGES,
  STAGE_NONE = STAGES
} Stage;

extern const char *const stage_names[]; /* by Stage, then NULL */

/* Counts since the run (or restart) began. */
typedef struct Counters {
  int64_t rebuilds, narrowings, balances, repeats; /* repeats: repeated evaluations */
  int64_t again; /* sweeps of hard contacts that were made again with new lists */
  /* contacts of this rank whose memory had no pair after a rebuild, as they separated
     in that step */
  int64_t separated;
} Counters;

typedef struct Stages {
  Stage         now;
  double        since;               /* wall time at which it began, s */
  double        seconds[STAGES + 1]; /* by Stage, up to the last switch; last: outside all stages */
  bool          on;                  /* PETSc logs stages */
  PetscLogStage id[STAGES];
  Counters      counters;
} Stages;

/* Start outside all stages. All simulations of a process share PETSc's stages. Collective. */
PetscErrorCode stages_create(Stages *stages);
/* Make `next` the active stage; returns the stage that it ends, for callers that make it active
   again. */
Stage stage(Stages *stages, Stage next);

/* Wall time on this rank, s, of stages and of sums of them. */
typedef struct {
  double motion, refresh, place, contacts, reduce, narrow, rebuild;
} StageTimes;

StageTimes stages_times(const Stages *stages);

/* Time of this rank in forces and motion, s: the part that balancing can share. */
static inline double stages_busy(const Stages *s)
{
  return s->seconds[STAGE_MOTION] + s->seconds[STAGE_PLACE] + s->seconds[STAGE_CONTACT] +
         s->seconds[STAGE_INTERACTION] + s->seconds[STAGE_CONSTRAINT];
}

/* Time of this rank in exchanges with other ranks in steps, s. */
static inline double stages_exchange(const Stages *s)
{
  return s->seconds[STAGE_REFRESH] + s->seconds[STAGE_REDUCE];
}

#endif
