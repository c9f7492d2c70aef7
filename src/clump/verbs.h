/* SPDX-License-Identifier: MIT */
/* The verbs of clast-clump, one file each. *status is the exit status. Serial. */
#ifndef CLUMP_VERBS_H
#define CLUMP_VERBS_H

#include "clump/request.h"

/* Print mass properties by each requested method as a table or JSON. */
PetscErrorCode properties_run(const Request *request, int *status);
/* Write the pebbles of one file in another format. */
PetscErrorCode convert_run(const Request *request, int *status);

/* Fill a mesh or shapes with pebbles, write the clump and report its errors. */
PetscErrorCode generate_run(const Request *request, int *status);
/* Draw pebbles, a mesh, or pebbles next to the mesh they approximate. */
PetscErrorCode picture_run(const Request *request, int *status);
/* Draw the given pebbles, next to the mesh of --mesh if given. axes: principal axes of the
   pebbles. */
PetscErrorCode picture_write(const Request *request, const char *path, const PebbleSet *set,
                             Quat axes, bool *good);

#endif
