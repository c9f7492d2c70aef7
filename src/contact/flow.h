/* SPDX-License-Identifier: MIT */
/* Quantities of the bodies of a tile of contacts: their values are gathered before the terms, and
   the flows are added to the sums of the bodies after the terms. Called only for laws with such
   terms. */
#ifndef CONTACT_FLOW_H
#define CONTACT_FLOW_H

#include "contact/geometry.h"

/* Set the law, the columns that NEEDS_CIRCLE, NEEDS_ELASTIC and the law's quantities ask for, and flows
   to zero. hits: the batch's pairs in `list`, which names the walls if b are walls. A wall without a
   value gets that of the pebble: nothing flows. */
void flow_gather(const ContactScene *scene, const Law *law, const PairList *list,
                 const int32_t *hits, const Tile *tile, ContactBatch *batch);
/* Add the flows and gains to the bodies' sums, in quanta; note the largest, and those beyond FLOW_MOST.
   Of a gain each body gets half; what a wall without a value would get, the other body gets, too. */
void flow_add(const ContactScene *scene, const PairList *list, const int32_t *hits,
              const Tile *tile, const Law *law, const ContactBatch *batch, Loads *loads,
              ContactReport *report);

#endif
