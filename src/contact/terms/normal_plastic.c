/* SPDX-License-Identifier: MIT */
/* Normal terms that yield: their keys, and what dt: auto asks of them. The formulas stand in
   kernels/normal_plastic.h. */
#include "contact/terms/kernels/normal_plastic.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* ---- two linear springs: walton_braun, luding */

/* clang-format off */
static const Option unloading_options[] = {
  REAL(KEY_IN("unloading_stiffness", NormalLuding, unload), "N/m", REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness where a contact unloads, above that of loading, `stiffness`"),
  {0},
};

static const Option adhesion_options[] = {
  REAL(KEY_IN("adhesion_stiffness", NormalLuding, adhesion), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "attraction over overlap of the adhesive branch"),
  REAL(KEY("plastic_depth"),                               "1",   "0", UP_TO(SCALE_MOST),
      "plastic overlap over twice the reduced radius, at which unloading_stiffness is reached; 0: "
      "at any overlap"),
  {0},
};
/* clang-format on */

static unsigned hysteretic_read(void *self, const LawSource *s)
{
  NormalLuding *h = self;

  if (!source_has(s, "stiffness")) {
    SOURCE_MISTAKE(s, "stiffness", "missing: %s needs the stiffness of loading (N/m)",
                   source_word(s, "normal"));
    h->load = 0.5 * h->unload;
  } else {
    h->load = source_real(s, "stiffness");
    if (h->unload <= h->load)
      SOURCE_MISTAKE(s, "unloading_stiffness",
                     "%g N/m, not above stiffness, %g N/m: give a larger one", h->unload, h->load);
  }
  h->dashpot = dashpot_read_plastic(s);
  return dashpot_needs(h->dashpot.ratio, h->dashpot.rate);
}

static unsigned luding_read(void *self, const LawSource *s)
{
  NormalLuding  *h     = self;
  const unsigned needs = hysteretic_read(self, s);
  const double   phi   = source_real(s, "plastic_depth");

  h->depth = h->unload > h->load ? 2 * phi * h->unload / (h->unload - h->load) : 0;
  return needs | (h->depth > 0 ? NEEDS_RADIUS : 0);
}

static void hysteretic_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalLuding *h = self;

  limits->stiffness = max_real(h->unload, h->adhesion);
  limits->damping   = dashpot_damping(&h->dashpot, 1, 0, at->mass, at->point_mass);
}

static LinearSpring hysteretic_linear(const void *self, double factor)
{
  return (LinearSpring){factor * ((const NormalLuding *)self)->load, 0};
}

static const MemoryField hysteretic_memory[] = {{"largest_overlap", "m", 1}, {0}};

/* A term by name, text, source, the function that reads it, and its tables of keys. */
#define HYSTERETIC_TERM(NAME, TEXT, SOURCE, READ, ...) \
  { \
    .head = {.name = NAME, .text = TEXT, .source = SOURCE, .options = {__VA_ARGS__}}, \
    .slot = SLOT_NORMAL, .size = sizeof(NormalLuding), .memory = hysteretic_memory, .read = READ, \
    .apply = normal_luding_apply, .limits = hysteretic_limits, .linear = hysteretic_linear, \
    .dashpot = DASHPOT_PART(NormalLuding), .energy = normal_luding_energy \
  }

const ContactTerm normal_walton_braun = HYSTERETIC_TERM(
  "walton_braun", "Spring that is stiffer in unloading, so that a part of the overlap stays.",
  "Walton & Braun 1986, J. Rheol. 30, 949", hysteretic_read, stiffness_options, unloading_options,
  rate_options);
const ContactTerm normal_luding = HYSTERETIC_TERM(
  "luding", "Elasto-plastic spring with an adhesive branch and a limit of plasticity.",
  "Luding 2008, Granular Matter 10, 235", luding_read, stiffness_options, unloading_options,
  adhesion_options, rate_options);

/* ---- a Hertz contact with a yield pressure */

/* clang-format off */
static const Option yield_options[] = {
  REAL(KEY("yield_pressure"), "Pa", REQUIRED, RANGE_OF(MODULUS),
      "pressure in the middle of the contact at which it yields, about 1.6 times the yield stress"),
  {0},
};
/* clang-format on */

static unsigned plastic_read(void *self, const LawSource *s)
{
  NormalElasticPlastic *h = self;
  double                bend;

  h->dashpot = dashpot_read_plastic(s);
  h->slope   = PETSC_PI * source_real(s, "yield_pressure");
  if (!contact_has_young(s, "normal")) return 0;
  h->young = contact_young(s->a, s->b);
  bend     = h->slope / (2 * h->young);
  h->yield = bend * bend;
  return dashpot_needs(h->dashpot.ratio, h->dashpot.rate);
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

static const MemoryField plastic_memory[] = {{"largest_overlap", "m", 1}, {0}};

const ContactTerm normal_elastic_plastic = {
  .head     = {.name = "elastic_plastic",
               .text = "Hertz contact that yields at a pressure and unloads with a flattened radius.",
               .source =
                 "Thornton 1997, J. Appl. Mech. 64, 383; Thornton & Ning 1998, Powder Technology "
                     "99, 154",
               .options = {yield_options, rate_options}},
  .slot     = SLOT_NORMAL,
  .size     = sizeof(NormalElasticPlastic),
  .needs    = NEEDS_RADIUS,
  .memory   = plastic_memory,
  .read     = plastic_read,
  .apply    = normal_elastic_plastic_apply,
  .limits   = plastic_limits,
  .hertzian = true,
  .dashpot  = DASHPOT_PART(NormalElasticPlastic),
  .duration = 1.2829, /* at least that of Hertz' contact (normal.c) */
  .energy   = normal_elastic_plastic_energy,
};
