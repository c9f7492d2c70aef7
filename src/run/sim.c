/* SPDX-License-Identifier: MIT */
/* A simulation as other rooms see it: scenes of contacts and interactions, input of totals, and the
   world of modules with its requests. */
#include "run/sim.h"
#include "constraint/hard/hard.h"
#include "motion/thermostats/thermostats_module.h"
#include "run/lists/rebuild.h"
#include "run/showing.h"
#include "supply/crush/crush.h"

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
                    .images       = sim->domain.cell.flows ? &sim->celling.half : NULL,
                    .cell         = sim->domain.cell.flows ? &sim->celling.loads : NULL,
                    .crushes      = crushes_are_used(sim_crushes(sim)),
                    .deepest_gap  = sim->report.deepest_gap,
                    .faces        = sim->faces.used ? sim->faces.momentum : NULL};
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

static PetscErrorCode look_ahead(void *run)
{
  return entry_look_ahead(run);
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
  PetscCall(showing_begin(sim, &kept));
  PetscCall(totals_find(&measured, values));
  showing_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const WorldRequests requests = {.complete   = complete,
                                       .dropped    = dropped,
                                       .enter      = enter,
                                       .renew      = renew,
                                       .look_ahead = look_ahead,
                                       .energy     = energy,
                                       .totals     = totals};

World *sim_world(Sim *sim)
{
  World *w = &sim->world;

  w->par           = &sim->par;
  w->options       = sim->options;
  w->warnings      = &sim->warnings;
  w->clock         = &sim->clock;
  w->source        = sim->source;
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
  w->flow          = celling_flow(sim, &sim->flow);
  w->deformation   = &sim->celling.deformation;
  w->clumps        = sim->clumps;
  w->waiting       = sim->waiting;
  w->extremes      = sim->entry.extremes;
  w->known         = &sim->entry.known;
  w->laws          = sim->laws;
  w->contacts      = sim->contacts;
  w->interactions  = sim->interactions;
  w->constraints   = &sim->constraints;
  w->motions       = &sim->motions;
  w->damping       = &sim->damping;
  w->sources       = &sim->entry.sources;
  w->begun         = sim->entry.begun;
  w->release       = sim->entry.next;
  w->account       = &sim->account;
  w->journal       = &sim->journal;
  w->stop          = sim->entry.stop;
  w->modules       = &sim->modules.table;
  w->request       = &requests;
  w->run           = sim;
  return w;
}
