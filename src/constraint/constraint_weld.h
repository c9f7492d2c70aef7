/* SPDX-License-Identifier: MIT */
/* What a weld holds (constraint_weld.c). */
#ifndef CONSTRAINT_CONSTRAINT_WELD_H
#define CONSTRAINT_CONSTRAINT_WELD_H

#include "base/vec.h"

/* From the centre of clump a to where the weld holds that of b, in the axes of a, m; memory: of the
   pair (constraint_link.h). */
Vec3 weld_way(const double *memory);

#endif
