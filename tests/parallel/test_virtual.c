/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Count once and carry, on 64 to 1000 ranks that are none: one process does for each part what a
   rank does, with the walk, the selection, the pair list and the records of a run. Clumps are
   longer than boxes and than the domain, and touch their own images; the truth is every pebble with
   every image of every other. */
#include "base/random.h"
#include "contact/contacts.h"
#include "space/halo.h"
#include "space/holders.h"
#include "test.h"

enum {
  GRAINS  = 402,
  POLES   = 5,
  HOOKS   = 2,
  CLUMPS  = GRAINS + POLES + HOOKS,
  IMAGES  = 3,
  COLUMNS = 1
};

static const double skin = 0.1; /* m */

typedef struct {
  Parallel  par;
  Domain    domain;
  Templates templates;
  Laws      laws;
  int       law_of;
  Clumps   *clumps; /* all of them, wrapped */
} World;

/* What one rank would have. */
typedef struct {
  Decomposition view; /* with this part's box as its own */
  Clumps       *clumps;
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
} Rank;

/* ---- the world ---- */

static double between(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

/* A row of pebbles along x, bent; longer than the box: images of it lie in each other. */
static void add_template(World *w, const char *name, int n, double spacing, double radius,
                         double bend)
{
  MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 1, 1}, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    const double u = i - 0.5 * (n - 1);

    set.x[i] = (Vec3){spacing * u, bend * sin(0.3 * u), bend * cos(0.2 * u)};
    set.r[i] = radius * (1 + 0.5 * (i % 3));
  }
  CALL(templates_add(&w->templates, name, &set, &mass));
  pebble_set_free(&set);
}

static void add_clump(World *w, Random *r, int k)
{
  const int  shape = k < GRAINS ? 0 : k < GRAINS + POLES ? 1 : 2;
  const Vec3 d     = w->domain.length;
  const Vec3 x     = {k % 4 == 0 ? between(r, -0.2, 0.2) * skin
                                 : between(r, 0, d.x), /* many at a face, to cross it */
                  between(r, 0, d.y), between(r, 0, d.z)};
  const Quat any   = {0.3, between(r, -1, 1), between(r, -1, 1), between(r, -1, 1)};
  PetscInt   a;

  /* ids out of order, so that rows are not in canonical order by chance */
  CALL(clumps_add(w->clumps, &w->templates, (Id)(k * 41 % CLUMPS), shape, 1, &a));
  w->clumps->pose[a].x =
    domain_wrapped(&w->domain, grid_round3(&w->domain, vec3_add(w->domain.lo, x)));
  w->clumps->pose[a].q     = shape == 1 ? quat_identity() : quat_normalized(any);
  w->clumps->pose[a].scale = w->clumps->scale[a];
}

static void world_create(World *w, Boundary along_z)
{
  const Boundary boundary[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, along_z};
  Random         r           = random_stream(4, RANDOM_TEST, 0);

  *w = (World){.law_of = 0};
  CALL(parallel_create(PETSC_COMM_SELF, &w->par));
  add_template(w, "grain", 3, 0.12, 0.08, 0.05);
  add_template(w, "pole", 60, 0.15, 0.07, 0.02); /* 9 m long */
  add_template(w, "hook", 40, 0.12, 0.08, 0.8);
  w->domain =
    domain_create(3, (Vec3){-2, 0, 0}, (Vec3){4, 5, 4}, boundary, w->templates.list[1].bound, 0);
  w->laws = (Laws){.n = 1, .n_materials = 1, .of = &w->law_of, .memory = COLUMNS};
  CALL(clumps_create(&w->clumps));
  for (int k = 0; k < CLUMPS; k++) add_clump(w, &r, k);
}

static void world_destroy(World *w)
{
  CALL(clumps_destroy(&w->clumps));
  templates_free(&w->templates);
  CALL(parallel_destroy(&w->par));
}

/* ---- keys ---- */

typedef struct {
  PetscInt       n, capacity;
  ContactRecord *list;
} Keys;

static void keys_add(Keys *keys, ContactRecord key)
{
  CALL(array_reserve(&keys->list, sizeof *keys->list, keys->n + 1, &keys->capacity));
  keys->list[keys->n++] = key;
}

static int compare_keys(const void *a, const void *b)
{
  const ContactRecord *p = a, *q = b;
  const int64_t        d[] = {p->a - q->a,
                              p->b - q->b,
                              p->member_a - q->member_a,
                              p->member_b - q->member_b,
                              p->image.x - q->image.x,
                              p->image.y - q->image.y,
                              p->image.z - q->image.z};

  for (size_t k = 0; k < sizeof d / sizeof *d; k++)
    if (d[k] != 0) return d[k] < 0 ? -1 : 1;
  return 0;
}

/* A number that no other key has. */
static double key_value(const ContactRecord *k)
{
  const uint64_t h = mix_bits((uint64_t)k->a << 40 ^ (uint64_t)k->b << 20 ^
                              (uint64_t)k->member_a << 10 ^ (uint64_t)k->member_b) ^
                     mix_bits((uint64_t)(k->image.x + 8) << 8 ^ (uint64_t)(k->image.y + 8) << 4 ^
                              (uint64_t)(k->image.z + 8));

  return (double)(h >> 12);
}

/* ---- the truth ---- */

static Vec3 pebble_at(const World *w, PetscInt a, int i)
{
  const Template *t = &w->templates.list[w->clumps->template[a]];

  return vec3_add(w->clumps->pose[a].x,
                  pebble_arm(w->clumps->pose[a].q, t->offset[i], w->domain.magic));
}

/* Pebbles of row a with those of image n of row b, up to `reach` apart. */
static void find_between(const World *w, PetscInt a, PetscInt b, Image n, double reach, Keys *keys)
{
  const Template *ta = &w->templates.list[w->clumps->template[a]],
                 *tb = &w->templates.list[w->clumps->template[b]];

  if (vec3_norm(vec3_sub(domain_shifted(&w->domain, w->clumps->pose[b].x, n),
                         w->clumps->pose[a].x)) > ta->bound + tb->bound + reach + 1e-9)
    return;
  for (int i = 0; i < ta->n; i++)
    for (int j = 0; j < tb->n; j++) {
      const Vec3 d =
        vec3_sub(domain_shifted(&w->domain, pebble_at(w, b, j), n), pebble_at(w, a, i));
      const double touch = ta->radius[i] + tb->radius[j] + reach;

      if (vec3_dot(d, d) <= touch * touch)
        keys_add(keys, (ContactRecord){.a        = w->clumps->id[a],
                                       .b        = w->clumps->id[b],
                                       .member_a = i,
                                       .member_b = j,
                                       .image    = n});
    }
}

static void find_truth(const World *w, double reach, Keys *keys)
{
  const int top = w->domain.boundary[2] == BOUNDARY_PERIODIC ? IMAGES : 0;

  keys->n = 0;
  for (PetscInt a = 0; a < CLUMPS; a++)
    for (PetscInt b = 0; b < CLUMPS; b++)
      for (int nx = -IMAGES; nx <= IMAGES; nx++)
        for (int ny = -IMAGES; ny <= IMAGES; ny++)
          for (int nz = -top; nz <= top; nz++) {
            const Image n = {nx, ny, nz};

            if (w->clumps->id[a] < w->clumps->id[b] || (a == b && image_sign(n) > 0))
              find_between(w, a, b, n, reach, keys);
          }
  sort_items(keys->list, keys->n, sizeof *keys->list, compare_keys);
}

/* ---- ranks ---- */

static void rank_add(const World *w, Rank *r, PetscInt a, Image shift)
{
  const PetscInt row = r->clumps->n;

  CALL(clumps_reserve(r->clumps, row + 1));
  fields_take(r->clumps->fields, r->clumps, row, w->clumps, a);
  r->clumps->shift[row]  = shift;
  r->clumps->pose[row]   = w->clumps->pose[a];
  r->clumps->pose[row].x = domain_shifted(&w->domain, w->clumps->pose[a].x, shift);
  r->clumps->n++;
}

/* Owned rows first, then the copies that the walk finds for each part; how many pebbles it says
 * each part needs. */
static void hold(const World *w, const Decomposition *cuts, int parts, Rank *ranks,
                 int64_t *pebbles)
{
  const HolderSearch search = {.domain        = &w->domain,
                               .decomposition = cuts,
                               .templates     = &w->templates,
                               .clumps        = w->clumps,
                               .reach         = holders_reach(&w->domain, skin)};
  HolderWalk        *walk;

  CALL(holders_begin(&search, &walk));
  for (PetscInt a = 0; a < CLUMPS; a++) {
    Rank *r = &ranks[decomposition_rank(cuts, w->clumps->pose[a].x)];

    rank_add(w, r, a, (Image){0});
    r->clumps->n_owned++;
  }
  for (int p = 0; p < parts; p++) pebbles[p] = 0;
  for (PetscInt a = 0; a < CLUMPS; a++) {
    const int     owner = decomposition_rank(cuts, w->clumps->pose[a].x);
    const Holder *list;
    PetscInt      n;

    CALL(holders_of(walk, a, owner, &n, &list));
    for (int k = 0; k < n; k++) {
      pebbles[list[k].part] += list[k].n;
      if (list[k].part != owner || image_sign(list[k].shift) != 0)
        rank_add(w, &ranks[list[k].part], a, list[k].shift);
    }
  }
  CALL(holders_end(&walk));
}

static void make_list(const World *w, Rank *r)
{
  static const Walls none   = {0};
  const PairSearch   search = {.domain        = &w->domain,
                               .decomposition = &r->view,
                               .clumps        = r->clumps,
                               .pebbles       = r->pebbles,
                               .walls         = &none,
                               .method        = SEARCH_LIST,
                               .skin          = skin,
                               .near          = skin,
                               .n_materials   = 1,
                               .n_laws        = 1,
                               .law_of        = w->laws.of};

  CALL(halo_select(&r->view, &w->domain, &w->templates, skin, r->clumps, r->pebbles));
  pebbles_place(r->pebbles, r->clumps, 0, r->pebbles->n, w->domain.magic);
  CALL(pairs_build(r->pairs, &search));
}

/* All ranks with their lists. cuts must outlive them. */
static Rank *ranks_create(const World *w, const Decomposition *cuts, int parts)
{
  int64_t *pebbles, wrong = 0;
  Rank    *ranks;

  CALL(PetscCalloc1(parts, &ranks));
  CALL(PetscMalloc1(parts, &pebbles));
  for (int k = 0; k < cuts->n; k++)
    if (cuts->nodes[k].count == 1) {
      Rank *r = &ranks[cuts->nodes[k].first];

      r->view      = *cuts;
      r->view.mine = cuts->boxes[k];
      CALL(clumps_create(&r->clumps));
      CALL(pebbles_create(&r->pebbles));
      CALL(pairs_create(1, &r->pairs));
      CALL(contacts_create(&w->laws, &r->contacts));
    }
  hold(w, cuts, parts, ranks, pebbles);
  for (int p = 0; p < parts; p++) {
    make_list(w, &ranks[p]);
    wrong += ranks[p].pebbles->n != pebbles[p];
  }
  CHECK_INT(wrong, 0);
  CALL(PetscFree(pebbles));
  return ranks;
}

static void ranks_destroy(Rank *ranks, int parts)
{
  for (int p = 0; p < parts; p++) {
    CALL(contacts_destroy(&ranks[p].contacts));
    CALL(pairs_destroy(&ranks[p].pairs));
    CALL(pebbles_destroy(&ranks[p].pebbles));
    CALL(clumps_destroy(&ranks[p].clumps));
  }
  CALL(PetscFree(ranks));
}

/* ---- count once ---- */

/* By wrapped centres, as in a record. */
static ContactRecord key_of(const Rank *r, PetscInt k)
{
  const int32_t i = r->pairs->pebbles.a[k], j = r->pairs->pebbles.b[k], a = r->pebbles->clump[i],
                b = r->pebbles->clump[j];

  return (ContactRecord){.a        = r->clumps->id[a],
                         .b        = r->clumps->id[b],
                         .member_a = r->pebbles->member[i],
                         .member_b = r->pebbles->member[j],
                         .image    = image_sub(r->clumps->shift[b], r->clumps->shift[a])};
}

/* How many pairs of the truth are counted not once, and pairs counted that are none. */
static void check_counts(const Rank *ranks, int parts, const Keys *truth)
{
  Keys    counted = {0};
  int64_t wrong   = 0;

  for (int p = 0; p < parts; p++)
    for (PetscInt k = 0; k < ranks[p].pairs->pebbles.n; k++)
      keys_add(&counted, key_of(&ranks[p], k));
  sort_items(counted.list, counted.n, sizeof *counted.list, compare_keys);
  CHECK_INT(counted.n, truth->n);
  for (PetscInt k = 0; k < counted.n && k < truth->n; k++)
    wrong += compare_keys(&counted.list[k], &truth->list[k]) != 0;
  CHECK_INT(wrong, 0);
  array_free(&counted.list);
}

static void cut(const World *w, int parts, int64_t random, Decomposition *cuts)
{
  Vec3 x[CLUMPS];

  for (PetscInt a = 0; a < CLUMPS; a++) x[a] = w->clumps->pose[a].x;
  *cuts = (Decomposition){0};
  CALL(
    decomposition_build(&w->par, &w->domain, &(Points){.n = CLUMPS, .x = x}, parts, random, cuts));
}

static const struct {
  int     parts;
  int64_t random;
} tries[] = {{64, -1}, {64, 1}, {343, 2}, {512, -1}, {1000, 3}, {1000, 4}};

enum { TRIES = sizeof tries / sizeof *tries };

static void every_pair_is_counted_once(Boundary along_z, const char *fact)
{
  Keys    truth = {0};
  int64_t own   = 0;
  World   w;

  world_create(&w, along_z);
  find_truth(&w, skin, &truth);
  for (int t = 0; t < TRIES; t++) {
    Decomposition cuts;
    Rank         *ranks;
    int64_t       copies = 0;

    cut(&w, tries[t].parts, tries[t].random, &cuts);
    ranks = ranks_create(&w, &cuts, tries[t].parts);
    check_counts(ranks, tries[t].parts, &truth);
    for (int p = 0; p < tries[t].parts; p++) copies += ranks[p].clumps->n;
    CHECK(copies > 2 * CLUMPS); /* they are cut */
    ranks_destroy(ranks, tries[t].parts);
    decomposition_free(&cuts);
  }
  for (PetscInt k = 0; k < truth.n; k++) own += truth.list[k].a == truth.list[k].b;
  CHECK(own > 0);
  test_note("%lld pairs, %lld of them of a clump and its own image", (long long)truth.n,
            (long long)own);
  array_free(&truth.list);
  world_destroy(&w);
  test_end(fact);
}

/* ---- carry ---- */

/* Contacts of a rank: pairs that touch, each remembering its own number. */
static void touch(Rank *r)
{
  const PairList *list = &r->pairs->pebbles;
  Touching       *t    = &r->contacts->pebbles[r->contacts->now];

  CALL(touching_reserve(t, COLUMNS, list->n));
  for (PetscInt k = 0; k < list->n; k++) {
    const Ball          x = r->pebbles->at[list->a[k]], y = r->pebbles->at[list->b[k]];
    const Vec3          d   = {y.x - x.x, y.y - x.y, y.z - x.z};
    const ContactRecord key = key_of(r, k);

    if (vec3_norm(d) >= x.r + y.r) continue;
    t->pair[t->n]                     = (int32_t)k;
    touching_row(t, COLUMNS, t->n)[0] = key_value(&key);
    t->n++;
  }
  touching_end(t, COLUMNS);
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

/* What a rank does before its lists change: poses from the owners, records by key. */
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
  CALL(contacts_pack(r->contacts, &scene, records));
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

  CALL(contacts_unpack(r->contacts, &scene, records, &lost));
  *wrong += lost;
  for (PetscInt k = 0; k < t->n; k++) {
    ContactRecord key = key_of(r, t->pair[k]);

    key.image = image_add(
      key.image, image_sub(boxes[key.a], boxes[key.b])); /* as it was before they were wrapped */
    *wrong += touching_row(t, COLUMNS, k)[0] != key_value(&key);
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
  CHECK_INT(packed.n, touching.n);
  wrap(w);
  cut(w, to, random_to, &after);
  CALL(PetscCalloc1(to, &records));
  for (PetscInt k = 0; k < packed.n; k++) {
    ContactRecords *r = &records[decomposition_rank(&after, packed.list[k].point)];

    r->columns = packed.columns;
    CALL(records_add(r, &packed.list[k], record_memory(&packed, k)));
  }
  ranks = ranks_create(w, &after, to);
  for (int p = 0; p < to; p++) {
    find_memory(w, &ranks[p], &records[p], boxes, &n, &wrong);
    records_free(&records[p]);
  }
  CHECK_INT(n, packed.n);
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  every_pair_is_counted_once(BOUNDARY_PERIODIC,
                             "64 to 1000 ranks, periodic all round: every pair is counted once");
  every_pair_is_counted_once(BOUNDARY_FREE, "64 to 1000 ranks, free along z: likewise");
  memory_goes_where_its_pair_is_counted(
    BOUNDARY_PERIODIC, "memory goes to the rank that counts its pair, and to no other");
  memory_goes_where_its_pair_is_counted(BOUNDARY_FREE, "free along z: likewise");
  return test_finish();
}
