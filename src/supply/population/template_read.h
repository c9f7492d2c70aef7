/* SPDX-License-Identifier: MIT */
/* Read templates of the scenario; mass properties and checks of a set of pebbles, as for any
   body made of given pebbles. */
#ifndef SUPPLY_POPULATION_TEMPLATE_READ_H
#define SUPPLY_POPULATION_TEMPLATE_READ_H

#include "matter/group.h"
#include "matter/material.h"
#include "matter/template.h"
#include "options/options.h"
#include "options/report.h"
#include "shape/mass/mass.h"

extern const OptionKind template_kind;

/* Append the templates of the scenario. A template that exists already (from a checkpoint) is
   kept; it is a mistake if the scenario now declares it differently. New groups of pebbles are
   added to groups. Mistakes are noted in options, and such a template is left out. Collective:
   the ranks of rank 0's node divide the work, so that all ranks get the same bits. */
PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials,
                              Templates *templates, Groups *groups, Warnings *warnings);

/* Results of the checks of a set of pebbles. */
typedef struct {
  bool   sound; /* false: refused, for the reason in `why` */
  char   why[256];
  char   clash[256]; /* coincident pebbles of two materials, in a sentence; "": there are none */
  int    merged;     /* number of coincident pebbles removed */
  double gap;        /* largest gap between its parts, m; 0: connected */
  /* sum of the volumes over that of the union, minus 1, if overlaps were counted twice (mass_sum);
     else 0 */
  double overlap;
} ShapeReport;

/* Merge coincident pebbles, find mass properties by this method (principal frame included), and
   set the report. Local: call it on one rank and send the results to the others. */
void shape_find(PebbleSet *set, const Materials *materials, const MassMethod *method,
                const MassOptions *options, MassProperties *mass, ShapeReport *report);

/* Add warnings about a body, named `what` in them ("template dumbbell"). Call it on every rank
   with the same report. */
void shape_warn(Warnings *warnings, const char *what, const ShapeReport *report);

/* ---- templates of another material ---- */

/* Append the templates that the key `material` of inlets needs, unless they are there, as after a
   restart. A template of several materials is a mistake, which is noted. The same on every rank. */
void template_variants_make(Options *options, const Materials *materials, Templates *templates);
/* Index of template t made of material m; -1: there is none. */
int template_variant(const Materials *materials, const Templates *templates, int t, int m);
/* Index of the template of the scenario that template t is, or that it is made of; -1: it is of a
   checkpoint alone. */
int template_origin(const Options *options, const Materials *materials, const Templates *templates,
                    int t);

/* ---- densities ---- */

/* Note a mistake for material m, once, if it has no density; what: what depends on it, such as "the
   mass of template ball". Make the same calls on every rank. */
void density_need(Options *options, const Materials *materials, int m, const char *what);
/* Note a mistake if mass or volume of template t depends on a material without density, for clumps
   of it that have no density of their own. */
void density_need_of_template(Options *options, const Materials *materials,
                              const Templates *templates, int t);

/* Reason why one density cannot replace those of the template's pebbles, or NULL. */
const char *density_refused(const Template *t);

#endif
