/* SPDX-License-Identifier: MIT */
/* Narrowing: the near pairs picked from the listed pairs. */
#include "search/capsule_pairs.h"
#include "search/capsule_ridges.h"
#include "search/near.h"
#include "search/wall_pairs.h"

enum { NEAR_SPARE = 4 }; /* entries past the end that the vectorised pick may overwrite */

/* capsules: some pebbles are capsules, for which the list has ends of axes from now on. */
static void list_reserve(PairList *list, bool walls, bool capsules, PetscInt n)
{
  const ArrayPart of_walls[] = {ARRAY_PART(list->a), ARRAY_PART(list->b), ARRAY_PART(list->listed),
                                ARRAY_PART(list->feature)},
                  parts[]    = {ARRAY_PART(list->a),      ARRAY_PART(list->b),
                                ARRAY_PART(list->listed), ARRAY_PART(list->end[0]),
                                ARRAY_PART(list->end[1]), ARRAY_PART(list->end[2]),
                                ARRAY_PART(list->end[3])};

  if (walls) {
    arrays_reserve(n + NEAR_SPARE, &list->capacity, 4, of_walls);
    return;
  }
  for (int k = 0; k < 4 && capsules && !list->end[k]; k++)
    array_create(&list->end[k], sizeof *list->end[k], max_int(1, list->capacity));
  arrays_reserve(n + NEAR_SPARE, &list->capacity, list->end[0] ? 7 : 3, parts);
}

/* Append the pairs from .. to-1 that are near to the n pairs of `out`; returns the new number. */
KERNEL static PetscInt pick_pebbles(const PairList *list, const Ball *at, double near,
                                    PetscInt from, PetscInt to, PairList *out, PetscInt n)
{
  const int32_t *a = list->a, *b = list->b;
  int32_t *restrict out_a = out->a, *restrict out_b = out->b, *restrict out_listed = out->listed;
  PetscInt k = from;

  for (; k + 4 <= to; k += 4) {
    FourInts yes;
    unsigned mask;

    near_yes(at, a + k, b + k, near, &yes);
    mask = four_mask(&yes);
    four_pick(mask, a + k, out_a + n);
    four_pick(mask, b + k, out_b + n);
    four_pick_places(mask, (int32_t)k, out_listed + n);
    n += four_counts[mask];
  }
  for (; k < to; k++) {
    out_a[n]      = a[k];
    out_b[n]      = b[k];
    out_listed[n] = (int32_t)k;
    n += near_one(at[a[k]], at[b[k]], near);
  }
  return n;
}

/* The same for pairs of pebbles and walls. */
static PetscInt pick_walls(const WallPairs *all, double near, PetscInt from, PetscInt to,
                           PairList *out, PetscInt n)
{
  const PairList *listed = all->list;
  const PetscInt  some   = wall_pairs_pick(all, true, near, from, to, out->listed + n, NULL);

  for (PetscInt k = n; k < n + some; k++) {
    out->a[k]       = listed->a[out->listed[k]];
    out->b[k]       = listed->b[out->listed[k]];
    out->feature[k] = listed->feature[out->listed[k]];
  }
  return n + some;
}

/* Common drift of all pebbles since the rebuild, m: centre of the box around the displacements of
 * every SOME-th pebble. */
static Vec3 find_drift(const Ball *at, const Ball *then, PetscInt n)
{
  enum { SOME = 16 };
  Vec3 lo = {INFINITY, INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY, -INFINITY};

  for (PetscInt i = 0; i < n; i += SOME) {
    const Vec3 d = {at[i].x - then[i].x, at[i].y - then[i].y, at[i].z - then[i].z};

    if (ball_is_gone(at[i])) continue;
    lo = vec3_least(lo, d);
    hi = vec3_most(hi, d);
  }
  return lo.x <= hi.x ? vec3_scale(0.5, vec3_add(lo, hi)) : (Vec3){0, 0, 0};
}

/* Square of the displacement of a pebble less the drift, m^2. */
ALWAYS_INLINE double way_of(Ball at, Ball then, Vec3 drift)
{
  const double dx = at.x - then.x - drift.x, dy = at.y - then.y - drift.y,
               dz = at.z - then.z - drift.z;

  return dx * dx + dy * dy + dz * dz;
}

/* Squared displacements of four pebbles; the larger ones go to *most. */
ALWAYS_INLINE void ways_of_four(const Ball *at, const Ball *then, const Vec3 *drift, Four *most)
{
  Four     d[4], x, y, z, way;
  FourInts more;

  for (int k = 0; k < 4; k++) {
    Four now, before;

    four_get(&now, &at[k].x);
    four_get(&before, &then[k].x);
    d[k] = now - before;
  }
  four_turn(d);
  x     = d[0] - drift->x;
  y     = d[1] - drift->y;
  z     = d[2] - drift->z;
  way   = x * x + y * y + z * z;
  more  = (FourInts)(way > *most);
  *most = (Four)(((FourInts)way & more) | ((FourInts)*most & ~more));
}

/* Largest displacement of the pebbles from .. to-1 less the drift, m. Pebbles of clumps that have
   left are NaN and never the largest. */
KERNEL static double farthest(const Ball *at, const Ball *then, const Vec3 *drift, PetscInt from,
                              PetscInt to)
{
  Four     four = {0, 0, 0, 0};
  double   most = 0;
  PetscInt i    = from;

  for (; i + 4 <= to; i += 4) ways_of_four(at + i, then + i, drift, &four);
  for (; i < to; i++) {
    const double way = way_of(at[i], then[i], *drift);

    most = way > most ? way : most;
  }
  for (int k = 0; k < 4; k++) most = four[k] > most ? four[k] : most;
  return sqrt(most);
}

/* Set way[] of each block; returns the largest. Two pebbles approach by at most the sum of their
   ways, whatever vector is subtracted from both as drift. */
static double find_ways(Pairs *pairs, const Pebbles *p)
{
  const Vec3 drift = find_drift(p->at, pairs->then, p->n);
  double     most  = 0;

  for (int b = 0; b < pairs->n_blocks; b++) {
    pairs->way[b] = farthest(p->at, pairs->then, &drift, pairs->block[b].from, pairs->block[b].to);
    most          = max_real(most, pairs->way[b]);
  }
  return most;
}

/* Number of shells that can hold near pairs if no pair has approached by more than `way` (m). Pairs
   of a shell were farther apart than its lower bound at the rebuild; 1e-6 of the skin covers
   rounding. */
static int shells_near(double skin, double near, double way)
{
  int n = 1;

  while (n < SHELLS && shell_bound(skin, n) <= near + way + 1e-6 * skin) n++;
  return n;
}

void pairs_narrow(Pairs *pairs, const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                  double near)
{
  const PairList *listed[] = {&pairs->listed_pebbles, &pairs->listed_walls};
  const WallPairs all      = {domain, pebbles, walls, &pairs->listed_walls};
  PairList       *list[]   = {&pairs->pebbles, &pairs->walls};
  const int       cells    = pairs->n_blocks * pairs->n_laws;
  const double    most     = pairs->by_row ? 0 : find_ways(pairs, pebbles);
  const double    start    = wall_seconds();

  pairs->looked = pairs->by_row ? pairs->listed_rows.n : 0;
  if (pairs->by_row)
    row_list_narrow(&pairs->listed_rows, pebbles->at, near, pairs->reach, pairs->n_laws,
                    &pairs->rows);
  for (int side = pairs->by_row; side < 2; side++) {
    PairList *l = list[side];

    array_reserve(&l->start, sizeof *l->start, cells + 1, &l->starts);
    l->n = 0;
    for (int c = 0; c < cells; c++) {
      const double within = near + pairs->reach[c % pairs->n_laws];
      const int    shells =
        side == 0 ? shells_near(pairs->skin, within, pairs->way[c / pairs->n_laws] + most) : SHELLS;
      const PetscInt from = listed[side]->shell[c * SHELLS],
                     to   = listed[side]->shell[c * SHELLS + shells];

      l->start[c] = l->n;
      pairs->looked += to - from;
      list_reserve(l, side == 1, pairs->capsules, l->n + to - from);
      if (side == 1 && pairs_of_capsules(pairs, c))
        l->n = capsule_ridges_near(&all, within, from, to, l, l->n);
      else if (side == 1) l->n = pick_walls(&all, within, from, to, l, l->n);
      else if (pairs_of_capsules(pairs, c))
        l->n = capsule_pairs_near(pebbles, listed[side], within, near, from, to, l, l->n);
      else l->n = pick_pebbles(listed[side], pebbles->at, within, from, to, l, l->n);
    }
    l->start[cells] = l->n;
  }
  pairs->looking = wall_seconds() - start;
}

/* Copy the pairs of `kept` that are not near to `others`; returns their number. Both ascend. */
static PetscInt find_others(const PairList *near, const int32_t *kept, PetscInt n, int32_t *others)
{
  PetscInt found = 0, k = 0;

  for (PetscInt m = 0; m < n; m++) {
    while (k < near->n && near->listed[k] < kept[m]) k++;
    if (k == near->n || near->listed[k] > kept[m]) others[found++] = kept[m];
  }
  return found;
}

/* Insert n listed pairs, from the last one on. pebbles: NULL unless the list has ends of axes. */
static void insert(PairList *near, const PairList *listed, const Pebbles *pebbles, bool walls,
                   const int32_t *others, PetscInt n)
{
  PetscInt from = near->n;

  near->n += n;
  for (PetscInt to = near->n - 1; n > 0; to--) {
    const int32_t pair =
      from > 0 && near->listed[from - 1] > others[n - 1] ? near->listed[--from] : others[--n];

    near->listed[to] = pair;
    near->a[to]      = listed->a[pair];
    near->b[to]      = listed->b[pair];
    if (walls) near->feature[to] = listed->feature[pair];
    if (!pebbles) continue;
    capsule_ends_find(pebbles, pebble_whole(pebbles, near->a[to]), near->b[to], to, near->end);
  }
}

void pairs_keep(Pairs *pairs, const Pebbles *pebbles, bool walls, const int32_t *kept, PetscInt n)
{
  const PairList *listed = walls ? &pairs->listed_walls : &pairs->listed_pebbles;
  PairList       *near   = walls ? &pairs->walls : &pairs->pebbles;
  const int       cells  = pairs->n_blocks * pairs->n_laws;
  int32_t        *others;
  PetscInt        before = 0, some;

  array_create(&others, sizeof *others, n);
  some = find_others(near, kept, n, others);
  if (some > 0) {
    list_reserve(near, walls, pairs->capsules, near->n + some);
    insert(near, listed, pairs->capsules && !walls ? pebbles : NULL, walls, others, some);
    for (int c = 0; c <= cells; c++) {
      while (before < some && (c == cells || others[before] < listed->shell[c * SHELLS])) before++;
      near->start[c] += before;
    }
  }
  array_free(&others);
}
