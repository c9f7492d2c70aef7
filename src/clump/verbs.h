/* SPDX-License-Identifier: MIT */
/* What the program can do, one file each. `status` becomes its exit status. On one rank. */
#ifndef CLUMP_VERBS_H
#define CLUMP_VERBS_H

#include "clump/request.h"

/* Mass properties by every method asked for, printed as a table or JSON. */
PetscErrorCode properties_run(const Request *request, int *status);
/* The same pebbles in another format. */
PetscErrorCode convert_run(const Request *request, int *status);

#endif
