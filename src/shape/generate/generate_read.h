/* SPDX-License-Identifier: MIT */
/* Templates of the scenario made from a mesh or from shapes: options, checks and generation. */
#ifndef SHAPE_GENERATE_GENERATE_READ_H
#define SHAPE_GENERATE_GENERATE_READ_H

#include "shape/generate/generate.h"

extern const Option mesh_options[]; /* further options of a template; ends with a key of NULL */

/* Result of generation, besides the pebbles. */
typedef struct {
  bool            made; /* false: the reason is in the findings or in why */
  char            why[256];
  GenerateOptions asked;
  GenerateReport  report;
  /* of the mesh at the given density, or of the shapes with their materials */
  MassProperties mass;
} MeshFound;

/* Check the template's options of mesh, shapes and generation. Notes mistakes; false if there are
   any. */
bool mesh_options_check(Options *options, const char *name);

/* Read the mesh file, scale it and fill it with pebbles of this material. Findings are about the
   file. Local, for rank 0: send the result to the others. */
void pebbles_from_mesh(const Options *options, const char *name, int material, double density,
                       PebbleSet *set, MeshFound *found, Findings *findings);

/* As pebbles_from_mesh, for a file of shapes; shapes without a material in the file get
   `material`. */
void pebbles_from_shapes(const Options *options, const char *name, const Materials *materials,
                         int material, PebbleSet *set, MeshFound *found, Findings *findings);

/* Print one line on stdout of rank 0 with the errors, and add a warning for each bound not met.
   Same arguments on every rank. */
void mesh_found_print(const Parallel *par, Warnings *warnings, const char *what,
                      const MeshFound *found);

#endif
