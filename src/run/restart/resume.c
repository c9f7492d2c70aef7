/* SPDX-License-Identifier: MIT */
/* -resume: the run's folder must be known before setup reads the scenario, as a checkpoint in it is
   read first. So the command line and the scenario are read once more, before setup; their mistakes
   are reported by setup. */
#include "run/restart/resume.h"
#include "run/setup/scenario.h"

PetscErrorCode resume_folder(const Parallel *par, const char *scenario,
                             char folder[CHECKPOINT_PATH], bool *asked)
{
  Options *options;

  PetscFunctionBeginUser;
  PetscCall(options_create(par, scenario_kinds, &options));
  PetscCall(options_read_command_line(options));
  if (scenario) PetscCall(options_read_file(options, scenario));
  PetscCall(options_check(options));
  PetscCall(scenario_set_folder(options, scenario));
  *asked = option_bool(options, "", NULL, "resume");
  snprintf(folder, CHECKPOINT_PATH, "%s", option_word(options, "output", NULL, "dir"));
  PetscCall(options_destroy(&options));
  PetscFunctionReturn(PETSC_SUCCESS);
}
