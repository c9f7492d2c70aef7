/* SPDX-License-Identifier: MIT */
/* Mass and inertia of shapes lumped to nodes, as of finite elements: for bodies that move at their nodes. */
#ifndef MATTER_LUMP_H
#define MATTER_LUMP_H

#include "matter/shape.h"

/* What hangs on one node. */
typedef struct {
  int    n;         /* shapes that have a share in it */
  double mass;      /* kg */
  Sym3   inertia;   /* about the node, in the axes of the set, kg m^2 */
  Vec3   principal; /* about the node, kg m^2: along the axes, ascending unless a shape has set these */
  Quat   axes;      /* turns the node's vectors into those of the set; of the attached shape, if one has an orientation */
} Lump;

/* Lump to node `node` (place in the set) all that hangs on it:

     tetrahedron, facet   to each of its corners that is a node the part that is nearer to it than to any other corner, in
                          barycentric coordinates: a quarter, a third of its mass, with the inertia of that part about it;
     sphere, capsule,     attached to the node: all of it, about the node, where its centre is.
     ellipsoid, box

   Then the axes are turned to the principal ones. A capsule, an ellipsoid or a box keeps its attitude to its node, so the
   axes of the node are its own; if what hangs on the node has other principal axes (products of inertia above 1e-9 of the
   largest moment in the shape's axes, or a second such shape in another attitude) that is refused: false, with why
   (room for 256), which names the shape and its line. So is a node that nothing hangs on, and one that does not exist.

   Each part turns about its node, whereas its own centre is elsewhere: summed over nodes, masses are those of the shapes, but
   the centre and the inertia about any point differ from those of the whole, by an order of the shapes' size; they converge to
   them as shapes are made smaller. Corners that are no nodes keep their part to themselves. Local. */
bool lump(const ShapeSet *set, const Materials *materials, int node, Lump *out, char *why);

#endif
