/* SPDX-License-Identifier: MIT */
/* Plug-in kind ContactBackend: how contacts are evaluated, and on what machine. All backends give the
   same bits. A new one is its own file (or files) and one line in backend_list.h.

   A backend is called once for each block of the pair list, never for single contacts. Those on the
   host keep memory in Contacts.pebbles and walls, and differ in apply and energy only. One with
   memory elsewhere keeps there the numbers of contacts and their pairs (Touching.n, pair, run), and
   hands the memory itself over in pack and unpack. */
#ifndef CONTACT_BACKEND_H
#define CONTACT_BACKEND_H

#include "contact/backends/backend_list.h"
#include "contact/contacts.h"

struct ContactBackend {
  Plugin head;
  /* As the functions contacts_begin, .. of contacts.h, which call these. */
  PetscErrorCode (*begin)(Contacts *contacts, ContactReport *report);
  PetscErrorCode (*apply)(Contacts *contacts, const ContactScene *scene, int block, Loads *loads,
                          ContactReport *report);
  void (*end)(Contacts *contacts);
  void (*commit)(Contacts *contacts);
  PetscErrorCode (*narrow)(Contacts *contacts, const ContactScene *scene, Pairs *pairs,
                           double near);
  PetscErrorCode (*pack)(const Contacts *contacts, const ContactScene *scene,
                         ContactRecords *records);
  PetscErrorCode (*unpack)(Contacts *contacts, const ContactScene *scene,
                           const ContactRecords *records, int64_t *lost);
  PetscErrorCode (*energy)(Contacts *contacts, const ContactScene *scene, unsigned slots, Sum *sum);
};

/* Those of backends on the host: contacts.c; pack and unpack: carry.c. */
PetscErrorCode host_begin(Contacts *contacts, ContactReport *report);
void           host_end(Contacts *contacts);
void           host_commit(Contacts *contacts);
PetscErrorCode host_narrow(Contacts *contacts, const ContactScene *scene, Pairs *pairs,
                           double near);
/* A list for each law; one, without memory, if there are no laws. */
PetscErrorCode host_open(const Laws *laws, ContactRecords *records);
PetscErrorCode host_pack(const Contacts *contacts, const ContactScene *scene,
                         ContactRecords *records);
PetscErrorCode host_unpack(Contacts *contacts, const ContactScene *scene,
                           const ContactRecords *records, int64_t *lost);

/* For laws with Law.keeps, whose first column of memory is 1 for contacts that were apart at the
   last evaluation: list those that are apart now, and count as known only those that touched. */
void batch_find_apart(ContactBatch *batch);
/* After law_energy: contacts with a clump that has been dropped since they were found store
   nothing. */
void batch_forget_gone(const ContactBatch *batch, double *energy);

#endif
