/* SPDX-License-Identifier: MIT */
/* Couples of the twisting terms, along the normal. */
#ifndef CONTACT_TERMS_KERNELS_TWISTING_H
#define CONTACT_TERMS_KERNELS_TWISTING_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"

/* Spin of a relative to b about the normal, rad/s. */
static inline double batch_twist(const ContactBatch *b, int k)
{
  return vec3_dot(batch_spin(b, k), batch_normal(b, k));
}

/* Add a couple along the normal, N m, to that on a. */
static inline void batch_wring(ContactBatch *b, int k, double couple)
{
  batch_add_couple(b, k, vec3_scale(couple, batch_normal(b, k)));
}

/* ---- twisting: constant_torque */

/* Twisting friction of constant size: a couple mu_t R* F against the relative spin about the
   normal, F the normal force without cohesion. Near rest it is proportional to the spin, as
   constant rolling friction is (rolling.h): bodies at rest under a couple creep. */

KERNEL static void twisting_constant_oppose(const Resistance *h, const double *share,
                                            ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap   = rolling_cap(b, k, h->friction, share[k]);
    const double twist = batch_twist(b, k), size = fabs(twist), rate = most * b->twist[k];

    batch_wring(b, k, -(rate * size > cap ? cap / size : rate) * twist);
  }
}

static inline void twisting_constant_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_starts(b, share);
  twisting_constant_oppose((const Resistance *)self, share, b);
}

/* ---- twisting: viscous */

/* Twisting friction in proportion to the relative spin about the normal, twisting_viscosity x spin,
   at most mu_t R* F, F the normal force without cohesion. */

KERNEL static void twisting_viscous_oppose(const Resistance *h, const double *share,
                                           ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1), twist = batch_twist(b, k);
    const double size = h->viscosity * fabs(twist), part = size > cap ? cap / size : 1;

    batch_wring(b, k, -share[k] * part * h->viscosity * twist);
  }
}

static inline void twisting_viscous_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_starts(b, share);
  twisting_viscous_oppose((const Resistance *)self, share, b);
}

/* ---- twisting: elastic_plastic */

/* Twisting resistance as an elastic-plastic spring about the normal and a dashpot: dM = -k
   d(angle), |M| <= mu_t R* F, F the normal force without cohesion; the dashpot acts until the
   spring yields, as that of rolling: elastic_plastic. Memory: the spring's couple, by the
   trapezoidal rule. */

/* time, share: as of batch_spring_times. */
KERNEL static void twisting_elastic_plastic_wring(const Resistance *h, const double *time,
                                                  const double *share, ContactBatch *b)
{
  const double half = 0.5 * b->dt;
  double      *m    = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1), twist = batch_twist(b, k);
    const double spring = b->known[k] * m[k] - h->stiffness * time[k] * twist;
    const bool   yields = fabs(spring) > cap;
    const double couple = yields ? (spring > 0 ? cap : -cap) : spring;

    batch_wring(b, k, share[k] * (couple - (yields ? 0 : h->viscosity) * twist));
    m[k] = couple - h->stiffness * half * twist;
  }
}

static inline void twisting_elastic_plastic_apply(const void *self, ContactBatch *b)
{
  double time[TILE], share[TILE];

  batch_spring_times(b, false, false, time, share);
  twisting_elastic_plastic_wring((const Resistance *)self, time, share, b);
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static inline void twisting_elastic_plastic_energy(const void *self, const ContactBatch *b,
                                                   double *energy)
{
  const double stiffness = ((const Resistance *)self)->stiffness;

  for (int k = 0; k < b->n; k++) {
    const double couple = b->memory[0][k] + stiffness * 0.5 * b->dt * batch_twist(b, k);

    energy[k] += 0.5 * couple * couple / stiffness;
  }
}

#endif
