/* SPDX-License-Identifier: MIT */
/* Contact laws: for every pair of materials a sum of terms, chosen at run time. */
#ifndef CONTACT_LAW_H
#define CONTACT_LAW_H

#include "contact/term.h"

enum { TERMS_MOST = 5 };

typedef struct {
  char               name[NAME_LENGTH];
  int                a, b; /* materials */
  int                n_terms, memory;
  unsigned           needs;
  const ContactTerm *terms[TERMS_MOST];
  void              *constants[TERMS_MOST];
} Law;

typedef struct {
  int  n, n_materials;
  Law *list;
  int *of;     /* [n_materials][n_materials]: law of a pair of materials, -1: none given */
  int  memory; /* reals kept per contact: the largest over laws */
} Laws;

/* Options of the kind `contact`. */
extern const OptionKind contact_kind;

/* Read every `contact` object; constants are found on rank 0 and sent to all. Mistakes go to options. Collective. */
PetscErrorCode laws_create(const Parallel *par, Options *options, const Materials *materials, Laws **laws);
PetscErrorCode laws_destroy(Laws **laws);

/* Stiffness of the stiffest term for a reduced radius, N/m. */
double law_stiffness(const Law *law, double radius);
/* How fast the strongest dashpot of its terms slows, 1/s: bodies with these inverse masses, whole, at the contact point along the
   normal, and across it, 1/kg. */
double law_slowing(const Law *law, double radius, double whole, double along, double across);
/* All terms, in order, on a batch whose geometry is set. */
void law_apply(const Law *law, ContactBatch *batch);
void law_energy(const Law *law, ContactBatch *batch, double *energy);

#endif
