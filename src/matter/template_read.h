/* SPDX-License-Identifier: MIT */
/* Templates of the scenario, and what all bodies made of given pebbles go through. */
#ifndef MATTER_TEMPLATE_READ_H
#define MATTER_TEMPLATE_READ_H

#include "base/report.h"
#include "matter/group.h"
#include "matter/mass.h"
#include "matter/material.h"

extern const OptionKind template_kind;

/* Append the templates of the scenario. One that is there already (from a checkpoint) stays; it is a mistake if the scenario
   now says something else. Groups of pebbles that are new are added to groups. Mistakes are noted in options, and such a
   template is left out. Collective: the same bits everywhere, as rank 0 does the work. */
PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials, Templates *templates,
                              Groups *groups, Warnings *warnings);

/* What is worth a word about a set of pebbles. */
typedef struct {
  bool   sound; /* else why */
  char   why[256];
  int    merged;  /* coincident pebbles that went */
  double gap;     /* m, between its parts; 0: it connects */
  double overlap; /* of the sum of volumes beyond the union's, when pebbles were taken whole; else 0 */
} ShapeReport;

/* Coincident pebbles merged, mass properties found by this method (principal frame included), oddities reported. Local: find
   on one rank and send to the others. */
void shape_find(PebbleSet *set, const Materials *materials, const MassMethod *method, const MassOptions *options,
                MassProperties *mass, ShapeReport *report);

/* Warn about a shape called `what` ("template dumbbell"); alike on every rank. */
void shape_warn(Warnings *warnings, const char *what, const ShapeReport *report);

#endif
