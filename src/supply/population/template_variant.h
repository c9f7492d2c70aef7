/* SPDX-License-Identifier: MIT */
/* Templates of another material, for inlets that draw the material of each clump. That of template
   pill and material steel is called pill-steel. */
#ifndef SUPPLY_POPULATION_TEMPLATE_VARIANT_H
#define SUPPLY_POPULATION_TEMPLATE_VARIANT_H

#include "matter/template.h"
#include "options/options.h"

/* Append the templates that the key `material` of inlets needs, unless they are there, as after a
   restart. A template of several materials is a mistake, which is noted. The same on every rank. */
PetscErrorCode template_variants_make(Options *options, const Materials *materials,
                                      Templates *templates);
/* Index of template t made of material m; -1: there is none. */
int template_variant(const Materials *materials, const Templates *templates, int t, int m);
/* Index of the template of the scenario that template t is, or that it is made of; -1: it is of a
   checkpoint alone. */
int template_origin(const Options *options, const Materials *materials, const Templates *templates,
                    int t);

#endif
