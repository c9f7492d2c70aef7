/* SPDX-License-Identifier: MIT */
/* Clumps of small and large extent and random decompositions. Every rank knows all clumps, so that
   tests can compute the copies that each rank must hold. */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include "base/random.h"
#include "space/halo.h"
#include "test.h"

enum { WORLD_MANY = 500 }; /* pebbles of the large template */

typedef struct {
  Parallel      par;
  Domain        domain;
  Templates     templates;
  Decomposition cuts;
  int           n;      /* number of clumps on all ranks; ids are 0 .. n-1 */
  Clumps       *all;    /* all clumps, row = id, on every rank */
  Clumps       *clumps; /* owned and held rows of this rank */
} World;

static inline double world_real(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

static inline Vec3 world_place(Random *r, Vec3 lo, Vec3 hi)
{
  const double x = world_real(r, lo.x, hi.x), y = world_real(r, lo.y, hi.y),
               z = world_real(r, lo.z, hi.z);

  return vec3(x, y, z);
}

/* Template of n pebbles along a screw, in random order, with radii over one and a half decades. */
static inline void world_template(World *w, const char *name, int n, double length, double width)
{
  Random         r    = random_stream(3, RANDOM_TEST, (uint64_t)n);
  MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 1, 1}, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    const double u = random_real(&r) - 0.5;

    set.x[i] = vec3(u * length, width * cos(20 * u), width * sin(20 * u));
    set.r[i] = 0.03 * pow(10, world_real(&r, -1, 0.5));
  }
  CALL(templates_add(&w->templates, name, &set, &mass));
  pebble_set_free(&set);
}

static inline void world_clump(World *w, Clumps *c, Id id, int shape, double scale, Vec3 x, Quat q)
{
  PetscInt row;

  row            = clumps_add(c, &w->templates, id, shape, scale);
  c->pose[row].x = x;
  c->pose[row].q = q;
  c->mass[row]   = 1 + (double)id;
  c->pose[row]   = (Pose){.x = x,
                          .q = q,
                          .v = {(double)id, -1 / (1 + (double)id), -0.0},
                          .w = {1e-310, 1e300, (double)-id}};
}

/* n clumps: every `large`-th is of the large template, about as long as the box; the others are
   small. random: as in decomposition_build. */
static inline void world_create(World *w, const Boundary boundary[3], int n, int large,
                                int64_t random)
{
  PetscInt mine = 0;
  Vec3    *x;

  *w = (World){.n = n};
  CALL(parallel_create(PETSC_COMM_WORLD, &w->par));
  world_template(w, "few", 3, 0.4, 0.05);
  world_template(w, "many", WORLD_MANY, 5, 0.6);
  w->domain =
    domain_create(3, vec3(-2, 0, 0), vec3(2, 3, 5), boundary, 2 * w->templates.list[1].bound, 0);
  CALL(clumps_create(&w->all));
  CALL(clumps_create(&w->clumps));
  CALL(PetscMalloc1(n, &x));
  for (int k = 0; k < n; k++) {
    Random     r    = random_stream(17, RANDOM_TEST, (uint64_t)k);
    const bool huge = large > 0 && k % large == 0;
    const Vec3 at   = grid_round3(
        &w->domain, world_place(&r, w->domain.lo, vec3_sub(w->domain.hi, vec3(1e-3, 1e-3, 1e-3))));
    const Vec3 u = world_place(&r, vec3(-1, -1, -1), vec3(1, 1, 1));

    world_clump(w, w->all, k, huge, world_real(&r, 0.5, huge ? 2 : 1.5), at,
                quat_normalized((Quat){0.3, u.x, u.y, u.z}));
    if (k % w->par.size == w->par.rank) x[mine++] = at;
  }
  CALL(decomposition_build(&w->par, &w->domain, &(Points){.n = mine, .x = x}, w->par.size, random,
                           &w->cuts));
  for (int k = 0; k < n; k++)
    if (decomposition_rank(&w->cuts, w->all->pose[k].x) == w->par.rank)
      world_clump(w, w->clumps, k, w->all->template[k], w -> all -> scale[k], w -> all -> pose[k].x,
                  w->all->pose[k].q);
  CALL(PetscFree(x));
}

static inline void world_destroy(World *w)
{
  clumps_destroy(&w->all);
  clumps_destroy(&w->clumps);
  decomposition_free(&w->cuts);
  templates_free(&w->templates);
  CALL(parallel_destroy(&w->par));
}

/* Build the halo, send poses, and select pebbles unless NULL. */
static inline void world_hold(World *w, Halo *halo, double reach, Pebbles *pebbles)
{
  CALL(halo_build(halo, &w->domain, &w->cuts, &w->templates, reach, w->clumps));
  CALL(halo_refresh_begin(halo, w->clumps));
  CALL(halo_refresh_end(halo, &w->domain, w->clumps));
  if (pebbles) halo_select(&w->cuts, &w->domain, &w->templates, reach, w->clumps, pebbles);
}

#endif
