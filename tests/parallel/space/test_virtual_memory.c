/* SPDX-License-Identifier: MIT */
/* On 64 to 1000 virtual ranks the memory of contacts is carried, with the records of a run, from
   one set of cuts to another. */
#include "contacts_test.h"
#include "virtual_ranks.h"

/* Contacts of a rank: pairs that touch, each remembering its own number. */
static void touch(Rank *r)
{
  const PairList *list = &r->pairs->pebbles;
  Touching       *t    = &r->contacts->pebbles[r->contacts->now];

  touching_clear(t, r->pairs->n_blocks);
  touching_reserve(t, list->n, COLUMNS);
  for (PetscInt k = 0, run = 0; k < list->n; k++) {
    const Ball          x = r->pebbles->at[list->a[k]], y = r->pebbles->at[list->b[k]];
    const Vec3          d   = {y.x - x.x, y.y - x.y, y.z - x.z};
    const ContactRecord key = key_of(r, k);

    for (; run < t->n_runs && list->start[run] <= k; run++) touching_run(t, (int)run);
    if (vec3_norm(d) < x.r + y.r) touching_add(t, (int32_t)k, COLUMNS)[0] = key_value(&key);
  }
  for (int run = 0; run < t->n_runs; run++)
    if (list->start[run] == list->n) touching_run(t, run);
  touching_end(t);
  touching_clear(&r->contacts->walls[r->contacts->now], r->pairs->n_blocks);
  for (int run = 0; run <= r->pairs->n_blocks; run++)
    touching_run(&r->contacts->walls[r->contacts->now], run);
}

/* All clumps a little, some through faces: a pebble less than half the skin, so that what touches
   stays listed. boxes: how many each has crossed. */
static void move(World *w, int64_t seed, Image boxes[CLUMPS])
{
  Clumps *c = w->clumps;

  for (PetscInt a = 0; a < CLUMPS; a++) {
    Random     r = random_stream((uint64_t)seed, RANDOM_TEST, (uint64_t)(100 + a));
    const Vec3 d = {between(&r, -1, 1), between(&r, -1, 1), between(&r, -1, 1)};

    c->pose[a].x = vec3_add(c->pose[a].x, grid_round3(&w->domain, vec3_scale(0.25 * skin, d)));
    c->pose[a].q = quat_normalized(
      (Quat){c->pose[a].q.w, c->pose[a].q.x, c->pose[a].q.y, c->pose[a].q.z + 0.001 * d.x});
    boxes[c->id[a]] = domain_boxes(&w->domain, c->pose[a].x);
  }
}

static ContactScene scene_of(const World *w, const Rank *r)
{
  return (ContactScene){
    .domain = &w->domain, .clumps = r->clumps, .pebbles = r->pebbles, .pairs = r->pairs};
}

/* The work of a rank before its lists change: poses from the owners, records by key. */
static void pack(const World *w, Rank *r, ContactRecords *records)
{
  const ContactScene scene = scene_of(w, r);

  for (PetscInt a = 0; a < r->clumps->n; a++)
    for (PetscInt b = 0; b < CLUMPS; b++)
      if (w->clumps->id[b] == r->clumps->id[a]) {
        r->clumps->pose[a] = w->clumps->pose[b];
        r->clumps->pose[a].x =
          domain_shifted(&w->domain, w->clumps->pose[b].x, r->clumps->shift[a]);
      }
  pebbles_place(r->pebbles, r->clumps, 0, r->pebbles->n, w->domain.magic);
  contacts_pack(r->contacts, &scene, records);
}

static void wrap(World *w)
{
  for (PetscInt a = 0; a < CLUMPS; a++)
    w->clumps->pose[a].x = domain_wrapped(&w->domain, w->clumps->pose[a].x);
}

/* Every record that came here has found its pair, which remembers its own number: how many, and how
 * many not. */
static void find_memory(const World *w, Rank *r, const ContactRecords *records,
                        const Image boxes[CLUMPS], int64_t *found, int64_t *wrong)
{
  const ContactScene scene = scene_of(w, r);
  const Touching    *t     = &r->contacts->pebbles[r->contacts->now];
  int64_t            lost;
  int                columns;

  contacts_unpack(r->contacts, &scene, records, &lost);
  *wrong += lost;
  for (PetscInt k = 0; k < t->n; k++) {
    ContactRecord key = key_of(r, t->pair[k]);

    key.image = image_add(
      key.image, image_sub(boxes[key.a], boxes[key.b])); /* as it was before they were wrapped */
    *wrong += touching_memory(t, &w->laws, k, &columns)[0] != key_value(&key);
  }
  *found += t->n;
}

/* From one set of cuts to another, straight to the part that counts the pair now. */
static void carry(World *w, int from, int64_t random_from, int to, int64_t random_to)
{
  ContactRecords *records, packed = {0};
  Decomposition   before, after;
  Image           boxes[CLUMPS];
  Keys            touching = {0};
  int64_t         n = 0, wrong = 0, crossed = 0;
  Rank           *ranks;

  find_truth(w, 0, &touching);
  cut(w, from, random_from, &before);
  ranks = ranks_create(w, &before, from);
  for (int p = 0; p < from; p++) touch(&ranks[p]);
  move(w, from + to, boxes);
  for (int p = 0; p < from; p++) pack(w, &ranks[p], &packed);
  ranks_destroy(ranks, from);
  decomposition_free(&before);
  CHECK_INT(records_count(&packed), touching.n);
  wrap(w);
  cut(w, to, random_to, &after);
  CALL(PetscCalloc1(to, &records));
  for (int p = 0; p < to; p++) {
    records_create(&records[p], 1);
    records[p].law[0].columns = COLUMNS;
  }
  for (PetscInt k = 0; k < packed.law[0].n; k++) {
    const ContactRecord *key = &packed.law[0].list[k];

    records_add(&records[decomposition_rank(&after, key->point)].law[0], key,
                record_memory(&packed.law[0], k));
  }
  ranks = ranks_create(w, &after, to);
  for (int p = 0; p < to; p++) {
    find_memory(w, &ranks[p], &records[p], boxes, &n, &wrong);
    records_free(&records[p]);
  }
  CHECK_INT(n, records_count(&packed));
  CHECK_INT(wrong, 0);
  for (int a = 0; a < CLUMPS; a++) crossed += image_sign(boxes[a]) != 0;
  test_note("%lld contacts from %d parts to %d, %lld clumps through faces", (long long)n, from, to,
            (long long)crossed);
  ranks_destroy(ranks, to);
  decomposition_free(&after);
  CALL(PetscFree(records));
  records_free(&packed);
  array_free(&touching.list);
}

static void memory_goes_where_its_pair_is_counted(Boundary along_z, const char *fact)
{
  World w;

  world_create(&w, along_z);
  for (int t = 0; t + 1 < TRIES; t++)
    carry(&w, tries[t].parts, tries[t].random, tries[t + 1].parts, tries[t + 1].random);
  world_destroy(&w);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  memory_goes_where_its_pair_is_counted(
    BOUNDARY_PERIODIC, "memory goes to the rank that counts its pair, and to no other");
  memory_goes_where_its_pair_is_counted(BOUNDARY_FREE, "free along z: likewise");
}
