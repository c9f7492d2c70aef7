/* SPDX-License-Identifier: MIT */
/* Tree of spheres, divided at the median along the longest side, down to LEAF spheres: balanced
   even if all centres coincide. */
#include "geometry/sphere_tree.h"

enum { LEAF = 8 };

static void node_measure(const SphereTree *tree, SphereNode *node)
{
  const int *item = tree->order + node->first;

  node->lo = node->hi = tree->x[item[0]];
  node->largest       = 0;
  for (int k = 0; k < node->n; k++) {
    node->lo      = vec3_least(node->lo, tree->x[item[k]]);
    node->hi      = vec3_most(node->hi, tree->x[item[k]]);
    node->largest = max_real(node->largest, tree->r[item[k]]);
  }
}

/* Hoare's selection: item[n / 2] gets its sorted place, smaller ones before it, larger ones after.
   Equal keys do not slow it. */
void points_halve(const Vec3 *x, Vec3 side, int n, int *item)
{
  const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  int       low = 0, high = n - 1;

  while (low < high) {
    const double pivot = vec3_axis(x[item[low + (high - low) / 2]], axis);
    int          i = low, j = high;

    while (i <= j) {
      while (vec3_axis(x[item[i]], axis) < pivot) i++;
      while (vec3_axis(x[item[j]], axis) > pivot) j--;
      if (i <= j) {
        const int swapped = item[i];

        item[i++] = item[j];
        item[j--] = swapped;
      }
    }
    if (n / 2 <= j) high = j;
    else if (n / 2 >= i) low = i;
    else break;
  }
}

void sphere_tree_create(int n, const Vec3 *x, const double *r, SphereTree *tree)
{
  /* Leaves hold at least LEAF / 2 spheres, so there are at most 2 n / (LEAF / 2) nodes, or one. */
  *tree = (SphereTree){.n = n, .x = x, .r = r};
  array_create(&tree->order, sizeof *tree->order, (size_t)n);
  array_create(&tree->node, sizeof *tree->node, (size_t)n + 1);
  for (int i = 0; i < n; i++) tree->order[i] = i;
  tree->node[0] = (SphereNode){.n = n};
  tree->n_nodes = n > 0;
  for (int place = 0; place < tree->n_nodes; place++) {
    SphereNode *node = &tree->node[place];
    const int   half = node->n / 2;

    node_measure(tree, node);
    if (node->n <= LEAF) continue;
    points_halve(x, vec3_sub(node->hi, node->lo), node->n, tree->order + node->first);
    node->left                  = tree->n_nodes;
    tree->node[tree->n_nodes++] = (SphereNode){.first = node->first, .n = half};
    tree->node[tree->n_nodes++] = (SphereNode){.first = node->first + half, .n = node->n - half};
  }
  array_trim(&tree->node, sizeof *tree->node, tree->n_nodes);
}

void sphere_tree_free(SphereTree *tree)
{
  array_free(&tree->order);
  array_free(&tree->node);
  tree->n_nodes = 0;
}

double sphere_node_distance(const SphereNode *node, Vec3 x)
{
  return vec3_norm(vec3(outside_interval(x.x, node->lo.x, node->hi.x),
                        outside_interval(x.y, node->lo.y, node->hi.y),
                        outside_interval(x.z, node->lo.z, node->hi.z)));
}

SphereWalk sphere_tree_walk(const SphereTree *tree, Vec3 x, double reach, bool centres)
{
  return (SphereWalk){
    .tree = tree, .x = x, .reach = reach, .centres = centres, .depth = tree->n_nodes > 0};
}

/* Advance to the next leaf that may hold a sphere within reach. */
static bool leaf_next(SphereWalk *walk)
{
  while (walk->depth > 0) {
    const SphereNode *node = &walk->tree->node[walk->stack[--walk->depth]];

    if (sphere_node_distance(node, walk->x) > walk->reach + (walk->centres ? 0 : node->largest))
      continue;
    if (node->left == 0) {
      walk->item = node->first;
      walk->end  = node->first + node->n;
      return true;
    }
    walk->stack[walk->depth++] = node->left;
    walk->stack[walk->depth++] = node->left + 1;
  }
  return false;
}

int sphere_walk_next(SphereWalk *walk)
{
  const SphereTree *tree = walk->tree;

  do {
    while (walk->item < walk->end) {
      const int j = tree->order[walk->item++];

      if (vec3_norm(vec3_sub(tree->x[j], walk->x)) <=
          walk->reach + (walk->centres ? 0 : tree->r[j]))
        return j;
    }
  } while (leaf_next(walk));
  return -1;
}

double sphere_tree_gap(const SphereTree *tree, Vec3 x, int *nearest)
{
  int    stack[SPHERE_WALK_DEPTH], depth = 0, found = -1;
  double best = INFINITY;

  if (tree->n_nodes > 0) stack[depth++] = 0;
  while (depth > 0 && best > 0) {
    const SphereNode *node = &tree->node[stack[--depth]], *left = &tree->node[node->left];

    if (sphere_node_distance(node, x) - node->largest >= best) continue;
    if (node->left > 0) {
      const bool near = sphere_node_distance(left, x) - left->largest <
                        sphere_node_distance(left + 1, x) - left[1].largest;

      stack[depth++] = near ? node->left + 1 : node->left; /* the nearer child is visited first */
      stack[depth++] = near ? node->left : node->left + 1;
      continue;
    }
    for (int k = node->first; k < node->first + node->n; k++) {
      const int    j   = tree->order[k];
      const double gap = vec3_norm(vec3_sub(tree->x[j], x)) - tree->r[j];

      if (gap >= best) continue;
      best  = gap;
      found = j;
    }
  }
  if (nearest) *nearest = found;
  return max_real(best, 0);
}

/* ---- pairs ---- */

typedef struct {
  int i, j;
} Pair;

typedef struct {
  size_t n, room;
  Pair  *list;
} Pairs;

/* List the overlapping pairs. Each is tested once, so that both lists agree whatever the
   rounding. */
static void pairs_find(const SphereTree *tree, Pairs *pairs)
{
  double largest = 0;

  for (int i = 0; i < tree->n; i++) largest = max_real(largest, tree->r[i]);
  for (int i = 0; i < tree->n; i++) {
    SphereWalk walk = sphere_tree_walk(tree, tree->x[i], tree->r[i] + 1e-12 * largest, false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
      const Vec3   d     = vec3_sub(tree->x[j], tree->x[i]);
      const double reach = tree->r[i] + tree->r[j];

      if (j >= i || !(vec3_dot(d, d) < reach * reach)) continue;
      if (pairs->n == pairs->room) {
        pairs->room = 2 * pairs->room + 256;
        pairs->list = memory_room(pairs->list, pairs->room * sizeof *pairs->list);
      }
      pairs->list[pairs->n++] = (Pair){i, j};
    }
  }
}

/* Make the lists of all spheres: start[i + 1] first counts the entries of i, then is the
   position of its next entry, and at last the start of i + 1. */
static void lists_fill(const Pairs *pairs, Neighbours *out)
{
  size_t total = 0;

  array_create(&out->start, sizeof *out->start, (size_t)out->n + 2);
  array_create(&out->list, sizeof *out->list, 2 * pairs->n);
  array_create(&out->twin, sizeof *out->twin, 2 * pairs->n);
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
}

void neighbours_create(int n, const Vec3 *x, const double *r, Neighbours *out)
{
  Pairs      pairs = {.n = 0};
  SphereTree tree;

  *out = (Neighbours){.n = n};
  sphere_tree_create(n, x, r, &tree);
  pairs_find(&tree, &pairs);
  lists_fill(&pairs, out);
  sphere_tree_free(&tree);
  free(pairs.list);
}

void neighbours_free(Neighbours *neighbours)
{
  array_free(&neighbours->start);
  array_free(&neighbours->list);
  array_free(&neighbours->twin);
  *neighbours = (Neighbours){.n = 0};
}
