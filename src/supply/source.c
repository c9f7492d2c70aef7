/* SPDX-License-Identifier: MIT */
/* Sources of clumps: their table, instances and module; the source of clumps whose times of entry
   are given. */
#include "supply/source.h"
#include "base/tell.h"
#include "measure/energy/ledger.h"

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

static PetscErrorCode create(World *world, const Source *source, const char *object, int index)
{
  Sources        *sources = world->sources;
  SourceInstance *s;
  bool            good = true;

  PetscFunctionBeginUser;
  array_reserve(&sources->list, sizeof *sources->list, sources->n + 1, &sources->capacity);
  s  = &sources->list[sources->n++];
  *s = (SourceInstance){
    .source = source,
    .object = object,
    .stored = object && options_object_is_stored(world->options, source->options.name, object)};
  array_create(&s->own, 1, source->size); /* zeroed */
  if (source->read) PetscCall(source->read(world, s->own, object, index, &good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_create(World *world)
{
  PetscFunctionBeginUser;
  for (int k = 0; table[k]; k++) {
    const char *const *objects;
    int                n;

    if (!table[k]->options.name) {
      PetscCall(create(world, table[k], NULL, 0));
      continue;
    }
    n = options_objects(world->options, table[k]->options.name, &objects);
    for (int i = 0; i < n; i++) PetscCall(create(world, table[k], objects[i], i));
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

void sources_check(const World *world)
{
  for (PetscInt k = 0; k < world->sources->n; k++) {
    const SourceInstance *s = &world->sources->list[k];

    if (s->source->check) s->source->check(world, s->own);
  }
}

void sources_extremes(const World *world)
{
  for (int stored = 1; stored >= 0; stored--) {
    for (PetscInt k = 0; k < world->sources->n; k++) {
      const SourceInstance *s = &world->sources->list[k];

      if (s->stored == stored && s->source->extremes)
        s->source->extremes(world, s->own, world->extremes);
    }
    if (stored) *world->known = world->extremes->n_owned;
  }
}

/* ---- state ---- */

static void restore(const World *world, const SourceInstance *s, const State *state, bool *good,
                    char *why)
{
  StateParts part = {0};
  char       reason[SOURCE_WHY];

  state_list(&part, STATE_FOLDER, s->source->head.name, s->object, s->source->state, s->own);
  state_restore(state, &part.list[0], good, why);
  if (*good && s->source->fits && !s->source->fits(world, s->own, reason)) {
    snprintf(why, STATE_WHY, "%.200s: %s", part.list[0].folder, reason);
    *good = false;
  }
  array_free(&part.list);
}

void sources_restore(const World *world, const State *state, bool *good, char *why)
{
  *good = true;
  for (PetscInt k = 0; k < world->sources->n && *good; k++) {
    const SourceInstance *s = &world->sources->list[k];

    if (s->source->state && s->stored) restore(world, s, state, good, why);
  }
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

SourceForecast sources_forecast(const World *world, PetscInt k, double end)
{
  const SourceInstance *s = &world->sources->list[k];
  SourceForecast        f = {.next = INFINITY};

  if (s->source->forecast) s->source->forecast(world, s->own, end, &f);
  f.kind = s->source->options.name;
  return f;
}

bool sources_have_objects(const Sources *sources)
{
  for (PetscInt k = 0; k < sources->n; k++)
    if (sources->list[k].object) return true;
  return false;
}

/* Volume of the domain, m^3 (m^2); INFINITY along free axes. */
static double space_of(const Domain *d)
{
  double space = 1;

  for (int k = 0; k < d->dimension; k++)
    space *= boundary_is_endless(d->boundary[k]) ? INFINITY : vec3_axis(d->length, k);
  return space;
}

void sources_bound(const World *w, double *clumps, double *pebbles)
{
  *clumps = *pebbles = 0;
  for (PetscInt k = 0; k < w->sources->n; k++) {
    const SourceForecast f = sources_forecast(w, k, w->end);
    double               n;

    if (!f.name || !(f.count > 0)) continue;
    n = min_real(f.count, space_of(w->domain) / f.mean);
    *clumps += n;
    *pebbles += n * f.pebbles;
  }
}

void sources_warn(const World *w)
{
  for (PetscInt k = 0; k < w->sources->n; k++) {
    const SourceForecast f = sources_forecast(w, k, w->end);

    if (f.name && !isnan(f.due) && f.count > f.room)
      option_warning(
        w->options, w->warnings, f.kind, f.name, NULL,
        "%.3g clumps are due until the end, but its region has the volume of %.3g in each "
        "release, of %.3g in all: enlarge the region, release more often (every), or give a lower "
        "rate",
        f.count, f.most, f.room);
  }
}

void sources_warn_late(const World *w)
{
  for (PetscInt k = 0; k < w->sources->n; k++) {
    const SourceForecast f = sources_forecast(w, k, w->end);

    if (f.name && !isnan(f.due) && f.full > 0 && (double)f.entered < 0.9 * f.due &&
        f.due - (double)f.entered > 1.5) /* half a clump, rounded */
      option_warning(
        w->options, w->warnings, f.kind, f.name, NULL,
        "%" PRId64 " of %.6g clumps that were due have entered (%.3g %%), as in %" PRId64
        " release%s one found no place: enlarge its region, let clumps leave it sooner "
        "(velocity), or give a lower rate",
        f.entered, f.due, 100 * (double)f.entered / f.due, f.full, f.full == 1 ? "" : "s");
  }
}

PetscErrorCode sources_next(const World *world, double *time)
{
  PetscFunctionBeginUser;
  *time = INFINITY;
  for (PetscInt k = 0; k < world->sources->n; k++) {
    const SourceInstance *s = &world->sources->list[k];
    double                next;

    PetscCall(s->source->next(world, s->own, &next));
    *time = min_real(*time, next);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_release(World *world, double now)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < world->sources->n; k++) {
    const SourceInstance *s = &world->sources->list[k];

    /* At a restart, those with a state have released all that was due when the checkpoint was
       written, but for clumps that an event or an outlet has made due at the end of that step: they
       enter a step later. */
    if (world->begun || !s->stored || !s->source->state)
      PetscCall(s->source->release(world, s->own, now));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in a run ---- */

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  (void)self;
  (void)sums;
  PetscFunctionBeginUser;
  if (clock_reached(w->clock) >= w->release) PetscCall(world_enter(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print what it is going to release, with the clumps that a new run has at its start. */
static void announce(const World *w, const SourceForecast *f, bool goes_on)
{
  const bool   now   = !goes_on && f->entered > 0;
  const double from  = now ? clock_time(w->clock) : f->next,
               count = floor(f->count + 0.5) + (now ? (double)f->entered : 0),
               mass  = f->mass + (now ? f->entered_mass : 0);

  if (f->waits) tell(w->par, TELL_INFO, "clast: %s %s waits for an event\n", f->kind, f->name);
  else if ((!isfinite(f->next) || f->next > w->end) && now)
    tell(w->par, TELL_INFO,
         "clast: %s %s releases %" PRId64 " clump%s (%.3g kg) at t = %g s, and no more until the "
         "end\n",
         f->kind, f->name, f->entered, f->entered == 1 ? "" : "s", f->entered_mass, from);
  else if (!isfinite(f->next) || f->next > w->end)
    tell(w->par, TELL_INFO, "clast: %s %s releases no more clumps until the end\n", f->kind,
         f->name);
  else if (isfinite(f->count))
    tell(w->par, TELL_INFO,
         "clast: %s %s releases about %.3g clumps (%.3g kg) at most, from t = %g s on\n", f->kind,
         f->name, count, mass, from);
  else
    tell(
      w->par, TELL_INFO,
      "clast: %s %s releases as many clumps as fit from t = %g s on, without a limit: its region "
      "has the volume of %.3g. Give a rate, stop_mass, stop_number or stop_time to limit them\n",
      f->kind, f->name, from, f->most);
}

/* Print what it has released. */
static void report(const World *w, const SourceForecast *f)
{
  tell(w->par, TELL_INFO,
       "clast: %s %s has released %" PRId64 " clump%s (%.6g kg) since the first step", f->kind,
       f->name, f->entered, f->entered == 1 ? "" : "s", f->entered_mass);
  if (f->full > 0)
    tell(w->par, TELL_INFO, "; it was full in %" PRId64 " release%s", f->full,
         f->full == 1 ? "" : "s");
  tell(w->par, TELL_INFO, "\n");
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  (void)self;
  PetscFunctionBeginUser;
  if (w->par->rank != 0 || (out->call != OUTPUT_ANNOUNCE && out->call != OUTPUT_REPORT))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < w->sources->n; k++) {
    const SourceForecast f = sources_forecast(w, k, w->end);

    if (f.name && out->call == OUTPUT_ANNOUNCE) announce(w, &f, out->goes_on);
    else if (f.name) report(w, &f);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* List the state of all instances, or the tables of all sources. */
static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  PetscFunctionBeginUser;
  for (int k = 0; !w && table[k]; k++)
    state_list(parts, STATE_FOLDER, table[k]->head.name, "<name>", table[k]->state, NULL);
  for (PetscInt k = 0; w && k < w->sources->n; k++) {
    const SourceInstance *s = &w->sources->list[k];

    state_list(parts, STATE_FOLDER, s->source->head.name, s->object, s->source->state, s->own);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module sources_module = {
  .name = "sources", .step = {.end = end_step}, .list = list, .write = write};

/* ---- clumps whose times of entry are given ---- */

static PetscErrorCode waiting_due(const World *world, const void *own, double *time)
{
  (void)own;
  PetscFunctionBeginUser;
  PetscCall(waiting_next(world->par, world->waiting, time, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode waiting_enter(World *world, void *own, double now)
{
  (void)own;
  PetscFunctionBeginUser;
  waiting_release(world->waiting, now, world->clumps);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Source source_waiting = {
  .head    = {.name = "waiting", .text = "clumps that wait for their time of entry"},
  .next    = waiting_due,
  .release = waiting_enter,
};
