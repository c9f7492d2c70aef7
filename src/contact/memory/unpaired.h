/* SPDX-License-Identifier: MIT */
/* Memory that has no pair for a part of a step. With hard contacts lists are renewed when clumps
   have moved, before the sweeps correct them (run/step/step_hard.c): a contact of the step before
   may then be so far apart that lists lack it, and touch again after the sweeps. Its memory must be
   kept, as in a step without new lists. So, from unpaired_hold until contacts_commit, a narrowing
   drops no pair with memory, and in a rebuild a record without a pair stays on the rank that found
   none. It is offered to the next rebuild, in which the places of clumps decide which rank
   evaluates the pair: each rank that has both clumps, as rows of its own or copies, asks the holder
   for the record. Every rank learns only the ids of the clumps of all records. */
#ifndef CONTACT_MEMORY_UNPAIRED_H
#define CONTACT_MEMORY_UNPAIRED_H

#include "contact/contacts.h"

/* Begin to hold. The same on all ranks. */
void unpaired_hold(Contacts *contacts);
/* True if this rank holds a record: then lists must be rebuilt where they would be narrowed. */
bool unpaired_some(const Contacts *contacts);
/* With contacts_pack, before clumps migrate: tell the clumps of what is held, whose images become
   those as if every centre were wrapped now. Collective; nothing unless contacts are held. */
PetscErrorCode unpaired_share(Contacts *contacts, const Parallel *par, const ContactScene *scene);
/* After records_route, with the new copies of clumps: append the records whose clumps are here.
   Collective; nothing unless records were shared. */
PetscErrorCode unpaired_offer(Contacts *contacts, const Parallel *par, const Clumps *clumps,
                              ContactRecords *records);
/* After contacts_unpack, and at contacts_commit. */
void unpaired_withdraw(Contacts *contacts);
void unpaired_forget(Contacts *contacts);

#endif
