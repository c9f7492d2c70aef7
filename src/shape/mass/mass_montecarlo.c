/* SPDX-License-Identifier: MIT */
/* Monte Carlo integration over a body of pebbles or shapes: a part of it is drawn with a
   probability proportional to its volume, and a point in that part uniformly; the point has the
   weight sum of volumes over the number of parts that contain it (Karp, Luby & Madras 1989, J.
   Algorithms 10, 429). So the volume of a body without overlaps has no noise, and no points fall
   into empty space. */
#include "geometry/sphere_tree.h"
#include "options/rows.h"
#include "shape/shape_mass.h"

/* Terms of the integrals: volume | mass times 1, x, y, z, xx, yy, zz, xy, xz, yz */
enum {
  DRAW_VOLUME,
  DRAW_MASS,
  DRAW_FIRST,
  DRAW_SECOND = DRAW_FIRST + 3,
  DRAW_VALUES = DRAW_SECOND + 6
};

/* Iteration over the points, part by part. Point k falls into the part at (k + a random number
   in [0, 1)) / samples of the volumes laid end to end: each part gets its share of points to
   within one. This stratification only reduces the error of independent points. */
typedef struct {
  double *volume;   /* [n] volumes of the parts, m^3, owned */
  int     n, *near; /* near: [n] for the caller's use: parts that overlap the current one; owned */
  double  total;    /* sum of the volumes, m^3 */
  /* of the current point */
  int  part;   /* part that contains it */
  bool is_new; /* true if the previous point was in another part */
  /* of the iteration */
  int64_t  samples;
  uint64_t seed;
  double   end; /* end of the current part in the volumes laid end to end, m^3 */
} MassDraw;

/* A part of the volume that no sample hits is smaller than this over the number of samples,
   except with probability exp(-10). */
static const double unseen = 10;

/* Start with the first point of n parts with these volumes, which are taken over. */
static MassDraw mass_draw_start(int n, double *volume, int64_t samples, int64_t seed)
{
  MassDraw draw = {.n       = n,
                   .volume  = volume,
                   .near    = memory_zero((size_t)n, sizeof *draw.near),
                   .part    = -1,
                   .samples = samples,
                   .seed    = (uint64_t)seed};

  for (int i = 0; i < n; i++) draw.total += volume[i];
  return draw;
}

static void mass_draw_free(MassDraw *draw)
{
  free(draw->volume);
  free(draw->near);
}

/* Move on to point k, 0 .. samples - 1 in order. Returns the random stream of the point, which
   depends on the seed and k alone. */
static Random mass_draw_next(MassDraw *d, int64_t k)
{
  const int    before = d->part;
  Random       random = random_stream(d->seed, RANDOM_MASS, (uint64_t)k);
  const double at     = ((double)k + random_real(&random)) / (double)d->samples * d->total;

  while (d->part < 0 || (at >= d->end && d->part + 1 < d->n)) d->end += d->volume[++d->part];
  d->is_new = d->part != before;
  return random;
}

/* Terms of the integrals for a point at x with this volume and mass. */
static void mass_draw_weigh(Vec3 x, double volume, double mass, double value[DRAW_VALUES])
{
  value[DRAW_VOLUME]     = volume;
  value[DRAW_MASS]       = mass;
  value[DRAW_FIRST]      = mass * x.x;
  value[DRAW_FIRST + 1]  = mass * x.y;
  value[DRAW_FIRST + 2]  = mass * x.z;
  value[DRAW_SECOND]     = mass * x.x * x.x;
  value[DRAW_SECOND + 1] = mass * x.y * x.y;
  value[DRAW_SECOND + 2] = mass * x.z * x.z;
  value[DRAW_SECOND + 3] = mass * x.x * x.y;
  value[DRAW_SECOND + 4] = mass * x.x * x.z;
  value[DRAW_SECOND + 5] = mass * x.y * x.z;
}

/* Error bounds: `bounded` times the standard errors (of first moment and inertia: norms), plus
   the most that a part without any sample can hold in a body nowhere denser than `densest`,
   kg/m^3, and within `far` of the centre found, m. */
static MassErrors mass_draw_errors(const MassDraw *draw, const MassErrors *standard, double bounded,
                                   double densest, double far)
{
  const double n = (double)draw->samples, share = draw->total * (unseen / n + n * 0x1p-53);

  return (MassErrors){.volume  = bounded * standard->volume + share,
                      .mass    = bounded * standard->mass + share * densest,
                      .first   = bounded * standard->first + share * densest * far,
                      .inertia = bounded * standard->inertia + share * densest * far * far};
}

/* ---- pebbles: error estimates are those of independent points, from the covariances of the
   terms ---- */

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
  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk))
    if (j != i) d->walk.near[d->n_near++] = j;
}

static void sample_add(Draw *d, int i, Random *random)
{
  const Vec3 u       = vec3_scale(d->set->r[i], draw_in_ball(random, d->set->dimension == 2));
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

static void error_set(const Draw *d, Vec3 c, double n, MassProperties *out)
{
  static const double one_volume[DRAW_VALUES] = {[DRAW_VOLUME] = 1},
                      one_mass[DRAW_VALUES]   = {[DRAW_MASS] = 1};
  MassErrors standard                         = {.volume  = sqrt(variance_of(d, one_volume, n)),
                                                 .mass    = sqrt(variance_of(d, one_mass, n)),
                                                 .inertia = inertia_error(d, c, n)};
  double     densest = 0, far = 0, first = 0;
  MassErrors errors;

  for (int a = 0; a < 3; a++) {
    double z[DRAW_VALUES] = {0};

    z[DRAW_FIRST + a] = 1;
    z[DRAW_MASS]      = -vec3_axis(c, a);
    first += variance_of(d, z, n);
  }
  standard.first = sqrt(first);
  for (int i = 0; i < d->set->n; i++) {
    densest = max_real(densest, density_of(d, i));
    far     = max_real(far, vec3_norm(vec3_sub(d->set->x[i], out->centre)) + d->set->r[i]);
  }
  errors = mass_draw_errors(&d->walk, &standard, errors_bounded, densest, far);
  pebbles_error_set(d->set, d->materials, &errors, out);
}

static void properties_set(const Draw *d, int64_t samples, MassProperties *out)
{
  const double n = (double)samples;
  double       z[DRAW_VALUES];
  Vec3         first;

  for (int k = 0; k < DRAW_VALUES; k++) z[k] = d->sum[k] / n;
  first       = vec3(z[DRAW_FIRST], z[DRAW_FIRST + 1], z[DRAW_FIRST + 2]);
  *out        = mass_of_moments(z[DRAW_MASS], first,
                                (Sym3){z[DRAW_SECOND], z[DRAW_SECOND + 1], z[DRAW_SECOND + 2],
                                       z[DRAW_SECOND + 3], z[DRAW_SECOND + 4], z[DRAW_SECOND + 5]},
                                d->origin);
  out->volume = z[DRAW_VOLUME];
  error_set(d, vec3_scale(1 / out->mass, first), n, out);
}

static bool montecarlo_find(const PebbleSet *set, const Materials *materials,
                            const MassOptions *options, MassProperties *out, char *why)
{
  Draw    d = {.set = set, .materials = materials};
  double *volume;

  if (!pebbles_are_sound(set, materials, why)) return false;
  volume = memory_zero((size_t)set->n, sizeof *volume);
  for (int i = 0; i < set->n; i++) volume[i] = pebble_volume(set, i);
  d.origin = pebbles_centre(set, materials);
  d.walk   = mass_draw_start(set->n, volume, options->samples, options->seed);
  sphere_tree_create(set->n, set->x, set->r, &d.tree);
  for (int64_t k = 0; k < d.walk.samples; k++) {
    Random random = mass_draw_next(&d.walk, k);

    if (d.walk.is_new) near_find(&d, d.walk.part);
    sample_add(&d, d.walk.part, &random);
  }
  properties_set(&d, options->samples, out);
  mass_draw_free(&d.walk);
  sphere_tree_free(&d.tree);
  return true;
}

/* ---- shapes: standard errors are estimated from batches, of which point k belongs to number
   k mod BATCHES ---- */

enum { BATCHES = 64 };

/* Error bound in standard errors, which 64 batches estimate to 10 %. */
static const double shape_errors_bounded = 4.5;

/* Meshes that fill a smaller fraction of their box are refused: rejection sampling would take too
   long. */
static const double least_fill = 1e-3;

typedef struct {
  const ShapeSet  *set;
  const Materials *materials;
  Vec3             origin;
  MassDraw         walk; /* walk.near: other shapes whose boxes meet that of the drawn shape */
  int              n_near;
  double           sum[BATCHES][DRAW_VALUES]; /* integrals of each batch */
} ShapeDraw;

/* List the other shapes whose boxes meet that of shape i. */
static void shape_near_find(ShapeDraw *d, int i)
{
  const Shape *a = &d->set->list[i];

  d->n_near = 0;
  for (int j = 0; j < d->set->n; j++) {
    const Shape *b = &d->set->list[j];

    if (j != i && a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y &&
        b->lo.y <= a->hi.y && a->lo.z <= b->hi.z && b->lo.z <= a->hi.z)
      d->walk.near[d->n_near++] = j;
  }
}

static void shape_sample_add(ShapeDraw *d, int i, Random *random, double sum[DRAW_VALUES])
{
  const Shape *shape   = &d->set->list[i];
  const Vec3   at      = shape_outward(shape, shape->kind->draw(shape, random));
  double       density = shape_density(d->set, d->materials, i), z[DRAW_VALUES];
  int          count   = 1;

  for (int k = 0; k < d->n_near; k++) {
    if (!shape_is_inside(&d->set->list[d->walk.near[k]], at)) continue;
    density = max_real(density, shape_density(d->set, d->materials, d->walk.near[k]));
    count++;
  }
  mass_draw_weigh(vec3_sub(at, d->origin), d->walk.total / count, density * d->walk.total / count,
                  z);
  for (int p = 0; p < DRAW_VALUES; p++) sum[p] += z[p];
}

/* Inertia about c from a batch's integrals; c is relative to the origin. */
static void shape_inertia_about(const double z[DRAW_VALUES], Vec3 c, double i[6])
{
  const double m = z[DRAW_MASS], fx = z[DRAW_FIRST], fy = z[DRAW_FIRST + 1], fz = z[DRAW_FIRST + 2];
  const double xx = z[DRAW_SECOND] - 2 * c.x * fx + m * c.x * c.x,
               yy = z[DRAW_SECOND + 1] - 2 * c.y * fy + m * c.y * c.y,
               zz = z[DRAW_SECOND + 2] - 2 * c.z * fz + m * c.z * c.z;

  i[0] = yy + zz;
  i[1] = xx + zz;
  i[2] = xx + yy;
  i[3] = c.x * fy + c.y * fx - m * c.x * c.y - z[DRAW_SECOND + 3];
  i[4] = c.x * fz + c.z * fx - m * c.x * c.z - z[DRAW_SECOND + 4];
  i[5] = c.y * fz + c.z * fy - m * c.y * c.z - z[DRAW_SECOND + 5];
}

/* Volume, mass, three first moments and six of inertia about c, per sample of a batch. */
enum { N_VALUES = 11 };

static void shape_values_of(const ShapeDraw *d, int batch, Vec3 c, double value[N_VALUES])
{
  const double *z = d->sum[batch], n = (double)((d->walk.samples - batch + BATCHES - 1) / BATCHES);

  value[0] = z[DRAW_VOLUME];
  value[1] = z[DRAW_MASS];
  for (int a = 0; a < 3; a++) value[2 + a] = z[DRAW_FIRST + a] - z[DRAW_MASS] * vec3_axis(c, a);
  shape_inertia_about(z, c, value + 5);
  for (int k = 0; k < N_VALUES; k++) value[k] /= n;
}

/* Standard errors of the means, from the variance over batches. */
static void shape_errors_find(const ShapeDraw *d, Vec3 c, double error[N_VALUES])
{
  double mean[N_VALUES] = {0}, square[N_VALUES] = {0}, value[N_VALUES];

  for (int pass = 0; pass < 2; pass++) {
    for (int b = 0; b < BATCHES; b++) {
      shape_values_of(d, b, c, value);
      for (int k = 0; k < N_VALUES; k++) {
        if (pass == 0) mean[k] += value[k] / BATCHES;
        else square[k] += (value[k] - mean[k]) * (value[k] - mean[k]);
      }
    }
  }
  for (int k = 0; k < N_VALUES; k++) error[k] = sqrt(square[k] / (BATCHES - 1) / BATCHES);
}

static void shape_error_set(const ShapeDraw *d, Vec3 c, MassProperties *out)
{
  double     e[N_VALUES], far = 0, densest = 0;
  MassErrors standard, errors;

  shape_errors_find(d, c, e);
  standard = (MassErrors){.volume  = e[0],
                          .mass    = e[1],
                          .first   = vec3_norm(vec3(e[2], e[3], e[4])),
                          .inertia = sym3_norm((Sym3){e[5], e[6], e[7], e[8], e[9], e[10]})};
  for (int k = 0; k < d->set->n; k++) {
    const Shape *s = &d->set->list[k];

    densest = max_real(densest, shape_density(d->set, d->materials, k));
    far =
      max_real(far, vec3_norm(vec3_sub(s->lo, out->centre)) + vec3_norm(vec3_sub(s->hi, s->lo)));
  }
  errors = mass_draw_errors(&d->walk, &standard, shape_errors_bounded, densest, far);
  shapes_error_set(d->set, d->materials, &errors, out);
}

static void shape_properties_set(const ShapeDraw *d, MassProperties *out)
{
  double z[DRAW_VALUES] = {0}, i[6];
  Vec3   c;

  for (int b = 0; b < BATCHES; b++)
    for (int k = 0; k < DRAW_VALUES; k++) z[k] += d->sum[b][k] / (double)d->walk.samples;
  c = vec3(z[DRAW_FIRST] / z[DRAW_MASS], z[DRAW_FIRST + 1] / z[DRAW_MASS],
           z[DRAW_FIRST + 2] / z[DRAW_MASS]);
  shape_inertia_about(z, c, i);
  *out = (MassProperties){.volume  = z[DRAW_VOLUME],
                          .mass    = z[DRAW_MASS],
                          .centre  = vec3_add(d->origin, c),
                          .inertia = {i[0], i[1], i[2], i[3], i[4], i[5]}};
  shape_error_set(d, c, out);
}

static bool shapes_montecarlo(const ShapeSet *set, const Materials *materials,
                              const MassOptions *options, MassProperties *out, char *why)
{
  double    *volume;
  ShapeDraw *d;

  for (int i = 0; i < set->n; i++) {
    const Shape *s    = &set->list[i];
    const Vec3   side = vec3_sub(s->own_hi, s->own_lo);

    if (!s->kind->has_file || !(s->moments.volume < least_fill * side.x * side.y * side.z))
      continue;
    return why_not(why, "a mesh that fills less than a thousandth of its box: use octree or exact");
  }
  volume = memory_zero((size_t)set->n, sizeof *volume);
  for (int i = 0; i < set->n; i++) volume[i] = set->list[i].moments.volume;
  d            = memory_zero(1, sizeof *d);
  d->set       = set;
  d->materials = materials;
  d->origin    = shape_moments(&set->list[0]).centre;
  d->walk = mass_draw_start(set->n, volume, max_int(options->samples, 2 * BATCHES), options->seed);
  for (int64_t k = 0; k < d->walk.samples; k++) {
    Random random = mass_draw_next(&d->walk, k);

    if (d->walk.is_new) shape_near_find(d, d->walk.part);
    shape_sample_add(d, d->walk.part, &random, d->sum[k % BATCHES]);
  }
  shape_properties_set(d, out);
  mass_draw_free(&d->walk);
  free(d);
  return true;
}

/* clang-format off */
static const Option mass_samples_options[] = {
  INT(KEY_IN("mass_samples", MassOptions, samples), "1000000", WITHIN(1, 1e10), "random points"),
  INT(KEY_IN("mass_seed", MassOptions, seed),       "1",       NOT_NEGATIVE,
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
