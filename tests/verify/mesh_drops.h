/* SPDX-License-Identifier: MIT */
/* Spheres and clumps dropped on random places of a closed mesh with ridges and valleys of all
   angles: none gets through. */
#ifndef MESH_DROPS_H
#define MESH_DROPS_H

#include "meshes.h"
#include "verify.h"

/* A block with a rough top, of cells x cells squares of side .4 from the origin, heights +-.2. */
static inline int write_rough_block(int cells)
{
  enum { MOST = 128 };
  static Triangles t;
  static double    z[MOST + 1][MOST + 1];
  Random           random = random_stream(11, 1, 0);
  const double     a = 0.4, low = -1, end = a * cells;

  for (int i = 0; i <= cells; i++)
    for (int j = 0; j <= cells; j++) z[i][j] = 0.4 * (random_real(&random) - 0.5);
  t.n = 0;
  for (int i = 0; i < cells; i++) {
    const double x = a * i, y = a * (i + 1);

    for (int j = 0; j < cells; j++)
      add_quad(&t, vec3(x, a * j, z[i][j]), vec3(y, a * j, z[i + 1][j]),
               vec3(y, a * (j + 1), z[i + 1][j + 1]), vec3(x, a * (j + 1), z[i][j + 1]));
    add_quad(&t, vec3(x, 0, low), vec3(y, 0, low), vec3(y, 0, z[i + 1][0]), vec3(x, 0, z[i][0]));
    add_quad(&t, vec3(y, end, low), vec3(x, end, low), vec3(x, end, z[i][cells]),
             vec3(y, end, z[i + 1][cells]));
    add_quad(&t, vec3(0, y, low), vec3(0, x, low), vec3(0, x, z[0][i]), vec3(0, y, z[0][i + 1]));
    add_quad(&t, vec3(end, x, low), vec3(end, y, low), vec3(end, y, z[cells][i + 1]),
             vec3(end, x, z[cells][i]));
    add_triangle(&t, vec3(end / 2, end / 2, low), vec3(y, 0, low), vec3(x, 0, low));
    add_triangle(&t, vec3(end / 2, end / 2, low), vec3(x, end, low), vec3(y, end, low));
    add_triangle(&t, vec3(end / 2, end / 2, low), vec3(0, x, low), vec3(0, y, low));
    add_triangle(&t, vec3(end / 2, end / 2, low), vec3(end, y, low), vec3(end, x, low));
  }
  write_mesh("block.stl", &t);
  return t.n / 3;
}

static inline Sim *dropped(int cells, int count)
{
  const double from = 1, to = 0.4 * cells - 1;
  Draft        t = {0};

  add(&t,
      "schema: 1\nrun: {end_time: 1e6, dt: 2e-4, seed: 4, gravity: [0, 0, -9.81], overlap_limit: "
      "9}\n"
      "domain: {lo: [-1, -1, -2], hi: [%g, %g, 9], boundary: [open, open, open]}\n"
      "material:\n  - s: {density: 1000, young: 1e7, poisson: .3}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: .3, "
      "tangential: hooke, tangential_ratio: .3, friction: .3}\n"
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
      "  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .19,.08,0,.07, .1,.1,.1,.06]}\n"
      "clumps:\n  - rain: {template: [ball, bent], count: %d, lo: [%g, %g, .5], hi: [%g, %g, 2.5], "
      "velocity: [0, 0, -4]}\n"
      "wall:\n  - block: {shape: mesh, material: s, file: block.stl, side: outside}\n",
      to + 2, to + 2, count, from, from, to, to);
  return sim_of(&t, NULL);
}

/* Number of clumps whose centre is in the block or that have left below. */
static inline int64_t count_through(const Sim *sim)
{
  Features space = {0};
  int64_t  n     = sim->energy.account.removed;

  for (PetscInt i = 0; i < sim->matter.pebbles->n; i++) {
    n += wall_distance(&sim->walls.list[0], pebble_centre(sim->matter.pebbles, i), 0.05, &space) <
         0.02;
  }
  array_free(&space.list);
  return n;
}

static inline void check_drops(int cells, int count, int steps)
{
  const int faces = write_rough_block(cells);
  Sim      *sim   = dropped(cells, count);
  Totals    t;

  test_steps(sim, steps);
  t = totals_of(sim);
  test_note("%d clumps on %d triangles: %d contacts", count, faces, (int)t.contacts);
  CHECK(t.contacts > count / 2); /* the others are between two bounces */
  CHECK_INT(count_through(sim), 0);
  CALL(sim_destroy(&sim));
}

#endif
