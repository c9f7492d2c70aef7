/* SPDX-License-Identifier: MIT */
/* Which pebbles of one clump meet a box: those whose surface, widened by the reach, comes to it.

   Parts of a clump are its pebbles, and, in a template with a tree over them, the whole of a node of that tree: what is far from
   a box or altogether inside it is settled at once, so that the cost follows the pebbles near the box's faces and not those
   of the clump. What meets is decided by each pebble's own place, with the same bits, whether there is a tree or not. */
#ifndef SPACE_OUTLINE_H
#define SPACE_OUTLINE_H

#include "matter/pebbles.h"
#include "space/decomposition.h"

typedef struct {
  const Template *template;
  double magic, scale, reach;     /* of the domain; of the clump; beyond a pebble's surface, m */
  Vec3   x;                       /* centre, m */
  Quat   q;                       /* principal frame to lab */
  Vec3   axis[3];                 /* where the principal axes point, times the scale: for the tree's boxes */
  double margin;                  /* of these, for rounding, m */
  Vec3   arm[TEMPLATE_TREE_FROM]; /* of every pebble, where there are no more than that, m */
} Outline;

/* A pebble is its number; the whole of node k of the template's tree is outline_node(k). */
static inline int outline_node(int k)
{
  return -1 - k;
}

/* `reach`: beyond a pebble's surface, m. Another image of the clump: only x changes. Not collective, like all here. */
void outline_place(Outline *outline, const Domain *domain, const Template *t, double scale, Vec3 x, Quat q, double reach);
/* All of the clump in as few parts as may be, to `parts`, with room for as many as it has pebbles; their number. */
int outline_all(const Outline *outline, int *parts);
/* What of these parts meets the box, to `met`, with room for as many pebbles as are in the parts; the number of parts there. With
   `any` it may stop at the first. */
int outline_sift(const Outline *outline, const Box *box, const int *parts, int n, bool any, int *met);

/* Pebbles in these parts. */
int outline_count(const Outline *outline, const int *parts, int n);

#endif
