/* SPDX-License-Identifier: MIT */
/* A simulation as other rooms see it: scenes of contacts and interactions, input of totals, and the
   world of modules with its requests. */
#include "constraint/hard/hard.h"
#include "constraint/shown.h"
#include "measure/energy/turnover.h"
#include "run/module_states.h"
#include "run/step/step.h"
#include "wall/walls.h"

ContactScene sim_scene(const Sim *sim)
{
  return (ContactScene){.domain        = &sim->space.domain,
                        .clumps        = sim->matter.clumps,
                        .pebbles       = sim->matter.pebbles,
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
                            .domain    = &sim->space.domain,
                            .clumps    = sim->matter.clumps,
                            .pebbles   = sim->matter.pebbles,
                            .templates = &sim->matter.templates,
                            .walls     = &sim->walls,
                            .dt        = sim->clock.dt,
                            .time      = sim_time(sim)};
}

double sim_reach(const Sim *sim, double skin)
{
  const Hard *hard = sim->constraints.hard;

  return max_real(skin + max_real(sim->laws->reach, hard ? hard->reach[0] : 0),
                  interactions_halo(sim->interactions, skin, sim->timestep.scales.smallest));
}

Measured sim_measured(const Sim *sim, const ContactScene *scene)
{
  return (Measured){.par          = &sim->par,
                    .templates    = &sim->matter.templates,
                    .gravity      = sim->settings.gravity,
                    .contacts     = sim->contacts,
                    .interactions = sim->interactions,
                    .deforms      = &sim->deforms,
                    .scene        = scene,
                    .driven       = &sim->motion.walls.driven,
                    .ledger       = &sim->energy.ledger,
                    .damping      = &sim->motion.damping,
                    .thermostats  = sim_thermostats(sim),
                    .constraints  = &sim->constraints,
                    .cell         = sim->space.domain.cell.flows ? &sim_cell(sim)->loads : NULL,
                    .balance      = &sim->evaluation.force_balance,
                    .crushes      = crushes_are_used(sim_crushes(sim)),
                    .open         = sim->energy.open,
                    .deepest_gap  = sim->evaluation.report.deepest_gap,
                    .faces        = sim_faces(sim)->used ? sim_faces(sim)->momentum : NULL};
}

PetscErrorCode sim_release(Sim *sim, double now)
{
  World         *w     = sim_world(sim);
  const PetscInt first = sim->matter.clumps->n_owned;

  PetscFunctionBeginUser;
  PetscCall(sources_release(w, now));
  moving_cell_join(&sim_cell(sim)->moving, sim->matter.clumps, first);
  if (w->begun) turnover_enter_rows(w, first);
  w->begun = sim->entry.begun = true;
  PetscCall(sources_next(w, &sim->entry.next));
  PetscCall(driven_anchor(&sim->par, sim->options, &sim->space.domain, now <= 0,
                          &sim->motion.walls.driven, sim->matter.clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- requests of modules ---- */

static void dropped(Sim *sim)
{
  sim->lists.gone = sim->lists.unmarked = true;
}

static PetscErrorCode show(Sim *sim)
{
  const ConstraintScene scene = step_constraint_scene(sim);

  sim_keep_hard(sim);
  return velocities_show(&sim->constraints, &scene, &sim->par, sim->settings.gravity,
                         sim->clock.step, ledger_sum(&sim->energy.ledger, &ledger_constraints));
}

static void hide(Sim *sim)
{
  velocities_hide(&sim->constraints, sim->matter.clumps,
                  ledger_sum(&sim->energy.ledger, &ledger_constraints));
}

static const ContactScene *scene_now(Sim *sim)
{
  sim->served.scene = sim_scene(sim);
  return &sim->served.scene;
}

static const Measured *measured_now(Sim *sim)
{
  sim->served.measured = sim_measured(sim, scene_now(sim));
  return &sim->served.measured;
}

static double hard_stiffness(Sim *sim, int material, const char **law)
{
  return hard_stiffest(sim->constraints.hard, material, law);
}

static PetscErrorCode renew(Sim *sim, bool some_dropped)
{
  PetscFunctionBeginUser;
  /* constraints of clumps that are gone end */
  sim->constraints.broke = sim->constraints.broke || some_dropped;
  sim->lists.gone        = sim->lists.gone || some_dropped;
  sim->lists.resized     = true;
  auto_dt_mind(sim_auto_dt(sim));
  PetscCall(sim_rebuild(sim, 0, false));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode widen(Sim *sim, int64_t links)
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(sim_rebuild(sim, 0, false));
  sim->links.most = links;
  quanta_widen(&sim->world, &sim->timestep.scales);
  auto_dt_mind(sim_auto_dt(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look_ahead(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(sources_next(sim_world(sim), &sim->entry.next));
  sim->world.release = sim->entry.next;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Sum *energy(Sim *sim, const char *entry)
{
  for (int k = 0; k < LEDGER_LENGTH; k++)
    if (strcmp(ledger_entries[k]->name, entry) == 0)
      return ledger_sum(&sim->energy.ledger, ledger_entries[k]);
  return NULL;
}

static PetscErrorCode ask_totals(Sim *sim, AskedSums *asked)
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(sim_mark_gone(sim));
  PetscCall(show(sim));
  PetscCall(totals_ask(measured_now(sim), asked));
  hide(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode totals(Sim *sim, const Sum *sums, bool maxima, TotalValues *values)
{
  return totals_from(measured_now(sim), sums, maxima, values);
}

static const WorldRequests requests = {.complete     = sim_complete,
                                       .dropped      = dropped,
                                       .mark_dropped = sim_mark_gone,
                                       .settle       = sim_settle,
                                       .clear        = sim_clear_out,
                                       .enter        = sim_enter,
                                       .renew        = renew,
                                       .widen        = widen,
                                       .look_ahead   = look_ahead};

static const WorldServices services = {.show           = show,
                                       .hide           = hide,
                                       .hard_stiffness = hard_stiffness,
                                       .scene          = scene_now,
                                       .measured       = measured_now,
                                       .ask_totals     = ask_totals,
                                       .totals         = totals,
                                       .energy         = energy};

World *sim_world(Sim *sim)
{
  World *w = &sim->world;

  w->par              = &sim->par;
  w->options          = sim->options;
  w->warnings         = &sim->warnings;
  w->clock            = &sim->clock;
  w->source           = sim->folder.source;
  w->end              = sim->settings.end_time;
  w->substeps         = sim->settings.substeps;
  w->dimension        = sim->settings.dimension;
  w->seed             = sim->settings.seed;
  w->halo_wide        = sim->settings.halo_wide;
  w->gravity          = sim->settings.gravity;
  w->integrator       = sim->settings.integrator;
  w->materials        = &sim->matter.materials;
  w->templates        = &sim->matter.templates;
  w->groups           = &sim->matter.groups;
  w->walls            = &sim->walls;
  w->domain           = &sim->space.domain;
  w->decomposition    = &sim->space.decomposition;
  w->balance          = &sim->evaluation.force_balance;
  w->flow             = moving_cell_flow(&sim_cell(sim)->moving);
  w->deformation      = &sim_cell(sim)->moving.deformation;
  w->clumps           = sim->matter.clumps;
  w->waiting          = sim->matter.waiting;
  w->pebbles          = sim->matter.pebbles;
  w->extremes         = sim->entry.extremes;
  w->known            = &sim->entry.known;
  w->laws             = sim->laws;
  w->loads            = sim->loads;
  w->contacts         = sim->contacts;
  w->halo             = sim->space.halo;
  w->links            = &sim->links;
  w->exclusions       = &sim->exclusions;
  w->deforms          = &sim->deforms;
  w->interactions     = sim->interactions;
  w->constraints      = &sim->constraints;
  w->motions          = &sim->motion.walls;
  w->damping          = &sim->motion.damping;
  w->sources          = &sim->entry.sources;
  w->begun            = sim->entry.begun;
  w->release          = sim->entry.next;
  w->account          = &sim->energy.account;
  w->ledger           = &sim->energy.ledger;
  w->listeners        = &sim->modules.listeners;
  w->shortest_contact = min_real(sim->timestep.limits.time, sim->timestep.limits.face_time);
  w->fastest_dashpot  = sim->timestep.limits.rate;
  w->stop             = sim->entry.stop;
  w->limits           = &sim->limits;
  w->stages           = &sim->stages;
  w->counters         = &sim->stages.counters;
  w->modules          = &sim->modules.table;
  w->request          = &requests;
  w->serve            = &services;
  w->run              = sim;
  return w;
}
