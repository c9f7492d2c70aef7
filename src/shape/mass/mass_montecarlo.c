/* SPDX-License-Identifier: MIT */
/* Monte Carlo integration over a body of pebbles or shapes: a part of it is drawn with a
   probability proportional to its volume, and a point in that part uniformly; the point has the
   weight sum of volumes over the number of parts that contain it (Karp, Luby & Madras 1989, J.
   Algorithms 10, 429). So the volume of a body without overlaps has no noise, and no points fall
   into empty space. */
#include "base/box.h"
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

typedef struct Draw Draw;

/* Kind of parts that a body is made of. */
typedef struct {
  /* List in draw->near the other parts that may overlap part i. */
  void (*find_near)(Draw *draw, int i);
  /* A random point of part i, from the centre of a pebble or in the frame of a set of shapes, m; *x:
     from draw->origin. */
  Vec3 (*point)(const Draw *draw, int i, Random *random, Vec3 *x);
  bool (*holds)(const Draw *draw, int j, int i, Vec3 point); /* part j, this point of part i */
  double (*far)(const Draw *draw, int i, Vec3 centre); /* bound on the distance of its points, m */
} DrawParts;

/* Iteration over the points, part by part. Point k falls into the part at (k + a random number
   in [0, 1)) / samples of the volumes laid end to end: each part gets its share of points to
   within one. This stratification only reduces the error of independent points. */
struct Draw {
  const DrawParts *parts;
  const void      *set;  /* of the kind of parts */
  SphereTree       tree; /* of pebbles */
  Vec3             origin;
  int              n, n_near, *near; /* parts; near: [n] those that may overlap the current one */
  double          *volume, *density; /* [n] of the parts, m^3, kg/m^3 */
  double           total;            /* sum of the volumes, m^3 */
  int              part;             /* that contains the current point */
  double           end;              /* of this part in the volumes laid end to end, m^3 */
  double           sum[DRAW_VALUES]; /* sums of the terms */
  double product[DRAW_VALUES][DRAW_VALUES]; /* sums of products of two terms, upper half */
};

/* A part of the volume that no sample hits is smaller than this over the number of samples,
   except with probability exp(-10). */
static const double unseen = 10;

/* The error bound in standard errors: exceeded with probability 6e-5. */
static const double bounded = 4;

/* Terms of the integrals for a point at x with this volume and mass. */
static void weigh(Vec3 x, double volume, double mass, double value[DRAW_VALUES])
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

/* Add point k, 0 .. samples - 1 in order; its random stream depends on the seed and k alone. */
static void sample_add(Draw *d, int64_t k, const MassOptions *options)
{
  const int    before = d->part;
  Random       random = random_stream((uint64_t)options->seed, RANDOM_MASS, (uint64_t)k);
  const double at     = ((double)k + random_real(&random)) / (double)options->samples * d->total;
  double       density, volume, z[DRAW_VALUES];
  int          count = 1;
  Vec3         point, x;

  while (d->part < 0 || (at >= d->end && d->part + 1 < d->n)) d->end += d->volume[++d->part];
  if (d->part != before) {
    d->n_near = 0;
    d->parts->find_near(d, d->part);
  }
  point   = d->parts->point(d, d->part, &random, &x);
  density = d->density[d->part];
  for (int m = 0; m < d->n_near; m++) {
    if (!d->parts->holds(d, d->near[m], d->part, point)) continue;
    density = max_real(density, d->density[d->near[m]]);
    count++;
  }
  volume = d->total / count;
  weigh(x, volume, volume * density, z);
  for (int p = 0; p < DRAW_VALUES; p++) {
    d->sum[p] += z[p];
    for (int q = p; q < DRAW_VALUES; q++) d->product[p][q] += z[p] * z[q];
  }
}

/* ---- errors: those of independent points, from the covariances of the terms ---- */

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

/* Bounds on the errors from n points: `bounded` standard errors (of first moment and inertia:
   norms), plus the most that a part without any sample can hold. c: the centre found, from the
   origin. */
static MassErrors errors_of(const Draw *d, Vec3 c, double n, const MassProperties *found)
{
  static const double one_volume[DRAW_VALUES] = {[DRAW_VOLUME] = 1},
                      one_mass[DRAW_VALUES]   = {[DRAW_MASS] = 1};
  const double share                          = d->total * (unseen / n + n * 0x1p-53);
  double       densest = 0, far = 0, first = 0;

  for (int a = 0; a < 3; a++) {
    double z[DRAW_VALUES] = {0};

    z[DRAW_FIRST + a] = 1;
    z[DRAW_MASS]      = -vec3_axis(c, a);
    first += variance_of(d, z, n);
  }
  for (int i = 0; i < d->n; i++) {
    densest = max_real(densest, d->density[i]);
    far     = max_real(far, d->parts->far(d, i, found->centre));
  }
  return (MassErrors){.volume  = bounded * sqrt(variance_of(d, one_volume, n)) + share,
                      .mass    = bounded * sqrt(variance_of(d, one_mass, n)) + share * densest,
                      .first   = bounded * sqrt(first) + share * densest * far,
                      .inertia = bounded * inertia_error(d, c, n) + share * densest * far * far};
}

static void draw_reserve(Draw *d)
{
  d->near    = memory_zero((size_t)d->n, sizeof *d->near);
  d->volume  = memory_zero((size_t)d->n, sizeof *d->volume);
  d->density = memory_zero((size_t)d->n, sizeof *d->density);
}

/* Set the properties by all points, when volumes and densities are known; returns their errors. Frees
   what draw_reserve made. */
static MassErrors draw_all(Draw *d, const MassOptions *options, MassProperties *out)
{
  const double n = (double)options->samples;
  double       z[DRAW_VALUES];
  Vec3         first;
  MassErrors   errors;

  d->part = -1;
  for (int i = 0; i < d->n; i++) d->total += d->volume[i];
  for (int64_t k = 0; k < options->samples; k++) sample_add(d, k, options);
  for (int k = 0; k < DRAW_VALUES; k++) z[k] = d->sum[k] / n;
  first       = vec3(z[DRAW_FIRST], z[DRAW_FIRST + 1], z[DRAW_FIRST + 2]);
  *out        = mass_of_moments(z[DRAW_MASS], first,
                                (Sym3){z[DRAW_SECOND], z[DRAW_SECOND + 1], z[DRAW_SECOND + 2],
                                       z[DRAW_SECOND + 3], z[DRAW_SECOND + 4], z[DRAW_SECOND + 5]},
                                d->origin);
  out->volume = z[DRAW_VOLUME];
  errors      = errors_of(d, vec3_scale(1 / out->mass, first), n, out);
  free(d->near);
  free(d->volume);
  free(d->density);
  return errors;
}

/* ---- pebbles ---- */

static void pebbles_find_near(Draw *d, int i)
{
  const PebbleSet *set  = d->set;
  SphereWalk       walk = sphere_tree_walk(&d->tree, set->x[i], set->r[i], false);

  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk))
    if (j != i) d->near[d->n_near++] = j;
}

static Vec3 pebbles_point(const Draw *d, int i, Random *random, Vec3 *x)
{
  const PebbleSet *set = d->set;
  const Vec3       u   = vec3_scale(set->r[i], draw_in_ball(random, set->dimension == 2));

  *x = vec3_add(vec3_sub(set->x[i], d->origin), u);
  return u;
}

static bool pebbles_hold(const Draw *d, int j, int i, Vec3 u)
{
  const PebbleSet *set = d->set;
  const Vec3       a   = vec3_add(vec3_sub(set->x[i], set->x[j]), u);

  return vec3_dot(a, a) <= set->r[j] * set->r[j];
}

static double pebbles_far(const Draw *d, int i, Vec3 centre)
{
  const PebbleSet *set = d->set;

  return vec3_norm(vec3_sub(set->x[i], centre)) + set->r[i];
}

static const DrawParts pebble_parts = {.find_near = pebbles_find_near,
                                       .point     = pebbles_point,
                                       .holds     = pebbles_hold,
                                       .far       = pebbles_far};

static bool montecarlo_find(const PebbleSet *set, const Materials *materials,
                            const MassOptions *options, MassProperties *out, char *why)
{
  Draw       d = {.parts = &pebble_parts, .set = set, .n = set->n};
  MassErrors errors;

  if (!pebbles_are_sound(set, materials, why)) return false;
  draw_reserve(&d);
  for (int i = 0; i < set->n; i++) {
    d.volume[i]  = pebble_volume(set, i);
    d.density[i] = pebble_density(set, materials, i);
  }
  d.origin = pebbles_centre(set, materials);
  sphere_tree_create(set->n, set->x, set->r, &d.tree);
  errors = draw_all(&d, options, out);
  sphere_tree_free(&d.tree);
  pebbles_error_set(set, materials, &errors, out);
  return true;
}

/* ---- shapes ---- */

/* Meshes that fill a smaller fraction of their box are refused: rejection sampling would take too
   long. */
static const double least_fill = 1e-3;

static const Shape *shape_at(const Draw *d, int i)
{
  return &((const ShapeSet *)d->set)->list[i];
}

/* Those whose boxes meet. */
static void shapes_find_near(Draw *d, int i)
{
  const Shape *a = shape_at(d, i);

  for (int j = 0; j < d->n; j++) {
    const Shape *b = shape_at(d, j);

    if (j != i && box_meets(a->lo, a->hi, b->lo, b->hi)) d->near[d->n_near++] = j;
  }
}

static Vec3 shapes_point(const Draw *d, int i, Random *random, Vec3 *x)
{
  const Shape *s  = shape_at(d, i);
  const Vec3   at = shape_outward(s, s->kind->draw(s, random));

  *x = vec3_sub(at, d->origin);
  return at;
}

static bool shapes_hold(const Draw *d, int j, int i, Vec3 at)
{
  (void)i;
  return shape_is_inside(shape_at(d, j), at);
}

static double shapes_far(const Draw *d, int i, Vec3 centre)
{
  const Shape *s = shape_at(d, i);

  return vec3_norm(vec3_sub(s->lo, centre)) + vec3_norm(vec3_sub(s->hi, s->lo));
}

static const DrawParts shape_parts = {
  .find_near = shapes_find_near, .point = shapes_point, .holds = shapes_hold, .far = shapes_far};

static bool shapes_montecarlo(const ShapeSet *set, const Materials *materials,
                              const MassOptions *options, MassProperties *out, char *why)
{
  Draw       d = {.parts = &shape_parts, .set = set, .n = set->n};
  MassErrors errors;

  for (int i = 0; i < set->n; i++) {
    const Shape *s    = &set->list[i];
    const Vec3   side = vec3_sub(s->own_hi, s->own_lo);

    if (!s->kind->has_file || !(s->moments.volume < least_fill * side.x * side.y * side.z))
      continue;
    return why_not(why, "a mesh that fills less than a thousandth of its box: use octree or exact");
  }
  draw_reserve(&d);
  for (int i = 0; i < set->n; i++) {
    d.volume[i]  = set->list[i].moments.volume;
    d.density[i] = shape_density(set, materials, i);
  }
  d.origin = shape_moments(&set->list[0]).centre;
  errors   = draw_all(&d, options, out);
  shapes_error_set(set, materials, &errors, out);
  return true;
}

/* clang-format off */
static const Option mass_samples_options[] = {
  INT(KEY_IN("mass_samples", MassOptions, samples), "1000000", WITHIN(1, 1e10), "random points"),
  INT(KEY_IN("mass_seed", MassOptions, seed),       "1",       NOT_NEGATIVE,
      "seed of the points; the result does not depend on the number of ranks"),
  {0},
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
