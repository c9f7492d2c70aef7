/* SPDX-License-Identifier: MIT */
/* Shape ellipsoid: half axes along x, y, z. */
#include "shape/shape_hull.h"

static Vec3 axes_of(const Shape *s)
{
  return vec3(s->size[0], s->size[1], s->size[2]);
}

static Vec3 over(Vec3 p, Vec3 a)
{
  return vec3(p.x / a.x, p.y / a.y, p.z / a.z);
}

static void ellipsoid_moments(const Shape *s, ShapeMoments *out)
{
  const Vec3   a = axes_of(s);
  const double v = 4 * PETSC_PI / 3 * a.x * a.y * a.z, xx = v * a.x * a.x / 5,
               yy = v * a.y * a.y / 5, zz = v * a.z * a.z / 5;

  *out = (ShapeMoments){.volume = v, .inertia = {yy + zz, xx + zz, xx + yy, 0, 0, 0}};
}

static bool ellipsoid_is_inside(const Shape *s, Vec3 p)
{
  const Vec3 u = over(p, axes_of(s));

  return vec3_dot(u, u) < 1;
}

/* Lower bound on the distance. In coordinates u scaled by the half axes the surface is | |u| - 1 |
   away, and a unit of u is at least the shortest half axis. Outside, the distance to the tangent
   plane normal to the gradient is a second bound, often larger. */
static double ellipsoid_distance(const Shape *s, Vec3 p)
{
  const Vec3   a = axes_of(s), u = over(p, a), n = over(u, a);
  const double size = vec3_norm(u), shortest = min_real(a.x, min_real(a.y, a.z)),
               scaled = shortest * (size - 1);

  if (size <= 1) return scaled;
  return max_real(scaled, (vec3_dot(n, p) - vec3_norm(vec3_mul(a, n))) / vec3_norm(n));
}

/* Outer plane: tangent plane where the ray from the centre to p meets the surface. Inner plane: the
   ball of the smallest radius of curvature that touches there from inside is in the body, and
   within reach of p its surface is at most its sagitta below the tangent plane. */
static bool ellipsoid_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  const Vec3   a = axes_of(s), u = over(p, a);
  const double size = vec3_norm(u), shortest = min_real(a.x, min_real(a.y, a.z)),
               longest = max_real(a.x, max_real(a.y, a.z));
  const double r       = shortest * shortest / longest;
  Vec3         at, n;
  double       wide;

  if (!(size > 0)) return false;
  at          = vec3_scale(1 / size, p);
  n           = over(over(at, a), a);
  out->normal = vec3_scale(1 / vec3_norm(n), n);
  out->outer  = vec3_dot(out->normal, vec3_sub(at, p));
  wide        = vec3_norm(vec3_axpy(vec3_sub(at, p), -out->outer, out->normal)) + reach;
  out->inner  = -HUGE_VAL;
  /* points below the inner plane within reach are then in the ball */
  if (r >= 1.5 * wide && fabs(out->outer) <= reach)
    out->inner = out->outer - wide * wide / (r + sqrt((r - wide) * (r + wide)));
  return true;
}

static Vec3 ellipsoid_furthest(const Shape *s, Vec3 n)
{
  const Vec3 a = axes_of(s), an = vec3_mul(a, n);

  return vec3_scale(1 / vec3_norm(an), vec3_mul(a, an));
}

static Vec3 ellipsoid_draw(const Shape *s, Random *random)
{
  return vec3_mul(axes_of(s), draw_in_ball(random));
}

static PetscErrorCode ellipsoid_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  const Vec3 a = axes_of(s);
  Vec3      *corner;
  int        n;

  PetscFunctionBeginUser;
  /* stretching the unit ball multiplies distances by at most the longest half axis */
  PetscCall(ball_soup(ball_fineness(max_real(a.x, max_real(a.y, a.z)), chord), &n, &corner));
  PetscCall(mesh_join(n, corner, 0, mesh));
  array_free(&corner);
  for (int i = 0; i < mesh->n_vertices; i++) mesh->vertex[i] = vec3_mul(a, mesh->vertex[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_ellipsoid = {
  .head =
    {
      .name   = "ellipsoid",
      .text   = "An ellipsoid: half axes along x, y, z.",
      .source = "Closed forms.",
    },
  .sizes      = "a b c",
  .n_sizes    = 3,
  .is_turned  = true,
  .is_convex  = true,
  .moments    = ellipsoid_moments,
  .is_inside  = ellipsoid_is_inside,
  .distance   = ellipsoid_distance,
  .planes     = ellipsoid_planes,
  .furthest   = ellipsoid_furthest,
  .draw       = ellipsoid_draw,
  .tessellate = ellipsoid_tessellate,
};
