/* SPDX-License-Identifier: MIT */
/* Candidates come from cells or from all pairs; one function decides about each. */
#include "search/pairs.h"
#include "search/cells.h"

const char *const search_names[] = {"all_pairs", "cells", "list", NULL};

/* A pair as found: rows in canonical order, and its law. */
typedef struct {
  int32_t a, b, group;
} Pair;

/* What is asked of a pebble row for every pair, together. */
typedef struct {
  Id      id; /* of its clump */
  int32_t clump, material;
  bool    fixed, inside; /* all blocked; centre in this rank's box */
} Trait;

typedef struct {
  const PairSearch *search;
  Trait            *traits;
  Pair             *list;
  PetscInt          n, capacity;
} Found;

PetscErrorCode pairs_create(int n_groups, Pairs **pairs)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(pairs, sizeof **pairs, 1));
  (*pairs)->n_groups = n_groups;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void list_free(PairList *list)
{
  array_free(&list->a);
  array_free(&list->b);
  array_free(&list->wide);
  array_free(&list->start);
}

PetscErrorCode pairs_destroy(Pairs **pairs)
{
  PetscFunctionBeginUser;
  if (*pairs) {
    list_free(&(*pairs)->pebbles);
    list_free(&(*pairs)->walls);
    list_free(&(*pairs)->wide_pebbles);
    list_free(&(*pairs)->wide_walls);
    array_free(&(*pairs)->row);
    array_free(pairs);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode traits_find(Found *f)
{
  const PairSearch *s = f->search;
  const Pebbles    *p = s->pebbles;
  const Clumps     *c = s->clumps;

  PetscFunctionBeginUser;
  PetscCall(array_create(&f->traits, sizeof *f->traits, p->n));
  for (PetscInt i = 0; i < p->n; i++) {
    const int32_t a = p->clump[i];

    f->traits[i] = (Trait){.id       = c->id[a],
                           .clump    = a,
                           .material = p->material[i],
                           .fixed    = c->blocked[a] == BLOCK_ALL,
                           .inside   = box_holds(&s->decomposition->mine, pebble_centre(p, i))};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t pairs_trait_bytes(void)
{
  return sizeof(Trait);
}

static void found_free(Found *f)
{
  array_free(&f->list);
  array_free(&f->traits);
}

/* Must the two be exchanged to stand in canonical order? */
static inline bool is_reversed(const Clumps *c, const Trait *i, const Trait *j)
{
  if (i->id != j->id) return i->id > j->id;
  return image_sign(image_sub(c->shift[j->clump], c->shift[i->clump])) < 0;
}

/* Of two pebbles inside the box the reference point is inside, too: it divides them, on the grid that the box's faces lie on. */
static bool counts_here(const PairSearch *s, PetscInt i, PetscInt j)
{
  const Vec3 xi = pebble_centre(s->pebbles, i), xj = pebble_centre(s->pebbles, j);

  return box_holds(&s->decomposition->mine, pair_reference(s->domain, xi, xj, s->pebbles->at[i].r, s->pebbles->at[j].r));
}

/* Pebble i and those near it: which are allowed to touch, and counted here? */
static PetscErrorCode consider(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Found            *f     = context;
  const PairSearch *s     = f->search;
  const Trait       mine  = f->traits[i];
  const int        *group = s->group + (size_t)mine.material * (size_t)s->n_materials;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&f->list, sizeof *f->list, f->n + n, &f->capacity));
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt j        = near[k];
    const Trait   *other    = &f->traits[j];
    const bool     reversed = is_reversed(s->clumps, &mine, other);
    const int32_t  a = (int32_t)(reversed ? j : i), b = (int32_t)(reversed ? i : j);

    if (mine.clump == other->clump || group[other->material] < 0 || (mine.fixed && other->fixed)) continue;
    if ((mine.inside && other->inside) || counts_here(s, a, b)) f->list[f->n++] = (Pair){a, b, group[other->material]};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_all(Found *f)
{
  const Pebbles *p = f->search->pebbles;

  PetscFunctionBeginUser;
  for (PetscInt j = 1; j < p->n; j++)
    for (PetscInt i = 0; i < j; i++) {
      const double dx = p->at[i].x - p->at[j].x, dy = p->at[i].y - p->at[j].y, dz = p->at[i].z - p->at[j].z,
                   reach  = p->at[i].r + p->at[j].r + f->search->skin;
      const int32_t other = (int32_t)j;

      if (dx * dx + dy * dy + dz * dz <= reach * reach) PetscCall(consider(f, i, 1, &other));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_walls(Found *f)
{
  const PairSearch *s = f->search;
  const Pebbles    *p = s->pebbles;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++) {
    const Vec3 x = pebble_centre(p, i);

    if (f->traits[i].fixed || !f->traits[i].inside) continue;
    PetscCall(array_reserve(&f->list, sizeof *f->list, f->n + s->walls->n, &f->capacity));
    for (int w = 0; w < s->walls->n; w++) {
      const Wall *wall  = &s->walls->list[w];
      const int   group = s->group[p->material[i] * s->n_materials + wall->material];

      if (group >= 0 && wall_distance(wall, x) <= p->at[i].r + s->skin) f->list[f->n++] = (Pair){(int32_t)i, w, group};
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { BLOCK_ROWS = 512 }; /* pebbles of a block: what a step does with them stays in the second-level cache */

static int blocks_of(PetscInt rows)
{
  return (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
}

static PetscErrorCode blocks_find(Pairs *pairs, const PairSearch *search)
{
  const Pebbles *p      = search->pebbles;
  PetscInt       inside = p->n;

  PetscFunctionBeginUser;
  while (inside > 0 && p->clump[inside - 1] >= search->clumps->n_owned) inside--;
  pairs->n_inside = blocks_of(inside);
  pairs->n_blocks = pairs->n_inside + blocks_of(p->n - inside);
  array_free(&pairs->row);
  PetscCall(array_create(&pairs->row, sizeof *pairs->row, pairs->n_blocks + 1));
  for (int b = 0; b < pairs->n_inside; b++) pairs->row[b] = b * BLOCK_ROWS;
  for (int b = pairs->n_inside; b < pairs->n_blocks; b++) pairs->row[b] = inside + (b - pairs->n_inside) * BLOCK_ROWS;
  pairs->row[pairs->n_blocks] = p->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int block_of(const Pairs *pairs, PetscInt row)
{
  const PetscInt outside = pairs->row[pairs->n_inside];

  return row < outside ? row / BLOCK_ROWS : pairs->n_inside + (row - outside) / BLOCK_ROWS;
}

static inline int32_t later(const Pair *p, bool wall)
{
  return wall || p->a > p->b ? p->a : p->b;
}

/* Found pairs in the order of their later pebble. */
static PetscErrorCode sort_by_row(const Found *f, PetscInt n_rows, bool walls, Pair *sorted)
{
  PetscInt *at;

  PetscFunctionBeginUser;
  PetscCall(array_create(&at, sizeof *at, n_rows + 2));
  for (PetscInt k = 0; k < f->n; k++) at[later(&f->list[k], walls) + 2]++;
  for (PetscInt i = 0; i < n_rows; i++) at[i + 2] += at[i + 1];
  for (PetscInt k = 0; k < f->n; k++) sorted[at[later(&f->list[k], walls) + 1]++] = f->list[k];
  array_free(&at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* By block, then by law, and then by the later pebble, so that a step streams through the columns. */
static PetscErrorCode list_fill(const Pairs *pairs, PairList *list, const Found *f, PetscInt n_rows, bool walls)
{
  const int n_cells = pairs->n_blocks * pairs->n_groups;
  PetscInt  room    = list->capacity, *at;
  Pair     *sorted;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&list->a, sizeof *list->a, f->n, &room));
  PetscCall(array_reserve(&list->b, sizeof *list->b, f->n, &list->capacity));
  array_free(&list->start);
  PetscCall(array_create(&list->start, sizeof *list->start, n_cells + 1));
  PetscCall(PetscMalloc2(f->n, &sorted, n_cells + 1, &at));
  PetscCall(sort_by_row(f, n_rows, walls, sorted));
  for (PetscInt k = 0; k < f->n; k++)
    list->start[block_of(pairs, later(&sorted[k], walls)) * pairs->n_groups + sorted[k].group + 1]++;
  for (int c = 0; c < n_cells; c++) list->start[c + 1] += list->start[c];
  memcpy(at, list->start, ((size_t)n_cells + 1) * sizeof *at);
  for (PetscInt k = 0; k < f->n; k++) {
    const PetscInt to = at[block_of(pairs, later(&sorted[k], walls)) * pairs->n_groups + sorted[k].group]++;

    list->a[to] = sorted[k].a;
    list->b[to] = sorted[k].b;
  }
  list->n = f->n;
  PetscCall(PetscFree2(sorted, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pairs_build(Pairs *pairs, const PairSearch *search)
{
  Found f = {.search = search};

  PetscFunctionBeginUser;
  PetscCall(blocks_find(pairs, search));
  PetscCall(traits_find(&f));
  if (search->method == SEARCH_ALL_PAIRS) PetscCall(find_all(&f));
  else PetscCall(cells_visit(search->pebbles, search->skin, consider, &f));
  PetscCall(list_fill(pairs, &pairs->wide_pebbles, &f, search->pebbles->n, false));
  f.n = 0;
  PetscCall(find_walls(&f));
  PetscCall(list_fill(pairs, &pairs->wide_walls, &f, search->pebbles->n, true));
  found_free(&f);
  PetscCall(pairs_narrow(pairs, search->domain, search->pebbles, search->walls, search->near));
  PetscFunctionReturn(PETSC_SUCCESS);
}
