/* SPDX-License-Identifier: MIT */
/* Differences between the scenario in the checkpoint and the present one at a restart, and their
   effects on the memory of contacts and on the account of energies. */
#ifndef RUN_RESTART_REVISED_H
#define RUN_RESTART_REVISED_H

#include "contact/memory/record.h"

typedef struct Sim Sim;

/* *same: the options equal those of the scenario text of a checkpoint (NULL: false), apart from
   output, parallel work and the end of the run; names of files are not compared. The run then goes
   on with the same bits as one that was not stopped. Collective. */
PetscErrorCode revised_nothing(const Sim *sim, const char *scenario, bool *same);

/* Starts as {0}; revised_free. */
typedef struct {
  bool *law; /* [laws->n] laws that keep other fields than in the checkpoint; NULL: not known */
  bool  energies; /* what is stored in contacts, links, interactions or gravity may differ */
} Revised;

/* Find the differences from the scenario text of a checkpoint. Sets records->map, by which
   the memory of contacts there becomes that of the present laws (fields of the same name
   of the same term are kept), and records->begin and end: contacts may begin or end
   because of the changes. Collective. */
PetscErrorCode revised_find(Sim *sim, const char *scenario, ContactRecords *records,
                            Revised *revised);
/* Warn of contacts whose laws have changed, and enter in the ledger by how much the changes raise
   the stored energies. Call when the records have been assigned to pairs. Collective. */
PetscErrorCode revised_book(Sim *sim, const Revised *revised);
void           revised_free(Revised *revised);

#endif
