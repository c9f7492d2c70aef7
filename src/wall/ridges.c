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

/* ---- seams of walls that are repeated in every period ---- */

/* True if ridge b, shifted by a period along an axis, is ridge a. */
static bool is_image(const Ridge *a, const Ridge *b, Vec3 shift, double near)
{
  const Vec3 x = vec3_add(b->a, shift), y = vec3_add(b->b, shift);

  return a->kind == RIDGE_STRAIGHT && b->kind == RIDGE_STRAIGHT && !a->endless && !b->endless &&
         ((vec3_norm(vec3_sub(a->a, x)) < near && vec3_norm(vec3_sub(a->b, y)) < near) ||
          (vec3_norm(vec3_sub(a->a, y)) < near && vec3_norm(vec3_sub(a->b, x)) < near));
}

/* Indices of the ridges that lie in the plane across an axis at x, owned by the caller. */
static PetscInt ridges_at(const Ridges *all, int axis, double x, double near, PetscInt **list)
{
  PetscInt n = 0;

  array_create(list, sizeof **list, all->n);
  for (PetscInt k = 0; k < all->n; k++)
    if (fabs(vec3_axis(all->list[k].a, axis) - x) <= near &&
        fabs(vec3_axis(all->list[k].b, axis) - x) <= near)
      (*list)[n++] = k;
  return n;
}

/* Mark ridges at both ends of a surface that is a period long, of which one is the image of the other: there
   the surface goes on into its next image. */
static void mark_seams(const Ridges *all, int axis, double period, bool *seam)
{
  const double near  = 1e-6 * period;
  Vec3         shift = {0, 0, 0};
  double       lo = INFINITY, hi = -INFINITY;
  PetscInt    *low, *high, n_low, n_high;

  for (PetscInt k = 0; k < all->n; k++) {
    const double a = vec3_axis(all->list[k].a, axis), b = vec3_axis(all->list[k].b, axis);

    lo = min_real(lo, min_real(a, b));
    hi = max_real(hi, max_real(a, b));
  }
  if (!(fabs(hi - lo - period) <= near)) return;
  vec3_set(&shift, axis, period);
  n_low  = ridges_at(all, axis, lo, near, &low);
  n_high = ridges_at(all, axis, hi, near, &high);
  for (PetscInt i = 0; i < n_high; i++)
    for (PetscInt j = 0; j < n_low; j++)
      if (is_image(&all->list[high[i]], &all->list[low[j]], shift, near))
        seam[high[i]] = seam[low[j]] = true;
  array_free(&low);
  array_free(&high);
}

static void drop_seams(Ridges *all, Vec3 period)
{
  bool    *seam;
  PetscInt kept = 0;

  array_create(&seam, sizeof *seam, all->n);
  for (int k = 0; k < 3; k++)
    if (vec3_axis(period, k) > 0) mark_seams(all, k, vec3_axis(period, k), seam);
  for (PetscInt k = 0; k < all->n; k++)
    if (!seam[k]) all->list[kept++] = all->list[k];
  all->n = kept;
  array_free(&seam);
}

/* ---- the ridges ---- */

static void find_ridges(const Wall *wall, Vec3 period, WallRidges *w)
{
  int n = 0;

  if (surface_is_hollow(wall->surface, wall->constants)) return;
  wall->surface->ridges->list(wall->constants, &w->all);
  drop_seams(&w->all, period);
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

void walls_find_ridges(Walls *walls, Vec3 period)
{
  array_create(&walls->ridges, sizeof *walls->ridges, walls->n);
  for (int w = 0; w < walls->n; w++)
    if (!walls->list[w].carried) find_ridges(&walls->list[w], period, &walls->ridges[w]);
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

bool wall_ridges_around(const Walls *walls, int wall, Vec3 *middle, double *radius)
{
  const WallRidges *w  = &walls->ridges[wall];
  const Wall       *of = &walls->list[wall];
  Displacement      moved;

  if (w->all.n == 0) return false;
  moved   = surface_moved(of->surface, of->constants);
  *middle = displaced_point(&moved, w->all.list[0].a);
  *radius = 0;
  if (w->tree.n == 0) return true;
  *middle =
    displaced_point(&moved, vec3_scale(0.5, vec3_add(w->tree.node[0].lo, w->tree.node[0].hi)));
  *radius =
    0.5 * vec3_norm(vec3_sub(w->tree.node[0].hi, w->tree.node[0].lo)) + w->tree.node[0].largest;
  return true;
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
