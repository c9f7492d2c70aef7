/* SPDX-License-Identifier: MIT */
/* Outlets. Records of the clumps that ranks take are sent to all ranks and sorted by id, so that
   counts, sums, rows of the file and clumps sent to inlets have the same bits on any number of
   ranks. */
#include "supply/outlet.h"
#include "base/bounds.h"
#include "base/mail.h"

#include <math.h>

static const StateItem outlet_state[] = {
  {.name   = "waits",
   .text   = "1: it waits for an event",
   .type   = STATE_INT32,
   .offset = offsetof(Outlet, waits),
   .lo     = 0,
   .hi     = 1},
  {.name   = "first",
   .unit   = "s",
   .text   = "time of the first check",
   .type   = STATE_REAL,
   .offset = offsetof(Outlet, first),
   .lo     = 0,
   .hi     = 2 * TIME_MOST},
  {.name   = "looks",
   .text   = "number of checks by the schedule",
   .type   = STATE_INT64,
   .offset = offsetof(Outlet, looks),
   .lo     = 0,
   .hi     = 2 * STEPS_MOST},
  {.name   = "clumps",
   .text   = "number of clumps that it has taken",
   .type   = STATE_INT64,
   .offset = offsetof(Outlet, clumps),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "mass",
   .unit   = "kg",
   .text   = "mass of these clumps",
   .type   = STATE_REAL,
   .offset = offsetof(Outlet, mass),
   .lo     = 0,
   .hi     = 1e18 * MASS_MOST},
  {NULL},
};

void outlets_free(Outlets *o)
{
  for (int k = 0; k < o->n; k++) region_free(&o->list[k].region);
  array_free(&o->list);
  array_free(&o->exits);
  o->n = 0;
}

int outlets_find(const Outlets *o, const char *name)
{
  for (int k = 0; k < o->n; k++)
    if (strcmp(o->list[k].name, name) == 0) return k;
  return -1;
}

/* ---- the schedule ---- */

/* Number of checks by the schedule until `now`. */
static int64_t looks_until(const Outlet *o, double now)
{
  if (!(now >= o->first)) return 0;
  return 1 + (int64_t)min_real((now - o->first) / o->every, STEPS_MOST);
}

static bool is_due(const Outlet *o, double now)
{
  if (o->waits || !(now >= o->first) || !(now < o->stop_time)) return false;
  return !(o->every > 0) || looks_until(o, now) > o->looks;
}

void outlets_looked(Outlets *outlets, double now)
{
  for (int k = 0; k < outlets->n; k++) {
    Outlet *o = &outlets->list[k];

    if (is_due(o, now)) o->looks = o->every > 0 ? looks_until(o, now) : o->looks + 1;
  }
}

bool outlet_turn(Outlet *o, bool on, double now)
{
  if (on != (o->waits == 1)) return false;
  o->waits = !on;
  if (!on) return true;
  o->first = now;
  o->looks = 0;
  return true;
}

/* ---- clumps inside ---- */

/* Clumps that cannot move stay. */
static bool may_leave(const Outlet *o, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && (c->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE &&
         (o->groups == 0 || (c->group[a] & o->groups) != 0);
}

/* The first outlet that is due and takes owned row a; -1: none. */
static int outlet_of(const Outlets *outlets, const Domain *d, const Clumps *c, PetscInt a,
                     double now)
{
  for (int k = 0; k < outlets->n; k++) {
    const Outlet *o = &outlets->list[k];

    if (is_due(o, now) && may_leave(o, c, a) &&
        o->region.kind->inside(o->region.own, d, domain_wrapped(d, c->pose[a].x)))
      return k;
  }
  return -1;
}

bool outlets_see(const Outlets *outlets, const Domain *d, const Clumps *c, double now)
{
  bool any = false;

  for (int k = 0; k < outlets->n; k++) any = any || is_due(&outlets->list[k], now);
  if (!any) return false;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (outlet_of(outlets, d, c, a, now) >= 0) return true;
  return false;
}

/* ---- taking ---- */

static Exit exit_of(const SourceScene *scene, PetscInt a, int outlet)
{
  const Clumps *c = scene->clumps;

  return (Exit){.id       = c->id[a],
                .outlet   = outlet,
                .template = c->template[a],
                .scale    = c->scale[a],
                .mass     = c->mass[a],
                .x        = domain_wrapped(scene->domain, c->pose[a].x),
                .v        = c->motion[a].v};
}

static int compare_exits(const void *a, const void *b)
{
  const Exit *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* Post what this rank takes to rank 0, which counts and writes, and drop it. */
static PetscErrorCode post_exits(const Outlets *outlets, const SourceScene *scene, double now,
                                 Mail *mail)
{
  Clumps *c = scene->clumps;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int k = outlet_of(outlets, scene->domain, c, a, now);
    Exit      e;

    if (k < 0) continue;
    e = exit_of(scene, a, k);
    PetscCall(mail_post(mail, 0, &e, sizeof e));
    clump_drop(c, a);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append the exits received, sorted by id. */
static PetscErrorCode receive_exits(const Mail *mail, Outlets *outlets)
{
  const PetscInt before = outlets->n_rows;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);
    const int   n       = (int)(size / sizeof(Exit));

    PetscCall(array_reserve(&outlets->exits, sizeof *outlets->exits, outlets->n_rows + n,
                            &outlets->capacity));
    memcpy(outlets->exits + outlets->n_rows, message, size);
    outlets->n_rows += n;
  }
  sort_items(outlets->exits + before, outlets->n_rows - before, sizeof *outlets->exits,
             compare_exits);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A clump that goes to an inlet. */
typedef struct {
  Id      id;
  int32_t outlet, template; /* indices */
  double  scale, mass;      /* 1, kg */
  bool    recycled;         /* it waits there */
} Recycled;

/* Let the clump wait at the inlet, unless it is too large for its region and would block all
   others. */
static PetscErrorCode recycle(const SourceScene *scene, const Sources *sources, Outlet *o,
                              Recycled *e)
{
  Inlet *inlet = (Inlet *)(void *)sources->list[o->recycles].own;

  PetscFunctionBeginUser;
  e->recycled = inlet_has_room(scene, inlet, &scene->templates->list[e->template], e->scale);
  if (e->recycled) PetscCall(inlet_recycle(inlet, e->template, e->scale, e->mass));
  else if (o->refused++ == 0)
    warning_add(scene->warnings,
                "outlet %s: clump %" PRId64
                " is too large for the region of inlet %s and is removed, as are further ones",
                o->name, e->id, sources->list[o->recycles].object);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void book(Outlets *outlets, Exit *e)
{
  Outlet *o = &outlets->list[e->outlet];

  o->clumps++;
  o->mass += e->mass;
  e->clumps = o->clumps;
  e->total  = o->mass;
}

/* The n clumps among the exits of this call, from `before` on, that go to inlets: from rank 0 to all
   ranks, as each has the queues. Collective. */
static PetscErrorCode recycle_all(const SourceScene *scene, const Sources *sources,
                                  Outlets *outlets, PetscInt before, PetscInt n)
{
  Recycled *list;
  PetscInt  at = 0;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&list, sizeof *list, n));
  for (PetscInt k = before; k < outlets->n_rows; k++) {
    const Exit *e = &outlets->exits[k];

    if (outlets->list[e->outlet].recycles >= 0)
      list[at++] = (Recycled){e->id, e->outlet, e->template, e->scale, e->mass, false};
  }
  PetscCall(parallel_bcast(scene->par, list, (size_t)n * sizeof *list, 0));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(recycle(scene, sources, &outlets->list[list[k].outlet], &list[k]));
  at = 0;
  for (PetscInt k = before; k < outlets->n_rows; k++)
    if (outlets->list[outlets->exits[k].outlet].recycles >= 0)
      outlets->exits[k].recycled = list[at++].recycled;
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the totals that rank 0 has counted to all ranks; taken, passed: clumps of this call, and those of
   them that go to inlets. Collective. */
static PetscErrorCode tell_totals(const Parallel *par, Outlets *outlets, PetscInt *taken,
                                  PetscInt *passed)
{
  struct {
    int64_t taken, passed, clumps;
    double  mass;
  } * totals;

  PetscFunctionBeginUser;
  PetscCall(array_create(&totals, sizeof *totals, outlets->n));
  for (int k = 0; k < outlets->n; k++) {
    totals[k].taken  = *taken;
    totals[k].passed = *passed;
    totals[k].clumps = outlets->list[k].clumps;
    totals[k].mass   = outlets->list[k].mass;
  }
  PetscCall(parallel_bcast(par, totals, (size_t)outlets->n * sizeof *totals, 0));
  for (int k = 0; k < outlets->n; k++) {
    *taken                  = (PetscInt)totals[k].taken;
    *passed                 = (PetscInt)totals[k].passed;
    outlets->list[k].clumps = totals[k].clumps;
    outlets->list[k].mass   = totals[k].mass;
  }
  array_free(&totals);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode outlets_take(Outlets *outlets, const SourceScene *scene, const Sources *sources,
                            int64_t step, double time, double now, bool *any)
{
  const PetscInt before = outlets->n_rows;
  PetscInt       taken, passed = 0;
  Mail          *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(scene->par, &mail));
  PetscCall(post_exits(outlets, scene, now, mail));
  PetscCall(mail_deliver(mail));
  PetscCall(receive_exits(mail, outlets));
  PetscCall(mail_destroy(&mail));
  for (PetscInt k = before; k < outlets->n_rows; k++) {
    outlets->exits[k].step = step;
    outlets->exits[k].time = time;
    book(outlets, &outlets->exits[k]);
    passed += outlets->list[outlets->exits[k].outlet].recycles >= 0;
  }
  taken = outlets->n_rows - before;
  PetscCall(tell_totals(scene->par, outlets, &taken, &passed));
  PetscCall(recycle_all(scene, sources, outlets, before, passed));
  outlets->n_exits += taken;
  *any = taken > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

PetscErrorCode outlets_list(Outlets *outlets, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < outlets->n; k++)
    PetscCall(
      state_list(parts, folder, "outlet", outlets->list[k].name, outlet_state, &outlets->list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode outlets_document(const char *folder, StateParts *parts)
{
  return state_list(parts, folder, "outlet", "<name>", outlet_state, NULL);
}
