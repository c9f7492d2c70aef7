/* SPDX-License-Identifier: MIT */
/* Dashpots of normal and tangential terms. */
#ifndef CONTACT_DASHPOT_H
#define CONTACT_DASHPOT_H

#include "contact/term.h"

/* Keys of normal terms with a dashpot: a damping ratio that follows from restitution, or a rate. */
extern const Option dashpot_options[];

typedef struct {
  double ratio;   /* damping ratio; 0: none is given */
  double rate;    /* coefficient over the reduced mass, 1/s: LAMMPS' gamma_n; 0: none is given */
  bool   limited; /* the normal force is cut at zero */
} Dashpot;

/* Read these keys; mistakes go to the options. */
Dashpot dashpot_read(const LawSource *source);

/* Damping ratio that gives this coefficient of restitution (0 .. 1) for a linear spring and
   dashpot, and with the exponents of Tsuji et al. for a Hertz spring. `limited`: the normal force
   is cut at zero, so that it never pulls; the ratio is then at most DAMPING_MOST (restitution
   .0038), as lower restitutions need unbounded ratios and vanishing steps. */
#define DAMPING_MOST 8
double damping_ratio(double restitution, bool limited);
/* Dashpot coefficient of a damping ratio, or if that is 0, of a rate (1/s) times the reduced mass,
   kg/s. */
static inline double dashpot_of(double ratio, double rate, double stiffness, double mass,
                                double point_mass)
{
  return ratio > 0 ? 2 * ratio * sqrt(point_mass * stiffness) : rate * mass;
}
/* sqrt(5/6): factor on the damping ratio of a spring whose stiffness grows with the contact radius
   (Antypov & Elliott 2011). */
#define GROWING_RATIO 0.9128709291752769

#endif
