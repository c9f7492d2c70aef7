/* SPDX-License-Identifier: MIT */
/* Shared by kinds of shapes: convex bodies of few planes, and tessellation of balls. */
#ifndef SHAPE_SHAPE_HULL_H
#define SHAPE_SHAPE_HULL_H

#include "shape/shape.h"

/* Add the plane through a, b, c with `inside` on its inner side. false: a, b, c are collinear. */
bool   hull_add_plane(Hull *hull, Vec3 a, Vec3 b, Vec3 c, Vec3 inside);
bool   hull_is_inside(const Shape *shape, Vec3 p);
double hull_distance(const Shape *shape, Vec3 p);
Vec3   hull_furthest(const Shape *shape, Vec3 n);
bool   hull_planes(const Shape *shape, Vec3 p, double reach, ShapePlanes *out);
/* Planes of a body that contains the ball of radius r centred at p - d and lies below its tangent
   plane towards p. */
bool round_planes(Vec3 d, double r, double reach, ShapePlanes *out);
/* Mesh of the n faces of a hull, given as corners of the hull; all are flipped if they look
   inwards. */
PetscErrorCode hull_tessellate(const Shape *shape, int n, const int face[][3], Mesh *mesh);

/* weight (tr(S) E - S), with S the sum over k of g_k g_k^T and g_k = corner k - mean. */
Sym3 corners_inertia(int n, const Vec3 *corner, Vec3 mean, double weight);

/* Random point, uniform in the unit ball. */
Vec3 draw_in_ball(Random *random);

/* Unit sphere as an octahedron with each face divided into fine^2: loose triangles, free with
   array_free. Faces do not cross the planes x, y, z = 0; they are within 1 / fine^2 of the
   sphere. */
PetscErrorCode ball_soup(int fine, int *n_faces, Vec3 **corner);
int            ball_fineness(double radius, double chord);

#endif
