/* SPDX-License-Identifier: MIT */
/* Phases of interactions: sums over pairs, their exchange, and columns made of them. */
#include "interaction/sph/phases.h"
#include "base/kernel.h"
#include "interaction/pairs/pair_tile.h"
#include "interaction/pairs/ways.h"
#include "interaction/sph/mirror_list.h"

/* ---- columns ---- */

unsigned phases_fields(const Interactions *all)
{
  unsigned uses = 0;

  for (int k = 0; k < all->n; k++) {
    const Phased *phased = all->list[k].kind->phased;

    if (!phased) continue;
    uses |= clump_table_use(phased->fields);
    for (const FurtherFields *f = phased->further; f && f->fields; f++)
      if (f->used(all->list[k].constants)) uses |= clump_table_use(f->fields);
  }
  return uses;
}

void phases_point(Interactions *all, const Clumps *clumps)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->phased)
      all->list[k].found.column =
        clumps->found + clump_table_first(all->list[k].kind->phased->fields);
}

static PhaseRows rows_of(const Acting *item, const Clumps *clumps, PetscInt n)
{
  return (PhaseRows){.clumps = clumps, .n = n, .found = item->found};
}

PetscErrorCode phases_weigh(Interactions *all, const Clumps *clumps, const Pebbles *pebbles)
{
  PetscFunctionBeginUser;
  if (!all->phased) PetscFunctionReturn(PETSC_SUCCESS);
  phases_point(all, clumps);
  for (int k = 0; k < all->n; k++) {
    Acting       *item   = &all->list[k];
    const Phased *phased = item->kind->phased;
    PhaseRows     rows   = rows_of(item, clumps, clumps->n);

    if (!phased || !phased->weigh) continue;
    PetscCall(array_reserve(&item->weight, sizeof *item->weight, pebbles->n, &item->weights));
    rows.pebbles = pebbles;
    phased->weigh(item->constants, &rows, item->weight);
    item->found.weight = item->weight;
    if (!phased->pack) continue;
    PetscCall(
      array_reserve(&item->packed, PACKED * sizeof *item->packed, pebbles->n, &item->packs));
    item->found.packed = item->packed;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Columns that a phase computes on owners and that copies get; returns their number. Fields that this run
   does not use have no column, on any rank. */
static int made_by(const Acting *item, const Phase *phase, double *column[CLUMPS_FOUND])
{
  int n = 0;

  for (int f = 0; f < 32 && phase->makes >> f; f++)
    if ((phase->makes >> f & 1) && item->found.column[f]) column[n++] = item->found.column[f];
  return n;
}

PetscErrorCode phases_share(Interactions *all, const InteractionScene *s, Halo *halo)
{
  double *column[CLUMPS_FOUND];

  PetscFunctionBeginUser;
  if (!all->phased) PetscFunctionReturn(PETSC_SUCCESS);
  phases_point(all, s->clumps);
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (!item->kind->phased) continue;
    for (const Phase *phase = item->kind->phased->phases; phase->add; phase++) {
      const int n = made_by(item, phase, column);

      if (n > 0) PetscCall(halo_renew(halo, s->clumps, n, column));
    }
    mirrors_find(item, s);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Index of an interaction with velocities of transport; -1: none has any. */
static int find_transport(const Interactions *all)
{
  for (int k = 0; k < all->n; k++) {
    const Phased *phased = all->list[k].kind->phased;

    if (phased && phased->transports && phased->transports->used(all->list[k].constants)) return k;
  }
  return -1;
}

bool phases_transport(const Interactions *all, const Clumps *clumps, double *column[3])
{
  const int     k = find_transport(all);
  const Phased *phased;

  if (k < 0) return false;
  phased = all->list[k].kind->phased;
  for (int i = 0; i < 3; i++)
    column[i] = clumps->found[clump_table_first(phased->fields) + phased->transports->first + i];
  return true;
}

/* A clump that is not the interaction's any more, as its material has changed, is not transported. */
static void clear_transport(const Interactions *all, const Clumps *clumps)
{
  double *column[3];

  if (!phases_transport(all, clumps, column)) return;
  for (int i = 0; i < 3 && clumps->n_owned > 0; i++)
    memset(column[i], 0, (size_t)clumps->n_owned * sizeof(double));
}

void phases_keep(Interactions *all, const Clumps *clumps, double dt)
{
  if (all->phased) clear_transport(all, clumps);
  for (int k = 0; k < all->n && all->phased; k++) {
    const Phased *phased = all->list[k].kind->phased;
    PhaseRows     rows   = rows_of(&all->list[k], clumps, clumps->n_owned);

    rows.dt = dt;
    if (phased && phased->keep) phased->keep(all->list[k].constants, &rows);
  }
}

void phases_widen(Interactions *all, double reached)
{
  const double margin = 1.25; /* so that lists grow rarely */

  if (!(reached > 1)) return;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->phased) all->list[k].reach *= margin * reached;
  interactions_reach(all);
}

PetscErrorCode phases_recall(Interactions *all, const Clumps *clumps, const Parallel *par)
{
  PetscFunctionBeginUser;
  if (!all->phased) PetscFunctionReturn(PETSC_SUCCESS);
  phases_point(all, clumps);
  for (int k = 0; k < all->n; k++) {
    Acting       *item   = &all->list[k];
    const Phased *phased = item->kind->phased;
    PhaseRows     rows   = rows_of(item, clumps, clumps->n_owned);
    double        most;

    if (!phased || !phased->extent) continue;
    most = phased->extent(item->constants, &rows);
    PetscCall(parallel_max(par, &most, 1));
    item->reach = max_real(item->reach, most);
  }
  interactions_reach(all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pairs ---- */

static void pack(const Acting *item, const InteractionScene *s)
{
  PhaseRows rows = rows_of(item, s->clumps, s->clumps->n);

  rows.pebbles = s->pebbles;
  if (item->kind->phased && item->kind->phased->pack)
    item->kind->phased->pack(item->constants, &rows, item->packed);
}

void phases_pack(Interactions *all, const InteractionScene *s)
{
  if (!all->phased) return;
  phases_point(all, s->clumps);
  for (int k = 0; k < all->n; k++) pack(&all->list[k], s);
}

KERNEL static void find_ways(const Ball *at, const int32_t *i, const int32_t *j, int n,
                             PhaseBatch *b)
{
  for (int k = 0; k < n; k += 4) {
    Four d[4], d2;

    four_ways(at, i + k, j + k, d, &d2);
    four_put(b->dx + k, d[0]);
    four_put(b->dy + k, d[1]);
    four_put(b->dz + k, d[2]);
    four_put(b->d2 + k, d2);
  }
}

/* Rows of pebbles, padded to a multiple of four with the last pair. */
typedef struct {
  int32_t i[INTERACTION_TILE], j[INTERACTION_TILE];
  int32_t a[INTERACTION_TILE], b[INTERACTION_TILE]; /* of clumps */
} PhaseTile;

KERNEL static void order_rows(const int32_t *a, const int32_t *b, int n, int32_t *later,
                              int32_t *other)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    later[k] = a[k] > b[k] ? a[k] : b[k];
    other[k] = a[k] > b[k] ? b[k] : a[k];
  }
}

/* Pairs from .. from + n - 1 of the near list. */
static void gather(const PairList *list, const Pebbles *p, bool lone, PetscInt from, int n,
                   PhaseTile *t, PhaseBatch *b)
{
  int full = n;

  order_rows(list->a + from, list->b + from, n, t->i, t->j);
  for (; full % 4 != 0; full++) {
    t->i[full] = t->i[full - 1];
    t->j[full] = t->j[full - 1];
  }
  b->n = n;
  b->i = t->i;
  b->j = t->j;
  find_ways(p->at, t->i, t->j, full, b);
  b->a = t->i;
  b->b = t->j;
  if (lone) return;
  pull_clumps(p->clump, t->i, n, t->a);
  pull_clumps(p->clump, t->j, n, t->b);
  b->a = t->a;
  b->b = t->b;
}

static void note_wild(const Acting *item, Id a, const char *why, ContactReport *r)
{
  if (!r->possible) return;
  r->possible  = false;
  r->wild      = NAN;
  r->wild_a    = a;
  r->wild_by   = item->name;
  r->wild_of   = item->section;
  r->wild_why  = why;
  r->wild_pair = false;
}

/* Round contributions; returns the number of those out of range, or not a number. */
KERNEL static int64_t round_all(int n, const double *from, double inverse, int64_t *to)
{
  int64_t out = 0;

#pragma omp simd reduction(+ : out)
  for (int k = 0; k < n; k++) {
    to[k] = quanta(from[k], inverse);
    out += !(fabs(from[k]) < SUM_LARGEST);
  }
  return out;
}

static void note_sums(const Acting *item, const Clumps *c, const PhaseBatch *b, int m,
                      ContactReport *report)
{
  for (int k = 0; k < b->n; k++)
    if (!(fabs(b->to_a[m][k]) < SUM_LARGEST && fabs(b->to_b[m][k]) < SUM_LARGEST))
      note_wild(item, c->id[b->a[k]],
                "its sums over neighbours are out of range: masses of neighbours differ by more "
                "than a factor of 100, or two are in the same place",
                report);
}

/* Add the contributions to the sums of both clumps. Pairs are listed by their later pebble, whose
   sum need not be read back from memory each time. */
static void add_to(const int32_t *row, const int64_t *by, int n, int64_t *sum)
{
  int32_t  now = row[0];
  uint64_t own = 0;

  for (int k = 0; k < n; k++) {
    if (row[k] != now) {
      loads_add(&sum[now], (int64_t)own);
      now = row[k];
      own = 0;
    }
    own += (uint64_t)by[k];
  }
  loads_add(&sum[now], (int64_t)own);
}

static void scatter(Interactions *all, const Acting *item, const Clumps *c, int sums,
                    ContactReport *report)
{
  const PhaseBatch *b       = all->phase;
  const double      inverse = ldexp(1, -SUM_EXPONENT);
  int64_t           q[2][INTERACTION_TILE];

  for (int m = 0; m < sums; m++) {
    if (round_all(b->n, b->to_a[m], inverse, q[0]) + round_all(b->n, b->to_b[m], inverse, q[1]))
      note_sums(item, c, b, m, report);
    add_to(b->a, q[0], b->n, all->sum[m]);
    for (int k = 0; k < b->n; k++) loads_add(&all->sum[m][b->b[k]], q[1][k]);
  }
}

static int used(const Acting *item, const Phase *phase)
{
  return phase->used ? phase->used(item->constants) : phase->sums;
}

static bool has(const Set *set, int k)
{
  for (int m = 0; m < set->n; m++)
    if (set->list[m] == k) return true;
  return false;
}

/* Contributions of all pairs of interaction k. */
static void add_pairs(Interactions *all, const InteractionScene *s, int k, const Phase *phase,
                      ContactReport *report)
{
  const Acting   *item  = &all->list[k];
  const PetscInt *start = all->pairs->pebbles.start;
  const int       sums  = used(item, phase);
  PhaseTile       t;

  pack(item, s);
  all->phase->found = item->found;
  for (int cell = 0; cell < all->pairs->n_blocks * all->n_sets; cell++) {
    if (!has(&all->sets[cell % all->n_sets], k)) continue;
    for (PetscInt from = start[cell]; from < start[cell + 1]; from += INTERACTION_TILE) {
      gather(&all->pairs->pebbles, s->pebbles, all->lone, from,
             (int)min_int(INTERACTION_TILE, start[cell + 1] - from), &t, all->phase);
      phase->add(item->constants, all->phase);
      if (all->phase->n > 0) scatter(all, item, s->clumps, sums, report);
    }
  }
}

/* ---- phases ---- */

/* Residuals of an evaluation. here: that of this rank (Phase.find), of the clump in row `worst`.
   all[0]: the largest of all ranks (of this rank if the phase is not repeated); all[1]: likewise
   the longest reach over that of the pair lists: above 1 the lists lack pairs, and the phase is not
   repeated. */
typedef struct {
  double   here;
  PetscInt worst;
  double   all[2];
} Rest;

static PetscErrorCode clear_sums(Interactions *all, const Clumps *c, int sums)
{
  PetscFunctionBeginUser;
  if (c->n > all->sum_capacity) {
    PetscInt room = all->sum_capacity;

    for (int m = 0; m < PHASE_SUMS; m++) {
      room = all->sum_capacity;
      PetscCall(array_reserve(&all->sum[m], sizeof(int64_t), c->n, &room));
      room = all->sum_capacity;
      PetscCall(array_reserve(&all->total[m], sizeof(double), c->n, &room));
    }
    all->sum_capacity = room;
  }
  for (int m = 0; m < sums; m++) memset(all->sum[m], 0, (size_t)c->n * sizeof(int64_t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums of owned clumps as numbers. */
static void total_up(Interactions *all, const Clumps *c, int sums)
{
  const double unit = ldexp(1, SUM_EXPONENT);

  for (int m = 0; m < sums; m++)
    for (PetscInt a = 0; a < c->n_owned; a++) all->total[m][a] = (double)all->sum[m][a] * unit;
}

/* Send the columns that a phase made from owners to copies. */
static PetscErrorCode renew(const Acting *item, const Phase *phase, const Clumps *c, Halo *halo)
{
  double   *column[CLUMPS_FOUND];
  const int n = made_by(item, phase, column);

  PetscFunctionBeginUser;
  if (n > 0) PetscCall(halo_renew(halo, c, n, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluate a phase once, and set its residuals. */
static PetscErrorCode evaluate(Interactions *all, const InteractionScene *s, int k,
                               const Phase *phase, const Parallel *par, Halo *halo,
                               ContactReport *report, Rest *rest)
{
  const Acting *item = &all->list[k];
  PhaseRows     rows = rows_of(item, s->clumps, s->clumps->n_owned);

  PetscFunctionBeginUser;
  PetscCall(clear_sums(all, s->clumps, phase->sums));
  add_pairs(all, s, k, phase, report);
  PetscCall(halo_sum(halo, s->clumps, used(item, phase), all->sum));
  total_up(all, s->clumps, phase->sums);
  rows.dt      = s->starts ? 0 : s->dt;
  rows.sum     = (const double *const *)all->total;
  rest->here   = phase->find(item->constants, &rows);
  rest->worst  = rows.worst;
  rest->all[0] = rest->here;
  rest->all[1] = rows.reach / item->reach;
  all->reached = max_real(all->reached, rest->all[1]);
  if (phase->repeats > 1) PetscCall(parallel_max(par, rest->all, 2));
  PetscCall(renew(item, phase, s->clumps, halo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run(Interactions *all, const InteractionScene *s, int k, const Parallel *par,
                          Halo *halo, ContactReport *report)
{
  const Acting *item = &all->list[k];
  PhaseRows     rows = rows_of(item, s->clumps, s->clumps->n);

  PetscFunctionBeginUser;
  mirrors_find(item, s);
  if (item->kind->phased->begin) item->kind->phased->begin(item->constants, &rows);
  for (const Phase *phase = item->kind->phased->phases; phase->add; phase++) {
    Rest rest = {.all = {INFINITY, 0}};

    if (used(item, phase) == 0 || (phase->starts && !s->starts)) continue;
    for (int n = 0; n < phase->repeats && rest.all[0] > phase->enough && rest.all[1] <= 1; n++)
      PetscCall(evaluate(all, s, k, phase, par, halo, report, &rest));
    if (rest.here > phase->enough && rest.all[1] <= 1)
      note_wild(item, s->clumps->id[rest.worst], "its smoothing length does not converge", report);
  }
  pack(item, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode phases_find(Interactions *all, const InteractionScene *s, const Parallel *par,
                           Halo *halo, ContactReport *report)
{
  PetscFunctionBeginUser;
  if (!all->phased) PetscFunctionReturn(PETSC_SUCCESS);
  phases_point(all, s->clumps);
  all->reached = 0;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->phased) PetscCall(run(all, s, k, par, halo, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}
