/* SPDX-License-Identifier: MIT */
#include "geometry/neighbours.h"

#include "geometry/sphere_tree.h"

typedef struct {
  int i, j;
} Pair;

typedef struct {
  size_t n, room;
  Pair  *list;
} Pairs;

static bool pair_add(Pairs *pairs, int i, int j)
{
  if (pairs->n == pairs->room) {
    const size_t room = 2 * pairs->room + 256;
    Pair *const  more = realloc(pairs->list, room * sizeof *more);

    if (!more) return false;
    pairs->list = more;
    pairs->room = room;
  }
  pairs->list[pairs->n++] = (Pair){i, j};
  return true;
}

static bool overlap(const Vec3 *x, const double *r, int i, int j)
{
  const Vec3   d     = vec3_sub(x[j], x[i]);
  const double reach = r[i] + r[j];

  return vec3_dot(d, d) < reach * reach;
}

/* Each pair is tested once, so that both lists agree whatever the rounding. */
static bool pairs_find(const SphereTree *tree, Pairs *pairs)
{
  double largest = 0;

  for (int i = 0; i < tree->n; i++) largest = max_real(largest, tree->r[i]);
  for (int i = 0; i < tree->n; i++) {
    SphereWalk walk = sphere_tree_walk(tree, tree->x[i], tree->r[i] + 1e-12 * largest, false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
      if (j < i && overlap(tree->x, tree->r, i, j) && !pair_add(pairs, i, j)) return false;
    }
  }
  return true;
}

/* start[i + 1] first counts the entries of i, then is the position of its next entry, and at last
   the start of i + 1. */
static bool lists_fill(const Pairs *pairs, Neighbours *out)
{
  size_t total = 0;

  out->start = calloc((size_t)out->n + 2, sizeof *out->start);
  out->list  = malloc((2 * pairs->n + 1) * sizeof *out->list);
  out->twin  = malloc((2 * pairs->n + 1) * sizeof *out->twin);
  if (!out->start || !out->list || !out->twin) return false;
  for (size_t k = 0; k < pairs->n; k++) {
    out->start[pairs->list[k].i + 1]++;
    out->start[pairs->list[k].j + 1]++;
  }
  for (int i = 0; i < out->n; i++) {
    const size_t count = out->start[i + 1];

    out->start[i + 1] = total;
    total += count;
  }
  for (size_t k = 0; k < pairs->n; k++) {
    const int    i = pairs->list[k].i, j = pairs->list[k].j;
    const size_t p = out->start[i + 1]++, q = out->start[j + 1]++;

    out->list[p] = j;
    out->list[q] = i;
    out->twin[p] = q;
    out->twin[q] = p;
  }
  return true;
}

bool neighbours_create(int n, const Vec3 *x, const double *r, Neighbours *out)
{
  Pairs      pairs = {.n = 0};
  SphereTree tree;
  const bool planted = sphere_tree_create(n, x, r, &tree);
  bool       done;

  *out = (Neighbours){.n = n};
  done = planted && pairs_find(&tree, &pairs) && lists_fill(&pairs, out);
  sphere_tree_free(&tree);
  free(pairs.list);
  return done;
}

void neighbours_free(Neighbours *neighbours)
{
  free(neighbours->start);
  free(neighbours->list);
  free(neighbours->twin);
  *neighbours = (Neighbours){.n = 0};
}
