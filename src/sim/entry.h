/* SPDX-License-Identifier: MIT */
/* When clumps that wait (matter/waiting.h) enter. */
#ifndef SIM_ENTRY_H
#define SIM_ENTRY_H

#include "base/base.h"

typedef struct {
  double  next; /* entry time of the first waiting clump, s; INFINITY: none waits; the same on every
                   rank */
  int64_t last; /* step at whose end clumps last entered; 0: none has */
} Entry;

#endif
