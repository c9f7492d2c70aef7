/* SPDX-License-Identifier: MIT */
/* Mass of shapes by random points in their union (mass_draw.h). Standard errors are estimated from
   batches: point k belongs to batch k mod BATCHES. */
#include "shape/mass/mass_draw.h"
#include "shape/shape_mass.h"

enum { BATCHES = 64 };

/* Error bound in standard errors, which 64 batches estimate to 10 %. */
static const double errors_bounded = 4.5;

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
} Draw;

static bool boxes_meet(const Shape *a, const Shape *b)
{
  return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
         a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

static void near_find(Draw *d, int i)
{
  d->n_near = 0;
  for (int j = 0; j < d->set->n; j++) {
    if (j != i && boxes_meet(&d->set->list[i], &d->set->list[j])) d->walk.near[d->n_near++] = j;
  }
}

static void sample_add(Draw *d, int i, Random *random, double sum[DRAW_VALUES])
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
static void inertia_about(const double z[DRAW_VALUES], Vec3 c, double i[6])
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

static void values_of(const Draw *d, int batch, Vec3 c, double value[N_VALUES])
{
  const double *z = d->sum[batch], n = (double)((d->walk.samples - batch + BATCHES - 1) / BATCHES);

  value[0] = z[DRAW_VOLUME];
  value[1] = z[DRAW_MASS];
  for (int a = 0; a < 3; a++) value[2 + a] = z[DRAW_FIRST + a] - z[DRAW_MASS] * vec3_axis(c, a);
  inertia_about(z, c, value + 5);
  for (int k = 0; k < N_VALUES; k++) value[k] /= n;
}

/* Standard errors of the means, from the variance over batches. */
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

static void error_set(const Draw *d, Vec3 c, MassProperties *out)
{
  double     e[N_VALUES], far = 0, densest = 0;
  MassErrors standard, errors;

  errors_find(d, c, e);
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
  errors = mass_draw_errors(&d->walk, &standard, errors_bounded, densest, far);
  shapes_error_set(d->set, d->materials, &errors, out);
}

static void properties_set(const Draw *d, MassProperties *out)
{
  double z[DRAW_VALUES] = {0}, i[6];
  Vec3   c;

  for (int b = 0; b < BATCHES; b++) {
    for (int k = 0; k < DRAW_VALUES; k++) z[k] += d->sum[b][k] / (double)d->walk.samples;
  }
  c = vec3(z[DRAW_FIRST] / z[DRAW_MASS], z[DRAW_FIRST + 1] / z[DRAW_MASS],
           z[DRAW_FIRST + 2] / z[DRAW_MASS]);
  inertia_about(z, c, i);
  *out = (MassProperties){.volume  = z[DRAW_VOLUME],
                          .mass    = z[DRAW_MASS],
                          .centre  = vec3_add(d->origin, c),
                          .inertia = {i[0], i[1], i[2], i[3], i[4], i[5]}};
  error_set(d, c, out);
}

static const Shape *emptiest(const ShapeSet *set)
{
  for (int i = 0; i < set->n; i++) {
    const Vec3 side = vec3_sub(set->list[i].own_hi, set->list[i].own_lo);

    if (set->list[i].kind->has_file &&
        set->list[i].moments.volume < least_fill * side.x * side.y * side.z)
      return &set->list[i];
  }
  return NULL;
}

bool shapes_montecarlo(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                       MassProperties *out, char *why)
{
  Draw *d;
  bool  done;

  if (emptiest(set)) {
    strcpy(why, "a mesh that fills less than a thousandth of its box: use octree or exact");
    return false;
  }
  d    = calloc(1, sizeof *d);
  done = d && mass_draw_create(set->n, &d->walk);
  if (done) {
    d->set       = set;
    d->materials = materials;
    d->origin    = shape_moments(&set->list[0]).centre;
    for (int i = 0; i < set->n; i++) d->walk.volume[i] = set->list[i].moments.volume;
    mass_draw_start(max_int(options->samples, 2 * BATCHES), options->seed, &d->walk);
    for (int64_t k = 0; k < d->walk.samples; k++) {
      Random random = mass_draw_next(&d->walk, k);

      if (d->walk.is_new) near_find(d, d->walk.part);
      sample_add(d, d->walk.part, &random, d->sum[k % BATCHES]);
    }
    properties_set(d, out);
  } else {
    strcpy(why, "no memory for the shapes");
  }
  if (d) mass_draw_free(&d->walk);
  free(d);
  return done;
}
