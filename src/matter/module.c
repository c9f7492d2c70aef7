/* SPDX-License-Identifier: MIT */
#include "matter/module.h"

void *world_module(const World *w, const Module *module)
{
  for (int k = 0; w->modules && k < w->modules->n; k++)
    if (w->modules->list[k] == module) return w->modules->state[k];
  return NULL;
}

void asked_sums(AskedSums *asked, int n, Sum **sums)
{
  array_reserve(&asked->list, sizeof *asked->list, asked->n + n, &asked->capacity);
  *sums = asked->list + asked->n;
  for (int k = 0; k < n; k++) sum_clear(&(*sums)[k]);
  asked->n += n;
}

bool world_take(World *w, StatePart part)
{
  char why[STATE_WHY];
  bool good;

  if (!w->saved || !state_has_part(w->saved, &part)) return false;
  state_restore(w->saved, &part, &good, why);
  if (!good) options_mistake(w->options, "cannot restart: %s: %s", w->source, why);
  return true;
}

PetscErrorCode module_take(const Module *module, void *self, World *w)
{
  StateParts parts = {0};

  PetscFunctionBeginUser;
  if (!w->saved) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(module->list(self, w, &parts));
  for (PetscInt k = 0; k < parts.n; k++) (void)world_take(w, parts.list[k]);
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

Beat world_beat(const World *w, double time)
{
  if (!(time > 0 && time / w->clock->dt < 9e15)) return (Beat){0};
  return (Beat){.time = time, .parts = w->substeps};
}

int64_t output_kept(const Output *out, const World *w, const Beat *beat)
{
  const int64_t step = w->clock->step;

  if (!out->goes_on) return -1;
  return step == w->clock->first || world_is_due(w, beat) || step >= out->last || w->stop[0]
           ? step
           : step - 1;
}

bool output_has_row(const Output *out, const World *w, const Beat *beat)
{
  return !beat_is_never(beat) && (world_is_due(w, beat) || out->ends);
}

PetscErrorCode modules_write(World *w, Output *out)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->modules->n; k++)
    if (w->modules->list[k]->write)
      PetscCall(w->modules->list[k]->write(w->modules->state[k], w, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}
