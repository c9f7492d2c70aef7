/* SPDX-License-Identifier: MIT */
/* Positions of pebbles against the plain formula, to the bit: rows of spheres, of clumps, and of
   both. */
#include "base/random.h"
#include "matter/pebbles.h"
#include "space/domain.h"
#include "test.h"

/* Templates: single spheres, one pebble away from the clump's centre, and clumps with one pebble
   at the centre. */
enum { SPHERE, OFF, FEW, MANY, SHAPES, MANY_PEBBLES = 150 };

typedef struct {
  Domain    domain;
  Templates templates;
  Clumps   *clumps;
  Pebbles  *pebbles;
} World;

static double draw(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

static Vec3 draw_vec(Random *r, double size)
{
  const double x = draw(r, -size, size), y = draw(r, -size, size), z = draw(r, -size, size);

  return vec3(x, y, z);
}

static void add_template(World *w, const char *name, int n, Vec3 first, double size)
{
  Random         r    = random_stream(5, RANDOM_TEST, (uint64_t)n);
  MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 2, 3}, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    set.x[i] = i == 0 ? first : draw_vec(&r, size);
    set.r[i] = draw(&r, 0.1, 0.5);
  }
  CALL(templates_add(&w->templates, name, &set, &mass));
  pebble_set_free(&set);
}

static void world_create(World *w)
{
  const Boundary boundary[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_FREE};

  *w = (World){.domain = domain_create(3, vec3(-3, 0, 1), vec3(4, 5, 6), boundary, 2, 0)};
  add_template(w, "sphere", 1, vec3(0, 0, 0), 0);
  add_template(w, "off", 1, vec3(0, 0, 1e-9), 0);
  add_template(w, "few", 3, vec3(0, 0, 0), 1);
  add_template(w, "many", MANY_PEBBLES, vec3(0.1, 0, 0), 2);
  CALL(clumps_create(&w->clumps));
  pebbles_create(&w->pebbles);
}

static void world_destroy(World *w)
{
  clumps_destroy(&w->clumps);
  pebbles_destroy(&w->pebbles);
  templates_free(&w->templates);
}

/* Add a clump at a random pose, with all or some of its pebbles, as a rank may hold them. */
static void add_body(World *w, Random *r, int shape, bool whole)
{
  PetscInt a;

  a = clumps_add(w->clumps, &w->templates, w->clumps->n_owned, shape, draw(r, 0.5, 2));
  w->clumps->pose[a].x = grid_round3(&w->domain, draw_vec(r, 6));
  w->clumps->pose[a].q = random_orientation(r);
  for (int i = 0; i < w->templates.list[shape].n; i++)
    if (whole || random_real(r) < 0.5)
      pebbles_add(w->pebbles, w->clumps, &w->templates, a, i, i + 1);
}

/* Fill with runs of rows, of random length, of spheres only or of all shapes. */
static void fill(World *w, Random *r, int stretches)
{
  w->clumps->n_owned = w->clumps->n = 0;
  w->pebbles->n                     = 0;
  for (int k = 0; k < stretches; k++) {
    const bool spheres = random_real(r) < 0.5;
    const int  n       = 1 + (int)(random_bits(r) % (spheres ? 4 * PEBBLES_TILE : 30));

    for (int m = 0; m < n; m++) {
      const int any = (int)(random_bits(r) % (4 * SHAPES));

      add_body(w, r, spheres || any > MANY ? SPHERE : any, random_real(r) < 0.7);
    }
  }
  clumps_prepare(w->clumps, &w->templates);
  pebbles_mark(w->pebbles);
}

/* Position of pebble i by the formula. */
static Ball plain(const World *w, PetscInt i)
{
  const PetscInt  a    = w->pebbles->clump[i];
  const int       m    = w->pebbles->member[i];
  const Template *t    = &w->templates.list[w->clumps->template[a]];
  const Pose     *pose = &w->clumps->pose[a];
  const Vec3      arm =
    pebble_arm(pose->q, vec3_scale(w->clumps->scale[a], t->offset[m]), w->domain.magic);
  const Vec3 x = vec3_add(pose->x, arm);

  return (Ball){x.x, x.y, x.z, w->clumps->scale[a] * t->radius[m]};
}

static void forget(World *w)
{
  for (PetscInt i = 0; i < w->pebbles->n; i++) w->pebbles->at[i] = (Ball){(double)i, -1, -2, -3};
}

/* Number of rows from .. to - 1 with a wrong position, plus other rows that were changed. */
static int64_t misplaced(const World *w, PetscInt from, PetscInt to)
{
  int64_t wrong = 0;

  for (PetscInt i = 0; i < w->pebbles->n; i++) {
    const Ball right = i >= from && i < to ? plain(w, i) : (Ball){(double)i, -1, -2, -3};

    wrong += memcmp(&right, &w->pebbles->at[i], sizeof right) != 0;
  }
  return wrong;
}

/* Number of tiles of each kind that were placed. */
static int64_t centred, other;

static void count_tiles(const World *w)
{
  for (PetscInt i = 0; i < w->pebbles->n; i += PEBBLES_TILE) {
    bool all = true;

    for (PetscInt k = i; k < i + PEBBLES_TILE && k < w->pebbles->n; k++)
      all = all && w->clumps->template[w->pebbles->clump[k]] == SPHERE;
    centred += all;
    other += !all;
  }
}

static void pebbles_are_placed_as_the_formula_says(void)
{
  World w;

  world_create(&w);
  for (int k = 0; k < 40; k++) {
    Random r = random_stream(6, RANDOM_TEST, (uint64_t)k);

    fill(&w, &r, 1 + k % 12);
    count_tiles(&w);
    forget(&w);
    pebbles_place(w.pebbles, w.clumps, 0, w.pebbles->n, w.domain.magic);
    CHECK_INT(misplaced(&w, 0, w.pebbles->n), 0);
  }
  CHECK(centred > 50 && other > 50);
  test_note("%" PRId64 " tiles of spheres, %" PRId64 " others", centred, other);
  world_destroy(&w);
  test_end(
    "pebbles of spheres and of clumps, in any mixture, are where the formula says, to the bit");
}

static void ranges_begin_and_end_anywhere(void)
{
  World w;

  world_create(&w);
  for (int k = 0; k < 20; k++) {
    Random r = random_stream(7, RANDOM_TEST, (uint64_t)k);

    fill(&w, &r, 1 + k);
    for (int m = 0; m < 60; m++) {
      const PetscInt from = (PetscInt)(random_bits(&r) % (uint64_t)(w.pebbles->n + 1));
      const PetscInt room = w.pebbles->n - from,
                     most = m % 3 == 0 ? room : (PetscInt)min_int(room, m);
      const PetscInt to   = from + (PetscInt)(random_bits(&r) % (uint64_t)(most + 1));

      forget(&w);
      pebbles_place(w.pebbles, w.clumps, from, to, w.domain.magic);
      CHECK_INT(misplaced(&w, from, to), 0);
    }
  }
  world_destroy(&w);
  test_end("so are those of any range of rows, and no others are touched");
}

TESTS(.ranks = {1})
{
  pebbles_are_placed_as_the_formula_says();
  ranges_begin_and_end_anywhere();
}
