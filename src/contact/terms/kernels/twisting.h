/* SPDX-License-Identifier: MIT */
/* The couple of twisting terms along the normal. */
#ifndef CONTACT_TERMS_KERNELS_TWISTING_H
#define CONTACT_TERMS_KERNELS_TWISTING_H

#include "contact/terms/kernels/rolling.h"

/* Spin of a relative to b about the normal, rad/s. */
static inline double batch_twist(const ContactBatch *b, int k)
{
  return b->wx[k] * b->nx[k] + b->wy[k] * b->ny[k] + b->wz[k] * b->nz[k];
}

/* Add a couple along the normal, N m, to that on a. */
static inline void batch_wring(ContactBatch *b, int k, double couple)
{
  b->cx[k] += couple * b->nx[k];
  b->cy[k] += couple * b->ny[k];
  b->cz[k] += couple * b->nz[k];
}

#endif
