/* SPDX-License-Identifier: MIT */
/* Forces by which a host pushes clumps: their way to the owners, and the force of the columns. */
#include "base/bounds.h"
#include "base/keyed.h"
#include "base/mail.h"
#include "contact/geometry.h"
#include "interaction/evaluate.h"
#include "interaction/host/host_forces.h"
#include "matter/waiting.h"

enum { PARTS = 6 };

static const char *const part_names[PARTS] = {"fx", "fy", "fz", "tx", "ty", "tz"};

/* The load of an entry, N and N m. */
typedef struct {
  Id     id;
  double load[PARTS];
} Entry;

/* Entries on this rank; row: of the clump that it owns, -1: it owns none of this id. */
typedef struct {
  PetscInt  n, capacity, rows;
  Entry    *list;
  PetscInt *row;
} Entries;

static void append(Entries *e, const Entry *entry)
{
  array_reserve(&e->list, sizeof *e->list, e->n + 1, &e->capacity);
  e->list[e->n++] = *entry;
}

static void entries_free(Entries *e)
{
  array_free(&e->list);
  array_free(&e->row);
  *e = (Entries){.n = 0};
}

/* ---- entries ---- */

static void take_entries(const Pushes *p, Entries *e)
{
  for (PetscInt k = 0; k < p->n; k++) {
    const Vec3 none = {0, 0, 0}, f = p->force ? p->force[k] : none,
               t = p->torque ? p->torque[k] : none;

    append(e, &(Entry){p->id[k], {f.x, f.y, f.z, t.x, t.y, t.z}});
  }
}

/* Look for an entry whose load may not be; the first one is told. */
static void check_values(const Entries *e, int dimension, Text *why)
{
  for (PetscInt k = 0; k < e->n; k++)
    for (int i = 0; i < PARTS; i++) {
      const double value = e->list[k].load[i];
      const char  *unit  = i < 3 ? "N" : "N m";

      if (!(fabs(value) <= FORCE_MOST))
        text_add(why, "clump %" PRId64 ": %s is %g %s; allowed are numbers up to %g", e->list[k].id,
                 part_names[i], value, unit, FORCE_MOST);
      else if (dimension == 2 && i >= 2 && i < 5 && value != 0)
        text_add(why,
                 "clump %" PRId64
                 ": %s is %g %s and leaves the plane; in two dimensions fz, tx and "
                 "ty must be 0",
                 e->list[k].id, part_names[i], value, unit);
      else continue;
      return;
    }
}

/* The first of n sorted items whose key is not smaller; n: there is none. */
static PetscInt first_from(const Keyed *items, PetscInt n, uint64_t key)
{
  PetscInt from = 0;

  while (n > 0) {
    const PetscInt half = n / 2;

    if (items[from + half].key < key) {
      from += half + 1;
      n -= half + 1;
    } else n = half;
  }
  return from;
}

enum { MARKS = 16 }; /* least number of bits for each key in a set of marks */

/* Marks by the last bits of n keys: nearly all keys that are not among them have none. *words: a
   power of two. */
static uint64_t *make_marks(const Keyed *items, PetscInt n, size_t *words)
{
  uint64_t *mark;

  for (*words = 1; *words < (size_t)n * MARKS / 64;) *words *= 2;
  array_create(&mark, sizeof *mark, *words);
  for (PetscInt k = 0; k < n; k++)
    mark[items[k].key / 64 & (*words - 1)] |= UINT64_C(1) << items[k].key % 64;
  return mark;
}

/* Find the rows of the clumps that this rank owns, in one pass over them. */
static void find_rows(Entries *e, const Clumps *c)
{
  Id        first = 0;
  Keyed    *sorted;
  uint64_t *mark;
  size_t    words;

  array_reserve(&e->row, sizeof *e->row, e->n, &e->rows);
  for (PetscInt k = 0; k < e->n; k++) e->row[k] = -1;
  if (e->n == 0) return;
  sorted = keyed_by_id(&e->list->id, sizeof *e->list, e->n, &first);
  mark   = make_marks(sorted, e->n, &words);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const uint64_t key = (uint64_t)c->id[a] - (uint64_t)first;

    if (!(mark[key / 64 & (words - 1)] >> key % 64 & 1) || clump_is_gone(c, a)) continue;
    for (PetscInt i = first_from(sorted, e->n, key); i < e->n && sorted[i].key == key; i++)
      e->row[sorted[i].row] = a;
  }
  array_free(&mark);
  array_free(&sorted);
}

/* ---- entries of clumps that others own ---- */

static int desk_of(const Parallel *par, Id id)
{
  return (int)((uint64_t)id % (uint64_t)par->size);
}

/* The ids that were posted to this rank, and their owners. */
typedef struct {
  PetscInt n, capacity, owners;
  Id      *id;
  int     *owner;
} Directory;

static PetscErrorCode make_directory(const Parallel *par, const Clumps *c, Directory *d)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a)) mail_post(mail, desk_of(par, c->id[a]), &c->id[a], sizeof *c->id);
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *bytes = mail_message(mail, m, &source, &size);

    for (size_t at = 0; at < size; at += sizeof(Id)) {
      array_reserve(&d->id, sizeof *d->id, d->n + 1, &d->capacity);
      array_reserve(&d->owner, sizeof *d->owner, d->n + 1, &d->owners);
      memcpy(&d->id[d->n], bytes + at, sizeof(Id));
      d->owner[d->n++] = source;
    }
  }
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post entries to the owners of their clumps; one that has none is told, unless `why` is NULL. */
static void forward(const Directory *d, const Entry *list, PetscInt n, Mail *mail, Text *why)
{
  Id     first  = 0;
  Keyed *sorted = keyed_by_id(d->id, sizeof *d->id, d->n, &first);

  for (PetscInt k = 0; k < n; k++) {
    const uint64_t key = (uint64_t)list[k].id - (uint64_t)first;
    const PetscInt i   = first_from(sorted, d->n, key);

    if (i < d->n && sorted[i].key == key)
      mail_post(mail, d->owner[sorted[i].row], &list[k], sizeof list[k]);
    else if (why && why->n == 0)
      text_add(why, "clump %" PRId64 ": there is none of this id, or it has left the domain",
               list[k].id);
  }
  array_free(&sorted);
}

/* Bring the entries of clumps that other ranks own to these; why: as forward. Collective. */
static PetscErrorCode send_on(const Parallel *par, const Clumps *c, Entries *mine, Text *why)
{
  Directory directory = {.n = 0};
  Entries   arrived   = {.n = 0};
  Mail     *asked, *sent;
  Entry    *list = NULL;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(make_directory(par, c, &directory));
  mail_create(par, &asked);
  for (PetscInt k = 0; k < mine->n; k++)
    if (mine->row[k] < 0)
      mail_post(asked, desk_of(par, mine->list[k].id), &mine->list[k], sizeof *mine->list);
  PetscCall(mail_deliver(asked));
  mail_collect(asked, sizeof *list, &list, &n);
  mail_destroy(&asked);
  mail_create(par, &sent);
  forward(&directory, list, n, sent, why);
  array_free(&list);
  array_free(&directory.id);
  array_free(&directory.owner);
  PetscCall(mail_deliver(sent));
  mail_collect(sent, sizeof *list, &list, &n);
  mail_destroy(&sent);
  for (PetscInt k = 0; k < n; k++) append(&arrived, &list[k]);
  array_free(&list);
  for (PetscInt k = 0; k < mine->n; k++)
    if (mine->row[k] >= 0) append(&arrived, &mine->list[k]);
  find_rows(&arrived, c);
  entries_free(mine);
  *mine = arrived;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sums of the entries of each clump ---- */

/* Loads of rows, one each. */
typedef struct {
  PetscInt  n;
  PetscInt *row;
  double (*load)[PARTS];
} Pushed;

/* The exact sum of entries, of which there are some. */
static void sum_entries(const Entries *e, const Keyed *of, PetscInt n, double load[PARTS])
{
  memcpy(load, e->list[of[0].row].load, PARTS * sizeof *load);
  for (int i = 0; i < PARTS && n > 1; i++) {
    Sum sum = {.added = 0};

    for (PetscInt k = 0; k < n; k++) sum_add(&sum, e->list[of[k].row].load[i]);
    load[i] = sum_value(&sum);
  }
}

static void sum_up(const Entries *e, Pushed *p)
{
  Keyed *by_row;

  array_scratch(&by_row, sizeof *by_row, (size_t)e->n + 1);
  array_scratch(&p->row, sizeof *p->row, (size_t)e->n + 1);
  array_scratch(&p->load, sizeof *p->load, (size_t)e->n + 1);
  for (PetscInt k = 0; k < e->n; k++) by_row[k] = (Keyed){(uint64_t)e->row[k], k};
  keyed_sort(by_row, e->n);
  for (PetscInt k = 0, end; k < e->n; k = end) {
    for (end = k; end < e->n && by_row[end].key == by_row[k].key;) end++;
    p->row[p->n] = (PetscInt)by_row[k].key;
    sum_entries(e, by_row + k, end - k, p->load[p->n++]);
  }
  array_free(&by_row);
}

static Vec3 force_of(const double load[PARTS])
{
  return (Vec3){load[0], load[1], load[2]};
}

static Vec3 torque_of(const double load[PARTS])
{
  return (Vec3){load[3], load[4], load[5]};
}

/* Look for a sum that no evaluation would take (act.c); the first one is told. */
static void check_sums(const Pushed *p, const Clumps *c, Text *why)
{
  for (PetscInt k = 0; k < p->n && why->n == 0; k++) {
    const double force = vec3_norm(force_of(p->load[k])), torque = vec3_norm(torque_of(p->load[k])),
                 size = force + COUPLE_SHARE * c->pose[p->row[k]].per_arm * torque;

    if (!(size <= FORCE_MOST))
      text_add(why,
               "clump %" PRId64 ": its force is %g N, and its torque %g N m, which acts as %g N; "
               "allowed are %g N in all",
               c->id[p->row[k]], force, torque, size - force, FORCE_MOST);
  }
}

/* ---- the force ---- */

/* Constants of the force: of calls, or of grids. */
typedef struct {
  bool        by_grids;
  bool        any;            /* clumps may be pushed */
  const Vec3 *force, *torque; /* of clumps, in the evaluation */
} Push;

static bool find_loads(void *self, Interactions *all, const InteractionScene *scene,
                       ContactReport *report, RowLoads *loads)
{
  Push         *push = self;
  const Clumps *c    = scene->clumps;

  (void)all;
  (void)report;
  push->force  = push->by_grids ? c->grid_force : c->pushed;
  push->torque = push->by_grids ? c->grid_torque : c->pushed_torque;
  *loads       = (RowLoads){push->force, push->torque, true};
  return push->any;
}

static void act(const void *self, BodyBatch *b)
{
  const Push *push = self;

  for (int k = 0; k < b->n; k++) {
    const Vec3 f = push->force[b->row[k]], t = push->torque[b->row[k]];

    b->fx[k] += f.x;
    b->fy[k] += f.y;
    b->fz[k] += f.z;
    b->cx[k] += t.x;
    b->cy[k] += t.y;
    b->cz[k] += t.z;
  }
}

/* As a constant force. */
static void limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)self;
  (void)body;
  (void)limits;
}

static const Interaction interaction_push = {
  .head     = {.name = "push", .text = "forces by which a host pushes clumps."},
  .size     = sizeof(Push),
  .supplies = true,
  .limits   = limits,
  .body     = &(const BodyForce){.bodies = BODIES_CLUMPS, .find = find_loads, .act = act},
};

static Push *find(const Interactions *all, bool by_grids)
{
  for (int k = all->given; k < all->n; k++) {
    Push *push = all->list[k].constants;

    if (all->list[k].kind == &interaction_push && push->by_grids == by_grids) return push;
  }
  return NULL;
}

/* Have the columns and the force. *push NULL: there are as many forces as there may be. */
static PetscErrorCode begin(World *w, bool by_grids, Push **push)
{
  PetscFunctionBeginUser;
  *push = find(w->interactions, by_grids);
  if (!*push) {
    Acting        given = {.section = "call",
                           .kind    = &interaction_push,
                           .a       = -1,
                           .b       = -1,
                           .bodies  = BODIES_CLUMPS,
                           .span    = {-INFINITY, INFINITY, INFINITY}};
    const Acting *item;

    snprintf(given.name, sizeof given.name, "%s", by_grids ? "clast_grid" : "clast_push");
    item = interactions_append(w->interactions, &given);
    if (!item) PetscFunctionReturn(PETSC_SUCCESS);
    *push             = item->constants;
    (*push)->by_grids = by_grids;
  }
  PetscCall(clumps_use(w->clumps, USE_PUSHED));
  PetscCall(clumps_use(w->waiting->clumps, USE_PUSHED)); /* its rows become rows of clumps */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- calls ---- */

/* True if no rank has told anything. Collective. */
static PetscErrorCode agree(const Parallel *par, const Text *why, bool *good)
{
  bool wrong = why->n > 0;

  PetscFunctionBeginUser;
  PetscCall(parallel_any(par, &wrong));
  *good = !wrong;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bring entries to owners, and sum them up; some: of clumps that have left they are dropped.
   *good false: something has been told. Collective. */
static PetscErrorCode deliver(World *w, Entries *e, bool some, Pushed *p, Text *why, bool *good)
{
  bool elsewhere = false;

  PetscFunctionBeginUser;
  if (w->domain->cell.flows && why->n == 0)
    text_add(why, "forces on bodies do not go with a cell that deforms, whose images move");
  else if (why->n == 0) check_values(e, w->dimension, why);
  PetscCall(agree(w->par, why, good));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  find_rows(e, w->clumps);
  for (PetscInt k = 0; k < e->n; k++) elsewhere = elsewhere || e->row[k] < 0;
  PetscCall(parallel_any(w->par, &elsewhere));
  if (elsewhere) PetscCall(send_on(w->par, w->clumps, e, some ? NULL : why));
  sum_up(e, p);
  check_sums(p, w->clumps, why);
  PetscCall(agree(w->par, why, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Let the loads act, by calls or by grids. */
static void take_loads(Clumps *c, const Pushed *p, bool by_grids)
{
  Vec3 *force  = by_grids ? c->grid_force : c->pushed,
       *torque = by_grids ? c->grid_torque : c->pushed_torque;

  for (PetscInt a = 0; by_grids && a < c->n_owned; a++) force[a] = torque[a] = (Vec3){0, 0, 0};
  for (PetscInt k = 0; k < p->n; k++) {
    force[p->row[k]]  = force_of(p->load[k]);
    torque[p->row[k]] = torque_of(p->load[k]);
  }
}

PetscErrorCode host_push(World *w, const Pushes *pushes, Text *why, bool *done)
{
  Entries entries = {.n = 0};
  Pushed  pushed  = {.n = 0};
  Push   *push    = NULL;

  PetscFunctionBeginUser;
  take_entries(pushes, &entries);
  PetscCall(deliver(w, &entries, pushes->by_grids, &pushed, why, done));
  if (*done) PetscCall(begin(w, pushes->by_grids, &push));
  if (*done && !push) {
    text_add(why, "there are %d callbacks: take one back", HOST_FORCES_MOST);
    *done = false;
  }
  if (*done) {
    take_loads(w->clumps, &pushed, pushes->by_grids);
    push->any = true;
  }
  entries_free(&entries);
  array_free(&pushed.row);
  array_free(&pushed.load);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void host_push_none(World *w)
{
  Push *push = find(w->interactions, false);

  if (!push) return;
  push->any = false;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++)
    w->clumps->pushed[a] = w->clumps->pushed_torque[a] = (Vec3){0, 0, 0};
}
