/* SPDX-License-Identifier: MIT */
/* Deepest overlap. */
#include "measure/total.h"

static double deepest(const Measured *m)
{
  return m->deepest_gap;
}

const Total total_max_overlap = {
  .name = "max_overlap", .unit = "m", .text = "deepest overlap of a contact", .largest = deepest};
