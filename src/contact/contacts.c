/* SPDX-License-Identifier: MIT */
/* One evaluation: filter the listed pairs down to those that touch; then, tile by tile, gather the
   bodies, apply the laws and add the forces to the loads. */
#include "contact/contacts.h"
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/flow.h"
#include "search/near.h"

PetscErrorCode contacts_create(const Laws *laws, Contacts **contacts)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(contacts, sizeof **contacts, 1));
  PetscCall(array_create(&(*contacts)->batch, sizeof(ContactBatch), 1));
  (*contacts)->laws = laws;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void touching_free(Touching *t)
{
  array_free(&t->pair);
  array_free(&t->memory);
}

PetscErrorCode contacts_destroy(Contacts **contacts)
{
  PetscFunctionBeginUser;
  if (*contacts) {
    for (int k = 0; k < 2; k++) {
      touching_free(&(*contacts)->pebbles[k]);
      touching_free(&(*contacts)->walls[k]);
    }
    array_free(&(*contacts)->batch);
    array_free(&(*contacts)->hits);
    array_free(contacts);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode touching_reserve(Touching *t, int columns, PetscInt n)
{
  PetscInt room = t->capacity;

  PetscFunctionBeginUser;
  if (n + TOUCHING_SPARE <= t->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  if (columns > 0)
    PetscCall(
      array_reserve(&t->memory, (size_t)columns * sizeof(double), n + TOUCHING_SPARE, &room));
  PetscCall(array_reserve(&t->pair, sizeof *t->pair, n + TOUCHING_SPARE, &t->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

double *touching_row(const Touching *t, int columns, PetscInt k)
{
  return t->memory + (size_t)k * (size_t)columns;
}

void touching_end(Touching *t, int columns)
{
  if (t->memory) memset(touching_row(t, columns, t->n), 0, (size_t)columns * sizeof(double));
}

/* ---- filter ---- */

/* Indices of the pairs from .. to-1 that touch, ascending, to hits; returns their number. hits:
   capacity to - from + 4. */
KERNEL static int filter_pebbles(const ContactScene *s, PetscInt from, PetscInt to, int32_t *hits)
{
  const Ball    *at = s->pebbles->at;
  const int32_t *a = s->pairs->pebbles.a, *b = s->pairs->pebbles.b;
  PetscInt       k = from;
  int            n = 0;

  for (; k + 4 <= to; k += 4) {
    FourInts yes;
    unsigned mask;

    near_yes(at, a + k, b + k, 0, &yes);
    mask = four_mask(yes);
    four_pick_places(mask, (int32_t)k, hits + n);
    n += four_counts[mask];
  }
  for (; k < to; k++) {
    hits[n] = (int32_t)k;
    n += near_one(at[a[k]], at[b[k]], 0);
  }
  return n;
}

static int filter_walls(const ContactScene *s, PetscInt from, PetscInt to, int32_t *hits)
{
  const Pebbles  *p    = s->pebbles;
  const PairList *list = &s->pairs->walls;
  int             n    = 0;

  for (PetscInt k = from; k < to; k++) {
    const int32_t i = list->a[k];

    hits[n] = (int32_t)k;
    n +=
      wall_distance(&s->walls->list[list->b[k]], domain_wrapped(s->domain, pebble_centre(p, i))) -
        p->at[i].r <
      0;
  }
  return n;
}

/* ---- memory ---- */

/* from[k]: the committed contact of hit k; of a new contact the row after the last, which is zero.
   Sets b->known. Both lists ascend; *at: position in `old`, kept from tile to tile. from[] is
   padded to a multiple of four. */
static void match(const Touching *old, const int32_t *hits, PetscInt *at, ContactBatch *b,
                  int32_t *from)
{
  const Four yes = {1, 1, 1, 1};
  PetscInt   o   = *at;
  int        k   = 0;

  while (k < b->n) {
    const int end = k + 4 < b->n ? k + 4 : b->n;

    /* fast path: nearly all contacts are those of the last step */
    if (end == k + 4 && o + 4 <= old->n && memcmp(hits + k, old->pair + o, 4 * sizeof *hits) == 0) {
      four_put(&b->known[k], yes);
      four_count_up((int32_t)o, from + k);
      o += 4;
      k = end;
    }
    for (; k < end; k++) {
      while (o < old->n && old->pair[o] < hits[k]) o++;
      b->known[k] = o < old->n && old->pair[o] == hits[k];
      from[k]     = (int32_t)(b->known[k] > 0 ? o++ : old->n);
    }
  }
  for (; k % 4 != 0; k++) from[k] = (int32_t)old->n;
  *at = o;
}

/* Load the batch's memory from the committed contacts. Rows are read four reals at a time; reals
   past the end of a row go to columns that no law reads. */
KERNEL static void recall(const Touching *old, int columns, const int32_t *from, ContactBatch *b)
{
  for (int c = 0; c < columns; c += 4)
    for (int k = 0; k < b->n; k += 4) {
      Four m[4];

      four_gather(old->memory + c, (size_t)columns, from + k, m);
      for (int i = 0; i < 4; i++) four_put(&b->store[c + i][k], m[i]);
    }
}

/* Append the batch's contacts and their memory. Rows are written four reals at a time, ascending:
   each row overwrites what the one before wrote past its end. */
KERNEL static void remember(Touching *fresh, int columns, const int32_t *hits,
                            const ContactBatch *b)
{
  double *row = touching_row(fresh, columns, fresh->n);

  memcpy(fresh->pair + fresh->n, hits, (size_t)b->n * sizeof *hits);
  for (int k = 0; k < b->n; k += 4) {
    Four m[MEMORY_MOST]; /* [c + i]: reals c .. c+3 of row k + i */

    for (int c = 0; c < columns; c += 4) {
      for (int i = 0; i < 4; i++) four_get(&m[c + i], &b->store[c + i][k]);
      four_turn(m + c);
    }
    for (int i = 0; i < 4; i++, row += columns)
      for (int c = 0; c < columns; c += 4) four_put(row + c, m[c + i]);
  }
  fresh->n += b->n;
}

/* ---- loads ---- */

/* Loads of a tile in quanta: forces on a, torques on a, torques of the same forces about b. */
typedef struct {
  _Alignas(64) int64_t f[3][TILE], ta[3][TILE], tb[3][TILE];
} TileLoads;

/* fmax as a comparison, which vectorises. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

/* Round every contribution to its quantum; *force: largest force component so far, N. */
KERNEL static void round_loads(const Tile *t, const ContactBatch *b, const Loads *loads,
                               TileLoads *q, double *force)
{
  const double f    = loads->force.inverse;
  double       most = *force;

#pragma omp simd reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double fx = b->fx[k], fy = b->fy[k], fz = b->fz[k];
    const double ax   = t->arm_ay[k] * fz - t->arm_az[k] * fy,
                 ay   = t->arm_az[k] * fx - t->arm_ax[k] * fz,
                 az   = t->arm_ax[k] * fy - t->arm_ay[k] * fx;
    const double bx   = t->arm_by[k] * fz - t->arm_bz[k] * fy,
                 by   = t->arm_bz[k] * fx - t->arm_bx[k] * fz,
                 bz   = t->arm_bx[k] * fy - t->arm_by[k] * fx;
    const double here = larger(larger(fabs(fx), fabs(fy)), fabs(fz));
    const double wa = f / LOAD_ARMS * t->per_arm_a[k], wb = f / LOAD_ARMS * t->per_arm_b[k];

    q->f[0][k]  = quanta(fx, f);
    q->f[1][k]  = quanta(fy, f);
    q->f[2][k]  = quanta(fz, f);
    q->ta[0][k] = quanta(ax, wa);
    q->ta[1][k] = quanta(ay, wa);
    q->ta[2][k] = quanta(az, wa);
    q->tb[0][k] = quanta(bx, wb);
    q->tb[1][k] = quanta(by, wb);
    q->tb[2][k] = quanta(bz, wb);
    most        = here > most ? here : most;
  }
  *force = most;
}

/* Transpose the quanta of n <= 4 contacts to one row each; add them to (sign 1) or subtract them
   from (sign -1) the sums of their bodies. 64-bit integers wrap: if a contribution was too large,
   the sums are discarded and evaluated again. */
ALWAYS_INLINE void scatter_four(int64_t *sum, const int32_t *row, int n, int sign,
                                int64_t f[3][TILE], int64_t t[3][TILE], int k)
{
  Four     c[4], d[4];
  FourBits low;
  TwoBits  high;

  four_get(&c[0], (const double *)&f[0][k]);
  four_get(&c[1], (const double *)&f[1][k]);
  four_get(&c[2], (const double *)&f[2][k]);
  four_get(&c[3], (const double *)&t[0][k]);
  four_get(&d[0], (const double *)&t[1][k]);
  four_get(&d[1], (const double *)&t[2][k]);
  d[2] = d[3] = d[0];
  four_turn(c);
  four_turn(d);
  for (int m = 0; m < n; m++) {
    int64_t *s = sum + (size_t)row[m] * LOAD_PARTS;

    four_get_bits(&low, s);
    memcpy(&high, s + 4, sizeof high);
    low  = sign > 0 ? low + (FourBits)c[m] : low - (FourBits)c[m];
    high = sign > 0 ? high + *(TwoBits *)&d[m] : high - *(TwoBits *)&d[m];
    four_put_bits(s, low);
    memcpy(s + 4, &high, sizeof high);
  }
}

KERNEL static void scatter_pebbles(const Tile *t, TileLoads *q, int n, int64_t *sum)
{
  int k = 0;

  for (; k + 4 <= n; k += 4) {
    scatter_four(sum, t->a + k, 4, 1, q->f, q->ta, k);
    scatter_four(sum, t->b + k, 4, -1, q->f, q->tb, k);
  }
  if (k == n) return; /* a full tile: reading at k would pass its end */
  scatter_four(sum, t->a + k, n - k, 1, q->f, q->ta, k);
  scatter_four(sum, t->b + k, n - k, -1, q->f, q->tb, k);
}

/* Loads on the pebbles' bodies; walls are fixed and have none. */
KERNEL static void scatter_walls(const Tile *t, TileLoads *q, int n, int64_t *sum)
{
  for (int k = 0; k < n; k += 4)
    scatter_four(sum, t->a + k, n - k < 4 ? n - k : 4, 1, q->f, q->ta, k);
}

/* Work taken from the bodies by the contacts of the tile in a time dt: -(force on a) . (relative
   velocity) dt, as the sum of its quanta (1 / inverse, J). *largest: largest size of a contact's
   work so far, J. */
KERNEL static int64_t tile_work(const ContactBatch *b, double dt, double inverse, double *largest)
{
  uint64_t total = 0; /* may wrap; not used then */
  double   most  = *largest;

#pragma omp simd reduction(+ : total) reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double work = -dt * (b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k]);

    total += (uint64_t)quanta(work, inverse);
    most = fabs(work) > most ? fabs(work) : most;
  }
  *largest = most;
  return (int64_t)total;
}

/* ---- report ---- */

/* Largest excess over the overlap limit (0: none), m; largest overlap so far, m; sum of the force
   components' sizes, N, an upper bound of each. */
KERNEL static void find_extremes(const Tile *t, const ContactBatch *b, double limit,
                                 double *over_out, double *gap_out, double *sum_out)
{
  double over = 0, deepest_gap = *gap_out, sum = 0;

#pragma omp simd reduction(max : over, deepest_gap) reduction(+ : sum)
  for (int k = 0; k < b->n; k++) {
    const double depth = -b->gap[k], more = depth - limit * t->smaller[k];

    over        = more > over ? more : over;
    deepest_gap = depth > deepest_gap ? depth : deepest_gap;
    sum += fabs(b->fx[k]) + fabs(b->fy[k]) + fabs(b->fz[k]);
  }
  *over_out = over;
  *gap_out  = deepest_gap;
  *sum_out  = sum;
}

/* Force that takes as many quanta as the largest torque of contact k, N. */
static double force_of_torque(const Tile *t, const ContactBatch *b, int k)
{
  const Vec3 f  = {b->fx[k], b->fy[k], b->fz[k]};
  const Vec3 ta = vec3_cross((Vec3){t->arm_ax[k], t->arm_ay[k], t->arm_az[k]}, f),
             tb = vec3_cross((Vec3){t->arm_bx[k], t->arm_by[k], t->arm_bz[k]}, f);

  return larger(larger(larger(fabs(ta.x), fabs(ta.y)), fabs(ta.z)) * t->per_arm_a[k],
                larger(larger(fabs(tb.x), fabs(tb.y)), fabs(tb.z)) * t->per_arm_b[k]) /
         LOAD_ARMS;
}

static double force_size(const ContactBatch *b, int k)
{
  return sqrt(b->fx[k] * b->fx[k] + b->fy[k] * b->fy[k] + b->fz[k] * b->fz[k]);
}

static double work_size(const ContactBatch *b, double dt, int k)
{
  return fabs(dt * (b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k]));
}

static bool is_possible(const ContactBatch *b, double dt, int k)
{
  return fabs(b->fx[k]) <= FORCE_MOST && fabs(b->fy[k]) <= FORCE_MOST &&
         fabs(b->fz[k]) <= FORCE_MOST && work_size(b, dt, k) <= WORK_MOST;
}

/* Report the tile's first contact whose force or work is beyond FORCE_MOST or WORK_MOST. */
static void note_wild(const ContactScene *s, const Tile *t, const ContactBatch *b,
                      const PairList *list, const int32_t *hits, ContactReport *report)
{
  for (int k = 0; k < b->n && report->possible; k++) {
    if (is_possible(b, 0.5 * s->dt, k)) continue;
    report->possible  = false;
    report->wild      = force_size(b, k);
    report->wild_a    = s->clumps->id[t->a[k]];
    report->wild_wall = t->b[k] < 0;
    report->wild_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
  }
}

static void watch(const ContactScene *s, const Tile *t, const ContactBatch *b, const PairList *list,
                  const int32_t *hits, ContactReport *report)
{
  const double inside = 4; /* overlap over the smaller radius; above it the contact point is outside
                              the smaller pebble */
  double       over, sum;

  find_extremes(t, b, min_real(s->overlap_limit, inside), &over, &report->deepest_gap, &sum);
  if (!(sum <= FORCE_MOST && report->largest_work <= WORK_MOST))
    note_wild(s, t, b, list, hits, report);
  for (int k = 0; over > 0 && k < b->n; k++) {
    const double relative = -b->gap[k] / t->smaller[k];

    if (relative > inside)
      report->largest_force = larger(force_of_torque(t, b, k), report->largest_force);
    if (relative <= report->deepest || relative <= s->overlap_limit) continue;
    report->deepest      = relative;
    report->deepest_a    = s->clumps->id[t->a[k]];
    report->deepest_wall = t->b[k] < 0;
    report->deepest_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
  }
}

/* ---- narrower lists ---- */

static void pairs_to_wide(Touching *t, const PairList *list)
{
  for (PetscInt k = 0; k < t->n; k++) t->pair[k] = list->wide[t->pair[k]];
}

/* Replace wide indices by near ones; both ascend. Contacts that are no longer near are dropped with
   their memory. */
static void pairs_to_near(Touching *t, int columns, const PairList *list)
{
  PetscInt near = 0, kept = 0;

  for (PetscInt k = 0; k < t->n; k++) {
    while (near < list->n && list->wide[near] < t->pair[k]) near++;
    if (near == list->n || list->wide[near] > t->pair[k]) continue;
    t->pair[kept] = (int32_t)near;
    if (kept < k && t->memory)
      memcpy(touching_row(t, columns, kept), touching_row(t, columns, k),
             (size_t)columns * sizeof(double));
    kept++;
  }
  t->n = kept;
  touching_end(t, columns);
}

PetscErrorCode contacts_narrow(Contacts *c, const ContactScene *scene, Pairs *pairs, double near)
{
  PetscFunctionBeginUser;
  pairs_to_wide(&c->pebbles[c->now], &pairs->pebbles);
  pairs_to_wide(&c->walls[c->now], &pairs->walls);
  PetscCall(pairs_narrow(pairs, scene->domain, scene->pebbles, scene->walls, near));
  pairs_to_near(&c->pebbles[c->now], c->laws->memory, &pairs->pebbles);
  pairs_to_near(&c->walls[c->now], c->laws->memory, &pairs->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- evaluation ---- */

typedef int (*Filter)(const ContactScene *, PetscInt from, PetscInt to, int32_t *hits);
typedef void (*Scatter)(const Tile *, TileLoads *, int n, int64_t *sum);
typedef void (*Gather)(const ContactScene *, unsigned needs, const int32_t *hits, int n, Tile *,
                       ContactBatch *);

typedef struct {
  const PairList *list;
  Touching       *old, *fresh;
  PetscInt       *at; /* position of match() in old */
  Filter          filter;
  Gather          gather;
  Scatter         scatter;
  bool            walls;
} Side;

/* Prefetch to the second-level cache the data of the tile that begins at hits[ahead]; left: number
   of hits. */
static void ask_ahead(const Side *side, int columns, const ContactScene *scene, const int32_t *hits,
                      int left, int ahead, const Loads *loads)
{
  const int    n   = left - ahead < TILE ? left - ahead : TILE;
  const size_t row = (size_t)columns * sizeof(double);

  if (n <= 0) return;
  lines_ahead(touching_row(side->old, columns, *side->at + ahead), (size_t)n * row);
  lines_ahead(touching_row(side->fresh, columns, side->fresh->n + ahead), (size_t)n * row);
  tile_ahead(scene, hits + ahead, n, loads);
}

/* Evaluate the pairs of one law in one block (a cell of the pair list). */
static PetscErrorCode apply_cell(Contacts *contacts, const ContactScene *scene, const Side *side,
                                 int cell, const Law *law, Loads *loads, ContactReport *report)
{
  enum { AHEAD = 2 * TILE };
  ContactBatch  *b     = contacts->batch;
  const bool     ahead = !side->walls && tile_ahead_pays(scene);
  const PetscInt from = side->list->start[cell], to = side->list->start[cell + 1];
  int32_t        known[TILE];
  int64_t        work;
  int            n;
  Tile           tile;
  TileLoads      q;

  PetscFunctionBeginUser;
  if (from == to) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&contacts->hits, sizeof *contacts->hits, to - from + 4,
                          &contacts->hits_capacity));
  n = side->filter(scene, from, to, contacts->hits);
  PetscCall(touching_reserve(side->fresh, contacts->laws->memory, side->fresh->n + n));
  for (int first = 0; ahead && first < AHEAD; first += TILE)
    ask_ahead(side, contacts->laws->memory, scene, contacts->hits, n, first, loads);
  for (int first = 0; first < n; first += TILE) {
    const int32_t *hits = contacts->hits + first;

    if (ahead) ask_ahead(side, contacts->laws->memory, scene, hits, n - first, AHEAD, loads);
    side->gather(scene, law->needs, hits, n - first < TILE ? n - first : TILE, &tile, b);
    match(side->old, hits, side->at, b, known);
    recall(side->old, contacts->laws->memory, known, b);
    tile_motion(scene, law->needs, side->walls, &tile, b);
    if (law->gives & GIVES_HEAT) flow_gather(scene, law->needs, side->list, hits, &tile, b);
    law_apply(law, b);
    if (law->gives & GIVES_HEAT) flow_add(scene, side->list, hits, &tile, b, loads, report);
    remember(side->fresh, contacts->laws->memory, hits, b);
    round_loads(&tile, b, loads, &q, &report->largest_force);
    side->scatter(&tile, &q, b->n, loads->sum);
    work = tile_work(b, 0.5 * scene->dt, loads->work.inverse, &report->largest_work);
    if (report->largest_work <= loads->work.largest)
      sum_add_scaled(&contacts->work, work, loads->work.exponent);
    watch(scene, &tile, b, side->list, hits, report);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void sides(Contacts *c, const ContactScene *scene, int fresh, Side side[2])
{
  side[0] = (Side){&scene->pairs->pebbles, &c->pebbles[c->now], &c->pebbles[fresh], &c->at[0],
                   filter_pebbles,         tile_of_pebbles,     scatter_pebbles,    false};
  side[1] = (Side){&scene->pairs->walls, &c->walls[c->now], &c->walls[fresh], &c->at[1],
                   filter_walls,         tile_of_walls,     scatter_walls,    true};
}

PetscErrorCode contacts_begin(Contacts *c, ContactReport *report)
{
  Touching *const fresh[] = {&c->pebbles[!c->now], &c->walls[!c->now]};

  PetscFunctionBeginUser;
  *report = (ContactReport){.possible = true};
  sum_clear(&c->work);
  for (int k = 0; k < 2; k++) {
    fresh[k]->n = 0;
    c->at[k]    = 0;
    PetscCall(touching_reserve(fresh[k], c->laws->memory, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode contacts_apply(Contacts *contacts, const ContactScene *scene, int block,
                              Loads *loads, ContactReport *report)
{
  const int n_groups = scene->pairs->n_groups;
  Side      side[2];

  PetscFunctionBeginUser;
  sides(contacts, scene, !contacts->now, side);
  for (int k = 0; k < 2; k++)
    for (int g = 0; g < n_groups; g++)
      PetscCall(apply_cell(contacts, scene, &side[k], block * n_groups + g,
                           &contacts->laws->list[g], loads, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void contacts_end(Contacts *c)
{
  touching_end(&c->pebbles[!c->now], c->laws->memory);
  touching_end(&c->walls[!c->now], c->laws->memory);
}

void contacts_commit(Contacts *contacts)
{
  contacts->now = !contacts->now;
}

PetscInt contacts_count(const Contacts *contacts)
{
  return contacts->pebbles[contacts->now].n + contacts->walls[contacts->now].n;
}

static PetscInt forget_side(Touching *t, int columns, const Pairs *pairs, const PairList *list,
                            const bool *of_law)
{
  PetscInt forgotten = 0, k = 0;

  for (int cell = 0; cell < pairs->n_blocks * pairs->n_groups; cell++)
    for (; k < t->n && t->pair[k] < list->start[cell + 1]; k++) {
      if (!of_law[cell % pairs->n_groups]) continue;
      if (columns > 0) memset(touching_row(t, columns, k), 0, (size_t)columns * sizeof(double));
      forgotten++;
    }
  return forgotten;
}

PetscInt contacts_forget(Contacts *c, const Pairs *pairs, const bool *of_law)
{
  const int columns = c->laws->memory;

  return forget_side(&c->pebbles[c->now], columns, pairs, &pairs->pebbles, of_law) +
         forget_side(&c->walls[c->now], columns, pairs, &pairs->walls, of_law);
}

PetscErrorCode contacts_energy(Contacts *contacts, const ContactScene *scene, Sum *sum)
{
  ContactBatch *b = contacts->batch;
  Side          side[2];
  Tile          tile;

  PetscFunctionBeginUser;
  sides(contacts, scene, contacts->now, side);
  for (int k = 0; k < 2; k++) {
    const Touching *t  = side[k].old;
    PetscInt        at = 0, done = 0;

    for (int cell = 0; cell < scene->pairs->n_blocks * scene->pairs->n_groups && done < t->n;
         cell++) {
      const Law *law = &contacts->laws->list[cell % scene->pairs->n_groups];
      PetscInt   end = done;

      while (end < t->n && t->pair[end] < side[k].list->start[cell + 1]) end++;
      for (; done < end; done += b->n) {
        double  energy[TILE] = {0};
        int32_t from[TILE];

        side[k].gather(scene, law->needs, t->pair + done,
                       end - done < TILE ? (int)(end - done) : TILE, &tile, b);
        match(t, t->pair + done, &at, b, from);
        recall(t, contacts->laws->memory, from, b);
        tile_motion(scene, law->needs, side[k].walls, &tile, b);
        law_energy(law, b, energy);
        for (int i = 0; i < b->n; i++) sum_add(sum, energy[i]);
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
