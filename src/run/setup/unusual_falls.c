/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: clumps whose fall meets no wall, and walls that no clump can reach
   (setup_read.h). */
#include "base/box.h"
#include "run/module_states.h"
#include "run/setup/setup_read.h"
#include "supply/inlet.h"

/* Falls that are followed, and places of moving walls that are looked at. */
enum { FALLS_KEPT = 200, LOOKS = 10, SIDES = 6 };

bool setup_is_acted_on(const Sim *sim)
{
  const char *const *names;

  return sim->interactions->n > 0 || links_are_used(&sim->links) || sim->space.domain.cell.flows ||
         sim_changes(sim)->n > 0 || sim_thermostats(sim)->n > 0 ||
         options_objects(sim->options, "force", &names) > 0 ||
         options_objects(sim->options, "constraint", &names) > 0 ||
         crushes_are_used(sim_crushes(sim));
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
static double nearest_wall(const Sim *sim, Vec3 x, double reach, Features *space, int *wall)
{
  const Vec3 at    = domain_wrapped(&sim->space.domain, x);
  double     least = reach;

  *wall = -1;
  for (int w = 0; w < sim->walls.n; w++) {
    const double d = wall_distance(&sim->walls.list[w], at, reach, space);

    if (limit_lowers(&least, d)) *wall = w;
  }
  return least;
}

/* True if it touches a wall towards which it moves; *gap: distance from the nearest wall, m. */
static bool fall_meets(const Sim *sim, Fall *f, Features *space, double *gap)
{
  const double reach = 0.02 * domain_longest(&sim->space.domain) + f->radius,
               ahead = 0.1 * f->radius;
  const double speed = vec3_norm(f->v);
  int          other;

  *gap = nearest_wall(sim, f->x, reach, space, &f->wall);
  if (*gap > f->radius || f->wall < 0) return false;
  if (*gap < 0 || !(speed > 0)) return *gap < 0;
  return *gap - nearest_wall(sim, vec3_axpy(f->x, ahead / speed, f->v), reach, space, &other) >
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
static FallEnd fall_follow(const Sim *sim, Vec3 g, Features *space, Fall *f)
{
  enum { MOVES_KEPT = 20000 };
  const Vec3 from = f->x;
  FallEnd    end  = FALL_UNKNOWN;

  for (int k = 0; k < MOVES_KEPT; k++) {
    double gap;

    if (fall_meets(sim, f, space, &gap)) return FALL_MEETS;
    fall_on(f, g, max_real(gap - f->radius, 0.25 * f->radius));
    if (fall_is_over(&sim->space.domain, f, from, &end)) return end;
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
static PetscErrorCode add_clumps(const Sim *sim, Falls *falls)
{
  const Clumps *both[] = {sim->matter.clumps, sim->matter.waiting->clumps};
  int64_t       all    = both[0]->n_owned + both[1]->n_owned, each;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &all, 1));
  each = 1 + all / FALLS_KEPT;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < both[k]->n_owned; a++) {
      const Clumps *c = both[k];

      if (c->id[a] % each == 0)
        add_fall(falls, c->pose[a].x, c->motion[a].v,
                 c->scale[a] * sim->matter.templates.list[c->template[a]].bound);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the places of all inlets are boxes, whose middle is known. */
static bool inlets_are_boxes(const Sim *sim)
{
  const char *const *names;
  const int          n   = options_objects(sim->options, "inlet", &names);
  bool               are = true;

  for (int k = 0; k < n; k++)
    are = are && option_has_value(sim->options, "inlet", names[k], "lo") &&
          option_has_value(sim->options, "inlet", names[k], "hi");
  return are;
}

/* Add a fall from the middle of each inlet. */
static void add_inlets(const Sim *sim, Falls *falls)
{
  const Options     *o = sim->options;
  const char *const *names;
  const int          n      = options_objects(o, "inlet", &names);
  double             radius = 0;

  for (int t = 0; t < sim->matter.templates.n; t++)
    radius = max_real(radius, sim->matter.templates.list[t].bound);
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

static PetscErrorCode follow_all(const Sim *sim, const Falls *falls, Vec3 g, FallsSeen *seen)
{
  Features space             = {0};
  double   least[1]          = {INFINITY};
  int64_t  number[SIDES + 3] = {0}; /* through each face; that meet one; - wall; axis + 1 */

  PetscFunctionBeginUser;
  number[SIDES + 1] = -sim->walls.n;
  for (PetscInt k = 0; k < falls->n; k++) {
    Fall          f   = falls->list[k];
    const FallEnd end = fall_follow(sim, g, &space, &f);

    if (end == FALL_MEETS || end == FALL_UNKNOWN) number[SIDES] = 1;
    if (end == FALL_MEETS) number[SIDES + 1] = max_int(number[SIDES + 1], -f.wall);
    if (end == FALL_LEAVES) number[f.face] = 1;
    if (end == FALL_LEAVES) least[0] = min_real(least[0], f.time);
    if (end == FALL_ENDLESS) number[SIDES + 2] = f.face / 2 + 1;
  }
  array_free(&space.list);
  PetscCall(parallel_max_int(&sim->par, number, SIDES + 3));
  PetscCall(parallel_min(&sim->par, least, 1));
  for (int k = 0; k < SIDES; k++) seen->through[k] = number[k] > 0;
  seen->meets   = number[SIDES] > 0;
  seen->wall    = (int)-number[SIDES + 1];
  seen->endless = (int)number[SIDES + 2] - 1;
  seen->first   = least[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same for all places of walls that move, until the end. */
static PetscErrorCode follow_moving(Sim *sim, const Falls *falls, FallsSeen *seen)
{
  const double now = sim_time(sim), between = (sim->settings.end_time - now) / LOOKS;
  const int    looks = sim->motion.walls.n > 0 ? LOOKS : 0;

  PetscFunctionBeginUser;
  PetscCall(follow_all(sim, falls, sim->settings.gravity, seen));
  for (int k = 1; k <= looks && !seen->meets; k++) {
    FallsSeen later;

    wall_motions_place(&sim->motion.walls, now + k * between, &sim->walls);
    PetscCall(follow_all(sim, falls, sim->settings.gravity, &later));
    seen->meets = later.meets;
  }
  wall_motions_place(&sim->motion.walls, now, &sim->walls);
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
static PetscErrorCode say_cure(const Sim *sim, const Falls *falls, char *text, size_t size)
{
  FallsSeen other;

  PetscFunctionBeginUser;
  PetscCall(follow_all(sim, falls, vec3_scale(-1, sim->settings.gravity), &other));
  if (other.wall < sim->walls.n)
    snprintf(text, size, "wall %s would be met with the opposite gravity: is its sign right?",
             sim->walls.list[other.wall].name);
  else
    snprintf(text, size, "give a floor, move it there, or turn gravity%s",
             sim->settings.dimension == 2 ? " (run: gravity: [0, -9.81])"
                                          : " (run: gravity: [0, 0, -9.81])");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_falls(Sim *sim, const Falls *falls)
{
  const Vec3 g = sim->settings.gravity;
  FallsSeen  seen;
  char       faces[64], cure[2 * NAME_LENGTH + 128];

  PetscFunctionBeginUser;
  PetscCall(follow_moving(sim, falls, &seen));
  if (seen.meets || (!(sim_time(sim) + seen.first < sim->settings.end_time) && seen.endless < 0 &&
                     !sim->settings.check_only))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(say_cure(sim, falls, cure, sizeof cure));
  name_faces(&seen, faces, sizeof faces);
  if (isfinite(seen.first))
    option_warning(sim->options, &sim->warnings, "run", NULL, "gravity",
                   "nothing is below the clumps: with (%g, %g, %g) m/s^2 the fall of the "
                   "clumps meets no wall, and they fall through %s, the first at t = %.3g s; %s",
                   g.x, g.y, g.z, faces, sim_time(sim) + seen.first, cure);
  else
    option_warning(sim->options, &sim->warnings, "run", NULL, "gravity",
                   "the fall of the clumps meets no wall: with (%g, %g, %g) m/s^2 they "
                   "fall along %c, which is periodic, faster and faster until the end; %s",
                   g.x, g.y, g.z, "xyz"[seen.endless], cure);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *held: a clump is held along an axis, or has no weight. Collective. */
static PetscErrorCode find_held(const Sim *sim, bool *held)
{
  const Clumps *c = sim->matter.clumps;

  PetscFunctionBeginUser;
  *held = sim->motion.walls.driven.n > 0;
  for (PetscInt a = 0; a < c->n_owned; a++)
    *held = *held || (c->blocked[a] & (BLOCK_MOVE | BLOCK_BODY_MOVE)) || !clump_is_heavy(c, a);
  PetscCall(parallel_any(&sim->par, held));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- walls that are out of reach ---- */

/* Halvings of the domain; down to SURE_DEPTH all parts are looked at, as a sheet that acts on one
   side is not seen from the other. */
enum { DEPTH = 6, SURE_DEPTH = 3 };

/* True if the wall comes nearer to a place of the box than `reach` (m). */
static bool box_is_near(const Wall *wall, Vec3 lo, Vec3 hi, double reach, int depth,
                        Features *space)
{
  const Vec3   middle = vec3_scale(0.5, vec3_add(lo, hi));
  const double half = 0.5 * vec3_norm(vec3_sub(hi, lo)), sure = half + reach;
  bool         near = false;

  if (depth <= SURE_DEPTH && wall_distance(wall, middle, sure * 1.000001, space) >= sure)
    return false;
  if (depth == 0 || wall_distance(wall, middle, reach, space) < reach) return true;
  for (int c = 0; c < 8 && !near; c++) {
    const Vec3 corner = box_corner(lo, hi, c);

    near = box_is_near(wall, vec3_least(middle, corner), vec3_most(middle, corner), reach,
                       depth - 1, space);
  }
  return near;
}

static const MovingWall *find_moving(const Sim *sim, int wall)
{
  for (int k = 0; k < sim->motion.walls.n; k++)
    if (sim->motion.walls.list[k].wall == wall) return &sim->motion.walls.list[k];
  return NULL;
}

/* True if a motion of the wall is not known beforehand, as loads or events change it. */
static bool is_unforeseen(const Sim *sim, const MovingWall *w)
{
  for (int k = 0; w && k < w->follows.n; k++) {
    const TimedMotion *m = &sim->motion.walls.motions[w->follows.motion[k]];

    if (m->loose || m->kind->respond) return true;
  }
  return false;
}

/* Warn of a wall that is out of reach (m) of the box from now until the end. */
static void look_at_wall(Sim *sim, int wall, Vec3 lo, Vec3 hi, double reach)
{
  const MovingWall *w   = find_moving(sim, wall);
  const double      now = sim_time(sim), between = (sim->settings.end_time - now) / LOOKS;
  Features          space = {0};
  bool              near  = is_unforeseen(sim, w);

  for (int k = 0; k <= (w ? LOOKS : 0) && !near; k++) {
    if (w) wall_motions_place(&sim->motion.walls, now + k * between, &sim->walls);
    near = box_is_near(&sim->walls.list[wall], lo, hi, reach, DEPTH, &space);
  }
  if (w) wall_motions_place(&sim->motion.walls, now, &sim->walls);
  array_free(&space.list);
  if (!near)
    option_warning(sim->options, &sim->warnings, "wall", sim->walls.list[wall].name, NULL,
                   "it lies wholly outside the domain, from (%g, %g, %g) to (%g, %g, %g) m: no "
                   "clump can ever touch it; check its place and size, or enlarge the domain",
                   lo.x, lo.y, lo.z, hi.x, hi.y, hi.z);
}

static PetscErrorCode warn_of_far_walls(Sim *sim)
{
  const Domain *d  = &sim->space.domain;
  Vec3          lo = d->lo, hi = d->hi;
  double        extent = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < d->dimension; k++)
    if (!boundary_wraps(d->boundary[k]) && boundary_is_endless(d->boundary[k]))
      PetscFunctionReturn(PETSC_SUCCESS);
  for (int t = 0; t < sim->matter.templates.n; t++)
    extent = max_real(extent, sim->matter.templates.list[t].extent);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    extent = max_real(extent, sim->matter.clumps->extent[a]);
  for (PetscInt a = 0; a < sim->matter.waiting->clumps->n_owned; a++)
    extent = max_real(extent, sim->matter.waiting->clumps->extent[a]);
  PetscCall(parallel_max(&sim->par, &extent, 1));
  if (d->dimension == 2) lo.z = hi.z = 0;
  for (int w = 0; w < sim->walls.n; w++)
    if (!sim->walls.list[w].divided && !sim->walls.list[w].carried)
      look_at_wall(sim, w, lo, hi, extent + sim->laws->reach);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sheets that act on one side ---- */

/* True if x is beside a sheet that acts on one side, on its other side. */
static bool is_unseen(const Wall *wall, Vec3 x, double reach, Features *space)
{
  Nearest near;

  space->n = 0;
  wall->surface->geometry.seek(wall->constants, x, x, reach, space);
  if (space->n == 0) return false;
  nearest_one(wall->surface, wall->constants, space->list[0], x, reach, &near);
  return near.distance[0] == INFINITY;
}

/* Warn of a sheet that acts on one side if all clumps are on the other one. */
static PetscErrorCode warn_of_unseen(Sim *sim)
{
  const Clumps *c     = sim->matter.clumps;
  Features      space = {0};

  PetscFunctionBeginUser;
  for (int w = 0; w < sim->walls.n; w++) {
    const Wall *wall     = &sim->walls.list[w];
    const char *side     = option_word(sim->options, "wall", wall->name, "side");
    int64_t     count[2] = {0, c->n_owned};

    if (strcmp(option_word(sim->options, "wall", wall->name, "ends"), "open") != 0 ||
        wall->divided || wall->carried)
      continue;
    for (PetscInt a = 0; a < c->n_owned; a++)
      count[0] += is_unseen(wall, c->pose[a].x, 2 * domain_longest(&sim->space.domain), &space);
    PetscCall(parallel_sum_int(&sim->par, count, 2));
    if (count[0] > 0 && count[0] == count[1])
      option_warning(sim->options, &sim->warnings, "wall", wall->name, "side",
                     "all %" PRId64 " clumps are %s of it, and it acts %s only: they are on "
                     "its solid side and pass through it unhindered; give side: %s, or both",
                     count[0], strcmp(side, "inside") == 0 ? "outside" : "inside", side,
                     strcmp(side, "inside") == 0 ? "outside" : "inside");
  }
  array_free(&space.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- outlets and regions ---- */

/* Warn of an outlet in whose region all clumps are at the start. */
static PetscErrorCode warn_of_outlets(Sim *sim)
{
  const Outlets *all = sim_outlets(sim);
  const Clumps  *c   = sim->matter.clumps;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    const Outlet *o        = &all->list[k];
    int64_t       count[2] = {0, c->n_owned};

    for (PetscInt a = 0; o->region.kind && a < c->n_owned; a++)
      count[0] += o->region.kind->inside(o->region.own, &sim->space.domain,
                                         domain_wrapped(&sim->space.domain, c->pose[a].x));
    PetscCall(parallel_sum_int(&sim->par, count, 2));
    if (o->waits || o->groups != 0 || o->first > sim_time(sim) || count[0] < max_int(count[1], 1))
      continue;
    option_warning(sim->options, &sim->warnings, "outlet", o->name, NULL,
                   "all %" PRId64 " clumps are in its region at the start, and it takes them "
                   "as soon as it looks: move it%s",
                   count[0],
                   strcmp(option_word(sim->options, "outlet", o->name, "region"), "plane") == 0
                     ? ", or turn its normal"
                     : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A place of a region of clumps or an inlet, at (u, v, w) in -1..1; false: it is outside. */
static bool region_place(const Options *o, const char *kind, const char *name, Vec3 u, Vec3 *x)
{
  const char *region = option_word(o, kind, name, "region");
  Vec3        axis, across;

  if (strcmp(region, "box") == 0 || !region[0]) {
    const Vec3 lo = option_vec3(o, kind, name, "lo"), hi = option_vec3(o, kind, name, "hi");

    *x = vec3(0.5 * (lo.x + hi.x + u.x * (hi.x - lo.x)), 0.5 * (lo.y + hi.y + u.y * (hi.y - lo.y)),
              0.5 * (lo.z + hi.z + u.z * (hi.z - lo.z)));
    return option_has_value(o, kind, name, "lo") && option_has_value(o, kind, name, "hi");
  }
  axis = option_vec3(o, kind, name, "axis");
  if (strcmp(region, "cylinder") != 0 || u.x * u.x + u.y * u.y > 1 || !vec3_normalize(&axis))
    return false;
  across = vec3_any_across(axis);
  *x     = vec3_axpy(option_vec3(o, kind, name, "point"),
                     0.5 * (1 + u.z) * option_real(o, kind, name, "length"), axis);
  *x     = vec3_axpy(*x, u.x * option_real(o, kind, name, "radius"), across);
  *x     = vec3_axpy(*x, u.y * option_real(o, kind, name, "radius"), vec3_cross(axis, across));
  return true;
}

/* Shares of the region inside and outside a cylinder without solid, between its ends. */
static void region_shares(const Options *o, const char *kind, const char *name, const char *wall,
                          double *in, double *out)
{
  enum { SIDE = 21 };
  const Vec3   point  = option_vec3(o, "wall", wall, "point");
  const double length = option_real(o, "wall", wall, "length");
  const double radius = option_reals(o, "wall", wall, "radius", &(int){0})[0];
  Vec3         axis   = option_vec3(o, "wall", wall, "axis");
  int          n[3]   = {0, 0, 0};

  (void)vec3_normalize(&axis);
  for (int k = 0; k < SIDE * SIDE * SIDE; k++) {
    const Vec3 u = vec3(k % SIDE, k / SIDE % SIDE, k / (SIDE * SIDE));
    Vec3       x, way;

    if (!region_place(o, kind, name, vec3_sub(vec3_scale(2. / (SIDE - 1), u), vec3(1, 1, 1)), &x))
      continue;
    way = vec3_sub(x, point);
    n[2]++;
    if (vec3_dot(way, axis) < 0 || vec3_dot(way, axis) > length) continue;
    n[vec3_norm(vec3_axpy(way, -vec3_dot(way, axis), axis)) > radius]++;
  }
  *in  = n[2] > 0 ? (double)n[0] / n[2] : 0;
  *out = n[2] > 0 ? (double)n[1] / n[2] : 0;
}

/* Warn of regions of fills and inlets on both sides of a cylinder with open ends, a sheet. */
static void warn_of_crossed(Sim *sim, const char *kind)
{
  static const double seen = 0.02; /* share of the region */
  const Options      *o    = sim->options;
  const char *const  *names;
  const int           n = options_objects(o, kind, &names);

  for (int k = 0; k < n; k++)
    for (int w = 0; w < sim->walls.n; w++) {
      const char *wall = sim->walls.list[w].name;
      double      in, out;

      if (strcmp(option_word(o, "wall", wall, "shape"), "cylinder") != 0 ||
          strcmp(option_word(o, "wall", wall, "ends"), "open") != 0 ||
          !(option_real(o, "wall", wall, "length") > 0))
        continue;
      region_shares(o, kind, names[k], wall, &in, &out);
      if (in > seen && out > seen)
        option_warning(
          sim->options, &sim->warnings, kind, names[k], NULL,
          "its region crosses wall %s, a sheet: %.2g %% of it is inside the "
          "cylinder, and %.2g %% outside, and clumps come to be on both sides; make it "
          "smaller",
          wall, 100 * in, 100 * out);
    }
}

PetscErrorCode setup_follows_falls(const Sim *sim, bool *follows)
{
  PetscFunctionBeginUser;
  PetscCall(find_held(sim, follows));
  *follows = !(*follows || setup_is_acted_on(sim) || sim->walls.n_divided > 0 ||
               sim->walls.n_carried > 0 || sim_outlets(sim)->n > 0 || sim->motion.damping.used) &&
             inlets_are_boxes(sim) && vec3_norm(sim->settings.gravity) > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_warn_of_falls(Sim *sim)
{
  Falls falls = {0};
  bool  follows;

  PetscFunctionBeginUser;
  if (!sim->space.domain.cell.flows && sim->interactions->n == 0 && sim->motion.walls.driven.n == 0)
    PetscCall(warn_of_far_walls(sim));
  PetscCall(warn_of_unseen(sim));
  PetscCall(warn_of_outlets(sim));
  if (sim->settings.dimension == 3) {
    warn_of_crossed(sim, "clumps");
    warn_of_crossed(sim, "inlet");
  }
  PetscCall(setup_follows_falls(sim, &follows));
  if (!follows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(add_clumps(sim, &falls));
  add_inlets(sim, &falls);
  PetscCall(warn_of_falls(sim, &falls));
  array_free(&falls.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
