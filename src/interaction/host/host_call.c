/* SPDX-License-Identifier: MIT */
/* Forces that a host tells in calls, one in each evaluation and for all clumps of a rank. */
#include "base/rows.h"
#include "interaction/evaluate.h"
#include "interaction/host/host_forces.h"

/* Columns for the host, of the clumps that are not gone. */
typedef struct {
  PetscInt  capacity;
  PetscInt  clear; /* rows from the first on whose torques are 0 */
  Id       *id;
  Vec3     *x, *v, *w, *force, *torque;
  Quat     *q;
  double   *mass, *radius;
  int32_t  *material, *template;
  uint64_t *group;
} Columns;

/* Constants of the force, with its workspace. */
typedef struct {
  int      number; /* 0: it was removed */
  HostCall call;
  Columns  at;
} Called;

static const Interaction interaction_call;

/* ---- columns ---- */

static void reserve(Columns *at, unsigned wanted, PetscInt n)
{
  const struct {
    unsigned bit;
    void    *column;
    size_t   size;
  } all[]      = {{HOST_ID, &at->id, sizeof *at->id},
                  {HOST_POSITION, &at->x, sizeof *at->x},
                  {HOST_ORIENTATION, &at->q, sizeof *at->q},
                  {HOST_VELOCITY, &at->v, sizeof *at->v},
                  {HOST_ANGULAR_VELOCITY, &at->w, sizeof *at->w},
                  {HOST_MASS, &at->mass, sizeof *at->mass},
                  {HOST_RADIUS, &at->radius, sizeof *at->radius},
                  {HOST_MATERIAL, &at->material, sizeof *at->material},
                  {HOST_TEMPLATE, &at->template, sizeof *at->template},
                  {HOST_GROUPS, &at->group, sizeof *at->group},
                  {HOST_COLUMNS, &at->force, sizeof *at->force},
                  {HOST_COLUMNS, &at->torque, sizeof *at->torque}};
  PetscInt had = at->capacity;

  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    at->capacity = had;
    if (all[k].bit == HOST_COLUMNS || wanted & all[k].bit)
      array_reserve(all[k].column, all[k].size, n, &at->capacity);
  }
}

static void release(void *self)
{
  Columns *at = &((Called *)self)->at;

  array_free(&at->id);
  array_free(&at->x);
  array_free(&at->q);
  array_free(&at->v);
  array_free(&at->w);
  array_free(&at->mass);
  array_free(&at->radius);
  array_free(&at->material);
  array_free(&at->template);
  array_free(&at->group);
  array_free(&at->force);
  array_free(&at->torque);
  at->capacity = at->clear = 0;
}

/* Copy the three reals from number `first` on of each of n poses. Four reals are moved at once: what
   is written past a vector is overwritten by the next one. */
KERNEL static void copy_vectors(const Pose *pose, int first, PetscInt n, Vec3 *to)
{
#pragma GCC unroll 4
  for (PetscInt k = 0; k < n; k++) {
    Four v;

    four_get(&v, &pose[k].x.x + first);
    four_put(&to[k].x, v);
  }
}

/* Copy centres, by four, until one of the four is outside. Returns the number of those inside. */
KERNEL static PetscInt copy_inside(const Pose *pose, PetscInt n, const double lo[4],
                                   const double hi[4], Vec3 *to)
{
  Four least, most;

  four_get(&least, lo);
  four_get(&most, hi);
  for (PetscInt k = 0; k + 4 <= n; k += 4) {
    FourInts in = {-1, -1, -1, -1};

    for (int i = 0; i < 4; i++) {
      Four x;

      four_get(&x, &pose[k + i].x.x);
      in &= (x >= least) & (x < most);
      four_put(&to[k + i].x, x);
    }
    if (four_mask(&in) != 15) return k;
  }
  return n / 4 * 4;
}

/* Centres of n rows, wrapped into the box along periodic axes, where nearly all of them are already. */
static void find_positions(const Domain *d, const Pose *pose, PetscInt n, Vec3 *to)
{
  double lo[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY},
         hi[4] = {INFINITY, INFINITY, INFINITY, INFINITY};

  for (int axis = 0; axis < 3; axis++) {
    if (!boundary_wraps(d->boundary[axis])) continue;
    lo[axis] = vec3_axis(d->lo, axis);
    hi[axis] = vec3_axis(d->hi, axis);
  }
  for (PetscInt k = 0; k < n;) {
    const PetscInt from = k + copy_inside(pose + k, n - k, lo, hi, to + k);

    for (k = from; k < n && k < from + 4; k++) to[k] = domain_wrapped(d, pose[k].x);
  }
}

/* Set the columns from row k on for n clumps from row a on. */
static void find_poses(Columns *at, unsigned wanted, const InteractionScene *s, PetscInt a,
                       PetscInt n, PetscInt k)
{
  const Pose *pose = s->clumps->pose + a;

  if (wanted & HOST_POSITION) find_positions(s->domain, pose, n, at->x + k);
  if (wanted & HOST_VELOCITY) copy_vectors(pose, POSE_V, n, at->v + k);
  if (wanted & HOST_ANGULAR_VELOCITY) copy_vectors(pose, POSE_V + 3, n, at->w + k);
  for (PetscInt i = 0; wanted & HOST_ORIENTATION && i < n; i++) at->q[k + i] = pose[i].q;
}

static void find_kinds(Columns *at, unsigned wanted, const Interactions *all,
                       const InteractionScene *s, PetscInt a, PetscInt n, PetscInt k)
{
  const Clumps   *c    = s->clumps;
  const Template *kind = s->templates->list;

  for (PetscInt i = 0; wanted & HOST_ID && i < n; i++) at->id[k + i] = c->id[a + i];
  for (PetscInt i = 0; wanted & HOST_MASS && i < n; i++) at->mass[k + i] = c->mass[a + i];
  for (PetscInt i = 0; wanted & HOST_RADIUS && i < n; i++)
    at->radius[k + i] = c->scale[a + i] * all->round[c->template[a + i]];
  for (PetscInt i = 0; wanted & HOST_MATERIAL && i < n; i++)
    at->material[k + i] = kind[c->template[a + i]].material[0];
  for (PetscInt i = 0; wanted & HOST_TEMPLATE && i < n; i++)
    at->template[k + i] = c->template[a + i];
  for (PetscInt i = 0; wanted & HOST_GROUPS && i < n; i++) at->group[k + i] = c->group[a + i];
}

/* The first row from a on whose clump is gone; the number of rows if there is none. */
static PetscInt next_gone(const Clumps *c, PetscInt a)
{
  while (a < c->n_owned && !clump_is_gone(c, a))
    a = c->tile[a / CLUMPS_TILE] & TILE_GONE ? a + 1 : (a / CLUMPS_TILE + 1) * CLUMPS_TILE;
  return (PetscInt)min_int(a, c->n_owned);
}

/* Set n numbers to 0, which is given so that this is a loop and no call of memset, whose start costs
   more than small columns. */
KERNEL static void clear(double *x, PetscInt n, double zero)
{
#pragma GCC unroll 4
  for (PetscInt k = 0; k < n; k++) x[k] = zero;
}

/* Set the columns; returns the number of rows. */
static PetscInt find_columns(Columns *at, unsigned wanted, const Interactions *all,
                             const InteractionScene *s)
{
  const Clumps *c = s->clumps;
  PetscInt      n = 0;

  reserve(at, wanted, c->n_owned + 1); /* also for what is written past the last row */
  for (PetscInt a = 0, end; a < c->n_owned; a = end + 1) {
    end = next_gone(c, a);
    if (end == a) continue;
    find_poses(at, wanted, s, a, end - a, n);
    find_kinds(at, wanted, all, s, a, end - a, n);
    n += end - a;
  }
  clear(&at->force->x, 3 * n, 0);
  if (c->n_owned > at->clear) clear(&at->torque[at->clear].x, 3 * (c->n_owned - at->clear), 0);
  at->clear = 0; /* the host may set them */
  return n;
}

static HostBodies bodies_of(const Columns *at, unsigned wanted)
{
  return (HostBodies){.id       = wanted & HOST_ID ? at->id : NULL,
                      .x        = wanted & HOST_POSITION ? at->x : NULL,
                      .q        = wanted & HOST_ORIENTATION ? at->q : NULL,
                      .v        = wanted & HOST_VELOCITY ? at->v : NULL,
                      .w        = wanted & HOST_ANGULAR_VELOCITY ? at->w : NULL,
                      .mass     = wanted & HOST_MASS ? at->mass : NULL,
                      .radius   = wanted & HOST_RADIUS ? at->radius : NULL,
                      .material = wanted & HOST_MATERIAL ? at->material : NULL,
                      .template = wanted & HOST_TEMPLATE ? at->template : NULL,
                      .group    = wanted & HOST_GROUPS ? at->group : NULL,
                      .force    = at->force,
                      .torque   = at->torque};
}

/* Move the results of n rows to the rows of the clumps. */
static void spread(const Clumps *c, PetscInt n, Vec3 *result)
{
  for (PetscInt a = c->n_owned; a > n;)
    if (!clump_is_gone(c, --a)) result[a] = result[--n];
}

/* ---- the force ---- */

/* In two dimensions fz, tx and ty must be 0. */
static bool stays_in_plane(const HostBodies *b, char why[INTERACTION_WHY])
{
  for (PetscInt k = 0; k < b->n; k++) {
    const Vec3 f = b->force[k], t = b->torque[k];

    if (f.z == 0 && t.x == 0 && t.y == 0) continue;
    snprintf(why, INTERACTION_WHY,
             "it leaves the plane by fz = %g N, tx = %g N m, ty = %g N m; in two dimensions these "
             "must be 0",
             f.z, t.x, t.y);
    return false;
  }
  return true;
}

/* True if one of n numbers is not 0, or is -0. */
KERNEL static bool some(const double *x, PetscInt n)
{
  uint64_t any = 0;

#pragma GCC unroll 4
  for (PetscInt k = 0; k < n; k++) {
    uint64_t bits;

    memcpy(&bits, x + k, sizeof bits);
    any |= bits;
  }
  return any != 0;
}

/* The number as text, in the name of its Acting. */
static const char *name_of(const Interactions *all, const Called *called)
{
  for (int k = all->given; k < all->n; k++)
    if (all->list[k].constants == called) return all->list[k].name;
  return "";
}

static bool find_loads(void *self, Interactions *all, const InteractionScene *scene,
                       ContactReport *report, RowLoads *loads)
{
  Called        *called = self;
  const unsigned wanted = called->call.columns;
  PetscInt       n;
  HostBodies     bodies;
  bool           good, turns;

  if (called->number == 0) return false;
  n           = find_columns(&called->at, wanted, all, scene);
  bodies      = bodies_of(&called->at, wanted);
  bodies.n    = n;
  bodies.time = scene->time;
  good        = called->call.call(&called->call, &bodies);
  if (good && scene->templates->dimension == 2) good = stays_in_plane(&bodies, bodies.why);
  if (!good) {
    if (interactions_report(report, name_of(all, called), "callback", 0, 0, all->why)) {
      memcpy(all->why, bodies.why, sizeof all->why);
      report->wild_all = true;
    }
    return false;
  }
  turns = some(&called->at.torque->x, 3 * n);
  spread(scene->clumps, n, called->at.force);
  if (turns) spread(scene->clumps, n, called->at.torque);
  else called->at.clear = scene->clumps->n_owned;
  *loads = (RowLoads){called->at.force, turns ? called->at.torque : NULL, false};
  return true;
}

/* It may be anything, as a formula. */
static void limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)body;
  limits->steepness = ((const Called *)self)->number > 0 ? INFINITY : 0;
}

static const Interaction interaction_call = {
  .head     = {.name = "callback", .text = "a force that a host tells in calls."},
  .size     = sizeof(Called),
  .supplies = true,
  .limits   = limits,
  .body     = &(const BodyForce){.bodies = BODIES_CLUMPS, .find = find_loads},
  .free     = release,
};

/* ---- the list ---- */

/* The call of this number; 0: one that was removed; NULL: there is none. */
static Acting *find(const Interactions *all, int number)
{
  for (int k = all->given; k < all->n; k++) {
    Acting *item = &all->list[k];

    if (item->kind == &interaction_call && ((const Called *)item->constants)->number == number)
      return item;
  }
  return NULL;
}

int host_call_add(Interactions *all, const HostCall *call)
{
  Acting *item = find(all, 0);
  Called *called;

  if (!item) /* no slot is free */
    item = interactions_append(all, &(Acting){.section = "callback",
                                              .kind    = &interaction_call,
                                              .a       = -1,
                                              .b       = -1,
                                              .bodies  = BODIES_CLUMPS,
                                              .span    = {-INFINITY, INFINITY, INFINITY}});
  if (!item) return 0;
  called         = item->constants;
  called->number = ++all->calls;
  called->call   = *call;
  snprintf(item->name, sizeof item->name, "%d", called->number);
  return called->number;
}

bool host_call_remove(Interactions *all, int number)
{
  Acting *item = number > 0 ? find(all, number) : NULL;

  if (!item) return false;
  ((Called *)item->constants)->number = 0;
  release(item->constants); /* the next one may ask for other columns */
  return true;
}

bool host_calls(const Interactions *all)
{
  for (int k = all->given; k < all->n; k++)
    if (all->list[k].kind == &interaction_call &&
        ((const Called *)all->list[k].constants)->number > 0)
      return true;
  return false;
}
