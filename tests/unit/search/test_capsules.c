/* SPDX-License-Identifier: MIT */
/* Contacts of capsules (geometry/capsule.h) against a slow twin: nearest points by search, gaps by
   their definition, forces by the change of the gap when a capsule is moved or turned. */
#include "test.h"

#include "base/random.h"
#include "geometry/capsule.h"

/* Squared distance of the point x from a segment. */
static double distance2_from(Vec3 x, const Capsule *c)
{
  const Vec3   axis = vec3_sub(c->ends[1], c->ends[0]), way = vec3_sub(x, c->ends[0]);
  const double square = vec3_dot(axis, axis),
               t      = square > 0 ? fmin(1, fmax(0, vec3_dot(way, axis) / square)) : 0;
  const Vec3 off      = vec3_axpy(way, -t, axis);

  return vec3_dot(off, off);
}

static Vec3 point_of(const Capsule *c, double t)
{
  return vec3_axpy(c->ends[0], t, vec3_sub(c->ends[1], c->ends[0]));
}

/* Distance of two segments: the distance from one of them is convex along the other. */
static double brute_distance(const Capsule *a, const Capsule *b)
{
  double lo = 0, hi = 1;

  for (int k = 0; k < 100; k++) {
    const double s = lo + (hi - lo) / 3, t = hi - (hi - lo) / 3;

    if (distance2_from(point_of(a, s), b) <= distance2_from(point_of(a, t), b)) hi = t;
    else lo = s;
  }
  return sqrt(distance2_from(point_of(a, 0.5 * (lo + hi)), b));
}

static Vec3 random_vec(Random *r, double size)
{
  return vec3(size * (2 * random_real(r) - 1), size * (2 * random_real(r) - 1),
              size * (2 * random_real(r) - 1));
}

/* Capsules at random: crossing, parallel, nearly parallel, coincident, in a row, and balls. */
static void draw(Random *random, int k, Capsule *a, Capsule *b)
{
  const Vec3 u = random_vec(random, 1), x = random_vec(random, 2);
  Vec3       v = random_vec(random, 1);

  if (k % 8 == 1) v = vec3_scale(2 * random_real(random) - 1, u);
  if (k % 8 == 2) v = vec3_axpy(vec3_scale(random_real(random), u), 1e-4, v);
  if (k % 8 == 3) v = vec3(0, 0, 0);
  *a = (Capsule){{vec3_scale(-1, u), u}, 0.1 + 0.5 * random_real(random)};
  *b = (Capsule){{vec3_sub(x, v), vec3_add(x, v)}, 0.1 + 0.5 * random_real(random)};
  if (k % 8 == 4) *b = *a;
  if (k % 8 == 5) b->ends[0] = a->ends[1];
  if (k % 8 == 6) b->ends[0] = b->ends[1] = vec3_axpy(x, 1e-9, v);
}

static void nearest_points(void)
{
  enum { PAIRS = 100000 };
  Random random = random_stream(48, RANDOM_TEST, 1);
  double worst = 0, worst_gap = 0;

  for (int k = 0; k < PAIRS; k++) {
    CapsuleContact c;
    Capsule        a, b;
    double         d, sum = 0, least = INFINITY;

    draw(&random, k, &a, &b);
    d     = brute_distance(&a, &b);
    worst = fmax(worst, fabs(sqrt(capsules_distance2(&a, &b)) - d));
    capsules_find(&a, &b, &c);
    for (int m = 0; m < c.n; m++) {
      sum += c.place[m].weight;
      if (!(c.place[m].weight >= 0)) CHECK(c.place[m].weight >= 0);
      least = fmin(least, vec3_norm(c.place[m].way) - (a.r + b.r));
    }
    if (fabs(sum - 1) > 1e-15) CHECK_NEAR(sum, 1, 1e-15); /* rounding */
    /* the gap is at most the least of its places, and at least that less h / 2; where axes meet the
       root of the distance is that of a sum */
    if (d > 0.05)
      worst_gap = fmax(worst_gap, fmax(c.gap - least, least - c.gap - CAPSULE_BLEND * 2));
  }
  test_note("%d pairs: distance off by %.1e m", PAIRS, worst);
  CHECK_NEAR(worst, 0, 1e-12); /* rounding, of points of axes that are nearly parallel */
  CHECK_NEAR(fmax(worst_gap, 0), 0,
             3e-7); /* the sum: 1e-8 R^2 (s^2 + t^2) / 2 d, with R <= 1.2, d > .05 */
  test_end("nearest points of 100000 pairs, crossing, parallel, coincident, in a row, agree with a "
           "search");
}

/* The gap after b was moved by x and turned by w about the origin. */
static double gap_after(const Capsule *a, const Capsule *b, Vec3 x, Vec3 w)
{
  const double   angle = vec3_norm(w);
  const Vec3     axis  = angle > 0 ? vec3_scale(1 / angle, w) : vec3(1, 0, 0);
  const Vec3     half  = vec3_scale(sin(0.5 * angle), axis);
  const Quat     q     = {cos(0.5 * angle), half.x, half.y, half.z};
  Capsule        moved = *b;
  CapsuleContact c;

  for (int k = 0; k < 2; k++) moved.ends[k] = vec3_add(x, quat_turn(q, b->ends[k]));
  capsules_find(a, &moved, &c);
  return c.gap;
}

/* Force and torque about the origin on b by the gradient of the gap, and those that the weights give. */
static void forces_follow_from_the_gap(void)
{
  enum { PAIRS = 4000 };
  const double step   = 1e-9;
  Random       random = random_stream(48, RANDOM_TEST, 2);
  double       worst = 0, worst_near = 0;

  for (int k = 0; k < PAIRS; k++) {
    CapsuleContact c;
    Capsule        a, b;
    Vec3           force = {0, 0, 0}, torque = {0, 0, 0};
    double         off = 0;

    draw(&random, 8 * k + (k % 2 ? 2 : 0), &a, &b); /* any, and nearly parallel */
    capsules_find(&a, &b, &c);
    if (capsules_distance2(&a, &b) < 0.01) continue; /* axes that meet have no normal */
    for (int m = 0; m < c.n; m++) {
      const Vec3 n  = vec3_scale(1 / vec3_norm(c.place[m].way), c.place[m].way),
                 at = vec3_add(
                   vec3_add(vec3_scale(0.5, vec3_add(a.ends[0], a.ends[1])), c.place[m].on_a),
                   c.place[m].way);

      force  = vec3_axpy(force, c.place[m].weight, n);
      torque = vec3_axpy(torque, c.place[m].weight, vec3_cross(at, n));
      force  = vec3_axpy(force, -c.place[m].slide, c.along); /* on b */
      torque = vec3_axpy(torque, -c.place[m].slide, vec3_cross(at, c.along));
    }
    for (int i = 0; i < 3; i++) {
      const Vec3 e = {i == 0 ? step : 0, i == 1 ? step : 0, i == 2 ? step : 0}, o = {0, 0, 0};

      off = fmax(
        off, fabs((gap_after(&a, &b, e, o) - gap_after(&a, &b, vec3_scale(-1, e), o)) / (2 * step) -
                  vec3_axis(force, i)));
      off = fmax(
        off, fabs((gap_after(&a, &b, o, e) - gap_after(&a, &b, o, vec3_scale(-1, e))) / (2 * step) -
                  vec3_axis(torque, i)));
    }
    if (k % 2) worst_near = fmax(worst_near, off);
    else worst = fmax(worst, off);
  }
  test_note("gradient of the gap off by %.1e, of nearly parallel axes by %.1e", worst, worst_near);
  /* the stretch ends where an end of b is nearest to a, from where b may be nearer elsewhere: by the
     angle between the axes, which is small where the ends count */
  CHECK_NEAR(worst, 0, 1e-4);
  CHECK_NEAR(worst_near, 0, 4e-4);
  test_end("the force at the places of a contact is the gradient of its gap");
}

static void attitudes(void)
{
  const Capsule a = {{{-1, 0, 0}, {1, 0, 0}}, 0.25}, across = {{{0, -1, 0.4}, {0, 1, 0.4}}, 0.25},
                along = {{{-0.5, 0, 0.4}, {1.5, 0, 0.4}}, 0.25},
                after = {{{1.4, 0, 0}, {3, 0, 0}}, 0.25}, inside = {{{-1, 0, 0}, {1, 0, 0}}, 0.2};
  CapsuleContact c;

  capsules_find(&a, &across, &c);
  CHECK_NEAR(c.gap, -0.1, 1e-15);      /* rounding */
  CHECK_NEAR(c.place[0].weight, 1, 0); /* all three coincide */
  CHECK_INT(c.n, 1);
  CHECK_NEAR(vec3_norm(c.place[0].on_a), 0, 1e-15);
  capsules_find(&a, &along, &c);
  CHECK_NEAR(c.gap, -0.1, 0.5 * CAPSULE_BLEND * 1.5); /* h / 2, of a stretch of 1.5 m */
  CHECK_NEAR(c.place[1].on_a.x, -0.5, 1e-12);         /* rounding */
  CHECK_NEAR(c.place[2].on_a.x, 1, 1e-12);
  CHECK_NEAR(c.place[1].weight, c.place[2].weight, 1e-12);
  CHECK(c.place[1].weight > 0.2);
  capsules_find(&a, &after, &c);
  CHECK_NEAR(c.gap, -0.1, 1e-8);  /* the sum, as above, with s = 1 and t = -1 */
  capsules_find(&a, &inside, &c); /* no normal: found without a number that is none */
  CHECK(isfinite(c.gap));
  test_end("capsules that cross touch at one place, parallel ones at the ends of their stretch, in "
           "a row end on end");
}

TESTS(.ranks = {1})
{
  nearest_points();
  forces_follow_from_the_gap();
  attitudes();
}
