/* SPDX-License-Identifier: MIT */
/* Principal frame of an inertia tensor, error bounds of its axes, and mass properties that are
   given. */
#include "shape/mass/mass.h"

/* Moments that differ by at most this share of the largest are equal: above the rounding of
   every method, below any accuracy that is needed. */
static const double equal_within = 1e-13;

/* One Jacobi rotation in the plane p, q that makes a[p][q] zero (Golub & Van Loan, Matrix
   Computations, 8.5); the columns of v are rotated. */
static void jacobi_turn(double a[3][3], double v[3][3], int p, int q)
{
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t     = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  const int    r   = 3 - p - q;
  const double arp = a[r][p], arq = a[r][q];

  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * arp - s * arq;
  a[r][q] = a[q][r] = s * arp + c * arq;
  for (int k = 0; k < 3; k++) {
    const double vkp = v[k][p], vkq = v[k][q];

    v[k][p] = c * vkp - s * vkq;
    v[k][q] = s * vkp + c * vkq;
  }
}

/* Diagonalize: moments on the diagonal of a, axes in the columns of v. Convergence is quadratic:
   about five sweeps are needed, the others change nothing. */
static void jacobi(double a[3][3], double v[3][3])
{
  for (int sweep = 0; sweep < 20; sweep++) {
    for (int p = 0; p < 2; p++) {
      for (int q = p + 1; q < 3; q++)
        if (a[p][q] != 0) jacobi_turn(a, v, p, q);
    }
  }
}

/* Sort ascending; moments that differ by at most `slack` keep their order, so that rounding does
   not swap axes. */
static void axes_sort(double moment[3], Vec3 axis[3], double slack)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < 2; k++) {
      const double m = moment[k];
      const Vec3   a = axis[k];

      if (m <= moment[k + 1] + slack) continue;
      moment[k]     = moment[k + 1];
      axis[k]       = axis[k + 1];
      moment[k + 1] = m;
      axis[k + 1]   = a;
    }
  }
}

static Vec3 unit(Vec3 v)
{
  return vec3_scale(1 / vec3_norm(v), v);
}

/* Unit vector normal to `a`, in the plane of `a` and the first of x, y, z that is clearly not
   parallel to it. */
static Vec3 across(Vec3 a)
{
  /* limit of the cosine, between 1/sqrt(2) and 1, so that at most one axis exceeds it */
  const double limit = 0.9;
  Vec3         e     = {0, 0, 0};
  int          k     = 0;

  while (k < 2 && fabs(vec3_axis(a, k)) > limit) k++;
  vec3_set(&e, k, 1);
  return unit(vec3_axpy(e, -vec3_axis(a, k), a));
}

/* Axes of equal moments are arbitrary: choose them so that they depend on the shape alone, not
   on its rounding. */
static void axes_fix_free(const double moment[3], Vec3 axis[3], double slack)
{
  const bool low = moment[1] - moment[0] <= slack, high = moment[2] - moment[1] <= slack;

  if (low && high) {
    for (int k = 0; k < 3; k++) axis[k] = vec3(k == 0, k == 1, k == 2);
  } else if (low) {
    axis[0] = across(axis[2]);
    axis[1] = vec3_cross(axis[2], axis[0]);
  } else if (high) {
    axis[1] = across(axis[0]);
  }
}

/* Return a or -a such that the largest component is positive; of components equal to 1e-9 the
   first decides. */
static Vec3 with_sign(Vec3 a)
{
  const double largest = max_real(fabs(a.x), max_real(fabs(a.y), fabs(a.z))) * (1 - 1e-9);
  int          k       = 0;

  while (k < 2 && fabs(vec3_axis(a, k)) < largest) k++;
  return vec3_axis(a, k) < 0 ? vec3_scale(-1, a) : a;
}

/* Quaternion of the rotation whose columns are e, from the largest of its four components
   (Shepperd 1978). */
static Quat quat_of_axes(const Vec3 e[3])
{
  const double square[4] = {1 + e[0].x + e[1].y + e[2].z, 1 + e[0].x - e[1].y - e[2].z,
                            1 - e[0].x + e[1].y - e[2].z,
                            1 - e[0].x - e[1].y + e[2].z}; /* 4 w^2, 4 x^2, 4 y^2, 4 z^2 */
  const double wx = e[1].z - e[2].y, wy = e[2].x - e[0].z, wz = e[0].y - e[1].x;
  const double xy = e[0].y + e[1].x, xz = e[0].z + e[2].x, yz = e[1].z + e[2].y;
  const Quat   rows[4] = {{square[0], wx, wy, wz},
                          {wx, square[1], xy, xz},
                          {wy, xy, square[2], yz},
                          {wz, xz, yz, square[3]}};
  int          best    = 0;
  Quat         q;

  for (int k = 1; k < 4; k++) {
    if (square[k] > square[best] + 1e-9) best = k; /* of components equal to rounding the first */
  }
  q = quat_normalized(rows[best]);
  return q.w < 0 ? (Quat){-q.w, -q.x, -q.y, -q.z} : q;
}

/* As mass_principal, of a body that is no lamina. */
static void solid_principal(MassProperties *out)
{
  const Sym3   s       = out->inertia;
  double       a[3][3] = {{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
  double       v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double slack   = equal_within * max_real(fabs(s.xx), max_real(fabs(s.yy), fabs(s.zz)));
  double       moment[3];
  Vec3         axis[3];

  jacobi(a, v);
  for (int k = 0; k < 3; k++) {
    moment[k] = a[k][k];
    axis[k]   = vec3(v[0][k], v[1][k], v[2][k]);
  }
  axes_sort(moment, axis, slack);
  axes_fix_free(moment, axis, slack);
  axis[0]   = unit(with_sign(axis[0]));
  axis[1]   = with_sign(axis[1]);
  axis[2]   = unit(vec3_cross(axis[0], axis[1]));
  axis[1]   = vec3_cross(axis[2], axis[0]);
  out->axes = quat_of_axes(axis);
  /* Strictly ascending: moments equal within the slack above may be out of order by rounding. */
  axes_sort(moment, axis, 0);
  out->principal = vec3(moment[0], moment[1], moment[2]);
}

/* ---- laminae ---- */

static bool is_lamina(Sym3 s)
{
  return s.xz == 0 && s.yz == 0 && s.zz == s.xx + s.yy;
}

/* A single rotation about z, so that the z axis stays exact. */
static void lamina_principal(MassProperties *out)
{
  const Sym3   s       = out->inertia;
  const double slack   = equal_within * s.zz;
  double       a[3][3] = {{s.xx, s.xy, 0}, {s.xy, s.yy, 0}, {0, 0, s.zz}};
  double       v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3         axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  if (s.xy != 0) jacobi_turn(a, v, 0, 1);
  if (fabs(a[1][1] - a[0][0]) > slack) {
    const int least = a[1][1] < a[0][0];

    axis[0] = unit(with_sign(vec3(v[0][least], v[1][least], 0)));
    axis[1] = vec3(-axis[0].y, axis[0].x, 0);
  }
  out->axes      = quat_of_axes(axis);
  out->principal = vec3(min_real(a[0][0], a[1][1]), max_real(a[0][0], a[1][1]), s.zz);
  /* For a body nearly on a line the second moment may exceed the third by rounding. */
  out->principal.z = max_real(out->principal.y, s.zz);
}

void mass_principal(MassProperties *out)
{
  if (is_lamina(out->inertia)) lamina_principal(out);
  else solid_principal(out);
}

/* Bound on the angle of an axis whose moment is `gap` from the nearest other one. */
static double axis_error(double gap, double off, double largest)
{
  if (gap <= equal_within * largest || !(2 * off < gap)) return PETSC_PI / 2;
  return 0.5 * asin(2 * off / gap);
}

Vec3 mass_axes_error(const MassProperties *mass)
{
  /* There are some ten rotations, each rounding by 2^-53 of the largest moment; the error is
     relative to the true moment, which is at least (1 - error) of the one found, hence the
     quotient. */
  const Vec3   i = mass->principal;
  const double off =
    (mass->error < 1 ? mass->error / (1 - mass->error) + 16 * 0x1p-53 : HUGE_VAL) * i.z;

  if (is_lamina(mass->inertia)) {
    const double turn = axis_error(i.y - i.x, off, i.z);

    return vec3(turn, turn, 0);
  }
  return vec3(axis_error(i.y - i.x, off, i.z), axis_error(min_real(i.y - i.x, i.z - i.y), off, i.z),
              axis_error(i.z - i.y, off, i.z));
}

void mass_bring(MassProperties *mass, double total)
{
  const double share = total / mass->mass;

  mass->inertia   = sym3_scale(share, mass->inertia);
  mass->principal = vec3_scale(share, mass->principal);
  mass->mass      = total;
}

bool mass_given(double volume, double mass, Vec3 centre, Sym3 inertia, MassProperties *out,
                char *why)
{
  const double all = volume + mass + centre.x + centre.y + centre.z + inertia.xx + inertia.yy +
                     inertia.zz + inertia.xy + inertia.xz + inertia.yz;
  Vec3 i;

  *out = (MassProperties){
    .volume = volume, .mass = mass, .centre = centre, .inertia = inertia, .axes = quat_identity()};
  if (!isfinite(all)) return why_not(why, "mass properties must be finite");
  if (!(volume > 0)) return why_not(why, "volume must be > 0");
  if (!(mass > 0)) return why_not(why, "mass must be > 0");
  mass_principal(out);
  i = out->principal;
  /* A flat body has equality; the digits of given numbers are allowed for. */
  if (i.x > 0 && i.z <= (i.x + i.y) * (1 + 1e-6)) return true;
  return why_not(why, "principal moments %g, %g, %g kg m^2: %s", i.x, i.y, i.z,
                 i.x > 0 ? "no body has one larger than the sum of the other two" : "must be > 0");
}
