/* SPDX-License-Identifier: MIT */
/* Walls near the pebbles of interactions that see reflections in them (mirrors.h), and the forces
   of these walls. Every rank finds the same distances. */
#ifndef INTERACTION_SPH_MIRROR_LIST_H
#define INTERACTION_SPH_MIRROR_LIST_H

#include "contact/wall_loads.h"
#include "interaction/interactions.h"

typedef struct {
  int32_t pebble, row, wall, feature; /* row: of the clump */
} MirrorPair;

typedef struct MirrorList {
  PetscInt n, capacity, rows;
  /* [n], by pebble, wall and feature; within the reach and the skin at the rebuild */
  MirrorPair *pair;
  Mirrors    *of; /* [rows] of clumps, at the evaluated time */
} MirrorList;

/* Where forces of walls go. */
typedef struct {
  Loads         *loads;
  Contacts      *contacts; /* its work, and the loads on walls */
  ContactReport *report;
} MirrorLoads;

/* New lists, with new pair lists. Local. */
void mirrors_build(Interactions *interactions, const PairSearch *contacts);
void mirrors_free(Acting *item);
/* The places of owned clumps and copies now. Local. */
void mirrors_find(const Acting *item, const InteractionScene *scene);
/* After the passes: add the forces of walls on owned clumps, and the opposite ones on walls and on
   clumps that carry one. Local. */
void mirrors_press(const Interactions *interactions, const InteractionScene *scene,
                   MirrorLoads *to);

#endif
