/* SPDX-License-Identifier: MIT */
/* Pebble columns and their placement. */
#include "matter/pebbles.h"
#include "base/kernel.h"
#include "base/rows.h"

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
    array_free(&p->at);
    array_free(&p->body);
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
  void *const  columns[] = {&p->at, &p->body, &p->clump, &p->member, &p->material};
  const size_t sizes[]   = {sizeof(Ball), sizeof(Ball), 4, 4, 4};
  PetscInt     room      = p->capacity;

  PetscFunctionBeginUser;
  if (n <= p->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 5; k++) {
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
  const Vec3      o = vec3_scale(s, t->offset[member]);
  const PetscInt  i = p->n;

  PetscFunctionBeginUser;
  PetscCall(reserve(p, i + 1));
  p->n           = i + 1;
  p->body[i]     = (Ball){o.x, o.y, o.z, s * t->radius[member]};
  p->clump[i]    = (int32_t)a;
  p->member[i]   = member;
  p->material[i] = t->material[member];
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { POSE_REALS = sizeof(Pose) / sizeof(double) };

/* Four pebbles: rows in, columns between, rows out. */
ALWAYS_INLINE void place_four(Ball *at, const Ball *body, const int32_t *clump, const Pose *pose, double magic)
{
  const double *reals = &pose->x.x;
  Four          c[4], d[4], o[4], tx, ty, tz;

  four_gather(reals, POSE_REALS, clump, c);     /* x y z qw */
  four_gather(reals + 4, POSE_REALS, clump, d); /* qx qy qz, and what follows */
  for (int k = 0; k < 4; k++) four_get(&o[k], &body[k].x);
  four_turn(o);
  /* pebble_arm: the same operations in the same order */
  tx   = 2.0 * (d[1] * o[2] - d[2] * o[1]);
  ty   = 2.0 * (d[2] * o[0] - d[0] * o[2]);
  tz   = 2.0 * (d[0] * o[1] - d[1] * o[0]);
  o[0] = c[0] + ((((o[0] + c[3] * tx) + (d[1] * tz - d[2] * ty)) + magic) - magic);
  o[1] = c[1] + ((((o[1] + c[3] * ty) + (d[2] * tx - d[0] * tz)) + magic) - magic);
  o[2] = c[2] + ((((o[2] + c[3] * tz) + (d[0] * ty - d[1] * tx)) + magic) - magic);
  four_turn(o);
  for (int k = 0; k < 4; k++) four_put(&at[k].x, o[k]); /* all in one would wait for the parts to reach memory */
}

KERNEL static void place_fours(Ball *restrict at, const Ball *restrict body, const int32_t *restrict clump,
                               const Pose *restrict pose, PetscInt from, PetscInt to, double magic)
{
  for (PetscInt i = from; i + 4 <= to; i += 4) place_four(at + i, body + i, clump + i, pose, magic);
}

void pebbles_place(Pebbles *p, const Clumps *clumps, PetscInt from, PetscInt to, double magic)
{
  place_fours(p->at, p->body, p->clump, clumps->pose, from, to, magic);
  for (PetscInt i = to - (to - from) % 4; i < to; i++) {
    const Pose *pose = &clumps->pose[p->clump[i]];
    const Vec3  x    = vec3_add(pose->x, pebble_arm(pose->q, (Vec3){p->body[i].x, p->body[i].y, p->body[i].z}, magic));

    p->at[i] = (Ball){x.x, x.y, x.z, p->body[i].r};
  }
}
