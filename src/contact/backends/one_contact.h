/* SPDX-License-Identifier: MIT */
/* Loads of a contact that is evaluated alone, as a batch of one: by the slow twin of the batched backend
   (backend_single.c) and for contacts of solids (solid_forces.c). Not for other rooms. */
#ifndef CONTACT_BACKENDS_ONE_CONTACT_H
#define CONTACT_BACKENDS_ONE_CONTACT_H

#include "contact/backend.h"
#include "contact/geometry.h"

/* Round forces, torques, couples and work of the contact in contacts->batch to quanta, add them to the
   sums of its bodies (tile->b[0] < 0: of the first alone) and to the work, and note the largest of each.
   members: sums of its two pebbles, [LOAD_PARTS] quanta each, or NULL. dt: the step, s. Local. */
void contact_add_loads(Contacts *contacts, const Law *law, double dt, const Tile *tile,
                       int64_t *const members[2], Loads *loads, ContactReport *report);

#endif
