/* SPDX-License-Identifier: MIT */
/* Sums of probes over bodies, slab by slab of the points; of every slab each rank gets the points
   that it writes. */
#include "measure/probe/probe.h"
#include "matter/loads.h"

enum {
  SLAB   = 1 << 14, /* points whose sums are held at once */
  POINTS = INTERACTION_TILE,
  STEPS  = 1024 /* places at which the slope of the kernel is looked at */
};

/* A body, as it counts at the points. */
typedef struct {
  Vec3   x;                /* wrapped, m */
  double h, reach, weight; /* m; volume x sigma / h^d */
} Body;

/* Basis functions of the kernel at a tile of points: W, then its gradient, or W d_k;
   then W d_k d_l. */
typedef struct {
  _Alignas(64) double d[3][POINTS], q[POINTS], w[POINTS], slope[POINTS];
  double basis[PROBE_MOMENTS][POINTS];
} Tile;

typedef struct {
  const Probe    *probe;
  const Parallel *par;
  const Domain   *domain;
  int             columns;
  PetscInt        n;
  Body           *body;           /* [n] of this rank */
  double         *value;          /* [n][scalars] */
  double         *most;           /* [columns] largest contributions of all ranks */
  double         *inverse, *unit; /* [columns] of the quanta */
  int64_t        *sum, *whole;  /* [columns][points] of each share of the slab; of the own share */
  int64_t         from, points; /* of the slab */
  Tile            tile;
} Work;

/* ---- bodies ---- */

/* True if the clump counts; a particle that entered in this step has no density yet. */
static bool counts(const Probe *p, const Clumps *c, PetscInt a)
{
  double *const *column;

  if (clump_is_gone(c, a) || !clump_is_among(c, a, p->groups)) return false;
  if (!p->sph) return true;
  if (c->templates->list[c->template[a]].material[0] != p->sph->material) return false;
  column = c->found + clump_table_first(sph_fields);
  return column[SPH_DENSITY][a] > 0 && column[SPH_KEPT][a] > 0;
}

static void add_body(Work *w, const Clumps *c, PetscInt a)
{
  const Probe *p     = w->probe;
  const double scale = c->scale[a];
  SampledBody  b     = {.clumps = c, .row = a};
  Body        *to    = &w->body[w->n];
  double      *value = w->value + (size_t)w->n * (size_t)probe_scalars(p);

  if (p->sph) b.sph_column = c->found + clump_table_first(sph_fields);
  b.volume   = p->sph ? c->mass[a] / b.sph_column[SPH_DENSITY][a]
                      : c->templates->list[c->template[a]].mass.volume * scale * scale *
                        (p->dimension == 2 ? 1 : scale);
  to->x      = domain_wrapped(w->domain, c->pose[a].x);
  to->h      = p->sph ? b.sph_column[SPH_KEPT][a] : p->length;
  to->reach  = p->kernel->support * to->h;
  to->weight = b.volume * p->kernel->sigma[p->dimension] /
               (p->dimension == 2 ? to->h * to->h : to->h * to->h * to->h);
  for (int f = 0; f < p->n_fields; f++) {
    const Vec3 x = p->field[f]->value(&b);

    for (int k = 0; k < p->field[f]->width; k++) *value++ = vec3_axis(x, k);
  }
  w->n++;
}

/* ---- quanta ---- */

/* Largest size of the slope of the kernel, -w'(q), nearly. */
static double steepest(const Smoothing *kernel)
{
  double most = 0;

  for (int i = 0; i <= STEPS; i++) {
    const double q = kernel->support * i / STEPS;
    double       w, slope;

    kernel->evaluate(1, &q, &w, &slope);
    most = max_real(most, q * fabs(slope));
  }
  return most;
}

/* Largest contributions of all bodies to each column. */
static void find_most(Work *w)
{
  const Probe *p       = w->probe;
  const int    scalars = probe_scalars(p);
  const double zero = 0, steep = steepest(p->kernel);
  double       peak, slope;

  p->kernel->evaluate(1, &zero, &peak, &slope);
  for (PetscInt i = 0; i < w->n; i++) {
    const Body  *b      = &w->body[i];
    const double linear = p->correction == CORRECT_LINEAR ? peak * b->reach : steep / b->h;

    for (int c = 0; c < w->columns; c++) {
      const ProbeColumn of   = probe_column(p, c);
      const double      size = of.basis == 0              ? peak
                               : of.basis <= p->dimension ? linear
                                                          : peak * b->reach * b->reach;
      const double      value =
        of.scalar < 0 ? 1 : fabs(w->value[(size_t)i * (size_t)scalars + (size_t)of.scalar]);

      w->most[c] = max_real(w->most[c], b->weight * size * value);
    }
  }
}

/* Contributions below this count as 0: their quantum would have no finite inverse. */
#define SUM_LEAST 1e-250

/* Spare bits for all bodies and their images in reach of a point, which lie within two reaches
   along each axis. */
static int spare_bits(const Work *w, int64_t bodies, double reach)
{
  double most = (double)bodies + 1;
  int    bits;

  for (int k = 0; k < w->probe->dimension; k++)
    if (boundary_wraps(w->domain->boundary[k]))
      most *= 1 + floor(2 * reach / vec3_axis(w->domain->length, k));
  frexp(most, &bits);
  return bits +
         1; /* numbers at the bound may be above it by rounding, and by what `steepest` misses */
}

static PetscErrorCode choose_quanta(Work *w, const Parallel *par)
{
  int64_t n     = w->n;
  double  reach = 0;
  int     spare;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < w->n; i++) reach = max_real(reach, w->body[i].reach);
  find_most(w);
  PetscCall(parallel_sum_int(par, &n, 1));
  PetscCall(parallel_max(par, &reach, 1));
  PetscCall(parallel_max(par, w->most, w->columns));
  spare = spare_bits(w, n, reach);
  for (int c = 0; c < w->columns; c++) {
    const Quantum q = quantum_for(w->most[c], spare);

    w->inverse[c] = w->most[c] > SUM_LEAST ? q.inverse : 0;
    w->unit[c]    = w->most[c] > SUM_LEAST ? ldexp(1, q.exponent) : 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sums ---- */

static void find_basis(const Probe *p, const Body *b, int n, Tile *t)
{
  const bool   moments = p->correction == CORRECT_LINEAR;
  const double turn    = -b->weight / (b->h * b->h);

  p->kernel->evaluate(n, t->q, t->w, t->slope);
  for (int k = 0; k < n; k++) t->basis[0][k] = b->weight * t->w[k];
  for (int m = 0, at = p->dimension + 1; m < p->dimension; m++) {
    for (int k = 0; k < n; k++)
      t->basis[1 + m][k] = t->d[m][k] * (moments ? t->basis[0][k] : turn * t->slope[k]);
    for (int l = 0; l <= m && moments; l++, at++)
      for (int k = 0; k < n; k++) t->basis[at][k] = t->basis[1 + m][k] * t->d[l][k];
  }
}

/* Points of the slab that one rank writes; their sums stand together, column after column. */
typedef struct {
  int64_t from, to;
} Share;

/* First point that a rank writes: a list is written by rank 0, a grid by all. */
static int64_t first_of(const Probe *p, const Parallel *par, int rank)
{
  if (!p->grid) return rank == 0 ? 0 : p->n;
  return p->n / par->size * rank + p->n % par->size * rank / par->size;
}

static Share share_of(const Work *w, int rank)
{
  const int64_t end = w->from + w->points;

  return (Share){min_int(end, max_int(w->from, first_of(w->probe, w->par, rank))),
                 max_int(w->from, min_int(end, first_of(w->probe, w->par, rank + 1)))};
}

/* Rank that writes a point: the last whose first point is not beyond it. */
static int writer(const Work *w, int64_t point)
{
  return w->probe->grid ? (int)(((point + 1) * w->par->size - 1) / w->probe->n) : 0;
}

/* Add body i, at x, to the sums of n points of a share from `first` on, at most a tile. */
static void add_tile(Work *w, PetscInt i, Vec3 x, int64_t first, int n, Share share)
{
  const Probe  *p     = w->probe;
  const Body   *b     = &w->body[i];
  const double *value = w->value + (size_t)i * (size_t)probe_scalars(p);
  Tile         *t     = &w->tile;

  for (int k = 0; k < n; k++) {
    const Vec3 d = vec3_sub(x, probe_point(p, first + k));

    t->d[0][k] = d.x;
    t->d[1][k] = d.y;
    t->d[2][k] = d.z;
    t->q[k]    = vec3_norm(d) / b->h;
  }
  find_basis(p, b, n, t);
  for (int c = 0; c < w->columns; c++) {
    const ProbeColumn of     = probe_column(p, c);
    const double      factor = of.scalar < 0 ? 1 : value[of.scalar], inverse = w->inverse[c];
    int64_t *sum = w->sum + (share.from - w->from) * w->columns + c * (share.to - share.from) +
                   (first - share.from);

    for (int k = 0; k < n; k++) loads_add(&sum[k], quanta(factor * t->basis[of.basis][k], inverse));
  }
}

/* Add body i to those of the points from .. to - 1 that are in the slab. */
static void add_run(Work *w, PetscInt i, Vec3 x, int64_t from, int64_t to)
{
  to = min_int(to, w->from + w->points);
  for (from = max_int(from, w->from); from < to;) {
    const Share share = share_of(w, writer(w, from));
    const int   n     = (int)min_int(POINTS, min_int(to, share.to) - from);

    add_tile(w, i, x, from, n, share);
    from += n;
  }
}

/* First and last index along an axis of the grid of points in reach, and one more for rounding. */
static void span(const Probe *p, Vec3 x, double reach, int axis, int64_t *first, int64_t *last)
{
  const double at = vec3_axis(x, axis) - vec3_axis(p->lo, axis), most = (double)p->size[axis];

  *first = (int64_t)max_real(0, min_real(most, floor((at - reach) / p->spacing)));
  *last  = (int64_t)max_real(-1, min_real(most - 1, ceil((at + reach) / p->spacing)));
}

static void add_image(Work *w, PetscInt i, Vec3 x)
{
  const Probe *p     = w->probe;
  const double reach = w->body[i].reach;
  int64_t      first[3], last[3];

  if (!p->grid) {
    const double ends[2] = {x.x - reach, nextafter(x.x + reach, INFINITY)};
    PetscInt     at[2];

    for (int k = 0; k < 2; k++)
      at[k] =
        items_before(p->points, (PetscInt)p->n, 3 * sizeof *p->points, &ends[k], compare_reals);
    add_run(w, i, x, at[0], at[1]);
    return;
  }
  for (int k = 0; k < 3; k++) span(p, x, reach, k, &first[k], &last[k]);
  for (int64_t z = first[2]; z <= last[2]; z++)
    for (int64_t y = first[1]; y <= last[1]; y++) {
      const int64_t row = (z * p->size[1] + y) * p->size[0];

      add_run(w, i, x, row + first[0], row + last[0] + 1);
    }
}

/* Shifts from .. to along an axis of the periodic images that may reach a point. Points may lie
   outside the box. */
static void find_images(const Work *w, const Body *b, int axis, int *from, int *to)
{
  const double length = vec3_axis(w->domain->length, axis), x = vec3_axis(b->x, axis);

  *from = *to = 0;
  if (axis >= w->probe->dimension || !boundary_wraps(w->domain->boundary[axis])) return;
  *from = periods_of(floor((vec3_axis(w->probe->least, axis) - b->reach - x) / length));
  *to   = periods_of(ceil((vec3_axis(w->probe->most, axis) + b->reach - x) / length));
}

/* Sums of this rank's bodies at the points of the slab. */
static void add_bodies(Work *w)
{
  memset(w->sum, 0, (size_t)(w->columns * w->points) * sizeof *w->sum);
  for (PetscInt i = 0; i < w->n; i++) {
    int from[3], to[3];

    for (int k = 0; k < 3; k++) find_images(w, &w->body[i], k, &from[k], &to[k]);
    for (int z = from[2]; z <= to[2]; z++)
      for (int y = from[1]; y <= to[1]; y++)
        for (int x = from[0]; x <= to[0]; x++)
          add_image(w, i, domain_shifted(w->domain, w->body[i].x, (Image){x, y, z}));
  }
}

/* ---- results ---- */

/* Numbers at n points of this rank, whose sums are known. */
static void solve_share(const Work *w, int64_t n, double *numbers)
{
  double sum[PROBE_COLUMNS];

  for (int64_t i = 0; i < n; i++) {
    for (int c = 0; c < w->columns; c++) sum[c] = (double)w->whole[c * n + i] * w->unit[c];
    probe_solve(w->probe, sum, numbers + i * probe_numbers(w->probe));
  }
}

static PetscErrorCode sum_up(Work *w, int64_t mine, double *numbers)
{
  const Parallel *par = w->par;
  int            *room; /* numbers of the slab that each rank gets */

  PetscFunctionBeginUser;
  array_create(&room, sizeof *room, par->size);
  array_create(&w->sum, sizeof *w->sum, w->columns * SLAB);
  array_create(&w->whole, sizeof *w->whole, w->columns * SLAB);
  for (w->from = 0; w->from < w->probe->n; w->from += w->points) {
    Share own;

    w->points = min_int(SLAB, w->probe->n - w->from);
    own       = share_of(w, par->rank);
    add_bodies(w);
    for (int rank = 0; rank < par->size; rank++) {
      const Share share = share_of(w, rank);

      room[rank] = (int)(w->columns * max_int(0, share.to - share.from));
    }
    PetscCall(parallel_sum_scatter(par, w->sum, room, w->whole));
    if (room[par->rank] > 0)
      solve_share(w, own.to - own.from, numbers + (own.from - mine) * probe_numbers(w->probe));
  }
  array_free(&room);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probe_evaluate(const Probe *p, const Parallel *par, const Domain *domain,
                              const Clumps *clumps, int64_t *from, int64_t *n, double **numbers)
{
  Work w = {.probe = p, .par = par, .domain = domain, .columns = probe_columns(p)};

  PetscFunctionBeginUser;
  *from    = first_of(p, par, par->rank);
  *n       = first_of(p, par, par->rank + 1) - *from;
  *numbers = NULL;
  array_create(numbers, (size_t)probe_numbers(p) * sizeof **numbers, *n);
  array_create(&w.most, sizeof *w.most, w.columns);
  array_create(&w.inverse, sizeof *w.inverse, w.columns);
  array_create(&w.unit, sizeof *w.unit, w.columns);
  array_create(&w.body, sizeof *w.body, clumps->n_owned);
  array_create(&w.value, (size_t)probe_scalars(p) * sizeof *w.value, clumps->n_owned);
  for (PetscInt a = 0; a < clumps->n_owned; a++)
    if (counts(p, clumps, a)) add_body(&w, clumps, a);
  PetscCall(choose_quanta(&w, par));
  PetscCall(sum_up(&w, *from, *numbers));
  array_free(&w.body);
  array_free(&w.value);
  array_free(&w.most);
  array_free(&w.inverse);
  array_free(&w.unit);
  array_free(&w.sum);
  array_free(&w.whole);
  PetscFunctionReturn(PETSC_SUCCESS);
}
