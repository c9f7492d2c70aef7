/* SPDX-License-Identifier: MIT */
/* Shapes by random points, as pebbles in mass_montecarlo.c: a shape is drawn by its volume and a point in it, uniformly; the
   point stands for the sum of volumes over the number of shapes it is in (Karp, Luby & Madras 1989, J. Algorithms 10, 429).
   Standard errors are those of batches, each a regular part of the samples. */
#include "matter/shape_mass.h"

/* Integrals of 1, and of density times 1, x, x x. */
enum { VOLUME, MASS, FIRST, SECOND = FIRST + 3, N_Z = SECOND + 6, BATCHES = 64 };

/* The bound is so many standard errors, which 64 batches tell to a tenth. */
static const double errors_bounded = 4.5;

/* A part of the volume that no sample met is less than this over their number, with odds of exp(-10). */
static const double unseen = 10;

/* Meshes that fill less of their box than this take too long to draw from. */
static const double least_fill = 1e-3;

typedef struct {
  const ShapeSet  *set;
  const Materials *materials;
  Vec3             origin;
  int             *near; /* shapes whose boxes meet that of the one drawn, without it */
  int              n_near;
  double           total; /* sum of volumes, m^3 */
  int64_t          n;
  double           sum[BATCHES][N_Z];
} Draw;

static bool boxes_meet(const Shape *a, const Shape *b)
{
  return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y && a->lo.z <= b->hi.z &&
         b->lo.z <= a->hi.z;
}

static void near_find(Draw *d, int i)
{
  d->n_near = 0;
  for (int j = 0; j < d->set->n; j++) {
    if (j != i && boxes_meet(&d->set->list[i], &d->set->list[j])) d->near[d->n_near++] = j;
  }
}

static void sample_add(Draw *d, int i, Random *random, double z[N_Z])
{
  const Shape *shape = &d->set->list[i];
  const Vec3   at = shape_outward(shape, shape->kind->draw(shape, random)), x = vec3_sub(at, d->origin);
  double       density = shape_density(d->set, d->materials, i), mass;
  int          count   = 1;

  for (int k = 0; k < d->n_near; k++) {
    if (!shape_is_inside(&d->set->list[d->near[k]], at)) continue;
    density = max_real(density, shape_density(d->set, d->materials, d->near[k]));
    count++;
  }
  mass = density * d->total / count;
  z[VOLUME] += d->total / count;
  z[MASS] += mass;
  for (int a = 0; a < 3; a++) z[FIRST + a] += mass * vec3_axis(x, a);
  z[SECOND] += mass * x.x * x.x;
  z[SECOND + 1] += mass * x.y * x.y;
  z[SECOND + 2] += mass * x.z * x.z;
  z[SECOND + 3] += mass * x.x * x.y;
  z[SECOND + 4] += mass * x.x * x.z;
  z[SECOND + 5] += mass * x.y * x.z;
}

/* Sample k falls on the shape at (k + a random part) / samples of the volumes laid end to end. */
static void samples_add(Draw *d, uint64_t seed)
{
  double end = 0;
  int    i   = -1;

  for (int64_t k = 0; k < d->n; k++) {
    Random       random = random_stream(seed, RANDOM_MASS, (uint64_t)k);
    const double at     = ((double)k + random_real(&random)) / (double)d->n * d->total;

    while (i < 0 || (at >= end && i + 1 < d->set->n)) {
      end += d->set->list[++i].moments.volume;
      if (at < end || i + 1 == d->set->n) near_find(d, i);
    }
    sample_add(d, i, &random, d->sum[k % BATCHES]);
  }
}

/* Inertia about c of a batch's integrals, c from the origin. */
static void inertia_about(const double z[N_Z], Vec3 c, double i[6])
{
  const double m = z[MASS], fx = z[FIRST], fy = z[FIRST + 1], fz = z[FIRST + 2];
  const double xx = z[SECOND] - 2 * c.x * fx + m * c.x * c.x, yy = z[SECOND + 1] - 2 * c.y * fy + m * c.y * c.y,
               zz = z[SECOND + 2] - 2 * c.z * fz + m * c.z * c.z;

  i[0] = yy + zz;
  i[1] = xx + zz;
  i[2] = xx + yy;
  i[3] = c.x * fy + c.y * fx - m * c.x * c.y - z[SECOND + 3];
  i[4] = c.x * fz + c.z * fx - m * c.x * c.z - z[SECOND + 4];
  i[5] = c.y * fz + c.z * fy - m * c.y * c.z - z[SECOND + 5];
}

/* Volume, mass, three first moments and six of inertia about c, per sample of each batch. */
enum { N_VALUES = 11 };

static void values_of(const Draw *d, int batch, Vec3 c, double value[N_VALUES])
{
  const double *z = d->sum[batch], n = (double)((d->n - batch + BATCHES - 1) / BATCHES);

  value[0] = z[VOLUME];
  value[1] = z[MASS];
  for (int a = 0; a < 3; a++) value[2 + a] = z[FIRST + a] - z[MASS] * vec3_axis(c, a);
  inertia_about(z, c, value + 5);
  for (int k = 0; k < N_VALUES; k++) value[k] /= n;
}

/* Standard errors of the means over batches. */
static void errors_find(const Draw *d, Vec3 c, double error[N_VALUES])
{
  double mean[N_VALUES] = {0}, square[N_VALUES] = {0}, value[N_VALUES];

  for (int pass = 0; pass < 2; pass++) {
    for (int b = 0; b < BATCHES; b++) {
      values_of(d, b, c, value);
      for (int k = 0; k < N_VALUES; k++) {
        if (pass == 0) mean[k] += value[k] / BATCHES;
        else square[k] += (value[k] - mean[k]) * (value[k] - mean[k]);
      }
    }
  }
  for (int k = 0; k < N_VALUES; k++) error[k] = sqrt(square[k] / (BATCHES - 1) / BATCHES);
}

static void properties_set(const Draw *d, MassProperties *out)
{
  const double n      = (double)d->n;
  double       z[N_Z] = {0}, i[6], error[N_VALUES], far = 0, densest = 0, share;
  MassDoubt    off;
  Vec3         c;

  for (int b = 0; b < BATCHES; b++) {
    for (int k = 0; k < N_Z; k++) z[k] += d->sum[b][k] / n;
  }
  c = vec3(z[FIRST] / z[MASS], z[FIRST + 1] / z[MASS], z[FIRST + 2] / z[MASS]);
  inertia_about(z, c, i);
  *out = (MassProperties){
    .volume = z[VOLUME], .mass = z[MASS], .centre = vec3_add(d->origin, c), .inertia = {i[0], i[1], i[2], i[3], i[4], i[5]}};
  errors_find(d, c, error);
  for (int k = 0; k < d->set->n; k++) {
    const Shape *s = &d->set->list[k];

    densest = max_real(densest, shape_density(d->set, d->materials, k));
    far     = max_real(far, vec3_norm(vec3_sub(s->lo, out->centre)) + vec3_norm(vec3_sub(s->hi, s->lo)));
  }
  share = d->total * (unseen / n + n * 0x1p-53);
  off   = (MassDoubt){.volume  = errors_bounded * error[0] + share,
                      .mass    = errors_bounded * error[1] + share * densest,
                      .first   = errors_bounded * vec3_norm(vec3(error[2], error[3], error[4])) + share * densest * far,
                      .inertia = errors_bounded * sqrt(error[5] * error[5] + error[6] * error[6] + error[7] * error[7] +
                                                       2 * (error[8] * error[8] + error[9] * error[9] + error[10] * error[10])) +
                                 share * densest * far * far};
  shapes_error_set(d->set, d->materials, &off, out);
}

static const Shape *emptiest(const ShapeSet *set)
{
  for (int i = 0; i < set->n; i++) {
    const Vec3 side = vec3_sub(set->list[i].own_hi, set->list[i].own_lo);

    if (set->list[i].kind->has_file && set->list[i].moments.volume < least_fill * side.x * side.y * side.z) return &set->list[i];
  }
  return NULL;
}

bool shapes_montecarlo(const ShapeSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                       char *why)
{
  Draw *d = calloc(1, sizeof *d);

  if (emptiest(set)) {
    strcpy(why, "a mesh that fills less than a thousandth of its box: use octree or exact");
    free(d);
    return false;
  }
  if (d) *d = (Draw){.set = set, .materials = materials, .near = malloc((size_t)set->n * sizeof(int))};
  if (!d || !d->near) {
    strcpy(why, "no memory for the shapes");
    free(d);
    return false;
  }
  d->n      = max_int(options->samples, 2 * BATCHES);
  d->origin = shape_moments(&set->list[0]).centre;
  for (int i = 0; i < set->n; i++) d->total += set->list[i].moments.volume;
  samples_add(d, options->seed);
  properties_set(d, out);
  free(d->near);
  free(d);
  return true;
}
