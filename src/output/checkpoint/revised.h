/* SPDX-License-Identifier: MIT */
/* Differences between the scenario in the checkpoint and the present one at a restart, and their
   effects on the memory of contacts and on the account of energies. */
#ifndef OUTPUT_CHECKPOINT_REVISED_H
#define OUTPUT_CHECKPOINT_REVISED_H

#include "contact/memory/record.h"
#include "matter/world.h"

/* True if the options equal those of the scenario in the checkpoint, apart from output, parallel
   work and the end of the run; names of files are not compared. The run then goes on with the same
   bits as one that was not stopped. kinds: all sections, NULL-terminated. */
bool revised_nothing(const Options *before, const Options *now, const OptionKind *const kinds[]);
/* True if gravity is another one. */
bool revised_gravity(const Options *before, const Options *now);

/* Starts as {0}; revised_free. */
typedef struct {
  bool *law; /* [laws->n] laws that keep other fields than in the checkpoint; NULL: not known */
  bool  energies; /* what is stored in contacts, links, interactions or gravity may differ */
} Revised;

/* Find the differences from the scenario of a checkpoint, whose options are `before`. Sets
   records->map, by which the memory of contacts there becomes that of the present laws (fields of
   the same name of the same term are kept), and records->begin and end: contacts may begin or end
   because of the changes. Collective. */
PetscErrorCode revised_find(const World *world, Options *before, ContactRecords *records,
                            Revised *revised);
/* Warn of contacts whose laws have changed, and enter in the ledger by how much the changes raise
   the stored energies. Call when the records have been assigned to pairs. Collective. */
PetscErrorCode revised_book(World *world, const Revised *revised);
void           revised_free(Revised *revised);

#endif
