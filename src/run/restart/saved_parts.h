/* SPDX-License-Identifier: MIT */
/* Parts of a simulation whose state only some checkpoints hold (base/state.h); those of every
   checkpoint are in output/checkpoint/checkpoint_state.c. A new part is a function that lists its
   tables and structs, and a line in saved_parts.c. */
#ifndef RUN_RESTART_SAVED_PARTS_H
#define RUN_RESTART_SAVED_PARTS_H

#include "measure/energy/ledger.h"
#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* List the tables of all parts, without structs, for docs/files.md; the names of objects are
   <name>. */
PetscErrorCode parts_document(StateParts *parts);
/* Append the values of all parts. The same on all ranks. */
PetscErrorCode parts_save(Sim *sim, State *state);
/* Read a part from a checkpoint. *found: it has any value of the part. Values that do not fit are
   a mistake that is noted in the options. */
PetscErrorCode parts_take(Sim *sim, const Checkpoint *checkpoint, StatePart part, bool *found);
/* List the states of all interactions. */
PetscErrorCode parts_of_interactions(Sim *sim, StateParts *parts);
/* The part that holds the exponent of a further sum. */
StatePart part_of_sum(Accumulator *accumulator);
/* The part that holds the sums of an energy; ledger NULL: its table alone. */
StatePart part_of_entry(Ledger *ledger, const LedgerEntry *entry);

#endif
