/* SPDX-License-Identifier: MIT */
/* What the sweeps have left: how far pairs are from their equations, as they stand. Pairs that
   contradict each other, and those of which sweeps were too few, have large errors. */
#ifndef CONSTRAINT_ERROR_H
#define CONSTRAINT_ERROR_H

#include "constraint/project.h"

/* Of one pair. */
typedef struct {
  Id  a, b;
  int object; /* index in the set of constraints */
  double
    length; /* largest |C| of the equations of lengths, m; of compliant ones |C + compliance force|,
                    of all of them together; none of motors, and of those with damping */
  double angle; /* likewise of angles, rad */
  double
    size; /* of the pair, m: distance of the centres, or the radius of the smaller clump if that
                    is larger */
} ConstraintError;

/* Place in the set of constraints, with work space, 100 kB. Starts with errors_begin. */
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

/* The next pair of this rank that acts; false: there are none left. Poses of copies must be up to date.
   Local. */
bool errors_next(const ContactScene *scene, const Templates *templates, const Links *links,
                 ErrorCursor *cursor, ConstraintError *error);

#endif
