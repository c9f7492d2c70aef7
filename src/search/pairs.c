/* SPDX-License-Identifier: MIT */
/* Candidates come from cells or from all pairs; one function decides about each. */
#include "search/pairs.h"
#include "search/cells.h"

const char *const search_names[] = {"all_pairs", "cells", "list", NULL};

/* Pairs as found, before they are grouped. */
typedef struct {
  const PairSearch *search;
  int32_t          *a, *b, *group;
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
  array_free(&list->start);
}

PetscErrorCode pairs_destroy(Pairs **pairs)
{
  PetscFunctionBeginUser;
  if (*pairs) {
    list_free(&(*pairs)->pebbles);
    list_free(&(*pairs)->walls);
    array_free(&(*pairs)->row);
    array_free(pairs);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode found_add(Found *f, PetscInt a, PetscInt b, int group)
{
  void *const columns[] = {&f->a, &f->b, &f->group};
  PetscInt    room      = f->capacity;

  PetscFunctionBeginUser;
  if (f->n == f->capacity) {
    for (int k = 0; k < 3; k++) {
      room = f->capacity;
      PetscCall(array_reserve(columns[k], sizeof(int32_t), f->n + 1024, &room));
    }
    f->capacity = room;
  }
  f->a[f->n]     = (int32_t)a;
  f->b[f->n]     = (int32_t)b;
  f->group[f->n] = group;
  f->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void found_free(Found *f)
{
  array_free(&f->a);
  array_free(&f->b);
  array_free(&f->group);
}

/* Must the two be exchanged to stand in canonical order? */
static bool is_reversed(const Clumps *c, const Pebbles *p, PetscInt i, PetscInt j)
{
  const PetscInt a = p->clump[i], b = p->clump[j];

  if (c->id[a] != c->id[b]) return c->id[a] > c->id[b];
  return image_sign(image_sub(c->shift[b], c->shift[a])) < 0;
}

/* Of two pebbles inside the box the reference point is inside, too: it divides them, on the grid that the box's faces lie on. */
static bool counts_here(const PairSearch *s, PetscInt i, PetscInt j)
{
  const Box *mine = &s->decomposition->mine;
  const Vec3 xi = pebble_centre(s->pebbles, i), xj = pebble_centre(s->pebbles, j);

  if (box_holds(mine, xi) && box_holds(mine, xj)) return true;
  return box_holds(mine, pair_reference(s->domain, xi, xj, s->pebbles->at[i].r, s->pebbles->at[j].r));
}

/* Pebble i and those near it: which are allowed to touch, and counted here? */
static PetscErrorCode consider(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Found            *f     = context;
  const PairSearch *s     = f->search;
  const Pebbles    *p     = s->pebbles;
  const Clumps     *c     = s->clumps;
  const int        *group = s->group + (size_t)p->material[i] * (size_t)s->n_materials;
  const PetscInt    a     = p->clump[i];
  const bool        fixed = c->blocked[a] == BLOCK_ALL;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt j = near[k], b = p->clump[j];
    const bool     reversed = is_reversed(c, p, i, j);

    if (a == b || group[p->material[j]] < 0 || (fixed && c->blocked[b] == BLOCK_ALL)) continue;
    if (counts_here(s, reversed ? j : i, reversed ? i : j))
      PetscCall(found_add(f, reversed ? j : i, reversed ? i : j, group[p->material[j]]));
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

    if (s->clumps->blocked[p->clump[i]] == BLOCK_ALL || !box_holds(&s->decomposition->mine, x)) continue;
    for (int w = 0; w < s->walls->n; w++) {
      const Wall *wall  = &s->walls->list[w];
      const int   group = s->group[p->material[i] * s->n_materials + wall->material];

      if (group >= 0 && wall_distance(wall, x) <= p->at[i].r + s->skin) PetscCall(found_add(f, i, w, group));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* order[k]: the found pair that comes k-th when sorted (stably) by key, keys in 0 .. n_keys-1 */
static PetscErrorCode counting_sort(PetscInt n, const int32_t *key, PetscInt n_keys, const PetscInt *before, PetscInt *order)
{
  PetscInt *at;

  PetscFunctionBeginUser;
  PetscCall(array_create(&at, sizeof *at, n_keys + 1));
  for (PetscInt k = 0; k < n; k++) at[key[k] + 1]++;
  for (PetscInt k = 0; k < n_keys; k++) at[k + 1] += at[k];
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt which = before ? before[k] : k;

    order[at[key[which]]++] = which;
  }
  array_free(&at);
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

/* By block, then by law, and then by the later pebble, so that a step streams through the columns. */
static PetscErrorCode list_fill(const Pairs *pairs, PairList *list, const Found *f, PetscInt n_rows, bool walls)
{
  const int n_cells = pairs->n_blocks * pairs->n_groups;
  PetscInt *first, *order, room = list->capacity;
  int32_t  *key;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&list->a, sizeof *list->a, f->n, &room));
  PetscCall(array_reserve(&list->b, sizeof *list->b, f->n, &list->capacity));
  array_free(&list->start);
  PetscCall(array_create(&list->start, sizeof *list->start, n_cells + 1));
  PetscCall(PetscMalloc3(f->n, &first, f->n, &order, f->n, &key));
  for (PetscInt k = 0; k < f->n; k++) key[k] = walls || f->a[k] > f->b[k] ? f->a[k] : f->b[k];
  PetscCall(counting_sort(f->n, key, n_rows, NULL, first));
  for (PetscInt k = 0; k < f->n; k++) key[k] = block_of(pairs, key[k]) * pairs->n_groups + f->group[k];
  PetscCall(counting_sort(f->n, key, n_cells, first, order));
  for (PetscInt k = 0; k < f->n; k++) {
    list->a[k] = f->a[order[k]];
    list->b[k] = f->b[order[k]];
    list->start[key[k] + 1]++;
  }
  for (int c = 0; c < n_cells; c++) list->start[c + 1] += list->start[c];
  list->n = f->n;
  PetscCall(PetscFree3(first, order, key));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pairs_build(Pairs *pairs, const PairSearch *search)
{
  Found f = {.search = search};

  PetscFunctionBeginUser;
  PetscCall(blocks_find(pairs, search));
  if (search->method == SEARCH_ALL_PAIRS) PetscCall(find_all(&f));
  else PetscCall(cells_visit(search->pebbles, search->skin, consider, &f));
  PetscCall(list_fill(pairs, &pairs->pebbles, &f, search->pebbles->n, false));
  f.n = 0;
  PetscCall(find_walls(&f));
  PetscCall(list_fill(pairs, &pairs->walls, &f, search->pebbles->n, true));
  found_free(&f);
  PetscFunctionReturn(PETSC_SUCCESS);
}
