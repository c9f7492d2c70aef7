/* SPDX-License-Identifier: MIT */
/* Keys of the cohesion terms. */
#ifndef CONTACT_TERMS_COHESION_H
#define CONTACT_TERMS_COHESION_H

#include "contact/term.h"
#include "contact/terms/kernels/cohesion.h"

/* surface_energy */
extern const Option surface_options[];

#endif
