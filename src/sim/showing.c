/* SPDX-License-Identifier: MIT */
#include "sim/showing.h"
#include "constraint/hard.h"
#include "sim/step.h"

PetscErrorCode showing_check(Sim *sim)
{
  const char *const *names;
  bool               links = false, contacts = false;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "constraint", &n, &names));
  for (int k = 0; k < n; k++) {
    if (link_constraints.takes(sim->options, names[k])) links = true;
    else if (!strcmp(option_word(sim->options, "constraint", names[k], "type"),
                     constraint_contact.name))
      contacts = true;
  }
  if (links && !contacts && sim->settings.integrator->last > 0)
    PetscCall(clumps_use(sim->clumps, USE_ANSWERS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode showing_begin(Sim *sim, AnswersKept *kept)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  bool                  broke = sim->constraints.broke;

  PetscFunctionBeginUser;
  if (sim->constraints.answers) PetscCall(parallel_any(&sim->par, &broke));
  PetscCall(answers_show(&sim->constraints, &scene, sim->settings.gravity, broke,
                         ledger_sum(&sim->ledger, &ledger_constraints), kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void showing_end(Sim *sim, AnswersKept *kept)
{
  answers_hide(sim->clumps, ledger_sum(&sim->ledger, &ledger_constraints), kept);
}
