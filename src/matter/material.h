/* SPDX-License-Identifier: MIT */
/* Materials of the scenario. */
#ifndef MATTER_MATERIAL_H
#define MATTER_MATERIAL_H

#include "base/options.h"
#include "matter/template.h"

extern const OptionKind material_kind;

/* All materials, in the order declared; young is 0 where it is not given. What was wrong with one has been noted by
   options_check; it then gets numbers that do not trip others up. Collective. */
PetscErrorCode materials_read(const Parallel *par, Options *options, Materials *materials);
void           materials_free(Materials *materials);

#endif
