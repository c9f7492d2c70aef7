/* SPDX-License-Identifier: MIT */
/* Numbers of contacts, and of touching bodies, of a body, with and without rattlers. Both ends of a
   contact go to the rank that counts their body (id modulo the number of ranks), so that contacts
   of a pair that several ranks have seen make one touching body. */
#include "base/mail.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

/* An end of a contact: this body and the one that it touches; -1, -2, ..: walls that no
   clump carries. */
typedef struct {
  Id of, other;
} End;

typedef struct {
  int64_t  least;  /* touching bodies of one that is no rattler */
  int64_t  bodies; /* of this rank, at the last visit */
  PetscInt n, capacity;
  End     *list; /* of the last visit */
  PetscInt room;
  End     *sorted; /* by places */
} Coordination;

/* clang-format off */
static const Option coordination_options[] = {
  INT(KEY("rattler_below"), "2", WITHIN(1, 1000), "bodies that touch fewer others are rattlers"),
  {NULL},
};
/* clang-format on */

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
  if ((m->groups && !(m->groups & group)) || (!m->view.whole && bins_find(&m->view, x) < 0))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (own->n == own->capacity)
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

/* Count the bodies now, as those that outlets take at the end of the step have contacts
   that were seen. */
static void coordination_shown(void *self, const Monitor *m, const Clumps *c)
{
  Coordination *own = self;

  for (PetscInt a = 0; a < c->n_owned; a++)
    own->bodies += !clump_is_gone(c, a) && clump_is_among(c, a, m->groups) &&
                   bins_find(&m->view, c->pose[a].x) >= 0;
}

/* ---- counts ---- */

enum { BODIES, ENDS, TOUCHING, STABLE, STABLE_ENDS, STABLE_TOUCHING, COUNTS };

/* Send every end to the rank that counts its body; *list is freed with array_free. */
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

static int compare_ends(const void *p, const void *q)
{
  const End *a = p, *b = q;

  if (a->of != b->of) return a->of < b->of ? -1 : 1;
  return a->other < b->other ? -1 : a->other > b->other;
}

/* Sort in ascending order; few items by insertion. */
static void sort_ends(End *list, int64_t n)
{
  if (n > 32) qsort(list, (size_t)n, sizeof *list, compare_ends);
  else
    for (int64_t k = 1; k < n; k++) {
      const End end = list[k];
      int64_t   at  = k;

      for (; at > 0 && compare_ends(&end, &list[at - 1]) < 0; at--) list[at] = list[at - 1];
      list[at] = end;
    }
}

/* Count the ends of one body, which are sorted. */
static void count_body(const Coordination *own, const End *list, int64_t n, int64_t *count)
{
  int64_t touching = 1;

  for (int64_t k = 1; k < n; k++) touching += list[k].other != list[k - 1].other;
  count[ENDS] += n;
  count[TOUCHING] += touching;
  if (touching < own->least) return;
  count[STABLE]++;
  count[STABLE_ENDS] += n;
  count[STABLE_TOUCHING] += touching;
}

/* Sort ends into places, each with all ends of some bodies: place k has ends from[k] .. from[k + 1]
   - 1 of `sorted`. */
static void put_in_places(const Parallel *par, const End *list, PetscInt n, int64_t mask,
                          int64_t *from, End *sorted)
{
  for (PetscInt k = 0; k < n; k++) from[(list[k].of / par->size & mask) + 2]++;
  for (int64_t k = 0; k < mask; k++) from[k + 2] += from[k + 1];
  for (PetscInt k = 0; k < n; k++) sorted[from[(list[k].of / par->size & mask) + 1]++] = list[k];
}

/* Count the ends in a list that has all ends of its bodies. */
static PetscErrorCode count_ends(Coordination *own, const Parallel *par, const End *list,
                                 PetscInt n, int64_t *count)
{
  int64_t mask = 63, *from;
  End    *sorted;

  PetscFunctionBeginUser;
  while (mask < n / 2) mask = 2 * mask + 1;
  PetscCall(array_create(&from, sizeof *from, (PetscInt)(mask + 3)));
  PetscCall(array_reserve(&own->sorted, sizeof *own->sorted, n, &own->room));
  sorted = own->sorted;
  put_in_places(par, list, n, mask, from, sorted);
  for (int64_t place = 0; place <= mask; place++) {
    int64_t first = from[place];

    sort_ends(sorted + first, from[place + 1] - first);
    for (int64_t k = first; k < from[place + 1]; k++)
      if (k + 1 == from[place + 1] || sorted[k + 1].of != sorted[k].of) {
        count_body(own, sorted + first, k + 1 - first, count);
        first = k + 1;
      }
  }
  array_free(&from);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode coordination_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                            double *number)
{
  Coordination   *own           = self;
  const Parallel *par           = scene->measured->par;
  int64_t         count[COUNTS] = {[BODIES] = own->bodies};
  PetscInt        n             = own->n;
  End            *list          = NULL;

  PetscFunctionBeginUser;
  (void)m;
  if (par->size > 1) PetscCall(collect(own, par, &n, &list));
  PetscCall(count_ends(own, par, par->size > 1 ? list : own->list, n, count));
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
  array_free(&((Coordination *)own)->sorted);
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
