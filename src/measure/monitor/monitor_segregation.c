/* SPDX-License-Identifier: MIT */
/* How well bodies of two kinds are mixed: in cells of the window, and by their contacts. */
#include "matter/group.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

typedef struct {
  uint64_t of;       /* groups of the first kind */
  int      cells[3]; /* along each axis */
  /* at the last visit: contact ends of each kind; contacts of one kind with the other */
  int64_t ends[2], unlike;
} Segregation;

enum { CELLS_MOST = 1 << 20 };

/* clang-format off */
static const Option segregation_options[] = {
  WORDS(KEY("of"),   REQUIRED,
      "groups of the clumps of the first kind; the others that count are the second"),
  INTS(KEY("cells"), REQUIRED, WITHIN(1, CELLS_MOST),
      "cells of the window along x, y and z", .count = 3),
  {0},
};
/* clang-format on */

static void segregation_read(void *self, const Monitor *m, const World *w)
{
  Segregation   *own = self;
  int            n;
  const int64_t *cells = option_ints(w->options, "monitor", m->name, "cells", &n);
  double         all   = 1;

  groups_selected(w->options, "monitor", m->name, "of", w->groups, &own->of);
  for (int k = 0; k < 3; k++) {
    own->cells[k] = n == 3 ? (int)cells[k] : 1;
    all *= own->cells[k];
  }
  if (all > CELLS_MOST)
    option_mistake(w->options, "monitor", m->name, "cells", "%g cells; allowed: up to %d", all,
                   CELLS_MOST);
  if (w->domain->dimension == 2 && own->cells[2] != 1)
    option_mistake(w->options, "monitor", m->name, "cells",
                   "%d along z in two dimensions; allowed: 1", own->cells[2]);
}

/* ---- contacts ---- */

static void segregation_begin(void *self)
{
  Segregation *own = self;

  own->ends[0] = own->ends[1] = own->unlike = 0;
}

static void segregation_see(void *self, const Monitor *m, const ContactSeen *c)
{
  Segregation *own = self;
  const bool   a = c->group_a & own->of, b = c->group_b & own->of;

  if (!contact_touches(c) || !contact_is_of_two(c) || bins_find(&m->view, seen_point(c)) < 0 ||
      (m->groups && (!(m->groups & c->group_a) || !(m->groups & c->group_b))))
    return;
  own->ends[a]++;
  own->ends[b]++;
  own->unlike += a != b;
}

/* ---- cells ---- */

static int cell_of(const Segregation *own, const Bins *window, Vec3 x)
{
  int at = 0;

  for (int k = 2; k >= 0; k--) {
    const double lo = vec3_axis(window->lo, k), hi = vec3_axis(window->hi, k);
    const double u = own->cells[k] > 1 ? (vec3_axis(x, k) - lo) / (hi - lo) * own->cells[k] : 0;

    at = at * own->cells[k] + (int)max_real(0, min_real(own->cells[k] - 1, floor(u)));
  }
  return at;
}

/* Variance of the share of the first kind among cells, each counted by its bodies. */
static double variance_of(const int64_t *count, int cells, double share, double total)
{
  double sum = 0;

  for (int k = 0; k < cells; k++) {
    const double n = (double)(count[2 * k] + count[2 * k + 1]);
    const double d = n > 0 ? (double)count[2 * k + 1] / n - share : 0;

    sum += n * d * d;
  }
  return sum / total;
}

/* Lacey's index from the counts of the cells. */
static void mix(const int64_t *count, int cells, double *number)
{
  double total = 0, first = 0, filled = 0, share, apart, random;

  for (int k = 0; k < cells; k++) {
    first += (double)count[2 * k + 1];
    total += (double)(count[2 * k] + count[2 * k + 1]);
    filled += count[2 * k] + count[2 * k + 1] > 0;
  }
  share     = first / total;
  apart     = share * (1 - share);
  random    = apart * filled / total;
  number[0] = total;
  number[1] = share;
  number[2] = variance_of(count, cells, share, total);
  number[3] = (apart - number[2]) / (apart - random);
}

static PetscErrorCode segregation_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                           double *number)
{
  const Segregation *own     = self;
  const Clumps      *c       = scene->measured->scene->clumps;
  const int          cells   = own->cells[0] * own->cells[1] * own->cells[2];
  int64_t            sums[3] = {own->ends[0], own->ends[1], own->unlike}, *count;
  double             all, part;

  PetscFunctionBeginUser;
  array_create(&count, 2 * sizeof *count, cells);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (monitor_holds(m, c, a))
      count[2 * cell_of(own, &m->bins, domain_wrapped(m->domain, c->pose[a].x)) +
            ((clump_groups(c, a) & own->of) != 0)]++;
  PetscCall(parallel_sum_int(scene->measured->par, count, 2 * cells));
  PetscCall(parallel_sum_int(scene->measured->par, sums, 3));
  mix(count, cells, number);
  all       = (double)(sums[0] + sums[1]);
  part      = (double)sums[1] / all;
  number[4] = (double)sums[2] / (0.5 * all);
  number[5] = 1 - number[4] / (2 * part * (1 - part));
  array_free(&count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn segregation_columns[] = {
  {"bodies", "1", "number of bodies whose centres are in the window"},
  {"share", "1", "share of the first kind among them"},
  {"variance", "1", "of this share among the cells, each counted by its bodies"},
  {"mixing", "1", "Lacey's index: 0: apart, 1: as mixed as by chance"},
  {"unlike_contacts", "1", "share of contacts that are of one kind with the other"},
  {"contact_segregation", "1",
   "1 less that share over the one of contacts by chance: 0: mixed, 1: apart"},
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_segregation = {
  .head     = {.name    = "segregation",
               .text    = "Mixing of bodies of two kinds, in cells of the window and by contacts.",
               .source  = "Lacey 1954, J. Appl. Chem. 4, 257",
               .options = {segregation_options}},
  .windowed = true,
  .size     = sizeof(Segregation),
  .read     = segregation_read,
  .columns  = segregation_columns,
  .begin    = segregation_begin,
  .see      = segregation_see,
  .evaluate = segregation_evaluate};
