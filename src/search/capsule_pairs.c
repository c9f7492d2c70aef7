/* SPDX-License-Identifier: MIT */
/* Pairs with capsules (capsule_pairs.h). Most near pairs do not touch: four at a time are tested by the
   distance of their axes, and those that are closer are looked at one by one. */
#include "search/capsule_pairs.h"
#include "base/rows.h"

/* ---- four pairs ---- */

/* Pairs that follow each other in a list, each once, as rows of the ends of their axes: of a, then of b;
   of a ball twice its own. */
enum { SOME = 64 };

typedef struct {
  int     n;
  int32_t end[4][SOME];
} Axes;

/* x where it is in -1 .. 1, else the nearer bound. */
ALWAYS_INLINE void four_clamp(Four *x)
{
  const Four     one = {1, 1, 1, 1};
  const FourInts low = (FourInts)(*x < -one), high = (FourInts)(*x > one);

  *x = (Four)((low & (FourInts)-one) | (high & (FourInts)one) | (~low & ~high & (FourInts)*x));
}

ALWAYS_INLINE Four four_dot(const Four a[3], const Four b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Bit mask of the pairs k .. k + 3 whose surfaces may be closer than `within` (m): at least those of
   capsule_pair_is_near, by the same steps as capsules_nearest. */
ALWAYS_INLINE unsigned four_near(const Ball *at, const Axes *x, int k, double within)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };
  const Four tiny = {1e-300, 1e-300, 1e-300, 1e-300}, slack = {1e-9, 1e-9, 1e-9, 1e-9};
  Four       e[4][4], u[3], v[3], d[3], uu, vv, uv, ud, vd, det, s, t, reach, square;
  FourInts   yes, cross;

  for (int i = 0; i < 4; i++) four_gather(&at->x, BALL, x->end[i] + k, e[i]);
  for (int i = 0; i < 3; i++) {
    u[i] = 0.5 * (e[1][i] - e[0][i]);
    v[i] = 0.5 * (e[3][i] - e[2][i]);
    d[i] = (e[2][i] - e[0][i]) + (v[i] - u[i]);
  }
  uu    = four_dot(u, u);
  vv    = four_dot(v, v);
  uv    = four_dot(u, v);
  ud    = four_dot(u, d);
  vd    = four_dot(v, d);
  det   = uu * vv - uv * uv;
  cross = (FourInts)(det > 1e-14 * (uu * vv));
  s     = (vv * ud - uv * vd) / (det + tiny);
  s     = (Four)((FourInts)s & cross); /* of axes that are parallel: from the middle on */
  four_clamp(&s);
  t = (uv * s - vd) / (vv + tiny);
  four_clamp(&t);
  s = (uv * t + ud) / (uu + tiny);
  four_clamp(&s);
  for (int i = 0; i < 3; i++) d[i] = (d[i] + t * v[i]) - s * u[i];
  square = four_dot(d, d);
  for (int m = 0; m < 4; m++) reach[m] = CAPSULE_BLEND * sqrt(uu[m]);
  reach = (e[0][3] + e[2][3] + within + reach) * (1 + slack);
  yes   = (FourInts)(square < reach * reach);
  return four_mask(&yes);
}

/* Flags of all pairs of x, which has room up to a multiple of four. */
KERNEL static void find_near(const Ball *at, const Axes *x, double within, uint8_t *near)
{
  for (int k = 0; k < x->n; k += 4) {
    const unsigned mask = four_near(at, x, k, within);

    for (int m = 0; m < 4; m++) near[k + m] = mask >> m & 1;
  }
}

/* Add the pair of rows a and b, which are no ends. */
static void add_axes(const Pebbles *p, int32_t a, int32_t b, Axes *x)
{
  const bool shafts[2] = {p->role[a] == PEBBLE_SHAFT, p->role[b] == PEBBLE_SHAFT};

  x->end[0][x->n]   = shafts[0] ? a + 1 : a;
  x->end[1][x->n]   = shafts[0] ? a + 2 : a;
  x->end[2][x->n]   = shafts[1] ? b + 1 : b;
  x->end[3][x->n++] = shafts[1] ? b + 2 : b;
}

/* Take pairs from row k of the list on, up to SOME; of[]: for each row the index of its pair. Returns the
   row behind them. */
static PetscInt take_some(const Pebbles *p, const PairList *list, PetscInt k, PetscInt to, Axes *x,
                          uint8_t *of)
{
  int32_t  whole = -1, other = -1;
  PetscInt first = k;

  x->n = 0;
  for (; k < to && k - first < SOME; k++) {
    const int32_t a = pebble_whole(p, list->a[k]), b = list->b[k];

    if (a != whole || b != other) add_axes(p, a, b, x);
    whole         = a;
    other         = b;
    of[k - first] = (uint8_t)(x->n - 1);
  }
  for (int i = 0; i < 4; i++) rows_pad(x->end[i], x->n);
  return k;
}

/* ---- one pair ---- */

bool capsule_pair_is_near(const Pebbles *p, int32_t a, int32_t b, double skin)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);
  /* the gap of the contact may be less than that of the nearest points, by half of its h */
  const double blend = 0.5 * CAPSULE_BLEND * vec3_norm(vec3_sub(one.ends[1], one.ends[0])),
               reach = (one.r + other.r) + (skin + blend);

  return capsules_distance2(&one, &other) < reach * reach;
}

void capsule_pair_find(const Pebbles *p, int32_t a, int32_t b, CapsuleContact *out)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);

  capsules_find(&one, &other, out);
}

/* ---- lists ---- */

PetscInt capsule_pairs_pick(const Pebbles *p, const PairList *list, double within, PetscInt from,
                            PetscInt to, int32_t *hits)
{
  PetscInt       n = 0;
  CapsuleContact found;
  uint8_t        near[SOME], of[SOME];
  Axes           x;

  for (PetscInt first = from, end; first < to; first = end) {
    int now = -1; /* pair of `found` */

    end = take_some(p, list, first, to, &x, of);
    find_near(p->at, &x, within, near);
    for (PetscInt k = first; k < end; k++) {
      const int     pair = of[k - first];
      const int32_t a    = pebble_whole(p, list->a[k]);

      if (!near[pair]) continue;
      if (pair != now) capsule_pair_find(p, a, list->b[k], &found);
      now       = pair;
      hits[n++] = (int32_t)k;
      if (!(found.gap < within && found.place[list->a[k] - a].weight > 0)) n--;
    }
  }
  return n;
}

PetscInt capsule_pairs_near(const Pebbles *p, const PairList *list, double near, PetscInt from,
                            PetscInt to, PairList *out, PetscInt n)
{
  uint8_t close[SOME], of[SOME];
  Axes    x;

  for (PetscInt first = from, end; first < to; first = end) {
    end = take_some(p, list, first, to, &x, of);
    find_near(p->at, &x, near, close);
    for (PetscInt k = first; k < end; k++) {
      out->a[n]      = list->a[k];
      out->b[n]      = list->b[k];
      out->listed[n] = (int32_t)k;
      n += close[of[k - first]];
    }
  }
  return n;
}
