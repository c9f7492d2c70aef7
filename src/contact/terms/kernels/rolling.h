/* SPDX-License-Identifier: MIT */
/* The bound of the couple of rolling terms. */
#ifndef CONTACT_TERMS_KERNELS_ROLLING_H
#define CONTACT_TERMS_KERNELS_ROLLING_H

#include "contact/batch.h"

/* Part of the spin that the couple of one contact takes away in a step near rest. Dashpots add
   energy from .25 on in bodies with many contacts (docs/timestep.md). */
#define CREEP_SHARE 0.2

/* Factor on the part of the normal force that starts with a jump (ContactBatch.jump): of a couple at
   the sample next to touching; see batch_start. */
static inline void rolling_shares(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    if (batch_is_new(b, b->event[e])) share[b->event[e]] = batch_start(b, b->event[e]);
}

/* Largest couple mu_r R* F, N m; F the normal force without cohesion, if it pushes. */
static inline double rolling_cap(const ContactBatch *b, int k, double friction, double share)
{
  const double force = b->push[k] + (share - 1) * b->jump[k];

  return friction * b->radius[k] * (force > 0 ? force : 0);
}

#endif
