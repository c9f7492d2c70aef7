/* SPDX-License-Identifier: MIT */
/* Materials of the scenario. */
#ifndef MATTER_MATERIAL_H
#define MATTER_MATERIAL_H

#include "matter/template.h"
#include "options/options.h"

extern const OptionKind material_kind;

/* Keys of materials that contact laws take where they have no value of their own
   (contact/law.h); the same keys are in `contact`. */
extern const Option property_options[];

/* Read all materials, in the order declared; young is 0 where it is not given, density 1
   (supply/population/template_read.h). Invalid values
   have been reported by options_check and are replaced by valid ones here, so that they cause no
   further errors. */
void materials_read(Options *options, Materials *materials);
void materials_free(Materials *materials);

#endif
