/* SPDX-License-Identifier: MIT */
/* A simulation as other rooms see it: scenes of contacts and interactions, input of totals, and the
   world of modules with its requests. */
#include "constraint/hard/hard.h"
#include "run/lists/rebuild.h"
#include "run/lists/wall_division.h"
#include "run/module_states.h"
#include "run/shown_velocities.h"

ContactScene sim_scene(const Sim *sim)
{
  return (ContactScene){.domain        = &sim->domain,
                        .clumps        = sim->clumps,
                        .pebbles       = sim->pebbles,
                        .walls         = &sim->walls,
                        .pairs         = sim->pairs,
                        .dt            = sim->clock.dt,
                        .dt_before     = sim->clock.dt,
                        .overlap_limit = sim->settings.overlap_limit,
                        .links         = &sim->links,
                        .exclusions    = &sim->exclusions};
}

InteractionScene sim_interaction_scene(const Sim *sim)
{
  return (InteractionScene){.par       = &sim->par,
                            .domain    = &sim->domain,
                            .clumps    = sim->clumps,
                            .pebbles   = sim->pebbles,
                            .templates = &sim->templates,
                            .walls     = &sim->walls,
                            .dt        = sim->clock.dt,
                            .time      = sim_time(sim)};
}

double sim_reach(const Sim *sim, double skin)
{
  const Hard *hard = sim->constraints.hard;

  return max_real(skin + max_real(sim->laws->reach, hard ? hard->reach[0] : 0),
                  interactions_halo(sim->interactions, skin, sim->scales.smallest));
}

Measured sim_measured(const Sim *sim, const ContactScene *scene)
{
  return (Measured){.par          = &sim->par,
                    .templates    = &sim->templates,
                    .gravity      = sim->settings.gravity,
                    .contacts     = sim->contacts,
                    .interactions = sim->interactions,
                    .deforms      = &sim->deforms,
                    .scene        = scene,
                    .driven       = &sim->motions.driven,
                    .ledger       = &sim->ledger,
                    .damping      = &sim->damping,
                    .thermostats  = sim_thermostats(sim),
                    .constraints  = &sim->constraints,
                    .images       = sim->domain.cell.flows ? &sim->cell.half : NULL,
                    .cell         = sim->domain.cell.flows ? &sim->cell.loads : NULL,
                    .crushes      = crushes_are_used(sim_crushes(sim)),
                    .deepest_gap  = sim->report.deepest_gap,
                    .faces        = sim_faces(sim)->used ? sim_faces(sim)->momentum : NULL};
}

/* ---- requests of modules ---- */

static void complete(void *run)
{
  sim_complete(run);
}

static void dropped(void *run)
{
  Sim *sim = run;

  sim->lists.gone = sim->lists.untold = true;
}

static PetscErrorCode tell_dropped(void *run)
{
  return sim_tell_gone(run);
}

static PetscErrorCode clear(void *run)
{
  return sim_clear_out(run);
}

static PetscErrorCode show(void *run)
{
  Sim *sim = run;

  return shown_velocities_begin(sim, &sim->answers);
}

static void hide(void *run)
{
  Sim *sim = run;

  shown_velocities_end(sim, &sim->answers);
}

static const Measured *measured_now(void *run)
{
  Sim *sim = run;

  sim->scene    = sim_scene(sim);
  sim->measured = sim_measured(sim, &sim->scene);
  return &sim->measured;
}

static PetscErrorCode gather_walls(void *run)
{
  return wall_division_gather(run);
}

static void disperse_walls(void *run)
{
  wall_division_disperse(run);
}

static double hard_stiffness(void *run, int material, const char **law)
{
  const Sim *sim = run;

  return hard_stiffest(sim->constraints.hard, material, law);
}

static PetscErrorCode enter(void *run)
{
  return sim_enter(run);
}

static PetscErrorCode renew(void *run, bool some_dropped)
{
  Sim *sim = run;

  PetscFunctionBeginUser;
  /* constraints of clumps that are gone end */
  sim->constraints.broke = sim->constraints.broke || some_dropped;
  sim->lists.gone        = sim->lists.gone || some_dropped;
  sim->lists.resized     = true;
  PetscCall(sim_rebuild(sim, 0, false));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode widen(void *run, int64_t links)
{
  Sim *sim = run;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(sim_rebuild(sim, 0, false));
  sim->links.most = links;
  quanta_widen(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ContactScene *scene_now(void *run)
{
  Sim *sim = run;

  sim->scene = sim_scene(sim);
  return &sim->scene;
}

static PetscErrorCode look_ahead(void *run)
{
  Sim *sim = run;

  PetscFunctionBeginUser;
  PetscCall(entry_look_ahead(sim));
  sim->world.release = sim->entry.next;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Sum *energy(void *run, const char *entry)
{
  Sim *sim = run;

  for (int k = 0; k < LEDGER_LENGTH; k++)
    if (strcmp(ledger_entries[k]->name, entry) == 0)
      return ledger_sum(&sim->ledger, ledger_entries[k]);
  return NULL;
}

static PetscErrorCode totals(void *run, TotalValues *values)
{
  Sim               *sim      = run;
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  AnswersKept        kept;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(sim_tell_gone(sim));
  PetscCall(shown_velocities_begin(sim, &kept));
  PetscCall(totals_find(&measured, values));
  shown_velocities_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const WorldRequests requests = {.complete     = complete,
                                       .dropped      = dropped,
                                       .tell_dropped = tell_dropped,
                                       .clear        = clear,
                                       .enter        = enter,
                                       .renew        = renew,
                                       .widen        = widen,
                                       .look_ahead   = look_ahead};

static const WorldServices services = {.show           = show,
                                       .hide           = hide,
                                       .gather_walls   = gather_walls,
                                       .disperse_walls = disperse_walls,
                                       .hard_stiffness = hard_stiffness,
                                       .scene          = scene_now,
                                       .measured       = measured_now,
                                       .totals         = totals,
                                       .energy         = energy};

World *sim_world(Sim *sim)
{
  World *w = &sim->world;

  w->par           = &sim->par;
  w->options       = sim->options;
  w->warnings      = &sim->warnings;
  w->clock         = &sim->clock;
  w->source        = sim->source;
  w->substeps      = sim->settings.substeps;
  w->dimension     = sim->settings.dimension;
  w->seed          = sim->settings.seed;
  w->halo_wide     = sim->settings.halo_wide;
  w->gravity       = sim->settings.gravity;
  w->integrator    = sim->settings.integrator;
  w->materials     = &sim->materials;
  w->templates     = &sim->templates;
  w->groups        = &sim->groups;
  w->walls         = &sim->walls;
  w->domain        = &sim->domain;
  w->decomposition = &sim->decomposition;
  w->flow          = cell_run_flow(sim, &sim->flow);
  w->deformation   = &sim->cell.deformation;
  w->clumps        = sim->clumps;
  w->waiting       = sim->waiting;
  w->pebbles       = sim->pebbles;
  w->extremes      = sim->entry.extremes;
  w->known         = &sim->entry.known;
  w->laws          = sim->laws;
  w->loads         = sim->loads;
  w->contacts      = sim->contacts;
  w->halo          = sim->halo;
  w->links         = &sim->links;
  w->interactions  = sim->interactions;
  w->constraints   = &sim->constraints;
  w->motions       = &sim->motions;
  w->damping       = &sim->damping;
  w->sources       = &sim->entry.sources;
  w->begun         = sim->entry.begun;
  w->release       = sim->entry.next;
  w->account       = &sim->account;
  w->listeners     = &sim->listeners;
  w->shortest      = min_real(sim->shortest.time, sim->shortest.face_time);
  w->fastest       = sim->shortest.rate;
  w->journal       = &sim->journal;
  w->stop          = sim->entry.stop;
  w->modules       = &sim->modules.table;
  w->request       = &requests;
  w->serve         = &services;
  w->run           = sim;
  return w;
}
