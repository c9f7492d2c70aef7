/* SPDX-License-Identifier: MIT */
/* Properties of a set of pebbles: gaps between its parts, overlap, coincident pebbles. The same
   for spheres and discs. */
#include "geometry/sphere_tree.h"
#include "shape/mass/mass.h"

/* ---- the gap ---- */

/* Connected parts of the set, joined to a minimum spanning tree by the algorithm of Boruvka
   1926: each round joins every part to the nearest other part. */
typedef struct {
  const PebbleSet *set;
  SphereTree       tree;
  int             *root; /* [n] union-find: a pebble of the same part; root[i] = i at the root */
  int    *common;        /* [nodes] root of the part to which all pebbles of a node belong, or -1 */
  double *best;          /* [n] at roots: length of the shortest bridge to another part, m */
  int    *to;            /* [n] at roots: pebble at its other end */
} Parts;

static int root_of(int *root, int i)
{
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

static void join(int *root, int i, int j)
{
  const int a = root_of(root, i), b = root_of(root, j);

  root[a > b ? a : b] = a > b ? b : a;
}

static double gap_between(const PebbleSet *set, int i, int j)
{
  return max_real(0, vec3_norm(vec3_sub(set->x[i], set->x[j])) - (set->r[i] + set->r[j]));
}

/* Join pebbles whose gap is at most `slack`, m. */
static void join_touching(Parts *p, double slack)
{
  for (int i = 0; i < p->set->n; i++) {
    SphereWalk walk = sphere_tree_walk(&p->tree, p->set->x[i], p->set->r[i] + slack, false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) join(p->root, i, j);
  }
}

/* Set `common`. Children follow their parents, so one pass from the end fills the tree. Returns
   false if all pebbles are one part. */
static bool mark_common(Parts *p)
{
  for (int k = p->tree.n_nodes - 1; k >= 0; k--) {
    const SphereNode *node = &p->tree.node[k];
    const int        *item = p->tree.order + node->first;

    if (node->left > 0) {
      p->common[k] =
        p->common[node->left] == p->common[node->left + 1] ? p->common[node->left] : -1;
      continue;
    }
    p->common[k] = root_of(p->root, item[0]);
    for (int i = 1; i < node->n; i++) {
      if (root_of(p->root, item[i]) != p->common[k]) p->common[k] = -1;
    }
  }
  return p->common[0] < 0;
}

/* Shortest bridge from pebble i to a part other than `mine`, kept if it is shorter than the best
   of its part. */
static void look_from(Parts *p, int i, int mine)
{
  int stack[SPHERE_WALK_DEPTH] = {0}, depth = 1;

  while (depth > 0) {
    const int         k    = stack[--depth];
    const SphereNode *node = &p->tree.node[k];

    if (p->common[k] == mine) continue;
    if (sphere_node_distance(node, p->set->x[i]) - p->set->r[i] - node->largest > p->best[mine])
      continue;
    if (node->left > 0) {
      const double left  = sphere_node_distance(&p->tree.node[node->left], p->set->x[i]);
      const double right = sphere_node_distance(&p->tree.node[node->left + 1], p->set->x[i]);

      stack[depth++] = node->left + (left < right); /* the nearer child is visited first */
      stack[depth++] = node->left + (left >= right);
      continue;
    }
    for (int q = 0; q < node->n; q++) {
      const int j = p->tree.order[node->first + q];

      if (root_of(p->root, j) == mine || gap_between(p->set, i, j) >= p->best[mine]) continue;
      p->best[mine] = gap_between(p->set, i, j);
      p->to[mine]   = j;
    }
  }
}

static double longest_bridge(Parts *p)
{
  const int n       = p->set->n;
  double    longest = 0;

  while (mark_common(p) && longest < HUGE_VAL) {
    bool joined = false;

    for (int i = 0; i < n; i++) p->best[i] = HUGE_VAL;
    for (int i = 0; i < n; i++) look_from(p, i, root_of(p->root, i));
    for (int i = 0; i < n; i++) {
      if (p->best[i] == HUGE_VAL) continue; /* not a root */
      longest = max_real(longest, p->best[i]);
      join(p->root, i, p->to[i]);
      joined = true;
    }
    if (!joined) longest = HUGE_VAL; /* the distance overflows */
  }
  return longest;
}

double pebbles_gap(const PebbleSet *set)
{
  const size_t room     = (size_t)set->n + 1;
  Parts        p        = {.set    = set,
                           .root   = malloc(room * sizeof *p.root),
                           .common = malloc(room * sizeof *p.common),
                           .best   = malloc(room * sizeof *p.best),
                           .to     = malloc(room * sizeof *p.to)};
  double       smallest = HUGE_VAL, gap = HUGE_VAL;

  for (int i = 0; i < set->n; i++) smallest = min_real(smallest, set->r[i]);
  if (sphere_tree_create(set->n, set->x, set->r, &p.tree) && p.root && p.common && p.best && p.to) {
    for (int i = 0; i < set->n; i++) p.root[i] = i;
    join_touching(&p, PEBBLES_TOUCH * smallest);
    gap = longest_bridge(&p);
  }
  sphere_tree_free(&p.tree);
  free(p.root);
  free(p.common);
  free(p.best);
  free(p.to);
  return gap;
}

/* ---- overlap and twins ---- */

double pebbles_overlap(const PebbleSet *set, double union_volume)
{
  double sum = 0;

  for (int i = 0; i < set->n; i++) sum += pebble_volume(set, i);
  return sum / union_volume - 1;
}

static bool pebbles_coincide(const PebbleSet *set, int i, int j)
{
  const double tiny = PEBBLES_SAME * set->r[i];

  return fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny;
}

/* Pebble i is removed; pebble j takes its material if that is denser, or as dense and declared
   first. */
static void give_way(PebbleSet *set, const Materials *materials, int i, int j)
{
  const int    a = set->material[i], b = set->material[j], n = materials->n;
  const bool   known = a >= 0 && a < n && b >= 0 && b < n; /* invalid indices are refused later */
  const double more  = known ? materials->list[a].density - materials->list[b].density : 0;

  if (more > 0 || (known && more == 0 && a < b)) set->material[j] = a;
  if (set->r[i] != set->r[j] || vec3_norm(vec3_sub(set->x[i], set->x[j])) > 0) set->merged = true;
}

/* Mark the pebbles to remove: those that coincide with an earlier one that is kept. Returns
   false if out of memory. */
static bool mark_twins(PebbleSet *set, const Materials *materials, bool *gone)
{
  SphereTree tree;
  const bool done = sphere_tree_create(set->n, set->x, set->r, &tree);

  for (int i = 0; i < set->n && done; i++) {
    SphereWalk walk = sphere_tree_walk(&tree, set->x[i], PEBBLES_SAME * set->r[i], true);

    for (int j = sphere_walk_next(&walk); j >= 0 && !gone[i]; j = sphere_walk_next(&walk)) {
      gone[i] = j < i && !gone[j] && pebbles_coincide(set, i, j);
      if (gone[i]) give_way(set, materials, i, j);
    }
  }
  sphere_tree_free(&tree);
  return done;
}

/* The earlier pebble that coincides with pebble i and has another material; -1: none. */
static int clash_of(const PebbleSet *set, const SphereTree *tree, int i)
{
  SphereWalk walk  = sphere_tree_walk(tree, set->x[i], PEBBLES_SAME * set->r[i], true);
  int        first = -1;

  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk))
    if (j < i && set->material[j] != set->material[i] && pebbles_coincide(set, i, j))
      first = first < 0 || j < first ? j : first;
  return first;
}

static bool has_one_material(const PebbleSet *set)
{
  for (int i = 1; i < set->n; i++)
    if (set->material[i] != set->material[0]) return false;
  return true;
}

bool pebbles_clash(const PebbleSet *set, int *i, int *j)
{
  SphereTree tree;

  *j = -1;
  if (has_one_material(set)) return false;
  if (sphere_tree_create(set->n, set->x, set->r, &tree))
    for (*i = 0; *i < set->n && *j < 0; *i += *j < 0) *j = clash_of(set, &tree, *i);
  sphere_tree_free(&tree);
  return *j >= 0;
}

bool pebbles_clash_tell(const PebbleSet *set, const Materials *materials, char why[256])
{
  int i, j;

  if (!pebbles_clash(set, &i, &j)) return false;
  snprintf(why, 256,
           "pebbles %d and %d have the same centre and radius, and the materials %.60s and %.60s: "
           "only one law could act; leave one of them out",
           j, i, materials->list[set->material[j]].name, materials->list[set->material[i]].name);
  return true;
}

int pebbles_merge(PebbleSet *set, const Materials *materials)
{
  const int  before = set->n;
  bool      *gone   = calloc((size_t)before + 1, sizeof *gone);
  const bool marked = gone && mark_twins(set, materials, gone);

  set->n = 0;
  for (int i = 0; i < before; i++) {
    if (marked && gone[i]) continue;
    set->x[set->n] = set->x[i];
    set->r[set->n] = set->r[i];
    if (set->group) set->group[set->n] = set->group[i];
    set->material[set->n++] = set->material[i];
  }
  free(gone);
  return before - set->n;
}
