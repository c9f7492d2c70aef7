/* SPDX-License-Identifier: MIT */
/* Key of the twisting terms. */
#ifndef CONTACT_TERMS_TWISTING_H
#define CONTACT_TERMS_TWISTING_H

#include "contact/terms/kernels/twisting.h"
#include "contact/terms/rolling.h"

/* twisting_friction */
extern const Option twisting_options[];

#endif
