/* SPDX-License-Identifier: MIT */
/* Interactions among all clumps of a run (MutualForce): the clumps of this rank are given as
   columns, and the sums of forces go to the loads of the clumps. */
#include "interaction/evaluate.h"

/* The owned clumps that the interaction acts on, with forces of 0. */
static void collect(MutualBodies *b, const Acting *item, const InteractionScene *scene)
{
  const Clumps *c = scene->clumps;

  array_reserve(&b->list, sizeof *b->list, c->n_owned, &b->capacity);
  b->par = scene->par;
  b->n   = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = c->pose[a].x;

    if (clump_is_gone(c, a) || !clump_is_among(c, a, item->groups)) continue;
    b->list[b->n++] =
      (MutualBody){.x = {x.x, x.y, x.z}, .mass = c->mass[a], .id = c->id[a], .row = a};
  }
}

static PetscErrorCode attract(Interactions *all, const Acting *item, const InteractionScene *scene,
                              Loads *loads, ContactReport *report)
{
  MutualBodies *b = &all->mutual;
  int           bits;

  PetscFunctionBeginUser;
  collect(b, item, scene);
  b->unit    = loads->force.inverse;
  b->largest = b->wild = 0;
  b->additions         = 0;
  PetscCall(item->kind->mutual->force(item->constants, b));
  if (b->wild == 0) {
    /* many forces of the largest size count as one: 2^(spare - 1) of that are at least `additions`
       of the largest, so that they use half of the range of a sum, and the other half is kept for
       contacts (measure/quanta.c) */
    (void)frexp((double)b->additions, &bits);
    report->largest_force =
      max_real(report->largest_force, ldexp(b->largest, (int)max_int(0, bits + 1 - loads->spare)));
  } else if (interactions_report(report, item->name, item->section, b->wild_a, b->wild, "")) {
    report->wild_b    = b->wild_b;
    report->wild_pair = b->wild_a != b->wild_b;
  }
  for (PetscInt i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++)
      loads_add(&loads->sum[(size_t)b->list[i].row * LOAD_PARTS + LOAD_FORCE + (size_t)k],
                b->list[i].force[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_attract(Interactions *all, const InteractionScene *scene, Loads *loads,
                                    ContactReport *report)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->mutual) PetscCall(attract(all, &all->list[k], scene, loads, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mutual_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (!item->kind->mutual || !item->kind->mutual->energy) continue;
    collect(&all->mutual, item, scene);
    PetscCall(item->kind->mutual->energy(item->constants, &all->mutual, energy));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
