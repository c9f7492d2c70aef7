/* SPDX-License-Identifier: MIT */
/* Loads of contacts on walls, and the power of walls that move: exact sums, so that their digits do
   not depend on the number of ranks. */
#ifndef CONTACT_WALL_LOADS_H
#define CONTACT_WALL_LOADS_H

#include "contact/geometry.h"

/* Of one wall at the evaluated time, this rank's part. */
struct WallLoads {
  Sum force[3];  /* on the wall, N */
  Sum torque[3]; /* about Wall.pivot, N m */
  Sum power;     /* that the wall gives to the bodies, W */
};

/* Sum the loads on each of n walls from the next evaluation on. */
PetscErrorCode wall_loads_create(Contacts *contacts, int n);
void           wall_loads_clear(Contacts *contacts);
/* Add a tile of contacts with walls, hits: their pairs, after the law has been applied. Values that
   are not finite are left out: the evaluation is discarded. gives: GIVES_ bits of the law. */
void wall_loads_add(Contacts *contacts, const ContactScene *scene, unsigned gives,
                    const int32_t *hits, const Tile *tile);

#endif
