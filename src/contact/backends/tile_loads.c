/* SPDX-License-Identifier: MIT */
/* Loads of a tile (tile_loads.h): one loop for laws with couples, one for those without. */
#include "contact/backends/tile_loads.h"
#include "base/kernel.h"
#include "contact/terms/couples.h"

/* fmax as a comparison, which vectorises. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

static inline double largest_of(double x, double y, double z)
{
  return larger(larger(fabs(x), fabs(y)), fabs(z));
}

/* Quanta of the torque of a force and of a couple. */
ALWAYS_INLINE int64_t torque_of(double force, double couple, bool couples, double inverse)
{
  const uint64_t turns = couples ? (uint64_t)quanta(couple, inverse) : 0;

  return (int64_t)((uint64_t)quanta(force, inverse) + turns); /* may wrap; not used then */
}

/* *force, *torque: largest force and couple so far, N. */
ALWAYS_INLINE void round_all(const Tile *t, const ContactBatch *b, bool couples, const Loads *loads,
                             TileLoads *q, double *force, double *torque)
{
  const double f = loads->force.inverse, turn = loads->torque.inverse;
  double       most = *force, most_torque = *torque;

#pragma omp simd reduction(max : most, most_torque)
  for (int k = 0; k < b->n; k++) {
    const double fx = b->fx[k], fy = b->fy[k], fz = b->fz[k];
    const double ax   = t->arm_ay[k] * fz - t->arm_az[k] * fy,
                 ay   = t->arm_az[k] * fx - t->arm_ax[k] * fz,
                 az   = t->arm_ax[k] * fy - t->arm_ay[k] * fx;
    const double bx   = t->arm_by[k] * fz - t->arm_bz[k] * fy,
                 by   = t->arm_bz[k] * fx - t->arm_bx[k] * fz,
                 bz   = t->arm_bx[k] * fy - t->arm_by[k] * fx;
    const double here = largest_of(fx, fy, fz);
    const double wa = turn * t->per_arm_a[k], wb = turn * t->per_arm_b[k];

    q->f[0][k]  = quanta(fx, f);
    q->f[1][k]  = quanta(fy, f);
    q->f[2][k]  = quanta(fz, f);
    q->ta[0][k] = torque_of(ax, couples ? b->cx[k] : 0, couples, wa);
    q->ta[1][k] = torque_of(ay, couples ? b->cy[k] : 0, couples, wa);
    q->ta[2][k] = torque_of(az, couples ? b->cz[k] : 0, couples, wa);
    q->tb[0][k] = torque_of(bx, couples ? b->cx[k] : 0, couples, wb);
    q->tb[1][k] = torque_of(by, couples ? b->cy[k] : 0, couples, wb);
    q->tb[2][k] = torque_of(bz, couples ? b->cz[k] : 0, couples, wb);
    most        = here > most ? here : most;
    if (couples) {
      const double couple = largest_of(b->cx[k], b->cy[k], b->cz[k]) * couple_per_arm(t, k);

      most_torque = couple > most_torque ? couple : most_torque;
    }
  }
  *force  = most;
  *torque = most_torque;
}

KERNEL static void round_forces(const Tile *t, const ContactBatch *b, const Loads *loads,
                                TileLoads *q, double *force, double *torque)
{
  round_all(t, b, false, loads, q, force, torque);
}

KERNEL static void round_couples(const Tile *t, const ContactBatch *b, const Loads *loads,
                                 TileLoads *q, double *force, double *torque)
{
  round_all(t, b, true, loads, q, force, torque);
}

void tile_loads_round(const Tile *t, const ContactBatch *b, bool couples, const Loads *loads,
                      TileLoads *q, ContactReport *report)
{
  if (couples) round_couples(t, b, loads, q, &report->largest_force, &report->largest_torque);
  else round_forces(t, b, loads, q, &report->largest_force, &report->largest_torque);
}

ALWAYS_INLINE int64_t sum_works(const ContactBatch *b, bool couples, double dt, double inverse,
                                double *largest)
{
  uint64_t total = 0; /* may wrap; not used then */
  double   most  = *largest;

#pragma omp simd reduction(+ : total) reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double work = -dt * (b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k]);

    total += (uint64_t)quanta(work, inverse);
    most = fabs(work) > most ? fabs(work) : most;
    if (couples) {
      const double turned = -dt * (b->cx[k] * b->wx[k] + b->cy[k] * b->wy[k] + b->cz[k] * b->wz[k]);

      total += (uint64_t)quanta(turned, inverse);
      most = fabs(turned) > most ? fabs(turned) : most;
    }
  }
  *largest = most;
  return (int64_t)total;
}

KERNEL static int64_t work_of_forces(const ContactBatch *b, double dt, double inverse,
                                     double *largest)
{
  return sum_works(b, false, dt, inverse, largest);
}

KERNEL static int64_t work_of_all(const ContactBatch *b, double dt, double inverse, double *largest)
{
  return sum_works(b, true, dt, inverse, largest);
}

int64_t tile_loads_work(const ContactBatch *b, bool couples, double dt, double inverse,
                        double *largest)
{
  return couples ? work_of_all(b, dt, inverse, largest) : work_of_forces(b, dt, inverse, largest);
}
