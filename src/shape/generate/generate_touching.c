/* SPDX-License-Identifier: MIT */
/* Methods that take inscribed spheres which touch the surface at random points. */
#include "shape/generate/generate_internal.h"

/* ---- medial: a greedy cover by maximal inscribed spheres. Offers touch the surface at many random
   points; the offer that covers most of the uncovered volume is taken and moved by pattern search
   to cover more. ---- */

enum { BATCH = 1500, TRIES = 8 * BATCH, AIMS = 2000, N_SLACKS = 5 };

/* Slack of offers over D: bumps of the surface lower than this do not limit a sphere. Large slack
   gives large spheres for the core, small slack small ones for the corners. */
static const double slacks[N_SLACKS] = {0.03, 0.01, 0.003, 0.001, 0.0003};

static const double least_gain = 2; /* cells; smaller gains are noise of the grid */

typedef struct {
  const Body *body;
  Pool        pool;
  int         fill; /* number of spheres at which the next offers are made */
  uint64_t    drawn;
  bool        aiming;
  double      reach;
  Vec3       *far; /* [n_far] points not yet within reach of the union */
  int         n_far;
} Medial;

static void offer(Medial *m, Ball ball)
{
  const double edge  = m->body->left.edge,
               cells = 1.2 * sphere_volume(ball.r) / (edge * edge * edge) + 8; /* upper bound */

  if (ball.r >= m->body->least) pool_add(&m->pool, ball, m->aiming ? m->n_far + 1 : cells);
}

/* Add the sphere inscribed at a point of the surface to the pool and, if bulge > 0, the bulging
   one. */
static void offer_at(Medial *m, SurfacePoint at, double slack)
{
  Ball   ball;
  double bulging;

  if (!ball_shrink(&m->body->near, at, m->body->span, slack * m->body->diameter, &ball)) return;
  bulging = body_radius(m->body, ball.r);
  offer(m, ball);
  if (bulging > ball.r) offer(m, (Ball){ball.x, bulging});
}

/* Offer spheres at a batch of random points of the surface that are not covered yet; fewer if TRIES
   draws do not find BATCH of them. */
static void offers_make(Medial *m, const Balls *taken)
{
  int found = 0;

  for (int k = 0; k < TRIES && found < BATCH; k++) {
    const double share = (double)(k % BATCH) / BATCH;
    Random       random =
      random_stream(m->body->options.seed, RANDOM_GENERATE, ((uint64_t)1 << 61) + m->drawn++);
    SurfacePoint at = surface_point(&m->body->surface, share, share + 1.0 / BATCH, &random);

    if (balls_distance(taken, at.x) < slacks[N_SLACKS - 1] * m->body->diameter) continue;
    offer_at(m, at, slacks[found++ % N_SLACKS]);
  }
}

static void *medial_begin(const Body *body)
{
  Medial *m = memory_zero(1, sizeof *m);

  m->body = body;
  return m;
}

static void medial_end(void *self)
{
  Medial *m = self;

  pool_free(&m->pool);
  free(m->far);
  free(m);
}

/* Gain while aiming: number of far points within reach of the ball; of equal numbers the larger
   ball wins. */
static double points_near(const void *context, const Ball *ball)
{
  const Medial *m     = context;
  const double  reach = ball->r + m->reach;
  int           n     = 0;

  for (int k = 0; k < m->n_far; k++) {
    const Vec3 d = vec3_sub(m->far[k], ball->x);

    n += vec3_dot(d, d) <= reach * reach;
  }
  return n > 0 ? n + 0.5 * min_real(ball->r / m->body->diameter, 1) : 0;
}

/* Drop the far points within reach of the ball. */
static void points_drop(Medial *m, const Ball *ball)
{
  const double reach = ball->r + m->reach;
  int          kept  = 0;

  for (int k = 0; k < m->n_far; k++) {
    const Vec3 d = vec3_sub(m->far[k], ball->x);

    if (vec3_dot(d, d) > reach * reach) m->far[kept++] = m->far[k];
  }
  m->n_far = kept;
}

/* Set the goal and offer spheres that touch the surface at up to about AIMS of the points. */
static void medial_aim(void *self, const Balls *taken, double reach, int n, const Vec3 *far)
{
  Medial *m = self;

  (void)taken;
  m->aiming = true;
  m->reach  = reach;
  m->far    = memory_room(m->far, (size_t)n * sizeof *m->far);
  m->n_far  = n;
  memcpy(m->far, far, (size_t)n * sizeof *far);
  pool_free(&m->pool);
  for (int k = 0; k < n; k += 1 + n / AIMS) {
    MeshHit hit;
    Vec3    normal;

    if (!mesh_distance_find(&m->body->near, far[k], INFINITY, &hit)) continue;
    normal = mesh_face_normal(m->body->mesh, hit.face);
    for (int s = 0; s < N_SLACKS && vec3_norm(normal) > 0; s++) {
      offer_at(m, (SurfacePoint){far[k], vec3_scale(-1 / vec3_norm(normal), normal)}, slacks[s]);
    }
  }
}

static bool medial_next(void *self, const Balls *taken, Ball *ball)
{
  Medial *m = self;
  double  gained;

  if (m->aiming) {
    if (m->n_far == 0 || !pool_take(&m->pool, points_near, m, 1, ball, &gained)) return false;
    ball_polish(m->body, points_near, m, ball, &gained);
    points_drop(m, ball);
    return true;
  }
  if (taken->n >= m->fill) {
    offers_make(m, taken);
    m->fill = 2 * taken->n + 2;
  }
  if (!pool_take(&m->pool, body_gain, m->body, least_gain, ball, &gained)) {
    offers_make(m, taken);
    if (!pool_take(&m->pool, body_gain, m->body, least_gain, ball, &gained)) return false;
  }
  ball_polish(m->body, body_gain, m->body, ball, &gained);
  return true;
}

const Generator generator_medial = {
  .head  = {.name = "medial",
            .text =
              "Maximal inscribed spheres from many points of the surface: the one that adds most "
               "volume (or covers most far surface points) is taken, and moved to add more.",
            .source =
              "Spheres: Ma, Bae & Choi 2012, Vis. Comput. 28, 7; packing: Taghavi 2011, 2nd Int. "
               "FLAC/DEM Symp.; choice: Minoux 1978",
            .options = {generate_options}},
  .begin = medial_begin,
  .end   = medial_end,
  .next  = medial_next,
  .aim   = medial_aim,
};

/* ---- ferellec: the largest inscribed spheres at points which no sphere is near to yet ---- */

/* A point is rejected if a sphere is closer than `near`, which is halved after MISSES rejections in
   a row. `near` is also the slack of ball_shrink: the depth by which the surface may enter a sphere
   before it is shrunk to be inscribed. */
enum { MISSES = 400 };
static const double near_first = 0.02, near_last = 1e-4; /* over D */

typedef struct {
  const Body *body;
  uint64_t    drawn;
  double      near; /* m */
} Ferellec;

static void *ferellec_begin(const Body *body)
{
  Ferellec *f = memory_zero(1, sizeof *f);

  *f = (Ferellec){.body = body, .near = near_first * body->diameter};
  return f;
}

static bool ferellec_next(void *self, const Balls *taken, Ball *ball)
{
  Ferellec   *f    = self;
  const Body *body = f->body;

  for (; f->near >= near_last * body->diameter; f->near /= 2) {
    for (int miss = 0; miss < MISSES; miss++) {
      Random random =
        random_stream(body->options.seed, RANDOM_GENERATE, ((uint64_t)3 << 60) + f->drawn++);
      const SurfacePoint at = surface_point(&body->surface, 0, 1, &random);

      if (balls_distance(taken, at.x) <= f->near) continue;
      if (!ball_shrink(&body->near, at, body->span, f->near, ball)) continue;
      ball->r = body_radius(body, ball->r);
      if (ball->r >= body->least && body_gain(body, ball) > 0) return true;
    }
  }
  return false;
}

const Generator generator_ferellec = {
  .head  = {.name = "ferellec",
            .text =
              "The largest inscribed spheres that touch the surface at random points not near a "
               "sphere yet.",
            .source  = "Ferellec & McDowell 2010, Granul. Matter 12, 459",
            .options = {generate_options}},
  .begin = ferellec_begin,
  .end   = free,
  .next  = ferellec_next,
};
