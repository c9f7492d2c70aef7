/* SPDX-License-Identifier: MIT */
/* Contact memory across a rebuild of the pair lists: packed into records with a key, sent directly
   from the rank that counted the contact to the one that counts it now, and matched to the new
   pairs by key. Checkpoints hold the same records. */
#include "base/random.h"
#include "contact/backend.h"
#include "contact/memory/unpaired.h"
#include "search/capsule_pairs.h"

/* ---- records ---- */

void records_create(ContactRecords *records, int n)
{
  *records = (ContactRecords){.n = n};
  array_create(&records->law, sizeof *records->law, n);
}

void records_reserve(LawRecords *records, PetscInt n)
{
  const ArrayPart parts[] = {ARRAY_PART(records->list),
                             {&records->memory, (size_t)records->columns * sizeof(double)}};

  arrays_reserve(n, &records->capacity, records->columns > 0 ? 2 : 1, parts);
}

void records_add(LawRecords *r, const ContactRecord *key, const void *memory)
{
  records_reserve(r, r->n + 1);
  r->list[r->n] = *key;
  if (r->columns > 0) memcpy(record_memory(r, r->n), memory, (size_t)r->columns * sizeof(double));
  r->n++;
}

void records_free(ContactRecords *records)
{
  for (int k = 0; k < records->n; k++) {
    array_free(&records->law[k].list);
    array_free(&records->law[k].memory);
  }
  for (int k = 0; k < records->n_map; k++) array_free(&records->map[k].column);
  array_free(&records->law);
  array_free(&records->map);
  records->n = records->n_map = 0;
}

PetscInt records_count(const ContactRecords *records)
{
  PetscInt n = 0;

  for (int k = 0; k < records->n; k++) n += records->law[k].n;
  return n;
}

int records_columns(const ContactRecords *records)
{
  int most = 0;

  for (int k = 0; k < records->n; k++) most = (int)max_int(most, records->law[k].columns);
  return most;
}

/* ---- pack ---- */

/* Periods (image) between every clump's pose and its wrapped centre. */
static void find_frames(const ContactScene *s, Image **frames)
{
  array_create(frames, sizeof **frames, s->clumps->n);
  for (PetscInt a = 0; a < s->clumps->n; a++)
    (*frames)[a] = domain_boxes(s->domain, s->clumps->pose[a].x);
}

static Id pebble_id(const ContactScene *s, int32_t i)
{
  return s->clumps->id[s->pebbles->clump[i]];
}

/* Record with the key only; pack_run adds point and memory. */
static ContactRecord pebble_record(const ContactScene *s, const Image *frames, int32_t pair)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = s->pairs->pebbles.a[pair], j = s->pairs->pebbles.b[pair], a = p->clump[i],
                b = p->clump[j];

  return (ContactRecord){.a        = s->clumps->id[a],
                         .b        = s->clumps->id[b],
                         .member_a = p->member[i],
                         .member_b = p->member[j],
                         .image    = image_sub(frames[b], frames[a])};
}

static Vec3 pebble_point(const ContactScene *s, int32_t pair)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = pebble_whole(p, s->pairs->pebbles.a[pair]), j = s->pairs->pebbles.b[pair];

  return domain_wrapped(s->domain, pair_reference(s->domain, pebble_centre(p, i),
                                                  pebble_centre(p, j), p->at[i].r, p->at[j].r));
}

static ContactRecord wall_record(const ContactScene *s, int32_t pair)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = s->pairs->walls.a[pair];

  return (ContactRecord){.a        = s->clumps->id[p->clump[i]],
                         .b        = s->pairs->walls.b[pair],
                         .member_a = p->member[i],
                         .member_b = member_of_feature(s->pairs->walls.feature[pair])};
}

ALWAYS_INLINE void pack_run(const Touching *t, int run, const ContactScene *scene,
                            const Image *frames, bool walls, LawRecords *records)
{
  const PairList *list    = walls ? &scene->pairs->walls : &scene->pairs->pebbles;
  const Ball     *at      = scene->pebbles->at;
  const size_t    columns = (size_t)records->columns;
  const PetscInt  from = t->run[run].first, to = t->run[run + 1].first;
  const double   *row    = t->memory + t->run[run].real;
  ContactRecord  *r      = records->list + records->n;
  double         *to_row = record_memory(records, records->n);

  for (PetscInt k = from; k < to; k++, row += columns) {
    const int32_t pair = t->pair[k];

    if (ball_is_gone(at[list->a[pair]]) || (!walls && ball_is_gone(at[list->b[pair]])))
      continue; /* left in this step */
    *r       = walls ? wall_record(scene, pair) : pebble_record(scene, frames, pair);
    r->point = walls ? domain_wrapped(scene->domain, pebble_centre(scene->pebbles, list->a[pair]))
                     : pebble_point(scene, pair);
    if (columns > 0) memcpy(to_row, row, columns * sizeof(double));
    to_row += columns;
    r++;
  }
  records->n = (PetscInt)(r - records->list);
}

void records_open(const Laws *laws, ContactRecords *records)
{
  if (records->n > 0) return;
  records_create(records, (int)max_int(1, laws->n));
  for (int g = 0; g < laws->n; g++) {
    snprintf(records->law[g].name, NAME_LENGTH, "%s", laws->n > 1 ? laws->list[g].name : "");
    records->law[g].columns = laws->list[g].memory;
  }
}

void contacts_pack(const Contacts *c, const ContactScene *scene, ContactRecords *records)
{
  const Touching *const sides[2] = {&c->pebbles[c->now], &c->walls[c->now]};
  Image                *frames;

  if (c->backend->pack) {
    c->backend->pack(c, scene, records);
    return;
  }
  records_open(c->laws, records);
  /* room for the contacts of each law, allocated at once with 3 % to spare for arriving records:
     growing later would hold the array twice */
  for (int g = 0; g < c->laws->n; g++) {
    PetscInt n = records->law[g].n;

    for (int side = 0; side < 2; side++)
      for (int r = g; r < sides[side]->n_runs; r += c->laws->n)
        n += sides[side]->run[r + 1].first - sides[side]->run[r].first;
    records_reserve(&records->law[g], n + n / 32);
  }
  find_frames(scene, &frames);
  for (int r = 0; r < sides[0]->n_runs; r++)
    pack_run(sides[0], r, scene, frames, false, &records->law[r % c->laws->n]);
  for (int r = 0; r < sides[1]->n_runs; r++)
    pack_run(sides[1], r, scene, frames, true, &records->law[r % c->laws->n]);
  array_free(&frames);
}

/* ---- route ---- */

/* Move a record to row `to` <= from. */
static void record_move(LawRecords *r, PetscInt from, PetscInt to)
{
  if (from == to) return;
  r->list[to] = r->list[from];
  if (r->columns > 0)
    memcpy(record_memory(r, to), record_memory(r, from), (size_t)r->columns * sizeof(double));
}

void records_take(ContactRecords *records, const Mail *mail)
{
  for (int m = 0; m < mail_messages(mail); m++) {
    ContactRecord key;
    size_t        size;
    const char   *at = mail_message(mail, m, NULL, &size), *end = at + size;

    for (; at < end; at += record_bytes(records->law[key.law].columns)) {
      memcpy(&key, at, sizeof key);
      records_add(&records->law[key.law], &key, at + sizeof key);
    }
  }
}

void record_post(Mail *mail, int rank, const LawRecords *r, int law, PetscInt k, char *one)
{
  const size_t  bytes = record_bytes(r->columns);
  ContactRecord key   = r->list[k];

  key.law = law;
  memcpy(one, &key, sizeof key);
  if (r->columns > 0) memcpy(one + sizeof key, record_memory(r, k), bytes - sizeof key);
  mail_post(mail, rank, one, bytes);
}

PetscErrorCode records_route(const Parallel *par, const Decomposition *decomposition,
                             ContactRecords *records)
{
  char *one;
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  array_create(&one, 1, record_bytes(records_columns(records)));
  for (int g = 0; g < records->n; g++) { /* records leave, and those that stay close the gaps */
    LawRecords *r    = &records->law[g];
    PetscInt    stay = 0;

    for (PetscInt k = 0; k < r->n; k++) {
      const int rank = decomposition_rank(decomposition, r->list[k].point);

      if (rank == par->rank) record_move(r, k, stay++);
      else record_post(mail, rank, r, g, k, one);
    }
    r->n = stay;
  }
  array_free(&one);
  PetscCall(mail_deliver(mail));
  records_take(records, mail);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- unpack ---- */

static uint64_t key_hash(const ContactRecord *r)
{
  /* odd multipliers keep the fields apart, one mixing step spreads the bits */
  const uint64_t members = (uint64_t)(uint32_t)r->member_a << 32 | (uint32_t)r->member_b;
  const uint64_t image   = (uint64_t)(uint32_t)r->image.x << 42 ^
                         (uint64_t)(uint32_t)r->image.y << 21 ^ (uint32_t)r->image.z;

  return mix_bits((uint64_t)r->a * 0x9e3779b97f4a7c15ULL + (uint64_t)r->b * 0xc2b2ae3d27d4eb4fULL +
                  members * 0x165667b19e3779f9ULL + image * 0xd6e8feb86659fd93ULL);
}

static bool same_key(const ContactRecord *r, const ContactRecord *s)
{
  return r->a == s->a && r->b == s->b && r->member_a == s->member_a && r->member_b == s->member_b &&
         r->image.x == s->image.x && r->image.y == s->image.y && r->image.z == s->image.z;
}

/* Hash table with open addressing; slots hold record index + 1. Most pairs have no record: a
   filter with one bit per hash of the two clump ids rejects nearly all of them without a look-up
   (no false negatives). */
typedef struct {
  const LawRecords *records;
  PetscInt         *slots;
  uint64_t          mask;
  uint64_t         *seen; /* filter, 8 bits per slot */
} Table;

static inline uint64_t seen_bit(const Table *table, Id a, Id b)
{
  const uint64_t h = ((uint64_t)a * 0x9e3779b97f4a7c15ULL) ^ ((uint64_t)b * 0xc2b2ae3d27d4eb4fULL);

  return (h ^ (h >> 32)) & (8 * table->mask + 7);
}

static void table_create(const LawRecords *records, Table *table)
{
  uint64_t size = 16;

  while (size < 2 * (uint64_t)records->n) size *= 2;
  *table = (Table){.records = records, .mask = size - 1};
  array_create(&table->slots, sizeof *table->slots, size);
  array_create(&table->seen, sizeof *table->seen, (size / 8));
  for (PetscInt k = 0; k < records->n; k++) {
    uint64_t       at  = key_hash(&records->list[k]) & table->mask;
    const uint64_t bit = seen_bit(table, records->list[k].a, records->list[k].b);

    table->seen[bit / 64] |= (uint64_t)1 << (bit % 64);
    while (table->slots[at]) at = (at + 1) & table->mask;
    table->slots[at] = k + 1;
  }
}

/* The record with this key, or NULL; at: slot of the key's hash. */
static const ContactRecord *table_find(const Table *table, const ContactRecord *key, uint64_t at)
{
  for (; table->slots[at]; at = (at + 1) & table->mask) {
    const ContactRecord *r = &table->records->list[table->slots[at] - 1];

    if (same_key(r, key)) return r;
  }
  return NULL;
}

enum { AHEAD = 32 };

/* Look up the pairs first .. first+n-1, n <= AHEAD: found[k] is the record of pair first + k, or
   NULL. A large table misses the caches, so each stage prefetches for all n pairs what the next
   stage reads. */
static void find_pebbles(const Table *table, const ContactScene *s, const Image *frames,
                         PetscInt first, int n, const ContactRecord *found[AHEAD])
{
  const PairList *list = &s->pairs->pebbles;
  uint64_t        bit[AHEAD], slot[AHEAD];
  ContactRecord   key[AHEAD];
  int             some[AHEAD], n_some = 0;

  for (int k = 0; k < n; k++) {
    bit[k]   = seen_bit(table, pebble_id(s, list->a[first + k]), pebble_id(s, list->b[first + k]));
    found[k] = NULL;
    __builtin_prefetch(&table->seen[bit[k] / 64]);
  }
  for (int k = 0; k < n; k++) {
    some[n_some] = k;
    n_some += (int)(table->seen[bit[k] / 64] >> (bit[k] % 64) & 1);
  }
  for (int m = 0; m < n_some; m++) {
    key[m]  = pebble_record(s, frames, (int32_t)(first + some[m]));
    slot[m] = key_hash(&key[m]) & table->mask;
    __builtin_prefetch(&table->slots[slot[m]]);
  }
  for (int m = 0; m < n_some; m++)
    if (table->slots[slot[m]]) __builtin_prefetch(&table->records->list[table->slots[slot[m]] - 1]);
  for (int m = 0; m < n_some; m++) found[some[m]] = table_find(table, &key[m], slot[m]);
}

/* One side of an unpacking. */
typedef struct {
  const ContactScene   *scene;
  const Laws           *laws;
  const ContactRecords *records;
  const Table          *tables; /* [records->n] */
  const Image          *frames;
  bool                  walls;
  PetscInt              n_matched; /* records with a pair, so far */
  bool                **matched;   /* [records->n][n] of these, if they are asked for; else NULL */
} Unpacking;

/* Memory of a record to a row of a law's memory. map: NULL if the list is of this law. */
static void recall_record(const LawRecords *records, const ContactRecord *one, const MemoryMap *map,
                          int columns, double *row)
{
  const double *memory = record_memory(records, (PetscInt)(one - records->list));

  if (!map) {
    if (columns > 0) memcpy(row, memory, (size_t)columns * sizeof(double));
    return;
  }
  for (int c = 0; c < columns; c++) row[c] = map->column[c] >= 0 ? memory[map->column[c]] : 0;
}

/* found[k]: record of pair first + k in the list `from` (-1: none), or NULL. */
static void find_records(const Unpacking *u, int from, PetscInt first, int n,
                         const ContactRecord *found[AHEAD])
{
  if (from < 0 || u->records->law[from].n == 0)
    memset(found, 0, (size_t)n * sizeof(ContactRecord *));
  else if (!u->walls) find_pebbles(&u->tables[from], u->scene, u->frames, first, n, found);
  else
    for (int k = 0; k < n; k++) {
      const ContactRecord key = wall_record(u->scene, (int32_t)(first + k));

      found[k] = table_find(&u->tables[from], &key, key_hash(&key) & u->tables[from].mask);
    }
}

/* True if another place of the two capsules of this pair has a record. */
static bool other_place_known(const Unpacking *u, int from, int run, PetscInt pair)
{
  const PairList *list  = &u->scene->pairs->pebbles;
  const PetscInt  least = max_int(list->start[run], pair - (CAPSULE_PLACES - 1)),
                 most   = min_int(list->start[run + 1], pair + CAPSULE_PLACES);
  const ContactRecord *found[AHEAD];

  if (u->walls || !pairs_of_capsules(u->scene->pairs, run)) return false;
  for (PetscInt k = least; k < most; k++) {
    if (!capsule_pairs_alike(u->scene->pebbles, list, (int32_t)k, (int32_t)pair)) continue;
    find_records(u, from, k, 1, found);
    if (found[0]) return true;
  }
  return false;
}

/* Append a contact that begins now: its memory is zero. */
static void begin_contact(const Unpacking *u, const Law *law, int32_t pair, Touching *t)
{
  double *row = touching_add(t, pair, law->memory);

  for (int c = 0; c < law->memory; c++) row[c] = 0;
  if (law->keeps > 0) row[LAW_APART] = !contact_is_closer(u->scene, u->walls, 0, pair);
}

/* The contacts of a cell of the pair list: its pairs that have a record, with records->end those of
   them that are near enough, and with records->begin those that the law acts on. */
static void unpack_run(Unpacking *u, int run, Touching *t)
{
  const PairList  *list  = u->walls ? &u->scene->pairs->walls : &u->scene->pairs->pebbles;
  const int        index = run % u->laws->n;
  const Law       *law   = &u->laws->list[index];
  const MemoryMap *map   = u->records->map ? &u->records->map[index] : NULL;
  const int        from  = map ? map->from : index < u->records->n ? index : -1;
  const PetscInt   start = list->start[run], end = list->start[run + 1];
  const PetscInt   known = from < 0 ? 0 : u->records->law[from].n;
  const PetscInt   most  = u->records->begin ? end - start : (PetscInt)min_int(end - start, known);
  const ContactRecord *found[AHEAD];

  touching_run(t, run);
  if (most == 0) return;
  touching_reserve(t, most, law->memory);
  for (PetscInt first = start; first < end; first += AHEAD) {
    const int some = (int)min_int(AHEAD, end - first);

    find_records(u, from, first, some, found);
    for (int k = 0; k < some; k++) {
      const int32_t pair = (int32_t)(first + k);

      if (found[k] && u->records->end && !contact_is_closer(u->scene, u->walls, law->keeps, pair))
        found[k] = NULL;
      if (!found[k]) {
        if (u->records->begin && contact_is_closer(u->scene, u->walls, law->reach, pair) &&
            !(law->has_history && other_place_known(u, from, run, pair)))
          begin_contact(u, law, pair, t); /* else the next evaluation gives it the pair's history */
        continue;
      }
      recall_record(&u->records->law[from], found[k], map, law->memory,
                    touching_add(t, pair, law->memory));
      u->n_matched++;
      if (u->matched) u->matched[from][found[k] - u->records->law[from].list] = true;
    }
  }
}

/* Hold the records without a pair; those that were offered (unpaired.c) are held already. */
static void hold_others(Contacts *c, const Unpacking *u)
{
  records_open(c->laws, &c->held);
  for (int g = 0; g < u->records->n; g++) {
    const LawRecords *r       = &u->records->law[g];
    const PetscInt    offered = g < c->offered.n ? c->offered.law[g].n : 0;

    for (PetscInt k = 0; k < r->n - offered; k++)
      if (!u->matched[g][k]) records_add(&c->held.law[g], &r->list[k], record_memory(r, k));
  }
}

void contacts_unpack(Contacts *c, const ContactScene *scene, const ContactRecords *records,
                     int64_t *lost)
{
  Touching *const sides[2] = {&c->pebbles[c->now], &c->walls[c->now]};
  Image          *frames;
  Table          *tables;
  Unpacking       u      = {.scene = scene, .laws = c->laws, .records = records};
  const int       n_runs = scene->pairs->n_blocks * scene->pairs->n_laws;

  if (c->backend->unpack) {
    c->backend->unpack(c, scene, records, lost);
    return;
  }
  array_create(&tables, sizeof *tables, records->n);
  if (c->holds) array_create(&u.matched, sizeof *u.matched, records->n);
  for (int g = 0; g < records->n; g++) {
    table_create(&records->law[g], &tables[g]);
    if (c->holds) array_create(&u.matched[g], sizeof(bool), records->law[g].n);
  }
  find_frames(scene, &frames);
  u.tables = tables;
  u.frames = frames;
  for (int side = 0; side < 2; side++) {
    u.walls = side == 1;
    touching_clear(sides[side], n_runs);
    for (int r = 0; r < n_runs; r++) unpack_run(&u, r, sides[side]);
    touching_end(sides[side]);
  }
  if (c->holds) hold_others(c, &u);
  *lost = records_count(records) - records_count(&c->offered) - u.n_matched;
  for (int g = 0; g < records->n; g++) {
    array_free(&tables[g].slots);
    array_free(&tables[g].seen);
    if (c->holds) array_free(&u.matched[g]);
  }
  array_free(&u.matched);
  array_free(&tables);
  array_free(&frames);
}
