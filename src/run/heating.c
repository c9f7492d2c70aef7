/* SPDX-License-Identifier: MIT */
/* Thermostats in a simulation (heating.h). */
#include "run/heating.h"
#include "output/checkpoint/checkpoint.h"
#include "run/sim.h"

/* Multiply the velocities of the clumps of object k by what this function makes of their energy. */
static PetscErrorCode scale(Sim *sim, int k, double (*factor_of)(void *, const Heat *, double))
{
  const Thermal    *t        = &sim->thermostats.list[k];
  const ThermalStep step     = {.k         = k,
                                .dimension = sim->settings.dimension,
                                .last      = sim->settings.integrator->last * sim->clock.dt};
  Sum               kinetic  = {.added = 0};
  int64_t           freedoms = 0;
  Heat              heat;
  double            factor;

  PetscFunctionBeginUser;
  thermal_add(&sim->thermostats, &step, sim->clumps, &kinetic, &freedoms);
  PetscCall(sum_reduce(&sim->par, &kinetic, 1));
  PetscCall(parallel_sum_int(&sim->par, &freedoms, 1));
  heat   = (Heat){.kinetic = sum_value(&kinetic), .freedoms = (double)freedoms - t->fewer};
  factor = factor_of(t->own, &heat, sim->clock.dt);
  if (factor == 1) PetscFunctionReturn(PETSC_SUCCESS);
  thermal_scale(&sim->thermostats, &step, factor, sim->clumps);
  if (sim->par.rank == 0)
    sum_add(ledger_sum(&sim->ledger, &ledger_thermostats), (factor * factor - 1) * heat.kinetic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pick(Sim *sim)
{
  return thermostats_pick(&sim->thermostats, sim->clumps, &sim->domain, &sim->walls);
}

static bool acts_before(const Sim *sim, int k)
{
  return sim->thermostats.list[k].kind->start;
}

static bool acts_after(const Sim *sim, int k)
{
  const Thermal    *t    = &sim->thermostats.list[k];
  const Thermostat *kind = t->kind;

  return kind->end && (!kind->is_due || kind->is_due(t->own, sim->clock.step, sim->clock.dt));
}

static bool some(const Sim *sim, bool (*is)(const Sim *, int))
{
  for (int k = 0; k < sim->thermostats.n; k++)
    if (is(sim, k)) return true;
  return false;
}

PetscErrorCode heating_start(Sim *sim)
{
  const bool scales = some(sim, acts_before);

  PetscFunctionBeginUser;
  if (sim->thermostats.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (scales) sim_complete(sim);
  if (scales || sim->thermostats.baths) PetscCall(pick(sim));
  for (int k = 0; k < sim->thermostats.n; k++)
    if (acts_before(sim, k)) PetscCall(scale(sim, k, sim->thermostats.list[k].kind->start));
  if (!sim->thermostats.baths) PetscFunctionReturn(PETSC_SUCCESS);
  sim->baths = (Baths){.thermostats = &sim->thermostats,
                       .seed        = (uint64_t)sim->settings.seed,
                       .step        = sim->clock.step + 1,
                       .heat        = ledger_sum(&sim->ledger, &ledger_thermostats)};
  baths_begin(&sim->baths, sim->clock.dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode heating_end(Sim *sim)
{
  PetscFunctionBeginUser;
  if (!some(sim, acts_after)) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(pick(sim)); /* rows may be others than before the step */
  for (int k = 0; k < sim->thermostats.n; k++)
    if (acts_after(sim, k)) PetscCall(scale(sim, k, sim->thermostats.list[k].kind->end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode heating_list(Sim *sim, StateParts *parts)
{
  return thermostats_list(&sim->thermostats, STATE_FOLDER, parts);
}

PetscErrorCode heating_document(StateParts *parts)
{
  return thermostats_document(STATE_FOLDER, parts);
}
