/* SPDX-License-Identifier: MIT */
#include "base/sums/sum_state.h"
#include "base/bounds.h"

void sum_state_get(const void *owner, void *numbers)
{
  memcpy(numbers, ((const Sum *)owner)->limb, sizeof((const Sum *)owner)->limb);
}

bool sum_state_put(void *owner, const void *numbers)
{
  Sum sum = {.added = 0};

  memcpy(sum.limb, numbers, sizeof sum.limb);
  if (!sum_is_sound(&sum, WORK_MOST)) return false;
  *(Sum *)owner = sum;
  return true;
}
