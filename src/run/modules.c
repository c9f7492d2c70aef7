/* SPDX-License-Identifier: MIT */
#include "run/modules.h"
#include "run/sim.h"

#define MODULE_ITSELF(module) &(module),
static const Module *const modules[] = {MODULES(MODULE_ITSELF)};
#undef MODULE_ITSELF

PetscErrorCode modules_create(Sim *sim)
{
  Modules *all = &sim->modules;

  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    PetscCall(array_create(&all->state[k], 1, modules[k]->size));
  all->table = (ModuleTable){MODULES_LENGTH, modules, all->state};
  PetscFunctionReturn(PETSC_SUCCESS);
}

void modules_free(Modules *all)
{
  for (int k = 0; k < all->table.n; k++) {
    if (modules[k]->free) modules[k]->free(all->state[k]);
    array_free(&all->state[k]);
  }
  *all = (Modules){.table = {.n = 0}};
}

void *sim_module(const Sim *sim, const Module *module)
{
  for (int k = 0; k < sim->modules.table.n; k++)
    if (modules[k] == module) return sim->modules.state[k];
  return NULL;
}

/* ---- setup ---- */

/* True if options that the module needs have mistakes, on any rank. Every module needs the
   dimension, and, as free walls are clumps, walls if there are such. */
static PetscErrorCode is_left_out(const Sim *sim, const Module *m, bool *out)
{
  PetscFunctionBeginUser;
  *out = (m->needs && !options_are_sound(sim->options, m->needs)) ||
         option_is_wrong(sim->options, "run", NULL, "dimension") ||
         (sim->walls.n_carried > 0 && !options_are_sound(sim->options, "wall"));
  PetscCall(parallel_any(&sim->par, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_read(Sim *sim)
{
  bool out;

  PetscFunctionBeginUser;
  for (int k = MODULES_LENGTH - 1; k >= 0; k--) {
    PetscCall(is_left_out(sim, modules[k], &out));
    if (modules[k]->setup.read && !out)
      PetscCall(modules[k]->setup.read(sim->modules.state[k], sim_world(sim)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_resolve(Sim *sim)
{
  bool out;

  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++) {
    PetscCall(is_left_out(sim, modules[k], &out));
    if (modules[k]->setup.resolve && !out)
      PetscCall(modules[k]->setup.resolve(sim->modules.state[k], sim_world(sim)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_place(Sim *sim)
{
  bool out, placed;

  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++) {
    PetscCall(is_left_out(sim, modules[k], &out));
    placed = modules[k]->placed && !options_are_sound(sim->options, modules[k]->placed);
    PetscCall(parallel_any(&sim->par, &placed));
    if (modules[k]->setup.place && !out && !placed)
      PetscCall(modules[k]->setup.place(sim->modules.state[k], sim_world(sim)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_foresee(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int k = MODULES_LENGTH - 1; k >= 0; k--)
    if (modules[k]->setup.foresee)
      PetscCall(modules[k]->setup.foresee(sim->modules.state[k], sim_world(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_open(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->setup.open)
      PetscCall(modules[k]->setup.open(sim->modules.state[k], sim_world(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_timed(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->setup.timed)
      PetscCall(modules[k]->setup.timed(sim->modules.state[k], sim_world(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a step ---- */

PetscErrorCode modules_begin_step(Sim *sim)
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->step.begin) PetscCall(modules[k]->step.begin(sim->modules.state[k], w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool modules_see(Sim *sim)
{
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->step.sees && modules[k]->step.sees(sim->modules.state[k], &sim->world))
      return true;
  return false;
}

PetscErrorCode modules_book(Sim *sim, bool before)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->step.book)
      PetscCall(modules[k]->step.book(sim->modules.state[k], &sim->world, before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reduce the sums that modules from k on ask for; those of module j begin at from[j]. */
static PetscErrorCode ask_all(Sim *sim, int k, AskedSums *asked, int from[MODULES_LENGTH + 1])
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  asked->n = 0;
  for (int j = k; j < MODULES_LENGTH; j++) {
    from[j] = asked->n;
    if (modules[j]->step.ask) PetscCall(modules[j]->step.ask(sim->modules.state[j], w, asked));
  }
  from[MODULES_LENGTH] = asked->n;
  if (asked->n > 0) PetscCall(sum_reduce(&sim->par, asked->list, asked->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_end_step(Sim *sim, bool seen)
{
  AskedSums asked = {0};
  World    *w     = &sim->world;
  int       from[MODULES_LENGTH + 1];
  bool      fresh = false;

  PetscFunctionBeginUser;
  w->save = w->walls_turned = false;
  for (int k = 0; k < MODULES_LENGTH; k++) {
    if (!modules[k]->step.end) continue;
    if (!fresh) PetscCall(ask_all(sim, k, &asked, from));
    w->touched = false;
    PetscCall(modules[k]->step.end(sim->modules.state[k], w,
                                   from[k + 1] > from[k] ? asked.list + from[k] : NULL, seen));
    fresh = !w->touched;
  }
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoint and output ---- */

PetscErrorCode modules_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->list)
      PetscCall(
        modules[k]->list(sim ? sim->modules.state[k] : NULL, sim ? sim_world(sim) : NULL, parts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_write(Sim *sim, Output *output)
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->write) PetscCall(modules[k]->write(sim->modules.state[k], w, output));
  PetscFunctionReturn(PETSC_SUCCESS);
}
