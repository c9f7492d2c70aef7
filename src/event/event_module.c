/* SPDX-License-Identifier: MIT */
/* The module of events (event.h). */
#include "event/event.h"

static EventScene scene_of(World *w)
{
  return (EventScene){.world   = w,
                      .events  = world_module(w, &events_module),
                      .outlets = world_module(w, &outlets_module),
                      .changes = world_module(w, &changes_module)};
}

static void stop_if_ended(const EventSet *events, World *w)
{
  if (!events->ended[0]) return;
  snprintf(w->stop, WORLD_WHY, "event %s ends the run", events->ended);
  snprintf(w->cure, sizeof w->cure, "restart with another -event_%s_do: docs/guide/events.md",
           events->ended);
}

/* ---- setup ---- */

/* Refuse a checkpoint whose event happened after the time of the checkpoint, or acted before it
   happened, or has the numbers of one that happened and did not. */
static void check_past(const World *w, const EventObject *e)
{
  const Clock  *clock  = w->clock;
  const int64_t step[] = {e->happened, e->acted};
  const double  time[] = {e->happened_time, e->acted_time},
               last =
                 clock_reached(clock) * (1 + 1e-9) + clock->dt; /* steps may round, or be split */
  static const char *const names[] = {"happened", "acted"};

  for (int k = 0; k < 2; k++) {
    if (step[k] > clock->step)
      options_mistake(w->options,
                      "cannot restart: %s: " STATE_FOLDER "/event/%s/%s is %" PRId64
                      "; allowed: 0 to the step of the checkpoint, %" PRId64,
                      w->source, e->name, names[k], step[k], clock->step);
    if (time[k] > last)
      options_mistake(w->options,
                      "cannot restart: %s: " STATE_FOLDER
                      "/event/%s/%s_time is %g; allowed: 0 to the time of the checkpoint, %g s",
                      w->source, e->name, names[k], time[k], clock_reached(clock));
    if (step[k] == 0 && time[k] != 0)
      options_mistake(w->options,
                      "cannot restart: %s: " STATE_FOLDER
                      "/event/%s/%s_time is %g; allowed: 0, as its step is 0",
                      w->source, e->name, names[k], time[k]);
  }
  if (e->happened == 0 && e->value != 0)
    options_mistake(w->options,
                    "cannot restart: %s: " STATE_FOLDER
                    "/event/%s/value is %g; allowed: 0, as it has not happened",
                    w->source, e->name, e->value);
  if (e->acted > 0 && (e->happened == 0 || e->acted < e->happened))
    options_mistake(w->options,
                    "cannot restart: %s: " STATE_FOLDER "/event/%s/acted is %" PRId64
                    "; allowed: 0, or the step at which it happened, %" PRId64 ", or later",
                    w->source, e->name, e->acted, e->happened);
}

/* Read the events, when sources, motions and groups have been read; take their state from a
   checkpoint, and repeat what they have done. */
static PetscErrorCode resolve(void *self, World *w)
{
  EventSet  *events = self;
  EventScene scene  = scene_of(w);

  PetscFunctionBeginUser;
  events_read(&scene, !w->saved);
  w->journal->used = w->journal->used || events->n > 0;
  w->wall_loads    = w->wall_loads || events->on_walls;
  if (!w->saved || options_has_mistakes(w->options)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(module_take(&events_module, events, w));
  for (int k = 0; k < events->n; k++) check_past(w, &events->list[k]);
  events_repeat(&scene);
  stop_if_ended(events, w);
  wall_motions_place(w->motions, clock_time(w->clock), w->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode events_warn(World *w)
{
  EventScene scene = scene_of(w);

  return events_warn_of(&scene, w->gravity, w->warnings);
}

/* ---- steps ---- */

static PetscErrorCode prepare(void *self, World *w, bool again)
{
  EventSet  *events = self;
  EventScene scene;

  (void)again;
  PetscFunctionBeginUser;
  if (events->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  scene = scene_of(w);
  PetscCall(events_prepare(&scene));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void ask(const void *self, const World *w, AskedSums *asked)
{
  const AskedSums *mine = &((const EventSet *)self)->asked;
  Sum             *sums;

  (void)w;
  if (mine->n == 0) return;
  asked_sums(asked, mine->n, &sums);
  memcpy(sums, mine->list, (size_t)mine->n * sizeof *sums);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  EventSet  *events = self;
  EventScene scene;

  PetscFunctionBeginUser;
  if (events->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  scene = scene_of(w);
  PetscCall(events_decide(&scene, sums));
  if (scene.turned) PetscCall(world_look_ahead(w));
  stop_if_ended(events, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)w;
  events_list(self, parts);
  return PETSC_SUCCESS;
}

static void free_state(void *self)
{
  events_free(self);
}

const Module events_module = {
  .name  = "events",
  .size  = sizeof(EventSet),
  .needs = "material template clumps change motion interaction force outlet event inlet",
  .setup = {.resolve = resolve},
  .step  = {.prepare = prepare, .ask = ask, .end = end_step},
  .list  = list,
  .free  = free_state};
