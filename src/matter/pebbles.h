/* SPDX-License-Identifier: MIT */
/* Pebbles of the clumps on this rank, computed from clumps and templates: never integrated, never
   sent. All are balls; a capsule is three rows, one after the other: its shaft, a ball around all of
   it, and its ends (PebbleRole in matter/template.h). */
#ifndef MATTER_PEBBLES_H
#define MATTER_PEBBLES_H

#include "matter/clumps.h"

/* Centre and radius of a pebble, m. */
typedef struct {
  double x, y, z, r;
} Ball;

enum { PEBBLES_TILE = 64 };

typedef struct Pebbles {
  PetscInt n, capacity;
  Ball    *at; /* centres, on the grid, updated every step (pebbles_place), and radii */
  /* set at rebuilds (pebbles_add) */
  int32_t *form;   /* row in forms */
  int32_t *clump;  /* row in Clumps; ascending: pebbles of one clump are contiguous */
  int32_t *member; /* index of the pebble in its template */
  int32_t *material;
  uint8_t *role;     /* PebbleRole, with capsules */
  bool     capsules; /* some template has capsules; false: all pebbles are balls */
  /* for every PEBBLES_TILE rows (pebbles_mark): 1 if each is at its clump's centre, as single
     spheres are */
  uint8_t *centred;
  bool     all_centred; /* each pebble is */
  bool lone; /* all_centred, and row i is of the clump in row i: as long as each clump has one */
  PetscInt tiles_capacity;
  /* pebbles of the templates (templates_form) */
  Ball           *forms;
  double         *column;
  bool            borrows;   /* both are those of Templates */
  const Template *form_list; /* templates from which forms was made */
  PetscInt        n_forms, n_templates, first_capacity;
  PetscInt       *first; /* row in forms of each template's first pebble */
} Pebbles;

void pebbles_create(Pebbles **pebbles);
void pebbles_destroy(Pebbles **pebbles);
void pebbles_reserve(Pebbles *pebbles, PetscInt n); /* room for n of them */
/* Append pebbles from .. to-1 of the template of the clump in row `a`. */
void pebbles_add(Pebbles *pebbles, const Clumps *clumps, const Templates *templates, PetscInt a,
                 int from, int to);
/* Set the tiles; call it after the last pebble was added. */
void pebbles_mark(Pebbles *pebbles);
/* Positions of rows from .. to-1 from the poses: centre + arm, the arm rounded to the grid so
   that it is the same in every periodic image. `magic` is 1.5 x 2^52 grid steps (domain.h). */
void pebbles_place(Pebbles *pebbles, const Clumps *clumps, PetscInt from, PetscInt to,
                   double magic);

/* True if the clump has left since the last rebuild: clump_drop. */
static inline bool ball_is_gone(Ball b)
{
  return isnan(b.x);
}

static inline PebbleRole pebble_role(const Pebbles *p, PetscInt i)
{
  return p->capsules ? (PebbleRole)p->role[i] : PEBBLE_BALL;
}

static inline Vec3 pebble_centre(const Pebbles *p, PetscInt i)
{
  return (Vec3){p->at[i].x, p->at[i].y, p->at[i].z};
}

/* Arm of an offset at attitude q, rounded to the grid, m. */
static inline Vec3 pebble_arm(Quat q, Vec3 offset, double magic)
{
  const Vec3 a = quat_turn(q, offset);

  return (Vec3){(a.x + magic) - magic, (a.y + magic) - magic, (a.z + magic) - magic};
}

#endif
