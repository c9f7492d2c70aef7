/* SPDX-License-Identifier: MIT */
/* Keys of the tangential terms. */
#ifndef CONTACT_TERMS_TANGENTIAL_H
#define CONTACT_TERMS_TANGENTIAL_H

#include "contact/terms/dashpot.h"
#include "contact/terms/kernels/tangential.h"

/* tangential_stiffness and tangential_ratio, of linear springs */
extern const Option tangential_options[];

/* factor: on the ratio, as GROWING_RATIO. */
SlipDashpot slip_dashpot_read(const LawSource *source, double factor);

static inline unsigned slip_dashpot_needs(const SlipDashpot *d)
{
  return (d->ratio > 0 ? NEEDS_POINT_MASS : 0) | (d->rate > 0 ? NEEDS_MASS : 0);
}

#endif
