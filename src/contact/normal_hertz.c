/* SPDX-License-Identifier: MIT */
/* Hertz contact of elastic spheres with a dashpot whose restitution does not depend on speed. */
#include "base/kernel.h"
#include "contact/term.h"

typedef struct {
  double young; /* E*, Pa */
  double ratio; /* damping ratio */
  bool   limited;
} Hertz;

static unsigned hertz_read(void *self, const LawSource *s)
{
  Hertz *h = self;

  if (!(s->a->young > 0 && s->b->young > 0))
    option_mistake(s->options, "contact", s->law, "normal", "hertz needs young (Pa) and poisson of both materials");
  else h->young = contact_young(s->a, s->b);
  h->limited = option_bool(s->options, "contact", s->law, "limit_damping");
  if (option_has_value(s->options, "contact", s->law, "restitution"))
    h->ratio = damping_ratio(option_real(s->options, "contact", s->law, "restitution"), h->limited);
  return h->ratio > 0 ? NEEDS_POINT_MASS : 0;
}

/* F = 4/3 E* sqrt(R d) d + 2 sqrt(5/6) z sqrt(m dF/dd) v (Tsuji et al. 1992; the factor: Antypov & Elliott 2011). */
KERNEL static void hertz_apply(const void *self, ContactBatch *b)
{
  const Hertz  h    = *(const Hertz *)self;
  const double zero = h.limited ? 0 : -INFINITY, least = h.limited ? 2 : 0;
  const double root = 2 * 0.9128709291752769 * h.ratio; /* sqrt(5/6) */

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact = sqrt(-b->radius[k] * b->gap[k]); /* radius of the contact area */
    const double slope   = 2 * h.young * contact;
    const double spring  = -(2.0 / 3.0) * slope * b->gap[k];
    const double dashpot = root * sqrt(b->point_mass[k] * slope) * b->approach[k];
    /* the dashpot starts like time^(1/4); cut at zero, the force ends before they part */
    const double share = batch_root_start(b, k) * batch_root_stop(b, k, least);
    const double push = spring + dashpot, acts = spring + share * dashpot;

    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

static double hertz_stiffness(const void *self, double radius)
{
  return 2 * ((const Hertz *)self)->young * radius * sqrt(REFERENCE_OVERLAP);
}

static void hertz_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Hertz *h = self;

  for (int k = 0; k < b->n; k++) energy[k] += 8.0 / 15.0 * h->young * sqrt(-b->radius[k] * b->gap[k]) * b->gap[k] * b->gap[k];
}

const ContactTerm normal_hertz = {
  .name      = "hertz",
  .text      = "Hertz contact of elastic spheres with a dashpot whose restitution does not depend on speed.",
  .source    = "Hertz 1882; Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239",
  .size      = sizeof(Hertz),
  .read      = hertz_read,
  .apply     = hertz_apply,
  .stiffness = hertz_stiffness,
  .energy    = hertz_energy,
};
