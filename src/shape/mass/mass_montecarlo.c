/* SPDX-License-Identifier: MIT */
/* Monte Carlo method for pebbles: random points in their union (mass_draw.h). Error estimates
   are those of independent points, from the covariances of the terms. */
#include "geometry/sphere_tree.h"
#include "options/rows.h"
#include "shape/mass/mass_draw.h"
#include "shape/shape_mass.h"

/* The bound in standard errors: exceeded with probability 6e-5. */
static const double errors_bounded = 4;

typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  SphereTree       tree;
  Vec3             origin;
  MassDraw         walk; /* walk.near: pebbles that overlap the current one, without it */
  int              n_near;
  double           sum[DRAW_VALUES];        /* sums of the terms */
  double product[DRAW_VALUES][DRAW_VALUES]; /* sums of products of two terms, upper half */
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
    if (j != i) d->walk.near[d->n_near++] = j;
  }
}

/* Random vector, uniform in the unit ball or the unit disc, by rejection. */
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
  double     density = density_of(d, i), volume, z[DRAW_VALUES];
  int        count   = 1;

  for (int k = 0; k < d->n_near; k++) {
    const int  j = d->walk.near[k];
    const Vec3 a = vec3_add(vec3_sub(d->set->x[i], d->set->x[j]), u);

    if (vec3_dot(a, a) > d->set->r[j] * d->set->r[j]) continue;
    density = max_real(density, density_of(d, j));
    count++;
  }
  volume = d->walk.total / count;
  mass_draw_weigh(x, volume, volume * density, z);
  for (int p = 0; p < DRAW_VALUES; p++) {
    d->sum[p] += z[p];
    for (int q = p; q < DRAW_VALUES; q++) d->product[p][q] += z[p] * z[q];
  }
}

/* Squared standard error of the mean of sum_p c_p z_p. */
static double variance_of(const Draw *d, const double c[DRAW_VALUES], double n)
{
  double variance = 0;

  for (int p = 0; p < DRAW_VALUES; p++) {
    for (int q = p; q < DRAW_VALUES; q++) {
      const double covariance = d->product[p][q] / n - d->sum[p] / n * (d->sum[q] / n);

      variance += (p == q ? 1 : 2) * c[p] * c[q] * covariance;
    }
  }
  return max_real(0, variance) / n;
}

/* Coefficients of the second moment a, b about c, to first order: the error of the centre itself
   has no effect. */
static void second_of(int a, int b, Vec3 c, double weight, double z[DRAW_VALUES])
{
  static const int place[3][3] = {{DRAW_SECOND, DRAW_SECOND + 3, DRAW_SECOND + 4},
                                  {DRAW_SECOND + 3, DRAW_SECOND + 1, DRAW_SECOND + 5},
                                  {DRAW_SECOND + 4, DRAW_SECOND + 5, DRAW_SECOND + 2}};

  z[place[a][b]] += weight;
  z[DRAW_FIRST + a] -= weight * vec3_axis(c, b);
  z[DRAW_FIRST + b] -= weight * vec3_axis(c, a);
  z[DRAW_MASS] += weight * vec3_axis(c, a) * vec3_axis(c, b);
}

/* Standard error of the inertia about c, Frobenius norm. */
static double inertia_error(const Draw *d, Vec3 c, double n)
{
  double variance = 0;

  for (int a = 0; a < 3; a++) {
    for (int b = a; b < 3; b++) {
      double z[DRAW_VALUES] = {0};

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
    double z[DRAW_VALUES] = {0};

    z[DRAW_FIRST + a] = 1;
    z[DRAW_MASS]      = -vec3_axis(c, a);
    variance += variance_of(d, z, n);
  }
  return sqrt(variance);
}

static void error_set(const Draw *d, Vec3 c, double n, MassProperties *out)
{
  static const double one_volume[DRAW_VALUES] = {[DRAW_VOLUME] = 1},
                      one_mass[DRAW_VALUES]   = {[DRAW_MASS] = 1};
  const MassErrors standard                   = {.volume  = sqrt(variance_of(d, one_volume, n)),
                                                 .mass    = sqrt(variance_of(d, one_mass, n)),
                                                 .first   = first_error(d, c, n),
                                                 .inertia = inertia_error(d, c, n)};
  double           densest = 0, far = 0;
  MassErrors       errors;

  for (int i = 0; i < d->set->n; i++) {
    densest = max_real(densest, density_of(d, i));
    far     = max_real(far, vec3_norm(vec3_sub(d->set->x[i], out->centre)) + d->set->r[i]);
  }
  errors = mass_draw_errors(&d->walk, &standard, errors_bounded, densest, far);
  pebbles_error_set(d->set, d->materials, &errors, out);
}

static void properties_set(const Draw *d, int64_t samples, MassProperties *out)
{
  const double n = (double)samples, mass = d->sum[DRAW_MASS] / n;
  const Vec3   f = {d->sum[DRAW_FIRST] / n, d->sum[DRAW_FIRST + 1] / n, d->sum[DRAW_FIRST + 2] / n},
             c   = vec3_scale(1 / mass, f);
  const double xx = d->sum[DRAW_SECOND] / n - c.x * f.x,
               yy = d->sum[DRAW_SECOND + 1] / n - c.y * f.y,
               zz = d->sum[DRAW_SECOND + 2] / n - c.z * f.z;

  *out = (MassProperties){.volume  = d->sum[DRAW_VOLUME] / n,
                          .mass    = mass,
                          .centre  = vec3_add(d->origin, c),
                          .inertia = {.xx = yy + zz,
                                      .yy = xx + zz,
                                      .zz = xx + yy,
                                      .xy = c.x * f.y - d->sum[DRAW_SECOND + 3] / n,
                                      .xz = c.x * f.z - d->sum[DRAW_SECOND + 4] / n,
                                      .yz = c.y * f.z - d->sum[DRAW_SECOND + 5] / n}};
  error_set(d, c, n, out);
}

static bool montecarlo_find(const PebbleSet *set, const Materials *materials,
                            const MassOptions *options, MassProperties *out, char *why)
{
  Draw d = {.set = set, .materials = materials};
  bool done;

  if (!pebbles_are_sound(set, materials, why)) return false;
  d.origin = pebbles_centre(set, materials);
  done = mass_draw_create(set->n, &d.walk) && sphere_tree_create(set->n, set->x, set->r, &d.tree);
  if (done) {
    for (int i = 0; i < set->n; i++) d.walk.volume[i] = pebble_volume(set, i);
    mass_draw_start(options->samples, options->seed, &d.walk);
    for (int64_t k = 0; k < d.walk.samples; k++) {
      Random random = mass_draw_next(&d.walk, k);

      if (d.walk.is_new) near_find(&d, d.walk.part);
      sample_add(&d, d.walk.part, &random);
    }
    properties_set(&d, options->samples, out);
  } else {
    strcpy(why, "no memory for the pebbles");
  }
  mass_draw_free(&d.walk);
  sphere_tree_free(&d.tree);
  return done;
}

/* clang-format off */
static const Option mass_samples_options[] = {
  INT(KEY("mass_samples"), "1000000", WITHIN(1, 1e10), "random points"),
  INT(KEY("mass_seed"),    "1",       NOT_NEGATIVE,
      "seed of the points; the result does not depend on the number of ranks"),
  {NULL},
};
/* clang-format on */

const MassMethod mass_montecarlo = {
  .head        = {.name    = "montecarlo",
                  .text    = "Random points in the union; the bound is four standard errors.",
                  .source  = "Karp, Luby & Madras 1989, J. Algorithms 10, 429.",
                  .options = {mass_samples_options}},
  .find        = montecarlo_find,
  .find_shapes = shapes_montecarlo,
};
