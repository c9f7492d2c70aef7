/* SPDX-License-Identifier: MIT */
/* What a scenario may say: the tables of the sections that belong to the whole run, and the list of all kinds. */
#ifndef SIM_SCENARIO_H
#define SIM_SCENARIO_H

#include "sim/sim.h"

extern const OptionKind *const scenario_kinds[]; /* ends with NULL */

/* Settings from checked options; mistakes go to options. Domain faces included; in two dimensions the z of them is what was
   given, and means nothing. */
PetscErrorCode settings_read(Options *options, RunSettings *settings);
void           domain_read(Options *options, int dimension, Vec3 *lo, Vec3 *hi, Boundary boundary[3]);

#endif
