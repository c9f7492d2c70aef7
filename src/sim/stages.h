/* SPDX-License-Identifier: MIT */
/* Stages for PETSc's -log_view, which lists time, messages and bytes for each. One stage is active
   at a time: starting one ends the one before. Without -log_view a switch is a test of one flag. */
#ifndef SIM_STAGES_H
#define SIM_STAGES_H

#include "base/base.h"

typedef enum {
  STAGE_MOTION,
  STAGE_REFRESH, /* poses to copies, also at rebuilds */
  STAGE_PLACE,
  STAGE_CONTACT,
  STAGE_REDUCE, /* loads to owners, and the maximum over all ranks */
  STAGE_CUTS,   /* from here on parts of a rebuild, except STAGE_OUTPUT */
  STAGE_MIGRATE,
  STAGE_HALO,
  STAGE_SEARCH,
  STAGE_CARRY,
  STAGE_OUTPUT,
  STAGES,
  STAGE_NONE = STAGES
} Stage;

extern const char *const stage_names[]; /* by Stage, then NULL */

typedef struct {
  bool          on, inside; /* PETSc logs stages; a stage was pushed */
  PetscLogStage id[STAGES];
} Stages;

/* All simulations of a process share the stages. Collective. */
PetscErrorCode stages_create(Stages *stages);
void           stages_switch(Stages *stages, Stage next);

/* Make `next` the active stage. */
static inline void stage(Stages *stages, Stage next)
{
  if (stages->on) stages_switch(stages, next);
}

#endif
