/* SPDX-License-Identifier: MIT */
/* Twisting friction in proportion to the relative spin about the normal, twisting_viscosity x spin, at
   most mu_t R* F, F the normal force without cohesion. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/twisting.h"
#include "options/rows.h"

typedef struct {
  double friction;  /* mu_t */
  double viscosity; /* N m s/rad */
} Viscous;

/* clang-format off */
static const Option viscosity_options[] = {
  REAL(KEY_IN("twisting_viscosity", Viscous, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST),
      "couple over the relative spin about the normal, until it is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned viscous_read(void *self, const LawSource *s)
{
  Viscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "twisting_friction");
  options_read_into(s->options, "contact", s->law, viscosity_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

KERNEL static void oppose(const Viscous *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1), twist = batch_twist(b, k);
    const double size = h->viscosity * fabs(twist), part = size > cap ? cap / size : 1;

    batch_wring(b, k, -share[k] * part * h->viscosity * twist);
  }
}

static void viscous_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  rolling_shares(b, share);
  oppose(self, share, b);
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->damping = ((const Viscous *)self)->viscosity;
}

const ContactTerm twisting_viscous = {
  .head =
    {.name = "viscous",
     .text =
       "Couple in proportion to the spin about the normal, up to mu_t R* F; bodies at rest creep.",
     .options = {twisting_options, viscosity_options}},
  .slot   = SLOT_TWISTING,
  .size   = sizeof(Viscous),
  .gives  = GIVES_COUPLE,
  .read   = viscous_read,
  .apply  = viscous_apply,
  .limits = viscous_limits,
};
