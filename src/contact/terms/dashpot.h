/* SPDX-License-Identifier: MIT */
/* Keys of the dashpots of normal and tangential terms. */
#ifndef CONTACT_TERMS_DASHPOT_H
#define CONTACT_TERMS_DASHPOT_H

#include "contact/term.h"
#include "contact/terms/kernels/dashpot.h"

/* Keys of dashpots of normal terms: a damping ratio that follows from restitution, or a time; a
   rate or a coefficient. */
extern const Option dashpot_options[], rate_options[];

/* The keys that give a dashpot, restitution first; then NULL. */
extern const char *const dashpot_keys[];

/* stiffness */
extern const Option stiffness_options[];

/* Read these keys; mistakes go to the options. */
Dashpot dashpot_read(const LawSource *source);
/* Read the keys of springs that lose energy by themselves: a rate or a coefficient, or none. */
Dashpot dashpot_read_plastic(const LawSource *source);
/* Columns that a dashpot of this ratio and rate needs. */
static inline unsigned dashpot_needs(double ratio, double rate)
{
  return (ratio > 0 ? NEEDS_POINT_MASS : 0) | (rate > 0 ? NEEDS_MASS : 0);
}

/* The dashpot in the constants S of a normal term, for ContactTerm.dashpot. */
#define DASHPOT_PART(S) \
  { \
    offsetof(S, dashpot), offsetof(Dashpot, limited) \
  }

/* Damping ratio that gives this coefficient of restitution (0 .. 1) for a linear spring and
   dashpot, and with the exponents of Tsuji et al. for a Hertz spring. `limited`: the normal force
   is cut at zero, so that it never pulls; the ratio is then at most DAMPING_MOST (restitution
   .0038), as lower restitutions need unbounded ratios and vanishing steps. */
#define DAMPING_MOST 8
double damping_ratio(double restitution, bool limited);

#endif
