/* SPDX-License-Identifier: MIT */
/* Names of the stages, and the switch between them. */
#include "sim/stages.h"

const char *const stage_names[] = {
  [STAGE_MOTION] = "motion",          [STAGE_REFRESH] = "space: refresh",
  [STAGE_PLACE] = "matter: place",    [STAGE_CONTACT] = "contact",
  [STAGE_REDUCE] = "space: reduce",   [STAGE_CUTS] = "space: cuts",
  [STAGE_MIGRATE] = "space: migrate", [STAGE_HALO] = "space: halo",
  [STAGE_SEARCH] = "search",          [STAGE_CARRY] = "contact: carry",
  [STAGE_OUTPUT] = "output",          [STAGES] = NULL};

PetscErrorCode stages_create(Stages *s)
{
  PetscBool active;

  PetscFunctionBeginUser;
  PetscCall(PetscLogIsActive(&active));
  *s = (Stages){.on = active};
  for (int k = 0; k < STAGES && s->on; k++) {
    PetscCall(PetscLogStageGetId(stage_names[k], &s->id[k]));
    if (s->id[k] < 0) PetscCall(PetscLogStageRegister(stage_names[k], &s->id[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void stages_switch(Stages *s, Stage next)
{
  if (s->inside) PetscCallVoid(PetscLogStagePop());
  s->inside = next != STAGE_NONE;
  if (s->inside) PetscCallVoid(PetscLogStagePush(s->id[next]));
}
