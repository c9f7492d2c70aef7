/* SPDX-License-Identifier: MIT */
#include "run/shown_velocities.h"
#include "constraint/hard/hard.h"
#include "run/module_states.h"
#include "run/step/step.h"

PetscErrorCode shown_velocities_check(Sim *sim)
{
  const char *const *names;
  const bool         damps  = sim->damping.used || sim_thermostats(sim)->n > 0;
  bool               answer = false, volumes = false;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "constraint", &n, &names));
  for (int k = 0; k < n; k++) {
    if (!strcmp(option_word(sim->options, "constraint", names[k], "type"), constraint_volume.name))
      volumes = true;
    else answer = true;
  }
  sim->constraints.shows = answer && !volumes && sim->settings.integrator->last > 0;
  if (sim->constraints.shows) PetscCall(clumps_use(sim->clumps, USE_ANSWERS));
  if (n > 0 && damps) PetscCall(clumps_use(sim->clumps, USE_ANSWERS | USE_BORNE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shown_velocities_begin(Sim *sim, AnswersKept *kept)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  AnswersAsked          asked = {.gravity = sim->settings.gravity, .step = sim->clock.step};
  double                flags[2];

  PetscFunctionBeginUser;
  *kept = (AnswersKept){.n = 0};
  if (!sim->constraints.answers) PetscFunctionReturn(PETSC_SUCCESS);
  flags[0] = sim->constraints.broke;
  flags[1] = answers_are_far(&sim->constraints, &scene, asked.gravity);
  PetscCall(parallel_max(&sim->par, flags, 2));
  asked.cold = flags[0] > 0 || flags[1] > 0;
  PetscCall(answers_show(&sim->constraints, &scene, &asked,
                         ledger_sum(&sim->ledger, &ledger_constraints), kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void shown_velocities_end(Sim *sim, AnswersKept *kept)
{
  if (kept->state) answers_hide(sim->clumps, ledger_sum(&sim->ledger, &ledger_constraints), kept);
}
