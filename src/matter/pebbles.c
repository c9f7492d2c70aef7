/* SPDX-License-Identifier: MIT */
/* Pebble columns and their placement. */
#include "matter/pebbles.h"

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

void pebbles_place(Pebbles *p, const Clumps *clumps, double magic)
{
  const Pose *pose = clumps->pose;

  for (PetscInt i = 0; i < p->n; i++) {
    const Pose *c   = &pose[p->clump[i]];
    const Vec3  arm = pebble_arm(c->q, p->offset[i], magic);

    p->x[i] = c->x.x + arm.x;
    p->y[i] = c->x.y + arm.y;
    p->z[i] = c->x.z + arm.z;
  }
}
