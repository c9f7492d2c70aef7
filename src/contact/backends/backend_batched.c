/* SPDX-License-Identifier: MIT */
/* The backend of runs: filter the near pairs down to those that touch; then, tile by tile, gather
   the bodies, evaluate the contacts and give the results to the sink. */
#include "base/rows.h"
#include "contact/backend.h"
#include "contact/evaluate.h"
#include "contact/solid/shafts.h"
#include "search/capsule_pairs.h"
#include "search/near.h"

/* ---- filter ---- */

/* Indices of the pairs from .. to-1 whose surfaces are closer than `within` (m), ascending, to
   hits; returns their number. hits: capacity to - from + 4. */
ALWAYS_INLINE int filter_balls(const ContactScene *s, double within, PetscInt from, PetscInt to,
                               int32_t *hits)
{
  const Ball    *at = s->pebbles->at;
  const int32_t *a = s->pairs->pebbles.a, *b = s->pairs->pebbles.b;
  ptrdiff_t      k = from, n = 0;

  for (; k + 4 <= to; k += 4) {
    FourInts yes;
    unsigned mask;

    near_yes(at, a + k, b + k, within, &yes);
    mask = four_mask(&yes);
    four_pick_places(mask, (int32_t)k, hits + n);
    n += four_counts[mask];
  }
  for (; k < to; k++) {
    hits[n] = (int32_t)k;
    n += near_one(at[a[k]], at[b[k]], within);
  }
  return (int)n;
}

/* within: 0 for pairs that touch, without an addition for every pair. */
KERNEL static int filter_pebbles(const ContactScene *s, double within, PetscInt from, PetscInt to,
                                 int32_t *hits)
{
  return within > 0 ? filter_balls(s, within, from, to, hits) : filter_balls(s, 0, from, to, hits);
}

/* ---- memory ---- */

/* The committed contacts of one cell, in the order of the pair list. */
typedef struct {
  const int32_t *pair; /* [n] */
  int            n;
  const double  *rows; /* their memory */
} Committed;

static Committed committed_of(const Touching *old, int cell)
{
  const Run *run = old->run + cell;

  return (Committed){old->pair + run[0].first, (int)(run[1].first - run[0].first),
                     old->memory + run[0].real};
}

/* from[k]: the committed contact of hit k; 0 for a new contact. Sets b->known. Both lists ascend;
   *at: position in `old`, kept from tile to tile. from[] is padded to a multiple of four. Returns
   the number of new contacts. */
static int match(const Committed *old, const int32_t *hits, int *at, ContactBatch *b, int32_t *from)
{
  const Four           yes   = {1, 1, 1, 1};
  const int32_t *const pair  = old->pair;
  const int            n_old = old->n;
  int                  o = *at, k = 0, n_new = 0;

  while (k < b->n) {
    const int end = k + 4 < b->n ? k + 4 : b->n;

    /* fast path: nearly all contacts are those of the last step */
    if (end == k + 4 && o + 4 <= n_old && memcmp(hits + k, pair + o, 4 * sizeof *hits) == 0) {
      four_put(&b->known[k], yes);
      four_count_up(o, from + k);
      o += 4;
      k = end;
    }
    for (; k < end; k++) {
      while (o < n_old && pair[o] < hits[k]) o++;
      b->known[k] = o < n_old && pair[o] == hits[k];
      n_new += !(b->known[k] > 0);
      from[k] = b->known[k] > 0 ? o++ : 0;
    }
  }
  for (; k % 4 != 0; k++) from[k] = 0;
  *at = o;
  return n_new;
}

/* The first of the committed contacts that is another place of the pebbles of this pair; -1: none is. */
static int place_of_same(const Committed *old, const ContactScene *s, const PairList *list,
                         int32_t pair)
{
  const int32_t from = pair - (CAPSULE_PLACES - 1), to = pair + CAPSULE_PLACES;
  int           low = 0, high = old->n;

  while (low < high) {
    const int middle = (low + high) / 2;

    if (old->pair[middle] < from) low = middle + 1;
    else high = middle;
  }
  for (; low < old->n && old->pair[low] < to; low++)
    if (old->pair[low] != pair && capsule_pairs_alike(s->pebbles, list, old->pair[low], pair))
      return low;
  return -1;
}

/* Give the history of their pair to contacts of the batch that are new places of capsules. */
static void inherit(const Committed *old, const ContactScene *s, const PairList *list,
                    const Law *law, const int32_t *pair, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    int other = -1;

    if (!(b->known[k] > 0)) other = place_of_same(old, s, list, pair[k]);
    if (other >= 0) law_inherit(law, old->rows + (size_t)other * (size_t)law->memory, k, b);
  }
}

/* Load memory of n contacts from the committed rows. Rows are read four reals at a time, `groups`
   times, whose addresses are found once; reals past the end of a row go to columns that no law
   reads. */
ALWAYS_INLINE void recall_rows(const double *rows, int columns, int groups, const int32_t *from,
                               int n, double (*store)[TILE])
{
  for (int k = 0; k < n; k += 4) {
    const double *row[4];

    for (int i = 0; i < 4; i++) row[i] = rows + (size_t)from[k + i] * (size_t)columns;
    for (int g = 0; g < groups; g++) {
      Four m[4];

      for (int i = 0; i < 4; i++) four_get(&m[i], row[i] + (ptrdiff_t)(4 * g));
      four_turn(m);
      for (int i = 0; i < 4; i++) four_put(&store[4 * g + i][k], m[i]);
    }
  }
}

/* Load the batch's memory from the committed contacts; that of the n_new new contacts is zero. */
KERNEL static void recall(const double *rows, int columns, const int32_t *from, int n_new,
                          ContactBatch *b)
{
  const int n = b->n, groups = batch_columns(columns) / 4;

  if (groups == 1) recall_rows(rows, columns, 1, from, n, b->store);
  else if (groups == 2) recall_rows(rows, columns, 2, from, n, b->store);
  else recall_rows(rows, columns, groups, from, n, b->store);
  for (int k = 0; n_new > 0 && k < n; k++) {
    if (b->known[k] > 0) continue;
    for (int c = 0; c < columns; c++) b->store[c][k] = 0;
  }
}

/* Write rows of four reals at a time, ascending, the last reals of a row first: what is written
   past its end is overwritten by the next row. */
ALWAYS_INLINE void put_rows(int columns, int groups, const double (*store)[TILE], int n,
                            double *row)
{
  const size_t wide = (size_t)columns;

  for (int k = 0; k < n; k += 4, row += 4 * wide)
    for (int g = groups - 1; g >= 0; g--) {
      Four m[4]; /* [i]: reals 4g .. 4g+3 of row k + i */

      for (int i = 0; i < 4; i++) four_get(&m[i], &store[4 * g + i][k]);
      four_turn(m);
      for (int i = 0; i < 4; i++) four_put(row + (size_t)i * wide + (ptrdiff_t)(4 * g), m[i]);
    }
}

/* Append the batch's contacts and their memory. */
KERNEL static void remember(Touching *fresh, int columns, const int32_t *hits,
                            const ContactBatch *b)
{
  const double(*store)[TILE] = (const double(*)[TILE])b->store;
  double   *row              = fresh->memory + fresh->reals;
  const int groups           = batch_columns(columns) / 4;

  memcpy(fresh->pair + fresh->n, hits, (size_t)b->n * sizeof *hits);
  if (groups == 1) put_rows(columns, 1, store, b->n, row);
  else if (groups == 2) put_rows(columns, 2, store, b->n, row);
  else put_rows(columns, groups, store, b->n, row);
  fresh->n += b->n;
  fresh->reals += (size_t)b->n * (size_t)columns;
}

/* ---- loads ---- */

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

/* Add the loads to the sums of bodies a, and subtract them from those of bodies b; sum_b NULL:
   bodies b are walls, whose loads are not summed. */
KERNEL static void scatter(const Tile *t, TileLoads *q, int n, int64_t *sum_a, int64_t *sum_b)
{
  int k = 0;

  for (; k + 4 <= n; k += 4) {
    scatter_four(sum_a, t->a.row + k, 4, 1, q->f, q->ta, k);
    if (sum_b) scatter_four(sum_b, t->b.row + k, 4, -1, q->f, q->tb, k);
  }
  if (k == n) return; /* a full tile: reading at k would pass its end */
  scatter_four(sum_a, t->a.row + k, n - k, 1, q->f, q->ta, k);
  if (sum_b) scatter_four(sum_b, t->b.row + k, n - k, -1, q->f, q->tb, k);
}

/* Subtract the loads from the sums of clumps that carry walls. */
static void scatter_carried(const Tile *t, const TileLoads *q, int n, int64_t *sum)
{
  for (int k = 0; k < n; k++) {
    int64_t *to;

    if (t->b.row[k] < 0) continue;
    to = sum + (size_t)t->b.row[k] * LOAD_PARTS;
    for (int part = 0; part < 3; part++) {
      loads_add(&to[LOAD_FORCE + part], (int64_t)(0 - (uint64_t)q->f[part][k]));
      loads_add(&to[LOAD_TORQUE + part], (int64_t)(0 - (uint64_t)q->tb[part][k]));
    }
  }
}

/* ---- contacts of a cell ---- */

/* As filter_pebbles; of walls with places, unless they are NULL. */
static int filter(const Side *side, const ContactScene *scene, double within, PetscInt from,
                  PetscInt to, int32_t *hits, WallPlace *places)
{
  const WallPairs walls = contact_wall_pairs(scene);

  if (side->capsules)
    return (int)capsule_pairs_pick(scene->pebbles, side->list, within, from, to, hits);
  return side->walls ? (int)wall_pairs_pick(&walls, false, within, from, to, hits, places)
                     : filter_pebbles(scene, within, from, to, hits);
}

/* As `filter`, for a law that acts beyond touching: contacts begin closer than law->reach and last
   until they are law->keeps apart. Whether a contact exists is read from the committed ones. */
static int filter_kept(const Side *side, const Committed *old, const ContactScene *scene,
                       const Law *law, PetscInt from, PetscInt to, int32_t *hits, WallPlace *places)
{
  const int n = filter(side, scene, law->keeps, from, to, hits, places);
  int       o = 0, kept = 0;
  int32_t   one[4];

  for (int k = 0; k < n; k++) {
    while (o < old->n && old->pair[o] < hits[k]) o++;
    if ((o < old->n && old->pair[o] == hits[k]) ||
        (side->capsules && place_of_same(old, scene, side->list, hits[k]) >= 0) ||
        filter(side, scene, law->reach, hits[k], hits[k] + 1, one, NULL) > 0) {
      if (places) places[kept] = places[k];
      hits[kept++] = hits[k];
    }
  }
  return kept;
}

/* Contacts of a cell that an evaluation goes through, ascending. */
typedef struct {
  const int32_t   *pair;   /* [n] */
  const WallPlace *places; /* [n] of contacts with walls, if they are known; or NULL */
  int              n;
} Found;

/* Pairs of a cell that touch, or that their law keeps; the workspaces of `contacts` hold them. */
static void find_touching(Contacts *contacts, const Side *side, const ContactScene *scene,
                          const Law *law, int cell, const Committed *old, Found *found)
{
  const PetscInt from = side->list->start[cell], to = side->list->start[cell + 1];
  WallPlace     *places;

  *found = (Found){0};
  touching_run(side->fresh, cell);
  if (from == to) return;
  array_reserve(&contacts->hits, sizeof *contacts->hits, to - from + 4, &contacts->hits_capacity);
  if (side->walls)
    array_reserve(&contacts->places, sizeof *contacts->places, to - from + 1,
                  &contacts->places_capacity);
  places        = side->walls ? contacts->places : NULL;
  found->pair   = contacts->hits;
  found->places = places;
  found->n = law->keeps > 0 ? filter_kept(side, old, scene, law, from, to, contacts->hits, places)
                            : filter(side, scene, 0, from, to, contacts->hits, places);
  touching_reserve(side->fresh, found->n, law->memory);
}

/* ---- evaluation ---- */

enum { AHEAD_FROM = 8 << 20 }; /* bytes of poses and loads */

/* True if the bodies' rows exceed the second-level cache, so that prefetching them pays. Where they
   fit, it costs 5 % of an evaluation. */
static bool ahead_pays(const ContactScene *s)
{
  return (size_t)s->clumps->n * (sizeof(Pose) + LOAD_PARTS * sizeof(int64_t)) > AHEAD_FROM;
}

/* Prefetch to the second-level cache the poses and loads of the bodies of the n pairs of pebbles in
   hits. */
static void ask_bodies(const ContactScene *s, const int32_t *hits, int n, const Loads *loads)
{
  const PairList *list = &s->pairs->pebbles;

  for (int k = 0; k < n; k++) {
    const int32_t rows[2] = {s->pebbles->clump[list->a[hits[k]]],
                             s->pebbles->clump[list->b[hits[k]]]};

    for (int side = 0; side < 2; side++) {
      lines_ahead(&s->clumps->pose[rows[side]], sizeof(Pose));
      lines_ahead(loads->sum + (size_t)rows[side] * LOAD_PARTS, LOAD_PARTS * sizeof *loads->sum);
    }
  }
}

/* Prefetch to the second-level cache the data of the tile that begins at hits[ahead]; left: number
   of hits; rows: memory of the committed contacts that come next. */
static void ask_ahead(const Side *side, int columns, const double *rows, const ContactScene *scene,
                      const int32_t *hits, int left, int ahead, const Loads *loads)
{
  const int    n    = left - ahead < TILE ? left - ahead : TILE;
  const size_t row  = (size_t)columns * sizeof(double);
  const size_t skip = (size_t)ahead * (size_t)columns;

  if (n <= 0) return;
  lines_ahead(rows + skip, (size_t)n * row);
  lines_ahead(side->fresh->memory + side->fresh->reals + skip, (size_t)n * row);
  ask_bodies(scene, hits + ahead, n, loads);
}

/* Add the forces of a tile to the loads, and its memory to the fresh one. */
static void add_loads(Contacts *contacts, const ContactScene *scene, const Side *side,
                      const Law *law, const int32_t *hits, const Tile *tile, const ContactSink *to)
{
  ContactBatch  *b       = contacts->batch;
  Loads         *loads   = to->loads;
  ContactReport *report  = to->report;
  const bool     couples = contact_gives_couples(side, law);
  TileLoads      q;
  int64_t        work;

  contact_add_flows(contacts, scene, side, law, hits, tile, to);
  remember(side->fresh, law->memory, hits, b);
  tile_loads_round(tile, b, couples, loads, &q, report);
  work = tile_loads_work(b, couples, 0.5 * scene->dt, loads->work.inverse, &report->largest_work);
  scatter(tile, &q, b->n, loads->sum, side->walls ? NULL : loads->sum);
  if (side->walls && scene->walls->n_carried > 0) scatter_carried(tile, &q, b->n, loads->sum);
  if (contacts->by_member)
    member_loads_add(contacts, side->list, side->walls, hits, b->n, q.f, q.ta, q.tb);
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(&contacts->work, work, loads->work.exponent);
  contact_add_others(contacts, scene, side, law, hits, tile, to);
}

/* Evaluate the contacts of one law in one block (a cell of the pair list). kind: that of the sink,
   a constant. */
ALWAYS_INLINE void evaluate_cell(Contacts *contacts, const ContactScene *scene, const Side *side,
                                 int cell, const Law *law, SinkKind kind, const ContactSink *to)
{
  enum { AHEAD = 2 * TILE };
  const bool      ahead = kind == SINK_LOADS && !side->walls && ahead_pays(scene);
  const Committed old   = committed_of(side->old, cell);
  ContactBatch   *b     = contacts->batch;
  int             at    = 0;
  Found           found;

  if (kind == SINK_LOADS) find_touching(contacts, side, scene, law, cell, &old, &found);
  else { /* those that the evaluation before has found, or this one */
    const Committed seen = kind == SINK_ENERGY ? old : committed_of(side->fresh, cell);

    found = (Found){.pair = seen.pair, .n = seen.n};
  }
  for (int first = 0; ahead && first < AHEAD; first += TILE)
    ask_ahead(side, law->memory, old.rows, scene, found.pair, found.n, first, to->loads);
  for (int first = 0; first < found.n; first += TILE) {
    const int32_t *pair = found.pair + first;
    const int      n    = found.n - first < TILE ? found.n - first : TILE;
    TileResult     result;
    int32_t        known[TILE];
    int            n_new;
    Tile           tile;

    if (kind == SINK_ENERGY && !contact_some_count(scene, side, pair, n)) continue;
    if (ahead)
      ask_ahead(side, law->memory, old.rows + (size_t)at * (size_t)law->memory, scene, pair,
                found.n - first, AHEAD, to->loads);
    contact_gather(contacts, scene, side, law, pair, n, found.places ? found.places + first : NULL,
                   &tile);
    n_new = match(&old, pair, &at, b, known);
    recall(old.rows, law->memory, known, n_new, b);
    if (side->capsules && law->has_history && n_new > 0)
      inherit(&old, scene, side->list, law, pair, b);
    if (kind == SINK_ENERGY) result = (TileResult){.slots = to->slots};
    if (kind == SINK_STIFFNESS) result.stiffness = to->stiffness;
    contact_evaluate(contacts, scene, side, law, pair, kind, &tile, &result);
    if (kind == SINK_LOADS) add_loads(contacts, scene, side, law, pair, &tile, to);
    if (kind == SINK_ENERGY) contact_add_energy(scene, side, &tile, b, result.energy, to->energy);
    if (kind == SINK_VISITOR) contact_show(contacts, scene, side, law, pair, &tile, to->visitor);
  }
}

static void batched_evaluate(Contacts *contacts, const ContactScene *scene, int from, int to,
                             const ContactSink *sink)
{
  for (int k = 0; k < 2; k++) {
    Side side = side_of(contacts, scene, k == 1);

    if (sink->kind == SINK_ENERGY) /* as contacts_begin does: recall reads past the last row */
      touching_reserve(side.old, 0, contacts->laws->memory);
    for (int cell = from; cell < to; cell++) {
      const Law *law = &contacts->laws->list[cell % contacts->laws->n];

      side.capsules = pairs_of_capsules(scene->pairs, cell);
      if (side.walls && side.capsules) {
        shafts_evaluate(contacts, scene, &side, cell, law, sink);
        continue;
      }
      switch (sink->kind) {
      case SINK_LOADS: evaluate_cell(contacts, scene, &side, cell, law, SINK_LOADS, sink); break;
      case SINK_ENERGY: evaluate_cell(contacts, scene, &side, cell, law, SINK_ENERGY, sink); break;
      case SINK_VISITOR:
        evaluate_cell(contacts, scene, &side, cell, law, SINK_VISITOR, sink);
        break;
      case SINK_STIFFNESS:
        evaluate_cell(contacts, scene, &side, cell, law, SINK_STIFFNESS, sink);
        break;
      }
    }
  }
}

const ContactBackend backend_batched = {
  .head     = {.name = "batched", .text = "tiles of contacts in columns, loops that vectorise"},
  .evaluate = batched_evaluate,
};
