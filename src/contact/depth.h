/* SPDX-License-Identifier: MIT */
/* The overlap beyond which a run stops: overlap_limit of the section run. A restart from deeper
   overlaps, as after such a stop, goes on while they do not grow by more than 5 %, until all are
   below overlap_limit. */
#ifndef CONTACT_DEPTH_H
#define CONTACT_DEPTH_H

#include "matter/module.h"

/* State of the module; the same on all ranks. Overlaps are parts of the smaller radius. */
typedef struct {
  double deepest; /* overlap after the last step; 0: none is above overlap_limit */
  double allowed; /* at present; 0: overlap_limit */
} Depth;

/* The overlap beyond which the run stops. */
static inline double depth_most(const Depth *d, double overlap_limit)
{
  return max_real(d->allowed, overlap_limit);
}

/* Note the deepest overlap above overlap_limit after a step of the run; 0: there is none. */
static inline void depth_note(Depth *d, double deepest)
{
  d->deepest = deepest;
  if (deepest == 0) d->allowed = 0;
}

extern const Module depth_module;

#endif
