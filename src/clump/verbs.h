/* SPDX-License-Identifier: MIT */
/* What the program can do, one file each. `status` becomes its exit status. On one rank. */
#ifndef CLUMP_VERBS_H
#define CLUMP_VERBS_H

#include "clump/request.h"

/* Mass properties by every method asked for, printed as a table or JSON. */
PetscErrorCode properties_run(const Request *request, int *status);
/* The same pebbles in another format. */
PetscErrorCode convert_run(const Request *request, int *status);

/* Spheres that fill a mesh, with a report of all errors. */
PetscErrorCode generate_run(const Request *request, int *status);
/* A picture of pebbles, of a mesh, or of pebbles next to the mesh they stand for. */
PetscErrorCode picture_run(const Request *request, int *status);
/* The same for pebbles at hand, with the mesh that --mesh names, if it does. axes: the principal ones. */
PetscErrorCode picture_write(const Request *request, const char *path, const PebbleSet *set, Quat axes, bool *good);

#endif
