/* SPDX-License-Identifier: MIT */
/* Each shape is filled by itself; all are repeated with smaller bounds until the union meets the
   bounds of the whole. */
#include "shape/generate/generate_internal.h"
#include "shape/shape_mass.h"

/* One shape and its pebbles. */
typedef struct {
  const Shape *shape;
  Mesh         mesh;     /* of the shape, in the frame of the set */
  double       diameter; /* of the sphere of its volume, m */
  /* largest distance of the mesh inside the surface, m; 0: the mesh is exact */
  double chord;
  double lacks; /* relative volume of the shape that the mesh lacks */
  int    most;  /* largest number of pebbles */
  Balls  balls;
  double out; /* upper bound on how far they stick out of the shape, m */
} Part;

typedef struct {
  const ShapeSet  *set;
  const Materials *materials;
  GenerateOptions  options;
  Part            *part; /* [set->n] */
  Body             body; /* the union */
  Balls            balls;
  int             *owner; /* [balls.n] index of the part */
  char            *why;
} Whole;

/* ---- capsules: a ring is missing in each gap between neighbours of a chain. At axial distance x
   from the nearest centre, x up to half the spacing h, the section of the capsule has radius r,
   that of the sphere sqrt(r^2 - x^2). ---- */

enum { RADIUS, SHAFT };

/* Half the spacing of n spheres, m. */
static double half_gap(const Shape *s, int n)
{
  return s->size[SHAFT] / (2 * (n - 1));
}

/* Missing inertia over the largest moment. About the axis a section lacks pi (r^4 - (r^2 -
   x^2)^2) / 2 dx; about a transverse line through the capsule's centre half of that, and pi x^2
   X^2 dx with X its axial position. The last term, over the gap between centres at a and b = a
   + 2 h, is pi ((a^2 + b^2) h^3 / 3 - 3 h^5 / 5); the sum of the squares of the centres, inner
   ones twice and the two ends once, is h^2 2 (n - 1) (n^2 - 2 n + 3) / 3. */
static double inertia_error(const Shape *s, int n)
{
  const double r = s->size[RADIUS], h = half_gap(s, n), gaps = n - 1;
  const double along   = gaps * PETSC_PI * (2 * r * r * h * h * h / 3 - h * h * h * h * h / 5);
  const double squares = h * h * 2 * gaps * (gaps * gaps + 2) / 3;
  const double cross =
    along / 2 + PETSC_PI * (squares * h * h * h / 3 - gaps * 3 * h * h * h * h * h / 5);
  const Sym3 whole = s->moments.inertia;

  return max_real(along, cross) / max_real(whole.xx, max_real(whole.yy, whole.zz));
}

/* Mean distance of the capsule's surface: distance from (x, r) to the sphere, sqrt(r^2 + x^2) - r,
   averaged over x in 0 .. h, times the share of the shaft in the area. */
static double mean_distance(const Shape *s, int n)
{
  const double r = s->size[RADIUS], l = s->size[SHAFT], h = half_gap(s, n), e = h / r;
  const double mean = r * ((sqrt(1 + e * e) + asinh(e) / e) / 2 - 1);

  return mean * l / (l + 2 * r);
}

void chain_errors(const Shape *s, int n, double error[CLUMP_N_ERRORS])
{
  const double d = cbrt(6 * s->moments.volume / PETSC_PI), r = s->size[RADIUS], h = half_gap(s, n);

  /* Each half gap lacks the integral of pi x^2 dx, pi h^3 / 3. */
  error[CLUMP_VOLUME]   = 2 * (n - 1) * PETSC_PI * h * h * h / 3 / s->moments.volume;
  error[CLUMP_INERTIA]  = inertia_error(s, n);
  error[CLUMP_DISTANCE] = (hypot(r, h) - r) / d;
  error[CLUMP_MEAN]     = mean_distance(s, n) / d;
}

/* True if n spheres meet the bounds. */
static bool is_enough(const Shape *s, int n, const double asked[CLUMP_N_ERRORS])
{
  double found[CLUMP_N_ERRORS];

  chain_errors(s, n, found);
  for (int e = 0; e < CLUMP_N_ERRORS; e++)
    if (asked[e] > 0 && found[e] > asked[e]) return false;
  return true;
}

/* The smallest bound, INFINITY if no error has one. */
static double least_bound(const double asked[CLUMP_N_ERRORS])
{
  double least = INFINITY;

  for (int e = 0; e < CLUMP_N_ERRORS; e++)
    if (asked[e] > 0) least = min_real(least, asked[e]);
  return least;
}

int chain_length(const Shape *s, const double error[CLUMP_N_ERRORS], int most)
{
  const double touching = ceil(s->size[SHAFT] / (2 * s->size[RADIUS])) + 1;
  int          low, high;

  if (isinf(least_bound(error)) || touching >= most) return most;
  low = high = (int)touching;
  if (is_enough(s, low, error)) return low;
  while (high < most && !is_enough(s, high, error)) {
    low  = high;
    high = (int)min_int(2 * high, most);
  }
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;

    if (is_enough(s, middle, error)) high = middle;
    else low = middle;
  }
  return high;
}

Vec3 chain_centre(const Shape *s, int n, int k)
{
  const double share = n > 1 ? (double)(2 * k - (n - 1)) / (n - 1) : 0;

  return shape_outward(s, vec3(share * s->size[SHAFT] / 2, 0, 0));
}

bool shapes_mass_own(const ShapeSet *set, const Materials *materials, double tolerance,
                     MassProperties *out, char *why)
{
  MassOptions options = mass_defaults;

  options.tolerance = max_real(tolerance, MASS_LEAST_TOLERANCE);
  return shapes_mass(set, materials, &mass_exact, &options, out, why) ||
         shapes_mass(set, materials, &mass_octree, &options, out, why);
}

/* Make the mesh of a shape, whose chord error is the smaller of half the largest extent and D,
   times 1/50 of the smallest bound, which is held within 1e-4 .. 1e-3: small against the bounds on
   volume and distance. */
static void part_create(const Shape *shape, double least, Part *part)
{
  const bool   direct = shape->kind == &shape_sphere || shape->kind == &shape_capsule;
  const Vec3   e      = vec3_sub(shape->own_hi, shape->own_lo);
  const double eps    = min_real(1e-3, max_real(1e-4, least / 50));
  double       chord;
  char         why[256];

  *part = (Part){.shape = shape, .diameter = cbrt(6 * shape->moments.volume / PETSC_PI)};
  chord = eps * min_real(max_real(e.x, max_real(e.y, e.z)) / 2, part->diameter);
  if (direct || shape->kind == &shape_ellipsoid) part->chord = chord;
  shape_tessellate(shape, chord, &part->mesh);
  if (!direct && part->chord > 0) {
    MassProperties mass;

    if (mesh_mass(&part->mesh, 1, &mass, why))
      part->lacks = max_real(0, 1 - mass.volume / shape->moments.volume);
  }
}

/* Make the meshes of all parts, and the union as a Body for measuring: without voxels, and with
   mass properties as of one density. */
static bool body_create(Whole *w, Mesh *all)
{
  const double bound = least_bound(w->options.error),
               least = isinf(bound) ? generate_defaults.error[CLUMP_VOLUME] : bound;
  Materials alike    = {.n = w->materials->n};
  Body     *body     = &w->body;
  bool      good;

  *body = (Body){.mesh = all, .options = w->options, .shapes = w->set};
  array_create(&w->part, sizeof *w->part, w->set->n);
  for (int i = 0; i < w->set->n; i++) {
    part_create(&w->set->list[i], least, &w->part[i]);
    mesh_append(all, &w->part[i].mesh);
    body->chord = max_real(body->chord, w->part[i].chord);
  }
  array_create(&alike.list, sizeof *alike.list, alike.n);
  for (int m = 0; m < alike.n; m++) alike.list[m].density = 1;
  good = shapes_mass_own(w->set, &alike, least / 20, &body->mass, w->why);
  array_free(&alike.list);
  if (!good) return false;
  body->diameter = cbrt(6 * body->mass.volume / PETSC_PI);
  body->least    = w->options.smallest * body->diameter;
  body->doubt    = body->mass.error;
  if (!mesh_distance_create(all, &body->near, w->why)) return false;
  return surface_create(all, &body->surface) || why_not(w->why, "the shapes have no area");
}

/* Options of one part: bounds times `share`, lengths relative to the part's D, less the error of
   the part's mesh. With several parts, inertia of the whole needs the volume of each: the volume
   bound is then no larger than that on inertia. */
static GenerateOptions options_of(const Whole *w, const Part *part, double share)
{
  const double    longer = w->body.diameter / part->diameter;
  GenerateOptions o      = w->options;
  double         *e      = o.error;

  o.most     = part->most;
  o.smallest = w->options.smallest * longer;
  for (int k = 0; k < CLUMP_N_ERRORS; k++)
    e[k] *= share * (k == CLUMP_DISTANCE || k == CLUMP_MEAN ? longer : 1);
  if (w->set->n > 1 && e[CLUMP_INERTIA] > 0)
    e[CLUMP_VOLUME] =
      e[CLUMP_VOLUME] > 0 ? min_real(e[CLUMP_VOLUME], e[CLUMP_INERTIA]) : e[CLUMP_INERTIA];
  for (int k = 0; k < CLUMP_N_ERRORS; k++) {
    const double off = k == CLUMP_VOLUME    ? part->lacks
                       : k == CLUMP_INERTIA ? 2 * part->lacks
                                            : part->chord / part->diameter;

    if (e[k] > 0) e[k] = min_real(1, max_real(e[k] - off, e[k] / 4));
  }
  return o;
}

/* Fill one part: a sphere is one pebble, a capsule a chain, others are filled by the method. False:
   the reason is in w->why, with line and kind of the shape. */
static bool part_fill(const Whole *w, Part *part, double share)
{
  const GenerateOptions options = options_of(w, part, share);
  const Shape          *shape   = part->shape;
  GenerateReport        report;
  PebbleSet             set;
  char                  reason[256];

  part->balls.n = 0;
  part->out     = 0;
  if (shape->kind == &shape_sphere) {
    balls_add(&part->balls, (Ball){shape->x, shape->size[0]});
    return true;
  }
  if (shape->kind == &shape_capsule) {
    const int n = chain_length(shape, options.error, options.most);

    for (int k = 0; k < n; k++)
      balls_add(&part->balls, (Ball){chain_centre(shape, n, k), shape->size[RADIUS]});
    return true;
  }
  if (!generate(&part->mesh, &options, &set, &report, reason)) {
    snprintf(w->why, 256, "line %" PRId64 ": %s: %.200s", shape->line, shape->kind->head.name,
             reason);
    return false;
  }
  part->out = report.out * report.diameter - report.expanded;
  for (int i = 0; i < set.n; i++) /* all parts are expanded together later */
    balls_add(&part->balls, (Ball){set.x[i], set.r[i] - report.expanded});
  pebble_set_free(&set);
  return true;
}

/* Share out `most` by weight: one for each part (spheres have weight 0), the rest in proportion,
   rounded down; the remainder goes one each to the first parts of positive weight. */
static void most_share(Whole *w, const double *weight)
{
  double sum  = 0;
  int    left = w->options.most - (int)w->set->n, given = 0;

  for (int i = 0; i < w->set->n; i++) sum += weight[i];
  for (int i = 0; i < w->set->n; i++) {
    w->part[i].most = 1 + (sum > 0 ? (int)floor(left * (weight[i] / sum)) : 0);
    given += w->part[i].most - 1;
  }
  for (int i = 0; i < w->set->n && given < left; i++) {
    if (!(weight[i] > 0)) continue;
    w->part[i].most++;
    given++;
  }
}

/* Number of pebbles of all parts. */
static int balls_of(const Whole *w)
{
  int n = 0;

  for (int i = 0; i < w->set->n; i++) n += w->part[i].balls.n;
  return n;
}

static bool parts_fill(Whole *w, double share)
{
  for (int i = 0; i < w->set->n; i++)
    if (!part_fill(w, &w->part[i], share)) return false;
  return true;
}

/* Fill all parts. If together they exceed `most`, fill them again with `most` shared in proportion
   to their numbers. */
static bool parts_make(Whole *w, double share)
{
  double *weight = memory_zero((size_t)w->set->n, sizeof *weight);
  bool    good;

  for (int i = 0; i < w->set->n; i++) {
    w->part[i].most = w->options.most;
    weight[i] =
      w->part[i].shape->kind == &shape_sphere ? 0 : w->part[i].diameter * w->part[i].diameter;
  }
  if (isinf(least_bound(w->options.error))) most_share(w, weight);
  good = parts_fill(w, share);
  if (good && balls_of(w) > w->options.most) {
    for (int i = 0; i < w->set->n; i++) weight[i] = w->part[i].balls.n - 1;
    most_share(w, weight);
    good = parts_fill(w, share);
  }
  free(weight);
  return good;
}

/* False if the ball lies within another part's ball of at least its density: a larger one of a
   later part, or one gathered already that is not smaller. */
static bool is_needed(const Whole *w, int owner, Ball ball)
{
  const double density = shape_density(w->set, w->materials, owner);

  for (int p = owner + 1; p < w->set->n; p++) {
    if (shape_density(w->set, w->materials, p) < density) continue;
    for (int i = 0; i < w->part[p].balls.n; i++) {
      const Ball *b = &w->part[p].balls.list[i];

      if (b->r > ball.r && vec3_norm(vec3_sub(b->x, ball.x)) + ball.r <= b->r) return false;
    }
  }
  for (int i = 0; i < w->balls.n; i++) {
    const Ball *b = &w->balls.list[i];

    if (b->r >= ball.r && shape_density(w->set, w->materials, w->owner[i]) >= density &&
        vec3_norm(vec3_sub(b->x, ball.x)) + ball.r <= b->r)
      return false;
  }
  return true;
}

/* Gather the balls of all parts that are needed. */
static void gather(Whole *w)
{
  w->owner    = memory_room(w->owner, ((size_t)balls_of(w) + 1) * sizeof *w->owner);
  w->balls.n  = 0;
  w->body.out = 0;
  for (int p = 0; p < w->set->n; p++) {
    w->body.out = max_real(w->body.out, w->part[p].out);
    for (int i = 0; i < w->part[p].balls.n; i++) {
      if (!is_needed(w, p, w->part[p].balls.list[i])) continue;
      w->owner[w->balls.n] = p;
      balls_add(&w->balls, w->part[p].balls.list[i]);
    }
  }
}

/* Repeat with bounds smaller by a factor 0.8 until the union meets the bounds, `most` is reached,
   or the number of pebbles no longer changes. */
static bool rounds(Whole *w, GenerateReport *report)
{
  enum { ROUNDS = 8 };
  double measured = 0, share = 1;
  int    before = 0;
  bool   known  = true;

  for (int round = 0; round < ROUNDS; round++, share *= 0.8) {
    *report = (GenerateReport){.pebbles = 0};
    if (!parts_make(w, share)) return false;
    gather(w);
    if (!clump_finish(&w->body, &w->balls, report, w->why)) return false;
    measured += report->seconds_measure;
    /* A bound no larger than the error bound of the shapes' own cannot be shown to be met. */
    for (int e = CLUMP_VOLUME; e <= CLUMP_INERTIA; e++)
      known = known && !(w->options.error[e] > 0 && w->options.error[e] <= w->body.doubt);
    if (report->all_met || !known || balls_of(w) >= w->options.most ||
        (round > 2 && balls_of(w) == before))
      break;
    before = balls_of(w);
  }
  report->exhausted       = !report->all_met && balls_of(w) < w->options.most;
  report->seconds_measure = measured;
  report->doubt           = w->body.doubt;
  return true;
}

bool generate_shapes(const ShapeSet *set, const Materials *materials,
                     const GenerateOptions *options, PebbleSet *pebbles, GenerateReport *report,
                     char *why)
{
  Whole  w     = {.set = set, .materials = materials, .options = *options, .why = why};
  Mesh   all   = {.n_faces = 0};
  double start = wall_seconds(), built = start;
  bool   good;

  if (!generate_options_are_sound(options, why)) return false;
  if (options->most < set->n)
    return why_not(why, "%d shapes become %d pebbles or more: only %d are allowed", (int)set->n,
                   (int)set->n, options->most);
  good  = body_create(&w, &all);
  built = wall_seconds();
  good  = good && rounds(&w, report);
  if (good) {
    *pebbles = balls_as_pebbles(&w.balls, w.balls.n, 0);
    for (int i = 0; i < pebbles->n; i++) pebbles->material[i] = set->list[w.owner[i]].material;
  }
  report->seconds_mesh = built - start;
  if (good) report->seconds_choice = wall_seconds() - built - report->seconds_measure;
  for (int i = 0; w.part && i < set->n; i++) {
    mesh_free(&w.part[i].mesh);
    array_free(&w.part[i].balls.list);
  }
  array_free(&w.part);
  free(w.owner);
  array_free(&w.balls.list);
  mesh_distance_free(&w.body.near);
  surface_free(&w.body.surface);
  mesh_free(&all);
  return good;
}
