/* SPDX-License-Identifier: MIT */
/* Pieces of the skins of deformable bodies, and their energies (docs/physics/deformable.md). Nodes
   are clumps, at their centres. In two dimensions a skin is a closed line of segments, and a piece
   is a node with the segment that begins at it and the angle between both segments of it; in three
   dimensions it is a closed mesh, and pieces are its triangles, and its edges with the angle
   between both triangles. */
#ifndef INTERACTION_DEFORM_DEFORM_PIECE_H
#define INTERACTION_DEFORM_DEFORM_PIECE_H

#include "base/vec.h"

enum { PIECE_NODES = 4 };

typedef enum {
  PIECE_SEGMENT, /* nodes: that of the piece, the next one, the one before */
  PIECE_FACE,    /* the corners of the triangle, counter-clockwise seen from outside */
  PIECE_EDGE /* both ends a and b, then the third corners of the triangles with a -> b and b -> a */
} PieceKind;

static inline int piece_nodes(PieceKind kind)
{
  return kind == PIECE_EDGE ? 4 : 3;
}

/* Rest state of a piece. */
typedef struct {
  double measure; /* length of the segment, m; area of the triangle, m^2 */
  double length;  /* of the spring along the segment, or edge, m */
  double angle;   /* rad */
  double weight;  /* of the bending energy: 1/m in two dimensions, a number in three */
  /* the last change by yielding */
  double length_before, angle_before; /* values before it, m, rad */
  double lost;                        /* energy that it took, at the positions of that time, J */
} PieceRest;

enum { REST_REALS = sizeof(PieceRest) / sizeof(double) };

/* Coefficients of the bodies of an object: docs/physics/deformable.md has the energies. In three
   (two) dimensions: */
typedef struct {
  double stretching; /* N/m (N) */
  double content;    /* Pa (N/m) */
  double bending;    /* N m (N m^2) */
  double edge;       /* N/m */
  double tension;    /* N/m (N) */
  double damping;    /* force of the dashpot along an edge over the rate of its length, kg/s */
} DeformLaw;

/* A piece at one time. */
typedef struct {
  PieceKind kind;
  PieceRest rest;
  Vec3      x[PIECE_NODES], v[PIECE_NODES]; /* of its nodes, m, m/s; x as near images */
} PieceState;

/* Length of the segment or edge, or area of the triangle. */
double piece_measure(const PieceState *p);
/* Signed angle of a segment (2-D: left turn > 0) or an edge (outward ridge > 0), -pi to pi. */
double piece_angle(const PieceState *p);
/* Angle minus the angle at rest, -pi to pi. */
double piece_bend(const PieceState *p);
/* Weight of the bending energy with the nodes at p->x: PieceRest.weight if they are at rest. */
double piece_weight(const PieceState *p);
/* Contribution to the area (volume) of the body, seen from `origin`: m^2, m^3. */
double piece_content(const PieceState *p, Vec3 origin);

/* Gradients of measure and angle by the positions of the nodes; the sum over the nodes is 0. */
void piece_measure_slope(const PieceState *p, Vec3 slope[PIECE_NODES]);
void piece_angle_slope(const PieceState *p, Vec3 slope[PIECE_NODES]);
/* Contribution to the gradient of the content: the sum over all pieces of a closed skin is the
   gradient. */
void piece_content_slope(const PieceState *p, Vec3 slope[PIECE_NODES]);

/* Stored energy without that of the content, J. */
double piece_energy(const DeformLaw *law, const PieceState *p);
/* Forces on the nodes by this energy and by the dashpots, N; the sum over the nodes is 0. Returns
   the power that the dashpots dissipate, W. */
double piece_forces(const DeformLaw *law, const PieceState *p, Vec3 force[PIECE_NODES]);

#endif
