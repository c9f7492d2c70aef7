/* SPDX-License-Identifier: MIT */
/* Outline: the pebbles of one clump that meet a box. A pebble meets a box if its surface is no
   farther from the box than the reach.

   A piece of a clump is one pebble or, if its template has a tree, all pebbles of a node of that
   tree: a node far from the box, or with all centres inside it, is decided at once, so that the
   cost grows with the pebbles near the faces of the box and not with all pebbles of the clump. The
   result is the same, to the bit, as testing every pebble: the tree's boxes have a margin. */
#ifndef SPACE_OUTLINE_H
#define SPACE_OUTLINE_H

#include "matter/pebbles.h"
#include "space/decomposition.h"

typedef struct {
  const Template *template;
  /* Domain.magic; scale of the clump; distance from a pebble's surface, m */
  double magic, scale, reach;
  Vec3   x;       /* centre, m */
  Quat   q;       /* principal frame to lab */
  Vec3   axis[3]; /* principal axes in the lab frame, times scale: for the tree's boxes */
  double margin;  /* added to the half sides of the tree's boxes for rounding, m */
  Vec3   arm[TEMPLATE_TREE_FROM]; /* arms of all pebbles if the template has at most so many, m */
} Outline;

/* Code of a piece: a pebble's index, or outline_node(k) for all pebbles of node k of the tree.
   outline_node is its own inverse. */
static inline int outline_node(int k)
{
  return -1 - k;
}

/* Outline of a clump at this place. For another periodic image change x alone. Local, like all
   functions of this file. */
void outline_place(Outline *outline, const Domain *domain, const Template *t, double scale, Vec3 x,
                   Quat q, double reach);
/* Write the fewest pieces that cover the clump to pieces[capacity: number of its pebbles]; returns
   their number. */
int outline_all(const Outline *outline, int *pieces);
/* Write the pieces of n `pieces` that meet the box to met[capacity: number of pebbles in these
   pieces]; returns their number. A node that is partly near is split. any: may stop at the first
   piece found. */
int outline_sift(const Outline *outline, const Box *box, const int *pieces, int n, bool any,
                 int *met);

/* Number of pebbles in these pieces. */
int outline_count(const Outline *outline, const int *pieces, int n);

#endif
