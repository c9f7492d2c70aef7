/* SPDX-License-Identifier: MIT */
/* The table of sources, and their instances. */
#include "supply/source.h"
#include "measure/energy/account.h"

#include <math.h>
#include <stdio.h>

#define ROW(source) &source,
static const Source *const table[] = {SOURCES(ROW) NULL};

const Source *source_kind(int k)
{
  return table[k];
}

bool sources_are_sound(const Options *options)
{
  for (int k = 0; table[k]; k++)
    if (table[k]->options.name && !options_are_sound(options, table[k]->options.name)) return false;
  return true;
}

/* ---- instances ---- */

static PetscErrorCode create(SourceScene *scene, const Source *source, const char *object,
                             int index, Sources *sources)
{
  SourceInstance *s;
  bool            good = true;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&sources->list, sizeof *sources->list, sources->n + 1, &sources->capacity));
  s  = &sources->list[sources->n++];
  *s = (SourceInstance){
    .source = source,
    .object = object,
    .stored = object && options_object_is_stored(scene->options, source->options.name, object)};
  PetscCall(array_create(&s->own, 1, (PetscInt)source->size)); /* zeroed */
  if (source->read) PetscCall(source->read(scene, s->own, object, index, &good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_create(SourceScene *scene, Sources *sources)
{
  PetscFunctionBeginUser;
  for (int k = 0; table[k]; k++) {
    const char *const *objects;
    int                n;

    if (!table[k]->options.name) {
      PetscCall(create(scene, table[k], NULL, 0, sources));
      continue;
    }
    PetscCall(options_objects(scene->options, table[k]->options.name, &n, &objects));
    for (int i = 0; i < n; i++) PetscCall(create(scene, table[k], objects[i], i, sources));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sources_free(Sources *sources)
{
  for (PetscInt k = 0; k < sources->n; k++) {
    SourceInstance *s = &sources->list[k];

    if (s->source->free) s->source->free(s->own);
    array_free(&s->own);
  }
  array_free(&sources->list);
  sources->n = sources->capacity = 0;
}

void sources_check(const SourceScene *scene, const Sources *sources)
{
  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];

    if (s->source->check) s->source->check(scene, s->own);
  }
}

PetscErrorCode sources_extremes(const SourceScene *scene, const Sources *sources, Clumps *rows,
                                PetscInt *known)
{
  PetscFunctionBeginUser;
  for (int stored = 1; stored >= 0; stored--) {
    for (PetscInt k = 0; k < sources->n; k++) {
      const SourceInstance *s = &sources->list[k];

      if (s->stored == stored && s->source->extremes)
        PetscCall(s->source->extremes(scene, s->own, rows));
    }
    if (stored) *known = rows->n_owned;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

PetscErrorCode sources_list(const Sources *sources, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];

    if (s->source->state)
      PetscCall(
        state_list(parts, folder, s->source->head.name, s->object, s->source->state, s->own));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_document(const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; table[k]; k++)
    if (table[k]->state)
      PetscCall(state_list(parts, folder, table[k]->head.name, "<name>", table[k]->state, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode restore(const SourceScene *scene, const SourceInstance *s, const char *folder,
                              const State *state, bool *good, char *why)
{
  StateParts part = {0};
  char       reason[SOURCE_WHY];

  PetscFunctionBeginUser;
  PetscCall(state_list(&part, folder, s->source->head.name, s->object, s->source->state, s->own));
  PetscCall(state_restore(state, &part.list[0], good, why));
  if (*good && s->source->fits && !s->source->fits(scene, s->own, reason)) {
    snprintf(why, STATE_WHY, "%.200s: %s", part.list[0].folder, reason);
    *good = false;
  }
  array_free(&part.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_restore(const SourceScene *scene, const Sources *sources, const char *folder,
                               const State *state, bool *good, char *why)
{
  PetscFunctionBeginUser;
  *good = true;
  for (PetscInt k = 0; k < sources->n && *good; k++) {
    const SourceInstance *s = &sources->list[k];

    if (s->source->state && s->stored) PetscCall(restore(scene, s, folder, state, good, why));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- releases ---- */

PetscInt sources_find(const Sources *sources, const char *kind, const char *object)
{
  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];

    if (s->object && strcmp(s->source->options.name, kind) == 0 && strcmp(s->object, object) == 0)
      return k;
  }
  return -1;
}

void sources_forecast(const SourceScene *scene, const Sources *sources, PetscInt k, double end,
                      SourceForecast *f)
{
  const SourceInstance *s = &sources->list[k];

  *f = (SourceForecast){.next = INFINITY};
  if (s->source->forecast) s->source->forecast(scene, s->own, end, f);
  f->kind = s->source->options.name;
}

PetscErrorCode sources_next(const SourceScene *scene, const Sources *sources, double *time)
{
  PetscFunctionBeginUser;
  *time = INFINITY;
  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];
    double                next;

    PetscCall(s->source->next(scene, s->own, &next));
    *time = min_real(*time, next);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* At a restart, those with a state have released all that was due when the checkpoint was written,
   but for what an event or an outlet has made due at the end of that step, which enters a step
   later. */
static bool has_released(const SourceScene *scene, const SourceInstance *s)
{
  return !scene->begun && s->stored && s->source->state;
}

PetscErrorCode sources_release(SourceScene *scene, const Sources *sources, double now)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];

    if (!has_released(scene, s)) PetscCall(s->source->release(scene, s->own, now));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in a run ---- */

SourceScene source_scene(const World *w)
{
  return (SourceScene){.par           = w->par,
                       .options       = w->options,
                       .warnings      = w->warnings,
                       .materials     = w->materials,
                       .templates     = w->templates,
                       .groups        = w->groups,
                       .walls         = w->walls,
                       .domain        = w->domain,
                       .decomposition = w->decomposition,
                       .seed          = w->seed,
                       .halo_wide     = w->halo_wide,
                       .now           = w->start,
                       .begun         = w->begun,
                       .clumps        = w->clumps,
                       .waiting       = w->waiting,
                       .next_id       = w->account->next_id,
                       .inserted      = w->account->inserted};
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums, bool seen)
{
  (void)self;
  (void)sums;
  (void)seen;
  PetscFunctionBeginUser;
  if (clock_reached(w->clock) >= w->release) PetscCall(world_enter(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module sources_module = {.name = "sources", .step = {.end = end_step}};
