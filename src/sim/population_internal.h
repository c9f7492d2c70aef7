/* SPDX-License-Identifier: MIT */
/* What the files population*.c share; nobody else includes it.

     population.c             the objects one by one, their rows, those that come later
     population_options.c     the table, and what an object is
     population_ids.c         the ids of all clumps
     population_single.c      one clump
     population_file.c        a clump a row
     population_checkpoint.c  the clumps of a checkpoint
     population_spheres.c     a sphere a row
     population_shapes.c      templates of what rows of spheres make */
#ifndef SIM_POPULATION_INTERNAL_H
#define SIM_POPULATION_INTERNAL_H

#include "base/csv.h"
#include "sim/population.h"

/* Where a new row of Clumps comes from. */
typedef struct {
  int32_t object; /* place in its kind */
  int64_t row;    /* number in its file, over all ranks, from 0 */
  int64_t line;   /* 0: of no file */
} Origin;

typedef struct {
  int64_t  n_free; /* rows that wait for an id, over all ranks */
  double   at;     /* when its clumps enter, s */
  uint64_t groups; /* of its clumps, where their rows do not say otherwise */
  Findings findings;
} ObjectRead;

typedef struct {
  const Parallel  *par;
  Options         *options;
  const Materials *materials;
  Templates       *templates;
  Groups          *groups;
  Clumps          *clumps;
  const Clumps    *later; /* those that waited before */
  Warnings        *warnings;
  PetscInt         present; /* rows of Clumps that were there before */
  Origin          *origin;  /* of row present + i */
  PetscInt         capacity;
  int              object;  /* being read */
  const char      *name;    /* of it */
  ObjectRead      *objects; /* of all */
} Population;

/* How a body moves at the start, and what it may not do. */
typedef struct {
  Vec3     v, w; /* m/s, rad/s, lab frame */
  uint64_t blocked;
} Start;

/* Note what is not one of the four types, and keys that do not go with the object's. */
void population_check_type(Options *options, const char *name, PopulationType type);
/* Note ids that were given before; names: of the n objects. Collective. */
PetscErrorCode population_check_ids(Population *p, int n, const char *const *names);
/* Rows without id count up from the largest, by object and row. Collective. */
PetscErrorCode population_assign_ids(Population *p, int n, int64_t *next_id);

/* Append a row. density > 0: in place of that of its template's pebbles, which are of one material. */
PetscErrorCode population_add(Population *p, Origin origin, Id id, int shape, double scale, double density, PetscInt *row);
/* Place the row; angular momentum follows from w. */
void population_place(Clumps *clumps, PetscInt row, Vec3 x, Quat q, Start start);

/* Would a clump of this template, scale and density (0: its own) keep an inertia that was given by hand for other ones? */
bool population_keeps_inertia(const Population *p, int shape, double scale, double density);
/* Warn that clumps of the object being read do, of the template `shape` (-1: none on this rank). Collective. */
PetscErrorCode population_warn_inertia(const Population *p, int shape);

/* The letters xyz (moving) and XYZ (turning), lab axes; nothing or - for none. In two dimensions z, X and Y say nothing, and xyZ
   block all. false: something else. */
bool blocked_parse(const char *letters, int dimension, uint64_t *blocked);
/* Findings of the object being read, gathered and reported under the key of its file; *good: there were none. Collective. */
PetscErrorCode population_settle(Population *p, const char *key, bool *good);

/* Is this a rotation? Its unit quaternion, or false. */
bool quaternion_parse(const double q[4], Quat *out);
/* Why this one density cannot replace those of the template's pebbles, or NULL. */
const char *density_refused(const Template *t);

/* Is the object's file a checkpoint, not a CSV? Collective. */
PetscErrorCode population_is_checkpoint(const Population *p, bool *is);
/* One object each. Collective. */
PetscErrorCode population_read_single(Population *p);
PetscErrorCode population_read_file(Population *p);
PetscErrorCode population_read_checkpoint(Population *p);
PetscErrorCode population_read_spheres(Population *p);

/* The shape of one body, on the rank that put it together. */
typedef struct {
  Id             id; /* clump_id */
  PebbleSet      set;
  MassProperties mass;
  int            place; /* in Templates, once shared */
} BodyShape;

/* Append them all, of all ranks, on every rank in the order of ids, as OBJECT-CLUMPID; every place is set. Collective. */
PetscErrorCode population_share_shapes(Population *p, PetscInt n, BodyShape *shapes);
/* The template sphere-MATERIAL, a sphere or a disc of radius 1 m; -1 with a mistake if its name is taken. Collective. */
PetscErrorCode population_unit_sphere(Population *p, int material, int *shape);

#endif
