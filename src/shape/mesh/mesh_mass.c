/* SPDX-License-Identifier: MIT */
/* Moments of closed meshes. With compensated summation the rounding is that of single faces,
   whatever their number. */
#include "shape/mass/mass.h"
#include "shape/mesh/mesh.h"

/* Integrals of 1; x, y, z; xx, yy, zz, xy, xz, yz. */
enum { VOLUME, FIRST, SECOND = FIRST + 3, N_MOMENTS = SECOND + 6 };

/* Compensated sums after Neumaier 1974, Z. Angew. Math. Mech. 54, 39: low[] collects the rounding
   errors. */
typedef struct {
  double high[N_MOMENTS], low[N_MOMENTS];
  double size; /* sum of |a| |e1| |e2|, the scale of the rounding of the triple products, m^3 */
} Moments;

/* Number of roundings in one face's volume and the moments made from it, in units of size / 6; an
   upper estimate. */
static const double roundings = 40;

static void moment_add(Moments *m, int k, double value)
{
  const double sum = m->high[k] + value;

  m->low[k] +=
    fabs(m->high[k]) >= fabs(value) ? (m->high[k] - sum) + value : (value - sum) + m->high[k];
  m->high[k] = sum;
}

/* Add the tetrahedron of face f and o, with corners a, b, c relative to o, and their sum s. The mean
   of x y over it is (aa + bb + cc + ss) / 20. */
static void face_add(const Mesh *mesh, int f, Vec3 o, Moments *m)
{
  static const int one[6] = {0, 1, 2, 0, 0, 1}, two[6] = {0, 1, 2, 1, 2, 2};
  const double     six = mesh_face_cone(mesh, f, o);
  const Vec3       p   = mesh_corner(mesh, f, 0);
  double           x[3][4];

  for (int a = 0; a < 3; a++) {
    for (int k = 0; k < 3; k++) x[a][k] = vec3_axis(mesh_corner(mesh, f, k), a) - vec3_axis(o, a);
    x[a][3] = x[a][0] + x[a][1] + x[a][2];
  }
  moment_add(m, VOLUME, six / 6);
  for (int a = 0; a < 3; a++) moment_add(m, FIRST + a, six / 24 * x[a][3]);
  for (int k = 0; k < 6; k++) {
    const double *u = x[one[k]], *v = x[two[k]];

    moment_add(m, SECOND + k, six / 120 * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2] + u[3] * v[3]));
  }
  m->size += vec3_norm(vec3_sub(p, o)) * vec3_norm(vec3_sub(mesh_corner(mesh, f, 1), p)) *
             vec3_norm(vec3_sub(mesh_corner(mesh, f, 2), p));
}

/* Set the error bounds from those of the moments about o, moved to the centre. Lengths from o are
   at most `far`. */
static void error_set(const Moments *m, double far, double density, MassProperties *out)
{
  const double u = 0x1p-53, volume = u * (roundings * m->size / 6 + 4 * out->volume);
  /* Each tetrahedron is within `far` of o; its error moves with it. */
  const double first   = 2 * far * volume;
  const double inertia = 4 * far * far * volume + 2 * far * first + first * first / out->volume;
  const double largest = inertia_largest(out->inertia) / density;

  out->error = out->centre_error = HUGE_VAL;
  if (volume < out->volume && inertia < largest) {
    out->error = max_real(volume / (out->volume - volume), inertia / (largest - inertia)) + 8 * u;
    out->centre_error =
      (first + far * volume) / (out->volume - volume) + 4 * u * (far + vec3_norm(out->centre));
  }
}

static void properties_set(const Moments *m, Vec3 o, double density, MassProperties *out)
{
  double z[N_MOMENTS];

  for (int k = 0; k < N_MOMENTS; k++) z[k] = m->high[k] + m->low[k];
  *out = mass_of_moments(
    z[VOLUME], vec3(z[FIRST], z[FIRST + 1], z[FIRST + 2]),
    (Sym3){z[SECOND], z[SECOND + 1], z[SECOND + 2], z[SECOND + 3], z[SECOND + 4], z[SECOND + 5]},
    o);
  out->mass *= density;
  out->inertia = sym3_scale(density, out->inertia);
}

bool mesh_mass(const Mesh *mesh, double density, MassProperties *out, char *why)
{
  Moments m = {.size = 0};
  Vec3    lo, hi, o;

  *out = (MassProperties){.volume = 0};
  if (mesh->n_faces > 0) {
    mesh_bounds(mesh, &lo, &hi);
    o = vec3_scale(0.5, vec3_add(lo, hi));
    for (int f = 0; f < mesh->n_faces; f++) face_add(mesh, f, o, &m);
    properties_set(&m, o, density, out);
    error_set(&m, 0.5 * vec3_norm(vec3_sub(hi, lo)), density, out);
    if (out->volume > 0 && out->error < 1 && isfinite(out->mass * out->inertia.xx)) {
      mass_principal(out);
      return true;
    }
  }
  return why_not(why, "the mesh encloses a volume of %g, which is not above its rounding",
                 out->volume);
}
