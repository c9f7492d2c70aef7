/* SPDX-License-Identifier: MIT */
/* Shared by population*.c only:

     population.c             loop over the objects, their rows, and waiting clumps
     population_options.c     table of keys, and the type of an object
     population_ids.c         ids of all clumps
     population_single.c      one clump, or the nodes of deformable bodies
     population_file.c        one clump per row
     population_from_checkpoint.c  clumps of a checkpoint
     population_spheres.c     one sphere per row
     population_shapes.c      templates made from rows of spheres */
#ifndef SUPPLY_POPULATION_POPULATION_INTERNAL_H
#define SUPPLY_POPULATION_POPULATION_INTERNAL_H

#include "options/csv.h"
#include "supply/population/population.h"

/* Origin of a new row of Clumps. */
typedef struct {
  int32_t object; /* index in its kind */
  int64_t row;    /* index in its file, over all ranks, from 0 */
  int64_t line;   /* 0: not from a file */
} Origin;

typedef struct {
  int64_t  n_free; /* rows without an id, over all ranks */
  double   at;     /* time at which its clumps enter, s */
  uint64_t groups; /* mask for its clumps, unless their rows name groups */
  Findings findings;
} ObjectRead;

typedef struct {
  const Parallel  *par;
  Options         *options;
  const Materials *materials;
  Templates       *templates;
  Groups          *groups;
  Clumps          *clumps;
  const Clumps    *later; /* clumps that waited before */
  Warnings        *warnings;
  PetscInt         present; /* rows of Clumps that existed before */
  Origin          *origin;  /* of row present + i */
  PetscInt         capacity;
  PetscInt         n_weighed;
  int64_t         *weighed; /* [n_weighed] 1: a template that rows take their masses from */
  /* a template with a given inertia that a clump of another scale or density keeps, in the object
     being read; -1: none on this rank */
  int         kept;
  int         object;  /* index of the object being read */
  const char *name;    /* its name */
  ObjectRead *objects; /* all objects */
} Population;

/* Note a mistake of the object being read. */
#define CLUMPS_MISTAKE(p, key, ...) \
  option_mistake((p)->options, "clumps", (p)->name, key, __VA_ARGS__)

/* Initial motion of a clump, and its blocked axes. */
typedef struct {
  Vec3     v, w; /* m/s, rad/s, lab frame */
  uint64_t blocked;
} Start;

/* Report an object of no type or of several, and keys that its type does not have. */
void population_check_type(Options *options, const char *name, PopulationType type);
/* Report ids that occur twice; names: of the n objects. Collective. */
PetscErrorCode population_check_ids(Population *p, int n, const char *const *names);
/* Assign ids to rows without one, counting up from the largest, by object and row, and note which in
   rows. Collective. */
PetscErrorCode population_assign_ids(Population *p, int n, const char *const *names,
                                     int64_t *next_id, AllReadRows *rows);

/* Append a row, and return it. density > 0, kg/m^3, replaces that of the template's pebbles, which
   must be of one material. */
PetscInt population_add(Population *p, Origin origin, Id id, int template, double scale,
                        double density);
/* Set position and motion of the row; angular momentum follows from w. */
void population_place(Clumps *clumps, PetscInt row, Vec3 x, Quat q, Start start);

/* Parse the letters of blocked degrees of freedom, BLOCKED_LETTERS; empty or - for none. In two
   dimensions z, w, X and Y are ignored, and xyZ block all; UVW are XYZ. Returns false for other
   letters. */
#define BLOCKED_LETTERS \
  "may have the letters x y z (moving along axes of the lab) or up to two of u v w (along those " \
  "of " \
  "the template, which turn with the clump), and X Y Z or U V W (turning, likewise)"
bool blocked_parse(const char *letters, int dimension, uint64_t *blocked);
/* Gather the findings of the object being read and report them under the key of its file; *good:
   there were none. Collective. */
PetscErrorCode population_report(Population *p, const char *key, bool *good);

/* *is: true if the object's file is a checkpoint, not a CSV. Collective. */
PetscErrorCode population_is_checkpoint(const Population *p, bool *is);
/* Read the object `p->object`. Collective. */
PetscErrorCode population_read_single(Population *p);
PetscErrorCode population_read_skin(Population *p);
PetscErrorCode population_read_file(Population *p);
PetscErrorCode population_read_checkpoint(Population *p);
PetscErrorCode population_read_spheres(Population *p);

/* The shape of one clump, on the rank that assembled it. */
typedef struct {
  Id             id; /* clump_id */
  PebbleSet      set;
  MassProperties mass;
  int            place; /* index in Templates, set by population_share_shapes */
} BodyShape;

/* Append the shapes of all ranks to the templates of every rank, in the order of ids, named
   OBJECT-CLUMPID; set `place`. Collective. */
PetscErrorCode population_share_shapes(Population *p, PetscInt n, BodyShape *shapes);
/* Index of the template sphere-MATERIAL, a sphere or disc of radius 1 m, appended if missing; -1
   with a mistake if its name is used otherwise. Collective. */
PetscErrorCode population_unit_sphere(Population *p, int material, int *template);

#endif
