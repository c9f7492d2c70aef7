/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: walls that no clump can reach, or that act on the other side only, and
   regions of outlets, fills and inlets that lie wrong (unusual.h). */
#include "wall/walls.h"
#include "base/box.h"
#include "contact/law.h"
#include "interaction/interactions.h"
#include "matter/clumps.h"
#include "matter/template.h"
#include "matter/waiting.h"
#include "motion/prescribed/wall_motion.h"
#include "supply/outlet.h"
#include "supply/unusual/unusual.h"

/* Places of moving walls that are looked at. */
enum { LOOKS = 10 };

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

static const MovingWall *find_moving(const World *world, int wall)
{
  for (int k = 0; k < world->motions->n; k++)
    if (world->motions->list[k].wall == wall) return &world->motions->list[k];
  return NULL;
}

/* True if a motion of the wall is not known beforehand, as loads or events change it. */
static bool is_unforeseen(const World *world, const MovingWall *w)
{
  for (int k = 0; w && k < w->follows.n; k++) {
    const TimedMotion *m = &world->motions->motions[w->follows.motion[k]];

    if (m->loose || m->kind->respond) return true;
  }
  return false;
}

/* Warn of a wall that is out of reach (m) of the box from now until the end. */
static void look_at_wall(World *world, int wall, Vec3 lo, Vec3 hi, double reach)
{
  const MovingWall *w   = find_moving(world, wall);
  const double      now = clock_time(world->clock), between = (world->end - now) / LOOKS;
  Features          space = {0};
  bool              near  = is_unforeseen(world, w);

  for (int k = 0; k <= (w ? LOOKS : 0) && !near; k++) {
    if (w) wall_motions_place(world->motions, now + k * between, world->walls);
    near = box_is_near(&world->walls->list[wall], lo, hi, reach, DEPTH, &space);
  }
  if (w) wall_motions_place(world->motions, now, world->walls);
  array_free(&space.list);
  if (!near)
    option_warning(world->options, world->warnings, "wall", world->walls->list[wall].name, NULL,
                   "it lies wholly outside the domain, from (%g, %g, %g) to (%g, %g, %g) m: no "
                   "clump can ever touch it; check its place and size, or enlarge the domain",
                   lo.x, lo.y, lo.z, hi.x, hi.y, hi.z);
}

static PetscErrorCode warn_of_far_walls(World *world)
{
  const Domain *d  = world->domain;
  Vec3          lo = d->lo, hi = d->hi;
  double        extent = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < d->dimension; k++)
    if (!boundary_wraps(d->boundary[k]) && boundary_is_endless(d->boundary[k]))
      PetscFunctionReturn(PETSC_SUCCESS);
  for (int t = 0; t < world->templates->n; t++)
    extent = max_real(extent, world->templates->list[t].extent);
  for (PetscInt a = 0; a < world->clumps->n_owned; a++)
    extent = max_real(extent, world->clumps->extent[a]);
  for (PetscInt a = 0; a < world->waiting->clumps->n_owned; a++)
    extent = max_real(extent, world->waiting->clumps->extent[a]);
  PetscCall(parallel_max(world->par, &extent, 1));
  if (d->dimension == 2) lo.z = hi.z = 0;
  for (int w = 0; w < world->walls->n; w++)
    if (!world->walls->list[w].divided && !world->walls->list[w].carried)
      look_at_wall(world, w, lo, hi, extent + world->laws->reach);
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
static PetscErrorCode warn_of_unseen(World *world)
{
  const Clumps *c     = world->clumps;
  Features      space = {0};

  PetscFunctionBeginUser;
  for (int w = 0; w < world->walls->n; w++) {
    const Wall *wall     = &world->walls->list[w];
    const char *side     = option_word(world->options, "wall", wall->name, "side");
    int64_t     count[2] = {0, c->n_owned};

    if (strcmp(option_word(world->options, "wall", wall->name, "ends"), "open") != 0 ||
        wall->divided || wall->carried)
      continue;
    for (PetscInt a = 0; a < c->n_owned; a++)
      count[0] += is_unseen(wall, c->pose[a].x, 2 * domain_longest(world->domain), &space);
    PetscCall(parallel_sum_int(world->par, count, 2));
    if (count[0] > 0 && count[0] == count[1])
      option_warning(world->options, world->warnings, "wall", wall->name, "side",
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
static PetscErrorCode warn_of_outlets(World *world)
{
  const Outlets *all = world_module(world, &outlets_module);
  const Clumps  *c   = world->clumps;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    const Outlet *o        = &all->list[k];
    int64_t       count[2] = {0, c->n_owned};

    for (PetscInt a = 0; o->region.kind && a < c->n_owned; a++)
      count[0] += o->region.kind->inside(o->region.own, world->domain,
                                         domain_wrapped(world->domain, c->pose[a].x));
    PetscCall(parallel_sum_int(world->par, count, 2));
    if (o->waits || o->groups != 0 || o->first > clock_time(world->clock) ||
        count[0] < max_int(count[1], 1))
      continue;
    option_warning(world->options, world->warnings, "outlet", o->name, NULL,
                   "all %" PRId64 " clumps are in its region at the start, and it takes them "
                   "as soon as it looks: move it%s",
                   count[0],
                   strcmp(option_word(world->options, "outlet", o->name, "region"), "plane") == 0
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
static void warn_of_crossed(World *world, const char *kind)
{
  static const double seen = 0.02; /* share of the region */
  const Options      *o    = world->options;
  const char *const  *names;
  const int           n = options_objects(o, kind, &names);

  for (int k = 0; k < n; k++)
    for (int w = 0; w < world->walls->n; w++) {
      const char *wall = world->walls->list[w].name;
      double      in, out;

      if (strcmp(option_word(o, "wall", wall, "shape"), "cylinder") != 0 ||
          strcmp(option_word(o, "wall", wall, "ends"), "open") != 0 ||
          !(option_real(o, "wall", wall, "length") > 0))
        continue;
      region_shares(o, kind, names[k], wall, &in, &out);
      if (in > seen && out > seen)
        option_warning(
          world->options, world->warnings, kind, names[k], NULL,
          "its region crosses wall %s, a sheet: %.2g %% of it is inside the "
          "cylinder, and %.2g %% outside, and clumps come to be on both sides; make it "
          "smaller",
          wall, 100 * in, 100 * out);
    }
}

PetscErrorCode unusual_walls(World *world)
{
  PetscFunctionBeginUser;
  if (!world->domain->cell.flows && world->interactions->n == 0 && world->motions->driven.n == 0)
    PetscCall(warn_of_far_walls(world));
  PetscCall(warn_of_unseen(world));
  PetscCall(warn_of_outlets(world));
  if (world->dimension == 3) {
    warn_of_crossed(world, "clumps");
    warn_of_crossed(world, "inlet");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
