/* SPDX-License-Identifier: MIT */
/* Numbers of contacts, and of touching bodies, of a body, with and without rattlers. Both ends of a contact
   go to the rank that counts their body, id modulo the number of ranks: so contacts of a pair that several
   ranks have seen make one touching body. */
#include "measure/monitor.h"

/* An end of a contact: this body and the one that it touches; walls that nobody carries: -1, -2, .. */
typedef struct {
  Id of, other;
} End;

typedef struct {
  int64_t  least;  /* touching bodies of one that is no rattler */
  int64_t  bodies; /* of this rank, at the last visit */
  PetscInt n, capacity;
  End     *list; /* of the last visit */
} Coordination;

static const Option coordination_options[] = {
  {.key      = "rattler_below",
   .type     = OPTION_INT,
   .fallback = "2",
   .lo       = 1,
   .hi       = 1000,
   .help     = "bodies that touch fewer others are rattlers"},
  {NULL},
};

static PetscErrorCode coordination_read(void *own, const Monitor *m, const MonitorSource *s)
{
  ((Coordination *)own)->least = option_int(s->options, "monitor", m->name, "rattler_below");
  return PETSC_SUCCESS;
}

static void coordination_begin(void *own)
{
  ((Coordination *)own)->n      = 0;
  ((Coordination *)own)->bodies = 0;
}

/* Keep an end whose body, with its centre at x, counts. */
static PetscErrorCode add_end(Coordination *own, const Monitor *m, uint64_t group, Vec3 x, End end)
{
  PetscFunctionBeginUser;
  if ((m->groups && !(m->groups & group)) || bins_find(&m->bins, m->domain, x) < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&own->list, sizeof *own->list, own->n + 1, &own->capacity));
  own->list[own->n++] = end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode coordination_see(void *own, const Monitor *m, const ContactSeen *c)
{
  const bool two = contact_is_of_two(c);
  const Id   b   = !c->wall ? c->b : two ? c->carrier : -1 - c->b;

  PetscFunctionBeginUser;
  if (!contact_touches(c)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(add_end(own, m, c->group_a, c->centre, (End){c->a, b}));
  if (two) PetscCall(add_end(own, m, c->group_b, vec3_add(c->centre, c->branch), (End){b, c->a}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bodies that outlets take at the end of the step have the contacts that were seen. */
static void coordination_shown(void *self, const Monitor *m, const Clumps *c)
{
  Coordination *own = self;

  for (PetscInt a = 0; a < c->n_owned; a++)
    own->bodies += !clump_is_gone(c, a) && clump_is_among(c, a, m->groups) &&
                   bins_find(&m->bins, m->domain, c->pose[a].x) >= 0;
}

/* ---- counts ---- */

enum { BODIES, ENDS, TOUCHING, STABLE, STABLE_ENDS, STABLE_TOUCHING, COUNTS };

/* Every end at the rank of its body; *list is freed with array_free. */
static PetscErrorCode collect(const Coordination *own, const Parallel *par, PetscInt *n, End **list)
{
  Mail    *mail;
  PetscInt room = 0;

  PetscFunctionBeginUser;
  *n    = 0;
  *list = NULL;
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < own->n; k++)
    PetscCall(mail_post(mail, (int)(own->list[k].of % par->size), &own->list[k], sizeof(End)));
  PetscCall(mail_deliver(mail));
  for (int i = 0; i < mail_messages(mail); i++) {
    size_t      size;
    int         source;
    const char *bytes = mail_message(mail, i, &source, &size);

    PetscCall(array_reserve(list, sizeof **list, *n + (PetscInt)(size / sizeof(End)), &room));
    memcpy(*list + *n, bytes, size);
    *n += (PetscInt)(size / sizeof(End));
  }
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A table of bodies, and one of the bodies that they touch, by hashing with linear probing. */
typedef struct {
  Id      of;
  int32_t ends, touching; /* ends 0: free */
} Body;

typedef struct {
  size_t mask; /* of both tables */
  Body  *body;
  End   *pair;
  bool  *taken; /* of `pair` */
} Tables;

static size_t hash(uint64_t a, uint64_t b)
{
  uint64_t x = a * 0x9e3779b97f4a7c15u + b;

  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return (size_t)(x ^ x >> 32);
}

static Body *find_body(const Tables *t, Id of)
{
  size_t at = hash((uint64_t)of, 0) & t->mask;

  while (t->body[at].ends > 0 && t->body[at].of != of) at = (at + 1) & t->mask;
  return &t->body[at];
}

/* True if the pair is new. */
static bool add_pair(const Tables *t, End end)
{
  size_t at = hash((uint64_t)end.of, (uint64_t)end.other) & t->mask;

  while (t->taken[at] && (t->pair[at].of != end.of || t->pair[at].other != end.other))
    at = (at + 1) & t->mask;
  if (t->taken[at]) return false;
  t->taken[at] = true;
  t->pair[at]  = end;
  return true;
}

static PetscErrorCode count_ends(const Coordination *own, const End *list, PetscInt n,
                                 int64_t *count)
{
  Tables t = {.mask = 63};

  PetscFunctionBeginUser;
  while (t.mask < 2 * (size_t)n) t.mask = 2 * t.mask + 1;
  PetscCall(array_create(&t.body, sizeof *t.body, (PetscInt)t.mask + 1));
  PetscCall(array_create(&t.pair, sizeof *t.pair, (PetscInt)t.mask + 1));
  PetscCall(array_create(&t.taken, sizeof *t.taken, (PetscInt)t.mask + 1));
  for (PetscInt k = 0; k < n; k++) {
    Body *body = find_body(&t, list[k].of);

    body->of = list[k].of;
    body->ends++;
    body->touching += add_pair(&t, list[k]);
  }
  for (size_t k = 0; k <= t.mask; k++) {
    count[ENDS] += t.body[k].ends;
    count[TOUCHING] += t.body[k].touching;
    if (t.body[k].ends == 0 || t.body[k].touching < own->least) continue;
    count[STABLE]++;
    count[STABLE_ENDS] += t.body[k].ends;
    count[STABLE_TOUCHING] += t.body[k].touching;
  }
  array_free(&t.body);
  array_free(&t.pair);
  array_free(&t.taken);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode coordination_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                            double *number)
{
  const Coordination *own           = self;
  const Parallel     *par           = scene->measured->par;
  int64_t             count[COUNTS] = {[BODIES] = own->bodies};
  PetscInt            n             = own->n;
  End                *list          = NULL;

  PetscFunctionBeginUser;
  (void)m;
  if (par->size > 1) PetscCall(collect(own, par, &n, &list));
  PetscCall(count_ends(own, par->size > 1 ? list : own->list, n, count));
  array_free(&list);
  PetscCall(parallel_sum_int(par, count, COUNTS));
  number[0] = (double)count[BODIES];
  number[1] = (double)(count[BODIES] - count[STABLE]);
  number[2] = (double)count[ENDS] / (double)count[BODIES];
  number[3] = (double)count[TOUCHING] / (double)count[BODIES];
  number[4] = (double)count[STABLE_ENDS] / (double)count[STABLE];
  number[5] = (double)count[STABLE_TOUCHING] / (double)count[STABLE];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool coordination_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[] = {
    {"bodies", "1", "number of bodies whose centres are in the window"},
    {"rattlers", "1", "number of those that touch fewer than rattler_below others"},
    {"contacts", "1", "mean number of contacts of a body; those with walls count"},
    {"touching", "1", "mean number of bodies and walls that a body touches"},
    {"stable_contacts", "1", "mean number of contacts of the bodies that are no rattlers"},
    {"stable_touching", "1", "likewise of the bodies and walls that they touch"},
  };

  (void)own;
  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

static void coordination_free(void *own)
{
  array_free(&((Coordination *)own)->list);
}

const MonitorKind monitor_coordination = {
  .head     = {.name    = "coordination",
               .text    = "Mean numbers of contacts and of touching bodies, with and without rattlers.",
               .source  = "Thornton 2000, Geotechnique 50, 43",
               .options = {coordination_options}},
  .windowed = true,
  .size     = sizeof(Coordination),
  .read     = coordination_read,
  .column   = coordination_column,
  .begin    = coordination_begin,
  .see      = coordination_see,
  .shown    = coordination_shown,
  .evaluate = coordination_evaluate,
  .free     = coordination_free};
