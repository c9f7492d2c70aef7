/* SPDX-License-Identifier: MIT */
/* Terms of dry cohesion: their keys, and what dt: auto asks of them. The formulas stand in
   kernels/cohesion.h. */
#include "contact/terms/kernels/cohesion.h"
#include "contact/term.h"
#include "options/rows.h"

/* clang-format off */
static const Option surface_options[] = {
  REAL(KEY("surface_energy"), "J/m^2", OPTIONAL, UP_TO(STIFFNESS_MOST),
      "energy of each of the two surfaces, half the work of adhesion; without it the mean of the "
      "materials'"),
  {0},
};

static const Option linear_options[] = {
  REAL(KEY_IN("cohesion_force", CohesionLinear, force), "N", REQUIRED, UP_TO(COHESION_MOST),
      "attraction of surfaces that touch: pull-off force"),
  REAL(KEY_IN("cohesion_range", CohesionLinear, range), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction has fallen to zero, once they have "
      "touched"),
  {0},
};

static const Option jkr_options[] = {
  REAL(KEY("largest_radius"), "m", REQUIRED, RANGE_OF(LENGTH),
      "largest radius of pebbles of the law: contacts are followed until those of this reduced "
      "radius part, and no farther"),
  WORD(KEY("jkr_end"), "pull", "pull fold",
      "surfaces part: at the largest pull, 3 pi surface_energy R*; or where the solution ends, at "
      "5/9 of it"),
  {0},
};

static const Option density_options[] = {
  REAL(KEY_IN("cohesion_energy_density", CohesionSjkr, density), "J/m^3", OPTIONAL, UP_TO(MODULUS_MOST),
      "attraction over area of contact; without it the mean of the materials'"),
  {0},
};

static const Option hamaker_options[] = {
  REAL(KEY("hamaker"), "J", OPTIONAL, UP_TO(ENERGY_MOST),
      "Hamaker's constant; without it the mean of the materials'"),
  REAL(KEY_IN("hamaker_gap", CohesionVanDerWaals, least), "m", REQUIRED, RANGE_OF(LENGTH),
      "least distance of surfaces in the formula: nearer ones attract each other as at this one"),
  REAL(KEY_IN("hamaker_cutoff", CohesionVanDerWaals, cutoff), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction begins"),
  {0},
};
/* clang-format on */

/* ---- linear */

/* The stiffness is the slope with which the attraction falls. */
static void linear_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionLinear *h = self;

  (void)at;
  limits->stiffness = h->force / h->range;
}

const ContactTerm cohesion_linear = {
  .head   = {.name    = "linear",
             .text    = "Attraction that falls linearly to zero at a distance, after a touch.",
             .options = {linear_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionLinear),
  .apply  = cohesion_linear_apply,
  .keeps  = TERM_PART(CohesionLinear, range),
  .limits = linear_limits,
  .energy = cohesion_linear_energy,
};

/* ---- of elastic spheres: Derjaguin, Muller & Toporov; Johnson, Kendall & Roberts */

static unsigned dmt_read(void *self, const LawSource *s)
{
  ((CohesionDmt *)self)->pull = 4 * PETSC_PI * source_real(s, "surface_energy");
  return 0;
}

const ContactTerm cohesion_dmt = {
  .head   = {.name    = "dmt",
             .text    = "Attraction 4 pi surface_energy R* of surfaces that touch.",
             .source  = "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
             .options = {surface_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionDmt),
  .needs  = NEEDS_RADIUS,
  .read   = dmt_read,
  .apply  = cohesion_dmt_apply,
  .energy = cohesion_dmt_energy,
};

static unsigned jkr_read(void *self, const LawSource *s)
{
  CohesionJkr       *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       widest = source_real(s, "largest_radius");

  h->energy = source_real(s, "surface_energy");
  h->end    = strcmp(source_word(s, "jkr_end"), "fold") == 0 ? FOLD_DEPTH : PULL_DEPTH;
  if (!normal || !normal->hertzian || normal->memory) {
    SOURCE_MISTAKE(s, "cohesion", "jkr needs normal: hertz, with young (Pa) of both materials");
    return 0;
  }
  h->young =
    0.5 *
    term_limits(normal, s->constants[SLOT_NORMAL], (TermCase){.radius = 1, .overlap = 1}).stiffness;
  if (!(h->young > 0)) return 0; /* hertz has said so */
  h->widest  = widest;
  h->unit    = 2 * sqrt(PETSC_PI * h->energy / h->young);
  h->farther = h->unit > 0 ? -h->end * cohesion_jkr_depth_unit(h, widest) : 0;
  return 0;
}

/* The stiffness is dF / d overlap, which grows with the overlap. */
static void jkr_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionJkr *h = self;
  double             unit, x, square;

  limits->widest = h->widest;
  if (!(h->unit > 0)) return;
  unit              = cohesion_jkr_depth_unit(h, at->radius);
  x                 = cohesion_jkr_branch(at->overlap * at->radius / unit);
  square            = x * x;
  limits->stiffness = 8 * PETSC_PI * h->energy * at->radius *
                      (4 * square * square * x - 3 * square) / (unit * (4 * square * x - 1));
}

static const MemoryField jkr_memory[] = {{"holds", "1", 1}, {0}};

const ContactTerm cohesion_jkr = {
  .head   = {.name = "jkr",
             .text = "Adhesion of elastic spheres, until the pull-off force 3 pi surface_energy R*.",
             .source  = "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
             .options = {surface_options, jkr_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionJkr),
  .memory = jkr_memory,
  .needs  = NEEDS_RADIUS,
  .read   = jkr_read,
  .apply  = cohesion_jkr_apply,
  .keeps  = TERM_PART(CohesionJkr, farther),
  .limits = jkr_limits,
  .energy = cohesion_jkr_energy,
};

/* ---- over an area of contact, as LIGGGHTS' */

/* The stiffness is the slope of the attraction: dA / d overlap is 2 pi R*, or twice that, at small
   overlaps. */
static void circle_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  limits->stiffness = 2 * PETSC_PI * ((const CohesionSjkr *)self)->density * at->radius;
}

static void overlap_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  circle_limits(self, at, limits);
  limits->stiffness *= 2;
}

/* A term by name, text, what it needs and its functions. */
#define SJKR_TERM(NAME, TEXT, NEEDS, AREA, LIMITS) \
  { \
    .head = {.name = NAME, .text = TEXT, .options = {density_options}}, .slot = SLOT_COHESION, \
    .size = sizeof(CohesionSjkr), .needs = NEEDS, .apply = cohesion_sjkr_##AREA##_apply, \
    .limits = LIMITS, .energy = cohesion_sjkr_##AREA##_energy \
  }

const ContactTerm cohesion_sjkr =
  SJKR_TERM("sjkr", "Attraction over the area in which two spheres intersect, as LIGGGHTS' sjkr.",
            NEEDS_CIRCLE | NEEDS_RADIUS, circle, circle_limits);
const ContactTerm cohesion_sjkr2 =
  SJKR_TERM("sjkr2", "Attraction over the area 4 pi R* x overlap, as LIGGGHTS' sjkr2.",
            NEEDS_RADIUS, overlap, overlap_limits);

/* ---- van der Waals */

static unsigned hamaker_read(void *self, const LawSource *s)
{
  CohesionVanDerWaals *h = self;

  h->sixth = source_real(s, "hamaker") / 6;
  if (h->cutoff < h->least)
    SOURCE_MISTAKE(s, "hamaker_cutoff", "below hamaker_gap: give a larger distance");
  return 0;
}

static void hamaker_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionVanDerWaals *h = self;

  limits->stiffness = 2 * h->sixth * at->radius / (h->least * h->least * h->least);
}

const ContactTerm cohesion_van_der_waals = {
  .head   = {.name = "van_der_waals",
             .text = "Van der Waals' attraction H R* / (6 s^2) up to a distance s.",
             .source =
               "Hamaker 1937, Physica 4, 1058; Israelachvili 2011, Intermolecular and Surface "
                 "Forces, ch. 13",
             .options = {hamaker_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionVanDerWaals),
  .needs  = NEEDS_RADIUS,
  .read   = hamaker_read,
  .apply  = cohesion_van_der_waals_apply,
  .reach  = TERM_PART(CohesionVanDerWaals, cutoff),
  .limits = hamaker_limits,
  .energy = cohesion_van_der_waals_energy,
};
