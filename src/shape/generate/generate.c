/* SPDX-License-Identifier: MIT */
/* Driver of generation: takes spheres from a method until all bounds hold, bisects for the smallest
   number that meets them, and reports the errors. */
#include "shape/generate/generate.h"

#include <petsctime.h>
#include <stdio.h>

#include "shape/generate/generate_internal.h"
#include "shape/mesh/mesh_mass.h"

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

/* ---- options ---- */

static bool in_range(const char *what, double value, double lo, double hi, char *why)
{
  if (value >= lo && value <= hi) return true;
  snprintf(why, 256, "%s is %g: allowed is %g to %g", what, value, lo, hi);
  return false;
}

bool generate_options_are_sound(const GenerateOptions *options, char *why)
{
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (!in_range(clump_error_names[e], options->error[e], 0, 1, why)) return false;
  }
  if (!options->method) {
    strcpy(why, "no method of generation is chosen");
    return false;
  }
  return in_range("the largest number of pebbles", options->most, 1, GENERATE_MOST, why) &&
         in_range("the smallest radius over the diameter", options->smallest, 0, 0.5, why) &&
         in_range("the bulge", options->bulge, 0, 0.5, why) &&
         in_range("the overlap", options->overlap, 0, 0.95, why);
}

static unsigned asked_of(const GenerateOptions *options)
{
  unsigned asked = 0;

  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (options->error[e] > 0) asked |= 1u << e;
  }
  return asked;
}

/* ---- the body ---- */

static const double cells_inside = 2e6; /* cells inside the body, for the gain of a sphere: 0.01 %
                                           of the volume is 200 cells */

static double span_of(const Mesh *mesh)
{
  Vec3   lo = mesh->vertex[mesh->face[0].v[0]], hi = lo;
  double span = INFINITY;

  for (int f = 0; f < mesh->n_faces; f++) {
    for (int k = 0; k < 9; k++) {
      const double x = vec3_axis(mesh_corner(mesh, f, k / 3), k % 3);

      vec3_set(&lo, k % 3, min_real(vec3_axis(lo, k % 3), x));
      vec3_set(&hi, k % 3, max_real(vec3_axis(hi, k % 3), x));
    }
  }
  for (int k = 0; k < 3; k++) span = min_real(span, (vec3_axis(hi, k) - vec3_axis(lo, k)) / 2);
  return span;
}

static bool body_grid(Body *body, char *why)
{
  const double edge = cbrt(body->mass.volume / cells_inside), bulge = body->options.bulge;

  strcpy(why, "no memory for the cells of the body, or it is too thin for its extent");
  if (!voxels_create(body->mesh, edge, edge + bulge / (1 - bulge) * body->span, &body->left))
    return false;
  return bulge == 0 || voxels_invert(&body->left, &body->free);
}

static bool body_create(const Mesh *mesh, const GenerateOptions *options, Body *body, char *why)
{
  *body = (Body){.mesh = mesh, .options = *options};
  if (!mesh_near_create(mesh, &body->near, why)) return false;
  if (!mesh_mass(mesh, 1, &body->mass, why)) return false;
  body->diameter = cbrt(6 * body->mass.volume / PETSC_PI);
  body->least    = options->smallest * body->diameter;
  body->span     = span_of(mesh);
  if (!surface_create(mesh, &body->surface)) {
    strcpy(why, "no memory for the surface of the mesh");
    return false;
  }
  return body_grid(body, why);
}

static void body_destroy(Body *body)
{
  mesh_near_free(&body->near);
  surface_free(&body->surface);
  voxels_free(&body->left);
  voxels_free(&body->free);
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

/* ---- spheres ---- */

bool balls_add(Balls *balls, Ball ball)
{
  if (balls->n == balls->capacity) {
    const int room = 2 * balls->capacity + 64;
    Ball     *more = realloc(balls->list, (size_t)room * sizeof *more);

    if (!more) return false;
    balls->list     = more;
    balls->capacity = room;
  }
  balls->list[balls->n++] = ball;
  return true;
}

double balls_distance(const Balls *balls, Vec3 x)
{
  double best = INFINITY;

  for (int i = 0; i < balls->n; i++)
    best = min_real(best, vec3_norm(vec3_sub(x, balls->list[i].x)) - balls->list[i].r);
  return best;
}

static bool better(const Body *body, Gain gain, const void *context, Ball trial, Ball *ball,
                   double *gained)
{
  const double found = trial.r >= body->least && trial.r > 0 ? gain(context, &trial) : -INFINITY;

  if (found <= *gained) return false;
  *ball   = trial;
  *gained = found;
  return true;
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
      better(body, gain, context, (Ball){x, body_radius(body, mesh_near_depth(&body->near, x))},
             ball, gained);
    }
    if (memcmp(&from, ball, sizeof from) == 0) step /= 2;
  }
  if (body->options.bulge > 0) {
    const double depth = mesh_near_depth(&body->near, ball->x), most = body_radius(body, depth);

    for (int k = 0; k <= 8; k++)
      better(body, gain, context, (Ball){ball->x, depth + k / 8.0 * (most - depth)}, ball, gained);
  }
}

/* ---- number of spheres ---- */

typedef struct {
  Body  *body;
  Balls  balls;
  void  *self; /* private state of the method */
  char  *why;
  double measuring; /* spent on errors, s */
} Run;

static double now(void)
{
  PetscLogDouble seconds = 0;

  return PetscTime(&seconds) ? 0 : (double)seconds;
}

enum {
  MASSES    = 1u << CLUMP_VOLUME | 1u << CLUMP_INERTIA,
  DISTANCES = 1u << CLUMP_DISTANCE | 1u << CLUMP_MEAN
};

/* Errors in `which` of the first n spheres. With options.expand, of the spheres after expansion;
   report->volume_before is the volume error before it. */
static bool prefix_report(Run *run, int n, unsigned which, GenerateReport *report)
{
  const double start = now();
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
  run->measuring += now() - start;
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
  const GenerateOptions *options = &run->body->options;
  GenerateReport         report  = {.pebbles = n};

  *meets = true;
  if (!prefix_report(run, n, which & MASSES, &report)) return false;
  *meets = report_meets(options, which & MASSES, &report);
  if (!*meets || !(which & DISTANCES)) return true;
  if (!prefix_report(run, n, which & DISTANCES, &report)) return false;
  *meets = report_meets(options, which, &report);
  return true;
}

/* Take the next sphere and remove its cells; *more is false if there is none or options.most is
   reached. */
static bool take(Run *run, bool *more)
{
  Ball ball;

  *more = run->balls.n < run->body->options.most &&
          run->body->options.method->next(run->self, &run->balls, &ball);
  if (!*more) return true;
  voxels_clear(&run->body->left, ball.x, ball.r);
  if (run->body->free.bit) voxels_clear(&run->body->free, ball.x, ball.r);
  if (balls_add(&run->balls, ball)) return true;
  strcpy(run->why, "no memory for the spheres");
  return false;
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
    while (more && run->balls.n < look) {
      if (!take(run, &more)) return false;
    }
    if (run->balls.n == low) break;
    if (asked_of(&run->body->options) > 0) {
      if (!prefix_meets(run, run->balls.n, which, &meets)) return false;
      if (meets) return bisect(run, low, which);
    }
    low = run->balls.n;
  }
  return true;
}

/* ---- distance ---- */

enum { FAR_ALL = 400000, FAR_MOST = 20000, ROUNDS = 60 };

/* Points of the surface farther than `reach` from the union, `spacing` apart (m). The spacing
   doubles while there are FAR_ALL points or more; the result is thinned evenly to FAR_MOST. Returns
   their number, -1 without memory. */
static int far_points(const Run *run, double reach, double spacing, Vec3 *far)
{
  int n = FAR_ALL;

  for (; n == FAR_ALL && spacing < run->body->diameter; spacing *= 2) {
    n = clump_far_points(run->body, &run->balls, reach, spacing, FAR_ALL, far);
  }
  if (n <= FAR_MOST) return n;
  for (int k = 0; k < FAR_MOST; k++) far[k] = far[(int64_t)k * n / FAR_MOST];
  return FAR_MOST;
}

/* Add spheres until the distance bound holds, in rounds: the method aims at points farther than 0.9
   of the bound. With points 0.08 of the bound apart, the bound then holds between them too. */
static bool approach(Run *run, Vec3 *far)
{
  const Generator *method = run->body->options.method;
  const double     reach  = run->body->options.error[CLUMP_DISTANCE] * run->body->diameter;
  bool             meets  = false;

  for (int round = 0; round < ROUNDS; round++) {
    const int before = run->balls.n;
    bool      more   = true;
    int       n;

    if (!prefix_meets(run, before, 1u << CLUMP_DISTANCE, &meets)) return false;
    if (meets) break;
    n = far_points(run, 0.9 * reach, 0.08 * reach, far);
    if (n < 0 || (n > 0 && !method->aim(run->self, &run->balls, 0.9 * reach, n, far))) {
      strcpy(run->why, "no memory for the points that are too far");
      return false;
    }
    while (n > 0 && more) {
      if (!take(run, &more)) return false;
    }
    if (run->balls.n == before) break;
  }
  return true;
}

/* ---- the whole run ---- */

static bool choose(Run *run)
{
  const GenerateOptions *options = &run->body->options;
  const unsigned         asked   = asked_of(options);
  Vec3                  *far;
  bool                   good;

  if (!options->method->aim || !(asked & 1u << CLUMP_DISTANCE)) return grow(run, asked);
  if (!grow(run, asked & ~(1u << CLUMP_DISTANCE))) return false;
  if (run->balls.n == 0) return true;
  far = malloc(FAR_ALL * sizeof *far);
  strcpy(run->why, "no memory for the points that are too far");
  good = far && approach(run, far);
  free(far);
  return good;
}

static bool finish(Run *run, GenerateReport *report)
{
  const GenerateOptions *options = &run->body->options;

  if (run->balls.n == 0) {
    snprintf(run->why, 256,
             "no sphere of at least %g m was found inside: the body is too thin for this method's "
             "cells, or the smallest radius "
             "too large",
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

static bool set_fill(const Balls *balls, PebbleSet *set, char *why)
{
  strcpy(why, "no memory for the pebbles");
  if (pebble_set_create(balls->n, set)) return false;
  for (int i = 0; i < balls->n; i++) {
    set->x[i] = balls->list[i].x;
    set->r[i] = balls->list[i].r;
  }
  return true;
}

bool generate(const Mesh *mesh, const GenerateOptions *options, PebbleSet *set,
              GenerateReport *report, char *why)
{
  Body   body;
  Run    run   = {.body = &body, .why = why};
  double start = now(), built;
  bool   good;

  *report = (GenerateReport){.pebbles = 0};
  if (!generate_options_are_sound(options, why)) return false;
  good  = body_create(mesh, options, &body, why);
  built = now();
  if (good) {
    strcpy(why, "no memory for the method of generation");
    good = options->method->begin(&body, &run.self) && choose(&run) && finish(&run, report) &&
           set_fill(&run.balls, set, why);
    options->method->end(&run.self);
  }
  report->seconds_mesh    = built - start;
  report->seconds_measure = run.measuring;
  report->seconds_choice  = now() - built - run.measuring;
  free(run.balls.list);
  body_destroy(&body);
  return good;
}
