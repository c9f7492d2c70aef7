/* SPDX-License-Identifier: MIT */
/* Van der Waals' attraction of smooth spheres that are near, H R* / (6 s^2), s the distance of the
   surfaces, from hamaker_cutoff on (where it begins with H R* / (6 cutoff^2)) down to hamaker_gap,
   and constant at smaller distances and in overlaps. No hysteresis. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

typedef struct {
  double sixth; /* H / 6, J */
  double least; /* m */
  double cutoff;
} Hamaker;

/* clang-format off */
static const Option hamaker_options[] = {
  REAL(KEY("hamaker"),                            "J", OPTIONAL, UP_TO(ENERGY_MOST),
      "Hamaker's constant; without it the mean of the materials'"),
  REAL(KEY_IN("hamaker_gap", Hamaker, least),     "m", REQUIRED, RANGE_OF(LENGTH),
      "least distance of surfaces in the formula: nearer ones attract each other as at this one"),
  REAL(KEY_IN("hamaker_cutoff", Hamaker, cutoff), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction begins"),
  {NULL},
};
/* clang-format on */

static unsigned hamaker_read(void *self, const LawSource *s)
{
  Hamaker *h = self;

  h->sixth = option_real(s->options, "contact", s->law, "hamaker") / 6;
  options_read_into(s->options, "contact", s->law, hamaker_options, h);
  if (h->cutoff < h->least)
    option_mistake(s->options, "contact", s->law, "hamaker_cutoff",
                   "below hamaker_gap: give a larger distance");
  return NEEDS_RADIUS;
}

KERNEL static void attract(const Hamaker *h, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double s = b->gap[k] > h->least ? b->gap[k] : h->least;

    batch_pull(b, k, h->sixth * b->radius[k] / (s * s));
  }
}

static void hamaker_apply(const void *self, ContactBatch *b)
{
  attract(self, b);
}

static double hamaker_reach(const void *self)
{
  return ((const Hamaker *)self)->cutoff;
}

static void hamaker_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Hamaker *h = self;

  limits->stiffness = 2 * h->sixth * at->radius / (h->least * h->least * h->least);
}

static void hamaker_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Hamaker *h = self;

  for (int k = 0; k < b->n; k++) {
    const double s = max_real(b->gap[k], h->least);

    energy[k] -= h->sixth * b->radius[k] * (1 / s - 1 / h->cutoff + (s - b->gap[k]) / (s * s));
  }
}

const ContactTerm cohesion_van_der_waals = {
  .head   = {.name = "van_der_waals",
             .text = "Van der Waals' attraction H R* / (6 s^2) up to a distance s.",
             .source =
               "Hamaker 1937, Physica 4, 1058; Israelachvili 2011, Intermolecular and Surface "
                 "Forces, ch. 13",
             .options = {hamaker_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Hamaker),
  .read   = hamaker_read,
  .apply  = hamaker_apply,
  .reach  = hamaker_reach,
  .limits = hamaker_limits,
  .energy = hamaker_energy,
};
