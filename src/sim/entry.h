/* SPDX-License-Identifier: MIT */
/* When sources (supply/source.h) release clumps. */
#ifndef SIM_ENTRY_H
#define SIM_ENTRY_H

#include "base/base.h"

typedef struct {
  bool    begun; /* the first release, before the first step, is done */
  double  next;  /* time of the next release, s; INFINITY: there is none; the same on every rank */
  int64_t last;  /* step at whose end clumps last entered; 0: none has */
} Entry;

#endif
