/* SPDX-License-Identifier: MIT */
/* Couples of the rolling terms and, along the normal, of the twisting terms; their bound. */
#ifndef CONTACT_TERMS_KERNELS_ROLLING_H
#define CONTACT_TERMS_KERNELS_ROLLING_H

#include "base/kernel.h"
#include "contact/batch.h"

/* Part of the spin that the couple of one contact takes away in a step near rest. Dashpots add
   energy from .25 on in bodies with many contacts (docs/physics/timestep.md). */
#define CREEP_SHARE 0.2

/* Constants of a couple against rolling, or against twisting. */
typedef struct {
  double friction;  /* mu: the largest couple is mu R* F */
  double viscosity; /* couple over the spin, N m s/rad */
  double stiffness; /* of the spring of twisting: elastic_plastic, N m/rad */
} Resistance;

/* Largest couple mu R* F, N m; F the normal force without cohesion, if it pushes. share: of the
   part of F that starts with a jump (ContactBatch.jump). */
static inline double rolling_cap(const ContactBatch *b, int k, double friction, double share)
{
  const double force = b->push[k] + (share - 1) * b->jump[k];

  return friction * b->radius[k] * (force > 0 ? force : 0);
}

/* ---- rolling: constant_torque */

/* Rolling friction of constant size: a couple mu_r R* F against the relative rolling, F the normal
   force without cohesion. The couple reverses with the rolling, which no finite step resolves at
   rest: below a small spin it is proportional to the spin, with the coefficient CREEP_SHARE x
   (effective moment of inertia) / dt. A body under a smaller couple T than the largest therefore
   creeps at the spin T dt / (CREEP_SHARE inertia), which vanishes with the step
   (docs/physics/contact.md). */

KERNEL static void rolling_constant_oppose(const Resistance *h, const double *share,
                                           ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   roll = batch_across(b, k, batch_spin(b, k));
    const double cap = rolling_cap(b, k, h->friction, share[k]), rate = most * b->inertia[k],
                 size = vec3_norm(roll), over = rate * size > cap ? cap / size : rate;

    batch_add_couple(b, k, vec3_scale(-over, roll));
  }
}

static inline void rolling_constant_apply(const void *self, ContactBatch *b)
{
  const Resistance h = *(const Resistance *)self;
  double           share[TILE];

  batch_starts(b, share);
  rolling_constant_oppose(&h, share, b);
}

/* ---- rolling: viscous */

/* Rolling friction in proportion to the relative rolling, rolling_viscosity x spin, at most mu_r R*
   F, F the normal force without cohesion. */

KERNEL static void rolling_viscous_oppose(const Resistance *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   roll = batch_across(b, k, batch_spin(b, k));
    const double cap = rolling_cap(b, k, h->friction, 1), size = vec3_norm(roll),
                 over = share[k] * (h->viscosity * size > cap ? cap / size : h->viscosity);

    batch_add_couple(b, k, vec3_scale(-over, roll));
  }
}

static inline void rolling_viscous_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_starts(b, share);
  rolling_viscous_oppose((const Resistance *)self, share, b);
}

/* ---- rolling: elastic_plastic, epsd2 */

/* Rolling resistance as an elastic-plastic spring and a dashpot: model C of Ai et al. 2011. Spring:
   dM = -k_r d(rolling angle), |M| <= mu_r R* F, F the normal force without cohesion; k_r = 2.25 k_n
   (mu_r R*)^2 unless given. `epsd2`: k_r = k_t R*^2 and no dashpot, k_t the tangential stiffness.
   Dashpot: -2 eta_r sqrt(I_r k_r) x spin while |M| is below the largest,
   none at it (f = 0 there); I_r: moments of inertia about the contact point.

   Memory: the spring's couple, rotated with the contact's frame and integrated by the trapezoidal
   rule as the tangential springs are. With Hertz' k_n the stiffness follows the overlap: a growing
   contact stiffens later rolling only; when it shrinks, the couple is reduced in proportion. */

typedef struct {
  double friction; /* mu_r, as in Resistance */
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

/* Update the spring's couple and add couples. time, share: as of batch_spring_times. */
ALWAYS_INLINE void rolling_elastic_plastic_roll_as(const RollingElasticPlastic *h, bool damped,
                                                   bool given, const double *time,
                                                   const double *share, ContactBatch *b)
{
  double *before = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness =
      given ? h->given
            : rolling_elastic_plastic_spring_of(h, b->radius[k], b->elastic[k], -b->gap[k]);
    const double inertia = damped ? b->point_inertia[k] : 0;
    const double dashpot = 2 * h->damping * sqrt(inertia * stiffness);
    const double cap     = rolling_cap(b, k, h->friction, 1);
    const double give    = b->known[k] * (stiffness < before[k] ? stiffness / before[k] : 1);
    const Vec3   roll    = batch_across(b, k, batch_spin(b, k)),
               kept      = batch_across(b, k, batch_turned(b, k, b->dt_before, batch_kept(b, k))),
               all       = vec3_sub(vec3_scale(give, kept), vec3_scale(stiffness * time[k], roll));
    const double size = vec3_norm(all), keep = size > cap ? cap / size : 1,
                 damping = keep < 1 ? 0 : dashpot;
    const Vec3 couple    = vec3_scale(keep, all);

    batch_add_couple(b, k, vec3_scale(share[k], vec3_sub(couple, vec3_scale(damping, roll))));
    batch_keep(
      b, k,
      batch_turned(b, k, b->dt, vec3_sub(couple, vec3_scale(stiffness * (0.5 * b->dt), roll))));
    before[k] = stiffness;
  }
}

/* Flags are arguments of kernels: found here, what they tell of the constants would make branches
   in the loops, which then do not vectorise. */
KERNEL static void rolling_elastic_plastic_roll(const RollingElasticPlastic *h, bool damped,
                                                bool given, const double *time, const double *share,
                                                ContactBatch *b)
{
  if (given && damped) rolling_elastic_plastic_roll_as(h, true, true, time, share, b);
  else if (given) rolling_elastic_plastic_roll_as(h, false, true, time, share, b);
  else if (damped) rolling_elastic_plastic_roll_as(h, true, false, time, share, b);
  else rolling_elastic_plastic_roll_as(h, false, false, time, share, b);
}

static inline void rolling_elastic_plastic_apply(const void *self, ContactBatch *b)
{
  const RollingElasticPlastic h     = *(const RollingElasticPlastic *)self;
  const bool                  grows = h.hertz > 0; /* the stiffness, from 0 at touching */
  double                      time[TILE], share[TILE];

  batch_spring_times(b, grows, grows, time, share);
  rolling_elastic_plastic_roll(&h, h.damping > 0, h.given > 0, time, share, b);
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static inline void rolling_elastic_plastic_energy(const void *self, const ContactBatch *b,
                                                  double *energy)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double stiffness = b->memory[3][k], half = 0.5 * b->dt * stiffness;
    const Vec3   roll = batch_across(b, k, batch_spin(b, k)),
               couple = vec3_axpy(batch_kept(b, k), half, roll);

    if (stiffness > 0) energy[k] += 0.5 * vec3_dot(couple, couple) / stiffness;
  }
}

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
   constant rolling friction is: bodies at rest under a couple creep. */

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
