/* SPDX-License-Identifier: MIT */
/* The clumps that a scenario puts there, at the start or at a given time: objects of the kind `clumps`. */
#ifndef SIM_POPULATION_H
#define SIM_POPULATION_H

#include "base/report.h"
#include "matter/group.h"
#include "matter/material.h"
#include "matter/waiting.h"

extern const OptionKind clumps_kind;

/* What an object is. */
typedef enum {
  POPULATION_FILE,    /* rows of a CSV, a clump each, or those of a checkpoint */
  POPULATION_SPHERES, /* rows of a CSV, a sphere each; rows of the same clump_id are one body */
  POPULATION_SINGLE,  /* one clump, told by keys of the object */
  POPULATION_FILL,    /* drawn at random into a box (fill.c) */
  POPULATION_UNCLEAR  /* none of these, or several: a mistake that population_read notes */
} PopulationType;

PopulationType population_type(const Options *options, const char *object);

/* What population_read works on. */
typedef struct {
  const Materials *materials;
  Templates       *templates;
  Groups          *groups;
  double           now; /* s */
  Clumps          *clumps;
  Waiting         *waiting;
  int64_t          next_id;
} PopulationTarget;

/* Append the clumps of all objects of the scenario but random fills, which are checked, not made. Positions are as given, not
   yet on the grid or in the box; loads are zero. Existing rows stay, and objects of the stored scenario are not read again.

   clumps     get owned rows, of whatever rank read them
   waiting    gets those whose time (at) is later than now
   groups     get the new ones, object after object; alike on every rank
   templates  get the shapes that rows of spheres make: a unit sphere sphere-MATERIAL for all lone spheres of a material, and
              OBJECT-CLUMPID for every other body, in the order of their ids. On every rank: this is for thousands of
              such bodies; say millions of equal ones by a template and `file`
   next_id    in: the lowest id that was never used; out: the same. Ids given in files stay; the others count up from it in the
              order of objects and rows

   Mistakes are noted in options; the rows are then good for nothing but being destroyed. Collective. The same clumps by id on
   any number of ranks. */
PetscErrorCode population_read(const Parallel *par, Options *options, PopulationTarget *target, Warnings *warnings);

/* Mask of the groups that all clumps of an object are in, once population_read is done. */
uint64_t population_groups(const Options *options, const char *object, const Groups *groups);

/* Widen the extremes by the templates of the random fills that are still to be made: the largest extent of a clump (m) and
   minus the smallest pebble radius (m). Collective; alike on every rank. */
PetscErrorCode population_fill_extent(const Parallel *par, Options *options, const Templates *templates, double *largest,
                                      double *minus_smallest);

#endif
