/* SPDX-License-Identifier: MIT */
/* The search methods. Cells and list find pairs by grids of cells (cells.c). */
#include "search/method.h"

/* Every pebble with every other, O(n^2). */
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
        visit(context, j, 1, &other);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SearchMethod search_all_pairs = {
  .head  = {.name = "all_pairs", .text = "Every pebble with every other: the reference for tests."},
  .visit = visit_all,
};

const SearchMethod search_cells = {
  .head       = {.name = "cells", .text = "Grids of cells, made anew in every step."},
  .every_step = true,
  .visit      = cells_visit,
};

const SearchMethod search_list = {
  .head       = {.name   = "list",
                 .text   = "Lists from grids of cells, made anew when pebbles may have moved by the "
                                 "skin.",
                 .source = "Verlet 1967, Phys. Rev. 159, 98"},
  .two_levels = true,
  .visit      = cells_visit,
};

const Plugin *const search_heads[] = {SEARCH_METHODS(PLUGIN_HEAD) NULL};
