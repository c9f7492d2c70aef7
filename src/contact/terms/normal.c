/* SPDX-License-Identifier: MIT */
/* Normal terms without memory: hooke, spring and hertz. The formulas stand in kernels/normal.h. */
#include "contact/terms/kernels/normal.h"
#include "contact/terms/elastic.h"

/* ---- linear springs */

/* Harmonic mean of Young's moduli, times a factor. */
static double harmonic(const NormalHooke *h, double factor)
{
  return factor * 2 * h->young_a * h->young_b / (h->young_a + h->young_b);
}

static LinearSpring hooke_linear(const void *self, double factor)
{
  const NormalHooke *h = self;

  return (LinearSpring){factor * h->stiffness, h->modulus > 0 ? harmonic(h, factor) : 0};
}

static unsigned hooke_read(void *self, const LawSource *s)
{
  NormalHooke *h = self;

  h->dashpot = dashpot_read(s);
  if (source_has(s, "stiffness")) h->stiffness = source_real(s, "stiffness");
  else if (s->a->young > 0 && s->b->young > 0) {
    h->young_a = s->a->young;
    h->young_b = s->b->young;
    h->modulus = harmonic(h, 1);
  } else
    SOURCE_MISTAKE(s, "stiffness",
                   "missing: give the stiffness (N/m) here, or young (Pa) of both materials");
  return dashpot_needs(h->dashpot.ratio, h->dashpot.rate) | (h->modulus > 0 ? NEEDS_RADIUS : 0) |
         elastic_needs(s);
}

static void hooke_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalHooke *h = self;

  limits->stiffness = normal_hooke_stiffness_of(h, at->radius);
  limits->damping   = dashpot_damping(&h->dashpot, 1, limits->stiffness, at->mass, at->point_mass);
}

const ContactTerm normal_hooke = {
  .head    = {.name    = "hooke",
              .text    = "Linear spring and dashpot along the normal.",
              .source  = "Cundall & Strack 1979, Geotechnique 29, 47",
              .options = {stiffness_options, elastic_options, dashpot_options, rate_options}},
  .slot    = SLOT_NORMAL,
  .size    = sizeof(NormalHooke),
  .read    = hooke_read,
  .apply   = normal_hooke_apply,
  .limits  = hooke_limits,
  .linear  = hooke_linear,
  .dashpot = DASHPOT_PART(NormalHooke),
  .energy  = normal_hooke_energy,
};

static unsigned spring_read(void *self, const LawSource *s)
{
  const double a = s->a->young, b = s->b->young;

  if (contact_has_young(s, "normal")) ((NormalSpring *)self)->stiffness = 2 * a * b / (a + b);
  return 0;
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->stiffness = ((const NormalSpring *)self)->stiffness;
}

static LinearSpring spring_linear(const void *self, double factor)
{
  return (LinearSpring){factor * ((const NormalSpring *)self)->stiffness, 0};
}

const ContactTerm normal_spring = {
  .head   = {.name = "spring",
             .text =
               "Linear spring without a dashpot; Young's moduli are its stiffness, as in JaxDEM."},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(NormalSpring),
  .read   = spring_read,
  .apply  = normal_spring_apply,
  .limits = spring_limits,
  .linear = spring_linear,
  .energy = normal_spring_energy,
};

/* ---- Hertz */

/* 2 / sqrt(5): Tsuji's alpha refers to the force over the overlap, 2/3 of the slope */
#define FITTED 0.8944271909999159

static unsigned hertz_read(void *self, const LawSource *s)
{
  NormalHertz *h = self;

  h->dashpot = dashpot_read(s);
  if (h->dashpot.fitted) h->dashpot.ratio *= FITTED;
  if (contact_has_young(s, "normal")) h->young = contact_young(s->a, s->b);
  return dashpot_needs(h->dashpot.ratio, h->dashpot.rate);
}

/* m v^2 / 2 = 8/15 E* sqrt(R) d^(5/2) (Timoshenko & Goodier 1970, art. 141; Johnson 1985,
 * eq. 11.23). */
static void hertz_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalHertz *h      = self;
  const double       energy = 0.5 * at->point_mass * at->speed * at->speed,
               unit         = h->young * at->radius * at->radius * at->radius;

  limits->stiffness = 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_damping(&h->dashpot, GROWING_RATIO, limits->stiffness, at->mass, at->point_mass);
  limits->deepest = pow(15.0 / 8.0 * energy / unit, 0.4);
}

const ContactTerm normal_hertz = {
  .head     = {.name = "hertz",
               .text =
                 "Hertz contact of elastic spheres with a dashpot whose restitution does not depend "
                     "on speed.",
               .source  = "Hertz 1882; Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239",
               .options = {dashpot_options, rate_options}},
  .slot     = SLOT_NORMAL,
  .size     = sizeof(NormalHertz),
  .needs    = NEEDS_RADIUS,
  .read     = hertz_read,
  .apply    = normal_hertz_apply,
  .limits   = hertz_limits,
  .hertzian = true,
  .dashpot  = DASHPOT_PART(NormalHertz),
  .duration = 1.2829, /* 2.9433 d / v over pi sqrt(8/15) d / v: t_c = 2.87 (m^2 / (R E*^2 v))^(1/5),
                         Johnson 1985, eq. 11.24 */
  .energy   = normal_hertz_energy,
};
