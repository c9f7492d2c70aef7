/* SPDX-License-Identifier: MIT */
/* Rolling friction of constant size: a couple mu_r R* F against the relative rolling, F the normal
   force without cohesion. The couple reverses with the rolling, which no finite step resolves at
   rest: below a small spin it is proportional to the spin, with the coefficient CREEP_SHARE x
   (effective moment of inertia) / dt. A body under a smaller couple T than the largest therefore
   creeps at the spin T dt / (CREEP_SHARE inertia), which vanishes with the step
   (docs/contact.md). */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/term.h"
#include "contact/terms/rolling.h"

typedef struct {
  double friction; /* mu_r */
} Constant;

static unsigned constant_read(void *self, const LawSource *s)
{
  Constant *h = self;

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  return NEEDS_RADIUS | NEEDS_SPIN | NEEDS_INERTIA;
}

KERNEL static void oppose(const Constant *h, const double *share, ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap  = rolling_cap(b, k, h->friction, share[k]);
    const double rate = most * b->inertia[k];
    double       x = b->wx[k], y = b->wy[k], z = b->wz[k], size, over;

    batch_flatten(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    over = rate * size > cap ? cap / size : rate;
    b->cx[k] -= over * x;
    b->cy[k] -= over * y;
    b->cz[k] -= over * z;
  }
}

static void constant_apply(const void *self, ContactBatch *b)
{
  const Constant h = *(const Constant *)self;
  double         share[TILE];

  rolling_shares(b, share);
  oppose(&h, share, b);
}

const ContactTerm rolling_constant = {
  .head  = {.name    = "constant_torque",
            .text    = "Couple of constant size mu_r R* F against rolling; bodies at rest creep.",
            .source  = "Zhou, Wright, Yang, Xu & Yu 1999, Physica A 269, 536; model A of Ai, Chen, "
                        "Rotter & Ooi 2011, Powder Technology 206, 269",
            .options = {rolling_options}},
  .slot  = SLOT_ROLLING,
  .size  = sizeof(Constant),
  .gives = GIVES_COUPLE,
  .read  = constant_read,
  .apply = constant_apply,
};
