/* SPDX-License-Identifier: MIT */
/* What kinds of shapes share: convex bodies of few planes, and the rounding of balls to triangles. */
#ifndef MATTER_SHAPE_HULL_H
#define MATTER_SHAPE_HULL_H

#include "matter/shape.h"

/* Add the plane through a, b, c that keeps `inside` on its inner side. false: they are on one line, or inside is on it. */
bool   hull_add_plane(Hull *hull, Vec3 a, Vec3 b, Vec3 c, Vec3 inside);
bool   hull_is_inside(const Shape *shape, Vec3 p);
double hull_distance(const Shape *shape, Vec3 p);
Vec3   hull_furthest(const Shape *shape, Vec3 n);
bool   hull_planes(const Shape *shape, Vec3 p, double reach, ShapePlanes *out);
/* Planes of a body that holds the ball of radius r whose centre is -d from p and lies below its tangent plane there. */
bool round_planes(Vec3 d, double r, double reach, ShapePlanes *out);
/* The n faces of a hull, as corners of the hull; turned over where they look inwards. */
PetscErrorCode hull_tessellate(const Shape *shape, int n, const int face[][3], Mesh *mesh);

/* sum over k of g_k g_k^T about the mean of the n corners, times weight, as inertia tensor: tr(S) E - S. */
Sym3 corners_inertia(int n, const Vec3 *corner, Vec3 mean, double weight);

/* Uniform in the unit ball. */
Vec3 draw_in_ball(Random *random);

/* The unit ball as an octahedron whose faces are split in fine^2: loose triangles, array_free. Faces do not cross the planes
   x, y, z = 0; they are within 1 / fine^2 of the ball. */
PetscErrorCode ball_soup(int fine, int *n_faces, Vec3 **corner);
int            ball_fineness(double radius, double chord);

#endif
