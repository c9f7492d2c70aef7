/* SPDX-License-Identifier: MIT */
/* Limits of the time step by links and deformable bodies (stable.h). */
#include "interaction/deform/deform.h"
#include "link/link_make.h"
#include "matter/material.h"
#include "measure/timestep/classes.h"
#include "measure/timestep/stable.h"
#include "space/domain.h"

/* ---- links ---- */

/* Half the shortest period of a square of a frequency, 1/s^2. */
static double half_period(double square)
{
  return square > 0 ? PETSC_PI / sqrt(square) : INFINITY;
}

/* Raise the limits by those of an object: a single link counts as a contact, all links of a clump
   as a face; `before`: squares of frequencies by other kinds, which act on the same clumps. */
static void note_limits(const LinkSet *set, const LinkObject *object, const LinkLimits *l,
                        double before, StepLimits *s)
{
  const double pair = half_period(l->pair), all = half_period(l->all + before);
  char         text[sizeof s->pair];

  snprintf(text, sizeof text, "linked clumps (%s %s)", set->kind->options.name, object->name);
  if (limit_lowers(&s->time, pair)) memcpy(s->pair, text, sizeof text);
  if (limit_lowers(&s->face_time, all))
    snprintf(s->face, sizeof s->face, "linked clumps (%s %s, all links of a clump at once)",
             set->kind->options.name, object->name);
  if (l->all_rate > s->rate) memcpy(s->dashpot, text, sizeof text);
  s->rate = max_real(s->rate, max_real(l->pair_rate, FACE_DASHPOT * l->all_rate));
}

/* Largest number of links of one pebble that are made later: its neighbours in a dense packing of
   equal spheres. */
static int neighbours_of(const World *w)
{
  return w->dimension == 2 ? 6 : 12;
}

/* Stiffness of a link between pebbles of two classes that touch. */
static LinkStiffness stiffness_between(const World *w, const LinkSet *set, int object,
                                       const PebbleClass *a, const PebbleClass *b, LinkBatch *one,
                                       double *memory)
{
  const void *constants = set->objects[object].constants;
  LinkGiven   nothing   = {.dimension = w->dimension};

  for (int k = 0; k < LINK_GIVEN; k++) nothing.value[k] = NAN;
  one->n         = 1;
  one->dimension = w->dimension;
  one->a[0]      = (LinkEnd){.q = {1, 0, 0, 0}, .radius = a->radius};
  one->b[0]      = (LinkEnd){.q = {1, 0, 0, 0}, .radius = b->radius};
  one->way[0]    = vec3(a->radius + b->radius, 0, 0);
  one->memory[0] = memory;
  set->kind->start(constants, one, 0, &nothing, memory);
  return set->kind->stiffness(constants, one, 0);
}

/* Add the square of the frequency of links at a clump of this class, 1/s^2, and the rate of their
   dashpots. */
static void note_end(const PebbleClass *k, const LinkStiffness *s, double links, LinkLimits *l,
                     LinkLimits *pair)
{
  const double easy   = max_real(k->inverse, k->across);
  const double square = s->force * easy + s->turn * k->turn,
               rate   = s->damping * easy + s->turn_damping * k->turn;

  pair->pair += square;
  pair->pair_rate += rate;
  l->all      = max_real(l->all, 2 * links * square);
  l->all_rate = max_real(l->all_rate, 2 * links * rate);
}

/* Bounds for an object whose links are made during the run, from the classes that may touch. */
static void limit_later(World *w, const LinkSet *set, int object, const PebbleClasses *c,
                        StepLimits *s)
{
  const int  each = neighbours_of(w);
  LinkLimits l    = {0};
  LinkBatch *one;
  double    *memory;

  array_create(&one, sizeof *one, 1);
  array_create(&memory, sizeof *memory, link_columns(set->kind) + 1);
  for (PetscInt i = 0; i < c->n; i++)
    for (PetscInt j = 0; j <= i; j++) {
      const PebbleClass *a = &c->list[i], *b = &c->list[j];
      LinkLimits         pair = {0};
      LinkStiffness      k;

      if (!link_object_joins(w->options, set, object, w->materials->list[a->material].name,
                             w->materials->list[b->material].name))
        continue;
      k = stiffness_between(w, set, object, a, b, one, memory);
      note_end(a, &k, each * w->templates->list[a->template].n, &l, &pair);
      note_end(b, &k, each * w->templates->list[b->template].n, &l, &pair);
      l.pair      = max_real(l.pair, pair.pair);
      l.pair_rate = max_real(l.pair_rate, pair.pair_rate);
    }
  note_limits(set, &set->objects[object], &l, 0, s);
  array_free(&one);
  array_free(&memory);
}

/* True if links of the object are made during the run, between given materials. */
static bool is_later(const World *w, const LinkSet *set, int object)
{
  const LinkObject *o = &set->objects[object];

  return set->kind->stiffness && (o->touching || o->at > w->links->reached) &&
         option_has_value(w->options, set->kind->options.name, o->name, "between");
}

static PetscErrorCode later_limits(World *w, StepLimits *s)
{
  bool          some = false;
  PebbleClasses classes;

  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < w->links->set[k].n_objects; i++) {
      if (!is_later(w, &w->links->set[k], i)) continue;
      if (!some) PetscCall(classes_find(w, &classes));
      some = true;
      limit_later(w, &w->links->set[k], i, &classes, s);
    }
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  for (int t = 0; t < w->templates->n; t++)
    w->links->most = max_int(w->links->most, (int64_t)neighbours_of(w) * w->templates->list[t].n);
  classes_free(&classes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode stable_links(World *w, StepLimits *s)
{
  double before = 0;

  PetscFunctionBeginUser;
  w->links->most = 0;
  for (int k = 0; k < LINK_KINDS && w->links->total > 0; k++) {
    const LinkSet *set  = &w->links->set[k];
    double         here = 0;
    int64_t        most = 0;
    LinkLimits    *limits;

    array_create(&limits, sizeof *limits, set->n_objects);
    PetscCall(link_set_limits(w, set, limits, &most));
    for (int i = 0; i < set->n_objects; i++) {
      note_limits(set, &set->objects[i], &limits[i], before, s);
      here = max_real(here, limits[i].all);
    }
    before += here;
    w->links->most += most;
    array_free(&limits);
  }
  PetscCall(later_limits(w, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- deformable bodies ---- */

void stable_deforms(const Deforms *all, StepLimits *s)
{
  for (int k = 0; k < all->n; k++) {
    const Deform    *d      = &all->list[k];
    const DeformLaw *l      = &d->law;
    const double     square = l->stretching * d->factor[TERM_STRETCHING] +
                          l->content * d->factor[TERM_CONTENT] +
                          l->bending * d->factor[TERM_BENDING] + l->edge * d->factor[TERM_EDGE] +
                          l->tension * d->factor[TERM_TENSION];
    const double rate = FACE_DASHPOT * l->damping * d->factor[TERM_DAMPING];
    char         text[sizeof s->face];

    snprintf(text, sizeof text, "nodes of deformable %s", d->name);
    if (limit_lowers(&s->face_time, half_period(square))) memcpy(s->face, text, sizeof text);
    if (limit_raises(&s->rate, rate)) memcpy(s->dashpot, text, sizeof text);
  }
}
