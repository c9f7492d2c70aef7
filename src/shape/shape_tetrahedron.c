/* SPDX-License-Identifier: MIT */
/* Shape tetrahedron: four corners, in any order. */
#include "shape/shape_hull.h"

#include <stdio.h>

static Vec3 middle_of(const Shape *s)
{
  const Vec3 *c = s->corner;
  Vec3 e = vec3_add(vec3_sub(c[1], c[0]), vec3_add(vec3_sub(c[2], c[0]), vec3_sub(c[3], c[0])));

  return vec3_axpy(c[0], 0.25, e);
}

static double volume_of(const Shape *s)
{
  const Vec3 *c = s->corner;

  return fabs(
           vec3_dot(vec3_sub(c[1], c[0]), vec3_cross(vec3_sub(c[2], c[0]), vec3_sub(c[3], c[0])))) /
         6;
}

static bool tetrahedron_prepare(Shape *s, char *why)
{
  double longest = 0;
  bool   good    = true;

  s->hull = (Hull){.n_corners = 4};
  for (int k = 0; k < 4; k++) {
    s->hull.corner[k] = s->corner[k];
    longest = max_real(longest, vec3_norm(vec3_sub(s->corner[(k + 1) % 4], s->corner[k])));
    longest = max_real(longest, vec3_norm(vec3_sub(s->corner[(k + 2) % 4], s->corner[k])));
  }
  for (int k = 0; k < 4 && good; k++) {
    good = hull_add_plane(&s->hull, s->corner[(k + 1) % 4], s->corner[(k + 2) % 4],
                          s->corner[(k + 3) % 4], s->corner[k]);
  }
  if (good && volume_of(s) > 1e-12 * longest * longest * longest) return true;
  snprintf(why, 256, "its corners are in one plane: it has no volume");
  return false;
}

/* Tonon 2004, about the centroid, where the sum of the corners vanishes: second moments are volume
   / 20 times the corners' products. */
static void tetrahedron_moments(const Shape *s, ShapeMoments *out)
{
  const double v = volume_of(s);

  *out = (ShapeMoments){.volume  = v,
                        .centre  = middle_of(s),
                        .inertia = corners_inertia(4, s->corner, middle_of(s), v / 20)};
}

/* A point of the unit cube folded to the simplex: differences of its sorted coordinates are uniform
   there. */
static Vec3 tetrahedron_draw(const Shape *s, Random *random)
{
  double a = random_real(random), b = random_real(random), c = random_real(random), swapped;
  Vec3   p = s->corner[0];

  if (a > b) swapped = a, a = b, b = swapped;
  if (b > c) swapped = b, b = c, c = swapped;
  if (a > b) swapped = a, a = b, b = swapped;
  p = vec3_axpy(p, a, vec3_sub(s->corner[1], s->corner[0]));
  p = vec3_axpy(p, b - a, vec3_sub(s->corner[2], s->corner[0]));
  return vec3_axpy(p, c - b, vec3_sub(s->corner[3], s->corner[0]));
}

static PetscErrorCode tetrahedron_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

  PetscFunctionBeginUser;
  (void)chord;
  PetscCall(hull_tessellate(s, 4, face, mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_tetrahedron = {
  .head =
    {
      .name   = "tetrahedron",
      .text   = "A tetrahedron: four corners.",
      .source = "Tonon 2004, J. Math. Stat. 1, 8.",
    },
  .sizes      = "",
  .n_corners  = 4,
  .is_convex  = true,
  .prepare    = tetrahedron_prepare,
  .moments    = tetrahedron_moments,
  .is_inside  = hull_is_inside,
  .distance   = hull_distance,
  .planes     = hull_planes,
  .furthest   = hull_furthest,
  .draw       = tetrahedron_draw,
  .tessellate = tetrahedron_tessellate,
};
