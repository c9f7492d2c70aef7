/* SPDX-License-Identifier: MIT */
/* Any attitude is as likely as any other. */
#include "supply/fill/attitudes.h"

static Quat random_draw(const void *own, int dimension, Quat axes, Random *random)
{
  (void)own;
  (void)axes; /* not needed: a uniformly random rotation after any other is uniformly random */
  return dimension == 2 ? random_heading(random) : random_orientation(random);
}

const AttitudeKind attitude_random = {
  .head = {.name   = "random",
           .text   = "Any attitude is as likely as any other.",
           .source = "Marsaglia 1972, Ann. Math. Stat. 43, 645"},
  .draw = random_draw};
