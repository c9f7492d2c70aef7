/* SPDX-License-Identifier: MIT */
/* Building of trees of bodies (gravity_nodes.h). */
#include "interaction/gravity/gravity_nodes.h"

void forest_reserve(Forest *f, PetscInt nodes, PetscInt bodies)
{
  if (f->n + nodes > f->room) array_reserve(&f->node, sizeof *f->node, f->n + nodes, &f->room);
  if (f->n_bodies + bodies > f->room_bodies)
    array_reserve(&f->body, sizeof *f->body, f->n_bodies + bodies, &f->room_bodies);
}

void forest_copy(const Forest *from, const Node *leaf, Forest *to, Node *to_leaf)
{
  forest_reserve(to, 0, leaf->n);
  to_leaf->first = (int32_t)to->n_bodies;
  memcpy(to->body + to->n_bodies, from->body + leaf->first, (size_t)leaf->n * sizeof *to->body);
  to->n_bodies += leaf->n;
}

void tree_free(void *tree)
{
  Tree *t = tree;

  array_free(&t->forest.node);
  array_free(&t->forest.body);
  array_free(&t->part.node);
  array_free(&t->part.body);
  array_free(&t->acts.node);
  array_free(&t->acts.body);
  array_free(&t->order);
  array_free(&t->boxes);
  if (t->mail) mail_destroy(&t->mail);
  array_free(&tree);
}

/* ---- the Morton curve ---- */

enum { LEVELS = 21 }; /* halvings of each side */

/* The low 21 bits with two zeros before each. */
static uint64_t spread(uint64_t a)
{
  a = (a | a << 32) & 0x1f00000000ffffu;
  a = (a | a << 16) & 0x1f0000ff0000ffu;
  a = (a | a << 8) & 0x100f00f00f00f00fu;
  a = (a | a << 4) & 0x10c30c30c30c30c3u;
  return (a | a << 2) & 0x1249249249249249u;
}

/* Morton key of the position x in the cube with the lower corner box->lo and the side 1 / per, m.
   Coordinates that are NaN count as 0. */
static uint64_t key_of(const Box *box, double per, const double *x)
{
  uint64_t key = 0;

  for (int k = 0; k < 3; k++) {
    const double at = (x[k] - box->lo[k]) * per * (1 << LEVELS);

    key |= spread(at > 0 ? (uint64_t)min_real(at, (1 << LEVELS) - 1) : 0) << (2 - k);
  }
  return key;
}

static int compare_order(const void *a, const void *b)
{
  const Order *p = a, *q = b;

  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Sort the bodies by their keys. */
static void sort(Tree *t, const MutualBodies *b)
{
  Box    box  = box_of_nothing();
  double side = 0;

  for (PetscInt i = 0; i < b->n; i++) box_add(&box, b->list[i].x);
  for (int k = 0; k < 3; k++) side = max_real(side, box.hi[k] - box.lo[k]);
  array_reserve(&t->order, sizeof *t->order, b->n, &t->room_order);
  for (PetscInt i = 0; i < b->n; i++)
    t->order[i] = (Order){key_of(&box, side > 0 ? 1 / side : 0, b->list[i].x), i};
  sort_items(t->order, b->n, sizeof *t->order, compare_order);
  for (PetscInt i = 0; i < b->n; i++) {
    const MutualBody *body = &b->list[t->order[i].row];

    t->forest.body[i] = (Point){{body->x[0], body->x[1], body->x[2]}, body->mass};
  }
}

/* ---- nodes ---- */

/* Add a mass at x, with second moments about x (NULL: 0), to those about the node's centre. */
static void add_moments(Node *node, double mass, const double *x, const double *moment)
{
  static const int first[] = {0, 1, 2, 0, 0, 1}, second[] = {0, 1, 2, 1, 2, 2};
  double           d[3];

  for (int k = 0; k < 3; k++) d[k] = x[k] - node->x[k];
  for (int k = 0; k < 6; k++)
    node->moment[k] += mass * d[first[k]] * d[second[k]] + (moment ? moment[k] : 0);
}

static void add_centre(Node *node, double mass, const double *x)
{
  node->mass += mass;
  for (int k = 0; k < 3; k++) node->x[k] += mass * x[k];
}

static void end_centre(Node *node, const Box *box)
{
  for (int k = 0; k < 3; k++) {
    node->x[k] /= node->mass;
    node->size = max_real(node->size, box->hi[k] - box->lo[k]);
  }
}

static Box finish_leaf(Forest *f, Node *leaf)
{
  const Point *body = f->body + leaf->first;
  Box          box  = box_of_nothing();

  for (int i = 0; i < leaf->n; i++) {
    box_add(&box, body[i].x);
    add_centre(leaf, body[i].mass, body[i].x);
  }
  end_centre(leaf, &box);
  for (int i = 0; i < leaf->n; i++) add_moments(leaf, body[i].mass, body[i].x, NULL);
  return box;
}

static void finish_branch(Forest *f, PetscInt at, const Box *box)
{
  Node *node = &f->node[at];

  for (int32_t c = (int32_t)at + 1; c < f->n; c = f->node[c].skip)
    add_centre(node, f->node[c].mass, f->node[c].x);
  end_centre(node, box);
  for (int32_t c = (int32_t)at + 1; c < f->n; c = f->node[c].skip)
    add_moments(node, f->node[c].mass, f->node[c].x, f->node[c].moment);
}

/* First body from .. to - 1 whose key has an octant of at least `octant` at this level; `to`: none.
   */
static PetscInt find(const Order *order, PetscInt from, PetscInt to, int level, uint64_t octant)
{
  while (from < to) {
    const PetscInt mid = from + (to - from) / 2;

    if ((order[mid].key >> (3 * (LEVELS - 1 - level)) & 7) < octant) from = mid + 1;
    else to = mid;
  }
  return from;
}

/* Append the node of the bodies from .. to - 1, whose keys agree above this level, and all nodes
   below it. box: that of the bodies. */
static void grow(Tree *t, PetscInt from, PetscInt to, int level, Box *box)
{
  Forest        *f  = &t->forest;
  const PetscInt at = f->n;

  forest_reserve(f, 1, 0);
  f->n++;
  f->node[at] = (Node){.first = (int32_t)from};
  if (to - from <= LEAF || level == LEVELS) {
    f->node[at].n = (int32_t)(to - from);
    *box          = finish_leaf(f, &f->node[at]);
  } else {
    *box = box_of_nothing();
    for (uint64_t octant = 0; octant < 8; octant++) {
      const PetscInt end = octant < 7 ? find(t->order, from, to, level, octant + 1) : to;
      Box            part;

      if (end == from) continue;
      grow(t, from, end, level + 1, &part);
      box_add(box, part.lo);
      box_add(box, part.hi);
      from = end;
    }
    finish_branch(f, at, box);
  }
  f->node[at].skip = (int32_t)f->n;
}

void tree_build(Tree *t, const MutualBodies *b)
{
  Box box;

  t->forest.n = t->forest.n_bodies = 0;
  forest_reserve(&t->forest, 0, b->n);
  sort(t, b);
  t->forest.n_bodies = b->n;
  if (b->n > 0) grow(t, 0, b->n, 0, &box);
  t->own = (int32_t)t->forest.n;
}

PetscErrorCode tree_boxes(Tree *t, const Parallel *par)
{
  Box  mine = box_of_nothing();
  int *counts;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < t->forest.n_bodies; i++) box_add(&mine, t->forest.body[i].x);
  array_reserve(&t->boxes, sizeof *t->boxes, par->size, &t->room_boxes);
  array_create(&counts, sizeof *counts, par->size);
  for (int r = 0; r < par->size; r++) counts[r] = 6;
  PetscCall(parallel_gather(par, mine.lo, counts, t->boxes->lo));
  array_free(&counts);
  PetscFunctionReturn(PETSC_SUCCESS);
}
