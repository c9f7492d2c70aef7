/* SPDX-License-Identifier: MIT */
/* Counts since the first step of a run, through all its restarts. */
#ifndef MEASURE_ENERGY_ACCOUNT_H
#define MEASURE_ENERGY_ACCOUNT_H

#include "base/state.h"

typedef struct Account {
  int64_t next_id;  /* lowest id that was never used */
  int64_t removed;  /* clumps that left through open faces and were removed, over all ranks */
  int64_t inserted; /* clumps that inlets have put in, over all ranks */
} Account;

extern const StateItem account_state[];

#endif
