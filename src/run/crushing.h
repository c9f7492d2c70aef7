/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments when their contacts press them too hard: the section `crush`. A
   clump breaks at the end of a step in which its mean pressure, -sum of arm . force / (dimension x
   volume), reaches the strength. Fragments enter as waiting clumps do (supply/source_waiting.c).
   Mass, momentum and angular momentum are conserved. */
#ifndef RUN_CRUSHING_H
#define RUN_CRUSHING_H

#include "output/checkpoint/checkpoint.h"
#include "output/table/events.h"

typedef struct Sim Sim;

/* An object of the scenario. */
typedef struct {
  char name[NAME_LENGTH];
  int template;          /* of the clumps that break; -1: a mistake */
  double     strength;   /* Pa; in two dimensions N/m */
  int32_t    of;         /* `template`, as in checkpoints */
  uint64_t   file;       /* hash of the name of the file of fragments */
  StateArray rows;       /* FRAGMENT_REALS numbers for each fragment */
  int64_t    broken;     /* clumps since the first step, this rank's part */
  int64_t    broken_all; /* of all ranks, when last counted for a checkpoint */
} Crush;

/* Numbers of a fragment, for a parent of scale 1: index of its template; position of its centre and
   attitude, in the principal axes of the parent; scale; share of the mass. */
enum {
  FRAGMENT_TEMPLATE,
  FRAGMENT_X,
  FRAGMENT_Q     = FRAGMENT_X + 3,
  FRAGMENT_SCALE = FRAGMENT_Q + 4,
  FRAGMENT_SHARE,
  FRAGMENT_REALS
};

static inline int crush_fragments(const Crush *c)
{
  return (int)(c->rows.n / FRAGMENT_REALS);
}

static inline const double *crush_fragment(const Crush *c, int k)
{
  return (const double *)c->rows.list + (size_t)k * FRAGMENT_REALS;
}

typedef struct {
  int      n;
  Crush   *list;
  PetscInt n_rows, capacity;
  Event   *rows; /* of events.csv, not yet written; this rank's */
} Crushes;

extern const OptionKind crush_kind;

/* Read the objects when templates are known, or take their fragments from the checkpoint (NULL:
   none). Mistakes are noted in the options. Collective. */
PetscErrorCode crushing_read(Sim *sim, const Checkpoint *ck);
void           crushing_free(Crushes *crushes);
/* Note mistakes in the objects as a whole. */
void crushing_check(Sim *sim);
/* Set the mass and inertia of a row that is this fragment of a body of mass `mass`, kg. */
void crush_weigh(Clumps *clumps, PetscInt row, const double *fragment, double mass);
/* Give the fragments of row a the rigid motion of the clump, correct it so that momentum and
   angular momentum are conserved, and book the energy that is lost (ledger_crush). */
void crush_set_motions(Sim *sim, PetscInt a, Clumps *fragments);
/* When all clumps are known: add the fragments that clumps may break into, and the fragments of
   these, to the extremes of sources. *smallest: smallest radius of a pebble, m, lowered to that
   of fragments. Collective. */
PetscErrorCode crushing_foresee(Sim *sim, double *smallest);
/* At the end of a step: break the clumps whose strength is reached. Collective. */
PetscErrorCode crushing_make(Sim *sim);

/* The state, for saved_parts.c. */
PetscErrorCode crushing_list(Sim *sim, StateParts *parts);
PetscErrorCode crushing_document(StateParts *parts);

#endif
