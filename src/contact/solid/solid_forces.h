/* SPDX-License-Identifier: MIT */
/* Forces of contacts of solids (solids.h), one at a time. */
#ifndef CONTACT_SOLID_SOLID_FORCES_H
#define CONTACT_SOLID_SOLID_FORCES_H

#include "contact/solid/solid_places.h"

/* A pair of bodies that meet: data common to all their contacts. */
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

/* Set the meeting of a pair. It must not be copied or moved: it has pointers to its own members. */
void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair,
                   Meeting *meeting);
/* Evaluate a contact, and give it to a sink of loads or to a visitor if this rank adds the loads of
   the pair. before: memory of the last evaluation, NULL for a new contact; after: [Solids.width]
   receives the memory of this one. */
void solid_apply(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                 const double *before, double *after, const ContactSink *sink);
/* Set the memory of a contact that is taken to have touched before: [Solids.width], zero on entry;
   the marks of ends that touch are set. */
void solid_begin(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                 double *memory);
/* Elastic energy of a contact in these slots of the law, J. */
void solid_energy(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                  unsigned slots, const double *before, double *energy);

#endif
