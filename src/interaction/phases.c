/* SPDX-License-Identifier: MIT */
/* Phases of interactions: sums over pairs, their exchange, and columns made of them. */
#include "interaction/phases.h"

/* ---- columns ---- */

unsigned phases_fields(const Interactions *all)
{
  unsigned uses = 0;

  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->fields) uses |= clump_table_use(all->list[k].kind->fields);
  return uses;
}

void phases_point(Interactions *all, const Clumps *clumps)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->fields)
      all->list[k].found.column = clumps->found + clump_table_first(all->list[k].kind->fields);
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
    Acting   *item = &all->list[k];
    PhaseRows rows = rows_of(item, clumps, clumps->n);

    if (!item->kind->weigh) continue;
    PetscCall(array_reserve(&item->weight, sizeof *item->weight, pebbles->n, &item->weights));
    rows.pebbles = pebbles;
    item->kind->weigh(item->constants, &rows, item->weight);
    item->found.weight = item->weight;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void phases_keep(Interactions *all, const Clumps *clumps)
{
  for (int k = 0; k < all->n && all->phased; k++) {
    PhaseRows rows = rows_of(&all->list[k], clumps, clumps->n_owned);

    if (all->list[k].kind->keep) all->list[k].kind->keep(all->list[k].constants, &rows);
  }
}

void phases_widen(Interactions *all, double reached)
{
  const double margin = 1.25; /* so that lists grow rarely */

  if (!(reached > 1)) return;
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->phases) all->list[k].reach *= margin * reached;
  interactions_reach(all);
}

/* ---- pairs ---- */

/* Pairs from .. from + n - 1 of the near list. Centres of clumps that have left are not a number: such
   a pair is infinitely far apart. */
static void gather(const PairList *list, const Pebbles *p, PetscInt from, int n, PhaseBatch *b)
{
  b->n = n;
  b->i = list->a + from;
  b->j = list->b + from;
  for (int k = 0; k < n; k++) {
    const Ball  *x = &p->at[b->i[k]], *y = &p->at[b->j[k]];
    const double dx = y->x - x->x, dy = y->y - x->y, dz = y->z - x->z,
                 d2  = dx * dx + dy * dy + dz * dz;
    const bool known = d2 == d2;

    b->a[k]  = p->clump[b->i[k]];
    b->b[k]  = p->clump[b->j[k]];
    b->dx[k] = known ? dx : 0;
    b->dy[k] = known ? dy : 0;
    b->dz[k] = known ? dz : 0;
    b->d2[k] = known ? d2 : INFINITY;
  }
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

/* Add the contributions to the sums of both clumps. */
static void scatter(Interactions *all, const Acting *item, const Clumps *c, int sums,
                    ContactReport *report)
{
  const PhaseBatch *b       = all->phase;
  const double      inverse = ldexp(1, -SUM_EXPONENT);

  for (int m = 0; m < sums; m++)
    for (int k = 0; k < b->n; k++) {
      const double most = max_real(fabs(b->to_a[m][k]), fabs(b->to_b[m][k]));

      if (!(most < SUM_LARGEST))
        note_wild(item, c->id[b->a[k]],
                  "its sums over neighbours are out of range: masses of neighbours differ by more "
                  "than a factor of 100, or two are in the same place",
                  report);
      loads_add(&all->sum[m][b->a[k]], quanta(b->to_a[m][k], inverse));
      loads_add(&all->sum[m][b->b[k]], quanta(b->to_b[m][k], inverse));
    }
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

  all->phase->found = item->found;
  for (int cell = 0; cell < all->pairs->n_blocks * all->n_sets; cell++) {
    if (!has(&all->sets[cell % all->n_sets], k)) continue;
    for (PetscInt from = start[cell]; from < start[cell + 1]; from += INTERACTION_TILE) {
      gather(&all->pairs->pebbles, s->pebbles, from,
             (int)min_int(INTERACTION_TILE, start[cell + 1] - from), all->phase);
      phase->add(item->constants, all->phase);
      scatter(all, item, s->clumps, phase->sums, report);
    }
  }
}

/* ---- phases ---- */

/* What is left to be found here (Phase.find), and the row of the clump that is worst; of all ranks, if
   the phase may be repeated: the same, and the longest reach over that of the lists, with which
   further sums would lack pairs. */
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
  double *column[CLUMPS_FOUND];
  int     n = 0;

  PetscFunctionBeginUser;
  for (int f = 0; item->kind->fields[f].name; f++)
    if (phase->makes >> f & 1) column[n++] = item->found.column[f];
  PetscCall(halo_renew(halo, c, n, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluate a phase once. rest: what find() returned here, and the largest of all ranks if it may be
   repeated. */
static PetscErrorCode evaluate(Interactions *all, const InteractionScene *s, int k,
                               const Phase *phase, const Parallel *par, Halo *halo,
                               ContactReport *report, Rest *rest)
{
  const Acting *item = &all->list[k];
  PhaseRows     rows = rows_of(item, s->clumps, s->clumps->n_owned);

  PetscFunctionBeginUser;
  PetscCall(clear_sums(all, s->clumps, phase->sums));
  add_pairs(all, s, k, phase, report);
  PetscCall(halo_sum(halo, s->clumps, phase->sums, all->sum));
  total_up(all, s->clumps, phase->sums);
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
  if (item->kind->begin) item->kind->begin(item->constants, &rows);
  for (const Phase *phase = item->kind->phases; phase->add; phase++) {
    Rest rest = {.all = {INFINITY, 0}};

    for (int n = 0; n < phase->repeats && rest.all[0] > phase->enough && rest.all[1] <= 1; n++)
      PetscCall(evaluate(all, s, k, phase, par, halo, report, &rest));
    if (rest.here > phase->enough && rest.all[1] <= 1)
      note_wild(item, s->clumps->id[rest.worst], "its smoothing length does not converge", report);
  }
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
    if (all->list[k].kind->phases) PetscCall(run(all, s, k, par, halo, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}
