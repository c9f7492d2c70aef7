/* SPDX-License-Identifier: MIT */
/* Liquid bridges: keys, forces and energy of one bridge (cohesion_liquid_bridge.c has the formulas). */
#ifndef CONTACT_TERMS_LIQUID_H
#define CONTACT_TERMS_LIQUID_H

#include "base/kernel.h"
#include "contact/terms/cohesion.h"

typedef struct {
  double pull;      /* 4 pi sigma cos(angle): capillary force over R* at touching, N/m */
  double volume;    /* m^3 */
  double viscosity; /* 6 pi eta, Pa s */
  double least;     /* m */
  double reach;     /* distance of rupture over the cube root of the volume */
  double range;     /* of the volume, m */
  bool   willett;
} Bridge;

extern const Option bridge_options[];

void bridge_read_keys(Bridge *bridge, const LawSource *source);

/* 1 - s / sqrt(s^2 + V / (pi R*)). */
ALWAYS_INLINE double bridge_wetted(double volume, double radius, double s)
{
  return 1 - s / sqrt(s * s + volume / (PETSC_PI * radius));
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

/* ContactTerm.limits of a bridge of this volume at a reduced radius, m. */
void bridge_limits_of(const Bridge *bridge, double volume, double radius, TermLimits *limits);
/* Energy that the capillary force of this volume stores at a gap, J. */
double bridge_stored(const Bridge *bridge, double volume, double radius, double gap);

#endif
