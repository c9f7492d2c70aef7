/* SPDX-License-Identifier: MIT */
/* Spheres of a fill and the rounding of their places. */
#ifndef FILL_H
#define FILL_H

#include "sim_test.h"

typedef struct {
  Vec3   x;
  double r;
  Id     id;
} Placed;

/* All pebbles of a simulation on one rank; to be freed. */
static inline Placed *all_balls(const Sim *sim, int *n)
{
  const Clumps *c    = sim->matter.clumps;
  Placed       *list = calloc((size_t)c->n_owned * 9, sizeof *list);

  *n = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &sim->matter.templates.list[c->template[a]];

    for (int i = 0; i < t->n; i++)
      list[(*n)++] =
        (Placed){vec3_axpy(c->pose[a].x, c->scale[a], quat_turn(c->pose[a].q, t->offset[i])),
                 c->scale[a] * t->radius[i], c->id[a]};
  }
  return list;
}

/* Positions and arms are rounded to a grid of about 1e-14 m. */
static const double rounding = 1e-12;

/* Deepest overlap of pebbles of different clumps, or of one clump in different images: all pairs,
 * all near images. */
static inline double deepest(const Placed *list, int n, Vec3 length)
{
  double deepest = -INFINITY;

  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int ix = -2; ix <= 2; ix++)
        for (int iy = -2; iy <= 2; iy++) {
          const Vec3 d =
            vec3_sub(vec3_add(list[i].x, vec3(ix * length.x, iy * length.y, 0)), list[j].x);

          if (list[i].id == list[j].id && ix == 0 && iy == 0) continue;
          deepest = fmax(deepest, list[i].r + list[j].r - vec3_norm(d));
        }
  return deepest;
}

#endif
