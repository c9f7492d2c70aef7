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
  int64_t  least; /* touching bodies of one that is no rattler */
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
  ((Coordination *)own)->n = 0;
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

/* ---- counts ---- */

enum { BODIES, ENDS, TOUCHING, STABLE, STABLE_ENDS, STABLE_TOUCHING, COUNTS };

static int compare(const void *a, const void *b)
{
  const End *p = a, *q = b;

  if (p->of != q->of) return p->of < q->of ? -1 : 1;
  return (p->other > q->other) - (p->other < q->other);
}

/* Every end at the rank of its body, sorted; *list is freed with array_free. */
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
  sort_items(*list, *n, sizeof **list, compare);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void count_ends(const Coordination *own, const End *list, PetscInt n, int64_t *count)
{
  for (PetscInt k = 0, next; k < n; k = next) {
    int64_t touching = 0;

    for (next = k; next < n && list[next].of == list[k].of; next++)
      touching += next == k || list[next].other != list[next - 1].other;
    count[ENDS] += next - k;
    count[TOUCHING] += touching;
    if (touching < own->least) continue;
    count[STABLE]++;
    count[STABLE_ENDS] += next - k;
    count[STABLE_TOUCHING] += touching;
  }
}

static PetscErrorCode coordination_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                            double *number)
{
  const Coordination *own           = self;
  const Clumps       *c             = scene->measured->scene->clumps;
  int64_t             count[COUNTS] = {0};
  PetscInt            n;
  End                *list;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    count[BODIES] += !clump_is_gone(c, a) && clump_is_among(c, a, m->groups) &&
                     bins_find(&m->bins, m->domain, c->pose[a].x) >= 0;
  PetscCall(collect(own, scene->measured->par, &n, &list));
  count_ends(own, list, n, count);
  array_free(&list);
  PetscCall(parallel_sum_int(scene->measured->par, count, COUNTS));
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
  .evaluate = coordination_evaluate,
  .free     = coordination_free};
