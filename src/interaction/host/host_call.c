/* SPDX-License-Identifier: MIT */
/* Forces that a host tells in calls, one in each evaluation and for all clumps of a rank. */
#include "base/kernel.h"
#include "interaction/evaluate.h"
#include "interaction/host/host_forces.h"

/* Columns for the host, of the clumps that are not gone. */
typedef struct {
  PetscInt  capacity;
  int32_t  *row; /* of the clumps */
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
                  {HOST_COLUMNS, &at->row, sizeof *at->row},
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

  array_free(&at->row);
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
  at->capacity = 0;
}

enum { WRAPPED = 64 }; /* points that are looked at together */

/* True if all of n points are inside the box. */
KERNEL static bool are_inside(const double *x, PetscInt n, Vec3 lo, Vec3 hi)
{
  double out = 0;

  for (PetscInt k = 0; k < n; k++) {
    out = x[3 * k] < lo.x ? 1 : out;
    out = x[3 * k] >= hi.x ? 1 : out;
    out = x[3 * k + 1] < lo.y ? 1 : out;
    out = x[3 * k + 1] >= hi.y ? 1 : out;
    out = x[3 * k + 2] < lo.z ? 1 : out;
    out = x[3 * k + 2] >= hi.z ? 1 : out;
  }
  return out == 0;
}

/* Wrap points into the box along periodic axes, where nearly all of them are already. */
static void wrap(const Domain *domain, Vec3 *x, PetscInt n)
{
  if (are_inside(&x->x, n, domain->lo, domain->hi)) return;
  for (PetscInt k = 0; k < n; k++) x[k] = domain_wrapped(domain, x[k]);
}

static void find_poses(Columns *at, unsigned wanted, const InteractionScene *s, PetscInt n)
{
  const Pose    *pose = s->clumps->pose;
  const int32_t *row  = at->row;

  for (PetscInt k = 0; wanted & HOST_POSITION && k < n; k++) at->x[k] = pose[row[k]].x;
  for (PetscInt k = 0; wanted & HOST_POSITION && k < n; k += WRAPPED)
    wrap(s->domain, at->x + k, (PetscInt)min_int(WRAPPED, n - k));
  for (PetscInt k = 0; wanted & HOST_ORIENTATION && k < n; k++) at->q[k] = pose[row[k]].q;
  for (PetscInt k = 0; wanted & HOST_VELOCITY && k < n; k++) at->v[k] = pose[row[k]].v;
  for (PetscInt k = 0; wanted & HOST_ANGULAR_VELOCITY && k < n; k++) at->w[k] = pose[row[k]].w;
}

static void find_kinds(Columns *at, unsigned wanted, const Interactions *all,
                       const InteractionScene *s, PetscInt n)
{
  const Clumps   *c    = s->clumps;
  const Template *kind = s->templates->list;
  const int32_t  *row  = at->row;

  for (PetscInt k = 0; wanted & HOST_ID && k < n; k++) at->id[k] = c->id[row[k]];
  for (PetscInt k = 0; wanted & HOST_MASS && k < n; k++) at->mass[k] = c->mass[row[k]];
  for (PetscInt k = 0; wanted & HOST_RADIUS && k < n; k++)
    at->radius[k] = c->scale[row[k]] * all->round[c->template[row[k]]];
  for (PetscInt k = 0; wanted & HOST_MATERIAL && k < n; k++)
    at->material[k] = kind[c->template[row[k]]].material[0];
  for (PetscInt k = 0; wanted & HOST_TEMPLATE && k < n; k++) at->template[k] = c->template[row[k]];
  for (PetscInt k = 0; wanted & HOST_GROUPS && k < n; k++) at->group[k] = c->group[row[k]];
}

/* Set n numbers to 0, which is given so that this is a loop and no call of memset, whose start costs
   more than small columns. */
KERNEL static void clear(double *x, PetscInt n, double zero)
{
  for (PetscInt k = 0; k < n; k++) x[k] = zero;
}

/* Set the columns; returns the number of rows. */
static PetscInt find_columns(Columns *at, unsigned wanted, const Interactions *all,
                             const InteractionScene *s)
{
  const Clumps *c = s->clumps;
  PetscInt      n = 0;

  reserve(at, wanted, c->n_owned + 1); /* there are columns even if there are no clumps */
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a)) continue;
    at->row[n++] = (int32_t)a;
  }
  clear(&at->force->x, 3 * n, 0);
  clear(&at->torque->x, 3 * n, 0);
  find_poses(at, wanted, s, n);
  find_kinds(at, wanted, all, s, n);
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
static void spread(Columns *at, const Clumps *c, PetscInt n)
{
  for (PetscInt k = n - 1; n < c->n_owned && k >= 0; k--) {
    at->force[at->row[k]]  = at->force[k];
    at->torque[at->row[k]] = at->torque[k];
  }
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

/* True if one of n numbers is not 0. */
KERNEL static bool some(const double *x, PetscInt n)
{
  double any = 0;

  for (PetscInt k = 0; k < n; k++) any = x[k] != 0 ? 1 : any;
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
  bool           good;

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
  spread(&called->at, scene->clumps, n);
  *loads = (RowLoads){called->at.force,
                      some(&called->at.torque->x, 3 * n) ? called->at.torque : NULL, false};
  return true;
}

static void act(const void *self, BodyBatch *b)
{
  const Columns *at = &((const Called *)self)->at;

  for (int k = 0; k < b->n; k++) {
    const Vec3 f = at->force[b->row[k]], t = at->torque[b->row[k]];

    b->fx[k] += f.x;
    b->fy[k] += f.y;
    b->fz[k] += f.z;
    b->cx[k] += t.x;
    b->cy[k] += t.y;
    b->cz[k] += t.z;
  }
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
  .body     = &(const BodyForce){.bodies = BODIES_CLUMPS, .find = find_loads, .act = act},
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
