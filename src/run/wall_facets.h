/* SPDX-License-Identifier: MIT */
/* Facets of walls in a run: the loads on each facet of meshes, in frames of walls, and the wear of
   facets. */
#ifndef RUN_WALL_FACETS_H
#define RUN_WALL_FACETS_H

#include "base/sums/sparse_sums.h"
#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Wear of a wall: Archard 1953, J. Appl. Phys. 24, 981. The sum over steps of F_n |v_t| dt is kept
   for each facet, J; the worn volume is this times coefficient / hardness. */
typedef struct {
  double rate; /* coefficient / hardness, 1/Pa; 0: it does not wear */
  /* for checkpoints: facet, and high and low of its sum (base/sums/sparse_sums.h), of facets that have
     worn, ascending; the same on all ranks */
  StateArray saved;
} WallWear;

typedef struct {
  bool       wears, shown; /* some wall wears; frames of walls are written */
  WallWear  *wear;         /* [walls] */
  SparseSums work;         /* sums of wear, this rank's part; key: wall 2^32 + facet */
} WallFacets;

/* Begin the wear, or go on with that of a checkpoint (NULL: none).
   Mistakes are noted. Collective. */
PetscErrorCode wall_facets_open(Sim *sim, const Checkpoint *checkpoint);
void           wall_facets_free(Sim *sim);
/* Add the wear of the step that was evaluated last. Local. */
PetscErrorCode wall_facets_book(Sim *sim);
/* Write a frame of walls after a finished step, if frames have walls. Collective. */
PetscErrorCode wall_facets_write(Sim *sim, bool *written, char *why);

/* Its part in checkpoints (saved_parts.h). Collective. */
PetscErrorCode wall_facets_list(Sim *sim, StateParts *parts);
PetscErrorCode wall_facets_document(StateParts *parts);

#endif
