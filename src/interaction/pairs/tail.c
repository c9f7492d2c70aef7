/* SPDX-License-Identifier: MIT */
/* Tails of potentials beyond their cutoffs, with the pebbles of each material spread evenly over a
   periodic box of volume V (Allen & Tildesley 2017, sec. 2.8):

     energy  N_a N_b / V  S  integral of u r^(d-1) dr,   virial  N_a N_b / V  S  integral of -u' r^d dr

   from the cutoff on, with S = 4 pi (d = 3) or 2 pi (d = 2), and half of that between equal
   materials. */
#include "interaction/evaluate.h"

static bool has_tail(const Acting *item)
{
  return item->cut && !item->groups && interaction_has_tail(item->kind) && item->a >= 0 &&
         item->b >= 0;
}

/* Numbers of pebbles of each material. */
static PetscErrorCode count(const Interactions *all, const InteractionScene *s, int64_t *n)
{
  const Clumps *c = s->clumps;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &s->templates->list[c->template[a]];

    for (int i = 0; i < t->n && !clump_is_gone(c, a); i++) n[t->material[i]]++;
  }
  PetscCall(parallel_sum_int(s->par, n, all->n_materials));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add(const Acting *item, const int64_t *n, double volume, int dimension, Tail *sum)
{
  const double pairs = (double)n[item->a] * (double)n[item->b] * (item->a == item->b ? 0.5 : 1),
               share = pairs / volume * (dimension == 2 ? 2 : 4) * PETSC_PI;
  Tail each;

  item->kind->pair->tail(item->constants, dimension, &each);
  sum->energy += share * each.energy;
  sum->virial += share * each.virial;
}

PetscErrorCode interactions_tails(Interactions *all, const InteractionScene *s, Tail *added,
                                  Tail *left)
{
  const Vec3   l      = s->domain->length;
  const int    d      = s->domain->dimension;
  const double volume = l.x * l.y * (d == 2 ? 1 : l.z);
  int64_t     *n;
  bool         any = false;

  PetscFunctionBeginUser;
  *added = *left = (Tail){0, 0};
  for (int k = 0; k < all->n; k++) any = any || has_tail(&all->list[k]);
  if (!any || !domain_wraps_all(s->domain)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&n, sizeof *n, all->n_materials));
  PetscCall(count(all, s, n));
  for (int k = 0; k < all->n; k++)
    if (has_tail(&all->list[k])) add(&all->list[k], n, volume, d, all->list[k].tail ? added : left);
  array_free(&n);
  /* pow may differ between machines */
  PetscCall(parallel_bcast(s->par, added, sizeof *added, 0));
  PetscCall(parallel_bcast(s->par, left, sizeof *left, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode tail_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  Tail left;
  bool any = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) any = any || all->list[k].tail;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(interactions_tails(all, scene, &all->tail, &left));
  if (scene->par->rank == 0) sum_add(energy, all->tail.energy);
  PetscFunctionReturn(PETSC_SUCCESS);
}
