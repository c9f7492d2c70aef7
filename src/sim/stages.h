/* SPDX-License-Identifier: MIT */
/* Stages for PETSc's -log_view, so that time, messages and bytes are told by room. One is on at a time: what comes next ends what
   was before. Without -log_view a switch is a test of one flag. */
#ifndef SIM_STAGES_H
#define SIM_STAGES_H

#include "base/base.h"

typedef enum {
  STAGE_MOTION,
  STAGE_REFRESH, /* poses to copies, those at rebuilds too */
  STAGE_PLACE,
  STAGE_CONTACT,
  STAGE_REDUCE, /* loads to owners, and the maximum over all ranks */
  STAGE_CUTS,   /* the rest are parts of a rebuild, but for the last */
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
  bool          on, inside; /* somebody listens; a stage was pushed */
  PetscLogStage id[STAGES];
} Stages;

/* Stages of all simulations in a process are the same ones. Collective. */
PetscErrorCode stages_create(Stages *stages);
void           stages_switch(Stages *stages, Stage next);

/* From here on: `next`. */
static inline void stage(Stages *stages, Stage next)
{
  if (stages->on) stages_switch(stages, next);
}

#endif
