/* SPDX-License-Identifier: MIT */
/* The walks over all modules: setup, step, checkpoint (sim.h). */
#include "run/sim.h"

#define MODULE_ITSELF(module) &(module),
static const Module *const modules[] = {MODULES(MODULE_ITSELF)};
#undef MODULE_ITSELF

void modules_create(Sim *sim)
{
  Modules *all = &sim->modules;

  for (int k = 0; k < MODULES_LENGTH; k++) array_create(&all->state[k], 1, modules[k]->size);
  all->table         = (ModuleTable){MODULES_LENGTH, modules, all->state};
  sim->world.journal = &((EventRows *)sim_module(sim, &event_rows_module))->journal;
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

static SetupHook hook_of(const Module *m, SetupStage stage)
{
  const SetupHook hooks[] = {[SETUP_READ] = m->setup.read,   [SETUP_RESOLVE] = m->setup.resolve,
                             [SETUP_PLACE] = m->setup.place, [SETUP_FORESEE] = m->setup.foresee,
                             [SETUP_OPEN] = m->setup.open,   [SETUP_TIMED] = m->setup.timed};

  return hooks[stage];
}

bool sim_options_are_sound(const Sim *sim, const char *kinds)
{
  return (!kinds || options_are_sound(sim->options, kinds)) &&
         !option_is_wrong(sim->options, "run", NULL, "dimension") &&
         (sim->walls.n_carried == 0 || options_are_sound(sim->options, "wall"));
}

/* True if options that the module needs have mistakes, on any rank. Later stages are reached without
   mistakes only. */
static PetscErrorCode is_left_out(const Sim *sim, const Module *m, SetupStage stage, bool *out)
{
  PetscFunctionBeginUser;
  *out = false;
  if (stage > SETUP_PLACE) PetscFunctionReturn(PETSC_SUCCESS);
  *out = !sim_options_are_sound(sim, m->needs) ||
         (stage == SETUP_PLACE && !sim_options_are_sound(sim, m->placed));
  PetscCall(parallel_any(&sim->par, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_setup(Sim *sim, SetupStage stage)
{
  const bool backwards = stage == SETUP_READ || stage == SETUP_FORESEE;
  bool       out;

  PetscFunctionBeginUser;
  for (int i = 0; i < MODULES_LENGTH; i++) {
    const int       k    = backwards ? MODULES_LENGTH - 1 - i : i;
    const SetupHook hook = hook_of(modules[k], stage);

    if (!hook) continue;
    PetscCall(is_left_out(sim, modules[k], stage, &out));
    if (!out) PetscCall(hook(sim->modules.state[k], sim_world(sim)));
  }
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

bool modules_want_end(const Sim *sim)
{
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->step.wants_end &&
        modules[k]->step.wants_end(sim->modules.state[k], &sim->world))
      return true;
  return false;
}

PetscErrorCode modules_book(Sim *sim, bool moved)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->step.book)
      PetscCall(modules[k]->step.book(sim->modules.state[k], &sim->world, moved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reduce the sums that modules from k on ask for; those of module j begin at from[j]. */
static PetscErrorCode ask_all(Sim *sim, int k, bool again, AskedSums *asked,
                              int from[MODULES_LENGTH + 1])
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  asked->n = 0;
  for (int j = k; j < MODULES_LENGTH; j++) {
    void *self = sim->modules.state[j];

    from[j] = asked->n;
    if (modules[j]->step.prepare) PetscCall(modules[j]->step.prepare(self, w, again));
    if (modules[j]->step.ask) modules[j]->step.ask(self, w, asked);
  }
  from[MODULES_LENGTH] = asked->n;
  if (asked->n > 0) PetscCall(sum_reduce(&sim->par, asked->list, asked->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode modules_end_step(Sim *sim, bool wanted)
{
  AskedSums asked = {0};
  World    *w     = &sim->world;
  int       from[MODULES_LENGTH + 1];
  bool      again = false;

  PetscFunctionBeginUser;
  w->save = w->motions_changed = false;
  w->end_wanted                = wanted;
  world_touched(w); /* by the step */
  for (int k = 0; k < MODULES_LENGTH; k++) {
    if (!modules[k]->step.end) continue;
    if (w->touched) PetscCall(ask_all(sim, k, again, &asked, from));
    again      = true;
    w->touched = false;
    PetscCall(modules[k]->step.end(sim->modules.state[k], w,
                                   from[k + 1] > from[k] ? asked.list + from[k] : NULL));
  }
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoint ---- */

PetscErrorCode modules_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODULES_LENGTH; k++)
    if (modules[k]->list)
      PetscCall(
        modules[k]->list(sim ? sim->modules.state[k] : NULL, sim ? sim_world(sim) : NULL, parts));
  PetscFunctionReturn(PETSC_SUCCESS);
}
