/* SPDX-License-Identifier: MIT */
/* Regular grid: cubes with the radius of the smallest part over div as edge, each with the density
   at its centre. Blocks of cubes within one part are added at once, which gives the same sum, so
   the cost is that of the surface. */
#include "shape/mass/boxes.h"

#include <stdio.h>

typedef struct {
  int lo[3], hi[3]; /* cubes lo .. hi - 1 along each axis */
} Block;

typedef struct {
  const Boxes *boxes;
  Vec3         corner; /* lowest corner of the lattice, m */
  double       edge;   /* of a cube, m */
  int          finer;
  int         *list; /* stack of the parts of the blocks being divided */
  size_t       room;
  BoxFound    *found;
} Grid;

static bool list_reserve(Grid *g, size_t n)
{
  return boxes_reserve(&g->list, sizeof *g->list, n, &g->room);
}

static int block_side(const Block *block, int k)
{
  return block->hi[k] - block->lo[k];
}

static int longest_side(const Block *block)
{
  int best = 0;

  for (int k = 1; k < 3; k++) {
    if (block_side(block, k) > block_side(block, best)) best = k;
  }
  return best;
}

static void block_box(const Grid *g, const Block *block, Vec3 *centre, Vec3 *half)
{
  const double h = g->edge / 2;

  *centre = *half = vec3(0, 0, 0);
  for (int k = 0; k < g->boxes->dimension; k++) {
    vec3_set(centre, k, vec3_axis(g->corner, k) + h * (block->lo[k] + block->hi[k]));
    vec3_set(half, k, h * block_side(block, k));
  }
}

/* Add one cube that is cut by the n parts in list[]. */
static void cell_add(Grid *g, Vec3 centre, Vec3 half, double sure, int n, int *list)
{
  const Boxes *const b = g->boxes;

  boxes_add(b, centre, half, b->parts->density_at(b, centre, sure, n, list), &g->found->sum);
  boxes_bound(b, centre, g->edge, sure, n, list, g->finer, g->found);
}

/* Add a block by bisection; list[first .. first + n - 1] reach into its parent. Returns false if
   there is no memory. */
static bool block_add(Grid *g, const Block *block, double sure, size_t first, int n)
{
  const int    side = longest_side(block);
  const size_t next = first + (size_t)n;
  Block        low = *block, high = *block;
  Vec3         centre, half;
  int          kept;

  block_box(g, block, &centre, &half);
  if (!list_reserve(g, next + (size_t)n * (BOXES_MOST_FINER + 1))) return false;
  sure =
    g->boxes->parts->sift(g->boxes, centre, half, sure, n, g->list + first, &kept, g->list + next);
  g->found->looked++;
  if (kept == 0) {
    boxes_add(g->boxes, centre, half, sure, &g->found->sum);
    boxes_add(g->boxes, centre, half, sure, &g->found->middle);
    g->found->added++;
    return true;
  }
  if (block_side(block, side) == 1) {
    cell_add(g, centre, half, sure, kept, g->list + next);
    return true;
  }
  low.hi[side] = high.lo[side] = block->lo[side] + block_side(block, side) / 2;
  return block_add(g, &low, sure, next, kept) && block_add(g, &high, sure, next, kept);
}

/* Choose the lattice, centred on the bounding box so that symmetric bodies stay symmetric. */
static bool lattice_set(Grid *g, int div, Block *all, char *why)
{
  const Boxes *const b     = g->boxes;
  const double       cells = b->parts->cells_cut(b, b->smallest / div);

  g->edge  = b->smallest / div;
  g->finer = boxes_finer(b, cells);
  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(b->lo, k), hi = vec3_axis(b->hi, k),
                 n = k < b->dimension ? ceil((hi - lo) / g->edge) : 1;

    if (n > 1e9 || cells > b->parts->most_cut) {
      snprintf(why, 256, "div %d gives %.1e cells to look at, more than %.0e: take a smaller one",
               div, cells, b->parts->most_cut);
      return false;
    }
    all->lo[k] = 0;
    all->hi[k] = (int)max_real(n, 1);
    vec3_set(&g->corner, k, (lo + hi) / 2 - all->hi[k] * g->edge / 2);
  }
  return true;
}

bool boxes_grid(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why)
{
  Grid  g = {.boxes = boxes, .found = found};
  Block all;
  bool  done;

  if (!lattice_set(&g, options->div, &all, why)) return false;
  done = list_reserve(&g, (size_t)boxes->n);
  for (int i = 0; i < boxes->n && done; i++) g.list[i] = i;
  done = done && block_add(&g, &all, 0, 0, boxes->n);
  free(g.list);
  if (!done) strcpy(why, "no memory for the cells of the grid");
  return done;
}
