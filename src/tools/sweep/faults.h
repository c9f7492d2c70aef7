/* SPDX-License-Identifier: MIT */
/* Mistakes of a sweep, found before anything runs. */
#ifndef TOOLS_SWEEP_FAULTS_H
#define TOOLS_SWEEP_FAULTS_H

#include "base/parallel.h"
#include "base/text.h"

enum { FAULT_LENGTH = 1024, FAULTS_TOLD = 100 };

typedef struct {
  int  line, more;       /* of the table, 0: none; further rows with the same text */
  char row[NAME_LENGTH]; /* name of the row, "": none */
  char text[FAULT_LENGTH];
} Fault;

/* Faults with different texts; of equal texts the one with the lowest line is kept. All
   zero: none. */
typedef struct {
  NameIndex texts;
  Fault    *list; /* [texts.n] */
  PetscInt  capacity;
} Faults;

PetscErrorCode faults_add(Faults *faults, const char *row, int line, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(4, 5);
/* Join those of all ranks on rank 0; *n: their number, the same on every rank. Collective. */
PetscErrorCode faults_gather(const Parallel *par, Faults *faults, int *n);
/* Print them on stderr, by line, with the name of the table, which has n_rows rows. */
void faults_print(Faults *faults, const char *table, int n_rows);
void faults_free(Faults *faults);

#endif
