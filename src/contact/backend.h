/* SPDX-License-Identifier: MIT */
/* Plug-in kind ContactBackend: how contacts are evaluated, and on what machine. All backends give the
   same bits. A new one is its own file (or files) and one line in backend_list.h.

   A backend is called once for a block of the pair list or more, never for single contacts. Those on the
   host keep memory in Contacts.pebbles and walls, and differ in evaluate only, in which they sweep
   the contacts, recall their memory and add their loads; the rest is that of contact/evaluate.h. One
   with memory elsewhere keeps there the numbers of contacts and their pairs (Touching.n, pair, run),
   and hands the memory itself over in pack and unpack. */
#ifndef CONTACT_BACKEND_H
#define CONTACT_BACKEND_H

#include "contact/backends/backend_list.h"
#include "contact/contacts.h"
#include "contact/sink.h"

struct ContactBackend {
  Plugin head;
  /* Those without a comment are as the functions contacts_begin, .. of contacts.h, which call them. */
  PetscErrorCode (*begin)(Contacts *contacts, ContactReport *report);
  /* Evaluate the contacts of the cells from .. to - 1 of the pair lists (PairList.start), those of
     pebbles first. */
  PetscErrorCode (*evaluate)(Contacts *contacts, const ContactScene *scene, int from, int to,
                             const ContactSink *sink);
  void (*end)(Contacts *contacts);
  void (*commit)(Contacts *contacts);
  PetscErrorCode (*narrow)(Contacts *contacts, const ContactScene *scene, Pairs *pairs,
                           double near);
  PetscErrorCode (*pack)(const Contacts *contacts, const ContactScene *scene,
                         ContactRecords *records);
  PetscErrorCode (*unpack)(Contacts *contacts, const ContactScene *scene,
                           const ContactRecords *records, int64_t *lost);
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

#endif
