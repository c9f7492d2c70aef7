/* SPDX-License-Identifier: MIT */
/* Couples of a tile of contacts, for laws that give any (GIVES_COUPLE): their loads, their work and
   their bounds. Other laws call nothing here. */
#ifndef CONTACT_COUPLES_H
#define CONTACT_COUPLES_H

#include "contact/geometry.h"

/* Loads of a tile in quanta: forces on a, torques on a, torques of the same forces about b. */
typedef struct {
  _Alignas(64) int64_t f[3][TILE], ta[3][TILE], tb[3][TILE];
} TileLoads;

/* The force of a contact does not bound its couple. A couple is monitored as

     COUPLE_SHARE |couple| / (arm of the body), N,

   against the largest torque over an arm (Loads.torque). The torque of a force takes up to
   sqrt(2) / 1.1 / LOAD_ARMS < 3/4 of that (matter/loads.h); with COUPLE_SHARE 4 a couple takes up to
   1/4, so that both together are one contribution. */
enum { COUPLE_SHARE = 4 };

/* Set the effective moments of inertia for spinning about the normal (NEEDS_TWIST). */
void couples_twist(const Clumps *clumps, const Tile *tile, ContactBatch *batch);
/* Round the couples of the tile to the quanta of torques and add them to those of the forces.
   *torque: largest so far, N. */
void couples_round(const Tile *tile, const ContactBatch *batch, const Loads *loads,
                   TileLoads *quanta, double *torque);
/* Work taken from the bodies by the couples in a time dt: -(couple on a) . (relative spin) dt, as
   the sum of its quanta (1 / inverse, J). *largest: largest size so far, J. */
int64_t couples_work(const ContactBatch *batch, double dt, double inverse, double *largest);
/* Sum of the couples as monitored, N: an upper bound of each of them. */
double couples_size(const Tile *tile, const ContactBatch *batch);
/* The couple of contact k as monitored, N; absolute value of its work in a time dt, J. */
double couple_torque(const Tile *tile, const ContactBatch *batch, int k);
double couple_work(const ContactBatch *batch, double dt, int k);

#endif
