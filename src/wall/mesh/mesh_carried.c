/* SPDX-License-Identifier: MIT */
/* Meshes of rigid bodies: keys, mass of a lamina, balls in the corners. */
#include "base/bounds.h"
#include "options/rows.h"
#include "shape/mass/mass.h"
#include "wall/mesh/mesh_wall.h"

/* clang-format off */
const Option mesh_body_options[] = {
  BOOL(KEY("free"),                  "false",
      "true: a rigid body of its own, not a wall: a clump whose surface is the mesh, which must be "
      "closed; its template has the name of the wall"),
  REAL(KEY("mass"),                  "kg",    OPTIONAL, UP_TO(MASS_MOST),
      "mass of the body, spread evenly over its volume; default: volume times density; 0: it is "
      "only driven, and needs a pivot and blocked: xyzXYZ", .when = "free=true"),
  VEC3_FLAT(KEY("velocity"),         "m/s",   "0,0,0",  SIGNED(SPEED_MOST),
      "of the body's centre of mass at the start", .when = "free=true"),
  VEC3(KEY("spin"),                  "rad/s", "0,0,0",  SIGNED(SPIN_MOST),
      "angular velocity of the body at the start, lab axes; in two dimensions along z",
      .when = "free=true", .also = "angular_velocity"),
  STRING(KEY("blocked"),             "-",
      "blocked degrees of freedom of the body: letters of xyz (translation) and XYZ (rotation), or "
      "-", .when = "free=true"),
  WORDS(KEY("group"),                OPTIONAL,
      "groups of the body, as of clumps, for motions and forces", .when = "free=true"),
  REALS(KEY("pebbles"),              "m",     OPTIONAL, SIGNED(LENGTH_MOST),
      "x, y, z and r of pebbles that belong to the body, without mass of their own, where the mesh "
      "is; in two dimensions x, y and r", .group = 4, .flags = PLANAR, .when = "free=true"),
  REAL_OR_WORD(KEY("corner_radius"), "m", "auto", "auto", POSITIVE_UP_TO(LENGTH_MOST),
      "radius of its corners where they touch walls; auto: 0.3 volume / surface",
      .when = "free=true"),
  {0},
};
/* clang-format on */

/* ---- mass in two dimensions ---- */

/* Integrals of 1, x, y, xx, yy, xy over the polygon, about the point o. */
static void flat_moments(const Mesh *mesh, Vec3 o, double m[6])
{
  memset(m, 0, 6 * sizeof *m);
  for (int f = 0; f < mesh->n_faces; f++) {
    const Vec3 p = mesh_corner(mesh, f, 0), q = mesh_corner(mesh, f, 1), a = vec3_sub(p, o),
               b = vec3_sub(q, o);
    double cross;

    if (!(p.z < 0 && q.z < 0)) continue; /* the second triangle of the segment */
    cross = a.x * b.y - a.y * b.x;
    m[0] += cross / 2;
    m[1] += cross * (a.x + b.x) / 6;
    m[2] += cross * (a.y + b.y) / 6;
    m[3] += cross * (a.x * a.x + a.x * b.x + b.x * b.x) / 12;
    m[4] += cross * (a.y * a.y + a.y * b.y + b.y * b.y) / 12;
    m[5] += cross * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24;
  }
}

bool mesh_flat_mass(const Mesh *mesh, double density, MassProperties *out, char *why)
{
  Vec3   lo, hi, o;
  double m[6], x, y;

  mesh_bounds(mesh, &lo, &hi);
  o    = vec3(0.5 * (lo.x + hi.x), 0.5 * (lo.y + hi.y), 0);
  *out = (MassProperties){.volume = 0};
  flat_moments(mesh, o, m);
  x               = m[1] / m[0];
  y               = m[2] / m[0];
  out->volume     = m[0];
  out->mass       = density * m[0];
  out->centre     = vec3(o.x + x, o.y + y, 0);
  out->inertia    = (Sym3){.xx = density * (m[4] - y * m[2]),
                           .yy = density * (m[3] - x * m[1]),
                           .xy = -density * (m[5] - x * m[2])};
  out->inertia.zz = out->inertia.xx + out->inertia.yy;
  if (m[0] > 0 && out->inertia.xx > 0 && out->inertia.yy > 0 && isfinite(out->inertia.zz)) {
    mass_principal(out);
    return true;
  }
  snprintf(why, 256, "the lines enclose an area of %g, which is not above its rounding", m[0]);
  return false;
}

/* ---- balls in corners ---- */

/* Largest number of different unit normals at a corner; those of further faces are left out. */
enum { NORMALS_MOST = 256 };

typedef struct {
  int    n;
  Vec3   list[NORMALS_MOST];
  double push[NORMALS_MOST];
} Normals;

static void add_normal(Normals *normals, Vec3 n)
{
  if (normals->n == NORMALS_MOST || !vec3_normalize(&n)) return;
  for (int k = 0; k < normals->n; k++)
    if (vec3_norm(vec3_sub(n, normals->list[k])) < 1e-6) return;
  normals->list[normals->n++] = n;
}

/* The vector d of least length with n . d <= -radius for all normals, by sweeps over its
   multipliers (Hildreth 1957, Naval Res. Logist. Q. 4, 79). If none exists, or it is long, as in a
   needle, its length is limited to LONGEST radii. */
static Vec3 into_corner(Normals *normals, double radius)
{
  enum { SWEEPS = 1000, LONGEST = 20 };
  Vec3   d    = {0, 0, 0};
  double size = 0;

  for (int k = 0; k < normals->n; k++) normals->push[k] = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double changed = 0;

    for (int k = 0; k < normals->n; k++) {
      const double old = normals->push[k], lacks = vec3_dot(normals->list[k], d) + radius;

      normals->push[k] = max_real(0, old + lacks);
      changed          = max_real(changed, fabs(normals->push[k] - old));
      d                = vec3_axpy(d, old - normals->push[k], normals->list[k]);
    }
    size = vec3_norm(d);
    if (changed <= 1e-15 * radius || !(size < 1e3 * radius)) break;
  }
  return size > LONGEST * radius ? vec3_scale(LONGEST * radius / size, d) : d;
}

int mesh_corner_balls(const Mesh *m, bool planar, double radius, Vec3 **list, int *of)
{
  int *start, *corner, n = 0; /* corners of faces by their vertices */

  array_create(list, sizeof **list, m->n_vertices);
  array_create(&start, sizeof *start, m->n_vertices + 1);
  array_create(&corner, sizeof *corner, 3 * m->n_faces);
  sort_bins(3 * m->n_faces, (const int *)m->face, m->n_vertices, start, corner);
  for (int v = 0; v < m->n_vertices; v++) {
    Normals normals = {0};
    Vec3    x       = m->vertex[v];

    if (of) of[v] = -1;
    if (planar && x.z > 0) continue;
    for (int k = start[v]; k < start[v + 1]; k++)
      add_normal(&normals, mesh_face_normal(m, corner[k] / 3));
    if (normals.n < 2) continue;
    x = vec3_add(x, into_corner(&normals, radius));
    if (planar) x.z = 0;
    if (of) of[v] = n;
    (*list)[n++] = x;
  }
  array_free(&start);
  array_free(&corner);
  return n;
}
