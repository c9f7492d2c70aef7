/* SPDX-License-Identifier: MIT */
/* Loads of contacts by the pebbles that bear them, in the quanta of the loads of clumps: those of a
   clump's pebbles, over all ranks, sum up to what contacts add to the clump, to the bit. Asked for by
   members_ask; else nothing is done. */
#ifndef CONTACT_MEMBER_LOADS_H
#define CONTACT_MEMBER_LOADS_H

#include "contact/batch.h"
#include "contact/contacts.h"

/* Start from zero for this number of rows of pebbles: before an evaluation. */
PetscErrorCode member_loads_begin(Contacts *contacts, PetscInt pebbles);
/* Sums of the pebble of row i: force, and torque about its clump's centre (matter/loads.h). */
static inline int64_t *member_load(Contacts *contacts, int32_t i)
{
  return contacts->on_members + (size_t)i * LOAD_PARTS;
}

/* Add n contacts of a list, hits: their pairs. force, about_a, about_b: quanta of the force on bodies
   a and of the torques on them; bodies b get the opposite. walls: bodies b are walls, which get
   nothing. */
void member_loads_add(Contacts *contacts, const PairList *list, bool walls, const int32_t *hits,
                      int n, int64_t force[3][TILE], int64_t about_a[3][TILE],
                      int64_t about_b[3][TILE]);

#endif
