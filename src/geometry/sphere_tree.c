/* SPDX-License-Identifier: MIT */
/* Tree of spheres, divided at the median along the longest side, down to LEAF spheres: balanced
   even if all centres coincide. */
#include "geometry/sphere_tree.h"

enum { LEAF = 8 };

static Vec3 vec3_lower(Vec3 a, Vec3 b)
{
  return vec3(min_real(a.x, b.x), min_real(a.y, b.y), min_real(a.z, b.z));
}

static Vec3 vec3_upper(Vec3 a, Vec3 b)
{
  return vec3(max_real(a.x, b.x), max_real(a.y, b.y), max_real(a.z, b.z));
}

static void node_measure(const SphereTree *tree, SphereNode *node)
{
  const int *item = tree->order + node->first;

  node->lo = node->hi = tree->x[item[0]];
  node->largest       = 0;
  for (int k = 0; k < node->n; k++) {
    node->lo      = vec3_lower(node->lo, tree->x[item[k]]);
    node->hi      = vec3_upper(node->hi, tree->x[item[k]]);
    node->largest = max_real(node->largest, tree->r[item[k]]);
  }
}

static int longest_side(const SphereNode *node)
{
  const Vec3 side = vec3_sub(node->hi, node->lo);

  if (side.x >= side.y && side.x >= side.z) return 0;
  return side.y >= side.z ? 1 : 2;
}

/* Hoare's selection: item[middle] gets its sorted place, smaller ones before it, larger ones after.
   Equal keys do not slow it. */
static void select_middle(const Vec3 *x, int axis, int *item, int n, int middle)
{
  int low = 0, high = n - 1;

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
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else break;
  }
}

static void node_split(SphereTree *tree, int place)
{
  SphereNode *const node   = &tree->node[place];
  const int         middle = node->n / 2;

  select_middle(tree->x, longest_side(node), tree->order + node->first, node->n, middle);
  node->left                  = tree->n_nodes;
  tree->node[tree->n_nodes++] = (SphereNode){.first = node->first, .n = middle};
  tree->node[tree->n_nodes++] = (SphereNode){.first = node->first + middle, .n = node->n - middle};
}

/* Release unused memory: most of it. */
static void shrink(SphereTree *tree)
{
  SphereNode *const less = realloc(tree->node, ((size_t)tree->n_nodes + 1) * sizeof *tree->node);

  if (less) tree->node = less;
}

bool sphere_tree_create(int n, const Vec3 *x, const double *r, SphereTree *tree)
{
  /* leaves hold at least LEAF / 2 spheres, so there are at most 2 n / (LEAF / 2) nodes, or one */
  *tree       = (SphereTree){.n = n, .x = x, .r = r};
  tree->order = malloc(((size_t)n + 1) * sizeof *tree->order);
  tree->node  = malloc(((size_t)n + 1) * sizeof *tree->node);
  if (!tree->order || !tree->node) return false;
  for (int i = 0; i < n; i++) tree->order[i] = i;
  tree->node[0] = (SphereNode){.n = n};
  tree->n_nodes = n > 0;
  for (int place = 0; place < tree->n_nodes; place++) {
    node_measure(tree, &tree->node[place]);
    if (tree->node[place].n > LEAF) node_split(tree, place);
  }
  shrink(tree);
  return true;
}

void sphere_tree_free(SphereTree *tree)
{
  free(tree->order);
  free(tree->node);
  tree->order   = NULL;
  tree->node    = NULL;
  tree->n_nodes = 0;
}

/* Distance of x from [lo, hi]. */
static double outside(double x, double lo, double hi)
{
  return x < lo ? lo - x : x > hi ? x - hi : 0;
}

double sphere_node_distance(const SphereNode *node, Vec3 x)
{
  return vec3_norm(vec3(outside(x.x, node->lo.x, node->hi.x), outside(x.y, node->lo.y, node->hi.y),
                        outside(x.z, node->lo.z, node->hi.z)));
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

typedef struct {
  double gap;
  int    item;
} Closest;

static void leaf_gap(const SphereTree *tree, const SphereNode *node, Vec3 x, Closest *best)
{
  for (int k = node->first; k < node->first + node->n; k++) {
    const int    j   = tree->order[k];
    const double gap = vec3_norm(vec3_sub(tree->x[j], x)) - tree->r[j];

    if (gap < best->gap) *best = (Closest){gap, j};
  }
}

static double node_gap(const SphereNode *node, Vec3 x)
{
  return sphere_node_distance(node, x) - node->largest;
}

double sphere_tree_gap(const SphereTree *tree, Vec3 x, int *nearest)
{
  int     stack[SPHERE_WALK_DEPTH], depth = 0;
  Closest best = {INFINITY, -1};

  if (tree->n_nodes > 0) stack[depth++] = 0;
  while (depth > 0 && best.gap > 0) {
    const SphereNode *node = &tree->node[stack[--depth]];
    bool              near;

    if (node_gap(node, x) >= best.gap) continue;
    if (node->left == 0) {
      leaf_gap(tree, node, x, &best);
      continue;
    }
    near = node_gap(&tree->node[node->left], x) < node_gap(&tree->node[node->left + 1], x);
    stack[depth++] = near ? node->left + 1 : node->left;
    stack[depth++] = near ? node->left : node->left + 1;
  }
  if (nearest) *nearest = best.item;
  return max_real(best.gap, 0);
}
