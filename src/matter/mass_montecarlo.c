/* SPDX-License-Identifier: MIT */
/* Mass properties by random sampling: a pebble is drawn by its volume and a point in it, uniformly; the point stands for the
   sum of volumes over the number of pebbles it is in (Karp, Luby & Madras 1989, J. Algorithms 10, 429). So sets that
   do not overlap have their volume without noise, and empty space costs nothing. Sample k depends on the seed and k alone. */
#include "base/random.h"
#include "matter/mass.h"
#include "matter/sphere_tree.h"

#include <stdio.h>

/* z of a sample: volume | mass times 1, x, y, z, xx, yy, zz, xy, xz, yz */
enum { VOLUME, MASS, FIRST, SECOND = FIRST + 3, N_Z = SECOND + 6 };

/* The bound is so many standard errors: missed with odds of 6e-5. */
static const double errors_bounded = 4;

/* A part of the volume that no sample met is less than this over their number, with like odds: exp(-10). */
static const double unseen = 10;

typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  SphereTree       tree;
  Vec3             origin;
  int             *near; /* the pebbles that reach into the one drawn, without it */
  int              n_near;
  double           total;             /* sum of volumes, m^3 */
  double           sum[N_Z];          /* of z */
  double           product[N_Z][N_Z]; /* of pairs of z, upper half */
} Draw;

static double density_of(const Draw *d, int i)
{
  return d->materials->list[d->set->material[i]].density;
}

static void near_find(Draw *d, int i)
{
  SphereWalk walk = sphere_tree_walk(&d->tree, d->set->x[i], d->set->r[i], false);

  d->n_near = 0;
  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
    if (j != i) d->near[d->n_near++] = j;
  }
}

/* Uniform in the unit ball, or the unit disc, by rejection. */
static Vec3 random_ball(Random *random, bool flat)
{
  Vec3 u = {0, 0, 0};

  do {
    u.x = 2 * random_real(random) - 1;
    u.y = 2 * random_real(random) - 1;
    if (!flat) u.z = 2 * random_real(random) - 1;
  } while (vec3_dot(u, u) > 1);
  return u;
}

static void sample_add(Draw *d, int i, Random *random)
{
  const Vec3 u       = vec3_scale(d->set->r[i], random_ball(random, d->set->dimension == 2));
  const Vec3 x       = vec3_add(vec3_sub(d->set->x[i], d->origin), u);
  double     density = density_of(d, i), volume, mass;
  int        count   = 1;

  for (int k = 0; k < d->n_near; k++) {
    const int  j = d->near[k];
    const Vec3 a = vec3_add(vec3_sub(d->set->x[i], d->set->x[j]), u);

    if (vec3_dot(a, a) > d->set->r[j] * d->set->r[j]) continue;
    density = max_real(density, density_of(d, j));
    count++;
  }
  volume = d->total / count;
  mass   = volume * density;
  {
    const double z[N_Z] = {volume,           mass,
                           mass * x.x,       mass * x.y,
                           mass * x.z,       mass * x.x * x.x,
                           mass * x.y * x.y, mass * x.z * x.z,
                           mass * x.x * x.y, mass * x.x * x.z,
                           mass * x.y * x.z};

    for (int p = 0; p < N_Z; p++) {
      d->sum[p] += z[p];
      for (int q = p; q < N_Z; q++) d->product[p][q] += z[p] * z[q];
    }
  }
}

/* Sample k falls on the pebble at (k + a random part) / samples of the volumes laid end to end: each gets its share to within
   one, which only makes the error smaller than independent draws have it. */
static void samples_add(Draw *d, int64_t samples, uint64_t seed)
{
  double end = 0;
  int    i   = -1;

  for (int64_t k = 0; k < samples; k++) {
    Random       random = random_stream(seed, RANDOM_MASS, (uint64_t)k);
    const double at     = ((double)k + random_real(&random)) / (double)samples * d->total;

    while (i < 0 || (at >= end && i + 1 < d->set->n)) {
      end += pebble_volume(d->set, ++i);
      if (at < end || i + 1 == d->set->n) near_find(d, i);
    }
    sample_add(d, i, &random);
  }
}

/* Standard error of the mean of sum_p c_p z_p, squared. */
static double variance_of(const Draw *d, const double c[N_Z], double n)
{
  double variance = 0;

  for (int p = 0; p < N_Z; p++) {
    for (int q = p; q < N_Z; q++) {
      const double covariance = d->product[p][q] / n - d->sum[p] / n * (d->sum[q] / n);

      variance += (p == q ? 1 : 2) * c[p] * c[q] * covariance;
    }
  }
  return max_real(0, variance) / n;
}

/* Coefficients of the second moment a, b about c, to first order: an error of the centre itself does not count. */
static void second_of(int a, int b, Vec3 c, double weight, double z[N_Z])
{
  static const int place[3][3] = {
    {SECOND, SECOND + 3, SECOND + 4}, {SECOND + 3, SECOND + 1, SECOND + 5}, {SECOND + 4, SECOND + 5, SECOND + 2}};

  z[place[a][b]] += weight;
  z[FIRST + a] -= weight * vec3_axis(c, b);
  z[FIRST + b] -= weight * vec3_axis(c, a);
  z[MASS] += weight * vec3_axis(c, a) * vec3_axis(c, b);
}

/* Standard error of the inertia about c, as the norm of the tensor. */
static double inertia_error(const Draw *d, Vec3 c, double n)
{
  double variance = 0;

  for (int a = 0; a < 3; a++) {
    for (int b = a; b < 3; b++) {
      double z[N_Z] = {0};

      if (a == b) {
        second_of((a + 1) % 3, (a + 1) % 3, c, 1, z);
        second_of((a + 2) % 3, (a + 2) % 3, c, 1, z);
      } else {
        second_of(a, b, c, -1, z);
      }
      variance += (a == b ? 1 : 2) * variance_of(d, z, n);
    }
  }
  return sqrt(variance);
}

/* Standard error of the first moment about c, which is zero there. */
static double first_error(const Draw *d, Vec3 c, double n)
{
  double variance = 0;

  for (int a = 0; a < 3; a++) {
    double z[N_Z] = {0};

    z[FIRST + a] = 1;
    z[MASS]      = -vec3_axis(c, a);
    variance += variance_of(d, z, n);
  }
  return sqrt(variance);
}

static void error_set(const Draw *d, Vec3 c, double n, MassProperties *out)
{
  static const double one_volume[N_Z] = {[VOLUME] = 1}, one_mass[N_Z] = {[MASS] = 1};
  const double        share   = d->total * (unseen / n + n * 0x1p-53);
  double              densest = 0, far = 0;

  for (int i = 0; i < d->set->n; i++) {
    densest = max_real(densest, density_of(d, i));
    far     = max_real(far, vec3_norm(vec3_sub(d->set->x[i], out->centre)) + d->set->r[i]);
  }
  pebbles_error_set(d->set, d->materials,
                    &(MassDoubt){.volume  = errors_bounded * sqrt(variance_of(d, one_volume, n)) + share,
                                 .mass    = errors_bounded * sqrt(variance_of(d, one_mass, n)) + share * densest,
                                 .first   = errors_bounded * first_error(d, c, n) + share * densest * far,
                                 .inertia = errors_bounded * inertia_error(d, c, n) + share * densest * far * far},
                    out);
}

static void properties_set(const Draw *d, int64_t samples, MassProperties *out)
{
  const double n = (double)samples, mass = d->sum[MASS] / n;
  const Vec3   f = {d->sum[FIRST] / n, d->sum[FIRST + 1] / n, d->sum[FIRST + 2] / n}, c = vec3_scale(1 / mass, f);
  const double xx = d->sum[SECOND] / n - c.x * f.x, yy = d->sum[SECOND + 1] / n - c.y * f.y,
               zz = d->sum[SECOND + 2] / n - c.z * f.z;

  *out = (MassProperties){.volume  = d->sum[VOLUME] / n,
                          .mass    = mass,
                          .centre  = vec3_add(d->origin, c),
                          .inertia = {.xx = yy + zz,
                                      .yy = xx + zz,
                                      .zz = xx + yy,
                                      .xy = c.x * f.y - d->sum[SECOND + 3] / n,
                                      .xz = c.x * f.z - d->sum[SECOND + 4] / n,
                                      .yz = c.y * f.z - d->sum[SECOND + 5] / n}};
  error_set(d, c, n, out);
}

static bool montecarlo_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                            char *why)
{
  Draw d = {.set = set, .materials = materials};
  bool done;

  if (!pebbles_are_sound(set, materials, why)) return false;
  d.origin = pebbles_centre(set, materials);
  d.near   = malloc((size_t)set->n * sizeof *d.near);
  done     = sphere_tree_create(set->n, set->x, set->r, &d.tree) && d.near;
  for (int i = 0; i < set->n; i++) d.total += pebble_volume(set, i);
  if (done) {
    samples_add(&d, options->samples, options->seed);
    properties_set(&d, options->samples, out);
  } else {
    strcpy(why, "no memory for the pebbles");
  }
  free(d.near);
  sphere_tree_free(&d.tree);
  return done;
}

const MassMethod mass_montecarlo = {
  .name   = "montecarlo",
  .text   = "Random points in the union; the bound is four standard errors.",
  .source = "Karp, Luby & Madras 1989, J. Algorithms 10, 429.",
  .find   = montecarlo_find,
};
