/* SPDX-License-Identifier: MIT */
/* A crowd of clumps that are longer than the boxes of 64 to 1000 ranks and than the domain and
   touch their own images, and which of its pebbles are in reach: every one with every image of
   every other. */
#ifndef VIRTUAL_H
#define VIRTUAL_H

#include "base/random.h"
#include "contact/contacts.h"
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
  Law       law;
  Laws      laws;
  int       law_of;
  Clumps   *clumps; /* all of them, wrapped */
} World;

/* ---- the world ---- */

static inline double between(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

/* A row of pebbles along x, bent; longer than the box: images of it lie in each other. */
static inline void add_template(World *w, const char *name, int n, double spacing, double radius,
                                double bend)
{
  MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 1, 1}, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    const double u = i - 0.5 * (n - 1);

    set.x[i] = (Vec3){spacing * u, bend * sin(0.3 * u), bend * cos(0.2 * u)};
    set.r[i] = radius * (1 + 0.5 * (i % 3));
  }
  CALL(templates_add(&w->templates, name, &set, &mass));
  pebble_set_free(&set);
}

static inline void add_clump(World *w, Random *r, int k)
{
  const int  shape = k < GRAINS ? 0 : k < GRAINS + POLES ? 1 : 2;
  const Vec3 d     = w->domain.length;
  const Vec3 x     = {k % 4 == 0 ? between(r, -0.2, 0.2) * skin
                                 : between(r, 0, d.x), /* many at a face, to cross it */
                  between(r, 0, d.y), between(r, 0, d.z)};
  const Quat any   = {0.3, between(r, -1, 1), between(r, -1, 1), between(r, -1, 1)};
  PetscInt   a;

  /* ids out of order, so that rows are not in canonical order by chance */
  a = clumps_add(w->clumps, &w->templates, (Id)(k * 41 % CLUMPS), shape, 1);
  w->clumps->pose[a].x =
    domain_wrapped(&w->domain, grid_round3(&w->domain, vec3_add(w->domain.lo, x)));
  w->clumps->pose[a].q     = shape == 1 ? quat_identity() : quat_normalized(any);
  w->clumps->pose[a].scale = w->clumps->scale[a];
}

static inline void world_create(World *w, Boundary along_z)
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
  w->law  = (Law){.memory = COLUMNS};
  w->laws = (Laws){.n = 1, .n_materials = 1, .of = &w->law_of, .list = &w->law, .memory = COLUMNS};
  CALL(clumps_create(&w->clumps));
  for (int k = 0; k < CLUMPS; k++) add_clump(w, &r, k);
}

static inline void world_destroy(World *w)
{
  clumps_destroy(&w->clumps);
  templates_free(&w->templates);
  CALL(parallel_destroy(&w->par));
}

/* ---- keys ---- */

typedef struct {
  PetscInt       n, capacity;
  ContactRecord *list;
} Keys;

static inline void keys_add(Keys *keys, ContactRecord key)
{
  array_reserve(&keys->list, sizeof *keys->list, keys->n + 1, &keys->capacity);
  keys->list[keys->n++] = key;
}

static inline int compare_keys(const void *a, const void *b)
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
static inline double key_value(const ContactRecord *k)
{
  const uint64_t h = mix_bits((uint64_t)k->a << 40 ^ (uint64_t)k->b << 20 ^
                              (uint64_t)k->member_a << 10 ^ (uint64_t)k->member_b) ^
                     mix_bits((uint64_t)(k->image.x + 8) << 8 ^ (uint64_t)(k->image.y + 8) << 4 ^
                              (uint64_t)(k->image.z + 8));

  return (double)(h >> 12);
}

/* ---- the truth ---- */

static inline Vec3 pebble_at(const World *w, PetscInt a, int i)
{
  const Template *t = &w->templates.list[w->clumps->template[a]];

  return vec3_add(w->clumps->pose[a].x,
                  pebble_arm(w->clumps->pose[a].q, t->offset[i], w->domain.magic));
}

/* Pebbles of row a with those of image n of row b, up to `reach` apart. */
static inline void find_between(const World *w, PetscInt a, PetscInt b, Image n, double reach,
                                Keys *keys)
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

static inline void find_truth(const World *w, double reach, Keys *keys)
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

#endif
