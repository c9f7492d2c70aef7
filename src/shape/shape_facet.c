/* SPDX-License-Identifier: MIT */
/* Shape facet: a triangle with thickness, half of it on each side, with edges normal to it. */
#include "shape/shape_hull.h"

#include <stdio.h>

static Vec3 twice_area(const Shape *s)
{
  return vec3_cross(vec3_sub(s->corner[1], s->corner[0]), vec3_sub(s->corner[2], s->corner[0]));
}

static Vec3 middle_of(const Shape *s)
{
  const Vec3 e =
    vec3_add(vec3_sub(s->corner[1], s->corner[0]), vec3_sub(s->corner[2], s->corner[0]));

  return vec3_axpy(s->corner[0], 1.0 / 3, e);
}

/* Hull corners 0 1 2 are on the side of the normal, 3 4 5 on the other. */
static bool facet_prepare(Shape *s, char *why)
{
  const Vec3   n = twice_area(s), m = middle_of(s);
  const double half = s->size[0] / 2, norm = vec3_norm(n);
  Vec3        *c    = s->hull.corner;
  bool         good = norm > 0;

  s->hull = (Hull){.n_corners = 6};
  for (int k = 0; k < 3 && good; k++) {
    c[k]     = vec3_axpy(s->corner[k], half / norm, n);
    c[k + 3] = vec3_axpy(s->corner[k], -half / norm, n);
  }
  good = good && hull_add_plane(&s->hull, c[0], c[1], c[2], m) &&
         hull_add_plane(&s->hull, c[3], c[4], c[5], m);
  for (int k = 0; k < 3 && good; k++)
    good = hull_add_plane(&s->hull, c[k], c[(k + 1) % 3], c[k + 3], m);
  if (!good) snprintf(why, 256, "its corners are on one line: it has no area");
  return good;
}

/* Second moments of a triangle about its centroid: area / 12 times the corners' products; plus
   those of a plate across its thickness. */
static void facet_moments(const Shape *s, ShapeMoments *out)
{
  const Vec3   a = twice_area(s);
  const double t = s->size[0], twice = vec3_norm(a), v = twice / 2 * t, across = v * t * t / 12;
  const Vec3   n = vec3_scale(1 / twice, a);
  Sym3         i = corners_inertia(3, s->corner, middle_of(s), v / 12);

  i.xx += across * (1 - n.x * n.x);
  i.yy += across * (1 - n.y * n.y);
  i.zz += across * (1 - n.z * n.z);
  i.xy -= across * n.x * n.y;
  i.xz -= across * n.x * n.z;
  i.yz -= across * n.y * n.z;
  *out = (ShapeMoments){.volume = v, .centre = middle_of(s), .inertia = i};
}

/* A point of the unit square, folded to the triangle. */
static Vec3 facet_draw(const Shape *s, Random *random)
{
  const Vec3 n = twice_area(s);
  double     a = random_real(random), b = random_real(random), c = random_real(random);
  Vec3       p = s->corner[0];

  if (a + b > 1) {
    a = 1 - a;
    b = 1 - b;
  }
  p = vec3_axpy(p, a, vec3_sub(s->corner[1], s->corner[0]));
  p = vec3_axpy(p, b, vec3_sub(s->corner[2], s->corner[0]));
  return vec3_axpy(p, (c - 0.5) * s->size[0] / vec3_norm(n), n);
}

static PetscErrorCode facet_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const int face[8][3] = {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1},
                                 {1, 4, 5}, {1, 5, 2}, {2, 5, 3}, {2, 3, 0}};

  PetscFunctionBeginUser;
  (void)chord;
  PetscCall(hull_tessellate(s, 8, face, mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_facet = {
  .head =
    {
      .name   = "facet",
      .text   = "A triangle with thickness: three corners in its middle plane.",
      .source = "Closed forms.",
    },
  .sizes      = "thickness",
  .n_sizes    = 1,
  .n_corners  = 3,
  .is_convex  = true,
  .prepare    = facet_prepare,
  .moments    = facet_moments,
  .is_inside  = hull_is_inside,
  .distance   = hull_distance,
  .planes     = hull_planes,
  .furthest   = hull_furthest,
  .draw       = facet_draw,
  .tessellate = facet_tessellate,
};
