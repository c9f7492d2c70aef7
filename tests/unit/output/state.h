/* SPDX-License-Identifier: MIT */
/* Artificial state for tests of output: row k is a function of k alone, independent of the rank
   that holds it. */
#ifndef STATE_H
#define STATE_H

#include "base/random.h"
#include "matter/pebbles.h"
#include "output/checkpoint/checkpoint.h"
#include "test.h"

enum { STATE_MEMORY = 3 };

/* Distribution of rows over ranks. */
typedef enum { DEAL_ROUND, DEAL_FIRST, DEAL_BLOCKS_REVERSED } Deal;

static inline int deal_rank(Deal deal, int64_t k, int64_t n, int size)
{
  switch (deal) {
  case DEAL_ROUND: return (int)(k % size);
  case DEAL_FIRST: return 0;
  default: return (int)(size - 1 - k * size / n);
  }
}

/* In [-1, 1). */
static inline double state_real(int64_t k, int part)
{
  return (double)(int64_t)(mix_bits((uint64_t)k * 64 + (uint64_t)part + 1) >> 11) * 0x1p-52 - 1;
}

#define STATE_QUANTUM 0x1p-48

/* In [0, 1), on the grid. */
static inline double state_place(int64_t k, int part)
{
  return STATE_QUANTUM * floor(0.5 * (state_real(k, part) + 1) / STATE_QUANTUM);
}

static inline Vec3 state_vec3(int64_t k, int part)
{
  return vec3(state_real(k, part), state_real(k, part + 1), state_real(k, part + 2));
}

/* Ids with gaps, beyond 32 bits. */
static inline Id state_id(int64_t k)
{
  return 5000000000 + 17 * k * k;
}

static inline Materials *state_materials(void)
{
  static const Material made[] = {
    {.name = "glass", .density = 2500, .young = 7e9, .poisson = 0.22},
    {.name = "steel", .density = 7800, .young = 2e11, .poisson = 0.3}};
  Materials *m;

  array_create(&m, sizeof *m, 1);
  array_create(&m->list, sizeof *m->list, 2);
  m->n = 2;
  memcpy(m->list, made, sizeof made);
  return m;
}

static inline Templates *state_templates(void)
{
  static const char *const names[] = {"ball", "dumbbell", "blob"};
  static const int         sizes[] = {1, 2, 5};
  Templates               *t;

  array_create(&t, sizeof *t, 1);
  for (int k = 0; k < 3; k++) {
    MassProperties mass = {.volume       = 1 + k,
                           .mass         = 2 + k,
                           .inertia      = {1, 2, 3, 0, 0, 0},
                           .principal    = {1, 2, 3},
                           .axes         = {0.5, 0.5, -0.5, 0.5},
                           .error        = 1e-9,
                           .centre_error = 2e-9 + k};
    PebbleSet      set;

    pebble_set_create(sizes[k], &set);
    for (int i = 0; i < sizes[k]; i++) {
      set.x[i]        = vec3_scale(0.1, state_vec3(1000 + 10 * k + i, 0));
      set.r[i]        = 0.05 + 0.01 * i;
      set.material[i] = i % 2;
    }
    CALL(templates_add(t, names[k], &set, &mass));
    pebble_set_free(&set);
    t->list[k].density       = k == 1 ? 1.5 : 0;
    t->list[k].inertia_given = k == 2;
  }
  return t;
}

/* Values in the fields that not every run has. */
static inline void state_optional(Clumps *c, PetscInt a, int64_t k)
{
  int part = 40;

  for (const Field *f = c->fields; f->name; f++) {
    const double  real    = 300 + state_real(k, part++);
    const int32_t word    = (int32_t)(k % 2);
    const Image   n       = {word, -word, 0};
    const Id      id      = word;
    const Vec3    v       = vec3(real, -real, 0.5 * real);
    const void   *value[] = {[FIELD_REAL] = &real, [FIELD_VEC3] = &v, [FIELD_INT32] = &word,
                             [FIELD_IMAGE] = &n,   [FIELD_ID] = &id,  [FIELD_QUAT] = NULL};

    if (f->use == 0 || f->travels == 0 || f->use == USE_ANCHORS) continue;
    CHECK(f->type < (int)(sizeof value / sizeof *value) && value[f->type]);
    memcpy(field_item(f, c, a), value[f->type], field_size(f));
  }
}

static inline void state_clump(Clumps *c, const Templates *templates, int64_t k)
{
  PetscInt a;

  a             = clumps_add(c, templates, state_id(k), (int)(k % 3), 1 + 0.5 * (double)(k % 2));
  c->blocked[a] = (uint64_t)(k % 5 == 0 ? BLOCK_ALL : 0);
  c->pose[a].x  = vec3(state_place(k, 0), state_place(k, 1), state_place(k, 2));
  c->motion[a].rest = vec3_scale(1e-17, state_vec3(k, 3));
  c->image[a]       = (Image){(int32_t)(k % 7 - 3), 0, -1};
  c->pose[a].q   = quat_normalized((Quat){1, state_real(k, 6), state_real(k, 7), state_real(k, 8)});
  c->motion[a].v = state_vec3(k, 9);
  c->motion[a].momentum = state_vec3(k, 12);
  c->w[a]               = state_vec3(k, 15);
  c->force[a]           = state_vec3(k, 18);
  c->torque[a]          = state_vec3(k, 21);
  c->group[a]           = (uint64_t)1 << k % 3 | (k % 2 ? 8 : 0);
  state_optional(c, a, k);
  if (!c->anchor_q) return;
  c->anchor_x[a] = state_vec3(k, 24);
  c->anchor_q[a] = k % 2 ? (Quat){0, 0, 0, 0} : c->pose[a].q;
}

/* Groups of clumps: three in the slot Default and one in `source`; of a pebble: one in `side`. */
static inline void state_groups(Groups *groups, Templates *templates)
{
  static const char *const clumps[] = {"red", "green", "blue", "source=north"};
  Groups                   one;
  char                     why[GROUPS_WHY];

  *groups = (Groups){0};
  for (int k = 0; k < 4; k++)
    CHECK(groups_parse(clumps[k], &one, why) && groups_add(groups, &one, GROUP_CLUMPS));
  CHECK(groups_parse("side=left", &one, why) && groups_add(groups, &one, GROUP_PEBBLES));
  templates->list[2].group[4] = 16;
}

/* Waiting clumps, a quarter as many as clumps. */
static inline void state_waiting(Waiting *waiting, const Templates *templates, int64_t k)
{
  Clumps *one;

  CALL(clumps_create(&one));
  CALL(clumps_use(one, waiting->clumps->uses));
  state_clump(one, templates, 1000 + k);
  waiting_add(waiting, one, 0, 2 + 0.25 * (double)(k % 3));
  clumps_destroy(&one);
}

/* Memory of contact k. */
static inline void state_memory(int64_t k, double memory[STATE_MEMORY])
{
  for (int i = 0; i < STATE_MEMORY; i++) memory[i] = state_real(k, 30 + i);
}

static inline ContactRecord state_contact(int64_t k)
{
  ContactRecord r = {.a        = state_id(k),
                     .b        = state_id(k + 1),
                     .member_a = (int32_t)(k % 2),
                     .image    = {(int32_t)(k % 3 - 1), 0, 0},
                     .point    = state_vec3(k, 24)};

  if (k % 4 == 0) {
    r.b        = k % 3;
    r.member_b = member_of_feature(k % 8 == 0 ? 0 : 7);
  }
  return r;
}

/* This rank's share of n links of a kind. */
static inline LinkSet state_links(Deal deal, int kind, int64_t n, int rank, int size)
{
  LinkSet links = {.kind = link_kinds[kind], .total = n};

  for (int64_t k = 0; k < n; k++) {
    double     memory[32];
    const Link link = {.a        = state_id(k),
                       .b        = state_id(k + 2),
                       .member_a = (int32_t)(k % 3) - 1,
                       .member_b = (int32_t)(k % 2),
                       .object   = (int32_t)k,
                       .image    = {(int32_t)(k % 3 - 1), 0, 1}};

    for (int c = 0; c < link_columns(links.kind); c++)
      memory[c] = fabs(state_real(k, 50 + c)); /* lengths are none below 0 */
    if (deal_rank(deal, k, n, size) == rank) link_set_add(&links, link, memory);
  }
  return links;
}

/* A part of the program that occurs once, and two objects of a kind of plug-in. */
typedef struct {
  double     potential;
  int32_t    level;
  StateArray counts;
} StateFurther;

static const StateItem state_items[] = {
  {.name   = "potential",
   .unit   = "J",
   .text   = "one number",
   .type   = STATE_REAL,
   .offset = offsetof(StateFurther, potential)},
  {.name   = "level",
   .text   = "one whole number",
   .type   = STATE_INT32,
   .offset = offsetof(StateFurther, level),
   .lo     = -3,
   .hi     = 3},
  {.name   = "counts",
   .text   = "any number of numbers",
   .type   = STATE_INT64,
   .count  = STATE_ANY,
   .offset = offsetof(StateFurther, counts)},
  {0},
};

static inline StateParts state_parts(StateFurther further[3])
{
  StateParts parts = {0};

  state_list(&parts, EXTRAS_FOLDER, NULL, NULL, state_items, &further[0]);
  state_list(&parts, STATE_FOLDER, "inlet", "feed-1", state_items, &further[1]);
  state_list(&parts, STATE_FOLDER, "inlet", "feed-2", state_items, &further[2]);
  return parts;
}

static inline void state_further(State *state)
{
  static int64_t counts[]  = {7, -1, INT64_MAX};
  StateFurther   further[] = {
      {1e-3, 1, {3, counts}}, {2e-3, 2, {1, counts + 2}}, {3e-3, 3, {2, counts}}};
  StateParts parts = state_parts(further);

  for (PetscInt k = 0; k < parts.n; k++) state_gather(state, &parts.list[k]);
  array_free(&parts.list);
}

/* State with n_clumps and n_contacts over all ranks. Free it with checkpoint_free. */
static inline Checkpoint state_create(Deal deal, int64_t n_clumps, int64_t n_contacts)
{
  static const char text[]  = "schema: 1\ntitle: made up\n";
  const Boundary    faces[] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};
  const int         rank = test_rank(), size = test_size();
  Checkpoint        c = {
           .clock  = {.step = 1200, .first = 200, .t0 = 0.5, .dt = 1e-4},
           .domain = domain_create(3, vec3(0, 0, 0), vec3(1, 1, 1), faces, 0, STATE_QUANTUM),
           .loads = {.force.exponent = -40, .torque.exponent = -37, .work.exponent = -60, .spare = 13},
           /* waiting clumps have ids up to the 2000th */
           .account = {.next_id = state_id(max_int(2000, n_clumps)), .removed = 3, .inserted = 5},
           .memory  = STATE_MEMORY,
           .creator = "clast test"};
  ContactRecord made;
  double        memory[STATE_MEMORY];

  c.materials = state_materials();
  c.templates = state_templates();
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->of_pebbles) templates_divide(c.materials, c.templates, q);
  sum_clear(&c.dissipated);
  sum_add(&c.dissipated, 1e-3);
  sum_add(&c.dissipated, -2.5e9);
  sum_normalize(&c.dissipated);
  state_further(&c.state);
  array_create(&c.scenario, 1, sizeof text);
  strcpy(c.scenario, text);
  state_groups(&c.groups, c.templates);
  CALL(clumps_create(&c.clumps));
  CALL(waiting_create(&c.waiting));
  array_create(&c.contacts, sizeof *c.contacts, 1);
  records_create(c.contacts, 1);
  CALL(clumps_use(c.clumps, ~0U)); /* every field that there may be */
  CALL(clumps_use(c.waiting->clumps, ~0U));
  c.contacts->law[0].columns = STATE_MEMORY;
  for (int64_t k = 0; k < n_clumps; k++) {
    if (deal_rank(deal, k, n_clumps, size) == rank) state_clump(c.clumps, c.templates, k);
    if (k < n_clumps / 4 && deal_rank(deal, k, n_clumps, size) == rank)
      state_waiting(c.waiting, c.templates, k);
  }
  for (int64_t k = 0; k < n_contacts; k++) {
    if (deal_rank(deal, k, n_contacts, size) != rank) continue;
    made = state_contact(k);
    state_memory(k, memory);
    records_add(&c.contacts->law[0], &made, memory);
  }
  for (int kind = 0; kind < LINK_KINDS; kind++)
    c.links[kind] = state_links(deal, kind, n_contacts / (2 + kind), rank, size);
  return c;
}

/* Set the step. */
static inline void state_step(Checkpoint *c, int64_t step)
{
  c->clock.step  = step;
  c->clock.first = min_int(c->clock.first, step);
}

/* Temporary folder of this test, the same on all ranks; removed by work_remove. */
static inline void work_create(const Parallel *par, char path[CHECKPOINT_PATH])
{
  const char *root = getenv("TMPDIR");

  memset(path, 0, CHECKPOINT_PATH);
  snprintf(path, CHECKPOINT_PATH - 8, "%s/clast-output-", root ? root : "/tmp");
  memset(path + strlen(path), 'X', 6); /* template of mkdtemp */
  if (par->rank == 0) CALL(PetscMkdtemp(path));
  CALL(parallel_bcast(par, path, CHECKPOINT_PATH, 0));
}

static inline void work_remove(const Parallel *par, const char *path)
{
  CALL(parallel_barrier(par));
  if (par->rank == 0) CALL(PetscRMTree(path));
}

#endif
