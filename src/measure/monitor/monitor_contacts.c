/* SPDX-License-Identifier: MIT */
/* Monitors of contacts: the histogram of their normal forces, and their numbers. */
#include "base/bounds.h"
#include "base/mail.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

/* ---- force_histogram ---- */

typedef struct {
  int      bins;
  double   most; /* N, or times the mean */
  bool     relative;
  PetscInt n, capacity;
  double  *push; /* of the contacts of the last visit, N */
} Histogram;

/* clang-format off */
static const Option histogram_options[] = {
  INT(IN(Histogram, bins),              REQUIRED, WITHIN(1, BINS_MOST), "number of bins, from 0 on"),
  REAL(IN(Histogram, most),     "", REQUIRED, POSITIVE_UP_TO(COHESION_MOST),
      "upper edge of the last bin: N, or times the mean force"),
  BOOL(IN(Histogram, relative), "true", "true: forces over their mean"),
  {0},
};
/* clang-format on */

static void histogram_begin(void *own)
{
  ((Histogram *)own)->n = 0;
}

static void histogram_see(void *self, const Monitor *m, const ContactSeen *c)
{
  Histogram *own = self;

  if (!contact_touches(c) || !(seen_push(c) > 0) ||
      (m->groups && !(m->groups & (c->group_a | c->group_b))) ||
      bins_find(&m->view, seen_point(c)) < 0)
    return;
  array_reserve(&own->push, sizeof *own->push, own->n + 1, &own->capacity);
  own->push[own->n++] = seen_push(c);
}

static PetscErrorCode histogram_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                         double *number)
{
  enum { COLUMNS = 5 };
  const Histogram *own   = self;
  const Parallel  *par   = scene->measured->par;
  int64_t          total = own->n, *count;
  Sum              sum   = {0};
  double           mean, unit;

  (void)m;
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < own->n; k++) sum_add(&sum, own->push[k]);
  PetscCall(sum_reduce(par, &sum, 1));
  PetscCall(parallel_sum_int(par, &total, 1));
  mean = sum_value(&sum) / (double)total;
  unit = own->relative && total > 0 ? mean : 1;
  array_create(&count, sizeof *count, own->bins);
  for (PetscInt k = 0; k < own->n; k++) {
    const double at = own->push[k] / unit / own->most * own->bins;

    if (at < own->bins) count[(int)at]++;
  }
  PetscCall(parallel_sum_int(par, count, own->bins));
  for (int k = 0; k < own->bins; k++, number += COLUMNS) {
    const double width = own->most / own->bins;

    number[0] = k * width;
    number[1] = (k + 1) * width;
    number[2] = (double)count[k];
    number[3] = (double)count[k] / ((double)total * width);
    number[4] = mean;
  }
  array_free(&count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool histogram_column(const void *self, int k, MonitorColumn *column)
{
  const bool          relative  = ((const Histogram *)self)->relative;
  const char         *unit      = relative ? "1" : "N";
  const MonitorColumn columns[] = {
    {"from", unit, "first edge of the bin"},
    {"to", unit, "its last edge"},
    {"contacts", "1", "number of contacts that push with a force in the bin"},
    {"density", relative ? "1" : "N-1", "their share of all contacts that push, over the width"},
    {"mean", "N", "mean of all forces that push"},
  };

  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

const MonitorKind monitor_force_histogram = {
  .head     = {.name    = "force_histogram",
               .text    = "Distribution of the normal forces of contacts that push.",
               .source  = "Radjai et al. 1996, Phys. Rev. Lett. 77, 274",
               .options = {histogram_options}},
  .windowed = true,
  .size     = sizeof(Histogram),
  .rows     = MONITOR_PART(Histogram, bins),
  .column   = histogram_column,
  .begin    = histogram_begin,
  .see      = histogram_see,
  .evaluate = histogram_evaluate,
  .owned    = {MONITOR_PART(Histogram, push)}};

/* ---- coordination ---- */

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
  INT(KEY_IN("rattler_below", Coordination, least), "2", WITHIN(1, 1000), "bodies that touch fewer others are rattlers"),
  {0},
};
/* clang-format on */

static void coordination_begin(void *own)
{
  ((Coordination *)own)->n      = 0;
  ((Coordination *)own)->bodies = 0;
}

/* Keep an end whose body, with its centre at x, counts. */
static void add_end(Coordination *own, const Monitor *m, uint64_t group, Vec3 x, End end)
{
  if ((m->groups && !(m->groups & group)) || (!m->view.whole && bins_find(&m->view, x) < 0)) return;
  if (own->n == own->capacity)
    array_reserve(&own->list, sizeof *own->list, own->n + 1, &own->capacity);
  own->list[own->n++] = end;
}

static void coordination_see(void *own, const Monitor *m, const ContactSeen *c)
{
  const bool two = contact_is_of_two(c);
  const Id   b   = !c->wall ? c->b : two ? c->carrier : -1 - c->b;

  if (!contact_touches(c)) return;
  add_end(own, m, c->group_a, c->centre, (End){c->a, b});
  if (two) add_end(own, m, c->group_b, vec3_add(c->centre, c->branch), (End){b, c->a});
}

/* Count the bodies now, as those that outlets take at the end of the step have contacts
   that were seen. */
static void coordination_shown(void *self, const Monitor *m, const Clumps *c)
{
  Coordination *own = self;

  for (PetscInt a = 0; a < c->n_owned; a++) own->bodies += monitor_holds(m, c, a);
}

/* ---- counts ---- */

/* The last two: without walls. */
enum {
  BODIES,
  ENDS,
  TOUCHING,
  STABLE,
  STABLE_ENDS,
  STABLE_TOUCHING,
  BODY_ENDS,
  BODY_TOUCHING,
  COUNTS
};

/* Send every end to the rank that counts its body; *list is freed with array_free. */
static PetscErrorCode collect(const Coordination *own, const Parallel *par, PetscInt *n, End **list)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  for (PetscInt k = 0; k < own->n; k++)
    mail_post(mail, (int)(own->list[k].of % par->size), &own->list[k], sizeof(End));
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof(End), list, n);
  mail_destroy(&mail);
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
  int64_t touching = 0;

  for (int64_t k = 0; k < n; k++) {
    const bool other = k == 0 || list[k].other != list[k - 1].other;

    touching += other;
    count[BODY_ENDS] += list[k].other >= 0;
    count[BODY_TOUCHING] += list[k].other >= 0 && other;
  }
  count[ENDS] += n;
  count[TOUCHING] += touching;
  if (touching < own->least) return;
  count[STABLE]++;
  count[STABLE_ENDS] += n;
  count[STABLE_TOUCHING] += touching;
}

/* Count the ends in a list that has all ends of its bodies. They are sorted into places, each with
   all ends of some bodies: place k has ends from[k] .. from[k + 1] - 1 of `sorted`. */
static void count_ends(Coordination *own, const Parallel *par, const End *list, PetscInt n,
                       int64_t *count)
{
  int64_t mask = 63, *from;
  End    *sorted;

  while (mask < n / 2) mask = 2 * mask + 1;
  array_create(&from, sizeof *from, (mask + 3));
  array_reserve(&own->sorted, sizeof *own->sorted, n, &own->room);
  sorted = own->sorted;
  for (PetscInt k = 0; k < n; k++) from[(list[k].of / par->size & mask) + 2]++;
  for (int64_t k = 0; k < mask; k++) from[k + 2] += from[k + 1];
  for (PetscInt k = 0; k < n; k++) sorted[from[(list[k].of / par->size & mask) + 1]++] = list[k];
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
  count_ends(own, par, par->size > 1 ? list : own->list, n, count);
  array_free(&list);
  PetscCall(parallel_sum_int(par, count, COUNTS));
  number[0] = (double)count[BODIES];
  number[1] = (double)(count[BODIES] - count[STABLE]);
  number[2] = (double)count[ENDS] / (double)count[BODIES];
  number[3] = (double)count[TOUCHING] / (double)count[BODIES];
  number[4] = (double)count[STABLE_ENDS] / (double)count[STABLE];
  number[5] = (double)count[STABLE_TOUCHING] / (double)count[STABLE];
  number[6] = (double)count[BODY_ENDS] / (double)count[BODIES];
  number[7] = (double)count[BODY_TOUCHING] / (double)count[BODIES];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn coordination_columns[] = {
  {"bodies", "1", "number of bodies whose centres are in the window"},
  {"rattlers", "1", "number of those that touch fewer than rattler_below others"},
  {"contacts", "1", "mean number of contacts of a body; those with walls count"},
  {"touching", "1", "mean number of bodies and walls that a body touches"},
  {"stable_contacts", "1", "mean number of contacts of the bodies that are no rattlers"},
  {"stable_touching", "1", "likewise of the bodies and walls that they touch"},
  {"body_contacts", "1", "mean number of contacts of a body with other bodies, without walls"},
  {"body_touching", "1", "mean number of other bodies that a body touches, without walls"},
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_coordination = {
  .head     = {.name = "coordination",
               .text =
                 "Mean numbers of contacts and of touching bodies, with and without rattlers, with and "
                     "without walls.",
               .source  = "Thornton 2000, Geotechnique 50, 43",
               .options = {coordination_options}},
  .windowed = true,
  .size     = sizeof(Coordination),
  .columns  = coordination_columns,
  .begin    = coordination_begin,
  .see      = coordination_see,
  .shown    = coordination_shown,
  .evaluate = coordination_evaluate,
  .owned    = {MONITOR_PART(Coordination, list), MONITOR_PART(Coordination, sorted)}};
