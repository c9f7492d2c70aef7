/* SPDX-License-Identifier: MIT */
/* A Sum as state in checkpoints: its limbs, for a StateItem of type STATE_INT64 with count
   SUM_LIMBS. */
#ifndef BASE_SUMS_SUM_STATE_H
#define BASE_SUMS_SUM_STATE_H

#include "base/sums/sum.h"

void sum_state_get(const void *sum, void *numbers);
/* False, and *sum stays, if the limbs are not in canonical form or the sum is beyond WORK_MOST
   (base/bounds.h). */
bool sum_state_put(void *sum, const void *numbers);

#endif
