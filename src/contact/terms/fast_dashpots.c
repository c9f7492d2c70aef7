/* SPDX-License-Identifier: MIT */
/* Reduced masses of contacts whose dashpots, given by a rate, are fast for the step (dashpot.h):
   part times the least effective mass at the contact, along and across the normal, if that is less.

   Exact effective masses are found where they may be less only. 1 over the effective mass of a body
   of mass m and least principal moment I at a distance r from its centre is in no direction above
   1/m + r^2/I, and no axis that is blocked makes it larger. A contact whose reduced mass this bound
   leaves alone has it to the bit with or without the exact masses, so that neither other contacts
   nor the bodies of this rank decide. */
#include "base/rows.h"
#include "contact/geometry.h"

/* Bodies of one side of contacts, in columns; moves, turns: all bits, or 0 if all translation, or
   all rotation is blocked. */
typedef struct {
  int32_t row[TILE];
  _Alignas(64) double arm[3][TILE], inertia[3][TILE], mass[TILE];
  int64_t moves[TILE], turns[TILE];
} Bodies;

/* Contacts to be found exactly, in columns, padded to a multiple of four. */
typedef struct {
  int     n;
  int32_t k[TILE]; /* place in the tile */
  Bodies  a, b;
  _Alignas(64) double normal[3][TILE];
  double to[3][3][TILE]; /* directions across the normal, unit vectors */
  double along[3][TILE]; /* 1 over the effective masses along these, 1/kg */
  double inverse[TILE];  /* the largest one across the normal, 1/kg */
} Picked;

/* ---- the bound ---- */

/* Largest of i[1], i[2], i[3]. */
ALWAYS_INLINE void four_largest(const Four i[4], Four *most)
{
  FourInts first = i[1] > i[2];

  *most = (Four)(((FourInts)i[1] & first) | ((FourInts)i[2] & ~first));
  first = *most > i[3];
  *most = (Four)(((FourInts)*most & first) | ((FourInts)i[3] & ~first));
}

/* Add r^2/I of four bodies; *uneven: those whose exact masses may be off by rounding. */
ALWAYS_INLINE void add_turn(const Motion *motion, const TileBody *body, int k, Four *inverse,
                            FourInts *uneven)
{
  Four r[3], i[4], most, least;

  four_get(&r[0], body->arm_x + k);
  four_get(&r[1], body->arm_y + k);
  four_get(&r[2], body->arm_z + k);
  four_gather(&motion->v.x + MOTION_RZ, MOTION_REALS, body->row + k, i);
  four_largest(i, &most);
  for (int m = 1; m < 4; m++) i[m] = -i[m];
  four_largest(i, &least);
  *uneven |= most > CLUMPS_UNEVEN * -least;
  *inverse += (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) * most;
}

/* Places of the contacts whose reduced mass `part` may make less, ascending; returns their
   number. */
KERNEL static int find_doubtful(const Motion *motion, const Tile *t, const ContactBatch *b,
                                bool walls, double part, int32_t *place)
{
  int n = 0;

  for (int k = 0; k < b->n; k += 4) {
    Four     whole, other, inverse;
    FourInts yes = {0, 0, 0, 0};
    unsigned mask;

    four_get(&whole, t->a.inverse + k);
    four_get(&other, t->b.inverse + k);
    whole += other;
    inverse = whole;
    add_turn(motion, &t->a, k, &inverse, &yes);
    if (!walls) add_turn(motion, &t->b, k, &inverse, &yes);
    yes |= ~(FourInts)(CLUMPS_ROUNDING * inverse <= part * whole);
    mask = four_mask(&yes) & (b->n - k < 4 ? (1U << (b->n - k)) - 1 : 15U);
    four_pick_places(mask, k, place + n); /* n <= k: fits */
    n += four_counts[mask];
  }
  return n;
}

/* ---- exact masses of any bodies ---- */

/* Largest inverse of the effective mass of contact k over the directions across its normal, 1/kg:
   that of the two bodies along t is t . K t, and the largest eigenvalue follows from those along
   t[0], t[1] and half way between. */
static double inverse_across(const Clumps *c, const Tile *t, const ContactBatch *b, int k)
{
  const int32_t row[2]   = {t->a.row[k], t->b.row[k]}; /* -1: wall */
  const Vec3    arm[2]   = {tile_arm(&t->a, k), tile_arm(&t->b, k)};
  double        along[3] = {0}, mean, half;
  Vec3          to[3];

  to[0] = vec3_any_across(batch_normal(b, k));
  to[1] = vec3_cross(batch_normal(b, k), to[0]);
  to[2] = vec3_scale(sqrt(0.5), vec3_add(to[0], to[1]));
  for (int side = 0; side < 2 && row[side] >= 0; side++)
    for (int i = 0; i < 3; i++) along[i] += clump_inverse_at(c, row[side], arm[side], to[i]);
  mean = 0.5 * (along[0] + along[1]);
  half = 0.5 * (along[0] - along[1]);
  return mean + sqrt(half * half + (along[2] - mean) * (along[2] - mean));
}

/* ---- the same, to the bit, of bodies that are free or have all translation or rotation blocked
   ---- */

static void put_body(const Clumps *c, int32_t row, Vec3 arm, int at, Bodies *all)
{
  const uint64_t blocked = c->blocked[row];

  all->row[at] = row;
  columns_put(all->arm[0], all->arm[1], all->arm[2], at, arm);
  columns_put(all->inertia[0], all->inertia[1], all->inertia[2], at, c->inertia[row]);
  all->mass[at]  = c->mass[row];
  all->moves[at] = (blocked & BLOCK_MOVE) != BLOCK_MOVE ? -1 : 0;
  all->turns[at] = (blocked & BLOCK_TURN) != BLOCK_TURN ? -1 : 0;
}

/* Contact k of the tile, to place `at`. */
static void put_contact(const Clumps *c, const Tile *t, const ContactBatch *b, int k, int at,
                        Picked *p)
{
  p->k[at] = k;
  columns_put(p->normal[0], p->normal[1], p->normal[2], at, batch_normal(b, k));
  put_body(c, t->a.row[k], tile_arm(&t->a, k), at, &p->a);
  if (t->b.row[k] >= 0) put_body(c, t->b.row[k], tile_arm(&t->b, k), at, &p->b);
}

/* As in inverse_across. */
KERNEL static void find_directions(Picked *p)
{
#pragma omp simd
  for (int k = 0; k < p->n; k++) {
    const double nx = p->normal[0][k], ny = p->normal[1][k], nz = p->normal[2][k];
    const double ox = fabs(nx) < 0.6 ? 1 : 0, oy = fabs(nx) < 0.6 ? 0 : 1;
    double       x = ny * 0 - nz * oy, y = nz * ox - nx * 0, z = nx * oy - ny * ox;
    const double xy = fabs(x) > fabs(y) ? fabs(x) : fabs(y), most = xy > fabs(z) ? xy : fabs(z);
    double       scale;

    x /= most;
    y /= most;
    z /= most;
    scale          = 1 / sqrt(x * x + y * y + z * z);
    x              = scale * x;
    y              = scale * y;
    z              = scale * z;
    p->to[0][0][k] = x;
    p->to[0][1][k] = y;
    p->to[0][2][k] = z;
    p->to[1][0][k] = ny * z - nz * y;
    p->to[1][1][k] = nz * x - nx * z;
    p->to[1][2][k] = nx * y - ny * x;
    for (int i = 0; i < 3; i++) p->to[2][i][k] = sqrt(0.5) * (p->to[0][i][k] + p->to[1][i][k]);
  }
}

/* As quat_turn. */
ALWAYS_INLINE void four_rotate(const Four q[4], const Four v[3], Four to[3])
{
  const Four t[3] = {2.0 * (q[2] * v[2] - q[3] * v[1]), 2.0 * (q[3] * v[0] - q[1] * v[2]),
                     2.0 * (q[1] * v[1] - q[2] * v[0])};

  to[0] = (v[0] + q[0] * t[0]) + (q[2] * t[2] - q[3] * t[1]);
  to[1] = (v[1] + q[0] * t[1]) + (q[3] * t[0] - q[1] * t[2]);
  to[2] = (v[2] + q[0] * t[2]) + (q[1] * t[1] - q[2] * t[0]);
}

/* Bodies k .. k+3: q and its conjugate, the rest as in Bodies. */
typedef struct {
  Four     q[4], back[4], arm[3], inertia[3], mass;
  FourBits moves, turns;
} FourBodies;

ALWAYS_INLINE void gather_bodies(const Pose *pose, const Bodies *all, int k, FourBodies *f)
{
  four_gather(&pose->x.x + POSE_QW, POSE_REALS, all->row + k, f->q);
  f->back[0] = f->q[0];
  for (int i = 0; i < 3; i++) {
    f->back[i + 1] = -f->q[i + 1];
    four_get(&f->arm[i], all->arm[i] + k);
    four_get(&f->inertia[i], all->inertia[i] + k);
  }
  four_get(&f->mass, all->mass + k);
  four_get_bits(&f->moves, all->moves + k);
  four_get_bits(&f->turns, all->turns + k);
}

/* As clump_inverse_at, along n. */
ALWAYS_INLINE void four_inverse_at(const FourBodies *f, const Four n[3], Four *inverse)
{
  const Four *r     = f->arm;
  const Four  u[3]  = {r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2],
                       r[0] * n[1] - r[1] * n[0]};
  const Four  moved = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / f->mass;
  Four        v[3], w[3], turned;

  four_rotate(f->back, u, v);
  for (int i = 0; i < 3; i++) v[i] /= f->inertia[i];
  four_rotate(f->q, v, w);
  turned   = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
  *inverse = (Four)((FourBits)moved & f->moves) + (Four)((FourBits)turned & f->turns);
}

/* Add the bodies of one side to p->along, which the first side sets. */
ALWAYS_INLINE void add_side(const Pose *pose, const Bodies *all, bool first, Picked *p)
{
  for (int k = 0; k < p->n; k += 4) {
    FourBodies f;
    Four       n[3], sum, before;

    gather_bodies(pose, all, k, &f);
    for (int d = 0; d < 3; d++) {
      for (int i = 0; i < 3; i++) four_get(&n[i], p->to[d][i] + k);
      four_inverse_at(&f, n, &sum);
      if (!first) {
        four_get(&before, p->along[d] + k);
        sum = before + sum;
      }
      four_put(p->along[d] + k, sum);
    }
  }
}

KERNEL static void find_along(const Pose *pose, bool walls, Picked *p)
{
  add_side(pose, &p->a, true, p);
  if (!walls) add_side(pose, &p->b, false, p);
}

/* As inverse_across. */
KERNEL static void find_largest(Picked *p)
{
#pragma omp simd
  for (int k = 0; k < p->n; k++) {
    const double mean = 0.5 * (p->along[0][k] + p->along[1][k]),
                 half = 0.5 * (p->along[0][k] - p->along[1][k]), more = p->along[2][k] - mean;

    p->inverse[k] = mean + sqrt(half * half + more * more);
  }
}

/* ---- all of a tile ---- */

static void bound_mass(double part, double inverse, int k, ContactBatch *b)
{
  double least = b->point_mass[k];

  if (inverse > 0) least = min_real(least, SPHERE_ACROSS / inverse);
  b->mass[k] = min_real(b->mass[k], part * least);
}

static bool takes_axes(const Clumps *c, const Tile *t, bool walls, int k)
{
  return (walls && t->b.row[k] >= 0) ||
         (c->some_partly_blocked &&
          (clump_is_partly_blocked(c->blocked[t->a.row[k]]) ||
           (t->b.row[k] >= 0 && clump_is_partly_blocked(c->blocked[t->b.row[k]]))));
}

static void bound_masses(const ContactScene *s, bool walls, double part, const int32_t *place,
                         int n, const Tile *t, ContactBatch *b)
{
  const Clumps *c = s->clumps;
  Picked        p;

  p.n = 0;
  for (int e = 0; e < n; e++) {
    if (takes_axes(c, t, walls, place[e]))
      bound_mass(part, inverse_across(c, t, b, place[e]), place[e], b);
    else put_contact(c, t, b, place[e], p.n++, &p);
  }
  if (p.n == 0) return;
  for (int k = p.n; k % 4 != 0; k++) put_contact(s->clumps, t, b, p.k[k - 1], k, &p);
  find_directions(&p);
  find_along(s->clumps->pose, walls, &p);
  find_largest(&p);
  for (int e = 0; e < p.n; e++) bound_mass(part, p.inverse[e], p.k[e], b);
}

void tile_bound_masses(const ContactScene *s, const Law *law, bool walls, const Tile *t,
                       ContactBatch *b)
{
  const double most = dashpot_most(b), part = most / dashpot_within(law->fastest, most);
  const bool   carried = walls && s->walls->n_carried > 0;
  int32_t      place[TILE];
  int          n = b->n;

  if (!carried && law->keeps <= 0 && CLUMPS_ROUNDING * s->clumps->lightest <= part) return;
  if (!carried) n = find_doubtful(s->clumps->motion, t, b, walls, part, place);
  else
    for (int k = 0; k < n; k++) place[k] = k;
  if (n == 0) return;
  if (!(law->needs & NEEDS_POINT_MASS)) tile_masses(s, walls, t, b, NULL);
  bound_masses(s, walls, part, place, n, t, b);
}
