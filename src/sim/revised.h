/* SPDX-License-Identifier: MIT */
/* What a restart changes: differences between the scenario in the checkpoint and the present one,
   and what they mean for the memory of contacts and for the account of energies. */
#ifndef SIM_REVISED_H
#define SIM_REVISED_H

#include "contact/record.h"

typedef struct Sim Sim;

/* *same: the options are those of the scenario text of a checkpoint (NULL: false), but for what is
   written, how the work is done, and the end; names of files are not compared. A run that goes on
   has the numbers then that a run that was not stopped has. Collective. */
PetscErrorCode revised_nothing(const Sim *sim, const char *scenario, bool *same);

/* Starts as {0}; revised_free. */
typedef struct {
  bool *law; /* [laws->n] laws that keep other fields than in the checkpoint; NULL: not known */
  bool  energies; /* what is stored in contacts, links, interactions or gravity may differ */
} Revised;

/* Find them from the scenario text of a checkpoint. Says in records->map how the memory that
   contacts have there becomes that of the present laws: fields of the same name of the same term
   are kept; and in records->begin and end if contacts may begin or end with the changes. Collective. */
PetscErrorCode revised_find(Sim *sim, const char *scenario, ContactRecords *records,
                            Revised *revised);
/* Warn of contacts whose laws have changed, and enter in the ledger what the changes put into the
   stored energies. Call when the records have been assigned to pairs. Collective. */
PetscErrorCode revised_book(Sim *sim, const Revised *revised);
void           revised_free(Revised *revised);

#endif
