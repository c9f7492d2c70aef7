/* SPDX-License-Identifier: MIT */
/* Answers of hard contacts to the kick that ends a step (answer.h). */
#include "constraint/answer.h"
#include "constraint/correct.h"
#include "constraint/hard/hard.h"

double hard_rest_after(const ConstraintScene *s, PetscInt a, Vec3 gravity)
{
  return 2 * s->dt * max_real(s->gravity, vec3_norm(answer_pull(s->clumps, a, gravity)));
}

/* Set the velocities in poses to those of the state, and the speeds at rest. */
static void put_velocities(const Hard *h, const ConstraintScene *s, Vec3 gravity)
{
  Clumps *c = s->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    h->rest[a]   = hard_rest_after(s, a, gravity);
    c->pose[a].v = c->motion[a].v;
    c->pose[a].w = c->w[a];
  }
}

/* Leave out contacts of bodies that meet or part; the others keep their kinds and their order. */
static void choose(Hard *h)
{
  const PetscInt n       = hard_listed(h);
  PetscInt       kept[3] = {0}, left = 0;

  for (PetscInt k = 0; k < n; k++) {
    const HardContact *at = &h->list[k];
    const HardPlace   *p  = &h->place[k];

    if (fabs(vec3_dot(p->v, p->n)) > hard_rest(h, at->a, at->b)) continue;
    kept[at->kind]++;
    h->list[left]    = *at;
    h->place[left++] = *p;
  }
  h->n_pebbles = kept[HARD_PEBBLES];
  h->n_walls   = kept[HARD_WALL];
  h->n_solids  = kept[HARD_SOLID];
}

/* Begin the sweeps: all contacts take part. Their impulses are 0, as when they were found. */
static void begin(const Hard *h, const ConstraintScene *s)
{
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    h->list[k].bounces = true;
    h->place[k].wall_v = vec3(0, 0, 0); /* walls have no kick */
    hard_respond(s, h, &h->list[k], &h->place[k]);
  }
}

PetscErrorCode hard_answer_begin(Constraints *c, const ConstraintScene *s, Vec3 gravity)
{
  Hard *h = c->hard;

  PetscFunctionBeginUser;
  PetscCall(hard_reserve(h, s->clumps));
  put_velocities(h, s, gravity);
  PetscCall(correction_refresh(s));
  hard_carry(h, s);
  pebbles_place(s->pebbles, s->clumps, 0, s->pebbles->n, s->domain->magic);
  PetscCall(halo_renew(s->halo, s->clumps, 1, (double *const[]){h->rest}));
  PetscCall(hard_find(h, s));
  hard_place_all(h, s);
  choose(h);
  hard_spheres_choose(h, s);
  PetscCall(hard_share(c, s));
  hard_spheres_begin(h, s);
  begin(h, s);
  hard_spheres_answer(h, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}
