/* SPDX-License-Identifier: MIT */
/* Convex bodies given by planes; tessellation of balls. */
#include "shape/shape_hull.h"

bool hull_add_plane(Hull *hull, Vec3 a, Vec3 b, Vec3 c, Vec3 inside)
{
  const Vec3   e = vec3_sub(b, a), f = vec3_sub(c, a);
  Vec3         n    = vec3_cross(e, f);
  const double norm = vec3_norm(n);

  /* below the rounding of the product the normal has no direction */
  if (!(norm > 1e-12 * vec3_norm(e) * vec3_norm(f))) return false;
  n = vec3_scale(1 / norm, n);
  if (vec3_dot(n, vec3_sub(inside, a)) > 0) n = vec3_scale(-1, n);
  hull->normal[hull->n_planes]   = n;
  hull->offset[hull->n_planes++] = vec3_dot(n, a);
  return true;
}

bool hull_is_inside(const Shape *shape, Vec3 p)
{
  return hull_distance(shape, p) < 0;
}

double hull_distance(const Shape *shape, Vec3 p)
{
  double most = -HUGE_VAL;

  for (int k = 0; k < shape->hull.n_planes; k++) {
    most = max_real(most, vec3_dot(shape->hull.normal[k], p) - shape->hull.offset[k]);
  }
  return most;
}

Vec3 hull_furthest(const Shape *shape, Vec3 n)
{
  Vec3 best = shape->hull.corner[0];

  for (int k = 1; k < shape->hull.n_corners; k++) {
    if (vec3_dot(n, shape->hull.corner[k]) > vec3_dot(n, best)) best = shape->hull.corner[k];
  }
  return best;
}

/* The nearest plane bounds the body from outside; from inside too, if no other plane is within
   reach. */
bool hull_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  double most = -HUGE_VAL, next = -HUGE_VAL;

  for (int k = 0; k < s->hull.n_planes; k++) {
    const double d = vec3_dot(s->hull.normal[k], p) - s->hull.offset[k];

    next = max_real(next, min_real(most, d));
    if (d > most) {
      most        = d;
      out->normal = s->hull.normal[k];
    }
  }
  out->outer = -most;
  out->inner = next <= -reach ? -most : -HUGE_VAL;
  return true;
}

bool round_planes(Vec3 d, double r, double reach, ShapePlanes *out)
{
  const double distance = vec3_norm(d);

  /* a ball small relative to the reach may end within it on its far side too */
  if (r < 1.5 * reach || distance == 0) return false;
  out->normal = vec3_scale(1 / distance, d);
  out->outer  = r - distance;
  out->inner  = out->outer - reach * reach / (r + sqrt((r - reach) * (r + reach)));
  return true;
}

PetscErrorCode hull_tessellate(const Shape *shape, int n, const int face[][3], Mesh *mesh)
{
  Vec3 lo, hi;

  PetscFunctionBeginUser;
  PetscCall(mesh_create(shape->hull.n_corners, n, mesh));
  for (int k = 0; k < shape->hull.n_corners; k++) mesh->vertex[k] = shape->hull.corner[k];
  for (int f = 0; f < n; f++) mesh->face[f] = (Face){{face[f][0], face[f][1], face[f][2]}};
  mesh_bounds(mesh, &lo, &hi);
  {
    double six = 0;

    for (int f = 0; f < n; f++)
      six += vec3_dot(vec3_sub(mesh_corner(mesh, f, 0), lo), mesh_face_normal(mesh, f));
    if (six < 0) mesh_flip(mesh);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

Sym3 corners_inertia(int n, const Vec3 *corner, Vec3 mean, double weight)
{
  Sym3 inertia = {0};

  for (int k = 0; k < n; k++) {
    const Vec3 g = vec3_sub(corner[k], mean);

    inertia.xx += weight * (g.y * g.y + g.z * g.z);
    inertia.yy += weight * (g.x * g.x + g.z * g.z);
    inertia.zz += weight * (g.x * g.x + g.y * g.y);
    inertia.xy -= weight * g.x * g.y;
    inertia.xz -= weight * g.x * g.z;
    inertia.yz -= weight * g.y * g.z;
  }
  return inertia;
}

Vec3 draw_in_ball(Random *random)
{
  Vec3 u;

  do {
    u.x = 2 * random_real(random) - 1;
    u.y = 2 * random_real(random) - 1;
    u.z = 2 * random_real(random) - 1;
  } while (vec3_dot(u, u) > 1);
  return u;
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

PetscErrorCode ball_soup(int fine, int *n_faces, Vec3 **corner)
{
  Vec3 *next;

  PetscFunctionBeginUser;
  *n_faces = 8 * fine * fine;
  PetscCall(array_create(corner, sizeof **corner, 3 * *n_faces));
  next = *corner;
  for (int octant = 0; octant < 8; octant++) {
    for (int i = 0; i < fine; i++) {
      for (int j = 0; i + j < fine; j++) {
        const int k = fine - 1 - i - j;

        next = put_face(next, octant, on_ball(octant, i + 1, j, k), on_ball(octant, i, j + 1, k),
                        on_ball(octant, i, j, k + 1));
        if (k == 0) continue;
        /* and the inverted triangle beside it */
        next = put_face(next, octant, on_ball(octant, i, j + 1, k), on_ball(octant, i + 1, j, k),
                        on_ball(octant, i + 1, j + 1, k - 1));
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int ball_fineness(double radius, double chord)
{
  const double fine = ceil(sqrt(radius / chord));

  return fine >= SHAPE_MOST_FINE ? SHAPE_MOST_FINE : fine > 1 ? (int)fine : 1;
}
