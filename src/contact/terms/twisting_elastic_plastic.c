/* SPDX-License-Identifier: MIT */
/* Twisting resistance as an elastic-plastic spring about the normal and a dashpot: dM = -k d(angle),
   |M| <= mu_t R* F, F the normal force without cohesion; the dashpot acts until the spring yields, as
   that of rolling: elastic_plastic. Memory: the spring's couple, by the trapezoidal rule. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/twisting.h"
#include "options/rows.h"

typedef struct {
  double friction;  /* mu_t */
  double stiffness; /* N m/rad */
  double viscosity; /* N m s/rad */
} Spring;

/* clang-format off */
static const Option spring_options[] = {
  REAL(KEY_IN("twisting_stiffness", Spring, stiffness), "N m/rad",   REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness of the spring about the normal"),
  REAL(KEY_IN("twisting_damping", Spring, viscosity), "N m s/rad", "0", UP_TO(STIFFNESS_MOST),
      "dashpot about the normal, until the couple is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned spring_read(void *self, const LawSource *s)
{
  Spring *h = self;

  h->friction = option_real(s->options, "contact", s->law, "twisting_friction");
  options_read_into(s->options, "contact", s->law, spring_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

/* time: by which the spring turns before the sample, s; share: see batch_start. */
KERNEL static void wring(const Spring *h, const double *time, const double *share, ContactBatch *b)
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

static void spring_apply(const void *self, ContactBatch *b)
{
  double time[TILE], share[TILE];

  batch_fill(b, 0.5 * b->dt_before, time);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) time[k] = b->dt_before * b->entered[k];
    share[k] = batch_start(b, k);
  }
  wring(self, time, share, b);
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Spring *h = self;

  (void)at;
  limits->stiffness = h->stiffness;
  limits->damping   = h->viscosity;
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static void spring_energy(const void *self, const ContactBatch *b, double *energy)
{
  const double stiffness = ((const Spring *)self)->stiffness;

  for (int k = 0; k < b->n; k++) {
    const double couple = b->memory[0][k] + stiffness * 0.5 * b->dt * batch_twist(b, k);

    energy[k] += 0.5 * couple * couple / stiffness;
  }
}

static void spring_undamp(void *self)
{
  ((Spring *)self)->viscosity = 0;
}

static const MemoryField spring_memory[] = {{"twisting_couple", "N m", 1}, {NULL}};

const ContactTerm twisting_elastic_plastic = {
  .head   = {.name    = "elastic_plastic",
             .text    = "Spring about the normal that yields at the couple mu_t R* F, and a dashpot.",
             .source  = "Luding 2008, Granular Matter 10, 235",
             .options = {twisting_options, spring_options}},
  .slot   = SLOT_TWISTING,
  .size   = sizeof(Spring),
  .memory = spring_memory,
  .gives  = GIVES_COUPLE,
  .read   = spring_read,
  .apply  = spring_apply,
  .limits = spring_limits,
  .undamp = spring_undamp,
  .energy = spring_energy,
};
