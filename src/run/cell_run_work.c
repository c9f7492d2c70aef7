/* SPDX-License-Identifier: MIT */
/* Work of the images of a cell that deforms, and the sums of its stress (cell_run.h). */
#include "run/cell_run.h"
#include "run/module_states.h"

/* True if the scenario has inlets; fills at the start are sources, too. */
static bool has_inlets(const Sim *sim)
{
  bool found = false;

  for (PetscInt k = 0; k < sim->entry.sources.n; k++)
    found = found || sim->entry.sources.list[k].object;
  return found;
}

void cell_run_ask(Sim *sim, bool stress)
{
  /* events read totals; and an event or inlet may end the run at the next step, which
     then has a row */
  sim->cell.asked = stress || sim_events(sim)->n > 0 || has_inlets(sim);
  sim->cell.loads.balance =
    stress || events_may_ask(sim_events(sim), &sim->clock) || has_inlets(sim);
}

void cell_run_begin_work(Sim *sim)
{
  if (cell_run_deforms(sim))
    cell_loads_begin(&sim->cell.loads, &sim->domain, sim->clumps, sim->loads);
}

void cell_run_end_work(Sim *sim)
{
  CellLoads *loads = &sim->cell.loads;

  if (!cell_run_deforms(sim)) return;
  loads->places = sim->cell.asked || sim->cell.deformation.kind->servo;
  cell_loads_end(loads, &sim->domain, sim->clumps, sim->loads);
}

PetscErrorCode cell_run_see(Sim *sim, const ContactScene *scene)
{
  const Stage before = sim->stages.now;

  PetscFunctionBeginUser;
  if (!cell_run_deforms(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_OUTPUT);
  PetscCall(cell_loads_see(&sim->cell.loads, sim->contacts, &sim->links, scene, &sim->templates));
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_run_respond(Sim *sim)
{
  CellRun *c = &sim->cell;
  double   stress[3][3];

  PetscFunctionBeginUser;
  if (!cell_run_deforms(sim) || !c->deformation.kind->servo) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(cell_stress(&sim->par, &sim->domain, sim->clumps, &c->loads, stress));
  deformation_respond(&c->deformation, &sim->domain, stress, sim_time(sim), sim->clock.dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- work ---- */

/* Forces on an image take work from the clumps in half a step: force times displacement of the
   image relative to the clump. It is booked as supplied, with the opposite sign. Displacements are
   in units of 2^exponent m, so that products with forces and their sums are exact, however ranks
   share the force on a clump. */
typedef struct {
  int64_t k[3][3]; /* displacement of minus the reduced period k along x, y, z */
  int     exponent;
} Ways;

/* Displacements in half a step by the rates of the step that ends, which contacts
   use, too: where the gradient changes, the work booked for contacts in the half step
   to come has the same error. */
static Ways half_ways(const Sim *sim)
{
  const double dt = sim->clock.dt, quantum = sim->domain.cell.speed_magic / 0x1.8p52;
  Ways         w = {.exponent = ilogb(quantum) + ilogb(dt) - 8};

  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      w.k[k][i] =
        (int64_t)rint(ldexp(-0.5 * dt * vec3_axis(sim->domain.cell.rate[k], i), -w.exponent));
  return w;
}

void cell_run_book(Sim *sim)
{
  CellRun *c = &sim->cell;
  Ways     w;

  if (!cell_run_deforms(sim)) return;
  w = half_ways(sim);
  sum_clear(&c->half);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      sum_add_product(&c->half, &c->loads.load[k][i], w.k[k][i], w.exponent);
  sum_merge(&c->half, &sim->damping.flow);
}
