/* SPDX-License-Identifier: MIT */
/* Rolling friction in proportion to the relative rolling, rolling_viscosity x spin, at most mu_r R* F,
   F the normal force without cohesion. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/rolling.h"
#include "options/rows.h"

typedef struct {
  double friction;  /* mu_r */
  double viscosity; /* N m s/rad */
} Viscous;

/* clang-format off */
static const Option viscosity_options[] = {
  REAL(KEY_IN("rolling_viscosity", Viscous, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST), "couple over the relative rolling, until it is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned viscous_read(void *self, const LawSource *s)
{
  Viscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  options_read_into(s->options, "contact", s->law, viscosity_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

KERNEL static void oppose(const Viscous *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1);
    double       x = b->wx[k], y = b->wy[k], z = b->wz[k], size, over;

    batch_flatten(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    over = share[k] * (h->viscosity * size > cap ? cap / size : h->viscosity);
    b->cx[k] -= over * x;
    b->cy[k] -= over * y;
    b->cz[k] -= over * z;
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

const ContactTerm rolling_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Couple in proportion to rolling, up to mu_r R* F; bodies at rest creep.",
             .source  = "model B of Ai, Chen, Rotter & Ooi 2011, Powder Technology 206, 269",
             .options = {rolling_options, viscosity_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(Viscous),
  .gives  = GIVES_COUPLE,
  .read   = viscous_read,
  .apply  = viscous_apply,
  .limits = viscous_limits,
};
