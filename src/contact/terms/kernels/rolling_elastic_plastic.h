/* SPDX-License-Identifier: MIT */
/* Rolling resistance as an elastic-plastic spring and a dashpot: model C of Ai et al. 2011. Spring:
   dM = -k_r d(rolling angle), |M| <= mu_r R* F, F the normal force without cohesion; k_r = 2.25 k_n
   (mu_r R*)^2 unless given. `epsd2`: k_r = k_t R*^2 and no dashpot, k_t the tangential stiffness.
   Dashpot: -2 eta_r sqrt(I_r k_r) x spin while |M| is below the largest,
   none at it (f = 0 there); I_r: moments of inertia about the contact point.

   Memory: the spring's couple, rotated with the contact's frame and integrated by the trapezoidal
   rule as the tangential springs are. With Hertz' k_n the stiffness follows the overlap: a growing
   contact stiffens later rolling only; when it shrinks, the couple is reduced in proportion. */
#ifndef CONTACT_TERMS_KERNELS_ROLLING_ELASTIC_PLASTIC_H
#define CONTACT_TERMS_KERNELS_ROLLING_ELASTIC_PLASTIC_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"

typedef struct {
  double friction; /* mu_r */
  double damping;  /* eta_r */
  double given;    /* k_r, N m/rad; 0: factor k (arm R*)^2, k the sum of the three below */
  double factor, arm;
  double constant; /* N/m */
  double modulus;  /* Pa: 2 modulus R* */
  double hertz;    /* Pa: hertz x sqrt(R* overlap) */
} RollingElasticPlastic;

ALWAYS_INLINE double rolling_elastic_plastic_spring_of(const RollingElasticPlastic *h,
                                                       double radius, double elastic, double depth)
{
  const double arm    = h->arm * radius,
               spring = h->constant + 2 * h->modulus * elastic + h->hertz * sqrt(radius * depth);

  return h->factor * spring * arm * arm;
}

/* Update the spring's couple and add couples. slip: time by which the spring rolls before the
   sample, s; share: see batch_start. */
ALWAYS_INLINE void rolling_elastic_plastic_roll_as(const RollingElasticPlastic *h, bool damped,
                                                   bool given, const double *slip,
                                                   const double *share, ContactBatch *b)
{
  double(*m)[TILE] = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness =
      given ? h->given
            : rolling_elastic_plastic_spring_of(h, b->radius[k], b->elastic[k], -b->gap[k]);
    const double inertia = damped ? b->point_inertia[k] : 0;
    const double dashpot = 2 * h->damping * sqrt(inertia * stiffness);
    const double cap     = rolling_cap(b, k, h->friction, 1);
    const double give    = b->known[k] * (stiffness < m[3][k] ? stiffness / m[3][k] : 1);
    const double half    = 0.5 * b->dt;
    double       x = m[0][k], y = m[1][k], z = m[2][k], size, keep, damping;
    double       rx = b->wx[k], ry = b->wy[k], rz = b->wz[k];

    batch_flatten(b, k, &rx, &ry, &rz);
    batch_turn(b, k, b->dt_before, &x, &y, &z);
    batch_flatten(b, k, &x, &y, &z);
    x       = give * x - stiffness * slip[k] * rx;
    y       = give * y - stiffness * slip[k] * ry;
    z       = give * z - stiffness * slip[k] * rz;
    size    = sqrt(x * x + y * y + z * z);
    keep    = size > cap ? cap / size : 1;
    damping = keep < 1 ? 0 : dashpot;
    x *= keep;
    y *= keep;
    z *= keep;
    b->cx[k] += share[k] * (x - damping * rx);
    b->cy[k] += share[k] * (y - damping * ry);
    b->cz[k] += share[k] * (z - damping * rz);
    x -= stiffness * half * rx;
    y -= stiffness * half * ry;
    z -= stiffness * half * rz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
    m[3][k] = stiffness;
  }
}

KERNEL static void rolling_elastic_plastic_roll_damped(const RollingElasticPlastic *h,
                                                       const double *slip, const double *share,
                                                       ContactBatch *b)
{
  rolling_elastic_plastic_roll_as(h, true, false, slip, share, b);
}

KERNEL static void rolling_elastic_plastic_roll_free(const RollingElasticPlastic *h,
                                                     const double *slip, const double *share,
                                                     ContactBatch *b)
{
  rolling_elastic_plastic_roll_as(h, false, false, slip, share, b);
}

KERNEL static void rolling_elastic_plastic_roll_given(const RollingElasticPlastic *h,
                                                      const double *slip, const double *share,
                                                      ContactBatch *b)
{
  rolling_elastic_plastic_roll_as(h, true, true, slip, share, b);
}

KERNEL static void rolling_elastic_plastic_roll_given_free(const RollingElasticPlastic *h,
                                                           const double *slip, const double *share,
                                                           ContactBatch *b)
{
  rolling_elastic_plastic_roll_as(h, false, true, slip, share, b);
}

static inline void rolling_elastic_plastic_apply(const void *self, ContactBatch *b)
{
  const RollingElasticPlastic h = *(const RollingElasticPlastic *)self;
  double                      slip[TILE], share[TILE];

  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int  k     = b->event[e];
    const bool grows = h.hertz > 0; /* the stiffness, from 0 at touching */

    if (batch_is_new(b, k))
      slip[k] = b->dt_before * (grows ? batch_root_slip(b->entered[k]) : b->entered[k]);
    /* scales the couple, not the memory; the cap brings the couple to zero at parting */
    share[k] = grows ? batch_root_start(b, k) : batch_start(b, k);
  }
  if (h.given > 0 && h.damping > 0) rolling_elastic_plastic_roll_given(&h, slip, share, b);
  else if (h.given > 0) rolling_elastic_plastic_roll_given_free(&h, slip, share, b);
  else if (h.damping > 0) rolling_elastic_plastic_roll_damped(&h, slip, share, b);
  else rolling_elastic_plastic_roll_free(&h, slip, share, b);
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static inline void rolling_elastic_plastic_energy(const void *self, const ContactBatch *b,
                                                  double *energy)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double stiffness = b->memory[3][k], half = 0.5 * b->dt * stiffness;
    double       rx = b->wx[k], ry = b->wy[k], rz = b->wz[k], x, y, z;

    batch_flatten(b, k, &rx, &ry, &rz);
    x = b->memory[0][k] + half * rx;
    y = b->memory[1][k] + half * ry;
    z = b->memory[2][k] + half * rz;
    if (stiffness > 0) energy[k] += 0.5 * (x * x + y * y + z * z) / stiffness;
  }
}

#endif
