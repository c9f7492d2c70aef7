/* SPDX-License-Identifier: MIT */
/* Shared by the tangential terms. */
#ifndef CONTACT_TANGENTIAL_H
#define CONTACT_TANGENTIAL_H

#include "contact/dashpot.h"

/* tangential_stiffness and tangential_ratio, of linear springs */
extern const Option tangential_options[];

/* Velocity across the normal, m/s. */
static inline void batch_slip(const ContactBatch *b, int k, double *x, double *y, double *z)
{
  *x = b->vx[k] - b->approach[k] * b->nx[k];
  *y = b->vy[k] - b->approach[k] * b->ny[k];
  *z = b->vz[k] - b->approach[k] * b->nz[k];
}

#endif
