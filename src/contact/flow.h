/* SPDX-License-Identifier: MIT */
/* Heat of a tile of contacts: the temperatures of the bodies are gathered before the terms, and
   the heat is added to the sums of the bodies after the terms. Called only for laws with terms
   of heat. */
#ifndef CONTACT_FLOW_H
#define CONTACT_FLOW_H

#include "contact/geometry.h"

/* Set the columns that NEEDS_TEMPERATURE and NEEDS_CIRCLE ask for, and heat to zero. hits: the
   batch's pairs in `list`, which names the walls if b are walls. A wall without a temperature gets
   the temperature of the pebble: no heat flows. */
void flow_gather(const ContactScene *scene, unsigned needs, const PairList *list,
                 const int32_t *hits, const Tile *tile, ContactBatch *batch);
/* Add the heat to the bodies' sums, in quanta; note the largest, and flows beyond FLOW_MOST. */
void flow_add(const ContactScene *scene, const PairList *list, const int32_t *hits,
              const Tile *tile, const ContactBatch *batch, Loads *loads, ContactReport *report);

#endif
