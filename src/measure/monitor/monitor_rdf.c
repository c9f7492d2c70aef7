/* SPDX-License-Identifier: MIT */
/* Radial distribution function of centres. Every rank gets the centres that are near its own, and
   counts the pairs of those that it owns; counts are whole numbers, so that their sum is exact. */
#include "base/bounds.h"
#include "base/mail.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

typedef struct {
  int    bins;
  double most; /* m */
} Rdf;

/* clang-format off */
static const Option rdf_options[] = {
  INT(IN(Rdf, bins),  REQUIRED, WITHIN(1, BINS_MOST), "number of bins, from 0 on"),
  REAL(IN(Rdf, most), "m", REQUIRED, RANGE_OF(LENGTH),
      "largest distance; at most half of a period"),
  {0},
};
/* clang-format on */

static void rdf_read(void *self, const Monitor *m, const World *w)
{
  Rdf          *own = self;
  const Domain *d   = w->domain;

  options_read_into(w->options, "monitor", m->name, rdf_options, own);
  for (int k = 0; k < d->dimension; k++)
    if (boundary_wraps(d->boundary[k]) && own->most > 0.5 * vec3_axis(d->length, k))
      option_mistake(w->options, "monitor", m->name, "most",
                     "%g m; allowed: up to %g m, half of the period along %c", own->most,
                     0.5 * vec3_axis(d->length, k), "xyz"[k]);
}

/* ---- cells of centres ---- */

enum { SIDE_MOST = 128 };

typedef struct {
  const Domain *domain;
  PetscInt      n;
  Vec3         *x; /* [n] wrapped, owned */
  int           side[3];
  int          *start, *item; /* those of cell k: item[start[k]] .. item[start[k + 1] - 1]; owned */
  Vec3          lo, hi;
} Centres;

static int along(const Centres *c, Vec3 x, int k)
{
  const double lo = vec3_axis(c->lo, k), length = vec3_axis(c->hi, k) - lo;
  const double u = length > 0 ? floor((vec3_axis(x, k) - lo) / length * c->side[k]) : 0;

  return (int)max_real(0, min_real(c->side[k] - 1, u));
}

static int cell_at(const Centres *c, int i, int j, int k)
{
  return (k * c->side[1] + j) * c->side[0] + i;
}

/* Box around the centres of a rank; lo > hi: it has none. */
typedef struct {
  Vec3 lo, hi;
} Around;

static Around around(const Vec3 *x, PetscInt n)
{
  Around a = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      vec3_set(&a.lo, k, min_real(vec3_axis(a.lo, k), vec3_axis(x[i], k)));
      vec3_set(&a.hi, k, max_real(vec3_axis(a.hi, k), vec3_axis(x[i], k)));
    }
  return a;
}

/* True if some image of a place in the box `a` may be nearer than `most` to one in `b`. Periods that
   lean, or change, are not looked at. */
static bool may_meet(const Domain *d, const Around *a, const Around *b, double most)
{
  double far2 = 0;

  if (a->lo.x > a->hi.x || b->lo.x > b->hi.x) return false;
  if (d->cell.used) return true;
  for (int k = 0; k < d->dimension; k++) {
    double gap = INFINITY;

    for (int turn = -1; turn <= 1; turn++) {
      const double shift = turn * vec3_axis(d->length, k);

      if (turn != 0 && !boundary_wraps(d->boundary[k])) continue;
      gap = min_real(gap, max_real(0, max_real(vec3_axis(b->lo, k) - vec3_axis(a->hi, k) - shift,
                                               vec3_axis(a->lo, k) + shift - vec3_axis(b->hi, k))));
    }
    far2 += gap * gap;
  }
  return far2 <= most * most * (1 + 1e-9); /* what is beyond the last edge does not count */
}

/* Send the centres to the ranks that have some near them. */
static PetscErrorCode send_centres(const Rdf *own, const MonitorScene *scene, const Domain *d,
                                   Mail *mail, const Vec3 *x, PetscInt n)
{
  const Parallel *par  = scene->measured->par;
  const Around    mine = around(x, n);
  Around         *all;
  int64_t        *first;

  PetscFunctionBeginUser;
  array_create(&first, sizeof *first, par->size + 1);
  PetscCall(parallel_gather_items(par, &mine, 1, sizeof mine, first, &all));
  for (int r = 0; r < par->size; r++) {
    if (r == par->rank || !may_meet(d, &mine, &all[r], own->most)) continue;
    for (PetscInt i = 0; i < n; i++)
      if (may_meet(d, &(Around){x[i], x[i]}, &all[r], own->most))
        mail_post(mail, r, &x[i], sizeof x[i]);
  }
  array_free(&first);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the centres that count, the *mine of this rank first, and those near them. */
static PetscErrorCode gather(const Rdf *own, const Monitor *m, const MonitorScene *scene,
                             Centres *all, PetscInt *mine)
{
  const Clumps *c        = scene->measured->scene->clumps;
  PetscInt      capacity = 0;
  Mail         *mail;

  PetscFunctionBeginUser;
  array_reserve(&all->x, sizeof *all->x, c->n_owned, &capacity);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (monitor_counts(m, c, a)) all->x[all->n++] = domain_wrapped(m->domain, c->pose[a].x);
  *mine = all->n;
  mail_create(scene->measured->par, &mail);
  PetscCall(send_centres(own, scene, m->domain, mail, all->x, all->n));
  PetscCall(mail_deliver(mail));
  mail_append(mail, sizeof *all->x, &all->x, &all->n, &capacity);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void sort_in(Centres *c, double most)
{
  int  cells = 1;
  int *cell;

  c->lo = c->domain->lo;
  c->hi = c->domain->hi;
  for (int k = 0; k < 3; k++) {
    const double length = vec3_axis(c->hi, k) - vec3_axis(c->lo, k);

    c->side[k] = k < c->domain->dimension
                   ? (int)max_real(1, min_real(SIDE_MOST, floor(length / most / (1 + 1e-9))))
                   : 1;
    cells *= c->side[k];
  }
  array_create(&cell, sizeof *cell, c->n);
  array_create(&c->start, sizeof *c->start, cells + 1);
  array_create(&c->item, sizeof *c->item, c->n);
  for (PetscInt i = 0; i < c->n; i++)
    cell[i] = cell_at(c, along(c, c->x[i], 0), along(c, c->x[i], 1), along(c, c->x[i], 2));
  sort_bins(c->n, cell, cells, c->start, c->item);
  array_free(&cell);
}

/* The cells beside `at` along an axis: *n of them, none twice. */
static void find_beside(const Centres *c, int k, int at, int beside[3], int *n)
{
  const bool wraps = k < c->domain->dimension && boundary_wraps(c->domain->boundary[k]);

  *n = 0;
  for (int step = -1; step <= 1; step++) {
    int  to    = at + step;
    bool fresh = true;

    if (wraps) to = (to + c->side[k]) % c->side[k];
    for (int i = 0; i < *n; i++) fresh = fresh && beside[i] != to;
    if (fresh && to >= 0 && to < c->side[k]) beside[(*n)++] = to;
  }
}

static double distance(const Domain *d, Vec3 a, Vec3 b)
{
  const Vec3 u = vec3_sub(a, b);

  return vec3_norm(domain_shifted(d, u, domain_nearest(d, u)));
}

static void count_around(const Centres *c, const Rdf *own, PetscInt i, int64_t *count)
{
  int beside[3][3], n[3];

  for (int k = 0; k < 3; k++) find_beside(c, k, along(c, c->x[i], k), beside[k], &n[k]);
  for (int q = 0; q < n[0] * n[1] * n[2]; q++) {
    const int cell =
      cell_at(c, beside[0][q % n[0]], beside[1][q / n[0] % n[1]], beside[2][q / n[0] / n[1]]);

    for (int k = c->start[cell]; k < c->start[cell + 1]; k++) {
      const int    j = c->item[k];
      const double u =
        j == i ? INFINITY : distance(c->domain, c->x[i], c->x[j]) / own->most * own->bins;

      if (u < own->bins) count[(int)u]++;
    }
  }
}

/* ---- numbers ---- */

static double shell(int dimension, double from, double to)
{
  return dimension == 2 ? PETSC_PI * (to - from) * (to + from)
                        : 4 * PETSC_PI / 3 * (to - from) * (to * to + to * from + from * from);
}

static void finish(const Rdf *own, const Monitor *m, const int64_t *count, double *number)
{
  const double bodies = (double)count[own->bins], width = own->most / own->bins;
  const double density = bodies / bin_size(&m->bins, 0);
  double       inside  = 0;

  for (int k = 0; k < own->bins; k++, number += 4) {
    const double from = k * width, to = (k + 1) * width;

    inside += (double)count[k] / bodies;
    number[0] = from;
    number[1] = to;
    number[2] = (double)count[k] / (bodies * density * shell(m->domain->dimension, from, to));
    number[3] = inside;
  }
}

static PetscErrorCode rdf_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                   double *number)
{
  const Rdf *own  = self;
  Centres    all  = {.domain = m->domain};
  PetscInt   mine = 0;
  int64_t   *count;

  PetscFunctionBeginUser;
  PetscCall(gather(own, m, scene, &all, &mine));
  sort_in(&all, own->most);
  array_create(&count, sizeof *count, own->bins + 1);
  for (PetscInt i = 0; i < mine; i++) {
    if (bins_find(&m->view, all.x[i]) < 0) continue;
    count_around(&all, own, i, count);
    count[own->bins]++;
  }
  PetscCall(parallel_sum_int(scene->measured->par, count, own->bins + 1));
  finish(own, m, count, number);
  array_free(&count);
  array_free(&all.x);
  array_free(&all.start);
  array_free(&all.item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn rdf_columns[] = {
  {"from", "m", "first edge of the bin"},
  {"to", "m", "its last edge"},
  {"g", "1", "neighbours at a distance in the bin, over those of the mean density in the window"},
  {"neighbours", "1", "mean number of neighbours that are nearer than the last edge"},
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_rdf = {
  .head     = {.name    = "rdf",
               .text    = "Radial distribution function g(r) of centres.",
               .source  = "Allen & Tildesley 2017, Computer Simulation of Liquids, 8.2",
               .options = {rdf_options}},
  .windowed = true,
  .size     = sizeof(Rdf),
  .read     = rdf_read,
  .rows     = MONITOR_PART(Rdf, bins),
  .columns  = rdf_columns,
  .evaluate = rdf_evaluate};
