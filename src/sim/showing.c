/* SPDX-License-Identifier: MIT */
#include "sim/showing.h"
#include "constraint/hard.h"
#include "sim/step.h"

PetscErrorCode showing_check(Sim *sim)
{
  const char *const *names;
  bool               links = false, volumes = false;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "constraint", &n, &names));
  for (int k = 0; k < n; k++) {
    if (link_constraints.takes(sim->options, names[k])) links = true;
    else if (!strcmp(option_word(sim->options, "constraint", names[k], "type"),
                     constraint_volume.name))
      volumes = true;
  }
  if (links && !volumes && sim->settings.integrator->last > 0)
    PetscCall(clumps_use(sim->clumps, USE_ANSWERS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode showing_begin(Sim *sim, AnswersKept *kept)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  AnswersAsked          asked = {.gravity = sim->settings.gravity, .step = sim->clock.step};
  double                flags[2];

  PetscFunctionBeginUser;
  *kept = (AnswersKept){.n = 0};
  if (!sim->constraints.answers) PetscFunctionReturn(PETSC_SUCCESS);
  flags[0] = sim->constraints.broke;
  flags[1] = hard_touching(sim->constraints.hard) > 0;
  PetscCall(parallel_max(&sim->par, flags, 2));
  if (flags[1] > 0) PetscFunctionReturn(PETSC_SUCCESS);
  asked.cold = flags[0] > 0;
  PetscCall(answers_show(&sim->constraints, &scene, &asked,
                         ledger_sum(&sim->ledger, &ledger_constraints), kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void showing_end(Sim *sim, AnswersKept *kept)
{
  if (kept->state) answers_hide(sim->clumps, ledger_sum(&sim->ledger, &ledger_constraints), kept);
}
