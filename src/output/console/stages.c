/* SPDX-License-Identifier: MIT */
/* Names of the stages, and the switch between them. */
#include "output/console/stages.h"

const char *const stage_names[] = {
  [STAGE_MOTION] = "motion",           [STAGE_REFRESH] = "space: refresh",
  [STAGE_PLACE] = "matter: place",     [STAGE_CONTACT] = "contact",
  [STAGE_INTERACTION] = "interaction", [STAGE_CONSTRAINT] = "constraint",
  [STAGE_REDUCE] = "space: reduce",    [STAGE_NARROW] = "search: narrow",
  [STAGE_CUTS] = "space: cuts",        [STAGE_MIGRATE] = "space: migrate",
  [STAGE_HALO] = "space: halo",        [STAGE_SEARCH] = "search",
  [STAGE_CARRY] = "contact: carry",    [STAGE_MODULES] = "modules",
  [STAGE_OUTPUT] = "output",           [STAGES] = NULL};

PetscErrorCode stages_create(Stages *s)
{
  PetscBool active;

  PetscFunctionBeginUser;
  PetscCall(PetscLogIsActive(&active));
  *s = (Stages){.now = STAGE_NONE, .since = wall_seconds(), .on = active};
  for (int k = 0; k < STAGES && s->on; k++) {
    PetscCall(PetscLogStageGetId(stage_names[k], &s->id[k]));
    if (s->id[k] < 0) PetscCall(PetscLogStageRegister(stage_names[k], &s->id[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

Stage stage(Stages *s, Stage next)
{
  const Stage  last = s->now;
  const double time = last == next ? s->since : wall_seconds();

  if (last == next) return last;
  s->seconds[last] += time - s->since;
  s->since = time;
  if (s->on && last != STAGE_NONE) (void)PetscLogStagePop();
  if (s->on && next != STAGE_NONE) (void)PetscLogStagePush(s->id[next]);
  s->now = next;
  return last;
}

StageTimes stages_times(const Stages *stages)
{
  const double *s = stages->seconds;

  return (StageTimes){.motion   = s[STAGE_MOTION],
                      .refresh  = s[STAGE_REFRESH],
                      .place    = s[STAGE_PLACE],
                      .contacts = s[STAGE_CONTACT] + s[STAGE_INTERACTION] + s[STAGE_CONSTRAINT],
                      .reduce   = s[STAGE_REDUCE],
                      .narrow   = s[STAGE_NARROW],
                      .rebuild  = s[STAGE_CUTS] + s[STAGE_MIGRATE] + s[STAGE_HALO] +
                                 s[STAGE_SEARCH] + s[STAGE_CARRY]};
}
