/* SPDX-License-Identifier: MIT */
/* Contacts: the near pairs that touch, the forces of their laws, and their memory.

   Memory exists for pairs that touch. It is read from the last committed step and written to a
   second copy, so that a step can be evaluated again (after a rebuild, or with coarser quanta)
   without advancing the memory twice. */
#ifndef CONTACT_CONTACTS_H
#define CONTACT_CONTACTS_H

#include "base/sum.h"
#include "contact/law.h"
#include "matter/loads.h"
#include "search/pairs.h"

/* Touching pairs of a list, in list order, with a row of memory each; a row of zeros follows the
   last. */
typedef struct {
  PetscInt n, capacity;
  int32_t *pair;   /* index in the pair list */
  double  *memory; /* see touching_row */
} Touching;

/* Result of one evaluation on this rank. */
typedef struct {
  double largest_force, largest_work; /* largest single contribution to the loads, N, J */
  double largest_more
    [ACCUMULATORS_MOST]; /* largest single contribution to each of Loads.more, in its unit */
  double deepest;        /* largest overlap over the smaller radius (of the pebble at a wall);
                                         0 if none exceeds overlap_limit */
  double deepest_gap;    /* largest overlap, m */
  Id     deepest_a,
    deepest_b; /* clumps of the contact with `deepest`; b is a wall's index when deepest_wall */
  bool   deepest_wall;
  bool   possible; /* every force and work is within FORCE_MOST and WORK_MOST (base/bounds.h) */
  Id     wild_a, wild_b; /* if one is not: clumps of the first such contact found */
  bool   wild_wall;      /* wild_b is a wall's index */
  double wild;           /* force of that contact, N; with wild_flow: its flow of that quantity */
  const Quantity *wild_flow;
} ContactReport;

typedef struct {
  const Laws   *laws;
  Touching      pebbles[2], walls[2]; /* [now]: committed, [!now]: being evaluated */
  int           now;
  ContactBatch *batch;
  int32_t      *hits; /* workspace */
  PetscInt      hits_capacity;
  PetscInt      at[2]; /* position of match() in the committed contacts of pebbles and of walls */
  Sum work; /* work taken from the bodies by contacts in half a step, before or after the evaluated
               time, J */
} Contacts;

/* Input of an evaluation. */
typedef struct {
  const Domain  *domain;
  const Clumps  *clumps;
  const Pebbles *pebbles;
  const Walls   *walls;
  const Pairs   *pairs;
  double         dt, dt_before; /* s; see ContactBatch */
  double overlap_limit; /* overlap over the smaller radius above which contacts are reported */
} ContactScene;

PetscErrorCode contacts_create(const Laws *laws, Contacts **contacts);
PetscErrorCode contacts_destroy(Contacts **contacts);

/* Reserve n contacts with this number of memory columns. Kernels read and write up to three rows
   and three reals past the end: TOUCHING_SPARE rows are added for them. */
enum { TOUCHING_SPARE = 8 };
PetscErrorCode touching_reserve(Touching *touching, int columns, PetscInt n);
/* Memory of contact k: `columns` reals. */
double *touching_row(const Touching *touching, int columns, PetscInt k);
/* Zero the row after the last contact: the memory of new contacts. */
void touching_end(Touching *touching, int columns);

/* Pick the near pairs again for the present poses (pairs_narrow). Memory moves to the new
   indices; that of pairs now farther apart than `near` (m) is dropped. Local. */
PetscErrorCode contacts_narrow(Contacts *contacts, const ContactScene *scene, Pairs *pairs,
                               double near);

/* An evaluation: contacts_begin, then contacts_apply for each block of the pair list in ascending
   order, when the pebbles of the block and of all lower rows are placed, then contacts_end. Adds
   the forces of touching pairs to loads, in quanta. Local. Commits nothing. */
PetscErrorCode contacts_begin(Contacts *contacts, ContactReport *report);
PetscErrorCode contacts_apply(Contacts *contacts, const ContactScene *scene, int block,
                              Loads *loads, ContactReport *report);
void           contacts_end(Contacts *contacts);
/* Make the evaluated memory the committed one. */
void contacts_commit(Contacts *contacts);
/* Add the elastic energy of this rank's committed contacts to sum, J. */
PetscErrorCode contacts_energy(Contacts *contacts, const ContactScene *scene, Sum *sum);
/* Number of committed contacts of this rank. */
PetscInt contacts_count(const Contacts *contacts);
/* Zero the committed memory of contacts of some laws (of_law: [laws->n] flags) and return their
   number; they still count as known. For a restart under a law whose memory has another meaning.
   Local. */
PetscInt contacts_forget(Contacts *contacts, const Pairs *pairs, const bool *of_law);

/* ---- carry (carry.c): memory by key, across rebuilds and into checkpoints ---- */

/* Append the committed memory to records, with reference points and images as if every centre were
   wrapped now. Local. */
PetscErrorCode contacts_pack(const Contacts *contacts, const ContactScene *scene,
                             ContactRecords *records);
/* Send every record to the rank whose box holds its point. Collective. */
PetscErrorCode records_route(const Parallel *par, const Decomposition *decomposition,
                             ContactRecords *records);
/* Make the records the committed memory of the pairs just built; *lost: number of records without a
   pair. Local. */
PetscErrorCode contacts_unpack(Contacts *contacts, const ContactScene *scene,
                               const ContactRecords *records, int64_t *lost);

#endif
