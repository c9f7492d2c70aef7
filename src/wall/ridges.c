/* SPDX-License-Identifier: MIT */
/* Ridges of walls (ridges.h): a tree of balls around them. */
#include "wall/ridges.h"

/* Ball around a ridge, as loaded. */
static void ball_around(const Ridge *r, Vec3 *middle, double *radius)
{
  const double wide = r->kind == RIDGE_STRAIGHT ? r->radius : max_real(r->round[0], r->round[1]);

  *middle = vec3_scale(0.5, vec3_add(r->a, r->b));
  *radius = 0.5 * vec3_norm(vec3_sub(r->b, r->a)) + wide;
}

static void find_ridges(const Wall *wall, WallRidges *w)
{
  int n = 0;

  if (surface_is_hollow(wall->surface, wall->constants)) return;
  wall->surface->ridges->list(wall->constants, &w->all);
  array_create(&w->of, sizeof *w->of, w->all.n);
  array_create(&w->middle, sizeof *w->middle, w->all.n);
  array_create(&w->radius, sizeof *w->radius, w->all.n);
  for (int k = 0; k < w->all.n; k++) {
    if (w->all.list[k].endless) continue;
    ball_around(&w->all.list[k], &w->middle[n], &w->radius[n]);
    w->of[n++] = k;
  }
  if (n > 0) sphere_tree_create(n, w->middle, w->radius, &w->tree);
}

void walls_find_ridges(Walls *walls)
{
  array_create(&walls->ridges, sizeof *walls->ridges, walls->n);
  for (int w = 0; w < walls->n; w++)
    if (!walls->list[w].carried) find_ridges(&walls->list[w], &walls->ridges[w]);
}

void walls_free_ridges(Walls *walls)
{
  for (int w = 0; walls->ridges && w < walls->n; w++) {
    WallRidges *r = &walls->ridges[w];

    if (r->tree.n > 0) sphere_tree_free(&r->tree);
    array_free(&r->all.list);
    array_free(&r->of);
    array_free(&r->middle);
    array_free(&r->radius);
  }
  array_free(&walls->ridges);
}

static void add(const Ridge *r, int ridge, Features *out)
{
  for (int k = 0; k < (r->kind == RIDGE_RIM ? 2 : 1); k++)
    features_add(out, RIDGE_FEATURES + 2 * ridge + k);
}

void wall_ridges_seek(const Walls *walls, int wall, Vec3 x, double reach, Features *out)
{
  const WallRidges *w  = &walls->ridges[wall];
  const Wall       *of = &walls->list[wall];
  Displacement      moved;

  if (w->all.n == 0) return;
  for (int k = 0; k < w->all.n && w->all.n > w->tree.n; k++)
    if (w->all.list[k].endless) add(&w->all.list[k], k, out);
  if (w->tree.n > 0) {
    SphereWalk walk;

    moved = surface_moved(of->surface, of->constants);
    walk  = sphere_tree_walk(&w->tree, replaced_point(&moved, x), reach, false);
    for (int k = sphere_walk_next(&walk); k >= 0; k = sphere_walk_next(&walk))
      add(&w->all.list[w->of[k]], w->of[k], out);
  }
}
