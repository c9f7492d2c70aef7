/* SPDX-License-Identifier: MIT */
/* Forces and couples of a tile of contacts in quanta, and their work. */
#ifndef CONTACT_BACKENDS_TILE_LOADS_H
#define CONTACT_BACKENDS_TILE_LOADS_H

#include "contact/geometry.h"

/* Loads of a tile in quanta: forces on a, torques on a, torques of the same forces about b; couples
   are part of the torques. */
typedef struct {
  _Alignas(64) int64_t f[3][TILE], ta[3][TILE], tb[3][TILE];
} TileLoads;

/* Round every contribution to its quantum. couples: the law gives some (GIVES_COUPLE); they are
   contributions of their own: rounded once, as the torques of forces are, and added as integers. Notes
   in the report the largest force component and the largest couple as monitored (couples.h), N. */
void tile_loads_round(const Tile *tile, const ContactBatch *batch, bool couples, const Loads *loads,
                      TileLoads *quanta, ContactReport *report);
/* Work taken from the bodies by the contacts in a time dt: -(force on a) . (relative velocity) dt, and
   with couples -(couple on a) . (relative spin) dt, as the sum of their quanta (1 / inverse, J).
   *largest: largest size of either so far, J. */
int64_t tile_loads_work(const ContactBatch *batch, bool couples, double dt, double inverse,
                        double *largest);

#endif
