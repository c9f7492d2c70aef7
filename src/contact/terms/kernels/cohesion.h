/* SPDX-License-Identifier: MIT */
/* Forces of cohesion terms along the normal, which do not count in the cap of friction. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_H
#define CONTACT_TERMS_KERNELS_COHESION_H

#include "contact/batch.h"

/* Add an attraction, N, shares included. It is no part of ContactBatch.push, from which caps of
   friction and rolling are. */
static inline void batch_pull(ContactBatch *b, int k, double force)
{
  b->fx[k] += force * b->nx[k];
  b->fy[k] += force * b->ny[k];
  b->fz[k] += force * b->nz[k];
}

/* Shares of an attraction that starts with a jump where surfaces touch for the first time, not where
   they touch again while the contact is kept. */
static inline void cohesion_starts(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k) && !(b->kept[k] > 0)) share[k] = batch_start(b, k);
  }
}

#endif
