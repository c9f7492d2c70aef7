/* SPDX-License-Identifier: MIT */
/* Inscribed spheres that touch the surface, and a pool to choose from. */
#include "shape/generate/generate_internal.h"

bool surface_create(const Mesh *mesh, Surface *surface)
{
  double sum = 0;

  *surface = (Surface){.mesh = mesh};
  array_create(&surface->area, sizeof *surface->area, (size_t)mesh->n_faces + 1);
  for (int f = 0; f < mesh->n_faces; f++)
    surface->area[f + 1] = sum += vec3_norm(mesh_face_normal(mesh, f)) / 2;
  return sum > 0;
}

void surface_free(Surface *surface)
{
  array_free(&surface->area);
}

SurfacePoint surface_point(const Surface *surface, double lo, double hi, Random *random)
{
  const Mesh  *mesh = surface->mesh;
  const double area = (lo + (hi - lo) * random_real(random)) * surface->area[mesh->n_faces];
  double       u = random_real(random), v = random_real(random);
  const int    f = last_up_to(surface->area, sizeof *surface->area, mesh->n_faces, area);
  const Vec3   a = mesh_corner(mesh, f, 0), n = mesh_face_normal(mesh, f);

  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return (SurfacePoint){vec3_axpy(vec3_axpy(a, u, vec3_sub(mesh_corner(mesh, f, 1), a)), v,
                                  vec3_sub(mesh_corner(mesh, f, 2), a)),
                        vec3_scale(-1 / vec3_norm(n), n)};
}

/* ---- spheres ---- */

enum { SHRINKS = 60 }; /* iterations; about 5 in practice */

bool ball_shrink(const MeshDistance *near, SurfacePoint at, double most, double slack, Ball *ball)
{
  double r = most;

  for (int step = 0; step < SHRINKS; step++) {
    const Vec3 c = vec3_axpy(at.x, r, at.inward);
    MeshHit    hit;
    Vec3       to;
    double     along;

    if (!mesh_distance_find(near, c, r * (1 + 1e-9), &hit)) return false;
    *ball = (Ball){c, -hit.distance};
    if (fabs(hit.distance) >= r * (1 - 1e-9) - slack) break;
    to    = vec3_sub(hit.point, at.x);
    along = vec3_dot(to, at.inward);
    if (!(along > 0)) return false; /* by rounding the surface point itself is the nearest */
    r = vec3_dot(to, to) / (2 * along);
  }
  return ball->r > 0;
}

/* ---- pool of offers ---- */

static bool offer_before(const Offer *a, const Offer *b)
{
  return a->bound > b->bound || (a->bound == b->bound && a->index < b->index);
}

/* Move the offer at `place` down until none below it comes before it. */
static void heap_sink(Pool *pool, int place)
{
  const Offer offer = pool->heap[place];

  for (int child; (child = 2 * place + 1) < pool->n; place = child) {
    if (child + 1 < pool->n && offer_before(&pool->heap[child + 1], &pool->heap[child])) child++;
    if (!offer_before(&pool->heap[child], &offer)) break;
    pool->heap[place] = pool->heap[child];
  }
  pool->heap[place] = offer;
}

/* Drop the first offer. */
static void heap_drop(Pool *pool)
{
  pool->heap[0] = pool->heap[--pool->n];
  if (pool->n > 0) heap_sink(pool, 0);
}

void pool_add(Pool *pool, Ball ball, double bound)
{
  const Offer offer = {ball, bound, pool->next++, -1};
  int         place = pool->n++;

  array_reserve(&pool->heap, sizeof *pool->heap, pool->n, &pool->capacity);
  for (; place > 0 && offer_before(&offer, &pool->heap[(place - 1) / 2]); place = (place - 1) / 2)
    pool->heap[place] = pool->heap[(place - 1) / 2];
  pool->heap[place] = offer;
}

void pool_free(Pool *pool)
{
  array_free(&pool->heap);
  *pool = (Pool){.n = 0};
}

bool pool_take(Pool *pool, Gain gain, const void *context, double least, Ball *ball, double *gained)
{
  pool->round++;
  while (pool->n > 0 && pool->heap[0].bound >= least) {
    Offer *top = &pool->heap[0];

    if (top->round == pool->round) {
      *ball   = top->ball;
      *gained = top->bound;
      heap_drop(pool);
      return true;
    }
    top->round = pool->round;
    top->bound = gain(context, &top->ball);
    if (top->bound < least) heap_drop(pool);
    else heap_sink(pool, 0);
  }
  return false;
}
