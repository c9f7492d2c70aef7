/* SPDX-License-Identifier: MIT */
/* Driver of generation: takes spheres from a method until all bounds hold, bisects for the smallest
   number that meets them, and reports the errors. */
#include "shape/generate/generate_internal.h"

const Generator *const generators[]      = {GENERATORS(PLUGIN_ITSELF) NULL};
const Plugin *const    generator_heads[] = {GENERATORS(PLUGIN_HEAD) NULL};

const char *const clump_error_names[CLUMP_N_ERRORS] = {"volume error", "inertia error",
                                                       "surface distance", "mean surface distance"};

const GenerateOptions generate_defaults = {.method   = &generator_medial,
                                           .error    = {[CLUMP_VOLUME] = 0.02},
                                           .most     = 1000,
                                           .smallest = 0,
                                           .bulge    = 0,
                                           .overlap  = 0.6,
                                           .seed     = 1};

const Generator *generator_find(const char *name)
{
  return (const Generator *)plugin_find(generator_heads, name);
}

const char *generator_name(const Generator *generator)
{
  return generator->head.name;
}

bool generate_options_are_sound(const GenerateOptions *options, char *why)
{
  const struct {
    const char *name;
    double      value, lo, hi;
  } bounds[] = {{clump_error_names[CLUMP_VOLUME], options->error[CLUMP_VOLUME], 0, 1},
                {clump_error_names[CLUMP_INERTIA], options->error[CLUMP_INERTIA], 0, 1},
                {clump_error_names[CLUMP_DISTANCE], options->error[CLUMP_DISTANCE], 0, 1},
                {clump_error_names[CLUMP_MEAN], options->error[CLUMP_MEAN], 0, 1},
                {"the largest number of pebbles", options->most, 1, GENERATE_MOST},
                {"the smallest radius over the diameter", options->smallest, 0, 0.5},
                {"the bulge", options->bulge, 0, 0.5},
                {"the overlap", options->overlap, 0, 0.95}};

  for (size_t k = 0; k < sizeof bounds / sizeof bounds[0]; k++) {
    if (bounds[k].value >= bounds[k].lo && bounds[k].value <= bounds[k].hi) continue;
    return why_not(why, "%s is %g: allowed is %g to %g", bounds[k].name, bounds[k].value,
                   bounds[k].lo, bounds[k].hi);
  }
  if (options->method) return true;
  return why_not(why, "no method of generation is chosen");
}

/* Bits of the errors that have a bound. */
static unsigned asked_of(const GenerateOptions *options)
{
  unsigned asked = 0;

  for (int e = 0; e < CLUMP_N_ERRORS; e++)
    if (options->error[e] > 0) asked |= 1u << e;
  return asked;
}

/* Number of cells inside the body, for the gain of a sphere: 0.01 % of the volume is 200 cells. */
static const double cells_inside = 2e6;

static bool body_create(const Mesh *mesh, const GenerateOptions *options, Body *body, char *why)
{
  const double bulge = options->bulge;
  double       edge;
  Vec3         lo, hi;

  *body = (Body){.mesh = mesh, .options = *options};
  if (!mesh_distance_create(mesh, &body->near, why) || !mesh_mass(mesh, 1, &body->mass, why))
    return false;
  body->diameter = cbrt(6 * body->mass.volume / PETSC_PI);
  body->least    = options->smallest * body->diameter;
  body->span     = INFINITY;
  mesh_faces_bounds(mesh, mesh->n_faces, NULL, &lo, &hi);
  for (int k = 0; k < 3; k++)
    body->span = min_real(body->span, (vec3_axis(hi, k) - vec3_axis(lo, k)) / 2);
  if (!surface_create(mesh, &body->surface)) return why_not(why, "the mesh has no area");
  edge = cbrt(body->mass.volume / cells_inside);
  if (!voxels_create(mesh, edge, edge + bulge / (1 - bulge) * body->span, &body->left))
    return why_not(why, "no memory for the cells of the body, or it is too thin for its extent");
  if (bulge > 0) voxels_invert(&body->left, &body->free);
  return true;
}

double body_gain(const void *context, const Ball *ball)
{
  const Body *body = context;
  int64_t     gain = voxels_count(&body->left, ball->x, ball->r);

  if (body->free.bit) gain -= voxels_count(&body->free, ball->x, ball->r);
  return (double)gain;
}

double body_radius(const Body *body, double depth)
{
  return depth / (1 - body->options.bulge);
}

void balls_add(Balls *balls, Ball ball)
{
  array_reserve(&balls->list, sizeof *balls->list, balls->n + 1, &balls->capacity);
  balls->list[balls->n++] = ball;
}

PebbleSet balls_as_pebbles(const Balls *balls, int n, double added)
{
  PebbleSet set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    set.x[i] = balls->list[i].x;
    set.r[i] = balls->list[i].r + added;
  }
  return set;
}

double balls_distance(const Balls *balls, Vec3 x)
{
  double best = INFINITY;

  for (int i = 0; i < balls->n; i++)
    best = min_real(best, vec3_norm(vec3_sub(x, balls->list[i].x)) - balls->list[i].r);
  return best;
}

/* Take over the trial if it gains more. */
static void better(const Body *body, Gain gain, const void *context, Ball trial, Ball *ball,
                   double *gained)
{
  const double found = trial.r >= body->least && trial.r > 0 ? gain(context, &trial) : -INFINITY;

  if (found <= *gained) return;
  *ball   = trial;
  *gained = found;
}

void ball_polish(const Body *body, Gain gain, const void *context, Ball *ball, double *gained)
{
  enum { TRIALS = 120 };
  int trials = 0;

  for (double step = ball->r / 4, last = ball->r / 64; step > last && trials < TRIALS;) {
    const Ball from = *ball;

    for (int k = 0; k < 6; k++, trials++) {
      Vec3 x = from.x;

      vec3_set(&x, k / 2, vec3_axis(x, k / 2) + (k % 2 ? -step : step));
      better(body, gain, context, (Ball){x, body_radius(body, mesh_distance_depth(&body->near, x))},
             ball, gained);
    }
    if (memcmp(&from, ball, sizeof from) == 0) step /= 2;
  }
  if (body->options.bulge > 0) {
    const double depth = mesh_distance_depth(&body->near, ball->x), most = body_radius(body, depth);

    for (int k = 0; k <= 8; k++)
      better(body, gain, context, (Ball){ball->x, depth + k / 8.0 * (most - depth)}, ball, gained);
  }
}

typedef struct {
  Body  *body;
  Balls  balls;
  void  *self; /* private state of the method */
  char  *why;
  double measuring; /* spent on errors, s */
} Run;

enum {
  MASSES    = 1u << CLUMP_VOLUME | 1u << CLUMP_INERTIA,
  DISTANCES = 1u << CLUMP_DISTANCE | 1u << CLUMP_MEAN
};

/* Errors in `which` of the first n spheres. With options.expand, of the spheres after expansion;
   report->volume_before is the volume error before it. */
static bool prefix_report(Run *run, int n, unsigned which, GenerateReport *report)
{
  const double start = wall_seconds();
  bool good = clump_measure(run->body, &run->balls, n, 0, 1u << CLUMP_VOLUME, report, run->why);

  report->volume_before = report->error[CLUMP_VOLUME];
  if (good && run->body->options.expand) {
    good = clump_expansion(run->body, &run->balls, n, &report->expanded, run->why);
    which |= MASSES;
  } else {
    which &= ~(unsigned)MASSES;
  }
  good =
    good && clump_measure(run->body, &run->balls, n, report->expanded, which, report, run->why);
  run->measuring += wall_seconds() - start;
  return good;
}

/* Set report->met; errors not in `which` count as met. Returns true if all are met. */
static bool report_meets(const GenerateOptions *options, unsigned which, GenerateReport *report)
{
  bool all = true;

  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    const double found = e == CLUMP_VOLUME ? report->volume_before : report->error[e];

    report->met[e] = options->error[e] == 0 || !(which & 1u << e) || found <= options->error[e];
    all            = all && report->met[e];
  }
  return all;
}

/* Sets *meets: do the first n spheres meet the bounds in `which`? Distances are the most expensive
   and are measured only where volume and inertia hold. */
static bool prefix_meets(Run *run, int n, unsigned which, bool *meets)
{
  GenerateReport report = {.pebbles = n};

  if (!prefix_report(run, n, which & MASSES, &report)) return false;
  *meets = report_meets(&run->body->options, which & MASSES, &report);
  if (!*meets || !(which & DISTANCES)) return true;
  if (!prefix_report(run, n, which & DISTANCES, &report)) return false;
  *meets = report_meets(&run->body->options, which, &report);
  return true;
}

/* Take the next sphere and remove its cells. Returns false if there is none or options.most is
   reached. */
static bool take(Run *run)
{
  Body *body = run->body;
  Ball  ball;

  if (run->balls.n >= body->options.most ||
      !body->options.method->next(run->self, &run->balls, &ball))
    return false;
  voxels_clear(&body->left, ball.x, ball.r);
  if (body->free.bit) voxels_clear(&body->free, ball.x, ball.r);
  balls_add(&run->balls, ball);
  return true;
}

/* Set balls.n to the smallest number found by bisection that meets `which`, given that `low`
   spheres do not and balls.n do. */
static bool bisect(Run *run, int low, unsigned which)
{
  int high = run->balls.n;

  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    bool      meets;

    if (!prefix_meets(run, middle, which, &meets)) return false;
    if (meets) high = middle;
    else low = middle;
  }
  run->balls.n = high;
  return true;
}

/* Add spheres until the bounds in `which` hold or the method has no more. Checked at counts that
   grow by 25 %. */
static bool grow(Run *run, unsigned which)
{
  bool more = true, meets = false;

  for (int low = 0, look = 1; more; look = low + (int)max_int(1, low / 4)) {
    while (more && run->balls.n < look) more = take(run);
    if (run->balls.n == low) break;
    if (asked_of(&run->body->options) > 0) {
      if (!prefix_meets(run, run->balls.n, which, &meets)) return false;
      if (meets) return bisect(run, low, which);
    }
    low = run->balls.n;
  }
  return true;
}

enum { FAR_ALL = 400000, FAR_MOST = 20000, ROUNDS = 60 };

/* Points of the surface farther than `reach` from the union, `spacing` apart (m). The spacing
   doubles while there are FAR_ALL points or more; the result is thinned evenly to FAR_MOST. Returns
   their number. */
static int far_points(const Run *run, double reach, double spacing, Vec3 *far)
{
  int n = FAR_ALL;

  for (; n == FAR_ALL && spacing < run->body->diameter; spacing *= 2)
    n = clump_far_points(run->body, &run->balls, reach, spacing, FAR_ALL, far);
  if (n <= FAR_MOST) return n;
  for (int k = 0; k < FAR_MOST; k++) far[k] = far[(int64_t)k * n / FAR_MOST];
  return FAR_MOST;
}

/* Add spheres until the distance bound holds, in rounds: the method aims at points farther than 0.9
   of the bound. With points 0.08 of the bound apart, the bound then holds between them too. */
static bool approach(Run *run)
{
  const Generator *method = run->body->options.method;
  const double     reach  = run->body->options.error[CLUMP_DISTANCE] * run->body->diameter;
  Vec3            *far    = memory_zero(FAR_ALL, sizeof *far);
  bool             meets = false, good = true;

  for (int round = 0; round < ROUNDS; round++) {
    const int before = run->balls.n;
    int       n;

    good = prefix_meets(run, before, 1u << CLUMP_DISTANCE, &meets);
    if (!good || meets) break;
    n = far_points(run, 0.9 * reach, 0.08 * reach, far);
    if (n > 0) {
      method->aim(run->self, &run->balls, 0.9 * reach, n, far);
      while (take(run)) continue;
    }
    if (run->balls.n == before) break;
  }
  free(far);
  return good;
}

/* Take spheres until all bounds hold: those on distances last, if the method aims at them. */
static bool choose(Run *run)
{
  const GenerateOptions *options = &run->body->options;
  const unsigned         asked   = asked_of(options);

  if (!options->method->aim || !(asked & 1u << CLUMP_DISTANCE)) return grow(run, asked);
  if (!grow(run, asked & ~(1u << CLUMP_DISTANCE))) return false;
  return run->balls.n == 0 || approach(run);
}

/* Report the spheres taken, and expand them. */
static bool finish(Run *run, GenerateReport *report)
{
  const GenerateOptions *options = &run->body->options;

  if (run->balls.n == 0) {
    snprintf(run->why, 256,
             "no sphere of at least %g m was found inside: the body is too thin for this method's "
             "cells, or the smallest radius too large",
             run->body->least);
    return false;
  }
  report->pebbles  = run->balls.n;
  report->diameter = run->body->diameter;
  if (!prefix_report(run, run->balls.n, MASSES | DISTANCES, report)) return false;
  report->all_met   = report_meets(options, MASSES | DISTANCES, report);
  report->exhausted = !report->all_met && run->balls.n < options->most;
  report->smallest  = INFINITY;
  for (int i = 0; i < run->balls.n; i++) {
    run->balls.list[i].r += report->expanded;
    report->smallest = min_real(report->smallest, run->balls.list[i].r);
    report->largest  = max_real(report->largest, run->balls.list[i].r);
  }
  return true;
}

bool clump_finish(Body *body, const Balls *balls, GenerateReport *report, char *why)
{
  Run  run  = {.body = body, .balls = *balls, .why = why};
  bool good = finish(&run, report);

  report->seconds_measure = run.measuring;
  return good;
}

bool generate(const Mesh *mesh, const GenerateOptions *options, PebbleSet *set,
              GenerateReport *report, char *why)
{
  Body   body;
  Run    run   = {.body = &body, .why = why};
  double start = wall_seconds(), built;
  bool   good;

  *report = (GenerateReport){.pebbles = 0};
  if (!generate_options_are_sound(options, why)) return false;
  good  = body_create(mesh, options, &body, why);
  built = wall_seconds();
  if (good) {
    run.self = options->method->begin(&body);
    good     = choose(&run) && finish(&run, report);
    if (good) *set = balls_as_pebbles(&run.balls, run.balls.n, 0);
    options->method->end(run.self);
  }
  report->seconds_mesh    = built - start;
  report->seconds_measure = run.measuring;
  report->seconds_choice  = wall_seconds() - built - run.measuring;
  array_free(&run.balls.list);
  mesh_distance_free(&body.near);
  surface_free(&body.surface);
  voxels_free(&body.left);
  voxels_free(&body.free);
  return good;
}
