/* SPDX-License-Identifier: MIT */
/* The spheres that this rank needs, derived from clumps and templates: never integrated, never sent. */
#ifndef MATTER_PEBBLES_H
#define MATTER_PEBBLES_H

#include "matter/clumps.h"

/* A row, as pairs look at it: centre on the grid (every step, pebbles_place) and radius (at rebuilds), m. */
typedef struct {
  double x, y, z, r;
} Ball;

enum { PEBBLES_TILE = 64 };

typedef struct {
  PetscInt n, capacity;
  Ball    *at;
  /* at rebuilds (pebbles_add) */
  int32_t *form;   /* row in forms */
  int32_t *clump;  /* row in Clumps; ascending: pebbles of one clump are contiguous */
  int32_t *member; /* which pebble of its template */
  int32_t *material;
  uint8_t *centred; /* of every PEBBLES_TILE rows (pebbles_mark): 1 when all lie in the centres of their clumps, as spheres do */
  PetscInt tiles_capacity;
  /* pebbles of the templates: offset from the centre in the principal frame, and radius, at scale 1, m */
  Ball           *forms;
  const Template *form_list; /* of these templates */
  PetscInt        n_templates, forms_capacity, first_capacity;
  PetscInt       *first; /* of each template */
} Pebbles;

PetscErrorCode pebbles_create(Pebbles **pebbles);
PetscErrorCode pebbles_destroy(Pebbles **pebbles);
void           pebbles_clear(Pebbles *pebbles);
/* Append pebble `member` of the clump in row `a`. */
PetscErrorCode pebbles_add(Pebbles *pebbles, const Clumps *clumps, const Templates *templates, PetscInt a, int member);
/* Append all pebbles of the clump in row `a`. */
PetscErrorCode pebbles_add_all(Pebbles *pebbles, const Clumps *clumps, const Templates *templates, PetscInt a);
/* After the last one: the tiles. */
PetscErrorCode pebbles_mark(Pebbles *pebbles);
/* Positions from the poses: centre + arm, the arm rounded to the grid so that it is the same in every periodic image.
   `magic` is 1.5 x 2^52 grid steps (domain.h). Rows from .. to-1. */
void pebbles_place(Pebbles *pebbles, const Clumps *clumps, PetscInt from, PetscInt to, double magic);

/* Of a body that has left since the last rebuild: clump_drop. */
static inline bool ball_is_gone(Ball b)
{
  return isnan(b.x);
}

static inline Vec3 pebble_centre(const Pebbles *p, PetscInt i)
{
  return (Vec3){p->at[i].x, p->at[i].y, p->at[i].z};
}

/* Arm of an offset in attitude q, on the grid. */
static inline Vec3 pebble_arm(Quat q, Vec3 offset, double magic)
{
  const Vec3 a = quat_turn(q, offset);

  return (Vec3){(a.x + magic) - magic, (a.y + magic) - magic, (a.z + magic) - magic};
}

#endif
