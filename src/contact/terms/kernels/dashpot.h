/* SPDX-License-Identifier: MIT */
/* Dashpots of normal and tangential terms. */
#ifndef CONTACT_TERMS_KERNELS_DASHPOT_H
#define CONTACT_TERMS_KERNELS_DASHPOT_H

#include "base/kernel.h"
#include "contact/batch.h"

/* One of ratio, rate, coefficient and time is not 0, or none for restitution 1. */
typedef struct {
  double ratio;       /* damping ratio */
  double rate;        /* coefficient over the reduced mass, 1/s: LAMMPS' gamma_n */
  double coefficient; /* kg/s */
  double time;        /* coefficient over the slope of the spring's force, s */
  /* ratio is half of Tsuji's alpha, for k the force of the spring over the overlap */
  bool fitted;
  bool limited; /* the normal force is cut at zero; the last member, as no part of the damping */
} Dashpot;

/* The key by which a dashpot is given. */
typedef enum { DASHPOT_RATIO, DASHPOT_RATE, DASHPOT_COEFFICIENT, DASHPOT_TIME } DashpotKind;

static inline DashpotKind dashpot_kind(const Dashpot *d)
{
  return d->ratio > 0         ? DASHPOT_RATIO
         : d->coefficient > 0 ? DASHPOT_COEFFICIENT
         : d->time > 0        ? DASHPOT_TIME
                              : DASHPOT_RATE;
}

/* Dashpot coefficient of a damping ratio, or if that is 0, of a rate (1/s) times the reduced mass,
   kg/s. */
static inline double dashpot_of(double ratio, double rate, double stiffness, double mass,
                                double point_mass)
{
  return ratio > 0 ? 2 * ratio * sqrt(point_mass * stiffness) : rate * mass;
}

/* The coefficient of a dashpot at this slope of the spring's force (N/m), with a factor on its
   ratio, kg/s. */
static inline double dashpot_damping(const Dashpot *d, double factor, double slope, double mass,
                                     double point_mass)
{
  return dashpot_of(factor * d->ratio, d->rate, slope, mass, point_mass) + d->coefficient +
         d->time * slope;
}

/* Largest coefficient of a dashpot, over the effective mass and 1 / dt. Velocities are predicted
   from the last loads, so that a stronger dashpot would add energy where bodies have many contacts
   (docs/physics/timestep.md); it is reduced to this. Dashpots by coefficient and by time are not
   reduced, as they need no mass. Of a rate (DASHPOT_RATE) terms bound it for the reduced mass, and
   tile_motion makes that column smaller where the effective masses along and across the normal ask
   for it; not with rates up to DASHPOT_SLOW / dt, which are within bounds wherever these are a
   fifteenth of those of spheres of this reduced mass or more. */
#define DASHPOT_MOST 0.25
#define DASHPOT_SLOW (DASHPOT_MOST / 15)
/* The part of it that dashpots across the normal may have: the effective mass of spheres there is
   2/7 of that along it. A little more has shown no jitter (docs/inside/peers.md), and is not
   reached with steps as usual. */
#define ACROSS_MOST 0.4
/* Effective mass of a sphere along the normal, over that across it. */
#define SPHERE_ACROSS 3.5
/* The largest coefficient of such a batch over the effective mass, 1/s. */
static inline double dashpot_most(const ContactBatch *b)
{
  return DASHPOT_MOST / b->dt;
}

ALWAYS_INLINE double dashpot_within(double damping, double most)
{
  return damping < most ? damping : most;
}

/* The dashpot in a batch, its rate no larger than `most`, of dashpot_most. */
static inline Dashpot dashpot_in(Dashpot d, double most)
{
  d.rate = dashpot_within(d.rate, most);
  return d;
}

/* Coefficient in contact k, kg/s. d, most: those of the batch; slope: of the spring's force, N/m;
   double_ratio: twice the damping ratio. */
ALWAYS_INLINE double dashpot_at(const Dashpot *d, DashpotKind kind, double double_ratio,
                                double most, const ContactBatch *b, int k, double slope)
{
  return kind == DASHPOT_RATIO
           ? dashpot_within(double_ratio * sqrt(b->point_mass[k] * slope), most * b->point_mass[k])
         : kind == DASHPOT_RATE        ? d->rate * b->mass[k]
         : kind == DASHPOT_COEFFICIENT ? d->coefficient
                                       : d->time * slope;
}

/* sqrt(5/6): factor on the damping ratio of a spring whose stiffness grows with the contact radius
   (Antypov & Elliott 2011). */
#define GROWING_RATIO 0.9128709291752769

#endif
