/* SPDX-License-Identifier: MIT */
/* Keys of liquid bridges, and what dt: auto asks of them. */
#ifndef CONTACT_TERMS_LIQUID_H
#define CONTACT_TERMS_LIQUID_H

#include "contact/terms/cohesion.h"
#include "contact/terms/kernels/liquid.h"

extern const Option bridge_options[];

void bridge_read_keys(Bridge *bridge, const LawSource *source);

/* ContactTerm.limits of a bridge of this volume at a reduced radius, m. */
void bridge_limits_of(const Bridge *bridge, double volume, double radius, TermLimits *limits);

#endif
