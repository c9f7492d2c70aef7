/* SPDX-License-Identifier: MIT */
/* Passes of interactions: sums over pairs, their exchange, and columns made of them. */
#include "interaction/sph/passes.h"
#include "base/rows.h"
#include "interaction/pairs/pair_tile.h"
#include "interaction/sph/mirror_list.h"

/* ---- columns ---- */

unsigned passes_fields(const Interactions *all)
{
  unsigned uses = 0;

  for (int k = 0; k < all->n; k++) {
    const Passes *passes = all->list[k].kind->passes;

    if (!passes) continue;
    uses |= clump_table_use(passes->fields);
    for (const FurtherFields *f = passes->further; f && f->fields; f++)
      if (f->used(all->list[k].constants)) uses |= clump_table_use(f->fields);
  }
  return uses;
}

/* Set Acting.found to the present columns of the clumps. Local. */
static void passes_point(Interactions *all, const Clumps *clumps)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->passes)
      all->list[k].found.column =
        clumps->found + clump_table_first(all->list[k].kind->passes->fields);
}

static PassRows rows_of(const Acting *item, const Clumps *clumps, PetscInt n)
{
  return (PassRows){.clumps = clumps, .n = n, .found = item->found, .fresh = item->fresh};
}

void passes_weigh(Interactions *all, const Clumps *clumps, const Pebbles *pebbles)
{
  if (!all->has_passes) return;
  passes_point(all, clumps);
  for (int k = 0; k < all->n; k++) {
    Acting       *item   = &all->list[k];
    const Passes *passes = item->kind->passes;
    PassRows      rows   = rows_of(item, clumps, clumps->n);

    item->fresh = true;
    if (!passes || !passes->weigh) continue;
    array_reserve(&item->weight, sizeof *item->weight, pebbles->n, &item->weights);
    rows.pebbles = pebbles;
    passes->weigh(item->constants, &rows, item->weight);
    item->found.weight = item->weight;
    if (!passes->place) continue;
    array_reserve(&item->packed, PACKED * sizeof *item->packed, pebbles->n + 3, &item->packs);
    item->found.packed = item->packed;
  }
}

size_t passes_pebble_bytes(const Interactions *all)
{
  size_t bytes = 0;

  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    bytes += (item->weight ? 1 : 0) * sizeof *item->weight;
    bytes += (item->packed ? PACKED : 0) * sizeof *item->packed;
  }
  return bytes;
}

/* The columns that a pass makes: *n of them. Fields that this run does not use have no column, on
   any rank. */
static void find_made(const Acting *item, const PairPass *pass, double *column[CLUMPS_FOUND],
                      int *n)
{
  *n = 0;
  for (int f = 0; f < 32 && pass->makes >> f; f++)
    if ((pass->makes >> f & 1) && item->found.column[f]) column[(*n)++] = item->found.column[f];
}

/* Send the columns that a pass made from owners to copies. */
static PetscErrorCode renew(const Acting *item, const PairPass *pass, const Clumps *c, Halo *halo)
{
  double *column[CLUMPS_FOUND];
  int     n;

  PetscFunctionBeginUser;
  find_made(item, pass, column, &n);
  if (n > 0) PetscCall(halo_renew(halo, c, n, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode passes_share(Interactions *all, const InteractionScene *s, Halo *halo)
{
  PetscFunctionBeginUser;
  if (!all->has_passes) PetscFunctionReturn(PETSC_SUCCESS);
  passes_point(all, s->clumps);
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (!item->kind->passes) continue;
    for (const PairPass *pass = item->kind->passes->list; pass->add; pass++)
      PetscCall(renew(item, pass, s->clumps, halo));
    mirrors_find(item, s);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool passes_transport(const Interactions *all, const Clumps *clumps, double *column[3])
{
  for (int k = 0; k < all->n; k++) {
    const Passes           *passes = all->list[k].kind->passes;
    const TransportColumns *by     = passes ? passes->transports : NULL;

    if (!by || !by->used(all->list[k].constants)) continue;
    for (int i = 0; i < 3; i++)
      column[i] = clumps->found[clump_table_first(passes->fields) + by->first + i];
    return true;
  }
  return false;
}

void passes_keep(Interactions *all, const Clumps *clumps, double dt)
{
  double *transport[3];

  /* a clump that is not the interaction's any more, as its material has changed, is not
     transported */
  if (clumps->n_owned > 0 && passes_transport(all, clumps, transport))
    for (int i = 0; i < 3; i++) memset(transport[i], 0, (size_t)clumps->n_owned * sizeof(double));
  for (int k = 0; k < all->n && all->has_passes; k++) {
    const Passes *passes = all->list[k].kind->passes;
    PassRows      rows   = rows_of(&all->list[k], clumps, clumps->n_owned);

    rows.dt = dt;
    if (passes && passes->keep) passes->keep(all->list[k].constants, &rows);
  }
}

void passes_widen(Interactions *all, double reached)
{
  const double margin = 1.25; /* so that lists grow rarely */

  if (!(reached > 1)) return;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->passes) all->list[k].reach *= margin * reached;
  interactions_reach(all);
}

PetscErrorCode passes_recall(Interactions *all, const Clumps *clumps, const Parallel *par)
{
  PetscFunctionBeginUser;
  if (!all->has_passes) PetscFunctionReturn(PETSC_SUCCESS);
  passes_point(all, clumps);
  for (int k = 0; k < all->n; k++) {
    Acting       *item   = &all->list[k];
    const Passes *passes = item->kind->passes;
    PassRows      rows   = rows_of(item, clumps, clumps->n_owned);
    double        most;

    if (!passes || !passes->extent) continue;
    most = passes->extent(item->constants, &rows);
    PetscCall(parallel_max(par, &most, 1));
    item->reach = max_real(item->reach, most);
  }
  interactions_reach(all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pairs ---- */

static void pack(const Acting *item, const InteractionScene *s)
{
  PassRows rows = rows_of(item, s->clumps, s->clumps->n);

  rows.pebbles = s->pebbles;
  if (item->kind->passes && item->kind->passes->place)
    item->kind->passes->pack(item->constants, &rows, item->packed);
}

static void place(const Acting *item, const InteractionScene *s)
{
  PassRows rows = rows_of(item, s->clumps, s->clumps->n);

  rows.pebbles = s->pebbles;
  if (item->kind->passes && item->kind->passes->place)
    item->kind->passes->place(item->constants, &rows, item->packed);
}

void passes_pack(Interactions *all, const InteractionScene *s)
{
  if (!all->has_passes) return;
  passes_point(all, s->clumps);
  for (int k = 0; k < all->n; k++) {
    place(&all->list[k], s);
    pack(&all->list[k], s);
  }
}

/* Find the contributions of the next pairs of the near list. Returns true if those to a are those to
   b, too. */
static bool find(Interactions *all, const Acting *item, const PairPass *pass, const Pebbles *p,
                 RowWalk *walk, LaterTile *t)
{
  PassBatch *b = all->pass;
  int        full;

  b->n = later_tile_gather(all, p, walk, t, &full);
  b->i = t->later;
  b->j = t->other;
  b->a = t->a;
  b->b = t->b;
  if (pass->alike && pass->alike(item->constants, b)) return true;
  pair_ways(p->at, b->i, b->j, full, (double *const[]){b->dx, b->dy, b->dz}, b->d2);
  pass->add(item->constants, b);
  return false;
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

/* Round contributions, the same ones to both, and add them. Returns true if all are in range. */
KERNEL static bool add_alike(const PassBatch *b, const double *by, double inverse, int64_t *sum)
{
  const int32_t *a = b->a, *c = b->b;
  const Four     magic = {LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC};
  FourInts       fits  = {-1, -1, -1, -1};
  FourBits       own   = {0, 0, 0, 0};
  int32_t        now   = a[0];

  for (int k = 0; k < b->n; k += 4) {
    FourBits q;
    Four     x;

    four_get(&x, by + k);
    fits = fits & (FourInts)(x < SUM_LARGEST) & (FourInts)(x > -SUM_LARGEST);
    q    = (FourBits)(x * inverse + magic) - (FourBits)magic;
    if (a[k] == now && a[k + 3] == now) own = own + q;
    else
      for (int m = 0; m < 4; m++) {
        if (a[k + m] != now) {
          loads_add(&sum[now], (int64_t)((own[0] + own[1]) + (own[2] + own[3])));
          own = (FourBits){0, 0, 0, 0};
          now = a[k + m];
        }
        own[0] += q[m];
      }
    for (int m = 0; m < 4; m++) loads_add(&sum[c[k + m]], (int64_t)q[m]);
  }
  loads_add(&sum[now], (int64_t)((own[0] + own[1]) + (own[2] + own[3])));
  return four_mask(&fits) == 15;
}

/* Report the first pair whose contributions are out of range. */
static void note_wild(const Acting *item, const Clumps *c, const PassBatch *b, const double *to_a,
                      const double *to_b, ContactReport *report)
{
  for (int k = 0; k < b->n; k++)
    if (!(fabs(to_a[k]) < SUM_LARGEST && fabs(to_b[k]) < SUM_LARGEST))
      (void)interactions_report(report, item->name, item->section, c->id[b->a[k]], NAN,
                                "its sums over neighbours are out of range: masses of neighbours "
                                "differ by more than a factor of 100, or two are in the same "
                                "place");
}

static void scatter(Interactions *all, const Acting *item, const Clumps *c, bool alike, int sums,
                    ContactReport *report)
{
  PassBatch   *b       = all->pass;
  const double inverse = ldexp(1, -SUM_EXPONENT);
  int64_t      q[2][INTERACTION_TILE];

  for (int m = 0; m < sums; m++) {
    double *to_a = b->to_a[m], *to_b = b->to_b[m];

    if (alike) {
      for (int k = b->n; k % 4 != 0; k++) to_a[k] = 0;
      if (!add_alike(b, to_a, inverse, all->sum[m])) note_wild(item, c, b, to_a, to_a, report);
      continue;
    }
    if (round_all(b->n, to_a, inverse, q[0]) + round_all(b->n, to_b, inverse, q[1]))
      note_wild(item, c, b, to_a, to_b, report);
    add_to(b->a, q[0], b->n, all->sum[m]);
    for (int k = 0; k < b->n; k++) loads_add(&all->sum[m][b->b[k]], q[1][k]);
  }
}

static int used(const Acting *item, const PairPass *pass)
{
  return pass->used ? pass->used(item->constants) : pass->sums;
}

static bool has(const Set *set, int k)
{
  for (int m = 0; m < set->n; m++)
    if (set->list[m] == k) return true;
  return false;
}

/* Contributions of all pairs of interaction k. */
static void add_pairs(Interactions *all, const InteractionScene *s, int k, const PairPass *pass,
                      ContactReport *report)
{
  const Acting *item = &all->list[k];
  const int     sums = used(item, pass);
  LaterTile     t;

  all->pass->found = item->found;
  for (int cell = 0; cell < all->pairs->n_blocks * all->n_sets; cell++) {
    RowWalk walk = row_walk(&all->pairs->rows, cell);

    if (!has(&all->sets[cell % all->n_sets], k)) continue;
    while (walk.at < walk.end) {
      const bool alike = find(all, item, pass, s->pebbles, &walk, &t);

      if (all->pass->n > 0) scatter(all, item, s->clumps, alike, sums, report);
    }
  }
}

/* ---- passes ---- */

/* Residuals of an evaluation. here: that of this rank (PairPass.find), of the clump in row `worst`.
   all[0]: the largest of all ranks (of this rank if the pass is not repeated); all[1]: likewise
   the longest reach over that of the pair lists: above 1 the lists lack pairs, and the pass is not
   repeated. */
typedef struct {
  double   here;
  PetscInt worst;
  double   all[2];
} Rest;

PassTraffic passes_traffic(const Interactions *all)
{
  PassTraffic t = {0};

  for (int k = 0; k < all->n && all->has_passes; k++) {
    const Acting *item = &all->list[k];

    if (!item->kind->passes) continue;
    for (const PairPass *pass = item->kind->passes->list; pass->add; pass++) {
      double *column[CLUMPS_FOUND];
      int     n;

      if (used(item, pass) == 0 || pass->starts) continue;
      find_made(item, pass, column, &n);
      t.sums++;
      t.sum_bytes += (size_t)used(item, pass) * sizeof(int64_t);
      t.renewals += n > 0;
      t.renewal_bytes += (size_t)n * sizeof(double);
    }
  }
  return t;
}

KERNEL static void total_up(const int64_t *sum, PetscInt n, double unit, double *total)
{
#pragma omp simd
  for (PetscInt a = 0; a < n; a++) total[a] = (double)sum[a] * unit;
}

/* Evaluate a pass once, and set its residuals. */
static PetscErrorCode evaluate(Interactions *all, const InteractionScene *s, int k,
                               const PairPass *pass, const Parallel *par, Halo *halo,
                               ContactReport *report, Rest *rest)
{
  const Clumps *c    = s->clumps;
  const Acting *item = &all->list[k];
  PassRows      rows = rows_of(item, c, c->n_owned);
  const int     sums = used(item, pass);
  const double  unit = ldexp(1, SUM_EXPONENT);
  ArrayPart     parts[2 * PASS_SUMS];

  PetscFunctionBeginUser;
  for (int m = 0; m < PASS_SUMS; m++) {
    parts[2 * m]     = (ArrayPart)ARRAY_PART(all->sum[m]);
    parts[2 * m + 1] = (ArrayPart)ARRAY_PART(all->total[m]);
  }
  arrays_reserve(c->n, &all->sum_capacity, 2 * PASS_SUMS, parts);
  for (int m = 0; m < sums; m++) memset(all->sum[m], 0, (size_t)c->n * sizeof(int64_t));
  add_pairs(all, s, k, pass, report);
  PetscCall(halo_sum(halo, s->clumps, sums, all->sum));
  for (int m = 0; m < sums; m++) total_up(all->sum[m], c->n_owned, unit, all->total[m]);
  rows.dt      = s->starts ? 0 : s->dt;
  rows.sum     = (const double *const *)all->total;
  rest->here   = pass->find(item->constants, &rows);
  rest->worst  = rows.worst;
  rest->all[0] = rest->here;
  rest->all[1] = rows.reach / item->reach;
  all->reached = max_real(all->reached, rest->all[1]);
  if (pass->repeats > 1) PetscCall(parallel_max(par, rest->all, 2));
  PetscCall(renew(item, pass, s->clumps, halo));
  pack(item, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run(Interactions *all, const InteractionScene *s, int k, const Parallel *par,
                          Halo *halo, ContactReport *report)
{
  Acting  *item = &all->list[k];
  PassRows rows = rows_of(item, s->clumps, s->clumps->n);

  PetscFunctionBeginUser;
  mirrors_find(item, s);
  if (item->kind->passes->begin) item->kind->passes->begin(item->constants, &rows);
  place(item, s);
  item->fresh = false;
  for (const PairPass *pass = item->kind->passes->list; pass->add; pass++) {
    Rest rest = {.all = {INFINITY, 0}};

    if (used(item, pass) == 0 || (pass->starts && !s->starts)) continue;
    for (int n = 0; n < pass->repeats && rest.all[0] > pass->enough && rest.all[1] <= 1; n++)
      PetscCall(evaluate(all, s, k, pass, par, halo, report, &rest));
    if (rest.here > pass->enough && rest.all[1] <= 1)
      (void)interactions_report(report, item->name, item->section, s->clumps->id[rest.worst], NAN,
                                "its smoothing length does not converge");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode passes_run(Interactions *all, const InteractionScene *s, const Parallel *par,
                          Halo *halo, ContactReport *report)
{
  int users = 0;

  PetscFunctionBeginUser;
  if (!all->has_passes) PetscFunctionReturn(PETSC_SUCCESS);
  passes_point(all, s->clumps);
  all->reached = 0;
  for (int k = 0; k < all->n; k++) users += all->list[k].kind->passes != NULL;
  /* several write to the same columns, so that each sets its own anew in every step */
  for (int k = 0; k < all->n && users > 1; k++) all->list[k].fresh = true;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->passes) PetscCall(run(all, s, k, par, halo, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}
