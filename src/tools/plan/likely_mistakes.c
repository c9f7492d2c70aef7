/* SPDX-License-Identifier: MIT */
/* Warnings of -check: input that a run accepts but that is likely to be a mistake. */
#include "base/box.h"
#include "run/module_states.h"
#include "run/setup/setup_read.h"
#include "supply/unusual/unusual.h"
#include "tools/plan/plan.h"

/* ---- clumps that enter later ---- */

/* Overlap of a pebble with a wall, over its radius. */
typedef struct {
  double  depth;
  int64_t id;
  int     wall;
} Buried;

/* Keep the deepest overlap of the pebbles of waiting clump `a` with walls. */
static void look_at_walls(const Sim *sim, PetscInt a, Features *space, Buried *b)
{
  const Clumps   *c = sim->matter.waiting->clumps;
  const Template *t = &sim->matter.templates.list[c->template[a]];

  for (int i = 0; i < t->n; i++) {
    const Vec3 x = vec3_axpy(c->pose[a].x, c->scale[a], quat_turn(c->pose[a].q, t->offset[i]));

    for (int w = 0; w < sim->walls.n; w++) {
      const double radius = c->scale[a] * t->radius[i];
      const double depth  = 1 - wall_distance(&sim->walls.list[w], x, radius, space) / radius;

      if (depth > b->depth) *b = (Buried){.depth = depth, .id = c->id[a], .wall = w};
    }
  }
}

/* Find the deepest of all ranks; of equally deep ones, that of the lowest id. */
static PetscErrorCode find_deepest(const Sim *sim, Buried *b)
{
  const double mine = b->depth;
  int64_t      who[2];

  PetscFunctionBeginUser;
  PetscCall(parallel_max(&sim->par, &b->depth, 1));
  who[0] = mine == b->depth ? -b->id : INT64_MIN;
  PetscCall(parallel_max_int(&sim->par, who, 1));
  who[1] = who[0] == -b->id && mine == b->depth ? b->wall : -1;
  PetscCall(parallel_max_int(&sim->par, who + 1, 1));
  b->id   = -who[0];
  b->wall = (int)who[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_entries(Sim *sim)
{
  Buried   b     = {.depth = 0, .id = INT64_MAX};
  Features space = {0};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < sim->matter.waiting->clumps->n_owned; a++)
    look_at_walls(sim, a, &space, &b);
  array_free(&space.list);
  PetscCall(find_deepest(sim, &b));
  if (b.depth > sim->settings.overlap_limit)
    warning_add(&sim->warnings,
                "clump %" PRId64 " enters later inside wall %s, by %.3g of the radius of its "
                "deepest pebble: the run stops there, as that is beyond overlap_limit (%g)",
                b.id, sim->walls.list[b.wall].name, b.depth, sim->settings.overlap_limit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a part of the domain is behind a plane, or nearer to it than `near` (m). */
static bool is_cut(const Domain *domain, Vec3 point, Vec3 normal, double near)
{
  bool cut = false;

  for (int k = 0; k < 8; k++)
    cut = cut || vec3_dot(normal, vec3_sub(box_corner(domain->lo, domain->hi, k), point)) <= near;
  return cut;
}

/* False if the wall cannot hold clumps of this radius (m) against gravity: it confines them to a
   half-space, in which gravity draws them away from the wall or along it, or they leave the domain
   before they touch it. */
static bool may_hold(const Wall *wall, const Domain *domain, Vec3 gravity, double radius)
{
  const Vec3 up = vec3_scale(-1 / vec3_norm(gravity), gravity);
  Vec3       point, normal;

  return !wall->surface->geometry.confines ||
         !wall->surface->geometry.confines(wall->constants, up, &point, &normal) ||
         (vec3_dot(normal, gravity) < 0 && is_cut(domain, point, normal, radius));
}

/* *holds: a wall may hold clumps, or a clump that is blocked along an axis of gravity, or along
   axes of its own, may hold others. */
static PetscErrorCode find_holding(const Sim *sim, bool *holds)
{
  double radius = 0; /* m, of the largest template; a scale of it is left out, as this is a guess */

  PetscFunctionBeginUser;
  *holds = false;
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    for (int k = 0; k < 3; k++)
      *holds =
        *holds || (vec3_axis(sim->settings.gravity, k) != 0 &&
                   (sim->matter.clumps->blocked[a] & (((uint64_t)BLOCK_X << k) | BLOCK_BODY_MOVE)));
  PetscCall(parallel_any(&sim->par, holds));
  for (int t = 0; t < sim->matter.templates.n; t++)
    radius = max_real(radius, sim->matter.templates.list[t].bound);
  for (int w = 0; w < sim->walls.n; w++)
    *holds =
      *holds || may_hold(&sim->walls.list[w], &sim->space.domain, sim->settings.gravity, radius);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_gravity(Sim *sim)
{
  int  axis = -1; /* along which gravity draws clumps over an open face; -1: none */
  bool holds, followed;

  PetscFunctionBeginUser;
  PetscCall(unusual_follows_falls(sim_world(sim), &followed));
  if (followed) PetscFunctionReturn(PETSC_SUCCESS); /* told by the setup */
  for (int k = sim->settings.dimension - 1; k >= 0; k--)
    if (vec3_axis(sim->settings.gravity, k) != 0 && boundary_removes(sim->space.domain.boundary[k]))
      axis = k;
  PetscCall(find_holding(sim, &holds));
  if (axis >= 0 && !holds)
    warning_add(
      &sim->warnings,
      "gravity draws clumps out of the domain along %c, whose faces are open, and there "
      "is no floor: no wall in the domain with its normal against gravity and no blocked clump",
      "xyz"[axis]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corners of the domain's box behind the wall. */
static void corners_behind(const Sim *sim, const Wall *wall, Features *space, int *behind)
{
  const Domain *d = &sim->space.domain;

  *behind = 0;
  for (int k = 0; k < 8; k++)
    *behind += wall_distance(wall, box_corner(d->lo, d->hi, k), 2 * domain_longest(d), space) < 0;
}

/* Warn if a wall has the whole domain before or behind it at some of SAMPLES times
   until the end, but not now. */
static void warn_of_leaving(Sim *sim, const MovingWall *w)
{
  enum { SAMPLES = 200 };
  const double now = sim_time(sim), step = (sim->settings.end_time - now) / SAMPLES;
  Wall        *wall  = &sim->walls.list[w->wall];
  Features     space = {0};
  int          first, behind;

  corners_behind(sim, wall, &space, &first);
  behind = first;
  for (int k = 1; k <= SAMPLES && first % 8 != 0 && behind % 8 != 0; k++) {
    wall_motions_place(&sim->motion.walls, now + k * step, &sim->walls);
    corners_behind(sim, wall, &space, &behind);
    if (behind % 8 == 0)
      option_warning(sim->options, &sim->warnings, "wall", wall->name, NULL,
                     "moves out of the domain: at t = %g s the whole domain is %s it",
                     now + k * step, behind == 0 ? "in front of" : "behind");
  }
  wall_motions_place(&sim->motion.walls, now, &sim->walls);
  array_free(&space.list);
}

/* Smallest radius of the clumps that are there or wait, m; INFINITY: there are none. */
static PetscErrorCode find_smallest(const Sim *sim, double *radius)
{
  const Clumps *all[] = {sim->matter.clumps, sim->matter.waiting->clumps};
  double        most  = -INFINITY;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++)
      most = max_real(most,
                      -sim->matter.templates.list[all[k]->template[a]].smallest * all[k]->scale[a]);
  PetscCall(parallel_max(&sim->par, &most, 1));
  *radius = -most;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- walls that move towards clumps ---- */

/* Places of some clumps, and of corners of the domain if clumps may enter. Local. */
typedef struct {
  PetscInt n, capacity;
  Vec3    *list;
} Places;

static void add_place(Places *p, Vec3 x)
{
  array_reserve(&p->list, sizeof *p->list, p->n + 1, &p->capacity);
  p->list[p->n++] = x;
}

/* At most some ENOUGH clumps, those with the same ids on any number of ranks. */
static PetscErrorCode find_places(const Sim *sim, Places *p)
{
  enum { ENOUGH = 1000 };
  const Clumps *both[] = {sim->matter.clumps, sim->matter.waiting->clumps};
  const Domain *d      = &sim->space.domain;
  int64_t       all    = both[0]->n_owned + both[1]->n_owned, each;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &all, 1));
  each = 1 + all / ENOUGH;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < both[k]->n_owned; a++)
      if (both[k]->id[a] % each == 0) add_place(p, both[k]->pose[a].x);
  for (int k = 0; k < 8 && sources_have_objects(&sim->entry.sources); k++)
    add_place(p, box_corner(d->lo, d->hi, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The largest distance by which the wall comes nearer to one of these places in a step (s), at some of
   SAMPLES times until the end, m. */
static double nearing(Sim *sim, const MovingWall *w, const Places *places, double step)
{
  enum { SAMPLES = 100 };
  const double now = sim_time(sim), between = (sim->settings.end_time - now) / SAMPLES;
  const double reach = 2 * domain_longest(&sim->space.domain);
  const Wall  *wall  = &sim->walls.list[w->wall];
  Features     space = {0};
  double      *before, most = 0;

  array_create(&before, sizeof *before, places->n + 1);
  for (int k = 0; k < SAMPLES; k++) {
    wall_motions_place(&sim->motion.walls, now + k * between, &sim->walls);
    for (PetscInt i = 0; i < places->n; i++)
      before[i] = wall_distance(wall, places->list[i], reach, &space);
    wall_motions_place(&sim->motion.walls, now + k * between + step, &sim->walls);
    for (PetscInt i = 0; i < places->n; i++)
      most = max_real(most, before[i] - wall_distance(wall, places->list[i], reach, &space));
  }
  wall_motions_place(&sim->motion.walls, now, &sim->walls);
  array_free(&before);
  array_free(&space.list);
  return most;
}

/* *way: the largest distance by which a wall that moves comes nearer to clumps in a step (s), m, and
   *nearest: that wall, by its place among those that move; -1: none does. Collective. */
static PetscErrorCode find_nearing(Sim *sim, double step, double *way, int *nearest)
{
  Places places = {0};

  PetscFunctionBeginUser;
  *way     = 0;
  *nearest = -1;
  PetscCall(find_places(sim, &places));
  for (int k = 0; k < sim->motion.walls.n; k++) {
    double one = nearing(sim, &sim->motion.walls.list[k], &places, step);

    PetscCall(parallel_max(&sim->par, &one, 1));
    if (limit_raises(way, one)) *nearest = k;
  }
  array_free(&places.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Step that is looked at, s: dt may follow the state. */
static double least_step(const Sim *sim)
{
  return sim_auto_dt(sim)->on ? sim_auto_dt(sim)->least : sim->clock.dt;
}

/* Warn of a wall that comes so near to clumps in a step that these are deep inside; not of one that
   opens, or turns about its own axis. */
static PetscErrorCode warn_of_sweeping(Sim *sim)
{
  const double step = least_step(sim), fastest = sim_impact(sim)->walls * step;
  double       smallest = INFINITY, way;
  int          nearest;

  PetscFunctionBeginUser;
  PetscCall(find_smallest(sim, &smallest));
  if (!(fastest > 0.1 * smallest)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_nearing(sim, step, &way, &nearest));
  if (way > 0.1 * smallest)
    warning_add(
      &sim->warnings,
      "the fastest wall moves %.3g m in a step, %.2g of the smallest radius, and wall %s "
      "comes towards clumps: it sweeps through them before contacts can push them away; a "
      "hundredth is usual",
      fastest, fastest / smallest, sim->walls.list[sim->motion.walls.list[nearest].wall].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *retreat: all walls that move are shifted away from clumps, so that no impact has their speed. */
static PetscErrorCode find_retreat(Sim *sim, bool *retreat)
{
  const double step = least_step(sim);
  double       way;
  int          nearest;

  PetscFunctionBeginUser;
  *retreat = sim->motion.walls.n > 0;
  for (int k = 0; k < sim->motion.walls.n; k++)
    *retreat = *retreat && sim->motion.walls.list[k].follows.turner < 0;
  if (!*retreat) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_nearing(sim, step, &way, &nearest));
  *retreat = way <= 1e-6 * sim_impact(sim)->walls * step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of impacts that go beyond overlap_limit. */
static PetscErrorCode warn_of_impacts(Sim *sim)
{
  const StepLimits   *s     = &sim->timestep.limits;
  const ImpactSpeeds *speed = sim_impact(sim);
  /* upper bound of the part of the speed that is not of walls */
  const double part    = speed->walls > 0 ? (2 * speed->free + speed->fall) / speed->walls : 1;
  bool         retreat = false;

  PetscFunctionBeginUser;
  if (!(s->hardest > 1)) PetscFunctionReturn(PETSC_SUCCESS);
  /* the cause was told when the run was set up */
  if (sim->clock.step == 0 && (s->softest > 1 || setup_gravity_is_in_mm(sim)))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (speed->given < 0 && part * part * s->hardest <= 1) PetscCall(find_retreat(sim, &retreat));
  if (!retreat)
    warning_add(
      &sim->warnings,
      "an impact of %s, the speed that the start and gravity allow, has %.2g times the "
      "energy that the contact takes up to overlap_limit (%g of the smaller radius): check that "
      "lengths, densities, stiffness and gravity are in one set of units, or give a lower "
      "run: impact_speed",
      s->hard, s->hardest, sim->settings.overlap_limit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of ids of an output that no clump has, waiting ones included. */
static PetscErrorCode warn_of_these(Sim *sim, const char *section, const char *object,
                                    const char *key, const int64_t *ids, int n)
{
  const Clumps *both[2] = {sim->matter.clumps, sim->matter.waiting->clumps};
  int64_t *found, ends[2] = {INT64_MIN, INT64_MIN}; /* highest id; of the lowest, its negative */

  PetscFunctionBeginUser;
  array_create(&found, sizeof *found, n);
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < both[k]->n_owned; a++) {
      const int64_t id = both[k]->id[a];

      ends[0] = max_int(ends[0], id);
      ends[1] = max_int(ends[1], -id);
      for (int m = 0; m < n; m++) found[m] += id == ids[m];
    }
  PetscCall(parallel_sum_int(&sim->par, found, n));
  PetscCall(parallel_max_int(&sim->par, ends, 2));
  for (int k = 0; k < n; k++) {
    if (found[k] > 0) continue;
    option_warning(sim->options, &sim->warnings, section, object, key,
                   "there is no clump %" PRId64 ", nor can one come; ids are %" PRId64
                   " to %" PRId64,
                   ids[k], -ends[1], ends[0]);
    break; /* one line for each list */
  }
  array_free(&found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of ids that no clump has or can get, in a key of the objects of a section: of those of
   one type, or of all (NULL). */
static PetscErrorCode warn_of_objects(Sim *sim, const char *section, const char *type,
                                      const char *key)
{
  const char *const *names;
  const int          n = options_objects(sim->options, section, &names);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    const int64_t *ids;
    int            count;

    if (type && strcmp(option_word(sim->options, section, names[k], "type"), type) != 0) continue;
    ids = option_ints(sim->options, section, names[k], key, &count);
    PetscCall(warn_of_these(sim, section, names[k], key, ids, count));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_ids(Sim *sim)
{
  const int64_t *ids;
  int            n;

  PetscFunctionBeginUser;
  /* clumps may come that are not known yet, or have left */
  if (sources_have_objects(&sim->entry.sources) || sim_changes(sim)->n > 0 ||
      crushes_are_used(sim_crushes(sim)) || sim->folder.goes_on)
    PetscFunctionReturn(PETSC_SUCCESS);
  ids = option_ints(sim->options, "output", NULL, "bodies", &n);
  PetscCall(warn_of_these(sim, "output", NULL, "bodies", ids, n));
  PetscCall(warn_of_objects(sim, "dump", NULL, "ids"));
  PetscCall(warn_of_objects(sim, "monitor", monitor_clumps.head.name, "ids"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode likely_mistakes_report(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(warn_of_ids(sim));
  PetscCall(warn_of_impacts(sim));
  PetscCall(warn_of_entries(sim));
  PetscCall(warn_of_gravity(sim));
  for (int k = 0; k < sim->motion.walls.n; k++) warn_of_leaving(sim, &sim->motion.walls.list[k]);
  PetscCall(warn_of_sweeping(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
