/* SPDX-License-Identifier: MIT */
/* Forces of contacts of solids (solids.h), one at a time. */
#ifndef CONTACT_SOLID_FORCES_H
#define CONTACT_SOLID_FORCES_H

#include "contact/solid_places.h"

/* What contacts of a pair have in common. */
typedef struct {
  Contacts    *contacts;
  SolidScene   scene;
  ContactScene named; /* with the list `of_wall` of walls */
  Pairs        names;
  PairList     of_wall;
  int32_t      other;
  const Law   *law;
  bool         here; /* this rank adds the loads */
} Meeting;

/* The meeting must stay where it is: it has pointers to its members. */
void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair,
                   Meeting *meeting);
/* Evaluate a contact; before: its memory of the last evaluation, NULL: it is new. after: [Solids.width]
   gets that of this one. If it is this rank's, add its loads. */
PetscErrorCode solid_apply(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                           const double *before, double *after, Loads *loads,
                           ContactReport *report);
/* Memory of a contact that is taken to have touched before: zero, but for the ends that touch. */
PetscErrorCode solid_begin(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                           double *memory);
/* Elastic energy of a contact in these slots, J. */
PetscErrorCode solid_energy(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                            unsigned slots, const double *before, double *energy);

#endif
