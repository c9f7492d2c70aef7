/* SPDX-License-Identifier: MIT */
/* Heat of a tile of contacts: temperatures of the bodies before the terms, sums after them. Called
   for laws that need or give them only. */
#ifndef CONTACT_FLOW_H
#define CONTACT_FLOW_H

#include "contact/geometry.h"

/* Set the columns that NEEDS_TEMPERATURE and NEEDS_CIRCLE ask for, and heat to zero. hits: the
   batch's pairs in `list`, which names the walls if b are walls. A wall without a temperature has
   that of the pebble. */
void flow_gather(const ContactScene *scene, unsigned needs, const PairList *list,
                 const int32_t *hits, const Tile *tile, ContactBatch *batch);
/* Add the heat to the bodies' sums, in quanta; note the largest, and flows beyond FLOW_MOST. */
void flow_add(const ContactScene *scene, const PairList *list, const int32_t *hits,
              const Tile *tile, const ContactBatch *batch, Loads *loads, ContactReport *report);

#endif
