/* SPDX-License-Identifier: MIT */
/* Squeeze of a clump: the sum over its contacts of the scalar product of the vector from its centre
   to the contact and the force on it, J. It is a field of clumps that exists only if something asks
   for it. Over -(dimension) x volume it is the mean pressure in the clump at rest. */
#ifndef CONTACT_SOLID_SQUEEZE_H
#define CONTACT_SOLID_SQUEEZE_H

#include "contact/geometry.h"

/* Add the contacts of a batch to the sums of their bodies, if there are such. */
void squeeze_add(const ContactScene *scene, const Tile *tile, const ContactBatch *batch,
                 Loads *loads, ContactReport *report);
/* Set the field of owned clumps from the sums of an evaluation, which become 0 for the next one. */
void squeeze_find(Clumps *clumps, Loads *loads);

#endif
