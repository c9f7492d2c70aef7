/* SPDX-License-Identifier: MIT */
/* Shapes by regular sampling, as pebbles in mass_grid.c: blocks of cubes that a shape holds are added as one. */
#include <stdio.h>

#include "matter/shape_boxes.h"

static const double most_cut = 2e7; /* cubes that surfaces go through: a minute */

typedef struct {
  int lo[3], hi[3]; /* cubes lo .. hi - 1 along each axis */
} Block;

typedef struct {
  ShapeBody body;
  Vec3      corner;
  double    edge;
  int       finer;
  int      *list; /* the shapes of the blocks that are being split, one after the other */
  size_t    room;
  BoxSum    found, middle;
  BoxDoubt  doubt;
} Grid;

static int longest_side(const Block *block)
{
  int best = 0;

  for (int k = 1; k < 3; k++) {
    if (block->hi[k] - block->lo[k] > block->hi[best] - block->lo[best]) best = k;
  }
  return best;
}

/* list[first .. first + n - 1] reach into the block around this one. Returns false when there is no memory. */
static bool block_add(Grid *g, const Block *block, double sure, size_t first, int n)
{
  const int    side = longest_side(block);
  const size_t next = first + (size_t)n;
  Block        low = *block, high = *block;
  Vec3         centre, half;
  int          kept;

  for (int k = 0; k < 3; k++) {
    vec3_set(&centre, k, vec3_axis(g->corner, k) + g->edge / 2 * (block->lo[k] + block->hi[k]));
    vec3_set(&half, k, g->edge / 2 * (block->hi[k] - block->lo[k]));
  }
  if (!shape_list_grow(&g->list, sizeof(int), next + (size_t)n * (SHAPE_FINER_AT_MOST + 2), &g->room)) return false;
  sure = shape_sift(&g->body, centre, half, sure, n, g->list + first, &kept, g->list + next);
  g->doubt.n++;
  if (kept == 0) {
    shape_box_add(&g->body, centre, half, sure, &g->found);
    shape_box_add(&g->body, centre, half, sure, &g->middle);
    return true;
  }
  if (block->hi[side] - block->lo[side] == 1) {
    int *list = g->list + next;

    shape_box_add(&g->body, centre, half, shape_density_at(&g->body, centre, sure, kept, list), &g->found);
    shape_cube_doubt(&g->body, centre, g->edge, sure, kept, list, g->finer, &g->middle, &g->doubt);
    return true;
  }
  low.hi[side] = high.lo[side] = block->lo[side] + (block->hi[side] - block->lo[side]) / 2;
  return block_add(g, &low, sure, next, kept) && block_add(g, &high, sure, next, kept);
}

/* Cubes that surfaces go through, about: one and a half for each square of the faces of the shapes' boxes. */
static double cells_cut(const ShapeSet *set, double edge)
{
  double cells = 0;

  for (int i = 0; i < set->n; i++) {
    const Vec3 s = vec3_scale(1 / edge, vec3_sub(set->list[i].hi, set->list[i].lo));

    cells += 1.5 * 2 * ((s.x + 1) * (s.y + 1) + (s.y + 1) * (s.z + 1) + (s.z + 1) * (s.x + 1));
  }
  return cells;
}

/* The lattice, around the middle of all. */
static bool lattice_set(Grid *g, int div, Block *all, char *why)
{
  const ShapeSet *set      = g->body.set;
  double          smallest = HUGE_VAL, cells;

  for (int i = 0; i < set->n; i++) smallest = min_real(smallest, cbrt(3 * set->list[i].moments.volume / (4 * PETSC_PI)));
  g->edge  = smallest / div;
  cells    = cells_cut(set, g->edge);
  g->finer = shape_finer(cells);
  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(g->body.lo, k), hi = vec3_axis(g->body.hi, k), n = ceil((hi - lo) / g->edge);

    if (n > 1e9 || cells > most_cut) {
      snprintf(why, 256, "div %d gives %.1e cells to look at, more than %.0e: take a smaller one", div, cells, most_cut);
      return false;
    }
    all->lo[k] = 0;
    all->hi[k] = (int)max_real(n, 1);
    vec3_set(&g->corner, k, (lo + hi) / 2 - all->hi[k] * g->edge / 2);
  }
  return true;
}

bool shapes_grid(const ShapeSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why)
{
  Grid  g = {.edge = 0};
  Block all;
  bool  done = shape_body_create(set, materials, &g.body);

  if (!done) strcpy(why, "no memory for the shapes");
  done = done && lattice_set(&g, options->div, &all, why);
  if (done) {
    done = shape_list_grow(&g.list, sizeof(int), (size_t)set->n, &g.room);
    for (int i = 0; i < set->n && done; i++) g.list[i] = i;
    done = done && block_add(&g, &all, 0, 0, set->n);
    if (!done) strcpy(why, "no memory for the cells of the grid");
    else if (!(g.found.mass > 0)) {
      snprintf(why, 256, "div %d: no cell has its centre in a shape: take a larger one", options->div);
      done = false;
    } else shape_box_properties(&g.body, materials, &g.found, &g.middle, g.doubt, out);
  }
  free(g.list);
  shape_body_free(&g.body);
  return done;
}
