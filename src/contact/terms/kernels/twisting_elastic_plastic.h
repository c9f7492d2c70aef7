/* SPDX-License-Identifier: MIT */
/* Twisting resistance as an elastic-plastic spring about the normal and a dashpot: dM = -k d(angle),
   |M| <= mu_t R* F, F the normal force without cohesion; the dashpot acts until the spring yields, as
   that of rolling: elastic_plastic. Memory: the spring's couple, by the trapezoidal rule. */
#ifndef CONTACT_TERMS_KERNELS_TWISTING_ELASTIC_PLASTIC_H
#define CONTACT_TERMS_KERNELS_TWISTING_ELASTIC_PLASTIC_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"
#include "contact/terms/kernels/twisting.h"

typedef struct {
  double friction;  /* mu_t */
  double stiffness; /* N m/rad */
  double viscosity; /* N m s/rad */
} TwistingElasticPlastic;

/* time: by which the spring turns before the sample, s; share: see batch_start. */
KERNEL static void twisting_elastic_plastic_wring(const TwistingElasticPlastic *h,
                                                  const double *time, const double *share,
                                                  ContactBatch *b)
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

  batch_fill(b, 0.5 * b->dt_before, time);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) time[k] = b->dt_before * b->entered[k];
    share[k] = batch_start(b, k);
  }
  twisting_elastic_plastic_wring((const TwistingElasticPlastic *)self, time, share, b);
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static inline void twisting_elastic_plastic_energy(const void *self, const ContactBatch *b,
                                                   double *energy)
{
  const double stiffness = ((const TwistingElasticPlastic *)self)->stiffness;

  for (int k = 0; k < b->n; k++) {
    const double couple = b->memory[0][k] + stiffness * 0.5 * b->dt * batch_twist(b, k);

    energy[k] += 0.5 * couple * couple / stiffness;
  }
}

#endif
