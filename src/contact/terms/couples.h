/* SPDX-License-Identifier: MIT */
/* Couples of a tile of contacts, for laws that give any (GIVES_COUPLE): their bounds (backend.h has
   their loads and work). Other laws call nothing here. */
#ifndef CONTACT_TERMS_COUPLES_H
#define CONTACT_TERMS_COUPLES_H

#include "contact/geometry.h"

/* The force of a contact does not bound its couple. A couple is monitored as

     COUPLE_SHARE |couple| / (arm of the body), N,

   against the largest torque over an arm (Loads.torque). The torque of a force takes up to sqrt(2)
   / 1.1 / LOAD_ARMS < 3/4 of that (matter/loads.h); with COUPLE_SHARE 4 a couple takes up to 1/4,
   so that both together are one contribution. */
enum { COUPLE_SHARE = 4 };

/* Set the effective moments of inertia for spinning about the normal (NEEDS_TWIST). */
void couples_twist(const Clumps *clumps, const Tile *tile, ContactBatch *batch);
/* COUPLE_SHARE over the arm of the body with the shorter one, 1/m. */
static inline double couple_per_arm(const Tile *t, int k)
{
  return COUPLE_SHARE * (t->a.per_arm[k] > t->b.per_arm[k] ? t->a.per_arm[k] : t->b.per_arm[k]);
}

/* Sum of the couples as monitored, N: an upper bound of each of them. */
double couples_size(const Tile *tile, const ContactBatch *batch);
/* The couple of contact k as monitored, N; absolute value of its work in a time dt, J. */
double couple_torque(const Tile *tile, const ContactBatch *batch, int k);
double couple_work(const ContactBatch *batch, double dt, int k);

#endif
