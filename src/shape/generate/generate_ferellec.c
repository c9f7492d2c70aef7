/* SPDX-License-Identifier: MIT */
/* Largest inscribed spheres that touch the surface at random points which no sphere is near to
   yet. */
#include "shape/generate/generate_internal.h"

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
  const Body *body = f->body;
  Random      random =
    random_stream(body->options.seed, RANDOM_GENERATE, ((uint64_t)3 << 60) + f->drawn++);
  SurfacePoint at = surface_point(&body->surface, 0, 1, &random);

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
  .head  = {.name = "ferellec",
            .text =
              "The largest inscribed spheres that touch the surface at random points not near a "
               "sphere yet.",
            .source  = "Ferellec & McDowell 2010, Granul. Matter 12, 459",
            .options = {generate_options}},
  .begin = ferellec_begin,
  .end   = ferellec_end,
  .next  = ferellec_next,
};
