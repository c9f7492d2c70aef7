/* SPDX-License-Identifier: MIT */
/* Energy that the corrections of a step take from a clump. */
#ifndef CONSTRAINT_TAKEN_H
#define CONSTRAINT_TAKEN_H

#include "constraint/project.h"

/* Add it to `taken`, J, when all corrections of the step are made, and before velocities of poses have a
   part of the next ones. turned: corrections have turned the clump or changed its angular momentum.
   lifts: places were corrected without a change of velocity, as by hard contacts. Local. */
void taken_add(const ConstraintScene *scene, const ConstraintBody *body, bool turned, bool lifts,
               Sum *taken);

#endif
