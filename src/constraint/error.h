/* SPDX-License-Identifier: MIT */
/* Errors that the sweeps have left: how far pairs are from their equations. Pairs that
   contradict each other, and those of which sweeps were too few, have large errors. */
#ifndef CONSTRAINT_ERROR_H
#define CONSTRAINT_ERROR_H

#include "constraint/project.h"

/* Error of one pair. */
typedef struct {
  Id  a, b;
  int object; /* index in the set of constraints */
  /* Largest |C| of the equations of lengths, m; if they are compliant, |C + compliance force| of
     all of them together. Motors, and compliant equations with damping, do not count. */
  double length;
  double angle; /* the same for the equations of angles, rad */
  /* Size of the pair, m: distance of the centres, or the radius of the smaller clump if that is
     larger. */
  double size;
} ConstraintError;

/* Position in the set of constraints, with work space, 100 kB. errors_begin sets it. */
typedef struct {
  LinkCursor      at;
  int             i; /* pair of the tile */
  LinkTile        tile;
  ConstraintBatch batch;
} ErrorCursor;

static inline void errors_begin(ErrorCursor *cursor)
{
  cursor->at           = (LinkCursor){0};
  cursor->i            = 0;
  cursor->tile.batch.n = 0;
}

/* Find the error of the next pair of this rank that acts; false: there is none left. Poses of
   copies must be up to date. Local. */
bool errors_next(const ContactScene *scene, const Templates *templates, const Links *links,
                 ErrorCursor *cursor, ConstraintError *error);

/* Warn of constraints that do not hold, and name the worst; start: look at rigid ones alone.
   Collective. */
PetscErrorCode constraints_warn(World *world, bool start);

#endif
