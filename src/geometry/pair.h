/* SPDX-License-Identifier: MIT */
/* Real numbers of some 106 bits, as pairs of doubles (Dekker 1971, Numer. Math. 18, 224), and
   vectors of them. Local. */
#ifndef GEOMETRY_PAIR_H
#define GEOMETRY_PAIR_H

#include "base/vec.h"

typedef struct {
  double a, b; /* |b| is at most half a unit in the last place of a */
} Pair;

static inline Pair pair(double a)
{
  return (Pair){a, 0};
}

/* a + b for |a| >= |b|, exactly. */
static inline Pair pair_ordered(double a, double b)
{
  const double s = a + b;

  return (Pair){s, b - (s - a)};
}

/* a + b, exactly. */
static inline Pair pair_sum(double a, double b)
{
  const double s = a + b, c = s - a;

  return (Pair){s, (a - (s - c)) + (b - c)};
}

/* a b, exactly. */
static inline Pair pair_product(double a, double b)
{
  const double split = 0x1p27 + 1, p = a * b, s = split * a, t = split * b;
  const double ah = s - (s - a), al = a - ah, bh = t - (t - b), bl = b - bh;

  return (Pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline Pair pair_add(Pair x, Pair y)
{
  const Pair s = pair_sum(x.a, y.a), t = pair_sum(x.b, y.b), u = pair_ordered(s.a, s.b + t.a);

  return pair_ordered(u.a, u.b + t.b);
}

static inline Pair pair_minus(Pair x)
{
  return (Pair){-x.a, -x.b};
}

static inline Pair pair_sub(Pair x, Pair y)
{
  return pair_add(x, pair_minus(y));
}

static inline Pair pair_mul(Pair x, Pair y)
{
  const Pair p = pair_product(x.a, y.a);

  return pair_ordered(p.a, p.b + (x.a * y.b + x.b * y.a));
}

static inline Pair pair_scale(double s, Pair x)
{
  return pair_mul(pair(s), x);
}

static inline Pair pair_size(Pair x)
{
  return x.a < 0 ? pair_minus(x) : x;
}

static inline Pair pair_least(Pair x, Pair y)
{
  return pair_sub(y, x).a < 0 ? y : x;
}

static inline Pair pair_most(Pair x, Pair y)
{
  return pair_sub(y, x).a > 0 ? y : x;
}

Pair pair_over(Pair x, Pair y);
/* Square root; 0 of what is below 0. */
Pair pair_root(Pair x);
/* Angle of the point (x, y), y >= 0, from the x axis, 0 .. pi. */
Pair pair_angle(Pair y, Pair x);

/* ---- vectors ---- */

typedef struct {
  Vec3 a, b; /* pairs of components */
} PairVec;

static inline Pair pair_axis(PairVec v, int k)
{
  return (Pair){vec3_axis(v.a, k), vec3_axis(v.b, k)};
}

static inline PairVec pair_vec(Pair x, Pair y, Pair z)
{
  return (PairVec){{x.a, y.a, z.a}, {x.b, y.b, z.b}};
}

static inline PairVec pair_vec_of(Vec3 v)
{
  return (PairVec){v, {0, 0, 0}};
}

static inline PairVec pair_vec_axpy(PairVec x, Pair s, PairVec y)
{
  return pair_vec(pair_add(pair_axis(x, 0), pair_mul(s, pair_axis(y, 0))),
                  pair_add(pair_axis(x, 1), pair_mul(s, pair_axis(y, 1))),
                  pair_add(pair_axis(x, 2), pair_mul(s, pair_axis(y, 2))));
}

static inline PairVec pair_vec_scale(Pair s, PairVec x)
{
  return pair_vec(pair_mul(s, pair_axis(x, 0)), pair_mul(s, pair_axis(x, 1)),
                  pair_mul(s, pair_axis(x, 2)));
}

static inline PairVec pair_vec_sub(PairVec x, PairVec y)
{
  return pair_vec(pair_sub(pair_axis(x, 0), pair_axis(y, 0)),
                  pair_sub(pair_axis(x, 1), pair_axis(y, 1)),
                  pair_sub(pair_axis(x, 2), pair_axis(y, 2)));
}

static inline Pair pair_vec_dot(PairVec x, PairVec y)
{
  return pair_add(pair_add(pair_mul(pair_axis(x, 0), pair_axis(y, 0)),
                           pair_mul(pair_axis(x, 1), pair_axis(y, 1))),
                  pair_mul(pair_axis(x, 2), pair_axis(y, 2)));
}

PairVec pair_vec_cross(PairVec x, PairVec y);
/* quat_turn, for any length of q. */
PairVec pair_vec_turn(Quat q, PairVec v);

#endif
