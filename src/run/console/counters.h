/* SPDX-License-Identifier: MIT */
/* Counts of what a run has done. */
#ifndef RUN_CONSOLE_COUNTERS_H
#define RUN_CONSOLE_COUNTERS_H

#include "base/base.h"

/* Counts since the run (or restart) began. */
typedef struct {
  int64_t rebuilds, narrowings, balances, repeats; /* repeats: repeated evaluations */
  int64_t again; /* sweeps of hard contacts that were made again with new lists */
  /* contacts of this rank whose memory had no pair after a rebuild, as they separated
     in that step */
  int64_t separated;
} Counters;

#endif
