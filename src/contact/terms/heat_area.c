/* SPDX-License-Identifier: MIT */
/* Heat conduction through the circle in which two surfaces intersect: heat: area and heat: radius.
   The circle has the radius a of the intersection of two spheres, or of a sphere and a plane, and
   the area A = pi a^2; k is the harmonic mean of the conductivities, 2 k_a k_b / (k_a + k_b).

     area    Q = 2 k sqrt(A) (T_b - T_a), as LIGGGHTS' fix heat/gran/conduction writes it:
             4 k_a k_b / (k_a + k_b) sqrt(A)
     radius  Q = 2 k a (T_b - T_a), the flow between two half-spaces that touch in a circle

   They differ by sqrt(pi): that of Batchelor & O'Brien is the solution of the conduction problem. */
#include "contact/term.h"

typedef struct {
  double conductance; /* of a circle of radius 1 m, W/(m K) */
} Heat;

static double conductivity(const LawSource *s, const Material *m)
{
  const double k = option_real_or(s->options, "material", m->name, "conductivity", 0);

  if (k > 0) return k;
  if (!option_is_wrong(s->options, "material", m->name, "conductivity"))
    option_mistake(s->options, "material", m->name, "conductivity",
                   "missing: contact %s conducts heat: give it, W/(m K)", s->law);
  return 1;
}

static unsigned read_with(Heat *heat, const LawSource *s, double shape)
{
  const double a = conductivity(s, s->a), b = s->b == s->a ? a : conductivity(s, s->b);

  heat->conductance = shape * 4 * (a / (a + b)) * b;
  return NEEDS_CIRCLE;
}

static unsigned read_area(void *self, const LawSource *s)
{
  return read_with(self, s, sqrt(PETSC_PI));
}

static unsigned read_radius(void *self, const LawSource *s)
{
  return read_with(self, s, 1);
}

static void apply(const void *self, ContactBatch *b)
{
  const double conductance = ((const Heat *)self)->conductance;
  Exchange    *heat        = b->exchange;

#pragma omp simd
  for (int k = 0; k < b->n; k++)
    heat->flow[k] += conductance * sqrt(b->circle2[k]) * (heat->b[k] - heat->a[k]);
}

/* For two equal spheres; a small one on a large one, or on a wall, has the same to first order in
   the overlap. */
static void heat_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  limits->conducts = ((const Heat *)self)->conductance * at->radius * sqrt(2 * at->overlap);
}

const ContactTerm heat_area = {
  .head     = {.name   = "area",
               .text   = "conduction, conductivity x square root of the area of contact.",
               .source = "Chaudhuri, Muzzio & Tomassone 2006, Chem. Eng. Sci. 61, 6348; LIGGGHTS"},
  .slot     = SLOT_HEAT,
  .size     = sizeof(Heat),
  .gives    = GIVES_FLOW,
  .quantity = &quantity_temperature,
  .read     = read_area,
  .apply    = apply,
  .limits   = heat_limits,
};

const ContactTerm heat_radius = {
  .head     = {.name   = "radius",
               .text   = "conduction, conductivity x radius of the area of contact.",
               .source = "Batchelor & O'Brien 1977, Proc. R. Soc. Lond. A 355, 313"},
  .slot     = SLOT_HEAT,
  .size     = sizeof(Heat),
  .gives    = GIVES_FLOW,
  .quantity = &quantity_temperature,
  .read     = read_radius,
  .apply    = apply,
  .limits   = heat_limits,
};
