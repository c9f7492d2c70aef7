/* SPDX-License-Identifier: MIT */
/* Real numbers of some 106 bits, each as two doubles (double-double; Dekker 1971, Numer. Math. 18,
   224), and vectors of them. Local. */
#ifndef BASE_FINE_H
#define BASE_FINE_H

#include "base/vec.h"

typedef struct {
  double a, b; /* |b| is at most half a unit in the last place of a */
} Fine;

static inline Fine fine(double a)
{
  return (Fine){a, 0};
}

/* a + b for |a| >= |b|, exactly. */
static inline Fine fine_ordered(double a, double b)
{
  const double s = a + b;

  return (Fine){s, b - (s - a)};
}

/* a + b, exactly. */
static inline Fine fine_sum(double a, double b)
{
  const double s = a + b, c = s - a;

  return (Fine){s, (a - (s - c)) + (b - c)};
}

/* a b, exactly. */
static inline Fine fine_product(double a, double b)
{
  const double split = 0x1p27 + 1, p = a * b, s = split * a, t = split * b;
  const double ah = s - (s - a), al = a - ah, bh = t - (t - b), bl = b - bh;

  return (Fine){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline Fine fine_add(Fine x, Fine y)
{
  const Fine s = fine_sum(x.a, y.a), t = fine_sum(x.b, y.b), u = fine_ordered(s.a, s.b + t.a);

  return fine_ordered(u.a, u.b + t.b);
}

static inline Fine fine_minus(Fine x)
{
  return (Fine){-x.a, -x.b};
}

static inline Fine fine_sub(Fine x, Fine y)
{
  return fine_add(x, fine_minus(y));
}

static inline Fine fine_mul(Fine x, Fine y)
{
  const Fine p = fine_product(x.a, y.a);

  return fine_ordered(p.a, p.b + (x.a * y.b + x.b * y.a));
}

static inline Fine fine_scale(double s, Fine x)
{
  return fine_mul(fine(s), x);
}

static inline Fine fine_size(Fine x)
{
  return x.a < 0 ? fine_minus(x) : x;
}

static inline Fine fine_least(Fine x, Fine y)
{
  return fine_sub(y, x).a < 0 ? y : x;
}

static inline Fine fine_most(Fine x, Fine y)
{
  return fine_sub(y, x).a > 0 ? y : x;
}

Fine fine_over(Fine x, Fine y);
/* Square root; 0 of what is below 0. */
Fine fine_root(Fine x);
/* Angle of the point (x, y), y >= 0, from the x axis, 0 .. pi. */
Fine fine_angle(Fine y, Fine x);

/* ---- vectors ---- */

typedef struct {
  Vec3 a, b; /* pairs of components */
} FineVec;

static inline Fine fine_axis(FineVec v, int k)
{
  return (Fine){vec3_axis(v.a, k), vec3_axis(v.b, k)};
}

static inline FineVec fine_vec(Fine x, Fine y, Fine z)
{
  return (FineVec){{x.a, y.a, z.a}, {x.b, y.b, z.b}};
}

static inline FineVec fine_vec_of(Vec3 v)
{
  return (FineVec){v, {0, 0, 0}};
}

static inline FineVec fine_vec_axpy(FineVec x, Fine s, FineVec y)
{
  return fine_vec(fine_add(fine_axis(x, 0), fine_mul(s, fine_axis(y, 0))),
                  fine_add(fine_axis(x, 1), fine_mul(s, fine_axis(y, 1))),
                  fine_add(fine_axis(x, 2), fine_mul(s, fine_axis(y, 2))));
}

static inline FineVec fine_vec_scale(Fine s, FineVec x)
{
  return fine_vec(fine_mul(s, fine_axis(x, 0)), fine_mul(s, fine_axis(x, 1)),
                  fine_mul(s, fine_axis(x, 2)));
}

static inline FineVec fine_vec_sub(FineVec x, FineVec y)
{
  return fine_vec(fine_sub(fine_axis(x, 0), fine_axis(y, 0)),
                  fine_sub(fine_axis(x, 1), fine_axis(y, 1)),
                  fine_sub(fine_axis(x, 2), fine_axis(y, 2)));
}

static inline Fine fine_vec_dot(FineVec x, FineVec y)
{
  return fine_add(fine_add(fine_mul(fine_axis(x, 0), fine_axis(y, 0)),
                           fine_mul(fine_axis(x, 1), fine_axis(y, 1))),
                  fine_mul(fine_axis(x, 2), fine_axis(y, 2)));
}

FineVec fine_vec_cross(FineVec x, FineVec y);
/* quat_turn, for any length of q. */
FineVec fine_vec_turn(Quat q, FineVec v);

#endif
