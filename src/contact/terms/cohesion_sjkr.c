/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_sjkr.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_sjkr.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

/* clang-format off */
static const Option density_options[] = {
  REAL(KEY_IN("cohesion_energy_density", CohesionSjkr, density), "J/m^3", OPTIONAL, UP_TO(MODULUS_MOST),
      "attraction over area of contact; without it the mean of the materials'"),
  {NULL},
};
/* clang-format on */

static void sjkr_read(void *self, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, density_options, self);
}

static unsigned circle_read(void *self, const LawSource *s)
{
  sjkr_read(self, s);
  return NEEDS_CIRCLE | NEEDS_RADIUS;
}

static unsigned overlap_read(void *self, const LawSource *s)
{
  sjkr_read(self, s);
  return NEEDS_RADIUS;
}

/* Magnitude of the slope of the attraction, N/m: dA / d overlap is 2 pi R*, or twice that, at small
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

const ContactTerm cohesion_sjkr = {
  .head   = {.name    = "sjkr",
             .text    = "Attraction over the area in which two spheres intersect, as LIGGGHTS' sjkr.",
             .options = {density_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionSjkr),
  .read   = circle_read,
  .apply  = cohesion_sjkr_circle_apply,
  .limits = circle_limits,
  .energy = cohesion_sjkr_circle_energy,
};

const ContactTerm cohesion_sjkr2 = {
  .head   = {.name    = "sjkr2",
             .text    = "Attraction over the area 4 pi R* x overlap, as LIGGGHTS' sjkr2.",
             .options = {density_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionSjkr),
  .read   = overlap_read,
  .apply  = cohesion_sjkr_overlap_apply,
  .limits = overlap_limits,
  .energy = cohesion_sjkr_overlap_energy,
};
