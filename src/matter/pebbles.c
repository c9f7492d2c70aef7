/* SPDX-License-Identifier: MIT */
/* Pebble columns and their placement. */
#include "matter/pebbles.h"
#include "base/kernel.h"

PetscErrorCode pebbles_create(Pebbles **pebbles)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(pebbles, sizeof **pebbles, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pebbles_destroy(Pebbles **pebbles)
{
  Pebbles *p = *pebbles;

  PetscFunctionBeginUser;
  if (p) {
    array_free(&p->x);
    array_free(&p->y);
    array_free(&p->z);
    array_free(&p->r);
    array_free(&p->offset);
    array_free(&p->clump);
    array_free(&p->member);
    array_free(&p->material);
    array_free(pebbles);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void pebbles_clear(Pebbles *pebbles)
{
  pebbles->n = 0;
}

static PetscErrorCode reserve(Pebbles *p, PetscInt n)
{
  void *const  columns[] = {&p->x, &p->y, &p->z, &p->r, &p->offset, &p->clump, &p->member, &p->material};
  const size_t sizes[]   = {8, 8, 8, 8, sizeof(Vec3), 4, 4, 4};
  PetscInt     room      = p->capacity;

  PetscFunctionBeginUser;
  if (n <= p->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 8; k++) {
    room = p->capacity;
    PetscCall(array_reserve(columns[k], sizes[k], n, &room));
  }
  p->capacity = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pebbles_add(Pebbles *p, const Clumps *clumps, const Templates *templates, PetscInt a, int member)
{
  const Template *t = &templates->list[clumps->shape[a]];
  const double    s = clumps->scale[a];
  const PetscInt  i = p->n;

  PetscFunctionBeginUser;
  PetscCall(reserve(p, i + 1));
  p->n           = i + 1;
  p->r[i]        = s * t->radius[member];
  p->offset[i]   = vec3_scale(s, t->offset[member]);
  p->clump[i]    = (int32_t)a;
  p->member[i]   = member;
  p->material[i] = t->material[member];
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { TILE_PEBBLES = 128 };

/* Poses of the pebbles' clumps, gathered. */
typedef struct {
  _Alignas(64) double x[3][TILE_PEBBLES], q[4][TILE_PEBBLES];
} PoseTile;

static void gather_poses(const Pebbles *p, const Pose *pose, PetscInt first, int n, PoseTile *t)
{
  for (int k = 0; k < n; k++) {
    const Pose *c = &pose[p->clump[first + k]];

    t->x[0][k] = c->x.x;
    t->x[1][k] = c->x.y;
    t->x[2][k] = c->x.z;
    t->q[0][k] = c->q.w;
    t->q[1][k] = c->q.x;
    t->q[2][k] = c->q.y;
    t->q[3][k] = c->q.z;
  }
}

KERNEL static void place_tile(const PoseTile *t, const Vec3 *restrict offset, int n, double magic, double *restrict x,
                              double *restrict y, double *restrict z)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 arm = pebble_arm((Quat){t->q[0][k], t->q[1][k], t->q[2][k], t->q[3][k]}, offset[k], magic);

    x[k] = t->x[0][k] + arm.x;
    y[k] = t->x[1][k] + arm.y;
    z[k] = t->x[2][k] + arm.z;
  }
}

void pebbles_place(Pebbles *p, const Clumps *clumps, double magic)
{
  PoseTile t;

  for (PetscInt first = 0; first < p->n; first += TILE_PEBBLES) {
    const int n = (int)min_int(TILE_PEBBLES, p->n - first);

    gather_poses(p, clumps->pose, first, n, &t);
    place_tile(&t, p->offset + first, n, magic, p->x + first, p->y + first, p->z + first);
  }
}
