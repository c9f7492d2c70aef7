/* SPDX-License-Identifier: MIT */
/* Densities of materials: none is assumed. One is needed where a mass depends on it that nothing
   else gives; where none does, a material without density counts as one of 1 kg/m^3 inside. */
#ifndef SUPPLY_DENSITY_NEED_H
#define SUPPLY_DENSITY_NEED_H

#include "matter/template.h"
#include "options/options.h"

/* Note a mistake for material m, once, if it has no density; what: what depends on it, such as "the
   mass of template ball". Make the same calls on every rank. */
void density_need(Options *options, const Materials *materials, int m, const char *what);
/* Index of a material without density that mass or volume of template t depends on; -1: none. */
int density_lacking(const Options *options, const Materials *materials, const Templates *templates,
                    int t);
/* The same as a mistake, for clumps of template t that have no density of their own. */
void density_need_of_template(Options *options, const Materials *materials,
                              const Templates *templates, int t);

#endif
