/* SPDX-License-Identifier: MIT */
/* Named arrays, the same on all ranks: what a part of the program that the checkpoint does not know wants to find again. */
#ifndef OUTPUT_EXTRAS_H
#define OUTPUT_EXTRAS_H

#include "base/base.h"

typedef struct {
  char     name[NAME_LENGTH]; /* letters, digits, _ and -; unique */
  int64_t  n;
  int64_t *integers; /* one of these two is not NULL; owned by the table */
  double  *reals;    /* finite */
} Extra;

/* Starts as {0}. */
typedef struct {
  int    n, capacity;
  Extra *list;
} Extras;

/* Append a copy of the array, or put it in the place of the one of this name. Error: PETSC_ERR_ARG_WRONG for a name that
   may not be used. */
PetscErrorCode extras_set_integers(Extras *extras, const char *name, int64_t n, const int64_t *values);
PetscErrorCode extras_set_reals(Extras *extras, const char *name, int64_t n, const double *values);
/* NULL if there is none of this name. */
const Extra *extras_find(const Extras *extras, const char *name);
bool         extras_may_be_called(const char *name);
void         extras_free(Extras *extras);

#endif
