/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/normal_elastic_plastic.h, which has the formulas. */
#include "contact/terms/kernels/normal_elastic_plastic.h"
#include "base/bounds.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* clang-format off */
static const Option yield_options[] = {
  REAL(KEY("yield_pressure"), "Pa", REQUIRED, RANGE_OF(MODULUS),
      "pressure in the middle of the contact at which it yields, about 1.6 times the yield stress"),
  {NULL},
};
/* clang-format on */

static unsigned plastic_read(void *self, const LawSource *s)
{
  NormalElasticPlastic *h = self;
  double                bend;

  h->dashpot = dashpot_read_plastic(s);
  h->slope   = PETSC_PI * option_real(s->options, "contact", s->law, "yield_pressure");
  if (!contact_has_young(s, "normal")) return NEEDS_RADIUS;
  h->young = contact_young(s->a, s->b);
  bend     = h->slope / (2 * h->young);
  h->yield = bend * bend;
  return NEEDS_RADIUS | dashpot_needs(&h->dashpot);
}

/* m v^2 / 2 = 8/15 E* sqrt(R) d^(5/2) up to yield, and the work of the line beyond. */
static double deepest(const NormalElasticPlastic *h, double radius, double mass, double speed)
{
  const double unit   = h->young * radius * radius * radius,
               energy = 0.5 * mass * speed * speed / unit;
  const double limit  = 8.0 / 15 * h->yield * h->yield * sqrt(h->yield),
               force = 4.0 / 3 * h->yield * sqrt(h->yield), slope = h->slope / h->young;

  if (energy <= limit) return pow(15.0 / 8 * energy, 0.4);
  return h->yield + (sqrt(force * force + 2 * slope * (energy - limit)) - force) / slope;
}

/* Loading is softer than Hertz' contact; unloading has its slope at the largest overlap. */
static void plastic_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalElasticPlastic *h = self;

  limits->stiffness = 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping   = dashpot_damping(&h->dashpot, 1, 0, at->mass, at->point_mass);
  limits->deepest   = deepest(h, at->radius, at->point_mass, at->speed);
}

static void plastic_undamp(void *self)
{
  NormalElasticPlastic *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

static const MemoryField plastic_memory[] = {{"largest_overlap", "m", 1}, {NULL}};

const ContactTerm normal_elastic_plastic = {
  .head     = {.name = "elastic_plastic",
               .text = "Hertz contact that yields at a pressure and unloads with a flattened radius.",
               .source =
                 "Thornton 1997, J. Appl. Mech. 64, 383; Thornton & Ning 1998, Powder Technology "
                     "99, 154",
               .options = {yield_options, rate_options}},
  .slot     = SLOT_NORMAL,
  .size     = sizeof(NormalElasticPlastic),
  .memory   = plastic_memory,
  .read     = plastic_read,
  .apply    = normal_elastic_plastic_apply,
  .limits   = plastic_limits,
  .hertzian = true,
  .undamp   = plastic_undamp,
  .duration = 1.2829, /* at least that of Hertz' contact (normal_hertz.c) */
  .energy   = normal_elastic_plastic_energy,
};
