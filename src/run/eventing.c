/* SPDX-License-Identifier: MIT */
/* Events in a simulation (eventing.h). */
#include "run/eventing.h"
#include "run/linking.h"
#include "run/lists/rebuild.h"
#include "run/restart/saved_parts.h"
#include "run/showing.h"
#include "run/sim.h"

static PetscErrorCode find_totals(void *run, TotalValues *totals)
{
  Sim               *sim      = run;
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  AnswersKept        kept;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(sim_tell_gone(sim));
  PetscCall(showing_begin(sim, &kept));
  PetscCall(totals_find(&measured, totals));
  showing_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static EventScene scene_of(Sim *sim, const Clock *clock, SourceScene *entering)
{
  return (EventScene){.par          = &sim->par,
                      .options      = sim->options,
                      .clock        = clock,
                      .clumps       = sim->clumps,
                      .groups       = &sim->groups,
                      .walls        = &sim->walls,
                      .contacts     = sim->contacts,
                      .events       = &sim->events,
                      .motions      = &sim->motions,
                      .interactions = sim->interactions,
                      .damping      = &sim->damping,
                      .deformation  = &sim->celling.deformation,
                      .sources      = &sim->entry.sources,
                      .entering     = entering,
                      .outlets      = &sim->outlets,
                      .changes      = &sim->changes,
                      .totals       = find_totals,
                      .run          = sim};
}

static void stop_if_ended(Sim *sim)
{
  if (sim->events.ended[0])
    snprintf(sim->entry.stop, sizeof sim->entry.stop, "event %s ends the run", sim->events.ended);
}

/* ---- the state ---- */

/* Refuse a checkpoint whose event happened after the time of the checkpoint, or acted before it
   happened, or has the numbers of one that happened and did not. */
static void check_past(Sim *sim, const Clock *clock, const EventObject *e)
{
  const int64_t step[] = {e->happened, e->acted};
  const double  time[] = {e->happened_time, e->acted_time},
               last =
                 clock_reached(clock) * (1 + 1e-9) + clock->dt; /* steps may round, or be split */
  static const char *const names[] = {"happened", "acted"};

  for (int k = 0; k < 2; k++) {
    if (step[k] > clock->step)
      options_mistake(sim->options,
                      "cannot restart: %s: " STATE_FOLDER "/event/%s/%s is %" PRId64
                      "; allowed: 0 to the step of the checkpoint, %" PRId64,
                      sim->source, e->name, names[k], step[k], clock->step);
    if (time[k] > last)
      options_mistake(sim->options,
                      "cannot restart: %s: " STATE_FOLDER
                      "/event/%s/%s_time is %g; allowed: 0 to the time of the checkpoint, %g s",
                      sim->source, e->name, names[k], time[k], clock_reached(clock));
    if (step[k] == 0 && time[k] != 0)
      options_mistake(sim->options,
                      "cannot restart: %s: " STATE_FOLDER
                      "/event/%s/%s_time is %g; allowed: 0, as its step is 0",
                      sim->source, e->name, names[k], time[k]);
  }
  if (e->happened == 0 && e->value != 0)
    options_mistake(sim->options,
                    "cannot restart: %s: " STATE_FOLDER
                    "/event/%s/value is %g; allowed: 0, as it has not happened",
                    sim->source, e->name, e->value);
  if (e->acted > 0 && (e->happened == 0 || e->acted < e->happened))
    options_mistake(sim->options,
                    "cannot restart: %s: " STATE_FOLDER "/event/%s/acted is %" PRId64
                    "; allowed: 0, or the step at which it happened, %" PRId64 ", or later",
                    sim->source, e->name, e->acted, e->happened);
}

static PetscErrorCode take_state(Sim *sim, const Checkpoint *ck)
{
  StateParts parts = {0};
  bool       found;

  PetscFunctionBeginUser;
  PetscCall(events_list(&sim->events, STATE_FOLDER, &parts));
  for (PetscInt k = 0; k < parts.n; k++) PetscCall(parts_take(sim, ck, parts.list[k], &found));
  array_free(&parts.list);
  for (int k = 0; k < sim->events.n; k++) check_past(sim, &ck->clock, &sim->events.list[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode eventing_read(Sim *sim, const Checkpoint *ck)
{
  SourceScene entering = entry_scene(sim);
  EventScene  scene    = scene_of(sim, ck ? &ck->clock : &sim->clock, &entering);

  PetscFunctionBeginUser;
  PetscCall(events_read(&scene, !ck));
  if (!ck || options_has_mistakes(sim->options)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(take_state(sim, ck));
  PetscCall(events_repeat(&scene));
  stop_if_ended(sim);
  wall_motions_place(&sim->motions, clock_time(&ck->clock), &sim->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode eventing_list(Sim *sim, StateParts *parts)
{
  return events_list(&sim->events, STATE_FOLDER, parts);
}

PetscErrorCode eventing_document(StateParts *parts)
{
  return events_document(STATE_FOLDER, parts);
}

/* ---- steps ---- */

PetscErrorCode eventing_doubt(Sim *sim)
{
  SourceScene entering = entry_scene(sim);
  EventScene  scene    = scene_of(sim, &sim->clock, &entering);

  return events_doubt(&scene, sim->settings.gravity, &sim->warnings);
}

PetscErrorCode eventing_decide(Sim *sim)
{
  SourceScene entering = entry_scene(sim);
  EventScene  scene    = scene_of(sim, &sim->clock, &entering);

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_OUTPUT);
  PetscCall(events_decide(&scene));
  if (scene.save && sim->asked < ASK_SAVE) sim->asked = ASK_SAVE;
  if (scene.turned) PetscCall(entry_look_ahead(sim));
  stop_if_ended(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- events.csv ---- */

bool eventing_has_rows(const Sim *sim)
{
  return links_are_used(&sim->links) || sim->events.n > 0 || sim->crushes.n > 0;
}

PetscErrorCode eventing_write(Sim *sim, Log *log)
{
  EventSet *set     = &sim->events;
  Crushes  *crushes = &sim->crushes;
  PetscInt  broken  = linking_rows(sim, NULL);
  Event    *list;

  PetscFunctionBeginUser;
  if (!log->is_open) {
    sim->links.n_breaks = crushes->n_rows = set->n_rows = 0; /* nobody reads them */
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_create(&list, sizeof *list, broken + crushes->n_rows + set->n_rows + 1));
  (void)linking_rows(sim, list);
  for (PetscInt k = 0; k < crushes->n_rows; k++) list[broken++] = crushes->rows[k];
  crushes->n_rows = 0;
  if (set->n_rows > 0) memcpy(list + broken, set->rows, (size_t)set->n_rows * sizeof *list);
  PetscCall(events_write(&sim->par, log, broken + set->n_rows, list));
  set->n_rows = 0;
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
