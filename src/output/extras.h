/* SPDX-License-Identifier: MIT */
/* Named arrays in a checkpoint, the same on all ranks: state of program parts that have no table of
   their own in the file. */
#ifndef OUTPUT_EXTRAS_H
#define OUTPUT_EXTRAS_H

#include "base/base.h"

typedef struct {
  char     name[NAME_LENGTH]; /* letters, digits, _ and -; unique */
  int64_t  n;
  int64_t *integers; /* [n]; one of these two is not NULL; owned by the list */
  double  *reals;    /* [n], finite */
} Extra;

/* List of named arrays. Starts as {0}. */
typedef struct {
  int    n, capacity;
  Extra *list;
} Extras;

/* Append a copy of the array, or replace the array of this name. Error: PETSC_ERR_ARG_WRONG if
   extras_may_be_called is false for the name. */
PetscErrorCode extras_set_integers(Extras *extras, const char *name, int64_t n,
                                   const int64_t *values);
PetscErrorCode extras_set_reals(Extras *extras, const char *name, int64_t n, const double *values);
/* Array of this name, or NULL. */
const Extra *extras_find(const Extras *extras, const char *name);
/* True for names of 1 to NAME_LENGTH - 1 letters, digits, _ and -. */
bool extras_may_be_called(const char *name);
void extras_free(Extras *extras);

#endif
