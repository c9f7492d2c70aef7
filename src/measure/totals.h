/* SPDX-License-Identifier: MIT */
/* Totals over all clumps: exact sums, so that a log row has the same digits on any number of ranks.
 */
#ifndef MEASURE_TOTALS_H
#define MEASURE_TOTALS_H

#include "base/sum.h"
#include "contact/contacts.h"
#include "contact/links.h"

typedef struct {
  int64_t clumps, pebbles, contacts;
  double  translational, rotational; /* kinetic energy of clumps that may move, J */
  double  potential;   /* gravity (0 at the origin) plus elastic energy of contacts, J */
  double  dissipated;  /* lost in contacts since the start of the first run, J */
  Vec3    momentum;    /* kg m/s */
  Vec3    angular;     /* about the origin, unwrapped positions, kg m^2/s */
  double  max_overlap; /* m */
  double  thermal;     /* heat capacity x temperature of clumps whose temperature may change, J; 0
                          without temperatures */
} Totals;

/* All quantities at the same time, after a finished step. `taken`: work of contact forces on the
   bodies, with the sign of energy taken from them, this rank's part, J. Clumps with all degrees of
   freedom blocked count in clumps and pebbles only. Collective. */
PetscErrorCode totals_find(const Parallel *par, const Templates *templates, Vec3 gravity,
                           Contacts *contacts, const ContactScene *scene, const Sum *taken,
                           double deepest_gap, Totals *totals);

#endif
