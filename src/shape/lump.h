/* SPDX-License-Identifier: MIT */
/* Mass and inertia of shapes lumped to nodes, as in finite elements, for bodies that move by their
   nodes. */
#ifndef SHAPE_LUMP_H
#define SHAPE_LUMP_H

#include "shape/shape.h"

/* Mass lumped to one node. */
typedef struct {
  int    n;       /* shapes attached to the node */
  double mass;    /* kg */
  Sym3   inertia; /* about the node, in the axes of the set, kg m^2 */
  /* about the node, along the axes, kg m^2; ascending unless a shape sets the axes */
  Vec3 principal;
  /* rotates the node's vectors to the set; axes of an attached shape with orientation, if any */
  Quat axes;
} Lump;

/* Lump to node `node` (index in the set) the mass of the shapes attached to it:

     tetrahedron, facet     for each corner that is the node, the part nearer to this corner than to
                            any other in barycentric coordinates: a quarter or a third of the mass,
                            with the inertia of that part about the node
     sphere, capsule,       the whole shape, about the node, where its centre is
     ellipsoid, box

   The axes of the node are the principal axes of the sum. But a capsule, ellipsoid or box keeps its
   orientation relative to its node, so its axes become those of the node. If these are not
   principal axes of the sum (products of inertia above 1e-9 of the largest moment), or a second
   such shape has another orientation, lumping is refused: false, with shape and line in why (size
   256). So are a node without mass and one that does not exist.

   Each part rotates about its node although its centre of mass is elsewhere. Summed over nodes,
   masses are those of the shapes, but the centre and the inertia about any point differ from those
   of the whole by an amount that vanishes with the size of the shapes. The part of a corner that is
   no node is lumped nowhere. Local. */
bool lump(const ShapeSet *set, const Materials *materials, int node, Lump *out, char *why);

#endif
