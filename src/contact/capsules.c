/* SPDX-License-Identifier: MIT */
/* Geometry of contacts of which one pebble, or both, is a capsule (geometry/capsule.h): four at a time,
   and those at several places one by one. The contact acts at the middle between the surfaces, on the
   line from axis to axis. */
#include "contact/gather.h"
#include "search/capsule_four.h"
#include "search/capsule_pairs.h"

/* A place of a contact. */
typedef struct {
  Vec3   on_a, on_b;   /* points of the axes, from the centres of the bodies, m */
  Vec3   normal;       /* from a to b */
  double distance;     /* of these points, m */
  Vec3   arm_a, arm_b; /* the contact point, from the centres of the bodies, m */
} Place;

/* The rows of a pair, and its contact. */
typedef struct {
  int32_t        i, j; /* pebbles, which are no ends */
  const Pose    *pa, *pb;
  Capsule        a, b;
  Vec3           u, v; /* half axes, m */
  CapsuleContact found;
  Place          place[CAPSULE_PLACES];
  double         closing, by_impulse; /* as in Tile */
} CapsuleHit;

/* Velocity of a point of body p relative to one of body q, at these arms from their centres. The
   velocities of the centres are subtracted first, as in geometry.c: so images of both bodies that move
   alike, in a cell that deforms, have the same bits of it. */
static Vec3 velocity_between(const Pose *p, Vec3 arm, const Pose *q, Vec3 arm_q)
{
  return vec3_add(vec3_sub(p->v, q->v), vec3_sub(vec3_cross(p->w, arm), vec3_cross(q->w, arm_q)));
}

/* Part of a vector across a unit vector. */
static Vec3 across(Vec3 x, Vec3 n)
{
  return vec3_axpy(x, -vec3_dot(x, n), n);
}

/* ---- the normal turns ---- */

/* The half axis if the point of an axis, `from` its middle, is not at an end of it; else 0. */
static Vec3 half_if_inside(Vec3 from, Vec3 half)
{
  return vec3_dot(from, from) < (1 - 1e-12) * vec3_dot(half, half) ? half : vec3(0, 0, 0);
}

Vec3 capsule_normal_spin(Vec3 n, double d, Vec3 v, const Vec3 half[2], const Vec3 w[2])
{
  Vec3   turn = vec3_scale(1 / d, across(v, n)), unit[2]; /* turn: rate of the normal, 1/s */
  double rate[2], cosine, sine2;
  int    some = 0;

  for (int k = 0; k < 2; k++) {
    Vec3 u = across(half[k], n);

    if (!vec3_normalize(&u)) continue;
    unit[some]   = u;
    rate[some++] = -vec3_dot(n, vec3_cross(w[k], u)); /* as n . u stays 0 */
  }
  cosine = some == 2 ? vec3_dot(unit[0], unit[1]) : 1;
  sine2  = 1 - cosine * cosine;
  if (sine2 > 1e-6) /* both rates decide */
    turn = vec3_add(vec3_scale((rate[0] - cosine * rate[1]) / sine2, unit[0]),
                    vec3_scale((rate[1] - cosine * rate[0]) / sine2, unit[1]));
  else if (some > 0) turn = vec3_axpy(turn, rate[0] - vec3_dot(turn, unit[0]), unit[0]);
  return vec3_cross(n, turn);
}

/* ---- one pair ---- */

/* Set a place from its points on the axes. */
static void place_set(const CapsuleHit *h, const CapsulePlace *at, Place *p)
{
  const double d = vec3_norm(at->way), gap = d - (h->a.r + h->b.r);
  Vec3         n = {1, 0, 0}, both = vec3_cross(h->u, h->v);

  if (d > 0) n = vec3_scale(1 / d, at->way);
  else if (vec3_normalize(&both)) n = both; /* the axes meet: across both, or along x */
  p->on_a     = vec3_add(vec3_add(vec3_sub(h->a.ends[0], h->pa->x), h->u), at->on_a);
  p->on_b     = vec3_add(vec3_add(p->on_a, vec3_sub(h->pa->x, h->pb->x)), at->way);
  p->normal   = n;
  p->distance = d;
  p->arm_a    = vec3_axpy(p->on_a, h->a.r + 0.5 * gap, n);
  p->arm_b    = vec3_axpy(p->on_b, -(h->b.r + 0.5 * gap), n);
}

/* u . I^-1 . u of a body, 1/kg with u in m. */
static double turning(const ContactScene *s, int32_t row, const Pose *p, Vec3 u)
{
  const Vec3 x = quat_turn_back(p->q, u), i = s->clumps->motion[row].inverse_inertia;

  return x.x * x.x * i.x + x.y * x.y * i.y + x.z * x.z * i.z;
}

/* Find the places of a pair, and how its gap closes. */
static void hit_set(const ContactScene *s, int32_t i, int32_t j, CapsuleHit *h)
{
  const int32_t ca = s->pebbles->clump[i], cb = s->pebbles->clump[j];
  Vec3          normal = {0, 0, 0}, turn_a = normal, turn_b = normal;

  h->i  = i;
  h->j  = j;
  h->a  = capsule_of_row(s->pebbles, i);
  h->b  = capsule_of_row(s->pebbles, j);
  h->pa = &s->clumps->pose[ca];
  h->pb = &s->clumps->pose[cb];
  h->u  = vec3_scale(0.5, vec3_sub(h->a.ends[1], h->a.ends[0]));
  h->v  = vec3_scale(0.5, vec3_sub(h->b.ends[1], h->b.ends[0]));
  capsules_find(&h->a, &h->b, &h->found);
  h->closing    = 0;
  h->by_impulse = -1;
  if (h->found.n == 1) {
    place_set(h, &h->found.place[0], &h->place[0]);
    h->place[1] = h->place[2] = h->place[0];
    return;
  }
  for (int k = 0; k < CAPSULE_PLACES; k++) {
    const double w = h->found.place[k].weight;
    Place       *p = &h->place[k];

    place_set(h, &h->found.place[k], p);
    h->closing += w * vec3_dot(velocity_between(h->pa, p->arm_a, h->pb, p->arm_b), p->normal);
    normal = vec3_axpy(normal, w, p->normal);
    turn_a = vec3_axpy(turn_a, w, vec3_cross(p->arm_a, p->normal));
    turn_b = vec3_axpy(turn_b, w, vec3_cross(p->arm_b, p->normal));
  }
  h->by_impulse = vec3_dot(normal, normal) * (h->pa->inverse_mass + h->pb->inverse_mass) +
                  turning(s, ca, h->pa, turn_a) + turning(s, cb, h->pb, turn_b);
}

/* Set contact k of the tile: a place of the pair. */
static void put_contact(const CapsuleHit *h, int place, bool frame, int k, Tile *t, ContactBatch *b)
{
  const Place        *p  = &h->place[place];
  const CapsulePlace *at = &h->found.place[place];

  columns_put(b->nx, b->ny, b->nz, k, p->normal);
  b->gap[k]        = h->found.gap;
  t->share[k]      = at->weight;
  t->closing[k]    = h->closing;
  t->by_impulse[k] = h->by_impulse;
  t->slide[k]      = at->slide;
  t->a.lever[k]    = h->a.r + 0.5 * (p->distance - (h->a.r + h->b.r));
  t->b.lever[k]    = h->b.r + 0.5 * (p->distance - (h->a.r + h->b.r));
  columns_put(t->a.arm_x, t->a.arm_y, t->a.arm_z, k, p->arm_a);
  columns_put(t->b.arm_x, t->b.arm_y, t->b.arm_z, k, p->arm_b);
  columns_put(t->along_x, t->along_y, t->along_z, k, h->found.along);
  if (frame) {
    const Vec3 from_b  = vec3_add(vec3_sub(h->a.ends[0], h->b.ends[0]),
                                  vec3_sub(vec3_add(vec3_add(h->u, at->on_a), at->way), h->v)),
               half[2] = {half_if_inside(at->on_a, h->u), half_if_inside(from_b, h->v)},
               w[2]    = {h->pa->w, h->pb->w};

    columns_put(t->turn_x, t->turn_y, t->turn_z, k,
                p->distance > 0
                  ? capsule_normal_spin(p->normal, p->distance,
                                        velocity_between(h->pb, p->on_b, h->pa, p->on_a), half, w)
                  : vec3(0, 0, 0));
  }
}

/* ---- four contacts ---- */

ALWAYS_INLINE void four_cross(const Four a[3], const Four b[3], Four c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

ALWAYS_INLINE void four_get3(Four to[3], const double *x, const double *y, const double *z)
{
  four_get(&to[0], x);
  four_get(&to[1], y);
  four_get(&to[2], z);
}

ALWAYS_INLINE void four_put3(double *x, double *y, double *z, const Four from[3])
{
  four_put(x, from[0]);
  four_put(y, from[1]);
  four_put(z, from[2]);
}

/* The part of a half axis across n, of length 1, where `inside`, else 0; *some: where it is not 0; *rate:
   that of n along it, as n . it stays 0. */
ALWAYS_INLINE void four_slides(const Four half[3], const Four n[3], const Four w[3],
                               FourInts inside, Four unit[3], FourInts *some, Four *rate)
{
  Four along, length, turn[3];

  four_dot(half, n, &along);
  for (int i = 0; i < 3; i++) unit[i] = half[i] - along * n[i];
  four_dot(unit, unit, &length);
  *some = inside & (FourInts)(length > 0);
  four_root(&length);
  for (int i = 0; i < 3; i++) {
    unit[i] = unit[i] / length;
    four_keep(*some, &unit[i]);
  }
  four_cross(w, unit, turn);
  four_dot(n, turn, rate);
  *rate = -*rate;
}

/* capsule_normal_spin of four contacts. on_a, on_b: places on the axes, from the centres of the bodies. */
ALWAYS_INLINE void four_normal_spin(const FourCapsules *c, const Four n[3], const Four *distance,
                                    const Four on_a[3], const Four on_b[3], int k, Tile *t)
{
  const Four near_end = {1 - 1e-12, 1 - 1e-12, 1 - 1e-12, 1 - 1e-12};
  Four       va[3], vb[3], wa[3], wb[3], v[3], x[3], y[3], turn[3], one[3], other[3], part, rate[2];
  Four       cosine, sine2, first, second;
  FourInts   some[2], both, any;

  four_get3(va, t->a.vx + k, t->a.vy + k, t->a.vz + k);
  four_get3(vb, t->b.vx + k, t->b.vy + k, t->b.vz + k);
  four_get3(wa, t->a.wx + k, t->a.wy + k, t->a.wz + k);
  four_get3(wb, t->b.wx + k, t->b.wy + k, t->b.wz + k);
  four_cross(wb, on_b, x);
  four_cross(wa, on_a, y);
  for (int i = 0; i < 3; i++) v[i] = (vb[i] - va[i]) + (x[i] - y[i]);
  four_dot(v, n, &part);
  for (int i = 0; i < 3; i++) turn[i] = (v[i] - part * n[i]) / *distance;
  four_slides(c->u, n, wa, (FourInts)(c->s * c->s < near_end), one, &some[0], &rate[0]);
  four_slides(c->v, n, wb, (FourInts)(c->t * c->t < near_end), other, &some[1], &rate[1]);
  four_dot(one, other, &cosine);
  sine2  = 1 - cosine * cosine;
  both   = some[0] & some[1] & (FourInts)(sine2 > 1e-6); /* both rates decide */
  any    = some[0] | some[1];
  first  = (rate[0] - cosine * rate[1]) / sine2;
  second = (rate[1] - cosine * rate[0]) / sine2;
  four_keep(both, &first);
  four_keep(both, &second);
  /* else the axis of a decides, or where the place does not slide along it, that of b */
  for (int i = 0; i < 3; i++) {
    x[i] = (Four)((some[0] & (FourInts)one[i]) | (~some[0] & (FourInts)other[i]));
    y[i] = first * one[i] + second * other[i];
  }
  four_dot(turn, x, &part);
  part = (Four)((some[0] & (FourInts)rate[0]) | (~some[0] & (FourInts)rate[1])) - part;
  four_keep(any, &part);
  for (int i = 0; i < 3; i++) {
    const Four alone = turn[i] + part * x[i];

    turn[i] = (Four)((both & (FourInts)y[i]) | (~both & (FourInts)alone));
  }
  four_cross(n, turn, x);
  four_put3(t->turn_x + k, t->turn_y + k, t->turn_z + k, x);
}

/* Contacts k .. k + 3, as of one place; returns the bits of those that have several, or whose axes meet. */
ALWAYS_INLINE unsigned find_four(const Ball *at, const double *pose, const int32_t *const end[4],
                                 bool frame, int k, Tile *t, ContactBatch *b)
{
  Four         d, inverse, gap, lever[2], n[3], on_a[3], on_b[3], arm[3];
  const Four   none = {0, 0, 0, 0};
  FourCapsules c;
  FourInts     special;

  four_capsules(at, end, k, &c);
  gather_bodies(pose, c.first, false, k, &t->a);
  gather_bodies(pose, c.other, false, k, &t->b);
  d = c.square;
  four_root(&d);
  special  = ~c.one | ~(FourInts)(d > 0);
  inverse  = 1 / d;
  gap      = d - (c.ra + c.rb);
  lever[0] = c.ra + 0.5 * gap;
  lever[1] = c.rb + 0.5 * gap;
  four_get3(on_a, t->a.arm_x + k, t->a.arm_y + k, t->a.arm_z + k); /* of the first end */
  four_get3(on_b, t->b.arm_x + k, t->b.arm_y + k, t->b.arm_z + k);
  for (int i = 0; i < 3; i++) {
    n[i]    = c.way[i] * inverse;
    on_a[i] = (on_a[i] + c.u[i]) + c.s * c.u[i];
    on_b[i] = (on_b[i] + c.v[i]) + c.t * c.v[i];
    arm[i]  = on_a[i] + lever[0] * n[i];
  }
  four_put3(t->a.arm_x + k, t->a.arm_y + k, t->a.arm_z + k, arm);
  for (int i = 0; i < 3; i++) arm[i] = on_b[i] - lever[1] * n[i];
  four_put3(t->b.arm_x + k, t->b.arm_y + k, t->b.arm_z + k, arm);
  four_put3(b->nx + k, b->ny + k, b->nz + k, n);
  four_put(t->a.lever + k, lever[0]);
  four_put(t->b.lever + k, lever[1]);
  four_root(&c.raised);
  four_put(b->gap + k, c.raised - c.r);
  four_put(b->radius + k, c.ra * c.rb / (c.ra + c.rb));
  four_put(t->smaller + k, (Four)(((FourInts)(c.ra < c.rb) & (FourInts)c.ra) |
                                  (~(FourInts)(c.ra < c.rb) & (FourInts)c.rb)));
  four_put(t->inverse_distance + k, none); /* the frame turns by turn_x[] alone */
  if (frame) four_normal_spin(&c, n, &d, on_a, on_b, k, t);
  return four_mask(&special);
}

/* All contacts of a tile; special: bits of those that are to be set one by one, of four each. */
KERNEL static void find_contacts(const Ball *at, const Pose *pose, const CapsuleAxes *x, bool frame,
                                 Tile *t, ContactBatch *b, uint8_t *special)
{
  const int32_t *const end[4] = {x->end[0], x->end[1], x->end[2], x->end[3]};

  for (int k = 0; k < x->n; k += 4)
    special[k / 4] = (uint8_t)(frame ? find_four(at, &pose->x.x, end, true, k, t, b)
                                     : find_four(at, &pose->x.x, end, false, k, t, b));
}

/* ---- tiles ---- */

_Static_assert((int)CAPSULE_SOME >= (int)TILE && TILE % 4 == 0, "axes of a tile fit");

/* Let contact k have one place, in a tile with others that have several. */
static void put_one(int k, Tile *t)
{
  t->share[k]      = 1;
  t->closing[k]    = 0;
  t->by_impulse[k] = -1;
  t->slide[k]      = 0;
  columns_put(t->along_x, t->along_y, t->along_z, k, vec3(0, 0, 0));
}

void tile_of_capsules(const ContactScene *s, unsigned needs, const int32_t *hits, int n, Tile *t,
                      ContactBatch *b)
{
  const PairList *list  = &s->pairs->pebbles;
  const Pebbles  *p     = s->pebbles;
  const bool      frame = needs & NEEDS_FRAME;
  uint8_t         special[TILE / 4];
  CapsuleHit      h = {.i = -1};
  CapsuleAxes     axes;
  unsigned        any = 0;

  axes.n = b->n = n;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 4; i++) axes.end[i][k] = list->end[i][hits[k]];
    t->a.row[k] = p->clump[axes.end[0][k]];
    t->b.row[k] = p->clump[axes.end[2][k]];
  }
  capsule_axes_pad(&axes);
  rows_pad(t->a.row, n);
  rows_pad(t->b.row, n);
  find_contacts(p->at, s->clumps->pose, &axes, frame, t, b, special);
  for (int k = 0; k < n; k += 4) any |= special[k / 4] & (n - k < 4 ? (1U << (n - k)) - 1 : 15U);
  t->several = any != 0;
  for (int k = 0; t->several && k < n; k++) {
    const int32_t a = list->a[hits[k]], i = pebble_whole(p, a), j = list->b[hits[k]];

    put_one(k, t);
    if (!(special[k / 4] >> (k % 4) & 1)) continue;
    if (i != h.i || j != h.j) hit_set(s, i, j, &h);
    put_contact(&h, a - i, frame, k, t, b);
  }
}

void tile_close_capsules(const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 v = batch_velocity(b, k);

    if (t->by_impulse[k] < 0) continue; /* at one place alone */
    columns_put(b->vx, b->vy, b->vz, k,
                vec3_axpy(v, t->closing[k] - b->approach[k], batch_normal(b, k)));
    b->approach[k] = t->closing[k];
  }
}

void tile_slide_capsules(const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 force =
      vec3_scale(b->push[k] * t->slide[k], vec3(t->along_x[k], t->along_y[k], t->along_z[k]));

    if (t->slide[k] == 0) continue;
    batch_add_force(b, k, force);
    batch_add_couple(b, k, vec3_cross(vec3_scale(t->b.lever[k], batch_normal(b, k)), force));
  }
}

void tile_masses_of_capsules(const ContactScene *s, const Tile *t, ContactBatch *b)
{
  const Clumps *c = s->clumps;

  for (int k = 0; k < b->n; k++)
    if (t->by_impulse[k] >= 0 && !clump_is_partly_blocked(c->blocked[t->a.row[k]]) &&
        !clump_is_partly_blocked(c->blocked[t->b.row[k]])) {
      b->point_mass[k] = t->by_impulse[k] > 0 ? 1 / t->by_impulse[k] : 0;
      b->slip_mass[k]  = b->point_mass[k]; /* a column of its own beside partly blocked bodies */
    }
}

/* ---- one place ---- */

bool capsule_touch(const ContactScene *s, int32_t a, int32_t b, CapsuleTouch *out)
{
  const int32_t i = pebble_whole(s->pebbles, a);
  CapsuleHit    h;
  const Place  *p;

  hit_set(s, i, b, &h);
  p    = &h.place[a - i];
  *out = (CapsuleTouch){.gap    = h.found.gap,
                        .radius = h.a.r * h.b.r / (h.a.r + h.b.r),
                        .weight = h.found.place[a - i].weight,
                        .normal = p->normal,
                        .arm_a  = p->arm_a,
                        .arm_b  = p->arm_b};
  return out->weight > 0;
}
