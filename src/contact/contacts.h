/* SPDX-License-Identifier: MIT */
/* Contacts: which listed pairs touch now, their laws' forces, and the memory they keep.

   Memory exists for pairs that touch. It is read from the last committed step and written to the next one, so that a step
   can be evaluated again (after a rebuild, or with coarser quanta) without advancing it twice. */
#ifndef CONTACT_CONTACTS_H
#define CONTACT_CONTACTS_H

#include "base/sum.h"
#include "contact/law.h"
#include "matter/loads.h"
#include "search/pairs.h"

/* Touching pairs of a list, in list order, with a row of memory each; after the last a row of zeros. */
typedef struct {
  PetscInt n, capacity;
  int32_t *pair;
  double  *memory; /* see touching_row */
} Touching;

/* What one evaluation found on this rank. */
typedef struct {
  double largest_force, largest_work; /* contributions, N, J */
  double deepest;                     /* largest overlap over the smaller radius (a wall counts as endless),
                                                         once one is over the limit; else 0 */
  double deepest_gap;                 /* largest overlap, m */
  Id     deepest_a, deepest_b;        /* who; b is a wall's index when deepest_wall */
  bool   deepest_wall;
  bool   finite;
} ContactReport;

typedef struct {
  const Laws   *laws;
  Touching      pebbles[2], walls[2]; /* [now]: committed, [!now]: being evaluated */
  int           now;
  ContactBatch *batch;
  int32_t      *hits; /* workspace */
  PetscInt      hits_capacity;
  PetscInt      at[2]; /* how far the committed pebbles and walls are matched */
  Sum           work;  /* taken from the bodies by contacts in half a step before or after the evaluated time, J */
} Contacts;

/* All that an evaluation looks at. */
typedef struct {
  const Domain  *domain;
  const Clumps  *clumps;
  const Pebbles *pebbles;
  const Walls   *walls;
  const Pairs   *pairs;
  double         dt, dt_before; /* s; see ContactBatch */
  double         overlap_limit; /* of the smaller radius: what is deeper is reported */
} ContactScene;

PetscErrorCode contacts_create(const Laws *laws, Contacts **contacts);
PetscErrorCode contacts_destroy(Contacts **contacts);

/* Room for n contacts with so many memory columns, and for what kernels read and write beyond them: up to three rows and three
   reals. */
enum { TOUCHING_SPARE = 8 };
PetscErrorCode touching_reserve(Touching *touching, int columns, PetscInt n);
/* Memory of contact k: `columns` reals. */
double *touching_row(const Touching *touching, int columns, PetscInt k);
void    touching_end(Touching *touching, int columns);

/* Lists of near pairs anew from the wide ones, for poses as they are (pairs_narrow); memory goes along,
   but for pairs that have come apart by more than `near` since the committed step. Not collective. */
PetscErrorCode contacts_narrow(Contacts *contacts, const ContactScene *scene, Pairs *pairs, double near);

/* An evaluation: begin, then the blocks of the pair list in ascending order, each once its pebbles and all of lower rows are
   placed, then end. Adds the forces of touching pairs to loads, in quanta. Not collective. Nothing is committed. */
PetscErrorCode contacts_begin(Contacts *contacts, ContactReport *report);
PetscErrorCode contacts_apply(Contacts *contacts, const ContactScene *scene, int block, Loads *loads, ContactReport *report);
void           contacts_end(Contacts *contacts);
/* The evaluated memory becomes the committed one. */
void contacts_commit(Contacts *contacts);
/* Elastic energy now stored in the committed contacts of this rank, added to sum (J). */
PetscErrorCode contacts_energy(Contacts *contacts, const ContactScene *scene, Sum *sum);
PetscInt       contacts_count(const Contacts *contacts);
/* Empty the committed memory of contacts under some laws ([laws->n] flags), which stay known; returns of how many. For a law that
   keeps something else than the one before it did. Not collective. */
PetscInt contacts_forget(Contacts *contacts, const Pairs *pairs, const bool *of_law);

/* ---- carry (carry.c): memory by key, across rebuilds and into checkpoints ---- */

/* Committed memory as records, appended; reference points and images as if every centre were wrapped now. */
PetscErrorCode contacts_pack(const Contacts *contacts, const ContactScene *scene, ContactRecords *records);
/* Send every record to the rank whose box holds its point. Collective. */
PetscErrorCode records_route(const Parallel *par, const Decomposition *decomposition, ContactRecords *records);
/* Records become the committed memory of the pairs just built; `lost` counts those without a pair. */
PetscErrorCode contacts_unpack(Contacts *contacts, const ContactScene *scene, const ContactRecords *records, int64_t *lost);

#endif
