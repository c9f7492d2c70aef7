/* SPDX-License-Identifier: MIT */
/* Quantities of a run: which it has, and the values of its clumps at the start. */
#ifndef SUPPLY_POPULATION_START_VALUES_H
#define SUPPLY_POPULATION_START_VALUES_H

#include "contact/law.h"
#include "matter/waiting.h"
#include "wall/wall.h"

/* Quantities, as bits, that a law exchanges or that a material, template or object of clumps or
   inlet gives. Rows of files may add more. The same on all ranks. */
unsigned start_values_used(const Options *options, const Materials *materials, const Laws *laws);

/* Set capacities of the templates, and the values of clumps that have none yet. entering: extremes
   of clumps that may enter. Mistakes are: a clump without a value; a template some of whose
   materials exchange a quantity while others have no capacity for it; a wall whose value no law
   uses. Collective. */
PetscErrorCode start_values_set(const Parallel *par, Options *options, const Materials *materials,
                                const Laws *laws, const Walls *walls, Templates *templates,
                                Clumps *clumps, Waiting *waiting, Clumps *entering);
/* Set the values of a row that has none yet, after start_values_set. Local. */
void start_values_fill_in(const Templates *templates, Clumps *clumps, PetscInt row);

#endif
