/* SPDX-License-Identifier: MIT */
/* Near lists from wide ones. */
#include "base/kernel.h"
#include "search/near.h"
#include "search/pairs.h"

enum { NEAR_SPARE = 4 }; /* rows that picking writes beyond those it keeps */

static PetscErrorCode list_reserve(PairList *list, PetscInt n)
{
  PetscInt room[2] = {list->capacity, list->capacity};

  PetscFunctionBeginUser;
  if (n + NEAR_SPARE <= list->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&list->a, sizeof *list->a, n + NEAR_SPARE, &room[0]));
  PetscCall(array_reserve(&list->b, sizeof *list->b, n + NEAR_SPARE, &room[1]));
  PetscCall(array_reserve(&list->wide, sizeof *list->wide, n + NEAR_SPARE, &list->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Those of the pairs from .. to-1 that are near, after the n there are; returns how many there are then. */
KERNEL static PetscInt pick_pebbles(const PairList *wide, const Ball *at, double near, PetscInt from, PetscInt to, PairList *out,
                                    PetscInt n)
{
  const int32_t *a = wide->a, *b = wide->b;
  int32_t *restrict out_a = out->a, *restrict out_b = out->b, *restrict out_wide = out->wide;
  int64_t  yes[4];
  PetscInt k = from;

  for (; k + 4 <= to; k += 4) {
    near_four(at, a + k, b + k, near, yes);
    for (int m = 0; m < 4; m++) {
      out_a[n]    = a[k + m];
      out_b[n]    = b[k + m];
      out_wide[n] = (int32_t)(k + m);
      n -= (PetscInt)yes[m];
    }
  }
  for (; k < to; k++) {
    out_a[n]    = a[k];
    out_b[n]    = b[k];
    out_wide[n] = (int32_t)k;
    n += near_one(at[a[k]], at[b[k]], near);
  }
  return n;
}

static PetscInt pick_walls(const PairList *wide, const Domain *domain, const Pebbles *p, const Walls *walls, double near,
                           PetscInt from, PetscInt to, PairList *out, PetscInt n)
{
  for (PetscInt k = from; k < to; k++) {
    const int32_t i = wide->a[k];

    out->a[n]    = i;
    out->b[n]    = wide->b[k];
    out->wide[n] = (int32_t)k;
    n += wall_distance(&walls->list[wide->b[k]], domain_wrapped(domain, pebble_centre(p, i))) < p->at[i].r + near;
  }
  return n;
}

PetscErrorCode pairs_narrow(Pairs *pairs, const Domain *domain, const Pebbles *pebbles, const Walls *walls, double near)
{
  const PairList *wide[] = {&pairs->wide_pebbles, &pairs->wide_walls};
  PairList       *list[] = {&pairs->pebbles, &pairs->walls};
  const int       cells  = pairs->n_blocks * pairs->n_groups;

  PetscFunctionBeginUser;
  for (int side = 0; side < 2; side++) {
    PairList *l = list[side];

    PetscCall(array_reserve(&l->start, sizeof *l->start, cells + 1, &l->starts));
    l->n = 0;
    for (int c = 0; c < cells; c++) {
      const PetscInt from = wide[side]->start[c], to = wide[side]->start[c + 1];

      l->start[c] = l->n;
      PetscCall(list_reserve(l, l->n + to - from));
      l->n = side == 0 ? pick_pebbles(wide[side], pebbles->at, near, from, to, l, l->n)
                       : pick_walls(wide[side], domain, pebbles, walls, near, from, to, l, l->n);
    }
    l->start[cells] = l->n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
