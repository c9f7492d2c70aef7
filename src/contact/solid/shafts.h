/* SPDX-License-Identifier: MIT */
/* Contacts of capsules with ridges of walls (search/capsule_ridges.h), between the ends of the capsule.

   A capsule is a body of two corners, its ends, and one edge between them, so that its contacts are
   those of solids (solids.h): crossings with straight ridges, such as the edge of a box or a cylinder
   without ends, and with points, such as the corner of a box, the tip of a cone or the centre of a
   sphere; places on rims, and on sides of cylinders and cones; each with its weight. They are kept with
   the contacts of pebbles, on the rank that counts the pair. */
#ifndef CONTACT_SOLID_SHAFTS_H
#define CONTACT_SOLID_SHAFTS_H

#include "contact/evaluate.h"
#include "contact/solid/solid_places.h"

/* Find the place of a pair of a list of walls, of a capsule and a ridge. False: it is not closer than
   `within` (m), or past an end. */
bool shaft_place(const ContactScene *scene, const PairList *list, int32_t pair, double within,
                 SolidPlace *place);

/* Evaluate the pairs of a cell of the list of walls, or its contacts, for a sink. */
void shafts_evaluate(Contacts *contacts, const ContactScene *scene, const Side *side, int cell,
                     const Law *law, const ContactSink *sink);

#endif
