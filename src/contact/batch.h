/* SPDX-License-Identifier: MIT */
/* A tile of touching contacts of one law: input and output of the law's terms. Stored as columns,
   so that loops vectorise; small enough to stay in the first-level cache.

   Body a is the first pebble in canonical order (pairs.h), b the second pebble or a wall. */
#ifndef CONTACT_BATCH_H
#define CONTACT_BATCH_H

#include "base/numbers.h"
#include "base/vec.h"
#include "matter/quantity_list.h"

enum { TILE = 64 };

/* A quantity of the two bodies. */
typedef struct {
  double a[TILE], b[TILE]; /* predicted values, read only */
  double flow[TILE];       /* added to: flow into a; b gets the opposite */
} Exchange;

typedef struct {
  int    n;
  double dt;        /* s, until the next evaluation */
  double dt_before; /* s, since the last evaluation; 0 at the first one of a run */
  /* geometry, read only */
  alignas(64) double gap[TILE];        /* m, < 0 */
  double nx[TILE], ny[TILE], nz[TILE]; /* unit normal from a to b */
  double vx[TILE], vy[TILE], vz[TILE]; /* velocity of a relative to b at the contact point, m/s */
  double approach[TILE];               /* normal component of this velocity, m/s; > 0: closing */
  /* angular velocity of the contact's frame, rad/s */
  double turn_x[TILE], turn_y[TILE], turn_z[TILE];
  double radius[TILE]; /* reduced radius ra rb / (ra + rb), m: NEEDS_RADIUS */
  /* reduced mass of the bodies, a fixed one counting as infinite, kg: NEEDS_MASS */
  double mass[TILE];
  /* effective mass along the normal at the contact point, kg: NEEDS_POINT_MASS */
  double  point_mass[TILE];
  double *slip_mass; /* effective mass for tangential dashpots, kg: point_mass, or blocked_mass */
  double *elastic;   /* radius, or series */
  double  blocked_mass[TILE]; /* point_mass with partly blocked bodies counted as free, kg */
  /* time since touching over dt_before: 0 < .. <= 1 if new, 1/2 for older contacts */
  double entered[TILE];
  /* time until parting at the present speed over dt: 0..2; 2 if later or closing */
  double leaving[TILE];
  double known[TILE]; /* 1: touched at the last evaluation, 0: new */
  double bend; /* 1/12 of contacts with walls in runs with free meshes, 0 of others: batch_ramp */
  /* contacts that began in the last step (if bend > 0, the last two) or part in the next two: few,
     with shares on their forces (batch_start), which cost more */
  int     n_events;
  int32_t event[TILE];
  /* added to */
  /* set by the normal term; normal force at this time, > 0: repulsive, without shares, N */
  double push[TILE];
  double jump[TILE]; /* set by the normal term; part of it that starts with a jump at touching, N */
  double fx[TILE], fy[TILE], fz[TILE]; /* force on a, N; b gets the opposite at the same point */
  /* of laws with NEEDS_OF_LAW only (evaluate.h) */
  /* square of the radius of the circle in which the surfaces intersect, m^2, read only */
  double circle2[TILE];
  /* the length that takes the place of the reduced radius in stiffnesses from Young's moduli, by
     elastic.h, m: NEEDS_ELASTIC */
  double            series[TILE];
  Exchange          exchanges[QUANTITIES];
  Exchange         *exchange; /* of the quantity of the current term */
  const struct Law *law;
  const double     *share; /* factor on forces and energies; NULL: 1 */
  /* memory kept from step to step: first column of the current term; store: columns of all terms,
     batch_columns() of them, which belong to whom made the batch */
  double (*memory)[TILE];
  double (*store)[TILE];
  /* read only; few laws need these columns, so they are last: other laws do not load them into
     cache */
  double wx[TILE], wy[TILE], wz[TILE]; /* spin of a relative to b, rad/s: NEEDS_SPIN */
  /* effective moment of inertia for the relative rolling of the bodies about their centres, kg m^2;
     0: neither can turn: NEEDS_INERTIA */
  double inertia[TILE];
  /* effective moment of inertia about the contact point, kg m^2: NEEDS_POINT_INERTIA */
  double point_inertia[TILE];
  double twist[TILE]; /* the same for spinning about the normal: NEEDS_TWIST */
  /* laws with Law.keeps only; 1: the contact existed at the last evaluation, even if it did not
     touch (known is 0 then) */
  double  kept[TILE];
  int     n_apart; /* laws with Law.keeps only: contacts whose surfaces do not touch */
  int32_t apart[TILE];
  /* added to, by laws that give GIVES_COUPLE only */
  double cx[TILE], cy[TILE], cz[TILE]; /* couple on a, N m; b gets the opposite */
  /* set by laws that give GIVES_GAIN only */
  double gain[TILE];
} ContactBatch;

/* Columns of store for laws that keep up to `memory` reals: rows are read and written four reals at
   a time. */
static inline int batch_columns(int memory)
{
  return (memory + 3) / 4 * 4;
}

/* Columns that a term reads. */
enum {
  NEEDS_POINT_MASS    = 1,
  NEEDS_FRAME         = 2,
  NEEDS_RADIUS        = 4,
  NEEDS_MASS          = 8,
  NEEDS_SPIN          = 16,
  NEEDS_INERTIA       = 32, /* sets wx, wy, wz too, as does NEEDS_POINT_INERTIA */
  NEEDS_TWIST         = 64,
  NEEDS_POINT_INERTIA = 128,
  NEEDS_QUANTITY      = 256,
  NEEDS_CIRCLE        = 512,
  NEEDS_ELASTIC       = 1024,
  /* those that flow_gather sets */
  NEEDS_OF_LAW = NEEDS_QUANTITY | NEEDS_CIRCLE | NEEDS_ELASTIC
};

/* ---- vectors of contact k */

static inline Vec3 batch_normal(const ContactBatch *b, int k)
{
  return (Vec3){b->nx[k], b->ny[k], b->nz[k]};
}

static inline Vec3 batch_velocity(const ContactBatch *b, int k)
{
  return (Vec3){b->vx[k], b->vy[k], b->vz[k]};
}

/* Velocity across the normal, m/s. */
static inline Vec3 batch_slip(const ContactBatch *b, int k)
{
  return vec3_sub(batch_velocity(b, k), vec3_scale(b->approach[k], batch_normal(b, k)));
}

static inline Vec3 batch_spin(const ContactBatch *b, int k)
{
  return (Vec3){b->wx[k], b->wy[k], b->wz[k]};
}

static inline Vec3 batch_force(const ContactBatch *b, int k)
{
  return (Vec3){b->fx[k], b->fy[k], b->fz[k]};
}

static inline Vec3 batch_couple(const ContactBatch *b, int k)
{
  return (Vec3){b->cx[k], b->cy[k], b->cz[k]};
}

/* Add a force, N, or a couple, N m, to that on a. */
static inline void batch_add_force(ContactBatch *b, int k, Vec3 force)
{
  b->fx[k] += force.x;
  b->fy[k] += force.y;
  b->fz[k] += force.z;
}

static inline void batch_add_couple(ContactBatch *b, int k, Vec3 couple)
{
  b->cx[k] += couple.x;
  b->cy[k] += couple.y;
  b->cz[k] += couple.z;
}

/* A vector in the first three columns of the current term's memory. */
static inline Vec3 batch_kept(const ContactBatch *b, int k)
{
  return (Vec3){b->memory[0][k], b->memory[1][k], b->memory[2][k]};
}

static inline void batch_keep(ContactBatch *b, int k, Vec3 v)
{
  b->memory[0][k] = v.x;
  b->memory[1][k] = v.y;
  b->memory[2][k] = v.z;
}

/* A tangential vector rotated by half of the contact frame's rotation in a step: x + a x x + a x (a
   x x) / 2, a = turn dt / 2. One half at the end of a step and one at the start of the next make
   the rotation second order in time. */
static inline Vec3 batch_turned(const ContactBatch *b, int k, double dt, Vec3 x)
{
  const Vec3 a = {0.5 * dt * b->turn_x[k], 0.5 * dt * b->turn_y[k], 0.5 * dt * b->turn_z[k]},
             u = vec3_cross(a, x);

  return vec3_axpy(vec3_add(x, u), 0.5, vec3_cross(a, u));
}

/* A vector without its normal component. */
static inline Vec3 batch_across(const ContactBatch *b, int k, Vec3 x)
{
  const Vec3 n = batch_normal(b, k);

  return vec3_sub(x, vec3_scale(vec3_dot(x, n), n));
}

/* ---- shares */

static inline bool batch_is_new(const ContactBatch *b, int k)
{
  return !(b->known[k] > 0) && b->dt_before > 0;
}

/* Shares: factors on a force that jumps at touching or parting, for the samples next to the jump,
   so that the half kicks before and after each sample give the impulse over the time in contact to
   second order. The first sample after touching stands for the time in contact before it and half
   of the next step. The time of parting is extrapolated from the present speed, so it is not exact:
   the last two samples, p steps before parting, have the shares 3/2 p for p < 1 and 2 - p/2 for 1
   <= p <= 2, which are continuous; one sample more or less at p = 0 makes no difference. Contacts
   outside event[] have share 1. */
static inline double batch_start(const ContactBatch *b, int k)
{
  return 0.5 + b->entered[k];
}

/* least: 0, or 2 for a force that is zero before parting already: share 1 */
static inline double batch_stop(const ContactBatch *b, int k, double least)
{
  const double p = b->leaving[k] > least ? b->leaving[k] : least;

  return p < 1 ? 1.5 * p : 2 - 0.5 * p;
}

/* Share of a force that grows in proportion to the overlap, such as a linear spring: its half kicks
   next to touching and parting act for the time in contact only. Without it a contact that begins
   or ends at the share s of a step changes the energy by s (1 - s) k v^2 dt^2 / 2: up to (pi dt /
   t_c)^2 / 4 of what the spring takes up. Least as in batch_stop.

   What is left of the error of the trapezoidal rule is bend = 1/12 of the change of the force's
   slope (Euler-Maclaurin): a contact that begins at the normal velocity v and ends at v' changes
   the energy by k dt^2 (v^2 - v'^2) / 12. That is small where one contact turns the velocity round.
   A free mesh bounces on several corners, each of which parts at another speed: there the slopes
   count, too, in the two samples next to touching and in those next to parting, with weights that
   add up to 1 and are continuous, so that one sample more or less makes no difference. */
static inline double batch_hat(double p)
{
  return p < 1 ? p : p < 2 ? 2 - p : 0;
}

static inline double batch_bend(const ContactBatch *b, int k, double p)
{
  const double depth = -b->gap[k], closing = b->approach[k] * b->dt_before;

  if (!(depth > 0)) return 0;
  return b->bend * (closing > 0 ? closing / depth * batch_hat(depth / closing) : batch_hat(p) / p);
}

static inline double batch_ramp(const ContactBatch *b, int k, double least)
{
  const double before = batch_is_new(b, k) ? b->entered[k] : 1,
               p      = b->leaving[k] > least ? b->leaving[k] : least;
  const double ramp   = 0.5 * (before + (p < 1 ? p : 1));

  return b->bend > 0 ? ramp + batch_bend(b, k, p) : ramp;
}

/* The same for a force that grows like time^(1/4) after touching and falls likewise before parting,
   with infinite slope there. The correction of the trapezoidal rule is Hurwitz' zeta function, here
   -zeta(-1/4, 1 + p) to 1e-5 on 0..1 (Navot 1961, J. Math. Phys. 40, 271). */
static inline double batch_root_weight(double p)
{
  return 0.32043808719258154 +
         p * (0.8609895928123582 +
              p * (0.178219745373827 + p * (-0.05003324570733794 + p * 0.01084489840475737)));
}

static inline double batch_root_start(const ContactBatch *b, int k)
{
  return batch_is_new(b, k) ? batch_root_weight(b->entered[k]) / sqrt(sqrt(b->entered[k])) : 1;
}

static inline double batch_root_stop(const ContactBatch *b, int k, double least)
{
  const double first = 1.3204512642285802; /* -zeta(-1/4, 2) */
  const double p = b->leaving[k] > least ? b->leaving[k] : least, root = sqrt(sqrt(p));

  if (p < 1) return p > 0 ? first * p / root : 0;
  return p < 2 ? 1 + (batch_root_weight(p - 1) - first * (p - 1)) / root : 1;
}

/* Slip in steps at the first sample, p steps after touching, of a spring whose force is kept. The
   stiffness grows like time^(1/2):
   2/3 p before the sample, and a correction for the error of the trapezoidal rule on the root in
   the following steps; -zeta(-1/2, 1 + p) to 1e-5 (see batch_root_weight). */
static inline double batch_root_slip(double p)
{
  const double weight =
    0.20787224069792332 +
    p * (0.730885723783935 +
         p * (0.32048370282201294 + p * (-0.06413652261277433 + p * 0.012789642194894504)));

  return weight / sqrt(p) - 0.5;
}

/* Set the first b->n reals of a column of TILE to one value; what is behind them may change. */
void batch_fill(const ContactBatch *b, double value, double column[TILE]);

/* Shares of all contacts of a force that jumps at touching. */
static inline void batch_starts(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_start(b, b->event[e]);
}

/* Shares of a force that jumps at touching and at parting; least as in batch_stop. */
static inline void batch_jumps(const ContactBatch *b, double least, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    share[b->event[e]] = batch_start(b, b->event[e]) * batch_stop(b, b->event[e], least);
}

/* Shares of a force that grows in proportion to the overlap. */
static inline void batch_ramps(const ContactBatch *b, double least, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_ramp(b, b->event[e], least);
}

/* Shares of a force that grows like time^(1/4) after touching, and falls so before parting. */
static inline void batch_roots(const ContactBatch *b, double least, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    share[b->event[e]] = batch_root_start(b, b->event[e]) * batch_root_stop(b, b->event[e], least);
}

/* Time for which each contact stretches a spring that yields before the sample, s, and its share,
   which scales the force and not the memory; none at parting, where the cap brings the force to
   zero. growing: the spring is kept as a force, and its stiffness grows like time^(1/2); rooted:
   the force grows like time^(1/4). */
static inline void batch_spring_times(const ContactBatch *b, bool growing, bool rooted,
                                      double time[TILE], double share[TILE])
{
  batch_fill(b, 0.5 * b->dt_before, time);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k))
      time[k] = b->dt_before * (growing ? batch_root_slip(b->entered[k]) : b->entered[k]);
    share[k] = rooted ? batch_root_start(b, k) : batch_start(b, k);
  }
}

/* ---- forces along the normal */

/* Add a normal force, N: `push` without shares, to the law's value; `acts` with shares, to the
   force on a. */
static inline void batch_push(ContactBatch *b, int k, double push, double acts)
{
  b->push[k] += push;
  b->fx[k] -= acts * b->nx[k];
  b->fy[k] -= acts * b->ny[k];
  b->fz[k] -= acts * b->nz[k];
}

#endif
