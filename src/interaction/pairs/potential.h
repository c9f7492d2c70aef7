/* SPDX-License-Identifier: MIT */
/* Common to potentials between pebbles: truncation at a cutoff, by kind (Allen & Tildesley 2017,
   sec. 5.2.3), of a potential u(r) with the force f(r) = -du/dr along the line of centres,

     cut     u(r)                          energy and force jump at the cutoff c
     energy  u(r) - u(c)                   the force jumps
     force   u(r) - u(c) + (r - c) f(c)    energy and force are 0 at the cutoff

   A potential is two functions of the squared distance, its energy and its push f(r) / r. With
   `charged` these are for a product of charges of 1 C^2, and are multiplied by that of the pair. */
#ifndef INTERACTION_PAIRS_POTENTIAL_H
#define INTERACTION_PAIRS_POTENTIAL_H

#include "base/kernel.h"
#include "interaction/interaction.h"

/* Keys cutoff and truncation; tail; epsilon, sigma and mixing. */
extern const Option potential_cutoff[], potential_tail[], potential_well[];

/* Depth, J, and length, m, of a pair of materials. */
typedef struct {
  double epsilon, sigma;
} Well;

/* Read the keys of potential_well for the pair of the source; for unlike materials of `among` mix
   them. */
Well potential_well_read(const InteractionSource *s);
/* The key tail; a mistake is noted if it is true with a truncation other than `cut`, or with
   groups. */
bool potential_has_tail(const InteractionSource *s);

/* The first member of the constants of a potential. */
typedef struct {
  double cutoff, cutoff2; /* m, m^2 */
  double shift;           /* subtracted from the energy, J */
  double slope;           /* subtracted from the repulsive force, N */
} Truncation;

/* PairForce.reach of a potential: the cutoff. */
double truncation_reach(const void *self);

/* Energy, J, or push, N/m, at this squared distance, m^2, without truncation. */
typedef double (*PairFunction)(const void *self, double d2);

/* Read the keys of potential_cutoff; self: constants, which the functions read. */
void truncation_read(void *self, const InteractionSource *s, PairFunction energy_at,
                     PairFunction push_at);
/* Truncate at this cutoff, m, by this word: cut, energy or force. */
void truncation_set(void *self, double cutoff, const char *word, PairFunction energy_at,
                    PairFunction push_at);

/* Add the pushes of a batch; shifted: the slope is not 0. Call it from a KERNEL function with
   constants for push_at, shifted and charged, so that the loop is vectorised. push_at may use + - *
   / and sqrt only: it is evaluated beyond the cutoff, too. */
ALWAYS_INLINE void potential_pull(const void *self, PairFunction push_at, bool shifted,
                                  bool charged, PairBatch *b)
{
  const Truncation *t = self;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    double push = push_at(self, b->d2[k]);

    if (shifted) push = push - t->slope / sqrt(b->d2[k]);
    if (charged) push *= b->value_a[k] * b->value_b[k];
    b->push[k] += b->d2[k] < t->cutoff2 ? push : 0;
  }
}

/* As above for functions that take long: they are evaluated within the cutoff only. */
ALWAYS_INLINE void potential_pull_within(const void *self, PairFunction push_at, bool charged,
                                         PairBatch *b)
{
  const Truncation *t = self;

  for (int k = 0; k < b->n; k++)
    if (b->d2[k] < t->cutoff2) {
      const double push = push_at(self, b->d2[k]) - t->slope / sqrt(b->d2[k]);

      b->push[k] += charged ? push * (b->value_a[k] * b->value_b[k]) : push;
    }
}

/* Add the energies of a batch by PairForce.energy_at, J. */
void potential_energy(const Interaction *kind, const void *self, const PairBatch *batch,
                      double *energy);

#endif
