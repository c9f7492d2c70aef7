/* SPDX-License-Identifier: MIT */
/* Interactions among all clumps of a run (MutualForce): the clumps of this rank are given as
   columns, and the sums of forces go to the loads of the clumps. */
#include "base/bounds.h"
#include "interaction/evaluate.h"

static void reserve(MutualBodies *b, PetscInt n)
{
  for (int k = 0; k < 3; k++) {
    PetscInt room = b->capacity;

    array_reserve(&b->x[k], sizeof *b->x[k], n, &room);
    room = b->capacity;
    array_reserve(&b->force[k], sizeof *b->force[k], n, &room);
  }
  PetscInt room = b->capacity;
  array_reserve(&b->mass, sizeof *b->mass, n, &room);
  room = b->capacity;
  array_reserve(&b->row, sizeof *b->row, n, &room);
  array_reserve(&b->id, sizeof *b->id, n, &b->capacity);
}

void mutual_free(MutualBodies *b)
{
  for (int k = 0; k < 3; k++) {
    array_free(&b->x[k]);
    array_free(&b->force[k]);
  }
  array_free(&b->mass);
  array_free(&b->row);
  array_free(&b->id);
}

/* The owned clumps that the interaction acts on, with forces of 0. */
static void collect(MutualBodies *b, const Acting *item, const InteractionScene *scene)
{
  const Clumps *c = scene->clumps;

  reserve(b, c->n_owned);
  b->par = scene->par;
  b->n   = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a) || !clump_is_among(c, a, item->groups)) continue;
    for (int k = 0; k < 3; k++) {
      b->x[k][b->n]     = vec3_axis(c->pose[a].x, k);
      b->force[k][b->n] = 0;
    }
    b->mass[b->n]  = c->mass[a];
    b->id[b->n]    = c->id[a];
    b->row[b->n++] = a;
  }
}

/* ---- forces ---- */

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
      loads_add(&loads->sum[(size_t)b->row[i] * LOAD_PARTS + LOAD_FORCE + (size_t)k],
                b->force[k][i]);
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

bool interactions_are_mutual(const Interactions *all)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->mutual) return true;
  return false;
}

/* ---- energies ---- */

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
