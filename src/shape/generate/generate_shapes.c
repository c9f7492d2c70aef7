/* SPDX-License-Identifier: MIT */
/* Each shape is filled by itself; all are repeated with smaller bounds until the union meets the
   bounds of the whole. */
#include "shape/generate/generate_shapes.h"

#include <inttypes.h>
#include <petsctime.h>
#include <stdio.h>

#include "shape/generate/generate_chain.h"
#include "shape/generate/generate_internal.h"
#include "shape/mesh/mesh_mass.h"
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

/* ---- mass ---- */

bool shapes_mass_own(const ShapeSet *set, const Materials *materials, double tolerance,
                     MassProperties *out, char *why)
{
  MassOptions options = mass_defaults;

  options.tolerance = max_real(tolerance, MASS_LEAST_TOLERANCE);
  return shapes_mass(set, materials, &mass_exact, &options, out, why) ||
         shapes_mass(set, materials, &mass_octree, &options, out, why);
}

/* Smallest bound given, or the default volume bound. */
static double least_error(const GenerateOptions *options)
{
  double least = INFINITY;

  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (options->error[e] > 0) least = min_real(least, options->error[e]);
  }
  return isinf(least) ? generate_defaults.error[CLUMP_VOLUME] : least;
}

static PetscErrorCode alike_create(const Materials *materials, Materials *alike)
{
  PetscFunctionBeginUser;
  alike->n = materials->n;
  PetscCall(array_create(&alike->list, sizeof *alike->list, alike->n));
  for (int m = 0; m < alike->n; m++) alike->list[m].density = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool mass_of_one_density(const Whole *w, MassProperties *mass)
{
  Materials alike;
  bool      good;

  PetscCallAbort(PETSC_COMM_SELF, alike_create(w->materials, &alike));
  good = shapes_mass_own(w->set, &alike, least_error(&w->options) / 20, mass, w->why);
  array_free(&alike.list);
  return good;
}

/* ---- meshes ---- */

static bool is_round(const Shape *s)
{
  return s->kind == &shape_sphere || s->kind == &shape_capsule || s->kind == &shape_ellipsoid;
}

static bool is_direct(const Part *part)
{
  return part->shape->kind == &shape_sphere || part->shape->kind == &shape_capsule;
}

/* Chord error of the tessellation, m: the smaller of half the largest extent and D, times 1/50 of
   the smallest bound, which is held within 1e-4 .. 1e-3: small against the bounds on volume and
   distance. */
static double chord_of(const Part *part, double least)
{
  const double eps = min_real(1e-3, max_real(1e-4, least / 50));
  const Vec3   e   = vec3_sub(part->shape->own_hi, part->shape->own_lo);

  return eps * min_real(max_real(e.x, max_real(e.y, e.z)) / 2, part->diameter);
}

static PetscErrorCode part_create(const Shape *shape, double least, Part *part)
{
  MassProperties mass;
  double         chord;
  char           why[256];

  PetscFunctionBeginUser;
  *part = (Part){.shape = shape, .diameter = cbrt(6 * shape->moments.volume / PETSC_PI)};
  chord = chord_of(part, least);
  if (is_round(shape)) part->chord = chord;
  PetscCall(shape_tessellate(shape, chord, &part->mesh));
  if (!is_direct(part) && part->chord > 0 && mesh_mass(&part->mesh, 1, &mass, why))
    part->lacks = max_real(0, 1 - mass.volume / shape->moments.volume);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode parts_create(Whole *w, Mesh *all)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&w->part, sizeof *w->part, w->set->n));
  for (int i = 0; i < w->set->n; i++) {
    PetscCall(part_create(&w->set->list[i], least_error(&w->options), &w->part[i]));
    PetscCall(mesh_append(all, &w->part[i].mesh));
    w->body.chord = max_real(w->body.chord, w->part[i].chord);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The union as a Body for measuring: without voxels. */
static bool body_create(Whole *w, Mesh *all)
{
  Body *body = &w->body;

  *body = (Body){.mesh = all, .options = w->options, .shapes = w->set};
  PetscCallAbort(PETSC_COMM_SELF, parts_create(w, all));
  if (!mass_of_one_density(w, &body->mass)) return false;
  body->diameter = cbrt(6 * body->mass.volume / PETSC_PI);
  body->least    = w->options.smallest * body->diameter;
  body->doubt    = body->mass.error;
  if (!mesh_near_create(all, &body->near, w->why)) return false;
  strcpy(w->why, "no memory for the surface of the shapes");
  return surface_create(all, &body->surface);
}

/* ---- parts ---- */

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

static bool take(Part *part, Vec3 x, double r, char *why)
{
  strcpy(why, "no memory for the spheres");
  return balls_add(&part->balls, (Ball){x, r});
}

static bool capsule_fill(Part *part, const GenerateOptions *options, char *why)
{
  const int n = chain_length(part->shape, options->error, options->most);

  for (int k = 0; k < n; k++) {
    if (!take(part, chain_centre(part->shape, n, k), part->shape->size[0], why)) return false;
  }
  return true;
}

/* Prefix the reason with line and kind of the shape. */
static bool refuse(const Part *part, const char *reason, char *why)
{
  snprintf(why, 256, "line %" PRId64 ": %s: %.200s", part->shape->line,
           part->shape->kind->head.name, reason);
  return false;
}

static bool mesh_fill(Part *part, const GenerateOptions *options, char *why)
{
  PebbleSet      set;
  GenerateReport report;
  char           reason[256];
  bool           good = true;

  if (!generate(&part->mesh, options, &set, &report, reason)) return refuse(part, reason, why);
  part->out = report.out * report.diameter - report.expanded;
  for (int i = 0; i < set.n && good; i++)
    good = take(part, set.x[i], set.r[i] - report.expanded,
                why); /* all parts are expanded together later */
  pebble_set_free(&set);
  return good;
}

static bool part_fill(const Whole *w, Part *part, double share)
{
  const GenerateOptions options = options_of(w, part, share);

  part->balls.n = 0;
  part->out     = 0;
  if (part->shape->kind == &shape_sphere)
    return take(part, part->shape->x, part->shape->size[0], w->why);
  if (part->shape->kind == &shape_capsule) return capsule_fill(part, &options, w->why);
  return mesh_fill(part, &options, w->why);
}

/* ---- number of pebbles ---- */

static bool asks_nothing(const GenerateOptions *options)
{
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (options->error[e] > 0) return false;
  }
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

static int balls_of(const Whole *w)
{
  int n = 0;

  for (int i = 0; i < w->set->n; i++) n += w->part[i].balls.n;
  return n;
}

static bool parts_fill(Whole *w, double share)
{
  for (int i = 0; i < w->set->n; i++) {
    if (!part_fill(w, &w->part[i], share)) return false;
  }
  return true;
}

/* Fill all parts. If together they exceed `most`, fill them again with `most` shared in proportion
   to their numbers. */
static bool parts_make(Whole *w, double share)
{
  const bool counted = asks_nothing(&w->options);
  double    *weight  = calloc((size_t)w->set->n, sizeof *weight);
  bool       good    = weight != NULL;

  strcpy(w->why, "no memory for the shapes");
  for (int i = 0; i < w->set->n && good; i++) {
    w->part[i].most = w->options.most;
    weight[i] =
      w->part[i].shape->kind == &shape_sphere ? 0 : w->part[i].diameter * w->part[i].diameter;
  }
  if (good && counted) most_share(w, weight);
  good = good && parts_fill(w, share);
  if (good && balls_of(w) > w->options.most) {
    for (int i = 0; i < w->set->n; i++) weight[i] = w->part[i].balls.n - 1;
    most_share(w, weight);
    good = parts_fill(w, share);
  }
  free(weight);
  return good;
}

/* ---- the whole ---- */

static double density_of(const Whole *w, int i)
{
  return shape_density(w->set, w->materials, i);
}

/* True if the ball lies within a gathered ball of at least its density. */
static bool is_within(const Whole *w, int owner, Ball ball)
{
  for (int i = 0; i < w->balls.n; i++) {
    const Ball *b = &w->balls.list[i];

    if (b->r >= ball.r && density_of(w, w->owner[i]) >= density_of(w, owner) &&
        vec3_norm(vec3_sub(b->x, ball.x)) + ball.r <= b->r)
      return true;
  }
  return false;
}

/* False if the ball lies within another part's ball: a larger one of a later part, or one gathered
   already. */
static bool is_needed(const Whole *w, int owner, Ball ball)
{
  for (int p = owner + 1; p < w->set->n; p++) {
    for (int i = 0; i < w->part[p].balls.n && density_of(w, p) >= density_of(w, owner); i++) {
      const Ball *b = &w->part[p].balls.list[i];

      if (b->r > ball.r && vec3_norm(vec3_sub(b->x, ball.x)) + ball.r <= b->r) return false;
    }
  }
  return !is_within(w, owner, ball);
}

static bool gather(Whole *w)
{
  int *owner = realloc(w->owner, ((size_t)balls_of(w) + 1) * sizeof *owner);

  strcpy(w->why, "no memory for the spheres");
  if (!owner) return false;
  w->owner    = owner;
  w->balls.n  = 0;
  w->body.out = 0;
  for (int p = 0; p < w->set->n; p++) {
    w->body.out = max_real(w->body.out, w->part[p].out);
    for (int i = 0; i < w->part[p].balls.n; i++) {
      if (!is_needed(w, p, w->part[p].balls.list[i])) continue;
      w->owner[w->balls.n] = p;
      if (!balls_add(&w->balls, w->part[p].balls.list[i])) return false;
    }
  }
  return true;
}

/* False if a bound on volume or inertia is no larger than the error bound of the shapes' own: no
   number of pebbles can be shown to meet it. */
static bool is_known(const Whole *w)
{
  for (int e = CLUMP_VOLUME; e <= CLUMP_INERTIA; e++) {
    if (w->options.error[e] > 0 && w->options.error[e] <= w->body.doubt) return false;
  }
  return true;
}

/* Repeat with bounds smaller by a factor 0.8 until the union meets the bounds, `most` is reached,
   or the number of pebbles no longer changes. */
static bool rounds(Whole *w, GenerateReport *report)
{
  enum { ROUNDS = 8 };
  double measured = 0, share = 1;
  int    before = 0;

  for (int round = 0; round < ROUNDS; round++, share *= 0.8) {
    *report = (GenerateReport){.pebbles = 0};
    if (!parts_make(w, share) || !gather(w) || !clump_finish(&w->body, &w->balls, report, w->why))
      return false;
    measured += report->seconds_measure;
    if (report->all_met || !is_known(w) || balls_of(w) >= w->options.most ||
        (round > 2 && balls_of(w) == before))
      break;
    before = balls_of(w);
  }
  report->exhausted       = !report->all_met && balls_of(w) < w->options.most;
  report->seconds_measure = measured;
  report->doubt           = w->body.doubt;
  return true;
}

static bool set_fill(const Whole *w, PebbleSet *set)
{
  strcpy(w->why, "no memory for the pebbles");
  if (pebble_set_create(w->balls.n, set)) return false;
  for (int i = 0; i < set->n; i++) {
    set->x[i]        = w->balls.list[i].x;
    set->r[i]        = w->balls.list[i].r;
    set->material[i] = w->set->list[w->owner[i]].material;
  }
  return true;
}

static bool is_possible(const Whole *w)
{
  if (!generate_options_are_sound(&w->options, w->why)) return false;
  if (w->options.most >= w->set->n) return true;
  snprintf(w->why, 256, "%d shapes become %d pebbles or more: only %d are allowed", (int)w->set->n,
           (int)w->set->n, w->options.most);
  return false;
}

static double now(void)
{
  PetscLogDouble seconds = 0;

  return PetscTime(&seconds) ? 0 : (double)seconds;
}

bool generate_shapes(const ShapeSet *set, const Materials *materials,
                     const GenerateOptions *options, PebbleSet *pebbles, GenerateReport *report,
                     char *why)
{
  Whole  w     = {.set = set, .materials = materials, .options = *options, .why = why};
  Mesh   all   = {.n_faces = 0};
  double start = now(), built = start;
  bool   good = is_possible(&w) && body_create(&w, &all);

  built                = now();
  good                 = good && rounds(&w, report) && set_fill(&w, pebbles);
  report->seconds_mesh = built - start;
  if (good) report->seconds_choice = now() - built - report->seconds_measure;
  for (int i = 0; w.part && i < set->n; i++) {
    mesh_free(&w.part[i].mesh);
    free(w.part[i].balls.list);
  }
  array_free(&w.part);
  free(w.owner);
  free(w.balls.list);
  mesh_near_free(&w.body.near);
  surface_free(&w.body.surface);
  mesh_free(&all);
  return good;
}
