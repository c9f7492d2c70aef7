/* SPDX-License-Identifier: MIT */
/* Positions and attitudes that clumps of a fill try. */
#include "supply/fill/fill_batch.h"

/* The random numbers of the n-th attempt of clump j. */
static Random random_of(const Fill *f, int64_t j, int64_t n)
{
  const FillSpec *p = &f->spec;
  const uint64_t  attempt =
    f->counter + (uint64_t)j * (uint64_t)p->attempts + (uint64_t)n; /* of an inlet */

  if (f->apart)
    return random_part(random_stream(p->seed, RANDOM_INLET + 256 * p->stream, attempt), 1);
  /* part 0 is used by FillSpec */
  return random_part(random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)j),
                     (uint64_t)n + 1);
}

/* True if a pebble of a clump at x overlaps a wall, of those that are divided or of the others. Most
   attempts are far from all walls: all pebbles lie within the bound, widened for rounding. */
static PetscErrorCode meets_wall(Batch *b, bool divided, const Template *t, double scale, Quat q,
                                 Vec3 x, bool *meet)
{
  const Walls *walls = b->scene->walls;

  PetscFunctionBeginUser;
  PetscCall(walls_meet(walls, divided, x, 1.001 * scale * t->bound, &b->features, meet));
  if (!*meet) PetscFunctionReturn(PETSC_SUCCESS);
  *meet = false;
  for (int i = 0; i < t->n && !*meet; i++)
    PetscCall(walls_meet(walls, divided, vec3_axpy(x, scale, quat_turn(q, t->offset[i])),
                         scale * t->radius[i], &b->features, meet));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_drop_tries(Batch *b)
{
  Clumps *c = b->trial;
  bool   *keep;

  PetscFunctionBeginUser;
  if (b->scene->walls->n_divided == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&keep, sizeof *keep, c->n_owned));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t    = &b->scene->templates->list[c->template[a]];
    bool            meet = false;

    if (c->id[a] >= 0)
      PetscCall(meets_wall(b, true, t, c->scale[a], c->pose[a].q, c->pose[a].x, &meet));
    keep[a] = !meet;
  }
  PetscCall(clumps_keep(c, keep));
  array_free(&keep);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give a row of the trial the mass and inertia of the clump, which it carries to its owner. */
static void set_mass(Batch *b, PetscInt row, FillClump drawn)
{
  const SourceScene *scene = b->scene;
  const Template    *t     = &scene->templates->list[drawn.template];
  Clumps            *c     = b->trial;

  if (!(drawn.mass > 0)) {
    clump_set_density(c, row, scene->materials, scene->templates, b->fill->spec.density);
    return;
  }
  if (!t->inertia_given) c->inertia[row] = vec3_scale(drawn.mass / c->mass[row], c->inertia[row]);
  c->mass[row] = drawn.mass;
}

/* Append the n-th attempt of clump j, unless it does not fit, meets a wall or lies outside an open
   face. */
static PetscErrorCode add_attempt(Batch *b, int64_t j, FillClump drawn, int64_t n, Id id)
{
  const SourceScene *scene = b->scene;
  const FillSpec    *p     = &b->fill->spec;
  const Template *template = &scene->templates->list[drawn.template];
  Random           random  = random_of(b->fill, j, n);
  const Quat       q       = attitude_draw(&p->attitudes, template->mass.axes, &random);
  const RegionBody body    = {template, drawn.scale, q};
  PetscInt         row;
  Vec3             x;
  bool             meet;

  PetscFunctionBeginUser;
  if (!p->region.kind->draw(p->region.own, scene->domain, &body, &random, &x))
    PetscFunctionReturn(PETSC_SUCCESS);
  x = domain_wrapped(scene->domain, x);
  if (domain_has_left(scene->domain, x)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(meets_wall(b, false, template, drawn.scale, q, x, &meet));
  if (meet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_add(b->trial, scene->templates, id, drawn.template, drawn.scale, &row));
  b->trial->pose[row].x = x;
  b->trial->pose[row].q = q;
  set_mass(b, row, drawn);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_add_tries(Batch *b, int64_t from, int64_t n)
{
  const Fill *f = b->fill;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    for (int64_t i = from; i < from + n && w->member && w->free == NONE_YET; i++)
      PetscCall(
        add_attempt(b, f->first + k, w->drawn, w->tries + i, (f->first + k) * b->tries + i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_add_free(Batch *b)
{
  const Fill *f = b->fill;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    if (w->member && w->free != NONE_YET)
      PetscCall(add_attempt(b, f->first + k, w->drawn, w->tries + w->free,
                            (f->first + k) * b->tries + w->free));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
