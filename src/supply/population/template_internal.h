/* SPDX-License-Identifier: MIT */
/* Steps of reading a template: its options are checked, rank 0 reads a file of pebbles, and a rank of
   its node finds the mass properties. */
#ifndef SUPPLY_POPULATION_TEMPLATE_INTERNAL_H
#define SUPPLY_POPULATION_TEMPLATE_INTERNAL_H

#include "shape/generate/form.h"
#include "shape/generate/generate_read.h"
#include "supply/population/template_read.h"

/* Results of the rank that finds them, broadcast to the other ranks before the pebbles. */
typedef struct {
  int            n;
  bool           capsules; /* the set has half axes */
  MassProperties mass;
  ShapeReport    report;
  double    density; /* as given, or from given mass and volume, kg/m^3; 0: that of its materials */
  MeshFound mesh;    /* mass: also of a form */
} TemplateFound;

/* Pebbles of a template and results, as one rank finds them. */
typedef struct {
  PebbleSet     set;
  TemplateFound found;
  Findings      findings;
} TemplatePart;

/* Move a part, with its first found.n pebbles, from rank `from` to rank `to`. Nothing is done on other
   ranks, or if both are the same. Local. */
PetscErrorCode template_pass(const Parallel *mates, int from, int to, TemplatePart *part);

/* Source of mass, centre and inertia other than a method for pebbles (mass.h). */
typedef struct {
  Plugin      head;
  bool        is_given; /* by keys of the template */
  const char *needs;    /* key that must be given; NULL: none */
} MassSource;

extern const Plugin
  *const mass_source_heads[]; /* choices of mass_properties: methods and sources */
/* The source of a template; NULL: a method. */
const MassSource *mass_source_of(const Options *options, const char *name);

/* Check the options before any file is read. Returns false if there are mistakes, which are
   noted in options. */
bool template_check(Options *options, const char *name, const Materials *materials, int dimension);
/* Value of a numeric option; 0 if it is not given. */
double template_real(const Options *options, const char *name, const char *key);

/* Find the mass properties by the method in the options, for a set that passed
   pebbles_are_sound; materials have the densities to use; found->mesh is set. Coincident pebbles
   are merged; found->report has the outcome. */
void template_mass(const Options *options, const char *name, const Materials *materials,
                   PebbleSet *set, TemplateFound *found);

#endif
