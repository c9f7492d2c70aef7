/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: clumps whose fall meets no wall (unusual.h). */
#include "interaction/interactions.h"
#include "link/links.h"
#include "matter/clumps.h"
#include "matter/template.h"
#include "matter/waiting.h"
#include "measure/timestep/stable.h"
#include "motion/damping/damping.h"
#include "motion/prescribed/wall_motion.h"
#include "motion/thermostats/thermostat.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/outlet.h"
#include "supply/unusual/unusual.h"
#include "wall/walls.h"

/* Falls that are followed, and places of moving walls that are looked at. */
enum { FALLS_KEPT = 200, LOOKS = 10, SIDES = 6 };

bool unusual_is_acted_on(const World *world)
{
  const Changes          *changes     = world_module(world, &changes_module);
  const ThermostatsState *thermostats = world_module(world, &thermostats_module);
  const char *const      *names;

  return world->interactions->n > 0 || links_are_used(world->links) || world->domain->cell.flows ||
         changes->n > 0 || thermostats->all.n > 0 ||
         options_objects(world->options, "force", &names) > 0 ||
         options_objects(world->options, "constraint", &names) > 0 ||
         crushes_are_used(world_module(world, &crush_module));
}

/* ---- one fall ---- */

typedef enum { FALL_MEETS, FALL_LEAVES, FALL_ENDLESS, FALL_UNKNOWN } FallEnd;

typedef struct {
  Vec3   x, v;   /* m, m/s */
  double radius; /* of the clump, m */
  double time;   /* since its start, s */
  int    wall;   /* that it meets; -1: none */
  int    face;   /* 2 axis + (1 at hi) through which it leaves; or 2 axis of an endless fall */
} Fall;

/* Distance from the nearest wall, at most `reach`, m; its index, or -1. */
static double nearest_wall(const World *world, Vec3 x, double reach, Features *space, int *wall)
{
  const Vec3 at    = domain_wrapped(world->domain, x);
  double     least = reach;

  *wall = -1;
  for (int w = 0; w < world->walls->n; w++) {
    const double d = wall_distance(&world->walls->list[w], at, reach, space);

    if (limit_lowers(&least, d)) *wall = w;
  }
  return least;
}

/* True if it touches a wall towards which it moves; *gap: distance from the nearest wall, m. */
static bool fall_meets(const World *world, Fall *f, Features *space, double *gap)
{
  const double reach = 0.02 * domain_longest(world->domain) + f->radius, ahead = 0.1 * f->radius;
  const double speed = vec3_norm(f->v);
  int          other;

  *gap = nearest_wall(world, f->x, reach, space, &f->wall);
  if (*gap > f->radius || f->wall < 0) return false;
  if (*gap < 0 || !(speed > 0)) return *gap < 0;
  return *gap - nearest_wall(world, vec3_axpy(f->x, ahead / speed, f->v), reach, space, &other) >
         0.1 * ahead;
}

/* Move it under gravity g by about this way (m). */
static void fall_on(Fall *f, Vec3 g, double way)
{
  const double a = vec3_norm(g), v = vec3_norm(f->v);
  const double dt = 2 * way / (v + sqrt(v * v + 2 * a * way));

  f->x = vec3_axpy(vec3_axpy(f->x, dt, f->v), 0.5 * dt * dt, g);
  f->v = vec3_axpy(f->v, dt, g);
  f->time += dt;
}

/* True if it has come to an end along an axis. from: where it began, m. */
static bool fall_is_over(const Domain *d, Fall *f, Vec3 from, FallEnd *end)
{
  for (int k = d->dimension - 1; k >= 0; k--) {
    const double x = vec3_axis(f->x, k), way = fabs(x - vec3_axis(from, k));
    const bool   above = x > vec3_axis(d->hi, k), out = above || x < vec3_axis(d->lo, k);
    const double length = vec3_axis(d->hi, k) - vec3_axis(d->lo, k);

    f->face = 2 * k + above;
    if (boundary_wraps(d->boundary[k]) && way > 2 * length) {
      *end = FALL_ENDLESS;
      return true;
    }
    if (boundary_wraps(d->boundary[k]) || !out) continue;
    *end = boundary_removes(d->boundary[k]) ? FALL_LEAVES : FALL_UNKNOWN;
    return true;
  }
  return false;
}

/* Follow a fall under gravity g, m/s^2, past the walls as they stand. */
static FallEnd fall_follow(const World *world, Vec3 g, Features *space, Fall *f)
{
  enum { MOVES_KEPT = 20000 };
  const Vec3 from = f->x;
  FallEnd    end  = FALL_UNKNOWN;

  for (int k = 0; k < MOVES_KEPT; k++) {
    double gap;

    if (fall_meets(world, f, space, &gap)) return FALL_MEETS;
    fall_on(f, g, max_real(gap - f->radius, 0.25 * f->radius));
    if (fall_is_over(world->domain, f, from, &end)) return end;
  }
  return FALL_UNKNOWN;
}

/* ---- all falls ---- */

/* Where falls begin, on this rank. */
typedef struct {
  PetscInt n, capacity;
  Fall    *list;
} Falls;

static void add_fall(Falls *falls, Vec3 x, Vec3 v, double radius)
{
  array_reserve(&falls->list, sizeof *falls->list, falls->n + 1, &falls->capacity);
  falls->list[falls->n++] = (Fall){.x = x, .v = v, .radius = radius};
}

/* Add falls of some of the clumps, the same on any number of ranks. */
static PetscErrorCode add_clumps(const World *world, Falls *falls)
{
  const Clumps *both[] = {world->clumps, world->waiting->clumps};
  int64_t       all    = both[0]->n_owned + both[1]->n_owned, each;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(world->par, &all, 1));
  each = 1 + all / FALLS_KEPT;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < both[k]->n_owned; a++) {
      const Clumps *c = both[k];

      if (c->id[a] % each == 0)
        add_fall(falls, c->pose[a].x, c->motion[a].v,
                 c->scale[a] * world->templates->list[c->template[a]].bound);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the places of all inlets are boxes, whose middle is known. */
static bool inlets_are_boxes(const World *world)
{
  const char *const *names;
  const int          n   = options_objects(world->options, "inlet", &names);
  bool               are = true;

  for (int k = 0; k < n; k++)
    are = are && option_has_value(world->options, "inlet", names[k], "lo") &&
          option_has_value(world->options, "inlet", names[k], "hi");
  return are;
}

/* Add a fall from the middle of each inlet. */
static void add_inlets(const World *world, Falls *falls)
{
  const Options     *o = world->options;
  const char *const *names;
  const int          n      = options_objects(o, "inlet", &names);
  double             radius = 0;

  for (int t = 0; t < world->templates->n; t++)
    radius = max_real(radius, world->templates->list[t].bound);
  for (int k = 0; k < n; k++)
    add_fall(falls,
             vec3_scale(0.5, vec3_add(option_vec3(o, "inlet", names[k], "lo"),
                                      option_vec3(o, "inlet", names[k], "hi"))),
             option_vec3(o, "inlet", names[k], "velocity"), radius);
}

/* Over all ranks: how the falls end, and the first of them that leaves. */
typedef struct {
  bool   meets;
  double first; /* s; INFINITY: none leaves */
  int    wall;  /* lowest index of those met; walls.n: none */
  bool   through[SIDES];
  int    endless; /* axis; -1: none */
} FallsSeen;

static PetscErrorCode follow_all(const World *world, const Falls *falls, Vec3 g, FallsSeen *seen)
{
  Features space             = {0};
  double   least[1]          = {INFINITY};
  int64_t  number[SIDES + 3] = {0}; /* through each face; that meet one; - wall; axis + 1 */

  PetscFunctionBeginUser;
  number[SIDES + 1] = -world->walls->n;
  for (PetscInt k = 0; k < falls->n; k++) {
    Fall          f   = falls->list[k];
    const FallEnd end = fall_follow(world, g, &space, &f);

    if (end == FALL_MEETS || end == FALL_UNKNOWN) number[SIDES] = 1;
    if (end == FALL_MEETS) number[SIDES + 1] = max_int(number[SIDES + 1], -f.wall);
    if (end == FALL_LEAVES) number[f.face] = 1;
    if (end == FALL_LEAVES) least[0] = min_real(least[0], f.time);
    if (end == FALL_ENDLESS) number[SIDES + 2] = f.face / 2 + 1;
  }
  array_free(&space.list);
  PetscCall(parallel_max_int(world->par, number, SIDES + 3));
  PetscCall(parallel_min(world->par, least, 1));
  for (int k = 0; k < SIDES; k++) seen->through[k] = number[k] > 0;
  seen->meets   = number[SIDES] > 0;
  seen->wall    = (int)-number[SIDES + 1];
  seen->endless = (int)number[SIDES + 2] - 1;
  seen->first   = least[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same for all places of walls that move, until the end. */
static PetscErrorCode follow_moving(World *world, const Falls *falls, FallsSeen *seen)
{
  const double now = clock_time(world->clock), between = (world->end - now) / LOOKS;
  const int    looks = world->motions->n > 0 ? LOOKS : 0;

  PetscFunctionBeginUser;
  PetscCall(follow_all(world, falls, world->gravity, seen));
  for (int k = 1; k <= looks && !seen->meets; k++) {
    FallsSeen later;

    wall_motions_place(world->motions, now + k * between, world->walls);
    PetscCall(follow_all(world, falls, world->gravity, &later));
    seen->meets = later.meets;
  }
  wall_motions_place(world->motions, now, world->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void name_faces(const FallsSeen *seen, char *text, size_t size)
{
  int n = 0;

  snprintf(text, size, "open faces");
  for (int k = 0; k < SIDES; k++) n += seen->through[k];
  for (int k = 0; k < SIDES && n == 1; k++)
    if (seen->through[k])
      snprintf(text, size, "the open face %c %s", "xyz"[k / 2], k % 2 ? "hi" : "lo");
}

/* Say what would mend it: gravity the other way, if a wall is there. */
static PetscErrorCode say_cure(const World *world, const Falls *falls, char *text, size_t size)
{
  FallsSeen other;

  PetscFunctionBeginUser;
  PetscCall(follow_all(world, falls, vec3_scale(-1, world->gravity), &other));
  if (other.wall < world->walls->n)
    snprintf(text, size, "wall %s would be met with the opposite gravity: is its sign right?",
             world->walls->list[other.wall].name);
  else
    snprintf(text, size, "give a floor, move it there, or turn gravity%s",
             world->dimension == 2 ? " (run: gravity: [0, -9.81])"
                                   : " (run: gravity: [0, 0, -9.81])");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_all(World *world, const Falls *falls, bool check)
{
  const Vec3 g = world->gravity;
  FallsSeen  seen;
  char       faces[64], cure[2 * NAME_LENGTH + 128];

  PetscFunctionBeginUser;
  PetscCall(follow_moving(world, falls, &seen));
  if (seen.meets ||
      (!(clock_time(world->clock) + seen.first < world->end) && seen.endless < 0 && !check))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(say_cure(world, falls, cure, sizeof cure));
  name_faces(&seen, faces, sizeof faces);
  if (isfinite(seen.first))
    option_warning(world->options, world->warnings, "run", NULL, "gravity",
                   "nothing is below the clumps: with (%g, %g, %g) m/s^2 the fall of the "
                   "clumps meets no wall, and they fall through %s, the first at t = %.3g s; %s",
                   g.x, g.y, g.z, faces, clock_time(world->clock) + seen.first, cure);
  else
    option_warning(world->options, world->warnings, "run", NULL, "gravity",
                   "the fall of the clumps meets no wall: with (%g, %g, %g) m/s^2 they "
                   "fall along %c, which is periodic, faster and faster until the end; %s",
                   g.x, g.y, g.z, "xyz"[seen.endless], cure);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *held: a clump is held along an axis, or has no weight. Collective. */
static PetscErrorCode find_held(const World *world, bool *held)
{
  const Clumps *c = world->clumps;

  PetscFunctionBeginUser;
  *held = world->motions->driven.n > 0;
  for (PetscInt a = 0; a < c->n_owned; a++)
    *held = *held || (c->blocked[a] & (BLOCK_MOVE | BLOCK_BODY_MOVE)) || !clump_is_heavy(c, a);
  PetscCall(parallel_any(world->par, held));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode unusual_follows_falls(const World *world, bool *follows)
{
  const Outlets *outlets = world_module(world, &outlets_module);

  PetscFunctionBeginUser;
  PetscCall(find_held(world, follows));
  *follows = !(*follows || unusual_is_acted_on(world) || world->walls->n_divided > 0 ||
               world->walls->n_carried > 0 || outlets->n > 0 || world->damping->used) &&
             inlets_are_boxes(world) && vec3_norm(world->gravity) > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode unusual_falls(World *world, bool check)
{
  Falls falls = {0};
  bool  follows;

  PetscFunctionBeginUser;
  PetscCall(unusual_follows_falls(world, &follows));
  if (!follows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(add_clumps(world, &falls));
  add_inlets(world, &falls);
  PetscCall(warn_of_all(world, &falls, check));
  array_free(&falls.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
