/* SPDX-License-Identifier: MIT */
/* Linear spring and dashpot along the normal. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/dashpot.h"
#include "contact/terms/elastic.h"

typedef struct {
  double  stiffness;        /* N/m; 0: from modulus */
  double  modulus;          /* Pa: stiffness = 2 modulus x reduced radius */
  double  young_a, young_b; /* of the materials, Pa; 0 if the stiffness is given */
  Dashpot dashpot;
} Hooke;

/* Harmonic mean of Young's moduli, times a factor. */
static double harmonic(const Hooke *h, double factor)
{
  return factor * 2 * h->young_a * h->young_b / (h->young_a + h->young_b);
}

static void hooke_linear(const void *self, double factor, double *constant, double *modulus)
{
  const Hooke *h = self;

  *constant = factor * h->stiffness;
  *modulus  = h->modulus > 0 ? harmonic(h, factor) : 0;
}

static unsigned hooke_read(void *self, const LawSource *s)
{
  Hooke *h = self;

  h->dashpot = dashpot_read(s);
  if (option_has_value(s->options, "contact", s->law, "stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "stiffness");
  else if (s->a->young > 0 && s->b->young > 0) {
    h->young_a = s->a->young;
    h->young_b = s->b->young;
    h->modulus = harmonic(h, 1);
  } else
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: give the stiffness (N/m) here, or young (Pa) of both materials");
  return dashpot_needs(&h->dashpot) | (h->modulus > 0 ? NEEDS_RADIUS : 0) | elastic_needs(s);
}

static inline double stiffness_of(const Hooke *h, double radius)
{
  return h->stiffness + 2 * h->modulus * radius;
}

/* Add spring and dashpot. */
ALWAYS_INLINE void push_apart(const Hooke *h, DashpotKind kind, ContactBatch *b)
{
  const double zero = h->dashpot.limited ? 0 : -INFINITY;
  /* limited: zero before parting already */
  const bool   damped = kind != DASHPOT_RATE || h->dashpot.rate > 0;
  const double least  = h->dashpot.limited && damped ? 2 : 0;
  const double most = dashpot_most(b), rate = dashpot_within(h->dashpot.rate, most);
  double       ramp[TILE], share[TILE];

#pragma omp simd
  for (int k = 0; k < b->n; k++) ramp[k] = share[k] = 1; /* kernels call nobody */
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    ramp[k]  = batch_ramp(b, k, least);
    share[k] = batch_start(b, k) * batch_stop(b, k, least);
  }
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = stiffness_of(h, b->elastic[k]);
    const double spring    = -stiffness * b->gap[k];
    const double damping =
      kind == DASHPOT_RATIO
        ? dashpot_within(2 * h->dashpot.ratio * sqrt(b->point_mass[k] * stiffness),
                         most * b->point_mass[k])
      : kind == DASHPOT_RATE        ? rate * b->mass[k]
      : kind == DASHPOT_COEFFICIENT ? h->dashpot.coefficient
                                    : h->dashpot.time * stiffness;
    const double dashpot = damping * b->approach[k];
    /* Unless limited, the dashpot may pull before parting: cut at zero with an uncorrected ratio,
       restitution .5 would come out as .55. */
    const double push = spring + dashpot, acts = ramp[k] * spring + share[k] * dashpot;

    b->jump[k] = dashpot > zero ? dashpot : zero;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void apply_ratio(const Hooke *h, ContactBatch *b)
{
  push_apart(h, DASHPOT_RATIO, b);
}

KERNEL static void apply_rate(const Hooke *h, ContactBatch *b)
{
  push_apart(h, DASHPOT_RATE, b);
}

KERNEL static void apply_coefficient(const Hooke *h, ContactBatch *b)
{
  push_apart(h, DASHPOT_COEFFICIENT, b);
}

KERNEL static void apply_time(const Hooke *h, ContactBatch *b)
{
  push_apart(h, DASHPOT_TIME, b);
}

static void hooke_apply(const void *self, ContactBatch *b)
{
  static void (*const apply[])(const Hooke *, ContactBatch *) = {apply_ratio, apply_rate,
                                                                 apply_coefficient, apply_time};
  const Hooke h                                               = *(const Hooke *)self;

  apply[dashpot_kind(&h.dashpot)](&h, b);
}

static void hooke_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Hooke *h = self;

  limits->stiffness = stiffness_of(h, at->radius);
  limits->damping   = dashpot_damping(&h->dashpot, 1, limits->stiffness, at->mass, at->point_mass);
}

static void hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * stiffness_of(self, b->elastic[k]) * b->gap[k] * b->gap[k];
}

static void hooke_undamp(void *self)
{
  Hooke *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

const ContactTerm normal_hooke = {
  .head =
    {
      .name    = "hooke",
      .text    = "Linear spring and dashpot along the normal.",
      .source  = "Cundall & Strack 1979, Geotechnique 29, 47",
      .options = {stiffness_options, elastic_options, dashpot_options, rate_options},
    },
  .slot   = SLOT_NORMAL,
  .size   = sizeof(Hooke),
  .read   = hooke_read,
  .apply  = hooke_apply,
  .limits = hooke_limits,
  .linear = hooke_linear,
  .undamp = hooke_undamp,
  .energy = hooke_energy,
};
