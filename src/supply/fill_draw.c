/* SPDX-License-Identifier: MIT */
/* Positions and attitudes that clumps of a fill try. */
#include "supply/fill_batch.h"

/* True if the fill's box covers the whole of a periodic direction, so that clumps may cross its
   ends. */
static bool spans(const SourceScene *scene, const FillSpec *p, int axis)
{
  return boundary_wraps(scene->domain->boundary[axis]) &&
         vec3_axis(p->lo, axis) <= vec3_axis(scene->domain->lo, axis) &&
         vec3_axis(p->hi, axis) >= vec3_axis(scene->domain->hi, axis);
}

/* Distances that the pebbles reach from the centre along -axis and +axis, at scale 1. */
static void reaches(const Template *t, Quat q, int axis, double *below, double *above)
{
  *below = *above = 0;
  for (int i = 0; i < t->n; i++) {
    const double x = vec3_axis(quat_turn(q, t->offset[i]), axis);

    *below = max_real(*below, t->radius[i] - x);
    *above = max_real(*above, t->radius[i] + x);
  }
}

/* Draw a position of the centre with every pebble inside the box; false if the clump does not fit
   in this attitude. */
static bool draw_place(const SourceScene *scene, const FillSpec *p, FillWish wish, Quat q,
                       Random *random, Vec3 *x)
{
  bool fits = true;

  *x = (Vec3){0, 0, 0};
  for (int axis = 0; axis < p->dimension; axis++) {
    double       lo = vec3_axis(p->lo, axis), hi = vec3_axis(p->hi, axis), below, above;
    const double u = random_real(random);

    if (spans(scene, p, axis)) {
      lo = vec3_axis(scene->domain->lo, axis);
      hi = vec3_axis(scene->domain->hi, axis);
    } else {
      reaches(&scene->templates->list[wish.template], q, axis, &below, &above);
      lo += wish.scale * below;
      hi -= wish.scale * above;
    }
    fits = fits && lo <= hi;
    vec3_set(x, axis, grid_round(scene->domain, lo + u * (hi - lo)));
  }
  *x = domain_wrapped(scene->domain, *x);
  return fits;
}

/* True if a pebble of the attempt overlaps a wall. Most attempts are far from all walls: all pebbles
   lie within the bound, widened for rounding. */
static PetscErrorCode meets_wall(Batch *b, FillWish wish, Quat q, Vec3 x, bool *meet)
{
  const Walls    *walls = b->scene->walls;
  const Template *t     = &b->scene->templates->list[wish.template];

  PetscFunctionBeginUser;
  PetscCall(walls_meet(walls, x, 1.001 * wish.scale * t->bound, &b->features, meet));
  if (!*meet) PetscFunctionReturn(PETSC_SUCCESS);
  *meet = false;
  for (int i = 0; i < t->n && !*meet; i++)
    PetscCall(walls_meet(walls, vec3_axpy(x, wish.scale, quat_turn(q, t->offset[i])),
                         wish.scale * t->radius[i], &b->features, meet));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append the n-th attempt of clump j, unless it does not fit, meets a wall or lies outside an open
   face. */
static PetscErrorCode add_attempt(Batch *b, int64_t j, FillWish wish, int64_t n, Id id)
{
  const SourceScene *scene  = b->scene;
  const FillSpec    *p      = &b->fill->spec;
  const Random       whole  = random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)j);
  Random             random = random_part(whole, (uint64_t)n + 1); /* part 0 is used by FillSpec */
  const Quat         q =
    attitude_draw(&p->attitudes, scene->templates->list[wish.template].mass.axes, &random);
  PetscInt row;
  Vec3     x;
  bool     meet;

  PetscFunctionBeginUser;
  if (!draw_place(scene, p, wish, q, &random, &x) || domain_has_left(scene->domain, x))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(meets_wall(b, wish, q, x, &meet));
  if (meet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_add(b->trial, scene->templates, id, wish.template, wish.scale, &row));
  b->trial->pose[row].x = x;
  b->trial->pose[row].q = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_add_tries(Batch *b, int64_t from, int64_t n)
{
  const Fill *f = b->fill;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    for (int64_t i = from; i < from + n && w->member && w->free == NONE_YET; i++)
      PetscCall(add_attempt(b, f->first + k, w->wish, w->tries + i, (f->first + k) * b->tries + i));
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
      PetscCall(add_attempt(b, f->first + k, w->wish, w->tries + w->free,
                            (f->first + k) * b->tries + w->free));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
