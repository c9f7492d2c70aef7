/* SPDX-License-Identifier: MIT */
/* Mass properties by regular sampling: cubes of the smallest radius over div, each as dense throughout as at its centre.
   Blocks of cubes that one pebble fills are added as one, which is the same sum, so only the surface costs. */
#include "matter/mass_boxes.h"

#include <stdio.h>

static const double most_cells = 2e8; /* on the surface: a minute */

typedef struct {
  int lo[3], hi[3]; /* cubes lo .. hi - 1 along each axis */
} Block;

typedef struct {
  Boxes    boxes;
  bool     flat;   /* squares in the plane z = 0 */
  Vec3     corner; /* of the lattice */
  double   edge;   /* of a cube, m */
  int     *list;   /* the pebbles of the blocks that are being split, one after the other */
  size_t   room;
  BoxSum   found, middle;
  BoxDoubt doubt;
} Grid;

static bool list_reserve(Grid *g, size_t room)
{
  int *more;

  if (room <= g->room) return true;
  more = realloc(g->list, (room + room / 2) * sizeof *g->list);
  if (!more) return false;
  g->list = more;
  g->room = room + room / 2;
  return true;
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

static void cell_add(Grid *g, Vec3 centre, Vec3 half, double sure, int n, const int *list)
{
  box_add(centre, half, box_density(&g->boxes, centre, sure, n, list), &g->found);
  cell_doubt(&g->boxes, centre, g->edge, sure, n, list, &g->middle, &g->doubt);
}

/* list[first .. first + n - 1] reach into the block around this one. Returns false when there is no memory. */
static bool block_add(Grid *g, const Block *block, double sure, size_t first, int n)
{
  const double h      = g->edge / 2;
  const Vec3   centre = vec3(g->corner.x + h * (block->lo[0] + block->hi[0]), g->corner.y + h * (block->lo[1] + block->hi[1]),
                           g->flat ? 0 : g->corner.z + h * (block->lo[2] + block->hi[2]));
  const Vec3   half   = vec3(h * block_side(block, 0), h * block_side(block, 1), g->flat ? 0 : h * block_side(block, 2));
  const int    side   = longest_side(block);
  const size_t next   = first + (size_t)n;
  Block        low = *block, high = *block;
  int          kept;

  if (!list_reserve(g, next + (size_t)n)) return false;
  sure = box_sift(&g->boxes, centre, half, sure, n, g->list + first, &kept, g->list + next);
  if (kept == 0) {
    box_add(centre, half, sure, &g->found);
    box_add(centre, half, sure, &g->middle);
    g->doubt.n++;
    return true;
  }
  if (block_side(block, side) == 1) {
    cell_add(g, centre, half, sure, kept, g->list + next);
    return true;
  }
  low.hi[side] = high.lo[side] = block->lo[side] + block_side(block, side) / 2;
  return block_add(g, &low, sure, next, kept) && block_add(g, &high, sure, next, kept);
}

/* Cubes that surfaces go through, about: one and a half for each square of their faces; squares, for each edge of them. */
static double cells_cut(const PebbleSet *set, double edge)
{
  double cells = 0;

  for (int i = 0; i < set->n; i++) {
    const double r = set->r[i] / edge;

    cells += 1.5 * (set->dimension == 2 ? 2 * PETSC_PI * r : 4 * PETSC_PI * r * r);
  }
  return cells;
}

/* The lattice, around the middle of the pebbles, so that sets with a symmetry keep it. */
static bool lattice_set(Grid *g, int div, Block *all, char *why)
{
  const Vec3 lo = g->boxes.lo, hi = g->boxes.hi;

  g->edge = g->boxes.smallest / div;
  g->flat = g->boxes.set->dimension == 2;
  for (int k = 0; k < 3; k++) {
    const double low = vec3_axis(lo, k), high = vec3_axis(hi, k), n = g->flat && k == 2 ? 1 : ceil((high - low) / g->edge);

    if (n > 1e9 || cells_cut(g->boxes.set, g->edge) > most_cells) {
      snprintf(why, 256, "div %d gives %.1e cells to look at, more than %.0e: take a smaller one", div,
               cells_cut(g->boxes.set, g->edge), most_cells);
      return false;
    }
    all->lo[k] = 0;
    all->hi[k] = (int)max_real(n, 1);
    vec3_set(&g->corner, k, (low + high) / 2 - all->hi[k] * g->edge / 2);
  }
  return true;
}

static bool grid_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                      char *why)
{
  Grid  g = {.edge = 0};
  Block all;
  bool  done = boxes_create(set, materials, &g.boxes, why) && lattice_set(&g, options->div, &all, why);

  if (done) {
    done = list_reserve(&g, (size_t)set->n);
    for (int i = 0; i < set->n && done; i++) g.list[i] = i;
    done = done && block_add(&g, &all, 0, 0, set->n);
    if (done) boxes_properties(&g.boxes, &g.found, &g.middle, &g.doubt, out);
    else strcpy(why, "no memory for the cells of the grid");
  }
  free(g.list);
  boxes_free(&g.boxes);
  return done;
}

const MassMethod mass_grid = {
  .name   = "grid",
  .text   = "Regular sampling of the union, div cells per smallest radius.",
  .source = "Midpoint rule; bounds from planes around each sphere within each cell.",
  .find   = grid_find,
};
