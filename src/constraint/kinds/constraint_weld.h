/* SPDX-License-Identifier: MIT */
/* The place at which a weld holds a clump (constraint_weld.c). */
#ifndef CONSTRAINT_KINDS_CONSTRAINT_WELD_H
#define CONSTRAINT_KINDS_CONSTRAINT_WELD_H

#include "base/vec.h"

/* Vector from the centre of clump a to the place where the weld holds the centre of b, in the axes
   of a, m. memory: that of the pair (constraint_link.h). */
Vec3 weld_way(const double *memory);

#endif
