/* SPDX-License-Identifier: MIT */
/* Options of a scenario: tables of the sections that concern the whole run, and the list of all
   kinds. */
#ifndef RUN_SETUP_SCENARIO_H
#define RUN_SETUP_SCENARIO_H

#include "options/options.h"
#include "run/sim.h"

extern const OptionKind *const scenario_kinds[]; /* NULL-terminated; modules without a
                                                    section have a kind without a name */
extern const Option            plan_options[];   /* of -plan, ends with key NULL */
extern const Option            sweep_options[];  /* of -sweep, ends with key NULL */

/* Options of a scenario stored in a checkpoint; options_destroy them. Collective. */
PetscErrorCode scenario_parse(const Parallel *par, const char *text, Options **options);

/* Read the command line, then the row. Collective. */
PetscErrorCode scenario_read_options(Options *options, const ScenarioSource *from);
/* Read the file or the text. Collective. */
PetscErrorCode scenario_read(Options *options, const ScenarioSource *from);
/* Options of all sources, checked. The caller destroys them. Collective. */
PetscErrorCode scenario_options(const Parallel *par, const ScenarioSource *from, Options **options);

/* Default of the run's folder, after options_check: out/<name of the scenario file>, without its
   ending; out/run for NULL. */
PetscErrorCode scenario_set_folder(Options *options, const char *scenario);

/* Read the settings from checked options; mistakes are reported to options. */
void settings_read(Options *options, Settings *settings);

#endif
