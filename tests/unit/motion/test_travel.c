/* np: 1 2 3 4 */
/* SPDX-License-Identifier: MIT */
/* Travel bounds against the displacements of every pebble and every pair of pebbles, on all
   ranks. */
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

static Vec3 any(Random *r, double size)
{
  const double x = random_real(r), y = random_real(r), z = random_real(r);

  return vec3_scale(2 * size, vec3(x - 0.5, y - 0.5, z - 0.5));
}

/* Displacement of a clump in a time span, the same on every rank. */
static Way way_of(Flow flow, int try, int body, int span)
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
static Travel travel_of(Way w)
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

static bool same(Travel a, Travel b)
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

static Farthest farthest(int n, Way ways[])
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

static void check_bound(Travel t, Farthest f)
{
  CHECK(f.one <= 2 * travel_bound(t) * spare);
  CHECK(f.two <= 2 * travel_bound(t) * spare);
  CHECK(travel_bound(t) <= t.way); /* never looser than the displacement of each alone */
}

/* True for clumps of this rank. They are dealt in turn to all ranks but the last, which has none if
   there are several ranks. */
static bool is_mine(int body)
{
  const int owners = test_size() > 1 ? test_size() - 1 : 1;

  return body % owners == test_rank();
}

static Travel joined(int n, Way ways[], bool mine)
{
  Travel t = TRAVEL_NONE;

  for (int body = 0; body < n; body++)
    if (!mine || is_mine(body)) t = travel_join(t, travel_of(ways[body]));
  return t;
}

static void no_two_have_come_farther(void)
{
  Way ways[MOST];

  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, try, body, 0);
      check_bound(joined(n, ways, false), farthest(n, ways));
    }
  test_end("no pebble has moved by more than twice the bound, and no two relative to each other");
}

/* Displacements in one more span, and their sums over all spans. */
static void go_on(Flow flow, int try, int span, int n, Way ways[], Way sum[])
{
  for (int body = 0; body < n; body++) {
    ways[body]       = way_of(flow, try, body, span);
    sum[body].centre = vec3_add(sum[body].centre, ways[body].centre);
    for (int i = 0; i < PEBBLES; i++)
      sum[body].pebble[i] = vec3_add(sum[body].pebble[i], ways[body].pebble[i]);
  }
}

static void spans_add_up(void)
{
  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;
      Way       ways[MOST], sum[MOST] = {0};
      Travel    t = TRAVEL_REST;

      for (int span = 0; span < 4; span++) {
        go_on(flow == GAS && span == 2 ? STREAM : flow, try, span, n, ways, sum);
        t = travel_add(t, joined(n, ways, false));
        check_bound(t, farthest(n, sum));
      }
    }
  test_end("bounds of consecutive time spans add up to a bound of the whole");
}

static void ranks_agree_on_all(void)
{
  const double inf[TRAVEL_REALS] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY,
                                    -INFINITY, -INFINITY, 0,         0};
  double       none[TRAVEL_REALS];
  Way          ways[MOST];
  Parallel     par;
  Travel       nobody = TRAVEL_NONE;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int n = 0; n < MOST; n++) {
      Travel mine;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, n, body, 0);
      mine = joined(n, ways, true);
      if (test_size() > 1 && test_rank() == test_size() - 1) CHECK(same(mine, TRAVEL_NONE));
      CALL(travel_agree(&par, &mine));
      CHECK(same(mine, joined(n, ways, false)));
    }
  CALL(travel_agree(&par, &nobody));
  travel_to_maxima(nobody, none);
  for (int k = 0; k < TRAVEL_REALS; k++) CHECK_BITS(none[k], inf[k]);
  CALL(parallel_destroy(&par));
  test_end("all ranks get the travel of all clumps, also ranks without clumps");
}

/* Travel summed over spans on each rank, then reduced; the empty travel of a rank without clumps
   must not affect the result. */
static void ranks_add_and_agree(void)
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int n = 1; n < MOST; n++) {
    Way    ways[MOST], sum[MOST] = {0};
    Travel mine = TRAVEL_REST, all = TRAVEL_REST;

    for (int span = 0; span < 3; span++) {
      go_on(STREAM, n, span, n, ways, sum);
      mine = travel_add(mine, joined(n, ways, true));
      all  = travel_add(all, joined(n, ways, false));
    }
    CALL(travel_agree(&par, &mine));
    check_bound(mine, farthest(n, sum));
    CHECK(travel_bound(mine) <=
          travel_bound(all) * spare); /* extremes of sums never exceed sums of extremes */
  }
  CALL(parallel_destroy(&par));
  test_end("travel summed on each rank, then reduced, is a bound no looser than if it is reduced "
           "in every span");
}

/* Exact values: half the displacement for a uniform flow (towards fixed objects), the full one for
   two that part. */
static void bounds_are_not_loose(void)
{
  const Vec3 way    = {3, -4, 12};
  Travel     stream = TRAVEL_NONE, parting = TRAVEL_NONE;

  for (int k = 0; k < 5; k++)
    stream = travel_join(stream, travel_of((Way){.centre = way, .pebble = {way, way, way}}));
  CHECK_NEAR(travel_bound(stream), 6.5, 0);
  for (int k = -1; k <= 1; k += 2) {
    const Vec3 x = vec3_scale(k, way);

    parting = travel_join(parting, travel_of((Way){.centre = x, .pebble = {x, x, x}}));
  }
  CHECK_NEAR(travel_bound(parting), 13, 0);
  CHECK_NEAR(travel_bound(TRAVEL_REST), 0, 0);
  CHECK_NEAR(travel_bound(TRAVEL_NONE), 0, 0);
  CHECK(same(travel_join(TRAVEL_NONE, stream), stream));
  CHECK(same(travel_join(stream, TRAVEL_NONE), stream));
  CHECK(same(travel_add(TRAVEL_REST, stream), stream));
  test_end("the bound is half the displacement in a uniform flow, all of it for parting clumps, "
           "and 0 without clumps");
}

/* Every clump is displaced by up to 0.3 m more along each axis. */
static void wider_bounds_hold(void)
{
  Way ways[MOST];

  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;
      Random    r = random_stream(11, RANDOM_TEST, (uint64_t)try);
      Travel    t;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, try, body, 0);
      t = travel_widen(joined(n, ways, false), 0.3);
      for (int body = 0; body < n; body++) {
        const Vec3 off    = any(&r, 0.3),
                   corner = {copysign(0.3, off.x), copysign(0.3, off.y), copysign(0.3, off.z)};

        for (int i = 0; i < PEBBLES; i++)
          ways[body].pebble[i] = vec3_add(ways[body].pebble[i], body % 2 ? off : corner);
      }
      check_bound(t, farthest(n, ways));
    }
  test_end("a widened bound holds for clumps displaced by that much more along each axis");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  no_two_have_come_farther();
  spans_add_up();
  ranks_agree_on_all();
  ranks_add_and_agree();
  bounds_are_not_loose();
  wider_bounds_hold();
  return test_finish();
}
