/* SPDX-License-Identifier: MIT */
/* Terms of heat conduction. The formulas stand in kernels/heat_area.h. */
#include "contact/terms/kernels/heat_area.h"
#include "contact/term.h"

static double conductivity(const LawSource *s, const Material *m)
{
  const double k = option_real_or(s->options, "material", m->name, "conductivity", 0);

  if (k > 0) return k;
  if (!option_is_wrong(s->options, "material", m->name, "conductivity"))
    option_mistake(s->options, "material", m->name, "conductivity",
                   "missing: contact %s conducts heat: give it, W/(m K)", s->law);
  return 1;
}

static unsigned read_with(HeatArea *heat, const LawSource *s, double shape)
{
  const double a = conductivity(s, s->a), b = s->b == s->a ? a : conductivity(s, s->b);

  heat->conductance = shape * 4 * (a / (a + b)) * b;
  return 0;
}

static unsigned read_area(void *self, const LawSource *s)
{
  return read_with(self, s, sqrt(PETSC_PI));
}

static unsigned read_radius(void *self, const LawSource *s)
{
  return read_with(self, s, 1);
}

/* For two equal spheres; a small one on a large one, or on a wall, has the same to first order in
   the overlap. */
static void heat_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  limits->conducts = ((const HeatArea *)self)->conductance * at->radius * sqrt(2 * at->overlap);
}

/* A term by name, text, source and the function that reads it. */
#define HEAT_TERM(NAME, TEXT, SOURCE, READ) \
  { \
    .head = {.name = NAME, .text = TEXT, .source = SOURCE}, .slot = SLOT_HEAT, \
    .size = sizeof(HeatArea), .gives = GIVES_FLOW, .quantity = &quantity_temperature, \
    .needs = NEEDS_CIRCLE, .read = READ, .apply = heat_area_apply, .limits = heat_limits \
  }

const ContactTerm heat_area =
  HEAT_TERM("area", "conduction, conductivity x square root of the area of contact.",
            "Chaudhuri, Muzzio & Tomassone 2006, Chem. Eng. Sci. 61, 6348; LIGGGHTS", read_area);
const ContactTerm heat_radius =
  HEAT_TERM("radius", "conduction, conductivity x radius of the area of contact.",
            "Batchelor & O'Brien 1977, Proc. R. Soc. Lond. A 355, 313", read_radius);
