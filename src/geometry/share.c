/* SPDX-License-Identifier: MIT */
/* Shares of balls in slabs, boxes, cylinders and pipes; of cubes below planes, in closed form
   (Scardovelli & Zaleski 2000, J. Comput. Phys. 164, 228). */
#include "geometry/share.h"
#include "base/base.h"
#include "base/elementary.h"

enum { POINTS = 10, KINKS = 20 };

/* Gauss' rule on -1 .. 1 (Abramowitz & Stegun 1972, table 25.4); points and weights of the upper
   half. */
static const double gauss_at[POINTS / 2] = {0.14887433898163121, 0.43339539412924719,
                                            0.67940956829902441, 0.86506336668898451,
                                            0.97390652851717172};
static const double gauss_of[POINTS / 2] = {0.29552422471475287, 0.26926671930999636,
                                            0.21908636251598204, 0.14945134915058059,
                                            0.066671344308688138};

/* Angle whose cosine is c, over pi; c beyond -1 .. 1 counts as these. */
static double turn_of(double c)
{
  if (c >= 1) return 0;
  if (c <= -1) return 1;
  return arc_degrees(sqrt((1 - c) * (1 + c)), c) / 180;
}

/* Share of the unit disc below t, -1 < t < 1. */
static double disc_below(double t)
{
  return 1 - turn_of(t) + t * sqrt((1 - t) * (1 + t)) / PETSC_PI;
}

double ball_below(int dimension, double r, double x)
{
  if (dimension != 2) return ball_below_3d(r, x);
  if (!(x > -r)) return 0;
  if (x >= r) return 1;
  return disc_below(x / r);
}

/* ---- integrals with kinks ---- */

typedef struct {
  double r;
  /* discs in a rectangle: half squares of its sides; rings in a circle: distance and radius */
  double x[2], y[2];
  double d, wide;
  bool   solid; /* a ball, not a disc */
} Region;

/* Integral of f from a to b, whose slope, or that of its slope, may be infinite at the ends: the
   points crowd there, s = middle + half (3 t - t^3) / 2. */
static double integrate(double (*f)(const Region *, double), const Region *of, double a, double b)
{
  const double half = 0.5 * (b - a), middle = a + half;
  double       sum = 0;

  for (int k = 0; k < POINTS; k++) {
    const double t = k % 2 ? gauss_at[k / 2] : -gauss_at[k / 2];

    sum += gauss_of[k / 2] * 1.5 * (1 - t * t) * f(of, middle + half * 0.5 * t * (3 - t * t));
  }
  return half * sum;
}

/* Integral of a function with kinks; kinks outside of the interval do not count. */
static double integrate_kinks(double (*f)(const Region *, double), const Region *of, double a,
                              double b, double *kinks, int n)
{
  double sum = 0;

  sort_items(kinks, (size_t)n, sizeof *kinks, compare_reals);
  for (int k = 0; k < n; k++) {
    if (!(kinks[k] > a) || !(kinks[k] < b)) continue;
    sum += integrate(f, of, a, kinks[k]);
    a = kinks[k];
  }
  return sum + integrate(f, of, a, b);
}

/* ---- boxes ---- */

/* Area of the disc of radius r around 0 below x and below y. */
static double disc_corner(double r, double x, double y)
{
  const double area = PETSC_PI * r * r;
  double       c, below;

  if (!(x > -r) || !(y > -r)) return 0;
  if (x >= r) return y >= r ? area : area * disc_below(y / r);
  below = area * disc_below(x / r);
  if (y >= r) return below;
  if (y < 0) return below - disc_corner(r, x, -y);
  c = sqrt((r - y) * (r + y));
  if (x <= -c) return below;
  if (x <= c) return 0.5 * (below + (c < r ? area * disc_below(-c / r) : 0)) + y * (x + c);
  return 0.5 * (below + area * (c < r ? 1 - disc_below(c / r) : 0)) + 2 * y * c +
         0.5 * (below - area * (c < r ? disc_below(c / r) : 1));
}

/* Area of the disc of radius r in the rectangle. */
static double rectangle(const Region *of, double r)
{
  return disc_corner(r, of->x[1], of->y[1]) - disc_corner(r, of->x[0], of->y[1]) -
         disc_corner(r, of->x[1], of->y[0]) + disc_corner(r, of->x[0], of->y[0]);
}

/* Area of the ball's section at the height s in the rectangle. */
static double layer(const Region *of, double s)
{
  return rectangle(of, sqrt(max_real(0, (of->r - s) * (of->r + s))));
}

/* Add both heights at which the section has this squared radius. Returns their number. */
static int add_kink(double r, double squared, double *kinks)
{
  const double left = r * r - squared;

  if (!(left > 0)) return 0;
  kinks[0] = sqrt(left);
  kinks[1] = -kinks[0];
  return 2;
}

/* Share of the ball in the box, of which two axes make the rectangle, from .. to along the
   third. */
static double in_edges(const Region *of, double from, double to)
{
  double kinks[KINKS];
  int    n = 0;

  for (int i = 0; i < 2; i++) {
    n += add_kink(of->r, of->x[i] * of->x[i], kinks + n);
    n += add_kink(of->r, of->y[i] * of->y[i], kinks + n);
    for (int j = 0; j < 2; j++)
      n += add_kink(of->r, of->x[i] * of->x[i] + of->y[j] * of->y[j], kinks + n);
  }
  return integrate_kinks(layer, of, max_real(from, -of->r), min_real(to, of->r), kinks, n) /
         (4 * PETSC_PI / 3 * of->r * of->r * of->r);
}

double ball_in_box(int dimension, Vec3 centre, double r, Vec3 lo, Vec3 hi, const bool cut[3])
{
  double from[3], to[3], share = 1;
  int    met[3], n = 0, last = 2;
  Region of = {.r = r};

  for (int k = 0; k < 3; k++) {
    const double x = vec3_axis(centre, k);

    from[k] = -r;
    to[k]   = r;
    if (k >= dimension || !cut[k]) continue;
    from[k] = vec3_axis(lo, k) - x;
    to[k]   = vec3_axis(hi, k) - x;
    share *= ball_below(dimension, r, to[k]) - ball_below(dimension, r, from[k]);
    if (from[k] > -r || to[k] < r) met[n++] = k;
  }
  if (n <= 1 || !(share > 0)) return share;
  while (n == 2 && dimension == 3 && (met[0] == last || met[1] == last)) last--;
  if (dimension == 2) last = 2;
  for (int k = 0, at = 0; k < 3; k++) {
    if (k == last) continue;
    (at == 0 ? of.x : of.y)[0] = from[k];
    (at == 0 ? of.x : of.y)[1] = to[k];
    at++;
  }
  if (dimension == 2) return max_real(0, rectangle(&of, r)) / (PETSC_PI * r * r);
  return max_real(0, in_edges(&of, from[last], to[last]));
}

/* ---- cylinders ---- */

/* Part of the ring at the distance s from the centre that is inside, times the size of the ring
   over 2 pi. */
static double ring(const Region *of, double s)
{
  const double chord = of->solid ? 2 * sqrt(max_real(0, (of->r - s) * (of->r + s))) : 1;

  if (!(s > 0)) return 0;
  return s * chord * turn_of((of->d * of->d + s * s - of->wide * of->wide) / (2 * of->d * s));
}

double ball_in_cylinder(int dimension, double r, double d, double wide)
{
  const Region of      = {.r = r, .d = d, .wide = wide, .solid = dimension == 3};
  double       kinks[] = {fabs(wide - d), wide + d};

  if (!(wide > 0) || d - r >= wide) return 0;
  if (d + r <= wide) return d + r < wide || r > 0;
  if (!(d > 1e-9 * r)) { /* about the centre */
    const double q = wide / r, rest = (1 - q) * (1 + q);

    return of.solid ? 1 - rest * sqrt(rest) : q * q;
  }
  return 2 * PETSC_PI * integrate_kinks(ring, &of, 0, r, kinks, 2) /
         (of.solid ? 4 * PETSC_PI / 3 * r * r * r : PETSC_PI * r * r);
}

/* ---- pipes ---- */

/* Area that the section at the height s shares with the circle. */
static double lens(const Region *of, double s)
{
  const double squared = max_real(0, (of->r - s) * (of->r + s)), rho = sqrt(squared), d = of->d,
               w = of->wide, least = min_real(rho, w);
  double corner;

  if (!(d < rho + w)) return 0;
  if (d <= fabs(rho - w)) return PETSC_PI * least * least;
  corner = (rho + w - d) * (d + rho - w) * (d - rho + w) * (d + rho + w);
  return PETSC_PI * (squared * turn_of((d * d + squared - w * w) / (2 * d * rho)) +
                     w * w * turn_of((d * d + w * w - squared) / (2 * d * w))) -
         0.5 * sqrt(max_real(0, corner));
}

double ball_in_pipe(double r, double d, double wide, double from, double to)
{
  const Region of = {.r = r, .d = d, .wide = wide};
  double       kinks[4];
  int          n = 0;

  if (from <= -r && to >= r) return ball_in_cylinder(3, r, d, wide);
  if (!(wide > 0) || d - r >= wide || !(from < r) || !(to > -r)) return 0;
  if (d + r <= wide) return ball_below(3, r, to) - ball_below(3, r, from);
  n += add_kink(r, (wide - d) * (wide - d), kinks);
  n += add_kink(r, (wide + d) * (wide + d), kinks + n);
  return integrate_kinks(lens, &of, max_real(from, -r), min_real(to, r), kinks, n) /
         (4 * PETSC_PI / 3 * r * r * r);
}

/* ---- cubes ---- */

/* Smallest component of a normal, as the closed form divides by them; the planes are moved apart by
   as much to keep the bounds valid. */
static const double least_component = 1e-4;

/* Rounding error of the share below a plane: 2^-53 over 6 least_component^2. */
static const double share_rounding = 1e-8;

/* Cube, and square, of a positive number; 0 for others. */
static double cube_of(double a)
{
  return a > 0 ? a * a * a : 0;
}

static double square_of(double a)
{
  return a > 0 ? a * a : 0;
}

/* Share of the unit square around 0 with n . u < t, for |n| = 1. */
static double square_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component);
  const double s = min_real(t, -t) + (a + b) / 2; /* as in cube_below */
  const double below =
    s <= 0 ? 0 : (square_of(s) - square_of(s - a) - square_of(s - b)) / (2 * a * b);

  return t <= 0 ? below : 1 - below;
}

/* Share of the unit cube around 0 with n . u < t. */
static double cube_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component),
               c = max_real(fabs(n.z), least_component), all = a + b + c;
  /* The distance is that from the nearer of the two corners, for less cancellation. */
  const double s     = min_real(t, -t) + all / 2;
  const double below = s <= 0 ? 0
                              : (cube_of(s) - cube_of(s - a) - cube_of(s - b) - cube_of(s - c) +
                                 cube_of(s - a - b) + cube_of(s - a - c) + cube_of(s - b - c)) /
                                  (6 * a * b * c);

  return t <= 0 ? below : 1 - below;
}

BoxShare box_share(int dimension, Vec3 normal, double inner, double outer)
{
  double (*const below)(Vec3, double) = dimension == 2 ? square_below : cube_below;

  return (BoxShare){max_real(0, below(normal, inner - least_component) - share_rounding),
                    min_real(1, below(normal, outer + least_component) + share_rounding)};
}
