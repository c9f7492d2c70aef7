/* SPDX-License-Identifier: MIT */
/* Inscribed spheres that touch the surface, and a pool to choose from. */
#include "shape/generate/ball.h"

/* ---- points of the surface ---- */

bool surface_create(const Mesh *mesh, Surface *surface)
{
  double sum = 0;

  *surface = (Surface){mesh, malloc(((size_t)mesh->n_faces + 1) * sizeof *surface->area)};
  if (!surface->area) return false;
  for (int f = 0; f < mesh->n_faces; f++)
    surface->area[f] = sum += vec3_norm(mesh_face_normal(mesh, f)) / 2;
  return sum > 0;
}

void surface_free(Surface *surface)
{
  free(surface->area);
  surface->area = NULL;
}

/* First face whose cumulated area exceeds `area`. */
static int face_at(const Surface *surface, double area)
{
  int low = 0, high = surface->mesh->n_faces - 1;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (surface->area[middle] > area) high = middle;
    else low = middle + 1;
  }
  return low;
}

SurfacePoint surface_point(const Surface *surface, double lo, double hi, Random *random)
{
  const double total = surface->area[surface->mesh->n_faces - 1];
  const int    f     = face_at(surface, (lo + (hi - lo) * random_real(random)) * total);
  const Vec3   a = mesh_corner(surface->mesh, f, 0), b = mesh_corner(surface->mesh, f, 1),
             c = mesh_corner(surface->mesh, f, 2);
  const Vec3 n = mesh_face_normal(surface->mesh, f);
  double     u = random_real(random), v = random_real(random);

  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return (SurfacePoint){vec3_axpy(vec3_axpy(a, u, vec3_sub(b, a)), v, vec3_sub(c, a)),
                        vec3_scale(-1 / vec3_norm(n), n)};
}

/* ---- spheres ---- */

enum { SHRINKS = 60 }; /* iterations; about 5 in practice */

bool ball_shrink(const MeshNear *near, SurfacePoint at, double most, double slack, Ball *ball)
{
  double r = most;

  for (int step = 0; step < SHRINKS; step++) {
    const Vec3 c = vec3_axpy(at.x, r, at.inward);
    MeshHit    hit;
    Vec3       to;
    double     along;

    if (!mesh_near_find(near, c, r * (1 + 1e-9), &hit)) return false;
    *ball = (Ball){c, -hit.distance};
    if (fabs(hit.distance) >= r * (1 - 1e-9) - slack) break;
    to    = vec3_sub(hit.point, at.x);
    along = vec3_dot(to, at.inward);
    if (!(along > 0)) return false; /* by rounding the surface point is itself the nearest */
    r = vec3_dot(to, to) / (2 * along);
  }
  return ball->r > 0;
}

/* ---- pool of offers ---- */

static bool offer_before(const Offer *a, const Offer *b)
{
  return a->bound > b->bound || (a->bound == b->bound && a->index < b->index);
}

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

static void heap_drop(Pool *pool)
{
  pool->heap[0] = pool->heap[--pool->n];
  if (pool->n > 0) heap_sink(pool, 0);
}

bool pool_add(Pool *pool, Ball ball, double bound)
{
  const Offer offer = {ball, bound, pool->next++, -1};
  int         place;

  if (pool->n == pool->capacity) {
    const int room = 2 * pool->capacity + 256;
    Offer    *more = realloc(pool->heap, (size_t)room * sizeof *more);

    if (!more) return false;
    pool->heap     = more;
    pool->capacity = room;
  }
  place = pool->n++;
  for (; place > 0 && offer_before(&offer, &pool->heap[(place - 1) / 2]); place = (place - 1) / 2) {
    pool->heap[place] = pool->heap[(place - 1) / 2];
  }
  pool->heap[place] = offer;
  return true;
}

void pool_free(Pool *pool)
{
  free(pool->heap);
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
