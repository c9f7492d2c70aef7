/* SPDX-License-Identifier: MIT */
/* Force and energy of one liquid bridge (cohesion_liquid_bridge.h has the formulas). */
#ifndef CONTACT_TERMS_KERNELS_LIQUID_H
#define CONTACT_TERMS_KERNELS_LIQUID_H

#include "base/elementary.h"
#include "base/kernel.h"
#include "contact/terms/kernels/cohesion.h"

typedef struct {
  double pull;      /* 4 pi sigma cos(angle): capillary force over R* at touching, N/m */
  double volume;    /* m^3 */
  double viscosity; /* 6 pi eta, Pa s */
  double least;     /* m */
  double reach;     /* distance of rupture over the cube root of the volume */
  double range;     /* of the volume, m */
  bool   willett;
} Bridge;

/* 1 - s / sqrt(s^2 + V / (pi R*)). */
ALWAYS_INLINE double bridge_wetted(double volume, double radius, double s)
{
  return 1 - s / sqrt(s * s + volume / (PI * radius));
}

/* Attraction of a bridge of this volume at the distance s >= 0 and speed of approach, N. */
ALWAYS_INLINE double bridge_pull(const Bridge *h, bool willett, double volume, double radius,
                                 double s, double approach)
{
  const double x = s * sqrt(2 * radius / volume), wet = bridge_wetted(volume, radius, s);
  const double part = willett ? 1 / (1 + x * (1.05 + 2.5 * x)) : wet;
  const double near = s > h->least ? s : h->least;
  const double rate = h->viscosity * radius * radius / near * wet * wet;

  return h->pull * radius * part - rate * approach;
}

/* Integral over 1 / (1 + 1.05 x + 2.5 x^2) from 0 to x: an arc. */
static inline double bridge_willett_integral(double x)
{
  const double root = 2.982867747654931; /* sqrt(4 2.5 - 1.05^2) */
  const double rad  = PI / 180;

  return 2 / root * rad * (arc_degrees(5 * x + 1.05, root) - arc_degrees(1.05, root));
}

/* Energy that the capillary force of this volume stores at a gap, J. */
static inline double bridge_stored(const Bridge *h, double volume, double radius, double gap)
{
  const double s = max_real(gap, 0), per = sqrt(2 * radius / volume), wide = volume / (PI * radius);
  const double length = h->willett ? bridge_willett_integral(s * per) / per
                                   : s - s * s / (sqrt(s * s + wide) + sqrt(wide));

  return h->pull * radius * (gap < 0 ? gap : length);
}

#endif
