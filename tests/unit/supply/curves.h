/* SPDX-License-Identifier: MIT */
/* Distributions made from their numbers, and their integrals. */
#ifndef CURVES_H
#define CURVES_H

#include "supply/fill/fill_internal.h"
#include "test.h"

static inline Distribution make(SizeSpread s)
{
  char         why[256] = "";
  Distribution d;

  if (!s.dimension) s.dimension = 3;
  if (!distribution_create(&s, &d, why)) test_fail(__FILE__, __LINE__, "refused: %s", why);
  return d;
}

#endif
