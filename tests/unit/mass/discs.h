/* SPDX-License-Identifier: MIT */
/* Comparison of mass properties of sets of discs. */
#ifndef DISCS_H
#define DISCS_H

#include "sets.h"

#include "supply/population/template_read.h"

/* Check agreement to the relative `tolerance`, and to the error bounds. */
static inline double check_same(const MassProperties *a, const MassProperties *b, double tolerance)
{
  const double off = off_by(a, b), shift = centre_off(a, b), size = sqrt(b->principal.z / b->mass);

  CHECK_NEAR(off, 0, tolerance);          /* the caller's */
  CHECK_NEAR(shift / size, 0, tolerance); /* the caller's */
  CHECK(off <=
        a->error + b->error +
          1e-13); /* 1e-13: error of the rule, measured, and rounding of the compared values */
  CHECK(shift <= a->centre_error + b->centre_error + 1e-13 * size); /* as above */
  return off;
}

/* Check that centre, inertia and axes stay in the plane, to the bit. */
static inline void check_flat(const MassProperties *m)
{
  CHECK(m->centre.z == 0 && m->inertia.xz == 0 && m->inertia.yz == 0);
  CHECK(m->inertia.zz == m->inertia.xx + m->inertia.yy && m->principal.z >= m->principal.y);
  CHECK(m->axes.x == 0 && m->axes.y == 0 && m->axes.w >= 0);
}

#endif
