/* SPDX-License-Identifier: MIT */
/* Pairs with capsules (capsule_pairs.h): four at a time; those that may touch at several places are looked
   at one by one. */
#include "search/capsule_pairs.h"
#include "search/capsule_four.h"

enum { SOME = CAPSULE_SOME };

/* ---- four pairs ---- */

/* How near a pair is found to be; FAR is 0. */
typedef enum { FAR, NEAR_AT_ONE, NEAR_AT_SEVERAL } Nearness;

ALWAYS_INLINE void put_nearness(const FourInts *one, const FourInts *several, uint8_t *near)
{
  const unsigned at_one = four_mask(one), at_several = four_mask(several);

  for (int m = 0; m < 4; m++)
    near[m] = (uint8_t)((at_one >> m & 1 ? NEAR_AT_ONE : FAR) +
                        (at_several >> m & 1 ? NEAR_AT_SEVERAL : FAR));
}

/* The largest distance of axes at which the pairs may touch, or be closer than `within`, m. The gap G
   of the contact may be less than that of the nearest points, by h / 2 (geometry/capsule.h); 1e-7:
   what CAPSULE_EVEN adds, and rounding. */
ALWAYS_INLINE void find_most(const FourCapsules *c, double within, Four *most)
{
  const Four zero   = {0, 0, 0, 0};
  Four       length = zero;

  for (int i = 0; i < 3; i++) {
    const FourInts up = (FourInts)(c->u[i] > zero);

    length = length + (Four)((up & (FourInts)c->u[i]) | (~up & (FourInts)-c->u[i]));
  }
  *most = (c->r + within + CAPSULE_BLEND * length) * (1 + 1e-7);
}

/* n pairs, a multiple of four, whose gaps are below `within` (m): exactly of those with one place, of others
   at least those. */
KERNEL static void find_touching(const Ball *at, const int32_t *const end[4], int n, double within,
                                 uint8_t *near)
{
  for (int k = 0; k < n; k += 4) {
    FourCapsules c;
    Four         reach, most;
    FourInts     one, several;

    four_capsules(at, end, k, &c);
    reach = c.r + within;
    find_most(&c, within, &most);
    one     = (FourInts)(c.raised < reach * reach) & c.one;
    several = (FourInts)(c.square < most * most) & ~c.one;
    put_nearness(&one, &several, near + k);
  }
}

/* The same for lists, which are valid until a point has moved by half of `slack` (m): at several
   places where axes may line up by then. Both ends of an axis move by slack / 2 at most, which turns it
   by asin(slack / length) <= pi/2 slack / length; and sin(x + y) <= sin x + y. */
KERNEL static void find_near(const Ball *at, const int32_t *const end[4], int n, double within,
                             double slack, uint8_t *near)
{
  const double root = sqrt(CAPSULE_CROSSED), turn = 0.25 * PETSC_PI * slack;

  for (int k = 0; k < n; k += 4) {
    FourCapsules c;
    Four         most, sine, u, v;
    FourInts     close, lines;

    four_capsules(at, end, k, &c);
    find_most(&c, within, &most);
    u = c.uu;
    v = c.vv;
    four_root(&u);
    four_root(&v);
    sine  = root + turn * (1 / u + 1 / v); /* u, v: half lengths */
    close = (FourInts)(c.square < most * most);
    lines = ~(FourInts)(c.uu * c.vv - c.uv * c.uv > 1.000001 * sine * sine * c.uu * c.vv) &
            (FourInts)(c.uu > 0) & (FourInts)(c.vv > 0) & close;
    close = close & ~lines;
    put_nearness(&close, &lines, near + k);
  }
}

void capsule_axes_near(const Ball *at, CapsuleAxes *x, double within, double slack, uint8_t *near)
{
  const int32_t *const end[4] = {x->end[0], x->end[1], x->end[2], x->end[3]};

  capsule_axes_pad(x);
  find_near(at, end, x->n, within, slack, near);
}

/* Take pairs from row k of the list on, up to SOME; of[]: for each row the index of its pair. Returns the
   row behind them. */
static PetscInt take_some(const Pebbles *p, const PairList *list, PetscInt k, PetscInt to,
                          CapsuleAxes *x, uint8_t *of)
{
  int32_t  whole = -1, other = -1;
  PetscInt first = k;

  x->n = 0;
  for (; k < to && k - first < SOME; k++) {
    const int32_t a = pebble_whole(p, list->a[k]), b = list->b[k];

    if (a != whole || b != other) capsule_axes_add(p, a, b, x);
    whole         = a;
    other         = b;
    of[k - first] = (uint8_t)(x->n - 1);
  }
  return k;
}

/* ---- one pair ---- */

void capsule_pair_find(const Pebbles *p, int32_t a, int32_t b, CapsuleContact *out)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);

  capsules_find(&one, &other, out);
}

/* ---- lists ---- */

/* Test n <= SOME pairs of a list from `first` on. */
static void test_rows(const Ball *at, const PairList *list, PetscInt first, int n, double within,
                      uint8_t *near)
{
  const int            whole = n - n % 4;
  const int32_t *const end[] = {list->end[0] + first, list->end[1] + first, list->end[2] + first,
                                list->end[3] + first};
  CapsuleAxes          rest  = {.n = n - whole};

  find_touching(at, end, whole, within, near);
  if (rest.n == 0) return;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < rest.n; k++) rest.end[i][k] = end[i][whole + k];
  capsule_axes_pad(&rest);
  find_touching(at, (const int32_t *[]){rest.end[0], rest.end[1], rest.end[2], rest.end[3]}, 4,
                within, near + whole);
}

PetscInt capsule_pairs_pick(const Pebbles *p, const PairList *list, double within, PetscInt from,
                            PetscInt to, int32_t *hits)
{
  PetscInt       n   = 0;
  int32_t        now = -1, other = -1; /* pair of `found` */
  CapsuleContact found;
  uint8_t        near[SOME];

  for (PetscInt first = from; first < to; first += SOME) {
    const int some = (int)min_int(SOME, to - first);

    test_rows(p->at, list, first, some, within, near);
    for (int m = 0; m < some; m++) {
      const int32_t k = (int32_t)first + m, b = list->b[k];
      int32_t       a;

      if (near[m] == FAR) continue;
      hits[n] = k;
      if (near[m] == NEAR_AT_ONE) { /* the other places have no weight */
        n += p->role[list->a[k]] != PEBBLE_END;
        continue;
      }
      a = pebble_whole(p, list->a[k]);
      if (a != now || b != other) capsule_pair_find(p, a, b, &found);
      now   = a;
      other = b;
      n += found.gap < within && found.place[list->a[k] - a].weight > 0;
    }
  }
  return n;
}

PetscInt capsule_pairs_near(const Pebbles *p, const PairList *list, double within, double slack,
                            PetscInt from, PetscInt to, PairList *out, PetscInt n)
{
  uint8_t     near[SOME], of[SOME];
  CapsuleAxes x;

  for (PetscInt first = from, end; first < to; first = end) {
    end = take_some(p, list, first, to, &x, of);
    capsule_axes_near(p->at, &x, within, slack, near);
    for (PetscInt k = first; k < end; k++) {
      const int pair = of[k - first];

      out->a[n]      = list->a[k];
      out->b[n]      = list->b[k];
      out->listed[n] = (int32_t)k;
      for (int i = 0; i < 4; i++) out->end[i][n] = x.end[i][pair];
      n += near[pair] == NEAR_AT_SEVERAL ||
           (near[pair] == NEAR_AT_ONE && p->role[list->a[k]] != PEBBLE_END);
    }
  }
  return n;
}
