/* SPDX-License-Identifier: MIT */
/* Contact memory across a rebuild of the pair lists: packed into records with a key, sent directly
   from the rank that counted the contact to the one that counts it now, and matched to the new
   pairs by key. Checkpoints hold the same records. */
#include "base/random.h"
#include "contact/contacts.h"

/* ---- records ---- */

PetscErrorCode records_reserve(ContactRecords *records, PetscInt n)
{
  PetscInt room = records->capacity;

  PetscFunctionBeginUser;
  if (records->columns > 0)
    PetscCall(array_reserve(&records->memory, (size_t)records->columns * sizeof(double), n, &room));
  PetscCall(array_reserve(&records->list, sizeof *records->list, n, &records->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode records_add(ContactRecords *r, const ContactRecord *key, const double *memory)
{
  PetscFunctionBeginUser;
  PetscCall(records_reserve(r, r->n + 1));
  r->list[r->n] = *key;
  if (r->columns > 0) memcpy(record_memory(r, r->n), memory, (size_t)r->columns * sizeof(double));
  r->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void records_free(ContactRecords *records)
{
  array_free(&records->list);
  array_free(&records->memory);
  records->n = records->capacity = 0;
}

/* ---- pack ---- */

/* Periods (image) between every clump's pose and its wrapped centre. */
static PetscErrorCode find_frames(const ContactScene *s, Image **frames)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(frames, sizeof **frames, s->clumps->n));
  for (PetscInt a = 0; a < s->clumps->n; a++)
    (*frames)[a] = domain_boxes(s->domain, s->clumps->pose[a].x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Id pebble_id(const ContactScene *s, int32_t i)
{
  return s->clumps->id[s->pebbles->clump[i]];
}

/* Record with the key only; pack_side adds point and memory. */
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
  const int32_t  i = s->pairs->pebbles.a[pair], j = s->pairs->pebbles.b[pair];

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

static PetscErrorCode pack_side(const Touching *t, int columns, const ContactScene *scene,
                                const Image *frames, bool walls, ContactRecords *records)
{
  const PairList *list = walls ? &scene->pairs->walls : &scene->pairs->pebbles;
  const Ball     *at   = scene->pebbles->at;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < t->n; k++) {
    const int32_t  pair = t->pair[k];
    ContactRecord *r    = &records->list[records->n];

    if (ball_is_gone(at[list->a[pair]]) || (!walls && ball_is_gone(at[list->b[pair]])))
      continue; /* left in this step */
    *r       = walls ? wall_record(scene, pair) : pebble_record(scene, frames, pair);
    r->point = walls ? domain_wrapped(scene->domain, pebble_centre(scene->pebbles, list->a[pair]))
                     : pebble_point(scene, pair);
    if (columns > 0)
      memcpy(record_memory(records, records->n), touching_row(t, columns, k),
             (size_t)columns * sizeof(double));
    records->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode contacts_pack(const Contacts *contacts, const ContactScene *scene,
                             ContactRecords *records)
{
  const int      columns = contacts->laws->memory;
  const PetscInt n       = records->n + contacts_count(contacts);
  Image         *frames;

  PetscFunctionBeginUser;
  /* one allocation with 3 % to spare for arriving records: growing later would hold the array
     twice */
  records->columns = columns;
  PetscCall(records_reserve(records, n + n / 32));
  PetscCall(find_frames(scene, &frames));
  PetscCall(pack_side(&contacts->pebbles[contacts->now], columns, scene, frames, false, records));
  PetscCall(pack_side(&contacts->walls[contacts->now], columns, scene, frames, true, records));
  array_free(&frames);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- route ---- */

/* Move a record to row `to` <= from. */
static void record_move(ContactRecords *r, PetscInt from, PetscInt to)
{
  if (from == to) return;
  r->list[to] = r->list[from];
  if (r->columns > 0)
    memcpy(record_memory(r, to), record_memory(r, from), (size_t)r->columns * sizeof(double));
}

/* Append the records of a message. */
static PetscErrorCode records_take(ContactRecords *r, const char *message, size_t size)
{
  const size_t   bytes = record_bytes(r->columns);
  const PetscInt n     = (PetscInt)(size / bytes);

  PetscFunctionBeginUser;
  PetscCall(records_reserve(r, r->n + n));
  for (PetscInt k = 0; k < n; k++, message += bytes, r->n++) {
    memcpy(&r->list[r->n], message, sizeof *r->list);
    if (r->columns > 0)
      memcpy(record_memory(r, r->n), message + sizeof *r->list, bytes - sizeof *r->list);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Post one record: its key, followed by its memory. one: space for it. */
static PetscErrorCode record_post(Mail *mail, int rank, const ContactRecords *r, PetscInt k,
                                  char *one)
{
  const size_t bytes = record_bytes(r->columns);

  PetscFunctionBeginUser;
  memcpy(one, &r->list[k], sizeof *r->list);
  if (r->columns > 0) memcpy(one + sizeof *r->list, record_memory(r, k), bytes - sizeof *r->list);
  PetscCall(mail_post(mail, rank, one, bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode records_route(const Parallel *par, const Decomposition *decomposition,
                             ContactRecords *records)
{
  char     one[sizeof(ContactRecord) + MEMORY_MOST * sizeof(double)];
  PetscInt stay = 0;
  Mail    *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < records->n; k++) {
    const int rank = decomposition_rank(decomposition, records->list[k].point);

    if (rank == par->rank) record_move(records, k, stay++);
    else PetscCall(record_post(mail, rank, records, k, one));
  }
  PetscCall(mail_deliver(mail));
  records->n = stay;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    PetscCall(records_take(records, message, size));
  }
  PetscCall(mail_destroy(&mail));
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
  const ContactRecords *records;
  PetscInt             *slots;
  uint64_t              mask;
  uint64_t             *seen; /* filter, 8 bits per slot */
} Table;

static inline uint64_t seen_bit(const Table *table, Id a, Id b)
{
  const uint64_t h = ((uint64_t)a * 0x9e3779b97f4a7c15ULL) ^ ((uint64_t)b * 0xc2b2ae3d27d4eb4fULL);

  return (h ^ (h >> 32)) & (8 * table->mask + 7);
}

static PetscErrorCode table_create(const ContactRecords *records, Table *table)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < 2 * (uint64_t)records->n) size *= 2;
  *table = (Table){.records = records, .mask = size - 1};
  PetscCall(array_create(&table->slots, sizeof *table->slots, (PetscInt)size));
  PetscCall(array_create(&table->seen, sizeof *table->seen, (PetscInt)(size / 8)));
  for (PetscInt k = 0; k < records->n; k++) {
    uint64_t       at  = key_hash(&records->list[k]) & table->mask;
    const uint64_t bit = seen_bit(table, records->list[k].a, records->list[k].b);

    table->seen[bit / 64] |= (uint64_t)1 << (bit % 64);
    while (table->slots[at]) at = (at + 1) & table->mask;
    table->slots[at] = k + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
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

static void find_walls(const Table *table, const ContactScene *s, PetscInt first, int n,
                       const ContactRecord *found[AHEAD])
{
  for (int k = 0; k < n; k++) {
    const ContactRecord key = wall_record(s, (int32_t)(first + k));

    found[k] = table_find(table, &key, key_hash(&key) & table->mask);
  }
}

/* Memory of a record to a row of `columns` reals; a checkpoint of other laws may have had more or
   fewer. */
static void recall_record(const ContactRecords *records, const ContactRecord *one, int columns,
                          double *row)
{
  const double *memory = record_memory(records, (PetscInt)(one - records->list));

  for (int c = 0; c < columns; c++) row[c] = c < records->columns ? memory[c] : 0;
}

static PetscErrorCode unpack_side(const Table *table, int columns, const ContactScene *scene,
                                  const Image *frames, bool walls, Touching *t)
{
  const PetscInt       n = walls ? scene->pairs->walls.n : scene->pairs->pebbles.n;
  const ContactRecord *found[AHEAD];

  PetscFunctionBeginUser;
  t->n = 0;
  PetscCall(touching_reserve(t, columns, (PetscInt)min_int(n, table->records->n)));
  for (PetscInt first = 0; first < n; first += AHEAD) {
    const int some = (int)min_int(AHEAD, n - first);

    if (walls) find_walls(table, scene, first, some, found);
    else find_pebbles(table, scene, frames, first, some, found);
    for (int k = 0; k < some; k++) {
      if (!found[k]) continue;
      t->pair[t->n] = (int32_t)(first + k);
      recall_record(table->records, found[k], columns, touching_row(t, columns, t->n));
      t->n++;
    }
  }
  touching_end(t, columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode contacts_unpack(Contacts *contacts, const ContactScene *scene,
                               const ContactRecords *records, int64_t *lost)
{
  const int columns = contacts->laws->memory;
  Image    *frames;
  Table     table;

  PetscFunctionBeginUser;
  PetscCall(table_create(records, &table));
  PetscCall(find_frames(scene, &frames));
  PetscCall(unpack_side(&table, columns, scene, frames, false, &contacts->pebbles[contacts->now]));
  PetscCall(unpack_side(&table, columns, scene, frames, true, &contacts->walls[contacts->now]));
  array_free(&frames);
  *lost = records->n - contacts->pebbles[contacts->now].n - contacts->walls[contacts->now].n;
  array_free(&table.slots);
  array_free(&table.seen);
  PetscFunctionReturn(PETSC_SUCCESS);
}
