/* SPDX-License-Identifier: MIT */
/* Work of the images of a cell that deforms, and the sums of its stress (celling.h). */
#include "sim/celling.h"
#include "sim/sim.h"

static bool deforms(const Sim *sim)
{
  return sim->celling.deformation.kind != NULL;
}

void celling_ask(Sim *sim, bool stress)
{
  sim->celling.asked = stress || sim->events.n > 0;
}

void celling_begin_work(Sim *sim)
{
  if (deforms(sim)) cell_loads_begin(&sim->celling.loads, &sim->domain, sim->clumps, sim->loads);
}

void celling_end_work(Sim *sim)
{
  CellLoads *loads = &sim->celling.loads;

  if (!deforms(sim)) return;
  loads->places = sim->celling.asked || sim->celling.deformation.kind->servo;
  cell_loads_end(loads, &sim->domain, sim->clumps, sim->loads);
}

PetscErrorCode celling_respond(Sim *sim)
{
  Celling *c = &sim->celling;
  double   stress[3][3];

  PetscFunctionBeginUser;
  if (!deforms(sim) || !c->deformation.kind->servo) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(cell_stress(&sim->par, &sim->domain, sim->clumps, &c->loads, stress));
  deformation_respond(&c->deformation, &sim->domain, stress, sim_time(sim), sim->clock.dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- work ---- */

/* What forces on an image take from the clumps in half a step is their work along the way of the image
   relative to the clump: it is supplied with the opposite sign. Ways are in units of 2^exponent m, so
   that the products with forces, and their sums, are exact, in whatever parts ranks have found the
   force on a clump. */
typedef struct {
  int64_t k[3][3]; /* of minus the reduced period k along x, y, z */
  int     exponent;
} Ways;

/* Rates of the reduced periods in the half step to come; with the mean of these and of those now the
   half step before and the one to come have together the work of both. */
static void find_rates(const Sim *sim, bool before, Vec3 rate[3])
{
  const DomainCell *c    = &sim->domain.cell;
  Domain            next = sim->domain;
  Gradient          g;

  deformation_gradient_at(&sim->celling.deformation, clock_next(&sim->clock), sim->clock.dt, &g);
  cell_set_rate(&next, &g);
  for (int k = 0; k < 3; k++)
    rate[k] = before ? vec3_scale(0.5, vec3_add(c->rate[k], next.cell.rate[k])) : next.cell.rate[k];
}

static Ways half_ways(const Sim *sim, bool before)
{
  const double dt = sim->clock.dt, quantum = sim->domain.cell.speed_magic / 0x1.8p52;
  Ways         w = {.exponent = ilogb(quantum) + ilogb(dt) - 8};
  Vec3         rate[3];

  find_rates(sim, before, rate);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      w.k[k][i] = (int64_t)rint(ldexp(-0.5 * dt * vec3_axis(rate[k], i), -w.exponent));
  return w;
}

void celling_book(Sim *sim, bool before)
{
  Celling *c = &sim->celling;
  Ways     w;

  if (!deforms(sim)) return;
  w = half_ways(sim, before);
  sum_clear(&c->half);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      sum_add_product(&c->half, &c->loads.load[k][i], w.k[k][i], w.exponent);
}
