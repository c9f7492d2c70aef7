/* SPDX-License-Identifier: MIT */
/* The bodies that may touch, by templates and materials, for the stable time step (stable.h). */
#ifndef MEASURE_TIMESTEP_CLASSES_H
#define MEASURE_TIMESTEP_CLASSES_H

#include "matter/world.h"
#include "measure/timestep/face.h"
#include "wall/wall.h"

/* Pebbles of one material in a template: values of the pebble with the least
   effective mass, and their faces. */
typedef struct {
  int template, material;
  double inverse;                /* largest 1/m at its contact points along the normal, 1/kg */
  double across;                 /* the same for forces across the normal */
  double whole;                  /* 1 over the mass of the clump, 1/kg */
  double per_amount[QUANTITIES]; /* 1 over its mass x capacity; 0: no capacity is known */
  double value[QUANTITIES];      /* largest absolute values of quantities of pebbles */
  double turn;                   /* 1 over the smallest principal moment of inertia, 1/(kg m^2) */
  double radius, least;          /* largest and smallest radius, m */
  Face   face;
  double patch; /* most pebbles that a neighbour may touch at once, by face_patch */
  bool   fixed;
} PebbleClass;

/* Ranges over the clumps of each template in use; if no clump uses it, smallest > largest. */
typedef struct {
  double *smallest, *largest; /* scale, of clumps that may move */
  double *fixed;              /* largest scale of clumps that may not move; 0: none */
  /* mass of a clump over that of the template at its scale: not 1 if a density was given */
  double  *lightest, *heaviest;
  double  *least[QUANTITIES], *most[QUANTITIES]; /* values of quantities, of all clumps */
  double  *values; /* [5 + 2 QUANTITIES][n], in which all of these are: minima, then maxima */
  int64_t *count;  /* clumps that are there or wait; one that sources may release counts twice */
} TemplateUse;

typedef struct {
  TemplateUse  use;
  bool         merged; /* similar classes are one */
  PebbleClass *list;
  PetscInt     n, capacity;
} PebbleClasses;

/* Find the classes of all templates in use, by clumps that are present, wait or may enter.
   Collective. */
PetscErrorCode classes_find(const World *world, PebbleClasses *classes);
void           classes_free(PebbleClasses *classes);

/* The class of a wall: a body of infinite mass or, if a clump that may move carries it,
   the corners of that clump. */
void classes_wall(const World *world, const Wall *wall, const TemplateUse *use, PebbleClass *k);

#endif
