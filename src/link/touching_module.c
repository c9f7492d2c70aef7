/* SPDX-License-Identifier: MIT */
/* The module of links with `touching`, which contacts make when they begin. */
#include "link/links.h"
#include "matter/module.h"

typedef struct {
  int64_t  step; /* in which links were made last */
  PetscInt made; /* in it, on this rank */
} TouchingState;

/* Make the links of contacts that have begun in this step, and ask for their number. */
static PetscErrorCode ask(void *self, World *w, AskedSums *asked)
{
  TouchingState *own = self;
  Sum           *sum;

  PetscFunctionBeginUser;
  if (!w->links->watches) PetscFunctionReturn(PETSC_SUCCESS);
  if (own->step != w->clock->step) /* it may be asked again in a step */
    PetscCall(links_touch(w->links, w->options, w->materials, w->contacts, world_scene(w),
                          w->templates, &own->made));
  own->step = w->clock->step;
  PetscCall(asked_sums(asked, 1, &sum));
  sum_add_scaled(sum, own->made, 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists stay as they are, unless sums of loads need more room. */
static PetscErrorCode end_step(void *self, World *w, const Sum *sum, bool seen)
{
  int64_t most;

  (void)self;
  (void)seen;
  PetscFunctionBeginUser;
  if (!sum || !(sum_value(sum) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(links_settle(w->links, w->par, world_scene(w), w->halo, &most));
  if (most > w->links->most) PetscCall(world_widen(w, most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module touching_module;
const Module        touching_module = {
         .name = "touching", .size = sizeof(TouchingState), .step = {.ask = ask, .end = end_step}};
