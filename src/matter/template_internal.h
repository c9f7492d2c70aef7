/* SPDX-License-Identifier: MIT */
/* How a template is read: its options are checked, then rank 0 has its pebbles and finds their mass properties. */
#ifndef MATTER_TEMPLATE_INTERNAL_H
#define MATTER_TEMPLATE_INTERNAL_H

#include "matter/generate_read.h"
#include "matter/template_read.h"

/* What rank 0 finds and tells the others; then come the pebbles. */
typedef struct {
  int            n;
  MassProperties mass;
  ShapeReport    report;
  double         density; /* as said, or as follows from mass and volume that were; 0: that of its materials */
  MeshFound      mesh;
} TemplateFound;

/* What can be said before any file is read; false: mistakes are noted in options, now or before. */
bool template_check(Options *options, const char *name, const Materials *materials, int dimension);
/* A number or, if it is not given, 0. */
double template_real(const Options *options, const char *name, const char *key);

/* Pebbles of the option `pebbles`, without materials and groups. */
PetscErrorCode template_pebbles_listed(const Options *options, const char *name, int dimension, PebbleSet *set);
/* Pebbles of a file, read whole by the rank that calls: a template is small beside what it is used for. Those whose file does not
   say otherwise are of material `otherwise` and in_groups; new groups are added. What is wrong goes to findings. */
PetscErrorCode template_pebbles_filed(const char *path, const Materials *materials, int otherwise, uint64_t in_groups,
                                      Groups *groups, int dimension, PebbleSet *set, Findings *findings);
/* A column of groups, all pebbles in the same. */
PetscErrorCode template_groups_set(PebbleSet *set, uint64_t mask);

/* Mass properties as the options say, of a sound set whose materials have the densities that count; found->mesh is known.
   Coincident pebbles are merged; found->report says whether it went well. */
void template_mass(const Options *options, const char *name, const Materials *materials, PebbleSet *set, TemplateFound *found);

#endif
