/* SPDX-License-Identifier: MIT */
/* Properties of a set of pebbles: gaps between its parts, overlap, coincident pebbles. The same
   for spheres, capsules and discs. */
#include "base/forest.h"
#include "geometry/capsule.h"
#include "geometry/sphere_tree.h"
#include "shape/mass/mass.h"

/* ---- the gap ---- */

/* Connected parts of the set, joined to a minimum spanning tree by the algorithm of Boruvka
   1926: each round joins every part to the nearest other part. */
typedef struct {
  const PebbleSet *set;
  double          *reach; /* [n] radius of a ball around each pebble, m */
  SphereTree       tree;
  int             *root; /* [n] union-find: a pebble of the same part; root[i] = i at the root */
  int    *common;        /* [nodes] root of the part to which all pebbles of a node belong, or -1 */
  double *best;          /* [n] at roots: length of the shortest bridge to another part, m */
  int    *to;            /* [n] at roots: pebble at its other end */
} Parts;

static Capsule capsule_of(const PebbleSet *set, int i)
{
  return (Capsule){{vec3_sub(set->x[i], set->axis[i]), vec3_add(set->x[i], set->axis[i])},
                   set->r[i]};
}

static double gap_between(const PebbleSet *set, int i, int j)
{
  if (set->axis) {
    const Capsule a = capsule_of(set, i), b = capsule_of(set, j);

    return max_real(0, sqrt(capsules_distance2(&a, &b)) - (a.r + b.r));
  }
  return max_real(0, vec3_norm(vec3_sub(set->x[i], set->x[j])) - (set->r[i] + set->r[j]));
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
    p->common[k] = forest_root(p->root, item[0]);
    for (int i = 1; i < node->n; i++)
      if (forest_root(p->root, item[i]) != p->common[k]) p->common[k] = -1;
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
    if (sphere_node_distance(node, p->set->x[i]) - p->reach[i] - node->largest > p->best[mine])
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

      if (forest_root(p->root, j) == mine || gap_between(p->set, i, j) >= p->best[mine]) continue;
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
    for (int i = 0; i < n; i++) look_from(p, i, forest_root(p->root, i));
    for (int i = 0; i < n; i++) {
      if (p->best[i] == HUGE_VAL) continue; /* not a root */
      longest = max_real(longest, p->best[i]);
      forest_join(p->root, i, p->to[i]);
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
                           .reach  = memory_zero(room, sizeof *p.reach),
                           .root   = memory_zero(room, sizeof *p.root),
                           .common = memory_zero(room, sizeof *p.common),
                           .best   = memory_zero(room, sizeof *p.best),
                           .to     = memory_zero(room, sizeof *p.to)};
  double       smallest = HUGE_VAL, gap;

  for (int i = 0; i < set->n; i++) {
    smallest   = min_real(smallest, set->r[i]);
    p.reach[i] = set->r[i] + vec3_norm(pebble_set_axis(set, i));
  }
  sphere_tree_create(set->n, set->x, p.reach, &p.tree);
  for (int i = 0; i < set->n; i++) p.root[i] = i;
  for (int i = 0; i < set->n; i++) {
    SphereWalk walk =
      sphere_tree_walk(&p.tree, set->x[i], p.reach[i] + PEBBLES_TOUCH * smallest, false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk))
      if (!set->axis || gap_between(set, i, j) <= PEBBLES_TOUCH * smallest)
        forest_join(p.root, i, j);
  }
  gap = longest_bridge(&p);
  sphere_tree_free(&p.tree);
  free(p.reach);
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

  const Vec3 a = pebble_set_axis(set, i), b = pebble_set_axis(set, j);

  return fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny &&
         (vec3_norm(vec3_sub(a, b)) <= tiny || vec3_norm(vec3_add(a, b)) <= tiny);
}

/* Pebble i is removed; pebble j takes its material if that is denser, or as dense and declared
   first. */
static void give_way(PebbleSet *set, const Materials *materials, int i, int j)
{
  const int    a = set->material[i], b = set->material[j], n = materials->n;
  const bool   known = a >= 0 && a < n && b >= 0 && b < n; /* invalid indices are refused later */
  const double more  = known ? materials->list[a].density - materials->list[b].density : 0;

  if (more > 0 || (known && more == 0 && a < b)) set->material[j] = a;
  if (set->r[i] != set->r[j] || vec3_norm(vec3_sub(set->x[i], set->x[j])) > 0 || set->axis)
    set->merged = true;
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

bool pebbles_clash(const PebbleSet *set, const Materials *materials, char why[256])
{
  SphereTree tree;
  int        j = -1, differs = 0;

  for (int i = 1; i < set->n; i++) differs += set->material[i] != set->material[0];
  if (differs == 0) return false;
  sphere_tree_create(set->n, set->x, set->r, &tree);
  for (int i = 0; i < set->n && j < 0; i++) {
    j = clash_of(set, &tree, i);
    if (j >= 0)
      snprintf(why, 256,
               "pebbles %d and %d have the same centre and radius, and the materials %.50s and "
               "%.50s: only one law could act; leave one of them out",
               j, i, materials->list[set->material[j]].name,
               materials->list[set->material[i]].name);
  }
  sphere_tree_free(&tree);
  return j >= 0;
}

int pebbles_merge(PebbleSet *set, const Materials *materials)
{
  const int  before = set->n;
  bool      *gone   = memory_zero((size_t)before, sizeof *gone);
  SphereTree tree;

  sphere_tree_create(set->n, set->x, set->r, &tree);
  for (int i = 0; i < set->n; i++) {
    SphereWalk walk = sphere_tree_walk(&tree, set->x[i], PEBBLES_SAME * set->r[i], true);

    for (int j = sphere_walk_next(&walk); j >= 0 && !gone[i]; j = sphere_walk_next(&walk)) {
      gone[i] = j < i && !gone[j] && pebbles_coincide(set, i, j);
      if (gone[i]) give_way(set, materials, i, j);
    }
  }
  sphere_tree_free(&tree);
  set->n = 0;
  for (int i = 0; i < before; i++) {
    if (gone[i]) continue;
    set->x[set->n] = set->x[i];
    set->r[set->n] = set->r[i];
    if (set->group) set->group[set->n] = set->group[i];
    if (set->axis) set->axis[set->n] = set->axis[i];
    set->material[set->n++] = set->material[i];
  }
  free(gone);
  return before - set->n;
}
