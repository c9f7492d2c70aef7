/* SPDX-License-Identifier: MIT */
/* Numbers for clumps given by id, on any ranks: they are sent to the ranks that own these clumps.
   Those of a clump that the rank owns stay there. No rank has a table of all ids: each id has a
   keeper, a rank that follows from the id, which is told who owns it. */
#ifndef MATTER_BY_ID_H
#define MATTER_BY_ID_H

#include "base/parallel.h"
#include "matter/clumps.h"

enum { ID_REALS = 6, ID_FAULT = 400 };

/* A row that a rank gives; and as its owner gets it. */
typedef struct {
  Id     id;
  double value[ID_REALS]; /* any bytes */
} IdRow;

typedef struct {
  PetscInt row; /* of Clumps */
  double   value[ID_REALS];
} OwnedRow;

/* The fault of the lowest id of which this rank knows one. Starts as {0}. */
typedef struct {
  bool found;
  Id   id;
  char text[ID_FAULT];
} IdFault;

/* Note a fault, unless there is one of a lower id, or of this one. Local. */
void id_fault(IdFault *fault, Id id, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(3, 4);
/* *good: no rank has noted any. The fault stays on the ranks with the lowest id alone.
   Collective. */
PetscErrorCode id_fault_agree(const Parallel *par, IdFault *fault, bool *good);

/* Ids of rows that are allowed beside those of clumps that are there, each once. */
enum {
  ID_TWICE = 1, /* given more than once, by any ranks */
  ID_NONE  = 2  /* those of no clump, whose rows are dropped */
};

/* Give the rows to the owners of the clumps, in ascending order of their rows; *owned is freed with
   array_free. Another id than `allowed` (ID_ bits) says is noted. One pass over the clumps; if rows
   are of clumps that other ranks own, also messages with the ids of all clumps. Collective. */
PetscErrorCode id_rows_deliver(const Parallel *par, const Clumps *clumps, int64_t n,
                               const IdRow *rows, unsigned allowed, IdFault *fault,
                               PetscInt *n_owned, OwnedRow **owned);

#endif
