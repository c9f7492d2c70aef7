/* SPDX-License-Identifier: MIT */
/* Springs and dashpots of the tangential terms. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_H

#include "base/kernel.h"
#include "base/vec.h"
#include "contact/terms/kernels/dashpot.h"

/* Velocity across the normal, m/s. */
static inline void batch_slip(const ContactBatch *b, int k, double *x, double *y, double *z)
{
  *x = b->vx[k] - b->approach[k] * b->nx[k];
  *y = b->vy[k] - b->approach[k] * b->ny[k];
  *z = b->vz[k] - b->approach[k] * b->nz[k];
}

/* Dashpot of a tangential spring: that of tangential_damping, else of restitution, or none. */
typedef struct {
  double ratio; /* damping ratio; 0: see rate */
  double rate;  /* coefficient over the reduced mass, 1/s */
  double most;  /* in a batch: largest coefficient over the effective mass along the normal, 1/s */
} SlipDashpot;

/* The dashpot in a batch, no stronger than DASHPOT_MOST allows. */
static inline SlipDashpot slip_dashpot_in(SlipDashpot d, const ContactBatch *b)
{
  d.most = ACROSS_MOST * dashpot_most(b);
  d.rate = dashpot_within(d.rate, d.most);
  return d;
}

/* Coefficient, kg/s. d: of slip_dashpot_in; rooted: from the ratio, which is above 0. */
ALWAYS_INLINE double slip_dashpot(const SlipDashpot *d, bool rooted, const ContactBatch *b, int k,
                                  double stiffness)
{
  return rooted ? dashpot_within(2 * d->ratio * sqrt(b->slip_mass[k] * stiffness),
                                 d->most * b->slip_mass[k])
                : d->rate * b->mass[k];
}

/* Advance the stretch of a spring, columns 0 to 2 of the memory, to half a step after the sample
   and add the force of spring and dashpot to the batch.

   compliance      1 / stiffness, 0 for none
   cap, low        a force above cap slides: it becomes low, and the stretch is cut back to it
   slip            time by which the stretch advances before the sample, s
   share           see batch_start
   ahead           false: where force opposes the slip, the stretch is never set to a spring that
                   pushes along it

   Returns whether it slides. */
ALWAYS_INLINE bool batch_stretch(ContactBatch *b, int k, double stiffness, double compliance,
                                 double dashpot, double cap, double low, double slip, double share,
                                 bool ahead)
{
  const double half = 0.5 * b->dt;
  double(*m)[TILE]  = b->memory;
  double x = m[0][k], y = m[1][k], z = m[2][k], tx, ty, tz, fx, fy, fz, size, keep, back;

  batch_slip(b, k, &tx, &ty, &tz);
  batch_turn(b, k, b->dt_before, &x, &y, &z);
  batch_flatten(b, k, &x, &y, &z);
  x    = b->known[k] * x + slip * tx;
  y    = b->known[k] * y + slip * ty;
  z    = b->known[k] * z + slip * tz;
  fx   = -stiffness * x - dashpot * tx;
  fy   = -stiffness * y - dashpot * ty;
  fz   = -stiffness * z - dashpot * tz;
  size = sqrt(fx * fx + fy * fy + fz * fz);
  keep = size > cap ? low / size : 1;
  fx *= keep;
  fy *= keep;
  fz *= keep;
  b->fx[k] += share * fx;
  b->fy[k] += share * fy;
  b->fz[k] += share * fz;
  back = compliance;
  if (!ahead) {
    const double along = fx * tx + fy * ty + fz * tz,
                 drag  = dashpot * (tx * tx + ty * ty + tz * tz);

    back = along < 0 && along + drag > 0 ? 0 : compliance;
  }
  x = keep < 1 ? -(fx + dashpot * tx) * back : x;
  y = keep < 1 ? -(fy + dashpot * ty) * back : y;
  z = keep < 1 ? -(fz + dashpot * tz) * back : z;
  x += half * tx;
  y += half * ty;
  z += half * tz;
  batch_turn(b, k, b->dt, &x, &y, &z);
  m[0][k] = x;
  m[1][k] = y;
  m[2][k] = z;
  return keep < 1;
}

/* Energy that a contact can give back, J. At the Coulomb limit the stretch is set so that spring
   and dashpot together hold the force of the limit: then the spring is stretched forward, along the
   slip, where the dashpot exceeds the limit. No work has done that, and as the slip ends the
   stretch goes with the dashpot. So a spring gives no more than at the limit, and one that pushes
   along the slip less, the nearer the force is to the limit: nothing at it.

   spring, force   force of the spring, and of spring and dashpot, N
   cap             largest force of a spring that gives back, N
   low             force while it slides, N */
static inline double stored_below(Vec3 spring, Vec3 force, double stiffness, double cap, double low)
{
  const double size = vec3_norm(spring), give = min_real(size, cap),
               against = size > 0 ? -vec3_dot(spring, force) / size : 0,
               near = against > 0 ? min_real(against / low, 1) : 0, square = near * near;

  return cap > 0 && stiffness > 0 ? 0.5 * give * give / stiffness * (1 - square * square) : 0;
}

/* Stored energy of such a spring, J. dashpot: its coefficient, kg/s. */
static inline double batch_stretch_stored(const ContactBatch *b, int k, double stiffness,
                                          double dashpot, double cap, double low)
{
  const double half = 0.5 * b->dt;
  const Vec3   m    = {b->memory[0][k], b->memory[1][k], b->memory[2][k]};
  Vec3         slip, spring;

  batch_slip(b, k, &slip.x, &slip.y, &slip.z);
  spring = vec3_scale(-stiffness, vec3_axpy(m, -half, slip));
  return stored_below(spring, vec3_axpy(spring, -dashpot, slip), stiffness, cap, low);
}

/* Energy of such a spring, J: the stretch in memory is half a step ahead, which is subtracted. */
static inline double batch_stretch_energy(const ContactBatch *b, int k, double stiffness)
{
  const double half = 0.5 * b->dt;
  double       tx, ty, tz, x, y, z;

  batch_slip(b, k, &tx, &ty, &tz);
  x = b->memory[0][k] - half * tx;
  y = b->memory[1][k] - half * ty;
  z = b->memory[2][k] - half * tz;
  return 0.5 * stiffness * (x * x + y * y + z * z);
}

#endif
