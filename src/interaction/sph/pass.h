/* SPDX-License-Identifier: MIT */
/* The part of an interaction that finds sums over neighbours before its forces, such as the
   densities of SPH: passes.h says when its functions are called. */
#ifndef INTERACTION_SPH_PASS_H
#define INTERACTION_SPH_PASS_H

#include "interaction/body_force.h"
#include "matter/pebbles.h"

/* PASS_SUMS: most sums of a pass. Sums are integers, multiples of 2^SUM_EXPONENT: contributions
   must be below SUM_LARGEST, and should be of the order of 1 (such as a density over m / h^d). */
enum { PASS_SUMS = 6, SUM_EXPONENT = -42 };
#define SUM_LARGEST 256.0

/* Pairs of pebbles in a pass: as in PairBatch. */
typedef struct {
  int n; /* add() may set it to 0 */
  /* read only */
  _Alignas(64) double dx[INTERACTION_TILE], dy[INTERACTION_TILE], dz[INTERACTION_TILE],
    d2[INTERACTION_TILE];
  Found found;
  /* of the later pebble and the other; may be read up to a multiple of four */
  const int32_t *i, *j;
  const int32_t *a, *b; /* [n] of their clumps */
  /* set */
  double to_a[PASS_SUMS][INTERACTION_TILE],
    to_b[PASS_SUMS][INTERACTION_TILE]; /* contributions to the sums of the two clumps */
} PassBatch;

/* Clumps in a pass. */
typedef struct {
  const Clumps        *clumps;
  PetscInt             n; /* rows 0 .. n - 1 */
  Found                found;
  const double *const *sum;     /* [sums][rows] of the pass; NULL before the first one */
  const Pebbles       *pebbles; /* in weigh(), place() and pack() alone */
  bool                 fresh;   /* in begin() and place(): lists may be new since the last time */
  PetscInt             worst;   /* set by find(): row of the largest residual */
  double reach; /* raised by find() to the largest distance of centres at which a clump acts, m */
  double dt;    /* in find() and keep(): of the step, s; 0: the first evaluation of a run */
} PassRows;

/* A wall near a lone pebble, whose force is asked for. */
typedef struct {
  Found         found;
  const Clumps *clumps;
  PetscInt      row;    /* of the clump */
  int           mirror; /* of found.mirrors[row] */
  Vec3          v;      /* velocity relative to the surface, m/s */
} MirrorPress;

typedef struct {
  int sums; /* number of sums of each clump */
  /* Number of sums that this object uses, the first ones; 0: the pass is left
     out. NULL: all. */
  int (*used)(const void *self);
  /* Set the contributions of the pairs; those of pairs beyond the reach are 0. With batch->n = 0 no
     pair has any. */
  void (*add)(const void *self, PassBatch *batch);
  /* Tried before add(), with a batch without ways and d2: set the contributions to a from packed
     numbers alone, of pairs whose two contributions are the same. False: some are not, and add() is
     called. NULL: it always is. */
  bool (*alike)(const void *self, PassBatch *batch);
  /* Compute the columns of owned clumps from their sums; they are then sent to copies. Returns a
     residual: the pass is repeated while that is above `enough`. */
  double (*find)(const void *self, PassRows *rows);
  /* True: it is left out but in the evaluation with which a run starts. */
  bool     starts;
  unsigned makes; /* bit f: find() changes the column of field f, which copies need */
  double   enough;
  int      repeats; /* largest number of evaluations */
} PairPass;

/* Fields of another table that an object needs if it is `used`. */
typedef struct {
  const Field *fields;
  bool (*used)(const void *self);
} FurtherFields;

/* Velocities of transport: three columns from this one on (Found.column), along x, y and z. */
typedef struct {
  int first; /* column */
  bool (*used)(const void *self);
} TransportColumns;

typedef struct {
  /* They fill the fields of a table that is listed in matter/field_list.h. Fields marked SAVED and
     RENEWED are the state from which a step starts: only keep() may change them. */
  const Field         *fields;
  const FurtherFields *further; /* next tables in the list, to one without fields; NULL: none */
  const PairPass      *list;    /* before the forces, up to one without `add` */
  /* Velocities, m/s, with which clumps drift in the next step beside their own
     (MotionStep.transport). They are zeroed before keep(), which sets those of its clumps; NULL:
     none. */
  const TransportColumns *transports;
  /* After new lists: weight[] of all pebbles; NULL: it needs none. */
  void (*weigh)(const void *self, const PassRows *rows, double *weight);
  /* Before the passes, after begin(): packed[PACKED] of all pebbles, as far as it follows from
     places, velocities, weights and columns that begin() sets; NULL: there is none. */
  void (*place)(const void *self, const PassRows *rows, double *packed);
  /* After each evaluation of a pass: what follows from columns at present. Needed with place(). */
  void (*pack)(const void *self, const PassRows *rows, double *packed);
  /* Before the passes: set columns of owned clumps and copies that follow from the saved ones;
     NULL: there are none. */
  void (*begin)(const void *self, PassRows *rows);
  /* Largest distance of centres, m, at which one of the owned clumps acts, by its saved columns;
     NULL: the reach. */
  double (*extent)(const void *self, const PassRows *rows);
  /* After a complete step: set the saved columns of owned clumps, where the next step starts; NULL:
     there are none. */
  void (*keep)(const void *self, PassRows *rows);
  /* True if lone pebbles of a material see reflections in walls of another one (mirrors.h); NULL:
     none do. */
  bool (*mirrors)(const void *self, int pebble, int wall);
  /* Force of a wall on a pebble, after the passes, N; the wall gets the opposite. *lost: power that
     the bodies lose by it for good, W, 0 at first. Needed with mirrors(). */
  Vec3 (*press)(const void *self, const MirrorPress *at, double *lost);
} Passes;

#endif
