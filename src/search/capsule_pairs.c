/* SPDX-License-Identifier: MIT */
/* Pairs with capsules (capsule_pairs.h): four at a time; those that may touch at several places are looked
   at one by one. */
#include "search/capsule_pairs.h"
#include "search/capsule_four.h"

enum { SOME = CAPSULE_SOME };

/* ---- four pairs ---- */

/* What a test finds of a pair; FAR is 0. */
typedef enum { FAR, NEAR_AT_ONE, NEAR_AT_SEVERAL } Nearness;

/* Test pairs k .. k + 3 of x. lists: for lists, to be used while axes turn, and the number of places
   changes; else pairs with one place are near exactly if their gap is below `within` (m). Of others at
   least those are. */
ALWAYS_INLINE void test_four(const Ball *at, const CapsuleAxes *x, int k, double within, bool lists,
                             uint8_t *near)
{
  const Four   zero   = {0, 0, 0, 0};
  Four         length = zero, reach, most;
  FourCapsules c;
  FourInts     close, touch;
  unsigned     several, one;

  four_capsules(at, x, k, &c);
  reach = c.r + within;
  for (int i = 0; i < 3; i++) {
    const FourInts up = (FourInts)(c.u[i] > zero);

    length = length + (Four)((up & (FourInts)c.u[i]) | (~up & (FourInts)-c.u[i]));
  }
  /* the gap of the contact may be less than that of the nearest points, by half of its h; 1e-7: what
     CAPSULE_EVEN adds, and rounding */
  most    = (reach + CAPSULE_BLEND * length) * (1 + 1e-7);
  close   = (FourInts)(c.square < most * most);
  touch   = lists ? close : (FourInts)(c.raised < reach * reach);
  touch   = touch & c.one;
  close   = close & ~c.one;
  several = four_mask(&close);
  one     = four_mask(&touch);
  for (int m = 0; m < 4; m++)
    near[k + m] = (uint8_t)(one >> m & 1 ? NEAR_AT_ONE : several >> m & 1 ? NEAR_AT_SEVERAL : FAR);
}

/* All pairs of x, which has room up to a multiple of four. */
KERNEL static void find_touching(const Ball *at, const CapsuleAxes *x, double within, uint8_t *near)
{
  for (int k = 0; k < x->n; k += 4) test_four(at, x, k, within, false, near);
}

KERNEL static void find_near(const Ball *at, const CapsuleAxes *x, double within, uint8_t *near)
{
  for (int k = 0; k < x->n; k += 4) test_four(at, x, k, within, true, near);
}

void capsule_axes_near(const Ball *at, CapsuleAxes *x, double within, uint8_t *near)
{
  for (int i = 0; i < 4; i++) rows_pad(x->end[i], x->n);
  find_near(at, x, within, near);
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
  for (int i = 0; i < 4; i++) rows_pad(x->end[i], x->n);
  return k;
}

/* ---- one pair ---- */

bool capsule_pair_lines_up(const Pebbles *p, int32_t a, int32_t b, double skin)
{
  const Capsule one = capsule_of_row(p, a), other = capsule_of_row(p, b);
  const Vec3    u = vec3_sub(one.ends[1], one.ends[0]), v = vec3_sub(other.ends[1], other.ends[0]);
  const double
    uu = vec3_dot(u, u),
    vv = vec3_dot(v, v), uv = vec3_dot(u, v),
    /* both ends of an axis move by skin / 2 at most, which turns it by asin(skin / length) <= pi/2
                  skin / length; and sin(x + y) <= sin x + y */
    sine = sqrt(CAPSULE_CROSSED) + 0.5 * PETSC_PI * skin * (1 / sqrt(uu) + 1 / sqrt(vv));

  return !(uu * vv - uv * uv > 1.000001 * sine * sine * uu * vv);
}

bool capsule_pair_is_near(const Pebbles *p, int32_t a, int32_t b, double skin)
{
  CapsuleAxes x = {.n = 0};
  uint8_t     near[4];

  capsule_axes_add(p, pebble_whole(p, a), b, &x);
  capsule_axes_near(p->at, &x, skin, near);
  return near[0] != FAR;
}

void capsule_pair_find(const Pebbles *p, int32_t a, int32_t b, CapsuleContact *out)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);

  capsules_find(&one, &other, out);
}

/* ---- lists ---- */

/* False for a row of a place at which two capsules cannot touch as long as the near list is valid. */
static bool stays(const Pebbles *p, int32_t a, int32_t b, double near)
{
  return p->role[a] != PEBBLE_END || capsule_pair_lines_up(p, pebble_whole(p, a), b, near);
}

PetscInt capsule_pairs_pick(const Pebbles *p, const PairList *list, double within, PetscInt from,
                            PetscInt to, int32_t *hits)
{
  PetscInt       n = 0;
  CapsuleContact found;
  uint8_t        near[SOME], of[SOME];
  CapsuleAxes    x;

  for (PetscInt first = from, end; first < to; first = end) {
    int now = -1; /* pair of `found` */

    end = take_some(p, list, first, to, &x, of);
    find_touching(p->at, &x, within, near);
    for (PetscInt k = first; k < end; k++) {
      const int     pair = of[k - first];
      const int32_t a    = pebble_whole(p, list->a[k]);

      if (near[pair] == FAR) continue;
      if (near[pair] == NEAR_AT_ONE) { /* the other places have no weight */
        hits[n] = (int32_t)k;
        n += list->a[k] == a;
        continue;
      }
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
  uint8_t     close[SOME], of[SOME];
  CapsuleAxes x;

  for (PetscInt first = from, end; first < to; first = end) {
    end = take_some(p, list, first, to, &x, of);
    find_near(p->at, &x, near, close);
    for (PetscInt k = first; k < end; k++) {
      out->a[n]      = list->a[k];
      out->b[n]      = list->b[k];
      out->listed[n] = (int32_t)k;
      n += close[of[k - first]] != FAR && stays(p, list->a[k], list->b[k], near);
    }
  }
  return n;
}
