/* SPDX-License-Identifier: MIT */
/* Keys of the rolling terms. */
#ifndef CONTACT_TERMS_ROLLING_H
#define CONTACT_TERMS_ROLLING_H

#include "contact/term.h"
#include "contact/terms/kernels/rolling.h"

/* Keys of every rolling term. */
extern const Option rolling_options[];

#endif
