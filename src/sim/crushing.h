/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments when their contacts press them too hard: the section `crush`. A
   clump breaks at the end of a step whose mean pressure, -sum of arm . force / (dimension x volume),
   reaches the strength; fragments enter as clumps do that wait (supply/source_waiting.c). Mass, momentum
   and angular momentum stay. */
#ifndef SIM_CRUSHING_H
#define SIM_CRUSHING_H

#include "output/checkpoint.h"
#include "output/events.h"

typedef struct Sim Sim;

/* An object of the scenario. */
typedef struct {
  char name[NAME_LENGTH];
  int template;          /* of the clumps that break; -1: a mistake */
  double     strength;   /* Pa; in two dimensions N/m */
  StateArray rows;       /* FRAGMENT_REALS numbers for each fragment */
  int64_t    broken;     /* clumps since the first step, this rank's part */
  int64_t    broken_all; /* of all ranks, when last counted for a checkpoint */
} Crush;

/* Numbers of a fragment: index of its template; place of its centre and attitude, from principal axes to
   principal axes; scale; share of the mass. For a parent of scale 1. */
enum {
  FRAGMENT_TEMPLATE,
  FRAGMENT_X,
  FRAGMENT_Q     = FRAGMENT_X + 3,
  FRAGMENT_SCALE = FRAGMENT_Q + 4,
  FRAGMENT_SHARE,
  FRAGMENT_REALS
};

typedef struct {
  int      n;
  Crush   *list;
  PetscInt n_rows, capacity; /* of events.csv, not yet written, of this rank */
  Event   *rows;
} Crushes;

extern const OptionKind crush_kind;

/* Read the objects when templates are known, or take their fragments from the checkpoint (NULL: none).
   Mistakes are noted in the options. Collective. */
PetscErrorCode crushing_read(Sim *sim, const Checkpoint *ck);
void           crushing_free(Crushes *crushes);
/* Add what clumps may break into to the extremes of sources, when all clumps are known. Collective. */
PetscErrorCode crushing_foresee(Sim *sim);
/* At the end of a step: break the clumps whose strength is reached. Collective. */
PetscErrorCode crushing_make(Sim *sim);

/* The state, for saved_parts.c. */
PetscErrorCode crushing_list(Sim *sim, StateParts *parts);
PetscErrorCode crushing_document(StateParts *parts);

#endif
