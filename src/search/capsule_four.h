/* SPDX-License-Identifier: MIT */
/* Four pairs of capsules or balls at a time: the nearest points of their axes, by the steps of
   capsules_find (geometry/capsule.h), with the same bits. */
#ifndef SEARCH_CAPSULE_FOUR_H
#define SEARCH_CAPSULE_FOUR_H

#include "base/rows.h"
#include "geometry/capsule.h"
#include "matter/pebbles.h"

/* Rows of the ends of the axes of some pairs: of a, then of b; of a ball twice its own. */
enum { CAPSULE_SOME = 64 };
typedef struct {
  int     n;
  int32_t end[4][CAPSULE_SOME];
} CapsuleAxes;

/* Set the rows of the ends, in place `at` of their columns, of the pair of rows a and b, which are no
   ends. */
static inline void capsule_ends_find(const Pebbles *p, int32_t a, int32_t b, PetscInt at,
                                     int32_t *const end[4])
{
  const int32_t i = p->role[a] == PEBBLE_SHAFT, j = p->role[b] == PEBBLE_SHAFT;

  end[0][at] = a + i;
  end[1][at] = a + 2 * i;
  end[2][at] = b + j;
  end[3][at] = b + 2 * j;
}

static inline void capsule_axes_add(const Pebbles *p, int32_t a, int32_t b, CapsuleAxes *x)
{
  capsule_ends_find(p, a, b, x->n++, (int32_t *[]){x->end[0], x->end[1], x->end[2], x->end[3]});
}

/* Repeat the last up to a multiple of four. */
static inline void capsule_axes_pad(CapsuleAxes *x)
{
  for (int i = 0; i < 4; i++) rows_pad(x->end[i], x->n);
}

typedef struct {
  Four     u[3], v[3];         /* half axes, m */
  Four     first[3], other[3]; /* the first ends of a and b, m */
  Four     ra, rb, r;          /* m; r: the sum */
  Four     s, t;               /* nearest points, -1 .. 1 along the axes */
  Four     way[3], square;     /* from that of a to that of b, m; its square */
  Four     raised; /* square of r plus the gap of the contact where there is one place, m^2 */
  Four     uu, vv, uv;
  FourInts one; /* the contact has one place: the axes cross, or there is a ball */
} FourCapsules;

/* x where it is in -1 .. 1, else the nearer bound. */
ALWAYS_INLINE void four_clamp(Four *x)
{
  const Four     one = {1, 1, 1, 1};
  const FourInts low = (FourInts)(*x < -one), high = (FourInts)(*x > one);

  *x = (Four)((low & (FourInts)-one) | (high & (FourInts)one) | (~low & ~high & (FourInts)*x));
}

ALWAYS_INLINE void four_dot(const Four a[3], const Four b[3], Four *dot)
{
  *dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

ALWAYS_INLINE void four_root(Four *x)
{
  for (int m = 0; m < 4; m++) (*x)[m] = sqrt((*x)[m]);
}

/* x, or 0 where the mask is. */
ALWAYS_INLINE void four_keep(FourInts mask, Four *x)
{
  *x = (Four)((FourInts)*x & mask);
}

/* Pairs k .. k + 3 of these columns. */
ALWAYS_INLINE void four_capsules(const Ball *at, const int32_t *const end[4], PetscInt k,
                                 FourCapsules *c)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };
  Four     e[4][4], d[3], uu, vv, uv, ud, vd, even, det, a, b, per_u, per_v;
  FourInts lines, turned;

  for (int i = 0; i < 4; i++) four_gather(&at->x, BALL, end[i] + k, e[i]);
  for (int i = 0; i < 3; i++) {
    c->u[i]     = 0.5 * (e[1][i] - e[0][i]);
    c->v[i]     = 0.5 * (e[3][i] - e[2][i]);
    d[i]        = (e[2][i] - e[0][i]) + (c->v[i] - c->u[i]);
    c->first[i] = e[0][i];
    c->other[i] = e[2][i];
  }
  c->ra = e[0][3];
  c->rb = e[2][3];
  four_dot(c->u, c->u, &uu);
  four_dot(c->v, c->v, &vv);
  four_dot(c->u, c->v, &uv);
  four_dot(c->u, d, &ud);
  four_dot(c->v, d, &vd);
  c->r  = c->ra + c->rb;
  even  = CAPSULE_EVEN * c->r;
  even  = even * even;
  lines = (FourInts)(uu > 0) & (FourInts)(vv > 0);
  four_keep(lines, &even);
  a      = uu + even;
  b      = vv + even;
  det    = a * b - uv * uv;
  turned = (FourInts)(det > 1e-14 * a * b);
  per_u  = 1 / a; /* first, as divisions take long */
  per_v  = 1 / b;
  c->s   = (b * ud - uv * vd) * (1 / det);
  four_keep(turned, &c->s);
  four_clamp(&c->s);
  c->t = (uv * c->s - vd) * per_v;
  four_keep((FourInts)(vv > 0), &c->t);
  four_clamp(&c->t);
  c->s = (uv * c->t + ud) * per_u;
  four_keep((FourInts)(uu > 0), &c->s);
  four_clamp(&c->s);
  for (int i = 0; i < 3; i++) c->way[i] = (d[i] + c->t * c->v[i]) - c->s * c->u[i];
  four_dot(c->way, c->way, &c->square);
  c->raised = c->square + even * (c->s * c->s + c->t * c->t);
  c->uu     = uu;
  c->vv     = vv;
  c->uv     = uv;
  c->one    = ~(lines & (FourInts)(uu * vv - uv * uv < CAPSULE_CROSSED * uu * vv));
}

#endif
