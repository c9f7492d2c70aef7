/* SPDX-License-Identifier: MIT */
/* Random points of the surface, and at each that no sphere is near to yet, the largest sphere that touches there. */
#include "matter/generate_internal.h"

/* A point is passed over if a sphere comes nearer than `near`, which is halved when so many in a row were; and the surface may
   come into a sphere by as much, before that is shrunk to be inscribed. */
enum { MISSES = 400 };
static const double near_first = 0.02, near_last = 1e-4; /* over D */

typedef struct {
  const Body *body;
  uint64_t    drawn;
  double      near; /* m */
} Ferellec;

static bool ferellec_begin(const Body *body, void **self)
{
  Ferellec *f = calloc(1, sizeof *f);

  *self = f;
  if (f) *f = (Ferellec){.body = body, .near = near_first * body->diameter};
  return f != NULL;
}

static void ferellec_end(void **self)
{
  free(*self);
  *self = NULL;
}

static bool try_one(Ferellec *f, const Balls *taken, Ball *ball)
{
  const Body  *body   = f->body;
  Random       random = random_stream(body->options.seed, RANDOM_GENERATE, ((uint64_t)3 << 60) + f->drawn++);
  SurfacePoint at     = surface_point(&body->surface, 0, 1, &random);

  if (balls_distance(taken, at.x) <= f->near) return false;
  if (!ball_shrink(&body->near, at, body->span, f->near, ball)) return false;
  ball->r = body_radius(body, ball->r);
  return ball->r >= body->least && body_gain(body, ball) > 0;
}

static bool ferellec_next(void *self, const Balls *taken, Ball *ball)
{
  Ferellec *f = self;

  for (; f->near >= near_last * f->body->diameter; f->near /= 2) {
    for (int miss = 0; miss < MISSES; miss++) {
      if (try_one(f, taken, ball)) return true;
    }
  }
  return false;
}

const Generator generator_ferellec = {
  .name   = "ferellec",
  .text   = "The largest spheres that touch the surface at random points of it, where none is near yet.",
  .source = "Ferellec & McDowell 2010, Granul. Matter 12, 459",
  .begin  = ferellec_begin,
  .end    = ferellec_end,
  .next   = ferellec_next,
};
