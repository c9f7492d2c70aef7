/* SPDX-License-Identifier: MIT */
/* Plug-in kind SearchMethod: how pairs of pebbles that are near are found. All methods give the
   same results. A new one is one const struct and a line in the list below. */
#ifndef SEARCH_METHOD_H
#define SEARCH_METHOD_H

#include "matter/pebbles.h"

/* Called with pebble i and the n pebbles near[] within reach of it, all in rows before i. */
typedef void (*PairVisitor)(void *context, PetscInt i, PetscInt n, const int32_t *near);

typedef struct {
  Plugin head;
  bool   every_step; /* lists are made anew in every step: the skin is as small as can be */
  /* near pairs are picked from listed ones again and again, and the skins are tuned; else all
     listed pairs are near */
  bool two_levels;
  /* Call visit for every pair of pebbles of different clump rows whose surfaces are no farther
     apart than skin (m). Each pair is visited once, at its later row, rows ascending; pairs with
     both rows before `from` (the first row of a clump) are left out. Local. */
  PetscErrorCode (*visit)(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit,
                          void *context);
} SearchMethod;

#define SEARCH_METHODS(METHOD) \
  METHOD(search_all_pairs) \
  METHOD(search_cells) \
  METHOD(search_list)

#define DECLARE_METHOD(method) extern const SearchMethod method;
SEARCH_METHODS(DECLARE_METHOD)
#undef DECLARE_METHOD

extern const Plugin *const search_heads[]; /* their heads, then NULL */

/* SearchMethod.visit by grids of cells, in linear time (cells.c). */
PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit,
                           void *context);

#endif
