/* SPDX-License-Identifier: MIT */
/* Attraction with a rupture distance: F0 while the surfaces touch; once they have touched, F0 (1 -
   gap / range) up to the gap `range`, where the contact ruptures. Surfaces that come closer without
   having touched do not attract each other.

   The force follows from the energy F0 gap for overlaps (gap < 0) and F0 gap (1 - gap / (2 range))
   beyond, so touching gives no energy and rupture takes F0 range / 2. The cap of friction and of
   rolling couples is that of the force of spring and dashpot, without cohesion (ContactBatch.push):
   with F the force that the bodies feel it is mu (F + F0) while they touch. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/term.h"
#include "options/rows.h"

typedef struct {
  double force; /* F0, N */
  double range; /* m */
} Cohesion;

/* clang-format off */
static const Option cohesion_options[] = {
  REAL(KEY_IN("cohesion_force", Cohesion, force), "N", REQUIRED, UP_TO(COHESION_MOST),
      "attraction of surfaces that touch: pull-off force"),
  REAL(KEY_IN("cohesion_range", Cohesion, range), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction has fallen to zero, once they have "
      "touched"),
  {NULL},
};
/* clang-format on */

static unsigned cohesion_read(void *self, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, cohesion_options, self);
  return 0;
}

ALWAYS_INLINE double pull(const Cohesion *h, double gap)
{
  return gap > 0 ? h->force * (1 - gap / h->range) : h->force;
}

KERNEL static void attract(const Cohesion *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double force = share[k] * pull(h, b->gap[k]);

    b->fx[k] += force * b->nx[k];
    b->fy[k] += force * b->ny[k];
    b->fz[k] += force * b->nz[k];
  }
}

static void cohesion_apply(const void *self, ContactBatch *b)
{
  const Cohesion h = *(const Cohesion *)self;
  double         share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    /* it starts with a jump where surfaces touch for the first time, not where they touch again */
    if (batch_is_new(b, k) && !(b->kept[k] > 0)) share[k] = batch_start(b, k);
  }
  attract(&h, share, b);
}

static double cohesion_keeps(const void *self)
{
  return ((const Cohesion *)self)->range;
}

/* Magnitude of the slope with which the attraction falls, N/m. */
static void cohesion_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Cohesion *h = self;

  (void)at;
  limits->stiffness = h->force / h->range;
}

static void cohesion_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Cohesion *h = self;

  for (int k = 0; k < b->n; k++) {
    const double gap = b->gap[k];

    energy[k] += h->force * (gap > 0 ? gap * (1 - 0.5 * gap / h->range) : gap);
  }
}

const ContactTerm cohesion_linear = {
  .head   = {.name    = "linear",
             .text    = "Attraction that falls linearly to zero at a distance, after a touch.",
             .options = {cohesion_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Cohesion),
  .read   = cohesion_read,
  .apply  = cohesion_apply,
  .keeps  = cohesion_keeps,
  .limits = cohesion_limits,
  .energy = cohesion_energy,
};
