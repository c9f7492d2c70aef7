/* SPDX-License-Identifier: MIT */
/* Listed pairs: all pairs within the skin. Candidates come from the search method; consider()
   decides which are listed on this rank. */
#include "search/pairs.h"
#include "search/capsule_pairs.h"
#include "search/near.h"
#include "search/wall_pairs.h"

/* Bits of a pebble: the faces of this rank's box that its centre is beyond (6 bits); clump with all
   degrees of freedom blocked; corner of a surface that a clump carries, which meets walls alone. */
enum { BEYOND = 63, FIXED = 64, CORNER = 128 };

/* Pairs of one block in the order found (by the later row), before they are sorted into the list.
 */
typedef struct {
  const PairSearch *search;
  const Pairs      *pairs;
  Id               *id;   /* [pebbles] id of the pebble's clump */
  uint8_t          *bits; /* [pebbles] BEYOND, FIXED and CORNER */
  int               law;  /* the law if all material pairs have the same, else -1 */
  PairList         *list;
  bool              walls;
  int               block; /* index of the block, in the order of rows */
  PetscInt          n, capacity;
  int32_t          *feature;      /* of walls */
  int32_t          *a, *b, *cell; /* rows in canonical order; sort key: law SHELLS + shell */
  PetscInt         *at;           /* [n_laws SHELLS] counts, then positions, of the counting sort */
  /* by row: b is as RowList.other, cell is the law, a is not used */
  RowList *rows; /* NULL: not by row */
  RowRun  *run;
  PetscInt n_runs, run_capacity;
} Found;

void pairs_create(int n_laws, Pairs **pairs)
{
  array_create(pairs, sizeof **pairs, 1);
  (*pairs)->n_laws = n_laws;
}

static void list_free(PairList *list)
{
  array_free(&list->a);
  array_free(&list->b);
  array_free(&list->feature);
  array_free(&list->listed);
  for (int k = 0; k < 4; k++) array_free(&list->end[k]);
  array_free(&list->start);
  array_free(&list->shell);
}

void pairs_destroy(Pairs **pairs)
{
  if (*pairs) {
    list_free(&(*pairs)->pebbles);
    list_free(&(*pairs)->walls);
    list_free(&(*pairs)->listed_pebbles);
    list_free(&(*pairs)->listed_walls);
    row_list_free(&(*pairs)->rows);
    row_list_free(&(*pairs)->listed_rows);
    array_free(&(*pairs)->block);
    array_free(&(*pairs)->then);
    array_free(&(*pairs)->way);
    array_free(&(*pairs)->reach);
    array_free(pairs);
  }
}

static inline unsigned faces_beyond(const Box *box, Vec3 x)
{
  return (unsigned)(x.x < box->lo.x) | (unsigned)(x.x >= box->hi.x) << 1 |
         (unsigned)(x.y < box->lo.y) << 2 | (unsigned)(x.y >= box->hi.y) << 3 |
         (unsigned)(x.z < box->lo.z) << 4 | (unsigned)(x.z >= box->hi.z) << 5;
}

/* True if row i is a corner of a carried surface. */
static bool is_corner(const PairSearch *s, PetscInt i)
{
  const int32_t template = s->clumps->template[s->pebbles->clump[i]];

  for (int w = 0; w < s->walls->n; w++) {
    const Wall *wall = &s->walls->list[w];

    if (wall->carried && template == wall->template && s->pebbles->member[i] < wall->corners)
      return true;
  }
  return false;
}

/* Per pebble: id of its clump and bits, looked up once and used for each of its pairs. */
static void traits_find(Found *f)
{
  const PairSearch *s = f->search;
  const Pebbles    *p = s->pebbles;
  const Clumps     *c = s->clumps;

  array_create(&f->id, sizeof *f->id, p->n);
  array_create(&f->bits, sizeof *f->bits, p->n);
  for (PetscInt i = 0; i < p->n; i++) {
    const int32_t a = p->clump[i];

    f->id[i]   = c->id[a];
    f->bits[i] = (uint8_t)(faces_beyond(&s->decomposition->mine, pebble_centre(p, i)) |
                           (c->blocked[a] == BLOCK_ALL && !s->fixed ? FIXED : 0) |
                           (s->walls->n_carried > 0 && is_corner(s, i) ? CORNER : 0));
  }
  f->law = s->law_of[0];
  for (int k = 1; k < s->n_materials * s->n_materials; k++)
    if (s->law_of[k] != f->law) f->law = -1;
}

size_t pairs_trait_bytes(void)
{
  return sizeof(Id) + sizeof(uint8_t);
}

/* ---- a block's pairs ---- */

static void found_begin(Found *f, PairList *list, bool walls)
{
  const Pairs *pairs = f->pairs;

  f->list = list;
  f->rows = NULL;
  if (!f->a) f->capacity = 0; /* lists by row have fewer columns */
  f->walls = walls;
  f->block = 0;
  f->n     = 0;
  list->n  = 0;
  array_free(&list->shell);
  array_create(&list->shell, sizeof *list->shell, pairs->n_blocks * pairs->n_laws * SHELLS + 1);
  if (!f->at) array_create(&f->at, sizeof *f->at, pairs->n_laws * SHELLS);
}

static void found_begin_rows(Found *f, RowList *rows)
{
  f->rows  = rows;
  f->block = 0;
  f->n     = 0;
  row_list_clear(rows, f->pairs->n_blocks * f->pairs->n_laws);
  rows->start[0] = rows->first[0] = 0;
}

static void found_free(Found *f)
{
  array_free(&f->id);
  array_free(&f->bits);
  array_free(&f->a);
  array_free(&f->b);
  array_free(&f->cell);
  array_free(&f->feature);
  array_free(&f->at);
  array_free(&f->run);
}

/* Add each pair's shell to its sort key: the number of shell bounds that its distance exceeds. */
KERNEL static void find_shells(const Ball *at, const int32_t *a, const int32_t *b, double skin,
                               PetscInt n, int32_t *cell)
{
  PetscInt k = 0;

  for (; k + 4 <= n; k += 4) {
    FourInts shell = {0, 0, 0, 0};
    int64_t  out[4];
    Four     d2, touching;

    near_ways(at, a + k, b + k, &d2, &touching);
    for (int s = 1; s < SHELLS; s++) {
      const Four reach = touching + shell_bound(skin, s);

      shell = shell - (FourInts)(d2 >= reach * reach);
    }
    memcpy(out, &shell, sizeof out);
    for (int m = 0; m < 4; m++) cell[k + m] += (int32_t)out[m];
  }
  for (; k < n; k++)
    for (int s = 1; s < SHELLS; s++) cell[k] += !near_one(at[a[k]], at[b[k]], shell_bound(skin, s));
}

/* Put all pairs with a capsule in shell 0. */
static void take_first_shell(Found *f)
{
  const int first = f->pairs->n_laws / 2 * SHELLS;

  for (PetscInt k = 0; k < f->n; k++)
    if (f->cell[k] >= first) f->cell[k] -= f->cell[k] % SHELLS;
}

/* Append the block's pairs to the list, sorted by law and shell (counting sort). */
static void found_sort(Found *f)
{
  const int n_cells = f->pairs->n_laws * SHELLS;
  PairList *list    = f->list;
  PetscInt *start   = &list->shell[f->block * n_cells];

  arrays_reserve(
    list->n + f->n, &list->capacity, f->walls ? 3 : 2,
    (ArrayPart[]){ARRAY_PART(list->a), ARRAY_PART(list->b), ARRAY_PART(list->feature)});
  if (!f->walls) find_shells(f->search->pebbles->at, f->a, f->b, f->search->skin, f->n, f->cell);
  if (!f->walls && f->pairs->capsules) take_first_shell(f);
  memset(f->at, 0, (size_t)n_cells * sizeof *f->at);
  for (PetscInt k = 0; k < f->n; k++) f->at[f->cell[k]]++;
  for (int c = 0; c < n_cells; c++) {
    const PetscInt n = f->at[c];

    f->at[c] = start[c] = list->n;
    list->n += n;
  }
  for (PetscInt k = 0; k < f->n; k++) {
    const PetscInt to = f->at[f->cell[k]]++;

    list->a[to] = f->a[k];
    list->b[to] = f->b[k];
    if (f->walls) list->feature[to] = f->feature[k];
  }
  start[n_cells] = list->n;
}

/* Append the block's pairs to the list, and go on to the next block. */
static void found_next(Found *f)
{
  const int laws = f->pairs->n_laws;

  if (f->rows) row_list_append(f->rows, f->block * laws, f->run, f->n_runs, f->b, f->cell, laws);
  else found_sort(f);
  f->n = f->n_runs = 0;
  f->block++;
}

/* Reserve n pairs whose later row is i; finishes all blocks before the one that holds row i. */
static inline void found_reach(Found *f, PetscInt i, PetscInt n)
{
  while (i >= f->pairs->block[f->block].to) found_next(f);
  if (f->n + n > f->capacity)
    arrays_reserve(f->n + n, &f->capacity, f->rows ? 2 : 4,
                   (ArrayPart[]){ARRAY_PART(f->b), ARRAY_PART(f->cell), ARRAY_PART(f->a),
                                 ARRAY_PART(f->feature)});
  if (f->rows && f->n_runs == f->run_capacity)
    array_reserve(&f->run, sizeof *f->run, f->n_runs + 1, &f->run_capacity);
}

/* Swap the adjacent ranges from .. middle-1 and middle .. to-1; aside: space for the first. */
static void exchange(void *array, size_t size, PetscInt from, PetscInt middle, PetscInt to,
                     void *aside)
{
  char *const  at    = (char *)array + (size_t)from * size;
  const size_t first = (size_t)(middle - from) * size, second = (size_t)(to - middle) * size;

  memcpy(aside, at, first);
  memmove(at, at + first, second);
  memcpy(at + second, aside, first);
}

/* Items of cells, one after the other. */
typedef struct {
  void  *at;
  size_t size; /* of one, at most 8 bytes */
} Items;

/* Swap the items of the adjacent cells from .. middle-1 and middle .. to-1, and the starts of these
   cells. */
static void exchange_items(PetscInt *start, int from, int middle, int to, int columns,
                           const Items *items)
{
  const PetscInt n = start[middle] - start[from], others = start[to] - start[middle];
  int64_t       *aside;

  array_scratch(&aside, sizeof *aside, (size_t)max_int(n, middle - from));
  for (int k = 0; k < columns; k++)
    exchange(items[k].at, items[k].size, start[from], start[middle], start[to], aside);
  for (int c = from; c < to; c++) start[c] += c < middle ? others : -n;
  exchange(start, sizeof *start, from, middle, to, aside);
  array_free(&aside);
}

/* Move the pairs of late blocks behind the pairs of copies: the order of evaluation. In the order
   of rows they are before. */
static void put_late_last(Found *f)
{
  const Pairs *pairs = f->pairs;
  const int    cells = pairs->n_laws * (f->rows ? 1 : SHELLS), from = pairs->n_early * cells,
            middle = from + pairs->n_late * cells, to = pairs->n_blocks * cells;

  if (middle == from || to == middle) return;
  if (f->rows) {
    RowList *l = f->rows;

    exchange_items(l->start, from, middle, to, 1, (Items[]){{l->other, sizeof *l->other}});
    exchange_items(l->first, from, middle, to, 1, (Items[]){{l->run, sizeof *l->run}});
  } else {
    PairList *l = f->list;

    exchange_items(
      l->shell, from, middle, to, f->walls ? 3 : 2,
      (Items[]){{l->a, sizeof *l->a}, {l->b, sizeof *l->b}, {l->feature, sizeof *l->feature}});
  }
}

static void found_end(Found *f)
{
  while (f->block < f->pairs->n_blocks) found_next(f);
  put_late_last(f);
}

/* ---- pairs ---- */

/* Two images of one clump: true if j must come first in canonical order. */
static inline bool image_reversed(const PairSearch *s, PetscInt i, PetscInt j)
{
  const Image   *shift = s->clumps->shift;
  const int32_t *clump = s->pebbles->clump;

  return image_sign(image_sub(shift[clump[j]], shift[clump[i]])) < 0;
}

/* True if this rank's box holds the pair's reference point. */
static bool counts_here(const PairSearch *s, PetscInt a, PetscInt b)
{
  const Ball *at = s->pebbles->at;

  return box_holds(&s->decomposition->mine,
                   pair_reference(s->domain, pebble_centre(s->pebbles, a),
                                  pebble_centre(s->pebbles, b), at[a].r, at[b].r));
}

/* True if pebble i and the earlier j, whose materials have a contact law, are counted on this rank;
   reversed: j is the first in canonical order. The reference point lies between the two centres, on
   the grid on which the faces of the box lie: if both centres are inside a face, or both beyond it,
   so is the reference point, and it need not be computed. */
ALWAYS_INLINE bool is_counted(const Found *f, PetscInt i, int32_t j, bool reversed)
{
  const PairSearch *s    = f->search;
  const unsigned    here = f->bits[i], there = f->bits[j];

  if ((here & there) != 0 || ((here | there) & CORNER) != 0) return false;
  if (((here | there) & BEYOND) != 0 && !counts_here(s, reversed ? j : i, reversed ? i : j))
    return false;
  return !s->apart || !s->apart(s->bodies, s->pebbles->clump[i], s->pebbles->clump[j]);
}

/* True if the earlier j comes before pebble i in canonical order. */
ALWAYS_INLINE bool is_reversed(const Found *f, PetscInt i, int32_t j)
{
  return f->id[i] == f->id[j] ? image_reversed(f->search, i, j) : f->id[i] > f->id[j];
}

/* List the pairs of pebble i with the n pebbles near[] (earlier rows) that have a contact law and
   are counted on this rank. */
static void consider(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Found            *f    = context;
  const PairSearch *s    = f->search;
  const int32_t    *kind = s->pebbles->material;
  const int        *law = s->law_of + (size_t)kind[i] * (size_t)s->n_materials, only = f->law;
  int32_t          *a, *b, *cell;

  found_reach(f, i, n);
  a    = f->a + f->n;
  b    = f->b + f->n;
  cell = f->cell + f->n;
  for (PetscInt k = 0; k < n; k++) {
    const int32_t j        = near[k];
    const bool    reversed = is_reversed(f, i, j);
    const int32_t swapped =
      ((int32_t)i ^ j) & -(int32_t)reversed; /* without a branch: it could not be predicted */
    const int one = only >= 0 ? only : law[kind[j]];

    *a    = (int32_t)i ^ swapped;
    *b    = j ^ swapped;
    *cell = one * SHELLS;
    if (one < 0 || !is_counted(f, i, j, reversed)) continue;
    a++;
    b++;
    cell++;
  }
  f->n = (PetscInt)(a - f->a);
}

/* Append a pair of rows in canonical order. */
static void list_pair(Found *f, int32_t a, int32_t b, int law)
{
  f->a[f->n]      = a;
  f->b[f->n]      = b;
  f->cell[f->n++] = law * SHELLS;
}

/* Pairs with a capsule that are looked at together. */
typedef struct {
  CapsuleAxes axes;
  int32_t     a[CAPSULE_SOME], b[CAPSULE_SOME];
  int         law[CAPSULE_SOME];
} Candidates;

/* List those that are near, and forget all. */
static void list_candidates(Found *f, Candidates *c)
{
  const PairSearch *s = f->search;
  uint8_t           near[CAPSULE_SOME];

  capsule_axes_near(s->pebbles->at, &c->axes, s->skin, s->skin, near);
  for (int k = 0; k < c->axes.n; k++)
    for (int m = 0; m < (near[k] == 0 ? 0 : near[k] == 1 ? 1 : CAPSULE_PLACES); m++)
      list_pair(f, c->a[k] + m, c->b[k], c->law[k] + s->n_laws);
  c->axes.n = 0;
}

/* The same as `consider` where there are capsules, of whose pebbles shafts alone meet others. */
static void consider_capsules(Found *f, PetscInt i, PetscInt n, const int32_t *near)
{
  const PairSearch *s   = f->search;
  const Pebbles    *p   = s->pebbles;
  const int        *law = s->law_of + (size_t)p->material[i] * (size_t)s->n_materials;
  Candidates        some;

  some.axes.n = 0;
  found_reach(f, i, CAPSULE_PLACES * n);
  for (PetscInt k = 0; k < n; k++) {
    const int32_t j        = near[k];
    const bool    reversed = is_reversed(f, i, j);
    const int32_t a = reversed ? j : (int32_t)i, b = reversed ? (int32_t)i : j;
    const int     one = law[p->material[j]], at = some.axes.n;

    if (one < 0 || !is_counted(f, i, j, reversed)) continue;
    if (p->role[a] != PEBBLE_SHAFT && p->role[b] != PEBBLE_SHAFT) {
      list_pair(f, a, b, one);
      continue;
    }
    some.a[at]   = a;
    some.b[at]   = b;
    some.law[at] = one;
    capsule_axes_add(p, a, b, &some.axes);
    if (some.axes.n == CAPSULE_SOME) list_candidates(f, &some);
  }
  if (some.axes.n > 0) list_candidates(f, &some);
}

/* Rows of pebbles that meet other pebbles: all but ends of capsules. */
typedef struct {
  Found   *found;
  int32_t *row;  /* [n] of the pebbles */
  int32_t *near; /* workspace */
  PetscInt capacity;
} Wholes;

static void consider_wholes(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Wholes *w = context;

  array_reserve(&w->near, sizeof *w->near, n, &w->capacity);
  for (PetscInt k = 0; k < n; k++) w->near[k] = w->row[near[k]];
  consider_capsules(w->found, w->row[i], n, w->near);
}

/* Search where there are capsules. */
static PetscErrorCode visit_wholes(Found *f)
{
  const PairSearch *s    = f->search;
  const Pebbles    *p    = s->pebbles;
  Wholes            w    = {.found = f};
  Pebbles           view = {.n = 0};
  PetscInt          from = 0;

  PetscFunctionBeginUser;
  array_create(&w.row, sizeof *w.row, p->n);
  array_create(&view.at, sizeof *view.at, p->n);
  array_create(&view.clump, sizeof *view.clump, p->n);
  for (PetscInt i = 0; i < p->n; i++) {
    if (p->role[i] == PEBBLE_END) continue;
    from += i < s->from;
    w.row[view.n]        = (int32_t)i;
    view.at[view.n]      = p->at[i];
    view.clump[view.n++] = p->clump[i];
  }
  PetscCall(s->method->visit(&view, s->skin, from, consider_wholes, &w));
  array_free(&w.row);
  array_free(&w.near);
  array_free(&view.at);
  array_free(&view.clump);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline bool is_end(const Pebbles *p, PetscInt i, int32_t j)
{
  return p->capsules && (p->role[i] == PEBBLE_END || p->role[j] == PEBBLE_END);
}

/* The same for a list by row. */
static void consider_rows(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Found            *f    = context;
  const PairSearch *s    = f->search;
  const int32_t    *kind = s->pebbles->material;
  const int        *law = s->law_of + (size_t)kind[i] * (size_t)s->n_materials, only = f->law;
  int32_t          *other, *cell;
  PetscInt          some;

  found_reach(f, i, n);
  other = f->b + f->n;
  cell  = f->cell + f->n;
  for (PetscInt k = 0; k < n; k++) {
    const int32_t j        = near[k];
    const bool    reversed = is_reversed(f, i, j);
    const int     one      = only >= 0 ? only : law[kind[j]];

    *other = j ^ -(int32_t)reversed;
    *cell  = one;
    if (one < 0 || !is_counted(f, i, j, reversed) || is_end(s->pebbles, i, j)) continue;
    other++;
    cell++;
  }
  some = (PetscInt)(other - f->b) - f->n;
  if (some == 0) return;
  if (f->n_runs > 0 && f->run[f->n_runs - 1].row == i) f->n_runs--;
  else f->run[f->n_runs] = (RowRun){(int32_t)i, 0};
  f->run[f->n_runs++].n += (int32_t)some;
  f->n += some;
}

/* True if pebble i may touch the wall: not a fixed one what is fixed, not a clump its own surface,
   or that of one from which it is apart, and not a corner a ball, or another surface that is
   carried (contact/solid/solids.h). */
static bool may_touch(const Found *f, PetscInt i, const Wall *wall)
{
  const PairSearch *s   = f->search;
  const Clumps     *c   = s->clumps;
  const int32_t     row = s->pebbles->clump[i];

  if (pebble_role(s->pebbles, i) == PEBBLE_SHAFT && !f->pairs->capsules) return false;
  if (!wall->carried)
    return (f->bits[i] & FIXED) == 0 &&
           ((f->bits[i] & CORNER) == 0 || !surface_is_ball(wall->surface, wall->constants));
  return !wall->gone && (f->bits[i] & CORNER) == 0 && c->id[row] != c->id[wall->row] &&
         ((f->bits[i] & FIXED) == 0 || c->blocked[wall->row] != BLOCK_ALL) &&
         !(s->apart && s->apart(s->bodies, row, wall->row));
}

/* List the pairs of pebble i and features of walls, all in shell 0, which every narrowing tests. */
static void consider_walls(void *context, PetscInt i, int n, const int32_t *wall,
                           const int32_t *feature)
{
  Found            *f     = context;
  const PairSearch *s     = f->search;
  const int        *law   = s->law_of + (size_t)s->pebbles->material[i] * (size_t)s->n_materials;
  const int         first = pebble_role(s->pebbles, i) == PEBBLE_SHAFT ? s->n_laws : 0;

  found_reach(f, i, n);
  for (int k = 0; k < n; k++) {
    const int one = law[s->walls->list[wall[k]].material];

    f->a[f->n]       = (int32_t)i;
    f->b[f->n]       = wall[k];
    f->feature[f->n] = feature[k];
    f->cell[f->n]    = (first + one) * SHELLS;
    f->n += one >= 0 && may_touch(f, i, &s->walls->list[wall[k]]);
  }
}

enum {
  BLOCK_ROWS = 2048
}; /* most pebbles in a block: its data stay in the second-level cache during a step */

/* Rows of a block of owned pebbles; alone: there is one rank only. With other ranks blocks are
   smaller, so that some are early and some late and hide the messages. */
static PetscInt block_rows(PetscInt owned, bool alone)
{
  enum { LEAST = 32, SOME = 8 };

  return alone ? BLOCK_ROWS : (PetscInt)max_int(LEAST, min_int(BLOCK_ROWS, owned / SOME));
}

static int blocks_of(PetscInt n, PetscInt rows)
{
  return (n + rows - 1) / rows;
}

/* Number of late blocks among `owned` blocks: fewer than early ones, as loads are as many messages
 * as poses but fewer bytes. */
static int blocks_late(int owned)
{
  enum { MOST = 8 };

  return owned < 2 ? 0 : (int)max_int(1, min_int(2 * owned / 5, MOST));
}

PetscInt pairs_early(PetscInt owned)
{
  const PetscInt rows = block_rows(owned, false);
  const int      n = blocks_of(owned, rows), late = blocks_late(n);

  return late == 0 ? owned : (n - late) * rows;
}

/* Cut rows from .. to-1 into blocks. */
static void blocks_cut(Block *block, PetscInt rows, PetscInt from, PetscInt to)
{
  for (; from < to; from += rows) *block++ = (Block){from, (PetscInt)min_int(from + rows, to)};
}

/* Blocks in the order of rows: early, late, copies. */
static void blocks_find(Pairs *pairs, const PairSearch *search)
{
  const Pebbles *p     = search->pebbles;
  PetscInt       owned = p->n, rows;
  int            n;

  while (owned > 0 && p->clump[owned - 1] >= search->clumps->n_owned) owned--;
  rows            = block_rows(owned, search->decomposition->n == 1);
  n               = blocks_of(owned, rows);
  pairs->owned    = owned;
  pairs->n_late   = blocks_late(n);
  pairs->n_early  = n - pairs->n_late;
  pairs->n_blocks = n + blocks_of(p->n - owned, BLOCK_ROWS);
  array_free(&pairs->block);
  array_free(&pairs->way);
  array_create(&pairs->block, sizeof *pairs->block, pairs->n_blocks);
  array_create(&pairs->way, sizeof *pairs->way, pairs->n_blocks);
  blocks_cut(pairs->block, rows, 0, owned);
  blocks_cut(pairs->block + n, BLOCK_ROWS, owned, p->n);
}

/* Keep the present positions of all pebbles, from which narrowings measure displacements. */
static void remember_places(Pairs *pairs, const PairSearch *search)
{
  pairs->skin = search->skin;
  if (search->by_row) return; /* there are no shells */
  array_reserve(&pairs->then, sizeof *pairs->then, search->pebbles->n, &pairs->capacity);
  if (search->pebbles->n > 0)
    memcpy(pairs->then, search->pebbles->at, (size_t)search->pebbles->n * sizeof *pairs->then);
}

/* Keep the reach of each law; returns the longest. */
static double remember_reach(Pairs *pairs, const double *reach, int n_laws)
{
  double longest = 0;

  array_free(&pairs->reach);
  array_create(&pairs->reach, sizeof *pairs->reach, pairs->n_laws);
  for (int g = 0; reach && g < pairs->n_laws; g++) {
    pairs->reach[g] = reach[g % n_laws];
    longest         = max_real(longest, reach[g]);
  }
  return longest;
}

PetscErrorCode pairs_build(Pairs *pairs, const PairSearch *given)
{
  PairSearch        with_reach = *given;
  const PairSearch *search     = &with_reach;
  Found             f          = {.search = search, .pairs = pairs};
  Block            *late;
  uint8_t          *left_out;

  PetscFunctionBeginUser;
  pairs->capsules = search->pebbles->capsules && !search->by_row;
  pairs->n_laws   = (pairs->capsules ? 2 : 1) * search->n_laws;
  with_reach.skin += remember_reach(pairs, given->reach, search->n_laws);
  blocks_find(pairs, search);
  traits_find(&f);
  pairs->by_row           = search->by_row;
  pairs->rows.wants_later = search->wants_later;
  if (search->by_row) found_begin_rows(&f, &pairs->listed_rows);
  else found_begin(&f, &pairs->listed_pebbles, false);
  if (search->n_laws > 0 && pairs->capsules) PetscCall(visit_wholes(&f));
  else if (search->n_laws > 0) /* else no pair can be listed */
    PetscCall(search->method->visit(search->pebbles, search->skin, search->from,
                                    search->by_row ? consider_rows : consider, &f));
  found_end(&f);
  found_begin(&f, &pairs->listed_walls, true);
  /* rows for which no walls are looked up: they are not counted here, or fixed; carried surfaces move
     against fixed clumps, and corners meet walls */
  array_create(&left_out, sizeof *left_out, search->pebbles->n);
  for (PetscInt i = 0; i < search->pebbles->n; i++)
    left_out[i] = search->walls->n_carried > 0 ? f.bits[i] & BEYOND : f.bits[i];
  wall_pairs_visit(search->domain, search->pebbles, search->walls, search->skin, left_out,
                   consider_walls, &f);
  array_free(&left_out);
  found_end(&f);
  found_free(&f);
  array_create(&late, sizeof *late, pairs->n_late);
  exchange(pairs->block, sizeof *late, pairs->n_early, pairs->n_early + pairs->n_late,
           pairs->n_blocks, late); /* to the order of evaluation: early, copies, late */
  array_free(&late);
  remember_places(pairs, search);
  pairs_narrow(pairs, search->domain, search->pebbles, search->walls, search->near);
  PetscFunctionReturn(PETSC_SUCCESS);
}
