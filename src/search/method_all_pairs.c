/* SPDX-License-Identifier: MIT */
/* Every pebble with every other, O(n^2). */
#include "search/method.h"

static PetscErrorCode visit_all(const Pebbles *p, double skin, PetscInt from, PairVisitor visit,
                                void *context)
{
  PetscFunctionBeginUser;
  for (PetscInt j = from; j < p->n; j++)
    for (PetscInt i = 0; i < j; i++) {
      const double dx = p->at[i].x - p->at[j].x, dy = p->at[i].y - p->at[j].y,
                   dz = p->at[i].z - p->at[j].z, reach = p->at[i].r + p->at[j].r + skin;
      const int32_t other = (int32_t)i;

      if (p->clump[i] != p->clump[j] && dx * dx + dy * dy + dz * dz <= reach * reach)
        PetscCall(visit(context, j, 1, &other));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SearchMethod search_all_pairs = {
  .head  = {.name = "all_pairs", .text = "Every pebble with every other: the reference for tests."},
  .visit = visit_all,
};
