/* SPDX-License-Identifier: MIT */
/* Bounds of forces, work and overlaps in an evaluation. */
#ifndef CONTACT_EXTREMES_H
#define CONTACT_EXTREMES_H

#include "contact/geometry.h"

/* Add to the report the contacts of an evaluated tile beyond a bound: overlaps above overlap_limit,
   forces above FORCE_MOST, work above WORK_MOST, and torques that the bound of forces does not
   cover. hits: indices of the pairs in the list. */
void extremes_watch(const ContactScene *scene, const Tile *tile, const ContactBatch *batch,
                    const Law *law, const PairList *list, const int32_t *hits,
                    ContactReport *report);

#endif
