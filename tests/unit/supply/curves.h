/* SPDX-License-Identifier: MIT */
/* Distributions made from their numbers, and their integrals. */
#ifndef CURVES_H
#define CURVES_H

#include "supply/fill/sizes.h"
#include "test.h"

static inline Distribution make(SizeSpread s)
{
  char         why[256] = "";
  bool         good;
  Distribution d;

  if (!s.dimension) s.dimension = 3;
  CALL(distribution_create(&s, &d, &good, why));
  if (!good) test_fail(__FILE__, __LINE__, "refused: %s", why);
  return d;
}

#endif
