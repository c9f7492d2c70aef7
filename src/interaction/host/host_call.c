/* SPDX-License-Identifier: MIT */
/* Forces that a host tells in calls, one in each evaluation and for all clumps of a rank. */
#include "interaction/evaluate.h"
#include "interaction/host/host_forces.h"

/* Columns that are made for the host; of others those of clumps are shown if no clump is gone. */
typedef struct {
  PetscInt  capacity;
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
  at->capacity = 0;
}

/* Put row a of the clumps at k. */
static void put(Columns *at, unsigned wanted, const Interactions *all, const InteractionScene *s,
                PetscInt a, PetscInt k)
{
  const Clumps *c = s->clumps;

  if (wanted & HOST_ID) at->id[k] = c->id[a];
  if (wanted & HOST_POSITION) at->x[k] = domain_wrapped(s->domain, c->pose[a].x);
  if (wanted & HOST_ORIENTATION) at->q[k] = c->pose[a].q;
  if (wanted & HOST_VELOCITY) at->v[k] = c->pose[a].v;
  if (wanted & HOST_ANGULAR_VELOCITY) at->w[k] = c->pose[a].w;
  if (wanted & HOST_MASS) at->mass[k] = c->mass[a];
  if (wanted & HOST_RADIUS) at->radius[k] = c->scale[a] * all->round[c->template[a]];
  if (wanted & HOST_MATERIAL) at->material[k] = s->templates->list[c->template[a]].material[0];
  if (wanted & HOST_TEMPLATE) at->template[k] = c->template[a];
  if (wanted & HOST_GROUPS) at->group[k] = c->group[a];
}

/* Set the columns; returns the number of rows. */
static PetscInt find_columns(Columns *at, unsigned wanted, const Interactions *all,
                             const InteractionScene *s)
{
  const Clumps *c = s->clumps;
  PetscInt      n = 0;

  reserve(at, wanted, c->n_owned + 1); /* there are columns even if there are no clumps */
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a)) put(at, wanted, all, s, a, n++);
  memset(at->force, 0, (size_t)n * sizeof *at->force);
  memset(at->torque, 0, (size_t)n * sizeof *at->torque);
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
  if (n == c->n_owned) return;
  for (PetscInt a = c->n_owned - 1; a >= 0; a--) {
    if (clump_is_gone(c, a)) continue;
    n--;
    at->force[a]  = at->force[n];
    at->torque[a] = at->torque[n];
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

/* The number as text, in the name of its Acting. */
static const char *name_of(const Interactions *all, const Called *called)
{
  for (int k = all->given; k < all->n; k++)
    if (all->list[k].constants == called) return all->list[k].name;
  return "";
}

/* False also where there is no call. */
static bool gather(void *self, Interactions *all, const InteractionScene *scene,
                   ContactReport *report)
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
  return true;
}

static bool is_load(Vec3 force, Vec3 torque)
{
  return force.x != 0 || force.y != 0 || force.z != 0 || torque.x != 0 || torque.y != 0 ||
         torque.z != 0;
}

static bool touches(const void *self, const Clumps *c, PetscInt a)
{
  const Columns *at = &((const Called *)self)->at;

  (void)c;
  return is_load(at->force[a], at->torque[a]);
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
  .body =
    &(const BodyForce){.bodies = BODIES_CLUMPS, .gather = gather, .touches = touches, .act = act},
  .free = release,
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
