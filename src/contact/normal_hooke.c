/* SPDX-License-Identifier: MIT */
/* Linear spring and dashpot along the normal. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/dashpot.h"

typedef struct {
  double stiffness;        /* N/m; 0: from modulus */
  double modulus;          /* Pa: stiffness = 2 modulus x reduced radius */
  double young_a, young_b; /* of the materials, Pa; 0 if the stiffness is given */
  double ratio;            /* damping ratio, from restitution */
  double rate;             /* dashpot coefficient over the reduced mass, 1/s: LAMMPS' gamma_n */
  bool   limited;
} Hooke;

static const Option normal_hooke_options[] = {
  {.key      = "stiffness",
   .type     = OPTION_REAL,
   .unit     = "N/m",
   .fallback = "",
   .lo       = STIFFNESS_LEAST,
   .hi       = STIFFNESS_MOST,
   .help = "normal stiffness; without it 2 E R*, E the harmonic mean of Young's moduli and R* the "
           "reduced radius"},
  {NULL},
};

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
  const Dashpot dashpot = dashpot_read(s);
  Hooke        *h       = self;

  if (option_has_value(s->options, "contact", s->law, "stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "stiffness");
  else if (s->a->young > 0 && s->b->young > 0) {
    h->young_a = s->a->young;
    h->young_b = s->b->young;
    h->modulus = harmonic(h, 1);
  } else
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: give the stiffness (N/m) here, or young (Pa) of both materials");
  h->ratio   = dashpot.ratio;
  h->rate    = dashpot.rate;
  h->limited = dashpot.limited;
  return (h->ratio > 0 ? NEEDS_POINT_MASS : 0) | (h->rate > 0 ? NEEDS_MASS : 0) |
         (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static inline double stiffness_of(const Hooke *h, double radius)
{
  return h->stiffness + 2 * h->modulus * radius;
}

/* Add spring and dashpot. rooted: dashpot from the damping ratio, else from the rate. */
ALWAYS_INLINE void push_apart(const Hooke *h, bool rooted, ContactBatch *b)
{
  const double zero = h->limited ? 0 : -INFINITY;
  /* limited: zero before parting already */
  const double least = h->limited && (rooted || h->rate > 0) ? 2 : 0;
  double       ramp[TILE], share[TILE];

  batch_fill(b, 1, ramp);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    ramp[k]  = batch_ramp(b, k, least);
    share[k] = batch_start(b, k) * batch_stop(b, k, least);
  }
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = stiffness_of(h, b->radius[k]);
    const double spring = -stiffness * b->gap[k], uniform = h->rate * b->mass[k];
    const double damping = rooted ? 2 * h->ratio * sqrt(b->point_mass[k] * stiffness) : uniform;
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
  push_apart(h, true, b);
}

KERNEL static void apply_rate(const Hooke *h, ContactBatch *b)
{
  push_apart(h, false, b);
}

static void hooke_apply(const void *self, ContactBatch *b)
{
  const Hooke h = *(const Hooke *)self;

  if (h.ratio > 0) apply_ratio(&h, b);
  else apply_rate(&h, b);
}

static double hooke_stiffness(const void *self, double radius, double overlap)
{
  (void)overlap;
  return stiffness_of(self, radius);
}

static double hooke_damping(const void *self, double radius, double overlap, double mass,
                            double point_mass)
{
  const Hooke *h = self;

  (void)overlap;
  return dashpot_of(h->ratio, h->rate, stiffness_of(h, radius), mass, point_mass);
}

static void hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * stiffness_of(self, b->radius[k]) * b->gap[k] * b->gap[k];
}

const ContactTerm normal_hooke = {
  .head =
    {
      .name    = "hooke",
      .text    = "Linear spring and dashpot along the normal.",
      .source  = "Cundall & Strack 1979, Geotechnique 29, 47",
      .options = {normal_hooke_options, dashpot_options},
    },
  .slot      = SLOT_NORMAL,
  .size      = sizeof(Hooke),
  .read      = hooke_read,
  .apply     = hooke_apply,
  .stiffness = hooke_stiffness,
  .linear    = hooke_linear,
  .damping   = hooke_damping,
  .energy    = hooke_energy,
};
