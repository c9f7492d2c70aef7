/* SPDX-License-Identifier: MIT */
/* Radial distribution function of centres. Every rank gets all centres, and counts the pairs of
   those that it owns; counts are whole numbers, so that their sum is exact. */
#include "base/bounds.h"
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

/* Gather all centres that count on every rank; *first, *mine: index of the first one of this rank,
   and their number. */
static PetscErrorCode gather(const Monitor *m, const MonitorScene *scene, Centres *all,
                             PetscInt *first, PetscInt *mine)
{
  const Clumps   *c   = scene->measured->scene->clumps;
  const Parallel *par = scene->measured->par;
  Vec3           *own;
  int64_t        *from, total;

  PetscFunctionBeginUser;
  *mine = 0;
  array_create(&own, sizeof *own, c->n_owned);
  array_create(&from, sizeof *from, par->size + 1);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (monitor_counts(m, c, a)) own[(*mine)++] = domain_wrapped(m->domain, c->pose[a].x);
  total = *mine;
  PetscCall(parallel_sum_int(par, &total, 1));
  PetscCheck(3 * total <= INT_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "monitor %s: rdf of %" PRId64 " bodies; allowed: up to %d, as every rank holds all "
             "centres: give groups",
             m->name, total, INT_MAX / 3);
  PetscCall(parallel_gather_items(par, own, (int)*mine, sizeof *own, from, &all->x));
  *first = (PetscInt)from[par->rank];
  all->n = (PetscInt)total;
  array_free(&from);
  array_free(&own);
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
  const Rdf *own   = self;
  Centres    all   = {.domain = m->domain};
  PetscInt   first = 0, mine = 0;
  int64_t   *count;

  PetscFunctionBeginUser;
  PetscCall(gather(m, scene, &all, &first, &mine));
  sort_in(&all, own->most);
  array_create(&count, sizeof *count, own->bins + 1);
  for (PetscInt i = first; i < first + mine; i++) {
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
