/* SPDX-License-Identifier: MIT */
/* The module of thermostats (thermostat.h). */
#include "motion/integrator.h"
#include "motion/thermostats/thermostat.h"

static PetscErrorCode read(void *self, World *w)
{
  ThermostatsState *own = self;

  thermostats_read(w->options, w->walls, &own->all);
  return module_take(&thermostats_module, own, w);
}

static PetscErrorCode resolve(void *self, World *w)
{
  Thermostats *all = &((ThermostatsState *)self)->all;

  for (int k = 0; k < all->n; k++)
    groups_selected(w->options, "thermostat", all->list[k].name, "groups", w->groups,
                    &all->list[k].groups);
  return PETSC_SUCCESS;
}

/* ---- factors on velocities ---- */

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
                              .freedoms = sum_value(&sums[HEAT_FREEDOMS]) - t->fewer,
                              .energy   = t->energy};
  const double      factor = factor_of(t->own, &heat, w->clock->dt);

  if (factor == 1) return;
  thermal_scale(all, &step, factor, w->clumps);
  world_touched(w);
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
  for (int k = 0; k < all->n; k++) scales = scales || all->list[k].kind->start;
  if (scales) world_complete(w);
  if (scales || all->baths) thermostats_pick(all, w->clumps, w->domain, w->walls);
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->start) PetscCall(scale_alone(all, w, k, all->list[k].kind->start));
  if (!all->baths) PetscFunctionReturn(PETSC_SUCCESS);
  own->baths = (Baths){.thermostats = all,
                       .seed        = (uint64_t)w->seed,
                       .step        = w->clock->step + 1,
                       .heat        = world_energy(w, "thermostats")};
  baths_begin(&own->baths, w->clock->dt);
  w->baths = &own->baths;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pick the clumps of each object anew, as the step may have changed the rows. */
static PetscErrorCode prepare(void *self, World *w, bool again)
{
  Thermostats *all = &((ThermostatsState *)self)->all;

  (void)again;
  if (first_after(all, w) == all->n) return PETSC_SUCCESS;
  world_complete(w);
  thermostats_pick(all, w->clumps, w->domain, w->walls);
  return PETSC_SUCCESS;
}

/* Objects may have clumps in common, so that each needs the velocities that those before it leave:
   the sums of the first one are asked for. */
static void ask(const void *self, const World *w, AskedSums *asked)
{
  const ThermostatsState *own = self;
  const int               k   = first_after(&own->all, w);
  Sum                    *sums;

  if (k == own->all.n) return;
  asked_sums(asked, HEAT_SUMS, &sums);
  add_heat(&own->all, w, k, sums);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  Thermostats *all   = &((ThermostatsState *)self)->all;
  const int    first = first_after(all, w);

  PetscFunctionBeginUser;
  if (first < all->n) scale(all, w, first, sums, all->list[first].kind->end);
  for (int k = first + 1; k < all->n; k++)
    if (acts_after(all, w, k)) PetscCall(scale_alone(all, w, k, all->list[k].kind->end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  static const Thermostat *const kinds[] = {THERMOSTATS(PLUGIN_ITSELF) NULL};
  ThermostatsState              *own     = self;

  (void)w;
  for (int k = 0; !own && kinds[k]; k++)
    state_list(parts, STATE_FOLDER, "thermostat", "<name>", kinds[k]->state, NULL);
  for (int k = 0; own && k < own->all.n; k++) {
    const Thermal *t = &own->all.list[k];

    state_list(parts, STATE_FOLDER, "thermostat", t->name, t->kind->state, t->own);
  }
  return PETSC_SUCCESS;
}

static void free_state(void *self)
{
  thermostats_free(&((ThermostatsState *)self)->all);
}

const Module thermostats_module = {
  .name  = "thermostats",
  .size  = sizeof(ThermostatsState),
  .needs = "thermostat wall",
  .setup = {.read = read, .resolve = resolve},
  .step  = {.begin = begin_step, .prepare = prepare, .ask = ask, .end = end_step},
  .list  = list,
  .free  = free_state};
