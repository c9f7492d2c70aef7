/* SPDX-License-Identifier: MIT */
/* Displacements of bodies and their pebbles, and their travel. */
#ifndef WAYS_H
#define WAYS_H

#include "base/random.h"
#include "motion/travel.h"
#include "test.h"

enum { MOST = 24, PEBBLES = 3, TRIES = 60 };

/* Displacement of a clump's centre and of each of its pebbles, m. */
typedef struct {
  Vec3 centre, pebble[PEBBLES];
} Way;

/* Displacements: uniform with small deviations; the same with some clumps at rest; random; random
   without rotation; none. */
typedef enum { STREAM, OBSTACLES, GAS, POINTS, REST, FLOWS } Flow;

static inline Vec3 any(Random *r, double size)
{
  const double x = random_real(r), y = random_real(r), z = random_real(r);

  return vec3_scale(2 * size, vec3(x - 0.5, y - 0.5, z - 0.5));
}

/* Displacement of a clump in a time span, the same on every rank. */
static inline Way way_of(Flow flow, int try, int body, int span)
{
  Random r =
    random_stream((uint64_t)(TRIES * flow + try), RANDOM_TEST, (uint64_t)(100 * body + span));
  Random s = random_stream((uint64_t)(TRIES * flow + try), RANDOM_TEST, (uint64_t)(99999 + span));
  const Vec3 stream = any(&s, 10);
  Way        w      = {.centre = any(&r, flow == GAS || flow == POINTS ? 3 : 0.1)};

  if (flow == STREAM || flow == OBSTACLES) w.centre = vec3_add(w.centre, stream);
  if (flow == REST || (flow == OBSTACLES && body % 5 == 1)) return (Way){0};
  for (int i = 0; i < PEBBLES; i++)
    w.pebble[i] = vec3_add(w.centre, any(&r, flow == POINTS ? 0 : flow == GAS ? 2 : 0.05));
  return w;
}

/* Travel of one clump by the definition. */
static inline Travel travel_of(Way w)
{
  Travel t = {.lo = {w.centre.x, w.centre.y, w.centre.z},
              .hi = {w.centre.x, w.centre.y, w.centre.z}};

  for (int i = 0; i < PEBBLES; i++) {
    const double turn = vec3_norm(vec3_sub(w.pebble[i], w.centre)),
                 way  = vec3_norm(w.centre) + turn;

    if (turn > t.turn) t.turn = turn;
    if (way > t.way) t.way = way;
  }
  return t;
}

static inline bool same(Travel a, Travel b)
{
  double x[TRAVEL_REALS], y[TRAVEL_REALS];

  travel_to_maxima(a, x);
  travel_to_maxima(b, y);
  return memcmp(x, y, sizeof x) == 0;
}

/* Largest displacement of a pebble, and largest relative displacement of two pebbles, m. */
typedef struct {
  double one, two;
} Farthest;

static inline Farthest farthest(int n, Way ways[])
{
  Farthest f = {0};

  for (int a = 0; a < n * PEBBLES; a++) {
    const Vec3 x = ways[a / PEBBLES].pebble[a % PEBBLES];

    f.one = fmax(f.one, vec3_norm(x));
    for (int b = 0; b < a; b++)
      f.two = fmax(f.two, vec3_norm(vec3_sub(x, ways[b / PEBBLES].pebble[b % PEBBLES])));
  }
  return f;
}

/* Rounding of square roots and sums. */
static const double spare = 1 + 1e-14;

static inline void check_bound(Travel t, Farthest f)
{
  CHECK(f.one <= 2 * travel_bound(t) * spare);
  CHECK(f.two <= 2 * travel_bound(t) * spare);
  CHECK(travel_bound(t) <= t.way); /* never looser than the displacement of each alone */
}

/* True for clumps of this rank. They are dealt in turn to all ranks but the last, which has none if
   there are several ranks. */
static inline bool is_mine(int body)
{
  const int owners = test_size() > 1 ? test_size() - 1 : 1;

  return body % owners == test_rank();
}

static inline Travel joined(int n, Way ways[], bool mine)
{
  Travel t = TRAVEL_NONE;

  for (int body = 0; body < n; body++)
    if (!mine || is_mine(body)) t = travel_join(t, travel_of(ways[body]));
  return t;
}

/* Displacements in one more span, and their sums over all spans. */
static inline void go_on(Flow flow, int try, int span, int n, Way ways[], Way sum[])
{
  for (int body = 0; body < n; body++) {
    ways[body]       = way_of(flow, try, body, span);
    sum[body].centre = vec3_add(sum[body].centre, ways[body].centre);
    for (int i = 0; i < PEBBLES; i++)
      sum[body].pebble[i] = vec3_add(sum[body].pebble[i], ways[body].pebble[i]);
  }
}

#endif
