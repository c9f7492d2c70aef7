/* SPDX-License-Identifier: MIT */
/* The change of a time step that follows the state (measure/timestep/auto_dt.h). It is made as a
   restart with another dt makes it: the step before is completed, so that positions, velocities and
   forces are those of one time, and the next step begins from there with its own dt. */
#include "run/module_states.h"
#include "run/step/step.h"

/* Found from each clump alone: the travel of a step is bounded by tiles of rows, so that it depends
   on the order of rows, and lists decide that. */
double step_surface_way(const Sim *sim)
{
  const Clumps *c    = sim->matter.clumps;
  double        most = 0; /* m/s */

  if (!auto_dt_looks(sim_auto_dt(sim), sim->clock.step)) return 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Pose  *p     = &c->pose[a];
    const double bound = p->scale * sim->matter.templates.list[c->template[a]].bound;

    if (clump_is_gone(c, a)) continue;
    most = max_real(most, vec3_norm(p->v) + bound * vec3_norm(p->w));
  }
  return (most + sim_impact(sim)->walls) * sim->clock.dt;
}

double step_gap_needed(const Sim *sim, int64_t step)
{
  return auto_dt_looks(sim_auto_dt(sim), step) ? sim_auto_dt(sim)->gap_needed : 0;
}

void step_prepare_look(Sim *sim, const Agreed *agreed)
{
  AutoDt *f = sim_auto_dt(sim);

  if (auto_dt_looks(f, sim->clock.step))
    auto_dt_prepare(f, agreed->surface_way,
                    vec3_norm(sim->settings.gravity) + sim->interactions->n * agreed->pull);
  sim->lists.gap_needed = step_gap_needed(sim, sim->clock.step);
  f->moved              = 2 * lists_moved_by(sim, &agreed->moved, SINCE_BUILT, sim_time(sim));
}

PetscErrorCode step_look_for_dt(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  if (!auto_dt_looks(sim_auto_dt(sim), sim->clock.step)) PetscFunctionReturn(PETSC_SUCCESS);
  /* the step has refreshed only the images that near pairs meet; listed pairs have all */
  if (step_pairs_alone(sim)) PetscCall(sim_place_all(sim));
  PetscCall(auto_dt_look(sim_auto_dt(sim), sim_world(sim), &s->scene));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void step_shorten_dt(Sim *sim)
{
  const Clock  next = auto_dt_clock(sim_auto_dt(sim), &sim->clock);
  const double from = clock_time(&sim->clock), to = clock_next(&next);

  for (int k = 0; k < sim->interactions->n; k++) {
    const Span *span = &sim->interactions->list[k].span;

    if (span->start >= from && span->start < to) auto_dt_mind(sim_auto_dt(sim));
  }
}

PetscErrorCode step_adapt_dt(Sim *sim)
{
  AutoDt *f = sim_auto_dt(sim);

  PetscFunctionBeginUser;
  if (!f->on || f->next == f->made) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(ledger_stretch(&sim->energy.ledger, &sim->par, (double)f->next / (double)f->made));
  auto_dt_change(f, &sim->clock);
  PetscFunctionReturn(PETSC_SUCCESS);
}
