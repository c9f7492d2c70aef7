/* SPDX-License-Identifier: MIT */
/* Round shapes: sphere, ellipsoid and capsule. */
#include "shape/shape.h"

/* ---- balls ---- */

Vec3 draw_in_ball(Random *random, bool flat)
{
  Vec3 u = {0, 0, 0};

  do {
    u.x = 2 * random_real(random) - 1;
    u.y = 2 * random_real(random) - 1;
    if (!flat) u.z = 2 * random_real(random) - 1;
  } while (vec3_dot(u, u) > 1);
  return u;
}

/* Planes of a body that contains the ball of radius r centred at p - d and lies below its tangent
   plane towards p. */
static bool round_planes(Vec3 d, double r, double reach, ShapePlanes *out)
{
  const double distance = vec3_norm(d);

  /* The far side of a ball that is small relative to the reach may lie within it, too. */
  if (r < 1.5 * reach || distance == 0) return false;
  out->normal = vec3_scale(1 / distance, d);
  out->outer  = r - distance;
  out->inner  = out->outer - reach * reach / (r + sqrt((r - reach) * (r + reach)));
  return true;
}

/* Number of parts of the edges of an octahedron that make a ball accurate to `chord`. */
static int ball_fineness(double radius, double chord)
{
  const double fine = ceil(sqrt(radius / chord));

  return fine >= SHAPE_MOST_FINE ? SHAPE_MOST_FINE : fine > 1 ? (int)fine : 1;
}

/* Point (i, j, k), i + j + k = fine, of the octant with these signs. Same bits from every octant
   that has it. */
static Vec3 on_ball(int octant, int i, int j, int k)
{
  const Vec3 p = {octant & 1 ? -i : i, octant & 2 ? -j : j, octant & 4 ? -k : k};

  return vec3_scale(1 / vec3_norm(p), p);
}

static Vec3 *put_face(Vec3 *corner, int octant, Vec3 a, Vec3 b, Vec3 c)
{
  const bool odd = (octant & 1) ^ (octant >> 1 & 1) ^ (octant >> 2 & 1);

  corner[0] = a;
  corner[1] = odd ? c : b;
  corner[2] = odd ? b : c;
  return corner + 3;
}

/* Unit sphere as an octahedron with each face divided into fine^2: loose triangles, free with
   array_free. Returns their number. Faces do not cross the planes x, y, z = 0; they are within
   1 / fine^2 of the sphere. */
static int ball_soup(int fine, Vec3 **corner)
{
  const int n = 8 * fine * fine;
  Vec3     *next;

  array_create(corner, sizeof **corner, 3 * n);
  next = *corner;
  for (int octant = 0; octant < 8; octant++) {
    for (int i = 0; i < fine; i++) {
      for (int j = 0; i + j < fine; j++) {
        const int k = fine - 1 - i - j;

        next = put_face(next, octant, on_ball(octant, i + 1, j, k), on_ball(octant, i, j + 1, k),
                        on_ball(octant, i, j, k + 1));
        if (k == 0) continue;
        /* The inverted triangle beside it. */
        next = put_face(next, octant, on_ball(octant, i, j + 1, k), on_ball(octant, i + 1, j, k),
                        on_ball(octant, i + 1, j + 1, k - 1));
      }
    }
  }
  return n;
}

/* Mesh of the unit ball, accurate to `chord` once it is scaled to this radius. */
static void ball_tessellate(double radius, double chord, Mesh *mesh)
{
  Vec3     *corner;
  const int n = ball_soup(ball_fineness(radius, chord), &corner);

  mesh_join(n, corner, 0, mesh);
  array_free(&corner);
}

/* ---- capsule and sphere, a capsule whose shaft is 0 ---- */

enum { RADIUS, SHAFT };

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

static void sphere_moments(const Shape *s, MassProperties *out)
{
  const double r = s->size[0], v = sphere_volume(r), i = 0.4 * v * r * r;

  *out = (MassProperties){.volume = v, .inertia = {i, i, i, 0, 0, 0}};
}

static Vec3 sphere_draw(const Shape *s, Random *random)
{
  return vec3_scale(s->size[0], draw_in_ball(random, false));
}

static void sphere_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  ball_tessellate(s->size[0], chord, mesh);
  mesh_move(mesh, s->size[0], quat_identity(), vec3(0, 0, 0));
}

const ShapeKind shape_sphere = {
  .head       = {.name = "sphere", .text = "A ball: centre and radius.", .source = "Closed forms."},
  .sizes      = "r",
  .n_sizes    = 1,
  .is_convex  = true,
  .moments    = sphere_moments,
  .is_inside  = capsule_is_inside,
  .distance   = capsule_distance,
  .planes     = capsule_planes,
  .furthest   = capsule_furthest,
  .draw       = sphere_draw,
  .tessellate = sphere_tessellate,
};

/* ---- ellipsoid ---- */

static Vec3 axes_of(const Shape *s)
{
  return vec3(s->size[0], s->size[1], s->size[2]);
}

/* The quotients of the components. */
static Vec3 over(Vec3 p, Vec3 a)
{
  return vec3(p.x / a.x, p.y / a.y, p.z / a.z);
}

static void ellipsoid_moments(const Shape *s, MassProperties *out)
{
  const Vec3   a = axes_of(s);
  const double v = 4 * PETSC_PI / 3 * a.x * a.y * a.z, xx = v * a.x * a.x / 5,
               yy = v * a.y * a.y / 5, zz = v * a.z * a.z / 5;

  *out = (MassProperties){.volume = v, .inertia = {yy + zz, xx + zz, xx + yy, 0, 0, 0}};
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
  /* Points below the inner plane within reach are in the ball then. */
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
  return vec3_mul(axes_of(s), draw_in_ball(random, false));
}

/* Stretching the unit ball multiplies distances by at most the longest half axis. */
static void ellipsoid_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  const Vec3 a = axes_of(s);

  ball_tessellate(max_real(a.x, max_real(a.y, a.z)), chord, mesh);
  for (int i = 0; i < mesh->n_vertices; i++) mesh->vertex[i] = vec3_mul(a, mesh->vertex[i]);
}

const ShapeKind shape_ellipsoid = {
  .head       = {.name   = "ellipsoid",
                 .text   = "An ellipsoid: half axes along x, y, z.",
                 .source = "Closed forms."},
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

/* ---- capsule ---- */

/* The two caps have the mass m of a ball. The centre of each half ball is 3/8 r beyond the end of
   the shaft; its transverse inertia about it is (2/5 - 9/64) m r^2 = 83/320 m r^2. */
static void capsule_moments(const Shape *s, MassProperties *out)
{
  const double r = s->size[RADIUS], l = s->size[SHAFT], caps = sphere_volume(r),
               shaft = PETSC_PI * r * r * l;
  const double off   = l / 2 + 3 * r / 8;
  const double along = 0.4 * caps * r * r + 0.5 * shaft * r * r;
  const double cross = caps * (83 * r * r / 320 + off * off) + shaft * (3 * r * r + l * l) / 12;

  *out = (MassProperties){.volume = caps + shaft, .inertia = {along, cross, cross, 0, 0, 0}};
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

/* Add the triangles of the shaft, between the equators of the half balls, which have been moved
   apart: two for each edge at x = half of a face at x > half. */
static void shaft_add(double half, int *n, PetscInt *capacity, int n_ball, Vec3 **corner)
{
  for (int f = 0; f < n_ball; f++) {
    for (int k = 0; k < 3; k++) {
      const Vec3 a = (*corner)[3 * f + k], b = (*corner)[3 * f + (k + 1) % 3],
                 c = (*corner)[3 * f + (k + 2) % 3];
      Vec3 *next;

      if (a.x != half || b.x != half || !(c.x > half)) continue;
      array_reserve(corner, sizeof **corner, 3 * (*n + 2), capacity);
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
}

static void capsule_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  const double r = s->size[RADIUS], half = s->size[SHAFT] / 2;
  Vec3        *corner;
  const int    n_ball   = ball_soup(ball_fineness(r, chord), &corner);
  PetscInt     capacity = 3 * n_ball;
  int          n        = n_ball;

  for (int f = 0; f < n; f++) {
    const double middle = corner[3 * f].x + corner[3 * f + 1].x + corner[3 * f + 2].x;

    for (int k = 3 * f; k < 3 * f + 3; k++)
      corner[k] = vec3_axpy(vec3(middle > 0 ? half : -half, 0, 0), r, corner[k]);
  }
  shaft_add(half, &n, &capacity, n_ball, &corner);
  mesh_join(n, corner, 0, mesh);
  array_free(&corner);
}

const ShapeKind shape_capsule = {
  .head       = {.name = "capsule",
                 .text =
                   "A cylinder along x with half a ball on each end: radius, and length of the cylinder.",
                 .source = "Closed forms."},
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
