/* SPDX-License-Identifier: MIT */
/* Shape sphere. */
#include "shape/shape_hull.h"

static void sphere_moments(const Shape *s, ShapeMoments *out)
{
  const double r = s->size[0], v = sphere_volume(r), i = 0.4 * v * r * r;

  *out = (ShapeMoments){.volume = v, .inertia = {i, i, i, 0, 0, 0}};
}

static double sphere_distance(const Shape *s, Vec3 p)
{
  return vec3_norm(p) - s->size[0];
}

static bool sphere_is_inside(const Shape *s, Vec3 p)
{
  return vec3_dot(p, p) < s->size[0] * s->size[0];
}

static bool sphere_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  return round_planes(p, s->size[0], reach, out);
}

static Vec3 sphere_furthest(const Shape *s, Vec3 n)
{
  return vec3_scale(s->size[0] / vec3_norm(n), n);
}

static Vec3 sphere_draw(const Shape *s, Random *random)
{
  return vec3_scale(s->size[0], draw_in_ball(random));
}

static PetscErrorCode sphere_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  Vec3 *corner;
  int   n;

  PetscFunctionBeginUser;
  PetscCall(ball_soup(ball_fineness(s->size[0], chord), &n, &corner));
  PetscCall(mesh_join(n, corner, 0, mesh));
  array_free(&corner);
  mesh_move(mesh, s->size[0], quat_identity(), vec3(0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_sphere = {
  .head =
    {
      .name   = "sphere",
      .text   = "A ball: centre and radius.",
      .source = "Closed forms.",
    },
  .sizes      = "r",
  .n_sizes    = 1,
  .is_convex  = true,
  .moments    = sphere_moments,
  .is_inside  = sphere_is_inside,
  .distance   = sphere_distance,
  .planes     = sphere_planes,
  .furthest   = sphere_furthest,
  .draw       = sphere_draw,
  .tessellate = sphere_tessellate,
};
