/* SPDX-License-Identifier: MIT */
#include "interaction/row_loads.h"
#include "base/rows.h"
#include "contact/geometry.h"

/* Sizes of loads of a tile; force2, torque2: squared. */
typedef struct {
  _Alignas(64) double force2[CLUMPS_TILE], torque2[CLUMPS_TILE], per_arm[CLUMPS_TILE],
    inverse_mass[CLUMPS_TILE], work[CLUMPS_TILE];
  FourBits done;
} Sizes;

/* Factors of sums: 1 over their quanta. */
typedef struct {
  double half, per_force, per_torque, per_work;
} Factors;

/* ---- four rows ---- */

/* Four vectors of three reals that follow one another, as columns; c[3] is not used. */
ALWAYS_INLINE void get_vectors(const Vec3 *from, Four c[4])
{
  four_get(&c[0], &from[0].x);
  four_get(&c[1], &from[1].x);
  four_get(&c[2], &from[2].x);
  four_get(&c[3], &from[2].z); /* nothing beyond the last vector is read */
  c[3] = FOUR_SHUFFLE(c[3], c[3], 1, 2, 3, 0);
  four_turn(c);
}

/* True if the vectors are 0, bit for bit. */
ALWAYS_INLINE bool are_zero(const Vec3 *from)
{
  const int64_t *bits = (const int64_t *)&from->x;
  FourBits       a, b, c;
  FourInts       some;

  four_get_bits(&a, bits);
  four_get_bits(&b, bits + 4);
  four_get_bits(&c, bits + 8);
  a |= b | c;
  some = (FourInts)(a != 0);
  return four_mask(&some) == 0;
}

/* Four quads of reals of poses, as columns. */
ALWAYS_INLINE void get_quads(const Pose *pose, int first, Four c[4])
{
  for (int i = 0; i < 4; i++) four_get(&c[i], &pose[i].x.x + first);
  four_turn(c);
}

/* Those of four numbers whose axis is not blocked by this bit; the others become 0. */
ALWAYS_INLINE void leave(const FourBits *blocked, uint64_t bit, const Four *from, Four *to)
{
  *to = (Four)((FourInts)*from & (FourInts)((*blocked & bit) == 0));
}

ALWAYS_INLINE void four_quanta(const Four *x, const Four *inverse, Four *q)
{
  const Four magic = {LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC};

  *q = (Four)((FourBits)(*x * *inverse + magic) - (FourBits)magic); /* wraps if too large */
}

/* Add quanta of forces, and of torques: columns. */
ALWAYS_INLINE void add_quanta(bool turns, const Four force[3], const Four torque[3], int64_t *sum)
{
  Four     c[4] = {force[0], force[1], force[2], turns ? torque[0] : (Four){0, 0, 0, 0}};
  Four     d[4] = {torque[1], torque[2], torque[1], torque[1]};
  FourBits low;
  TwoBits  high;

  four_turn(c);
  if (turns) four_turn(d);
  for (int m = 0; m < 4; m++, sum += LOAD_PARTS) {
    four_get_bits(&low, sum);
    low += (FourBits)c[m];
    four_put_bits(sum, low);
    if (!turns) continue;
    memcpy(&high, sum + 4, sizeof high);
    high += *(TwoBits *)&d[m];
    memcpy(sum + 4, &high, sizeof high);
  }
}

/* Power of forces f and torques t along the free axes, in the order of free_power (act.c). */
ALWAYS_INLINE void free_powers(bool turns, const FourBits *blocked, const Four f[3],
                               const Four t[3], const Four v[4], const Four w[2], Four *power)
{
  const Four *const spin[3] = {&v[3], &w[0], &w[1]};
  Four              g, h;

  leave(blocked, BLOCK_X, &f[0], &g);
  *power = g * v[0];
  for (int i = 0; i < 3; i++) {
    if (i > 0) {
      leave(blocked, (uint64_t)BLOCK_X << i, &f[i], &g);
      *power = *power + g * v[i];
    }
    if (!turns) continue;
    leave(blocked, (uint64_t)BLOCK_RX << i, &t[i], &h);
    *power = *power + h * *spin[i];
  }
}

/* Four rows, and where their loads go. */
typedef struct {
  const Pose     *pose;
  const uint64_t *blocked;
  const Vec3     *force, *torque; /* torque NULL: none turns */
  int64_t        *sum;
} FourRows;

/* Add the loads of four rows; their sizes become numbers k .. k + 3 of the tile. */
ALWAYS_INLINE void add_four(const Factors *by, bool turns, const FourRows *rows, Sizes *s, int k)
{
  const Four zero = {0, 0, 0, 0}, per_force = by->per_force - zero, per_work = by->per_work - zero;
  Four     f[4], t[4] = {zero, zero, zero}, v[4], w[4] = {zero, zero}, work, q[3], r[3], per_torque;
  FourBits bits;

  get_vectors(rows->force, f);
  get_quads(rows->pose, POSE_V, v);
  if (turns) get_vectors(rows->torque, t);
  if (turns) get_quads(rows->pose, POSE_WY, w);
  four_get_bits(&bits, (const int64_t *)rows->blocked);
  free_powers(turns, &bits, f, t, v, w, &work);
  work = by->half * (zero - work);
  four_put(&s->force2[k], f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
  four_put(&s->work[k], work);
  for (int i = 0; i < 4; i++) s->inverse_mass[k + i] = rows->pose[i].inverse_mass;
  if (turns) four_put(&s->torque2[k], t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
  if (turns) four_put(&s->per_arm[k], w[3]);
  per_torque = by->per_torque * w[3];
  for (int i = 0; i < 3; i++) {
    four_quanta(&f[i], &per_force, &q[i]);
    if (turns) four_quanta(&t[i], &per_torque, &r[i]);
    else r[i] = zero;
  }
  add_quanta(turns, q, r, rows->sum);
  four_quanta(&work, &per_work, &q[0]);
  s->done += (FourBits)q[0];
}

/* ---- runs of rows ---- */

/* Report the sizes of n loads. */
ALWAYS_INLINE void measure(bool turns, const Sizes *s, int n, RowReport *r)
{
  double force = r->force, torque = r->torque, both = r->both, work = r->work, pull = r->pull,
         all = r->all;

#pragma omp simd reduction(+ : all) reduction(max : force, torque, both, work, pull)
  for (int k = 0; k < n; k++) {
    const double f = sqrt(s->force2[k]),
                 t = turns ? COUPLE_SHARE * s->per_arm[k] * sqrt(s->torque2[k]) : 0,
                 w = fabs(s->work[k]), p = f * s->inverse_mass[k];

    force  = f > force ? f : force;
    torque = t > torque ? t : torque;
    both   = f + t > both ? f + t : both;
    work   = w > work ? w : work;
    pull   = p > pull ? p : pull;
    all += f + t + w;
  }
  r->force  = force;
  r->torque = torque;
  r->both   = both;
  r->work   = work;
  r->pull   = pull;
  r->all    = all;
}

ALWAYS_INLINE void add_tiles(const RowSums *sums, bool sparse, bool turns, PetscInt from,
                             PetscInt to, RowReport *report)
{
  const Clumps *c     = sums->clumps;
  const Loads  *loads = sums->to;
  const Factors by = {sums->half, loads->force.inverse, loads->torque.inverse, loads->work.inverse};
  RowReport     r  = *report;
  Sizes         s  = {.done = {0}};

  while (from < to) {
    const PetscInt end = from + CLUMPS_TILE < to ? from + CLUMPS_TILE : to;
    int            n   = 0;

    for (; from < end; from += 4) {
      const FourRows rows = {.pose    = c->pose + from,
                             .blocked = c->blocked + from,
                             .force   = sums->loads.force + from,
                             .torque  = turns ? sums->loads.torque + from : NULL,
                             .sum     = loads->sum + (size_t)from * LOAD_PARTS};

      if (sparse && are_zero(rows.force) && (!turns || are_zero(rows.torque))) continue;
      add_four(&by, turns, &rows, &s, n);
      n += 4;
    }
    measure(turns, &s, n, &r);
  }
  r.done += s.done[0] + s.done[1] + s.done[2] + s.done[3];
  *report = r;
}

KERNEL static void add_rows(const RowSums *sums, PetscInt from, PetscInt to, RowReport *report)
{
  if (sums->loads.sparse) add_tiles(sums, true, true, from, to, report);
  else if (sums->loads.torque) add_tiles(sums, false, true, from, to, report);
  else add_tiles(sums, false, false, from, to, report);
}

/* True if all rows of the tile can be added by fours. */
static bool is_plain(const Clumps *c, PetscInt from, bool turns)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];

  return !(has & (TILE_GONE | TILE_DRIVEN | TILE_MOVE_BODY)) &&
         !(turns && has & TILE_TURN_BLOCKED && c->some_partly_blocked);
}

PetscInt row_loads_add(const RowSums *sums, PetscInt from, RowReport *report)
{
  const Clumps *c  = sums->clumps;
  PetscInt      to = from;

  while (to < c->n_owned && is_plain(c, to, sums->loads.torque)) to += CLUMPS_TILE;
  to = (PetscInt)min_int(to, c->n_owned / 4 * 4);
  if (to > from) add_rows(sums, from, to, report);
  return to > from ? to : from;
}
