/* SPDX-License-Identifier: MIT */
/* Effective masses and moments of inertia of the two bodies of each contact. The values of a
   contact do not depend on the others: round bodies (clump_is_round) have one formula, also where a
   tile takes no attitudes because all bodies of this rank are round. */
#include "base/rows.h"
#include "contact/geometry.h"

/* ---- masses along the normal ---- */

/* Gather the inverse principal moments of inertia of four bodies in i[1], i[2], i[3]; i[0] is not
   used. */
ALWAYS_INLINE void inverse_moments(const Motion *motion, const int32_t *row, Four i[4])
{
  four_gather(&motion->v.x + MOTION_RZ, MOTION_REALS, row, i);
}

/* Add (r x n) . I^-1 . (r x n) of four bodies, the rotational part of the inverse effective mass at
   the contact point, 1/kg. u: r x n, lab frame; i: inverse_moments. */
ALWAYS_INLINE void add_turning(const double *pose, const int32_t *row, const Four i[4],
                               const Four u[3], Four *inverse)
{
  Four q[4], t[3], v[3];

  four_gather(pose + POSE_QW, POSE_REALS, row, q); /* qw qx qy qz */
  /* as quat_turn_back: rotation by the conjugate, to the body frame; u x q is -q x u to the bit */
  t[0] = 2.0 * (q[3] * u[1] - q[2] * u[2]);
  t[1] = 2.0 * (q[1] * u[2] - q[3] * u[0]);
  t[2] = 2.0 * (q[2] * u[0] - q[1] * u[1]);
  v[0] = (u[0] + q[0] * t[0]) + (q[3] * t[1] - q[2] * t[2]);
  v[1] = (u[1] + q[0] * t[1]) + (q[1] * t[2] - q[3] * t[0]);
  v[2] = (u[2] + q[0] * t[2]) + (q[2] * t[0] - q[1] * t[1]);
  *inverse += v[0] * v[0] * i[1] + v[1] * v[1] * i[2] + v[2] * v[2] * i[3];
}

/* u: arm x normal of contacts k .. k+3, m. */
ALWAYS_INLINE void four_levers(const TileBody *body, const ContactBatch *b, int k, Four u[3])
{
  Four r[3], n[3];

  four_get(&r[0], body->arm_x + k);
  four_get(&r[1], body->arm_y + k);
  four_get(&r[2], body->arm_z + k);
  four_get(&n[0], b->nx + k);
  four_get(&n[1], b->ny + k);
  four_get(&n[2], b->nz + k);
  u[0] = r[1] * n[2] - r[2] * n[1];
  u[1] = r[2] * n[0] - r[0] * n[2];
  u[2] = r[0] * n[1] - r[1] * n[0];
}

/* Add the rotation of bodies k .. k+3 to their inverse effective masses; moments: gets the first
   moments, or NULL. */
ALWAYS_INLINE void add_body(const Clumps *c, const TileBody *body, const ContactBatch *b, int k,
                            double *moments, Four *inverse)
{
  Four u[3], i[4];

  four_levers(body, b, k, u);
  inverse_moments(c->motion, body->row + k, i);
  if (moments) four_put(moments + k, i[1]);
  add_turning(&c->pose->x.x, body->row + k, i, u, inverse);
}

/* Effective masses along the normal at the contact points, kg; walls: b are walls, without
   rotation. keep: note the first moments. Padded tile. */
ALWAYS_INLINE void find_masses(const Clumps *c, const Tile *t, bool walls, bool keep,
                               ContactBatch *b, Turnings *turnings)
{
  for (int k = 0; k < b->n; k += 4) {
    Four inverse, other;

    four_get(&inverse, t->a.inverse + k);
    four_get(&other, t->b.inverse + k);
    inverse += other;
    add_body(c, &t->a, b, k, keep ? turnings->a : NULL, &inverse);
    if (!walls) add_body(c, &t->b, b, k, keep ? turnings->b : NULL, &inverse);
    four_put_inverse(b->point_mass + k, &inverse);
  }
}

KERNEL static void point_masses(const Clumps *c, const Tile *t, bool walls, bool keep,
                                ContactBatch *b, Turnings *turnings)
{
  if (keep) find_masses(c, t, walls, true, b, turnings);
  else find_masses(c, t, walls, false, b, NULL);
}

/* Contacts of partly blocked bodies, one by one. Along the normal, blocked degrees of freedom count
   as infinite mass. Tangentially the body may yield like a free one, so slip_mass keeps the free
   value: more would make dashpots stiffer than the step resolves. */
static void blocked_masses(const Clumps *c, const Tile *t, ContactBatch *b)
{
  memcpy(b->blocked_mass, b->point_mass, (size_t)b->n * sizeof *b->point_mass);
  b->slip_mass = b->blocked_mass;
  for (int k = 0; k < b->n; k++) {
    const int32_t row[2]  = {t->a.row[k], t->b.row[k]}; /* -1: wall */
    const Vec3    arm[2]  = {tile_arm(&t->a, k), tile_arm(&t->b, k)};
    double        inverse = 0;

    if (!clump_is_partly_blocked(c->blocked[row[0]]) &&
        (row[1] < 0 || !clump_is_partly_blocked(c->blocked[row[1]])))
      continue;
    for (int side = 0; side < 2 && row[side] >= 0; side++)
      inverse += clump_inverse_at(c, row[side], arm[side], batch_normal(b, k));
    b->point_mass[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

/* ---- moments of inertia for rolling ---- */

/* Part of the relative spin that rolls, rad/s, and 1 over its square, 0 where it does not roll. */
typedef struct {
  _Alignas(64) double x[TILE], y[TILE], z[TILE], inverse[TILE];
} Rolls;

/* Padded to a multiple of four. */
ALWAYS_INLINE void find_rolls(const ContactBatch *b, Rolls *w)
{
  const double least = 1e-290; /* (rad/s)^2: 1 over it is a number */

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   roll   = batch_across(b, k, batch_spin(b, k));
    const double square = vec3_dot(roll, roll);

    columns_put(w->x, w->y, w->z, k, roll);
    w->inverse[k] = square > least ? 1 / square : 0;
  }
  for (int k = b->n; k % 4 != 0; k++) w->x[k] = w->y[k] = w->z[k] = w->inverse[k] = 0;
}

/* 1 over the moments of inertia of bodies about their centres, along the axis of rolling, 1/(kg
   m^2). Those of round bodies are not rotated. */
ALWAYS_INLINE void find_turnings(const Pose *pose, const Motion *motion, const int32_t *row, int n,
                                 const Rolls *w, double *turning)
{
  for (int k = 0; k < n; k += 4) {
    Four     u[3], i[4], inverse, along = {0, 0, 0, 0};
    FourInts is_round;

    four_get(&u[0], w->x + k);
    four_get(&u[1], w->y + k);
    four_get(&u[2], w->z + k);
    four_get(&inverse, w->inverse + k);
    inverse_moments(motion, row + k, i);
    add_turning(&pose->x.x, row + k, i, u, &along);
    is_round = (i[1] == i[2]) & (i[2] == i[3]);
    four_put(turning + k,
             (Four)(((FourInts)i[1] & is_round) | ((FourInts)(along * inverse) & ~is_round)));
  }
}

/* 1 over the moment of inertia about the axis of rolling through the contact point, 1/(kg m^2), of
   a body that has `turning` about its centre: moment + mass x (distance of the axis from the
   centre)^2. 0: forces do not move the body. The normal is across the axis, so that the arm has the
   part along it that the pebble's centre has: none, to the bit, if it is the body's centre
   (centred). */
ALWAYS_INLINE double about_point(const TileBody *e, double side, double turning, bool centred,
                                 const Rolls *w, const ContactBatch *b, int k)
{
  const Vec3 arm  = tile_arm(e, k);
  double     away = vec3_dot(arm, arm), least;

  if (!centred) {
    const double along = vec3_dot(vec3_sub(arm, vec3_scale(side * e->lever[k], batch_normal(b, k))),
                                  vec3(w->x[k], w->y[k], w->z[k]));

    away -= along * along * w->inverse[k];
  }
  least = e->inverse[k] + turning * away;
  return least > 0 ? turning * e->inverse[k] / least : 0;
}

ALWAYS_INLINE void put_inertias(const Tile *t, const double *ta, const double *tb, bool walls,
                                bool point, bool centred, const Rolls *w, ContactBatch *b)
{
  double *const all = point ? b->point_inertia : b->inertia;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    double sum = point ? about_point(&t->a, 1, ta[k], centred, w, b, k) : ta[k];

    if (!walls) sum += point ? about_point(&t->b, -1, tb[k], centred, w, b, k) : tb[k];
    all[k] = sum > 0 ? 1 / sum : 0;
  }
}

/* Effective moments of inertia for relative rolling about the present axis, about the centres or,
   with `point`, about the contact point. Padded tile. */
ALWAYS_INLINE void find_inertias(const Clumps *c, const Tile *t, bool walls, bool point,
                                 ContactBatch *b)
{
  _Alignas(64) double ta[TILE], tb[TILE];
  Rolls               w;

  find_rolls(b, &w);
  find_turnings(c->pose, c->motion, t->a.row, b->n, &w, ta);
  if (!walls) find_turnings(c->pose, c->motion, t->b.row, b->n, &w, tb);
  put_inertias(t, ta, tb, walls, point, false, &w, b);
}

/* Effective moments of inertia where all bodies are round: the same bits as in general. */
ALWAYS_INLINE void find_round(const Tile *t, const Turnings *turnings, bool walls, bool point,
                              bool centred, ContactBatch *b)
{
  Rolls w;

  if (point && !centred) find_rolls(b, &w);
  put_inertias(t, turnings->a, turnings->b, walls, point, centred, &w, b);
}

KERNEL static void gather_turnings(const Motion *motion, const int32_t *row, int n, double *turning)
{
  for (int k = 0; k < n; k += 4) {
    Four i[4];

    inverse_moments(motion, row + k, i);
    four_put(turning + k, i[1]);
  }
}

KERNEL static void rolling_inertias(const Clumps *c, const Tile *t, bool walls, bool point,
                                    ContactBatch *b)
{
  if (walls && point) find_inertias(c, t, true, true, b);
  else if (walls) find_inertias(c, t, true, false, b);
  else if (point) find_inertias(c, t, false, true, b);
  else find_inertias(c, t, false, false, b);
}

KERNEL static void round_inertias(const Tile *t, const Turnings *turnings, bool walls, bool point,
                                  bool centred, ContactBatch *b)
{
  if (!point && walls) find_round(t, turnings, true, false, true, b);
  else if (!point) find_round(t, turnings, false, false, true, b);
  else if (centred && walls) find_round(t, turnings, true, true, true, b);
  else if (centred) find_round(t, turnings, false, true, true, b);
  else if (walls) find_round(t, turnings, true, true, false, b);
  else find_round(t, turnings, false, true, false, b);
}

static void all_round(const ContactScene *s, bool walls, bool point, const Tile *t,
                      const Turnings *turnings, ContactBatch *b)
{
  const Motion *motion = s->clumps->motion;
  Turnings      here;

  if (!turnings) {
    gather_turnings(motion, t->a.row, b->n, here.a);
    if (!walls) gather_turnings(motion, t->b.row, b->n, here.b);
  }
  round_inertias(t, turnings ? turnings : &here, walls, point, s->pebbles->all_centred, b);
}

void tile_masses(const ContactScene *s, bool walls, const Tile *t, ContactBatch *b,
                 Turnings *turnings)
{
  const Clumps *c = s->clumps;

  point_masses(c, t, walls, turnings && c->all_round, b, turnings);
  for (int k = 0; walls && s->walls->n_carried > 0 && k < b->n; k++) { /* carriers turn, too */
    const double mass = b->point_mass[k];
    double       inverse;

    if (t->b.row[k] < 0) continue;
    inverse = (mass > 0 ? 1 / mass : 0) +
              clump_turning(c, t->b.row[k], vec3_cross(tile_arm(&t->b, k), batch_normal(b, k)));
    b->point_mass[k] = inverse > 0 ? 1 / inverse : 0;
  }
  if (c->some_partly_blocked) blocked_masses(c, t, b);
}

void tile_inertias(const ContactScene *s, bool walls, bool point, const Tile *t,
                   const Turnings *turnings, ContactBatch *b)
{
  const Clumps *c = s->clumps;

  if (c->all_round) all_round(s, walls, point, t, turnings, b);
  else rolling_inertias(c, t, walls, point, b);
  for (int k = 0; walls && s->walls->n_carried > 0 && k < b->n; k++) { /* carriers turn, too */
    double    *all = point ? b->point_inertia : b->inertia;
    const Vec3 n = batch_normal(b, k), w = batch_spin(b, k), arm = tile_arm(&t->b, k);
    Vec3       u = vec3_axpy(w, -vec3_dot(w, n), n);
    double     turning, away;

    if (t->b.row[k] < 0) continue;
    if (!vec3_normalize(&u)) u = vec3(0, 0, 0);
    turning = clump_turning(c, t->b.row[k], u);
    away    = vec3_dot(arm, arm) - vec3_dot(arm, u) * vec3_dot(arm, u);
    if (point)
      turning = turning > 0 && t->b.inverse[k] > 0
                  ? turning * t->b.inverse[k] / (t->b.inverse[k] + turning * away)
                  : 0;
    turning += all[k] > 0 ? 1 / all[k] : 0;
    all[k] = turning > 0 ? 1 / turning : 0;
  }
}

void tile_twists(const Clumps *c, const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 n       = batch_normal(b, k);
    double     inverse = clump_turning(c, t->a.row[k], n);

    if (t->b.row[k] >= 0) inverse += clump_turning(c, t->b.row[k], n);
    b->twist[k] = inverse > 0 ? 1 / inverse : 0;
  }
}
