/* SPDX-License-Identifier: MIT */
/* Shape capsule: a cylinder along x with half a ball on each end. */
#include "shape/shape_hull.h"

enum { RADIUS, SHAFT };

/* The two caps have the mass m of a ball. The centre of each half ball is 3/8 r beyond the end of
   the shaft; its transverse inertia about it is (2/5 - 9/64) m r^2 = 83/320 m r^2. */
static void capsule_moments(const Shape *s, ShapeMoments *out)
{
  const double r = s->size[RADIUS], l = s->size[SHAFT], caps = sphere_volume(r),
               shaft = PETSC_PI * r * r * l;
  const double off   = l / 2 + 3 * r / 8;
  const double along = 0.4 * caps * r * r + 0.5 * shaft * r * r;
  const double cross = caps * (83 * r * r / 320 + off * off) + shaft * (3 * r * r + l * l) / 12;

  *out = (ShapeMoments){.volume = caps + shaft, .inertia = {along, cross, cross, 0, 0, 0}};
}

/* Vector from the nearest point of the axis to p. */
static Vec3 off_axis(const Shape *s, Vec3 p)
{
  const double half = s->size[SHAFT] / 2;

  return vec3(p.x - min_real(half, max_real(-half, p.x)), p.y, p.z);
}

static double capsule_distance(const Shape *s, Vec3 p)
{
  return vec3_norm(off_axis(s, p)) - s->size[RADIUS];
}

static bool capsule_is_inside(const Shape *s, Vec3 p)
{
  const Vec3 d = off_axis(s, p);

  return vec3_dot(d, d) < s->size[RADIUS] * s->size[RADIUS];
}

static bool capsule_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  return round_planes(off_axis(s, p), s->size[RADIUS], reach, out);
}

static Vec3 capsule_furthest(const Shape *s, Vec3 n)
{
  const Vec3 end = vec3(n.x < 0 ? -s->size[SHAFT] / 2 : s->size[SHAFT] / 2, 0, 0);

  return vec3_axpy(end, s->size[RADIUS] / vec3_norm(n), n);
}

static Vec3 capsule_draw(const Shape *s, Random *random)
{
  const double r = s->size[RADIUS], half = s->size[SHAFT] / 2 + r;
  Vec3         p;

  do {
    p.x = half * (2 * random_real(random) - 1);
    p.y = r * (2 * random_real(random) - 1);
    p.z = r * (2 * random_real(random) - 1);
  } while (!capsule_is_inside(s, p));
  return p;
}

/* Add the triangles of the shaft, between the equators of the half balls: from edges at x = half of
   faces at x > half. */
static PetscErrorCode shaft_add(double half, int *n, PetscInt *capacity, int n_ball, Vec3 **corner)
{
  PetscFunctionBeginUser;
  for (int f = 0; f < n_ball; f++) {
    for (int k = 0; k < 3; k++) {
      const Vec3 a = (*corner)[3 * f + k], b = (*corner)[3 * f + (k + 1) % 3],
                 c = (*corner)[3 * f + (k + 2) % 3];
      Vec3 *next;

      /* the half balls have been moved apart already */
      if (a.x != half || b.x != half || !(c.x > half)) continue;
      PetscCall(array_reserve(corner, sizeof **corner, 3 * (*n + 2), capacity));
      next    = *corner + 3 * (*n);
      next[0] = b;
      next[1] = a;
      next[2] = vec3(-half, a.y, a.z);
      next[3] = b;
      next[4] = next[2];
      next[5] = vec3(-half, b.y, b.z);
      *n += 2;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode capsule_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  const double r = s->size[RADIUS], half = s->size[SHAFT] / 2;
  Vec3        *corner;
  PetscInt     capacity;
  int          n, n_ball;

  PetscFunctionBeginUser;
  PetscCall(ball_soup(ball_fineness(r, chord), &n, &corner));
  n_ball   = n;
  capacity = 3 * n;
  for (int f = 0; f < n; f++) {
    const double middle = corner[3 * f].x + corner[3 * f + 1].x + corner[3 * f + 2].x;

    for (int k = 3 * f; k < 3 * f + 3; k++)
      corner[k] = vec3_axpy(vec3(middle > 0 ? half : -half, 0, 0), r, corner[k]);
  }
  PetscCall(shaft_add(half, &n, &capacity, n_ball, &corner));
  PetscCall(mesh_join(n, corner, 0, mesh));
  array_free(&corner);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_capsule = {
  .head =
    {
      .name = "capsule",
      .text =
        "A cylinder along x with half a ball on each end: radius, and length of the cylinder.",
      .source = "Closed forms.",
    },
  .sizes      = "r shaft",
  .n_sizes    = 2,
  .is_turned  = true,
  .is_convex  = true,
  .moments    = capsule_moments,
  .is_inside  = capsule_is_inside,
  .distance   = capsule_distance,
  .planes     = capsule_planes,
  .furthest   = capsule_furthest,
  .draw       = capsule_draw,
  .tessellate = capsule_tessellate,
};
