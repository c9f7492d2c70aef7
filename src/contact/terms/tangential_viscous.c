/* SPDX-License-Identifier: MIT */
/* Friction without memory: against the slip v with the size min(c |v|, mu F). c is a rate times the
   reduced mass (Haff & Werner), or as in JaxDEM's cundallstrack 2 z sqrt(m k), with z from
   restitution, the effective mass m and k = tangential_ratio x the normal stiffness. Nothing sticks:
   under a constant load below mu F surfaces creep. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/tangential.h"

typedef struct {
  double friction;
  double rate;      /* 1/s; 0: from the ratio */
  double ratio;     /* damping ratio */
  double most;      /* in a batch: largest coefficient over the effective mass (dashpot.h), 1/s */
  double stiffness; /* N/m */
  double modulus;   /* Pa: stiffness + 2 modulus x reduced radius */
} Viscous;

static void read_ratio(Viscous *h, const LawSource *s)
{
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");

  if (!option_has_value(s->options, "contact", s->law, "restitution") || !normal ||
      !normal->linear) {
    option_mistake(
      s->options, "contact", s->law, "tangential_damping",
      "missing: tangential: viscous needs it (1/s), or restitution with normal: hooke");
    return;
  }
  h->ratio = damping_ratio(option_real(s->options, "contact", s->law, "restitution"), false);
  if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else normal->linear(s->constants[SLOT_NORMAL], share, &h->stiffness, &h->modulus);
}

static unsigned viscous_read(void *self, const LawSource *s)
{
  Viscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (option_has_value(s->options, "contact", s->law, "tangential_damping"))
    h->rate = option_real(s->options, "contact", s->law, "tangential_damping");
  else read_ratio(h, s);
  return (h->rate > 0 ? NEEDS_MASS : 0) | (h->ratio > 0 ? NEEDS_POINT_MASS : 0) |
         (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

/* rooted: from the ratio, which is above 0. */
ALWAYS_INLINE double coefficient(const Viscous *h, bool rooted, double radius, double mass,
                                 double slip_mass)
{
  const double stiffness = h->stiffness + 2 * h->modulus * radius;

  return rooted ? dashpot_within(2 * h->ratio * sqrt(slip_mass * stiffness), h->most * slip_mass)
                : h->rate * mass;
}

ALWAYS_INLINE void oppose(const Viscous *h, bool rooted, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double c   = coefficient(h, rooted, b->elastic[k], b->mass[k], b->slip_mass[k]);
    const double cap = h->friction * (b->push[k] > 0 ? b->push[k] : 0);
    double       x, y, z, size, most, over;

    batch_slip(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    most = cap / size;
    over = share[k] * (c * size > cap ? most : c);
    b->fx[k] -= over * x;
    b->fy[k] -= over * y;
    b->fz[k] -= over * z;
  }
}

KERNEL static void oppose_ratio(const Viscous *h, const double *share, ContactBatch *b)
{
  oppose(h, true, share, b);
}

KERNEL static void oppose_rate(const Viscous *h, const double *share, ContactBatch *b)
{
  oppose(h, false, share, b);
}

static void viscous_apply(const void *self, ContactBatch *b)
{
  Viscous           h = *(const Viscous *)self;
  const SlipDashpot d = slip_dashpot_in((SlipDashpot){.rate = h.rate}, b);
  double            share[TILE];

  h.rate = d.rate;
  h.most = d.most;
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_start(b, b->event[e]);
  if (h.ratio > 0) oppose_ratio(&h, share, b);
  else oppose_rate(&h, share, b);
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  Viscous h = *(const Viscous *)self;

  h.most          = INFINITY; /* as asked for: no batch weakens it */
  limits->damping = coefficient(&h, h.ratio > 0, at->radius, at->mass, at->point_mass);
}

const ContactTerm tangential_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Viscous friction without memory, with a Coulomb cap; bodies at rest creep.",
             .source  = "Haff & Werner 1986, Powder Technology 48, 239",
             .options = {tangential_options, sliding_options}},
  .slot   = SLOT_TANGENTIAL,
  .size   = sizeof(Viscous),
  .read   = viscous_read,
  .apply  = viscous_apply,
  .limits = viscous_limits,
};
