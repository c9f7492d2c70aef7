/* SPDX-License-Identifier: MIT */
/* Work of each term of the contact laws, in runs that ask for energies by kind (output key
   `energies`). A law is applied as always, so that forces keep their bits; what each term adds to
   force and couple, times the velocities, is its work. Terms with a dashpot beside their spring are
   evaluated once more without it (ContactTerm.dashpot): the difference is the work of the dashpot.
   If a tangential spring, or one of a couple, would keep another memory without the dashpot, it
   slides: then all of its work is that of friction. */
#ifndef CONTACT_TERM_WORK_H
#define CONTACT_TERM_WORK_H

#include "contact/contacts.h"

/* Parts of the work that is taken from the bodies: by springs and friction of each slot (the first
   kinds, in the order of Slot), by all dashpots of contacts, and by others whose work is added to
   that of contacts. */
typedef enum {
  WORK_NORMAL,
  WORK_COHESION,
  WORK_TANGENTIAL,
  WORK_ROLLING,
  WORK_TWISTING,
  WORK_DASHPOTS,
  WORK_LINKS,
  WORK_INTERACTIONS,
  WORK_DEFORMABLE,
  WORK_KINDS
} WorkKind;

enum { WORK_SLOTS = WORK_DASHPOTS, WORK_OF_CONTACTS = WORK_DASHPOTS + 1 };

typedef struct TermWork {
  unsigned slots; /* slots of which some law has a term, as bits */
  bool     damps; /* some term has a dashpot */
  /* this rank's sums, each as Contacts.work: contacts_end adds those after WORK_DASHPOTS to that */
  Sum sum[WORK_KINDS];
  /* workspaces: work of each contact of the batch, J; constants without dashpots, [laws][SLOTS],
     NULL where there are none; memory of a term before its second evaluation, and after it */
  double work[WORK_OF_CONTACTS][TILE];
  int    n_undamped;
  void **undamped;
  double (*kept)[TILE], (*tried)[TILE];
} TermWork;

void term_work_create(const Laws *laws, TermWork **work);
void term_work_destroy(TermWork **work);
void term_work_clear(TermWork *work);

/* law_apply, and the work of each term in the time `half` (s). law: one of `laws`. */
void term_work_apply(TermWork *work, const Laws *laws, const Law *law, double half,
                     ContactBatch *batch);
/* Add that work of n contacts to the sums, times share[n] (NULL: 1). */
void term_work_add(TermWork *work, int n, const double *share);
/* Add the work, in the time `half`, of a push along the normal of contact 0 of the batch: by (1/m)
   times the energy of each slot, energy[WORK_SLOTS] (J). */
void term_work_push(TermWork *work, const double *energy, double by, double half,
                    const ContactBatch *batch);
/* Elastic energy of contact 0 of the batch by slots, J. */
void term_work_energies(const Law *law, ContactBatch *batch, double energy[WORK_SLOTS]);

/* The sum that work of this kind, not of contacts, is added to. */
Sum *term_work_sum(Contacts *contacts, WorkKind kind);

#endif
