/* SPDX-License-Identifier: MIT */
/* Unions of spheres against unions of discs: a plane z cuts spheres into discs, and their exact
   methods find the visible parts in different ways. The integral over z is split at the planes
   where the slice changes its topology. */
#include "sets.h"

enum { MOST = 1 << 15 };

typedef struct {
  const PebbleSet *set;
  double           event[MOST];
  int              n;
  double           volume, mass, x, y, z, xx, yy, zz, xy, xz, yz;
} Slices;

static void event_add(Slices *s, double z)
{
  if (s->n < MOST) s->event[s->n++] = z;
}

/* Lowest and highest z of the circle in which two spheres intersect. */
static void circle_add(Slices *s, int i, int j)
{
  const Vec3   d = vec3_sub(s->set->x[j], s->set->x[i]);
  const double a = s->set->r[i], b = s->set->r[j], length = vec3_norm(d);
  const double along  = (length * length + a * a - b * b) / (2 * length),
               square = a * a - along * along;
  const double z      = s->set->x[i].z + along * d.z / length,
               rise   = hypot(d.x, d.y) / length * sqrt(fmax(0, square));

  if (length == 0 || square < 0) return;
  event_add(s, z - rise);
  event_add(s, z + rise);
}

/* Heights of the two points common to three spheres, found in axes along the first two centres
   and across. */
static void corner_add(Slices *s, int i, int j, int k)
{
  const Vec3   p = vec3_sub(s->set->x[j], s->set->x[i]), q = vec3_sub(s->set->x[k], s->set->x[i]);
  const double a = s->set->r[i], b = s->set->r[j], c = s->set->r[k], d = vec3_norm(p);
  const Vec3   e = vec3_scale(1 / d, p);
  const double u = vec3_dot(q, e);
  const Vec3   w = vec3_axpy(q, -u, e);
  const double v = vec3_norm(w), x = (d * d + a * a - b * b) / (2 * d);
  const double y      = (a * a - c * c + u * u + v * v - 2 * u * x) / (2 * v),
               square = a * a - x * x - y * y;
  const Vec3   f = vec3_scale(1 / v, w), g = vec3_cross(e, f);
  const double z = s->set->x[i].z + x * e.z + y * f.z;

  if (!(v > 0) || !(d > 0) || !(square >= 0)) return;
  event_add(s, z - sqrt(square) * g.z);
  event_add(s, z + sqrt(square) * g.z);
}

static void events_find(Slices *s)
{
  for (int i = 0; i < s->set->n; i++) {
    event_add(s, s->set->x[i].z - s->set->r[i]);
    event_add(s, s->set->x[i].z + s->set->r[i]);
    for (int j = 0; j < i; j++) {
      circle_add(s, i, j);
      for (int k = 0; k < j; k++) corner_add(s, i, j, k);
    }
  }
  CHECK(s->n < MOST);
  qsort(s->event, (size_t)s->n, sizeof *s->event, compare_reals);
}

static void slice_add(Slices *s, double z, double w)
{
  PebbleSet      discs = set_copy(s->set);
  MassProperties m;

  discs.dimension = 2;
  discs.n         = 0;
  for (int i = 0; i < s->set->n; i++) {
    const double d = z - s->set->x[i].z, square = (s->set->r[i] - d) * (s->set->r[i] + d);

    if (!(square > 0)) continue;
    discs.x[discs.n]          = vec3(s->set->x[i].x, s->set->x[i].y, 0);
    discs.r[discs.n]          = sqrt(square);
    discs.material[discs.n++] = s->set->material[i];
  }
  if (discs.n > 0) {
    m = exact_of(&discs);
    s->volume += w * m.volume;
    s->mass += w * m.mass;
    s->x += w * m.mass * m.centre.x;
    s->y += w * m.mass * m.centre.y;
    s->z += w * m.mass * z;
    s->xx += w * (m.inertia.yy + m.mass * m.centre.x * m.centre.x);
    s->yy += w * (m.inertia.xx + m.mass * m.centre.y * m.centre.y);
    s->zz += w * m.mass * z * z;
    s->xy += w * (-m.inertia.xy + m.mass * m.centre.x * m.centre.y);
    s->xz += w * m.mass * m.centre.x * z;
    s->yz += w * m.mass * m.centre.y * z;
  }
  pebble_set_free(&discs);
}

/* Takahasi & Mori 1974: z = middle + half tanh(pi/2 sinh t), steps of 1/8 to |t| = 3.1 */
static void panel_add(Slices *s, double low, double high)
{
  const double h = 1.0 / 8, half = (high - low) / 2;

  for (int k = -25; k <= 25; k++) {
    const double t = k * h, u = PETSC_PI / 2 * sinh(t), c = cosh(u),
                 near = half * 2 / (1 + exp(2 * fabs(u)));

    slice_add(s, t < 0 ? low + near : high - near, h * half * PETSC_PI / 2 * cosh(t) / (c * c));
  }
}

static MassProperties slices(const PebbleSet *set)
{
  Slices         s = {.set = set};
  MassProperties out;
  double         xx, yy, zz;

  events_find(&s);
  for (int e = 1; e < s.n; e++) {
    if (s.event[e] > s.event[e - 1]) panel_add(&s, s.event[e - 1], s.event[e]);
  }
  out = (MassProperties){
    .volume = s.volume, .mass = s.mass, .centre = {s.x / s.mass, s.y / s.mass, s.z / s.mass}};
  xx          = s.xx - s.x * out.centre.x;
  yy          = s.yy - s.y * out.centre.y;
  zz          = s.zz - s.z * out.centre.z;
  out.inertia = (Sym3){yy + zz,
                       xx + zz,
                       xx + yy,
                       s.x * out.centre.y - s.xy,
                       s.x * out.centre.z - s.xz,
                       s.y * out.centre.z - s.yz};
  mass_principal(&out);
  return out;
}

static void check(const PebbleSet *set, double tolerance, double *worst)
{
  const MassProperties m = exact_of(set), s = slices(set);
  const double         off = off_by(&m, &s), shift = centre_off(&m, &s);

  CHECK_NEAR(off, 0, tolerance);   /* the caller's */
  CHECK_NEAR(shift, 0, tolerance); /* the caller's; sizes are near 1 */
  CHECK(m.error < 1e-9 && m.centre_error < 1e-9);
  *worst = fmax(*worst, fmax(off, shift));
}

static void random_rocks(void)
{
  double worst = 0;

  for (int k = 0; k < 11; k++) {
    PebbleSet set = k < 10 ? random_set(3, 2 + 2 * k, 1 + 0.1 * k, 0.3, 40 + (uint64_t)k)
                           : random_set(3, 50, 3, 0.4, 7);

    for (int i = 0; i < set.n; i++) set.material[i] = k % 2 ? i % 3 : 0;
    check(&set, 1e-10, &worst); /* 1e-9 is promised; the quadrature error is about 1e-12 */
    pebble_set_free(&set);
  }
  test_note("rocks of two to fifty pebbles: off the sum of slices by %.1e", worst);
  test_end("spheres: slices of rocks of several densities agree");
}

static void letters(void)
{
  static const double tee[5][4] = {
    {-1, 1, 0, .6}, {0, 1, 0, .6}, {1, 1, 0, .6}, {0, 0, 0, .6}, {0, -1, 0, .6}};
  static const double ell[4][4] = {{0, 2, 0, .7}, {0, 1, 0, .6}, {0, 0, 0, .8}, {1, 0, 0, .5}};
  double              worst     = 0;

  for (int k = 0; k < 4; k++) {
    PebbleSet set = k % 2 ? set_of(3, 5, tee) : set_of(3, 4, ell);

    if (k > 1) set_turn(&set, (uint64_t)k);
    check(&set, 1e-10, &worst); /* as above */
    pebble_set_free(&set);
  }
  test_note("T and L: off the sum of slices by %.1e", worst);
  test_end("spheres: slices of T and L agree");
}

TESTS(.ranks = {1})
{
  random_rocks();
  letters();
}
