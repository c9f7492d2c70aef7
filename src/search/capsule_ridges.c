/* SPDX-License-Identifier: MIT */
/* Capsules near ridges of walls (capsule_ridges.h). */
#include "search/capsule_ridges.h"
#include "search/capsule_pairs.h"

/* ---- one image ---- */

/* The axis of a capsule, its middle wrapped. */
static Capsule wrapped_capsule(const Domain *domain, const Pebbles *p, int32_t i)
{
  const Vec3 x = pebble_centre(p, i), shift = vec3_sub(domain_wrapped(domain, x), x);
  Capsule    c = capsule_of_row(p, i);

  for (int k = 0; k < 2; k++) c.ends[k] = vec3_add(c.ends[k], shift);
  return c;
}

/* Distance of the axis of a capsule from the line of a straight ridge from a to b, m. */
static double line_distance(const Capsule *c, Vec3 a, Vec3 b, bool endless)
{
  Capsule axis = *c, line = {{a, b}, 0};
  Vec3    u = vec3_sub(b, a);

  if (endless) { /* both in the plane across the line */
    vec3_normalize(&u);
    line.ends[1] = a;
    for (int k = 0; k < 2; k++) {
      const Vec3 way = vec3_sub(axis.ends[k], a);

      axis.ends[k] = vec3_axpy(axis.ends[k], -vec3_dot(way, u), u);
    }
  }
  return sqrt(capsules_distance2(&axis, &line));
}

/* Bound for the image of the ridge in which it is now. */
static double bound_of(const Capsule *c, const Ridge *r, const Displacement *moved)
{
  const Vec3 a = displaced_point(moved, r->a), b = displaced_point(moved, r->b);

  if (r->kind == RIDGE_STRAIGHT) return line_distance(c, a, b, r->endless) - (c->r + r->radius);
  return line_distance(c, a, b, r->endless) - (c->r + max_real(r->round[0], r->round[1]));
}

/* ---- all images ---- */

/* Images of a capsule in which it may be near parts of a wall within `around` (m) of a point of it: those by
   which it is nearest to the point, and up to n[k] periods from there. */
static Image images_around(const Domain *domain, Vec3 capsule, Vec3 point, double around,
                           int32_t n[3])
{
  const Image to = domain_nearest(domain, vec3_sub(capsule, point));

  for (int k = 0; k < 3; k++)
    n[k] = boundary_wraps(domain->boundary[k])
             ? 1 + (int32_t)min_real(1e3, around / vec3_axis(domain->length, k))
             : 0;
  return to;
}

double capsule_ridge_bound(const Domain *domain, const Pebbles *p, const Walls *walls, int32_t i,
                           int32_t wall, int32_t feature)
{
  const Wall        *w     = &walls->list[wall];
  const Ridge       *r     = &walls->ridges[wall].all.list[ridge_of_feature(feature)];
  const Displacement moved = surface_moved(w->surface, w->constants);
  const Capsule      c     = wrapped_capsule(domain, p, i);
  const Vec3         a = displaced_point(&moved, r->a), b = displaced_point(&moved, r->b);
  double             least = INFINITY;
  int32_t            n[3];
  const Image        to = images_around(domain, vec3_scale(0.5, vec3_add(c.ends[0], c.ends[1])),
                                        vec3_scale(0.5, vec3_add(a, b)),
                                 r->endless ? 0 : 0.5 * vec3_norm(vec3_sub(b, a)), n);

  for (int32_t x = -n[0]; x <= n[0]; x++)
    for (int32_t y = -n[1]; y <= n[1]; y++)
      for (int32_t z = -n[2]; z <= n[2]; z++) {
        const Image   by    = {to.x + x, to.y + y, to.z + z};
        const Capsule image = {
          {domain_shifted(domain, c.ends[0], by), domain_shifted(domain, c.ends[1], by)}, c.r};

        least = min_real(least, bound_of(&image, r, &moved));
      }
  return least;
}

static int compare_features(const void *a, const void *b)
{
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

  return (x > y) - (x < y);
}

void capsule_ridges_find(const Domain *domain, const Pebbles *p, const Walls *walls, int32_t i,
                         int32_t wall, double skin, Features *out)
{
  const Vec3   middle = domain_wrapped(domain, pebble_centre(p, i));
  const double reach  = (p->at[i].r + skin) * (1 + 1e-9);
  PetscInt     kept   = 0;
  double       around;
  Vec3         of;
  Image        to;
  int32_t      n[3];

  out->n = 0;
  if (!wall_ridges_around(walls, wall, &of, &around)) return;
  to = images_around(domain, middle, of, around, n);
  for (int32_t x = -n[0]; x <= n[0]; x++)
    for (int32_t y = -n[1]; y <= n[1]; y++)
      for (int32_t z = -n[2]; z <= n[2]; z++)
        wall_ridges_seek(walls, wall,
                         domain_shifted(domain, middle, (Image){to.x + x, to.y + y, to.z + z}),
                         reach, out);
  sort_items(out->list, out->n, sizeof *out->list, compare_features);
  for (PetscInt k = 0; k < out->n; k++) {
    const int32_t feature = out->list[k];

    if (kept > 0 && out->list[kept - 1] == feature) continue;
    if (capsule_ridge_bound(domain, p, walls, i, wall, feature) <= skin)
      out->list[kept++] = feature;
  }
  out->n = kept;
}

/* ---- lists ---- */

PetscInt capsule_ridges_near(const WallPairs *all, double near, PetscInt from, PetscInt to,
                             PairList *out, PetscInt n)
{
  const PairList *list = all->list;

  for (PetscInt k = from; k < to; k++) {
    out->a[n]       = list->a[k];
    out->b[n]       = list->b[k];
    out->feature[n] = list->feature[k];
    out->listed[n]  = (int32_t)k;
    n += capsule_ridge_bound(all->domain, all->pebbles, all->walls, list->a[k], list->b[k],
                             list->feature[k]) < near;
  }
  return n;
}
