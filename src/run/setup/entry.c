/* SPDX-License-Identifier: MIT */
/* Sources of clumps in a simulation (entry.h). */
#include "run/setup/entry.h"
#include "run/sim.h"

PetscErrorCode entry_open(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(clumps_create(&sim->entry.extremes));
  PetscCall(clumps_use(sim->entry.extremes, sim->clumps->uses));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode entry_create(Sim *sim, double now)
{
  SourceScene scene = source_scene(sim_world(sim));

  PetscFunctionBeginUser;
  scene.now = now;
  PetscCall(sources_create(&scene, &sim->entry.sources));
  if (sources_are_sound(sim->options))
    PetscCall(
      sources_extremes(&scene, &sim->entry.sources, sim->entry.extremes, &sim->entry.known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode entry_destroy(Sim *sim)
{
  PetscFunctionBeginUser;
  sources_free(&sim->entry.sources);
  PetscCall(clumps_destroy(&sim->entry.extremes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode entry_check(Sim *sim, const Checkpoint *ck)
{
  const SourceScene scene = source_scene(sim_world(sim));
  char              why[STATE_WHY];
  bool              good;

  PetscFunctionBeginUser;
  sources_check(&scene, &sim->entry.sources);
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sources_restore(&scene, &sim->entry.sources, STATE_FOLDER, &ck->state, &good, why));
  if (!good) options_mistake(sim->options, "cannot restart: %s: %s", sim->source, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool entry_has_objects(const Sim *sim)
{
  for (PetscInt k = 0; k < sim->entry.sources.n; k++)
    if (sim->entry.sources.list[k].object) return true;
  return false;
}

PetscErrorCode sim_release(Sim *sim, double now)
{
  SourceScene    scene = source_scene(sim_world(sim));
  const PetscInt first = sim->clumps->n_owned;

  PetscFunctionBeginUser;
  PetscCall(sources_release(&scene, &sim->entry.sources, now));
  cell_run_join(sim, first);
  scene.begun = sim->entry.begun = true;
  sim->account.next_id           = scene.next_id;
  sim->account.inserted          = scene.inserted;
  if (scene.stop[0]) memcpy(sim->entry.stop, scene.stop, sizeof scene.stop);
  PetscCall(sources_next(&scene, &sim->entry.sources, &sim->entry.next));
  PetscCall(driven_anchor(&sim->par, sim->options, &sim->domain, now <= 0, &sim->motions.driven,
                          sim->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode entry_look_ahead(Sim *sim)
{
  const SourceScene scene = source_scene(sim_world(sim));

  PetscFunctionBeginUser;
  PetscCall(sources_next(&scene, &sim->entry.sources, &sim->entry.next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

SourceForecast entry_forecast(Sim *sim, PetscInt k)
{
  const SourceScene scene = source_scene(sim_world(sim));
  SourceForecast    f;

  sources_forecast(&scene, &sim->entry.sources, k, sim->settings.end_time, &f);
  return f;
}

/* Volume of the domain, m^3 (m^2); INFINITY along free axes. */
static double space_of(const Domain *d)
{
  double space = 1;

  for (int k = 0; k < d->dimension; k++)
    space *= boundary_is_endless(d->boundary[k]) ? INFINITY : vec3_axis(d->length, k);
  return space;
}

void entry_bound(Sim *sim, double *clumps, double *pebbles)
{
  *clumps = *pebbles = 0;
  for (PetscInt k = 0; k < sim->entry.sources.n; k++) {
    const SourceForecast f = entry_forecast(sim, k);
    double               n;

    if (!f.name || !(f.count > 0)) continue;
    n = min_real(f.count, space_of(&sim->domain) / f.mean);
    *clumps += n;
    *pebbles += n * f.pebbles;
  }
}

PetscErrorCode entry_list(Sim *sim, StateParts *parts)
{
  return sources_list(&sim->entry.sources, STATE_FOLDER, parts);
}

PetscErrorCode entry_document(StateParts *parts)
{
  return sources_document(STATE_FOLDER, parts);
}
