/* SPDX-License-Identifier: MIT */
/* Weighted points in a box, and what cuts make of them. */
#ifndef CLOUD_H
#define CLOUD_H

#include "base/random.h"
#include "space/decomposition.h"
#include "test.h"

enum { N = 4000, MOST_PARTS = 13 };

static inline Domain box_of(void)
{
  const Boundary boundary[3] = {BOUNDARY_OPEN, BOUNDARY_PERIODIC, BOUNDARY_FREE};

  return domain_create(3, vec3(-2, 0, 0), vec3(2, 3, 5), boundary, 0.1, 0);
}

/* Random points with weights from 0 to 40 in a box; point i is brought by rank i % size. */
typedef struct {
  PetscInt n, mine;
  Vec3     x[N], brought[N];
  int32_t  weight[N], own[N];
} Cloud;

static inline void cloud_make(const Parallel *par, const Domain *d, PetscInt n, Vec3 centre,
                              Vec3 side, Cloud *c)
{
  c->n    = n;
  c->mine = 0;
  for (int i = 0; i < n; i++) {
    Random     r = random_stream(12, RANDOM_TEST, (uint64_t)i);
    const Vec3 u = {random_real(&r) - 0.5, random_real(&r) - 0.5, random_real(&r) - 0.5};

    c->x[i] = grid_round3(
      d, vec3(centre.x + u.x * side.x, centre.y + u.y * side.y, centre.z + u.z * side.z));
    c->weight[i] = (int32_t)(random_bits(&r) % 41);
    if (i % par->size != par->rank) continue;
    c->brought[c->mine] = c->x[i];
    c->own[c->mine++]   = c->weight[i];
  }
}

static inline Points points_of(const Cloud *c)
{
  return (Points){.n = c->mine, .x = c->brought, .weight = c->own};
}

/* Largest weight of a part over the mean. */
static inline double imbalance(const Cloud *c, const Decomposition *cuts, int parts)
{
  int64_t share[MOST_PARTS] = {0}, total = 0, most = 0;

  for (int i = 0; i < c->n; i++) {
    share[decomposition_rank(cuts, c->x[i])] += c->weight[i];
    total += c->weight[i];
  }
  for (int p = 0; p < parts; p++) most = max_int(most, share[p]);
  return (double)most * parts / (double)total;
}

static inline Decomposition copy_of(const Decomposition *d)
{
  Decomposition c = *d;

  c.nodes = NULL;
  c.boxes = NULL;
  array_create(&c.nodes, sizeof *c.nodes, d->n);
  array_create(&c.boxes, sizeof *c.boxes, d->n);
  memcpy(c.nodes, d->nodes, (size_t)d->n * sizeof *c.nodes);
  memcpy(c.boxes, d->boxes, (size_t)d->n * sizeof *c.boxes);
  return c;
}

/* Share of a node's weight that has changed sides of its cut. */
static inline double changed(const Cloud *c, const Decomposition *before,
                             const Decomposition *after, int node)
{
  const Cut *old = &before->nodes[node], *new = &after->nodes[node];
  int64_t    total = 0, moved = 0;

  for (int i = 0; i < c->n; i++) {
    if (!box_holds(&after->boxes[node], c->x[i])) continue;
    total += c->weight[i];
    if ((vec3_axis(c->x[i], old->axis) < old->cut) != (vec3_axis(c->x[i], new->axis) < new->cut))
      moved += c->weight[i];
  }
  return total > 0 ? (double)moved / (double)total : 0;
}

/* Largest share of a node's weight that has changed sides, over nodes with no change of axis in
   them or above. */
static inline double most_changed(const Cloud *c, const Decomposition *before,
                                  const Decomposition *after)
{
  bool   turned[2 * MOST_PARTS] = {false};
  double most                   = 0;

  for (int k = 0; k < after->n; k++) {
    const Cut *cut = &after->nodes[k];

    if (cut->count == 1) continue;
    turned[k]         = turned[k] || cut->axis != before->nodes[k].axis;
    turned[cut->left] = turned[cut->right] = turned[k];
    if (!turned[k]) most = max_real(most, changed(c, before, after, k));
  }
  return most;
}

static inline bool same_cuts(const Decomposition *a, const Decomposition *b)
{
  bool same = a->n == b->n;

  for (int k = 0; same && k < a->n; k++)
    same = a->nodes[k].count == 1 ||
           (a->nodes[k].axis == b->nodes[k].axis && a->nodes[k].cut == b->nodes[k].cut);
  return same;
}

static const int partitions[] = {1, 2, 3, 4, 5, 8, MOST_PARTS};

/* True if partition k is tried on this number of ranks: all of them on one, a third of them, in
   turn, and the one into as many parts as ranks on more. */
static inline bool partition_here(size_t k)
{
  return test_size() == 1 || partitions[k] == test_size() || (k + (size_t)test_size()) % 3 == 0;
}

#endif
