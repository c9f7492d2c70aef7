/* SPDX-License-Identifier: MIT */
/* Trees of bodies: nodes in the order in which they are walked, each followed by the nodes below it
   (gravity_tree.c). Not for other rooms. */
#ifndef INTERACTION_GRAVITY_GRAVITY_NODES_H
#define INTERACTION_GRAVITY_GRAVITY_NODES_H

#include "base/mail.h"
#include "interaction/interaction.h"

/* LEAF: most bodies of a leaf, unless they are at the same position; GROUP: bodies that are
   evaluated together, padded to a multiple of LANES. */
enum { LEAF = 32, GROUP = 32, LANES = 8 };

typedef struct {
  double lo[3], hi[3]; /* m; lo > hi: empty */
} Box;

typedef struct {
  double x[3], mass; /* m, kg */
} Point;

typedef struct {
  double x[3], mass; /* centre of mass, m; kg */
  double moment[6];  /* sums of m x x about it: xx, yy, zz, xy, xz, yz, kg m^2 */
  double size;       /* longest side of the box of its bodies, m */
  /* index of the next node that is not below this one; own index + 1: a leaf, or a node of another
     rank that acts as a whole */
  int32_t skip;
  int32_t n, first; /* of a leaf: bodies first .. first + n - 1; n 0: no leaf */
} Node;

/* Trees one after the other. */
typedef struct {
  Node    *node;
  Point   *body;
  PetscInt n, n_bodies, room, room_bodies;
} Forest;

/* Sources of the attraction on a group, as indices: nodes as a whole, and single bodies. */
typedef struct {
  int32_t *node, *body;
  PetscInt n_nodes, n_bodies, room_nodes, room_bodies;
} Acts;

typedef struct {
  uint64_t key; /* Morton key */
  PetscInt row;
} Order;

/* The trees of a rank: of its own bodies, then the parts of those of others. */
typedef struct {
  Forest   forest;
  int32_t  own;   /* nodes of its own tree */
  Order   *order; /* of its own bodies: row of each in MutualBodies */
  PetscInt room_order, room_boxes;
  Box     *boxes; /* [ranks] of the bodies of each rank */
  Forest   part;  /* workspace: nodes and bodies that are sent to a rank */
  Acts     acts;  /* workspace: nodes and bodies that act on a group */
  Mail    *mail;
} Tree;

static inline Box box_of_nothing(void)
{
  return (Box){.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void box_add(Box *box, const double *x)
{
  for (int k = 0; k < 3; k++) {
    box->lo[k] = x[k] < box->lo[k] ? x[k] : box->lo[k];
    box->hi[k] = x[k] > box->hi[k] ? x[k] : box->hi[k];
  }
}

/* True if the node acts as a whole on all bodies in the box; opening2: squared opening. */
static inline bool node_is_far(const Node *node, double opening2, const Box *box)
{
  double d2 = 0;

  for (int k = 0; k < 3; k++) {
    const double below = box->lo[k] - node->x[k], above = node->x[k] - box->hi[k],
                 away = below > above ? below : above;

    d2 += away > 0 ? away * away : 0;
  }
  return node->size * node->size < opening2 * d2;
}

void forest_reserve(Forest *forest, PetscInt nodes, PetscInt bodies);
/* Append the bodies of a leaf to the forest `to`; to_leaf->first is set to the first of them. */
void forest_copy(const Forest *from, const Node *leaf, Forest *to, Node *to_leaf);

/* The tree of this rank's bodies. Local. */
void tree_build(Tree *tree, const MutualBodies *bodies);
/* Find the boxes of the bodies of all ranks. Collective. */
PetscErrorCode tree_boxes(Tree *tree, const Parallel *par);
void           tree_free(void *tree);

#endif
