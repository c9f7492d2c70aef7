/* SPDX-License-Identifier: MIT */
/* The module of thermostats (thermostat.h). */
#include "motion/thermostats/thermostats_module.h"
#include "motion/integrator.h"

static PetscErrorCode read(void *self, World *w)
{
  ThermostatsState *own = self;

  PetscFunctionBeginUser;
  PetscCall(thermostats_read(w->options, w->walls, &own->all));
  PetscCall(module_take(&thermostats_module, own, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode resolve(void *self, World *w)
{
  ThermostatsState *own = self;

  PetscFunctionBeginUser;
  thermostats_groups(w->options, w->groups, &own->all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factors on velocities ---- */

static PetscErrorCode pick(Thermostats *all, const World *w)
{
  return thermostats_pick(all, w->clumps, w->domain, w->walls);
}

static ThermalStep step_of(const World *w, int k)
{
  return (ThermalStep){
    .k = k, .dimension = w->dimension, .last = w->integrator->last * w->clock->dt};
}

enum { HEAT_KINETIC, HEAT_FREEDOMS, HEAT_SUMS };

/* Add this rank's kinetic energy and degrees of freedom of object k. */
static void add_heat(const Thermostats *all, const World *w, int k, Sum sums[HEAT_SUMS])
{
  const ThermalStep step     = step_of(w, k);
  int64_t           freedoms = 0;

  thermal_add(all, &step, w->clumps, &sums[HEAT_KINETIC], &freedoms);
  sum_add_scaled(&sums[HEAT_FREEDOMS], freedoms, 0);
}

/* Multiply the velocities of the clumps of object k by what `factor_of` makes of these sums over
   all ranks. */
static void scale(Thermostats *all, World *w, int k, const Sum sums[HEAT_SUMS],
                  double (*factor_of)(void *, const Heat *, double))
{
  const Thermal    *t      = &all->list[k];
  const ThermalStep step   = step_of(w, k);
  const Heat        heat   = {.kinetic  = sum_value(&sums[HEAT_KINETIC]),
                              .freedoms = sum_value(&sums[HEAT_FREEDOMS]) - t->fewer};
  const double      factor = factor_of(t->own, &heat, w->clock->dt);

  if (factor == 1) return;
  thermal_scale(all, &step, factor, w->clumps);
  w->touched = true;
  if (w->par->rank == 0)
    sum_add(world_energy(w, "thermostats"), (factor * factor - 1) * heat.kinetic);
}

/* The same with sums that are reduced for this object alone. */
static PetscErrorCode scale_alone(Thermostats *all, World *w, int k,
                                  double (*factor_of)(void *, const Heat *, double))
{
  Sum sums[HEAT_SUMS];

  PetscFunctionBeginUser;
  for (int i = 0; i < HEAT_SUMS; i++) sum_clear(&sums[i]);
  add_heat(all, w, k, sums);
  PetscCall(sum_reduce(w->par, sums, HEAT_SUMS));
  scale(all, w, k, sums, factor_of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool acts_before(const Thermostats *all, int k)
{
  return all->list[k].kind->start;
}

static bool acts_after(const Thermostats *all, const World *w, int k)
{
  const Thermal    *t    = &all->list[k];
  const Thermostat *kind = t->kind;

  return kind->end && (!kind->is_due || kind->is_due(t->own, w->clock->step, w->clock->dt));
}

/* The first object that acts after this step; n: none does. */
static int first_after(const Thermostats *all, const World *w)
{
  int k = 0;

  while (k < all->n && !acts_after(all, w, k)) k++;
  return k;
}

/* ---- steps ---- */

static PetscErrorCode begin_step(void *self, World *w)
{
  ThermostatsState *own    = self;
  Thermostats      *all    = &own->all;
  bool              scales = false;

  PetscFunctionBeginUser;
  w->baths = NULL;
  for (int k = 0; k < all->n; k++) scales = scales || acts_before(all, k);
  if (scales) world_complete(w);
  if (scales || all->baths) PetscCall(pick(all, w));
  for (int k = 0; k < all->n; k++)
    if (acts_before(all, k)) PetscCall(scale_alone(all, w, k, all->list[k].kind->start));
  if (!all->baths) PetscFunctionReturn(PETSC_SUCCESS);
  own->baths = (Baths){.thermostats = all,
                       .seed        = (uint64_t)w->seed,
                       .step        = w->clock->step + 1,
                       .heat        = world_energy(w, "thermostats")};
  baths_begin(&own->baths, w->clock->dt);
  w->baths = &own->baths;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Objects may have clumps in common, so that each needs the velocities that those before it leave:
   the sums of the first one are asked for. */
static PetscErrorCode ask(void *self, World *w, AskedSums *asked)
{
  ThermostatsState *own = self;
  const int         k   = first_after(&own->all, w);
  Sum              *sums;

  PetscFunctionBeginUser;
  if (k == own->all.n) PetscFunctionReturn(PETSC_SUCCESS);
  world_complete(w);
  PetscCall(pick(&own->all, w)); /* rows may be others than before the step */
  PetscCall(asked_sums(asked, HEAT_SUMS, &sums));
  add_heat(&own->all, w, k, sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums, bool seen)
{
  Thermostats *all   = &((ThermostatsState *)self)->all;
  const int    first = first_after(all, w);

  (void)seen;
  PetscFunctionBeginUser;
  if (first < all->n) scale(all, w, first, sums, all->list[first].kind->end);
  for (int k = first + 1; k < all->n; k++)
    if (acts_after(all, w, k)) PetscCall(scale_alone(all, w, k, all->list[k].kind->end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  ThermostatsState *own = self;

  (void)w;
  return own ? thermostats_list(&own->all, STATE_FOLDER, parts)
             : thermostats_document(STATE_FOLDER, parts);
}

static void end(void *self)
{
  thermostats_free(&((ThermostatsState *)self)->all);
}

const Module thermostats_module = {.name  = "thermostats",
                                   .size  = sizeof(ThermostatsState),
                                   .needs = "thermostat wall",
                                   .setup = {.read = read, .resolve = resolve},
                                   .step  = {.begin = begin_step, .ask = ask, .end = end_step},
                                   .list  = list,
                                   .free  = end};
