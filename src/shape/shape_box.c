/* SPDX-License-Identifier: MIT */
/* Shape box: edges along x, y, z. */
#include "shape/shape_hull.h"

static void box_moments(const Shape *s, ShapeMoments *out)
{
  const double a = s->size[0], b = s->size[1], c = s->size[2], v = a * b * c;

  *out = (ShapeMoments){.volume  = v,
                        .inertia = {v * (b * b + c * c) / 12, v * (a * a + c * c) / 12,
                                    v * (a * a + b * b) / 12, 0, 0, 0}};
}

static double box_distance(const Shape *s, Vec3 p)
{
  const Vec3   d    = {fabs(p.x) - s->size[0] / 2, fabs(p.y) - s->size[1] / 2,
                       fabs(p.z) - s->size[2] / 2};
  const double most = max_real(d.x, max_real(d.y, d.z));

  return most <= 0 ? most : vec3_norm(vec3(max_real(0, d.x), max_real(0, d.y), max_real(0, d.z)));
}

static bool box_is_inside(const Shape *s, Vec3 p)
{
  return 2 * fabs(p.x) < s->size[0] && 2 * fabs(p.y) < s->size[1] && 2 * fabs(p.z) < s->size[2];
}

/* The nearest face plane bounds the body from outside; from inside too, if no other face is within
   reach. */
static bool box_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  double most = -HUGE_VAL, next = -HUGE_VAL;

  for (int k = 0; k < 6; k++) {
    const double sign = k & 1 ? -1 : 1, d = sign * vec3_axis(p, k / 2) - s->size[k / 2] / 2;

    next = max_real(next, min_real(most, d));
    if (d > most) {
      most        = d;
      out->normal = vec3(0, 0, 0);
      vec3_set(&out->normal, k / 2, sign);
    }
  }
  out->outer = -most;
  out->inner = next <= -reach ? -most : -HUGE_VAL;
  return true;
}

static Vec3 box_furthest(const Shape *s, Vec3 n)
{
  const Vec3 half = {s->size[0] / 2, s->size[1] / 2, s->size[2] / 2};

  return vec3(n.x < 0 ? -half.x : half.x, n.y < 0 ? -half.y : half.y, n.z < 0 ? -half.z : half.z);
}

static Vec3 box_draw(const Shape *s, Random *random)
{
  const double x = random_real(random), y = random_real(random), z = random_real(random);

  return vec3(s->size[0] * (x - 0.5), s->size[1] * (y - 0.5), s->size[2] * (z - 0.5));
}

static PetscErrorCode box_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const int face[12][3] = {{0, 3, 1}, {0, 2, 3}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                  {2, 7, 3}, {2, 6, 7}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

  PetscFunctionBeginUser;
  (void)chord;
  PetscCall(mesh_create(8, 12, mesh));
  for (int i = 0; i < 8; i++)
    mesh->vertex[i] = box_furthest(s, vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  for (int f = 0; f < 12; f++) mesh->face[f] = (Face){{face[f][0], face[f][1], face[f][2]}};
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_box = {
  .head =
    {
      .name   = "box",
      .text   = "A cuboid: edges along x, y, z.",
      .source = "Closed forms.",
    },
  .sizes      = "lx ly lz",
  .n_sizes    = 3,
  .is_turned  = true,
  .is_convex  = true,
  .moments    = box_moments,
  .is_inside  = box_is_inside,
  .distance   = box_distance,
  .planes     = box_planes,
  .furthest   = box_furthest,
  .draw       = box_draw,
  .tessellate = box_tessellate,
};
