/* SPDX-License-Identifier: MIT */
/* Templates of the scenario that are made from a mesh or from shapes: their options, and the work. */
#ifndef MATTER_GENERATE_READ_H
#define MATTER_GENERATE_READ_H

#include "base/report.h"
#include "matter/generate.h"
#include "matter/mass.h"

extern const Option mesh_options[]; /* further ones of a template; ends with a key of NULL */

/* What came of a mesh or of shapes, besides the pebbles. */
typedef struct {
  bool            made; /* else findings or why */
  char            why[256];
  GenerateOptions asked;
  GenerateReport  report;
  MassProperties  mass; /* of the mesh, at the density given; of the shapes, of their materials */
} MeshFound;

/* Mistakes of the template's options that concern the mesh, the shapes and generation are noted; false if there are any. */
bool mesh_options_check(Options *options, const char *name);
/* The same of mass_properties, of which it sets the default. */
bool mesh_mass_check(Options *options, const char *name);

/* Read the file, scale, fill with pebbles of this material. Findings are about the file. Local, for rank 0: send the result to
   the others. */
PetscErrorCode pebbles_from_mesh(const Options *options, const char *name, int material, double density, PebbleSet *set,
                                 MeshFound *found, Findings *findings);

/* The same with a set of shapes; those of no material in the file are of this one. */
PetscErrorCode pebbles_from_shapes(const Options *options, const char *name, const Materials *materials, int material,
                                   PebbleSet *set, MeshFound *found, Findings *findings);

/* One line on stdout, of rank 0: what was reached; and a warning if that is not what was asked. Alike on every rank. */
void mesh_found_tell(const Parallel *par, Warnings *warnings, const char *what, const MeshFound *found);

#endif
