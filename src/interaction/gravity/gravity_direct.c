/* SPDX-License-Identifier: MIT */
/* Gravity summed over all pairs. Every rank gets the positions, masses and ids of all bodies (5
   numbers each) and evaluates its share of the pairs, whichever ranks own the bodies; each pair is
   evaluated once. Forces are rounded to the common quantum, so that both bodies get opposite
   integers: the sums have the same bits on any number of ranks, and the sum of all forces is 0. */
#include "base/bounds.h"
#include "interaction/gravity/gravity.h"
#include "matter/loads.h"
#include "matter/whole.h"

enum {
  RECORD = 5,   /* numbers that are sent for a body: place, mass, id */
  PANEL  = 512, /* bodies whose columns fit into the first-level cache */
  ROWS   = 4    /* consecutive rows of pairs that one rank evaluates */
};

/* All bodies of the run. */
typedef struct {
  int      n;
  PetscInt capacity, ranks, records;
  int     *counts;   /* [ranks] bodies of each rank; then [ranks] numbers sent or summed for it */
  double  *sent;     /* [records] */
  double  *received; /* [n][RECORD] */
  double  *x[3], *mass;
  int64_t *sum[3];   /* [n] forces, quanta */
  int64_t *together; /* [n][3] the same, interleaved, for parallel_sum_scatter */
} Direct;

static void release(void *work)
{
  Direct *d = work;

  for (int k = 0; k < 3; k++) {
    array_free(&d->x[k]);
    array_free(&d->sum[k]);
  }
  array_free(&d->counts);
  array_free(&d->sent);
  array_free(&d->received);
  array_free(&d->mass);
  array_free(&d->together);
  array_free(&work);
}

static void reserve(Direct *d, PetscInt n)
{
  const ArrayPart parts[] = {ARRAY_PART(d->x[0]),
                             ARRAY_PART(d->x[1]),
                             ARRAY_PART(d->x[2]),
                             ARRAY_PART(d->mass),
                             ARRAY_PART(d->sum[0]),
                             ARRAY_PART(d->sum[1]),
                             ARRAY_PART(d->sum[2]),
                             {&d->received, RECORD * sizeof *d->received},
                             {&d->together, 3 * sizeof *d->together}};

  arrays_reserve(n, &d->capacity, sizeof parts / sizeof *parts, parts);
}

/* ---- gathering ---- */

/* `each` times the number of bodies of each rank; in counts. */
static int *numbers(Direct *d, int ranks, int each)
{
  for (int r = 0; r < ranks; r++) d->counts[ranks + r] = each * d->counts[r];
  return d->counts + ranks;
}

static PetscErrorCode count(Direct *d, const MutualBodies *b)
{
  int64_t n = 0;
  char    text[WHOLE_TEXT];

  PetscFunctionBeginUser;
  array_reserve(&d->counts, 2 * sizeof *d->counts, b->par->size, &d->ranks);
  PetscCall(parallel_counts(b->par, (int)b->n, d->counts));
  for (int r = 0; r < b->par->size; r++) n += d->counts[r];
  PetscCheck(whole_fits(&whole_bodies, n, text), b->par->comm, PETSC_ERR_ARG_OUTOFRANGE, "%s",
             text);
  d->n = (int)n;
  reserve(d, d->n);
  array_reserve(&d->sent, RECORD * sizeof *d->sent, b->n, &d->records);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The columns of all bodies, in the order of ranks. Collective. */
static PetscErrorCode gather(Gravity *g, const MutualBodies *b, Direct **out)
{
  Direct *d;

  PetscFunctionBeginUser;
  if (!g->work) array_create(&g->work, sizeof(Direct), 1);
  *out = d = g->work;
  PetscCall(count(d, b));
  for (PetscInt i = 0; i < b->n; i++) {
    double           *to   = d->sent + i * RECORD;
    const MutualBody *body = &b->list[i];

    memcpy(to, body->x, sizeof body->x);
    to[3] = body->mass;
    memcpy(&to[4], &body->id, sizeof to[4]);
  }
  PetscCall(parallel_gather(b->par, d->sent, numbers(d, b->par->size, RECORD), d->received));
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < 3; k++) d->x[k][i] = d->received[i * RECORD + k];
    d->mass[i] = d->received[i * RECORD + 3];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pairs ---- */

/* A row of pairs: of body i with all bodies from .. to - 1. */
typedef struct {
  double   x, y, z, mass; /* of body i */
  double   constant, soft2, unit;
  uint64_t sum[3]; /* on body i, quanta */
  double   largest;
} Row;

static inline uint64_t quanta_bits(double value)
{
  union {
    double   d;
    uint64_t i;
  } u = {.d = value + LOAD_MAGIC}, m = {.d = LOAD_MAGIC};

  return u.i - m.i;
}

/* Forces of the pairs, for both bodies. */
KERNEL static void attract(Row *r, const Direct *d, int from, int to)
{
  const double *restrict x = d->x[0], *restrict y = d->x[1], *restrict z = d->x[2],
                         *restrict mass = d->mass;
  uint64_t *restrict fx = (uint64_t *)d->sum[0], *restrict fy = (uint64_t *)d->sum[1],
                     *restrict fz = (uint64_t *)d->sum[2];
  const double xi = r->x, yi = r->y, zi = r->z, mi = r->mass, constant = r->constant,
               soft2 = r->soft2, unit = r->unit;
  uint64_t sx = 0, sy = 0, sz = 0;
  double   largest = 0;

#pragma omp simd reduction(max : largest) reduction(+ : sx, sy, sz)
  for (int j = from; j < to; j++) {
    const double dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
    const double near = 1 / sqrt(dx * dx + dy * dy + dz * dz + soft2),
                 pull = constant * (mi * mass[j]) * (near * near), over = pull * near * unit;
    const uint64_t qx = quanta_bits(over * dx), qy = quanta_bits(over * dy),
                   qz = quanta_bits(over * dz);

    largest = pull > largest ? pull : largest;
    sx += qx;
    sy += qy;
    sz += qz;
    fx[j] -= qx;
    fy[j] -= qy;
    fz[j] -= qz;
  }
  r->largest = largest;
  r->sum[0]  = sx;
  r->sum[1]  = sy;
  r->sum[2]  = sz;
}

/* Energies of the pairs: their sum to sum[0], in quanta; the largest size of one to `largest`, J.
   */
KERNEL static void store(Row *r, const Direct *d, int from, int to)
{
  const double *restrict x = d->x[0], *restrict y = d->x[1], *restrict z = d->x[2],
                         *restrict mass = d->mass;
  const double xi = r->x, yi = r->y, zi = r->z, mi = r->mass, constant = r->constant,
               soft2 = r->soft2, unit = r->unit;
  uint64_t sum     = 0;
  double   largest = 0;

#pragma omp simd reduction(max : largest) reduction(+ : sum)
  for (int j = from; j < to; j++) {
    const double dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
    const double stored =
      constant * (mi * mass[j]) * (1 / sqrt(dx * dx + dy * dy + dz * dz + soft2));

    largest = stored > largest ? stored : largest;
    sum -= quanta_bits(stored * unit);
  }
  r->largest = largest;
  r->sum[0]  = sum;
}

static Row row_of(const Gravity *g, const Direct *d, int i, double unit)
{
  return (Row){.x        = d->x[0][i],
               .y        = d->x[1][i],
               .z        = d->x[2][i],
               .mass     = d->mass[i],
               .constant = g->constant,
               .soft2    = g->soft2,
               .unit     = unit};
}

/* True if this rank evaluates the pairs of row i with the rows after it. Blocks of ROWS rows go to
   ranks 0, 1 .. P - 1, P - 1 .. 1, 0, and so on: later rows have fewer pairs. */
static bool is_mine(const Parallel *par, int i)
{
  const int turn = i / ROWS % (2 * par->size);

  return (turn < par->size ? turn : 2 * par->size - 1 - turn) == par->rank;
}

/* One of the functions attract and store. */
typedef void (*Evaluate)(Row *, const Direct *, int, int);

typedef struct {
  double   largest, unit;
  uint64_t energy; /* quanta */
  int      wild;   /* body of a pair whose force is beyond FORCE_MOST; -1: none */
} Pass;

/* Evaluate all pairs of this rank, panel by panel; forces go to Direct.sum, energies to
   pass->energy. */
static void evaluate_all(const Gravity *g, Direct *d, const Parallel *par, Evaluate evaluate,
                         Pass *pass)
{
  for (int start = 0; start < d->n; start += PANEL) {
    const int end = (int)min_int(start + PANEL, d->n);

    for (int i = 0; i < end; i++) {
      Row row;

      if (!is_mine(par, i)) continue;
      row = row_of(g, d, i, pass->unit);
      evaluate(&row, d, (int)max_int(start, i + 1), end);
      pass->largest = max_real(pass->largest, row.largest);
      if (!(row.largest <= FORCE_MOST) && pass->wild < 0) pass->wild = i;
      if (evaluate == store) pass->energy += row.sum[0];
      else
        for (int k = 0; k < 3; k++) loads_add(&d->sum[k][i], (int64_t)row.sum[k]);
    }
  }
}

/* ---- the method ---- */

static Id id_of(const Direct *d, int i)
{
  Id id;

  memcpy(&id, &d->received[i * RECORD + 4], sizeof id);
  return id;
}

static PetscErrorCode direct_force(Gravity *g, MutualBodies *b)
{
  Pass     pass = {.unit = b->unit, .wild = -1};
  Direct  *d;
  int64_t *mine; /* sums of the bodies of this rank */

  PetscFunctionBeginUser;
  PetscCall(gather(g, b, &d));
  for (int k = 0; k < 3; k++) memset(d->sum[k], 0, (size_t)d->n * sizeof *d->sum[k]);
  evaluate_all(g, d, b->par, attract, &pass);
  b->largest   = pass.largest;
  b->additions = d->n;
  mine         = (int64_t *)d->sent;
  for (int i = 0; i < d->n; i++)
    for (int k = 0; k < 3; k++) d->together[i * 3 + k] = d->sum[k][i];
  PetscCall(parallel_sum_scatter(b->par, d->together, numbers(d, b->par->size, 3), mine));
  for (PetscInt i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) loads_add(&b->list[i].force[k], mine[i * 3 + k]);
  /* the first pair of body pass.wild whose force is beyond FORCE_MOST is reported */
  for (int j = pass.wild + 1; pass.wild >= 0 && j < d->n && !(b->wild > FORCE_MOST); j++) {
    Row row = row_of(g, d, pass.wild, 0);

    attract(&row, d, j, j + 1);
    if (row.largest <= FORCE_MOST) continue;
    b->wild   = row.largest;
    b->wild_a = id_of(d, pass.wild);
    b->wild_b = id_of(d, j);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Two passes: the first finds the largest energy of a pair, which sets the quantum of the second.
   */
static PetscErrorCode direct_energy(Gravity *g, const MutualBodies *b, Sum *energy)
{
  Pass    pass = {.wild = -1};
  Quantum quantum;
  Direct *d;
  int     bits;

  PetscFunctionBeginUser;
  PetscCall(gather(g, b, &d));
  evaluate_all(g, d, b->par, store, &pass);
  PetscCall(parallel_max(b->par, &pass.largest, 1));
  if (!(pass.largest > 0 && pass.largest <= WORK_MOST)) PetscFunctionReturn(PETSC_SUCCESS);
  (void)frexp(0.5 * (double)d->n * (double)d->n, &bits);
  quantum     = quantum_for(pass.largest, bits);
  pass.energy = 0;
  pass.unit   = quantum.inverse;
  evaluate_all(g, d, b->par, store, &pass);
  sum_add_scaled(energy, (int64_t)pass.energy, quantum.exponent);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GravityMethod gravity_direct = {
  .head   = {.name = "direct",
             .text = "The sum over all pairs: the same bits on any number of ranks."},
  .force  = direct_force,
  .energy = direct_energy,
  .free   = release,
};
