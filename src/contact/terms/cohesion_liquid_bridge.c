/* SPDX-License-Identifier: MIT */
/* A liquid bridge of a given volume V, which forms when surfaces touch and breaks at the distance
   (1 + angle / 2) V^(1/3). Capillary force at the distance s, with 2 R* as the radius of equal
   spheres:

     willett      4 pi R* sigma cos(angle) / (1 + 1.05 x + 2.5 x^2),  x = s sqrt(2 R* / V)
     rabinovich   4 pi R* sigma cos(angle) (1 - s / sqrt(s^2 + V / (pi R*)))

   and that of s = 0 in overlaps. Viscous force of the squeezed liquid, against the normal velocity v:

     6 pi eta R*^2 v / max(s, liquid_gap) (1 - s / sqrt(s^2 + V / (pi R*)))^2 */
#include "base/bounds.h"
#include "base/elementary.h"
#include "base/rows.h"
#include "contact/terms/liquid.h"
#include "options/rows.h"

/* clang-format off */
const Option bridge_options[] = {
  REAL(KEY("surface_tension"),  "N/m",    REQUIRED, UP_TO(STIFFNESS_MOST),
      "surface tension of the liquid"),
  REAL(KEY("contact_angle"),    "degree", "0",      UP_TO(90),
      "angle of contact of the liquid on both surfaces"),
  REAL(KEY_IN("liquid_volume", Bridge, volume), "m^3",    REQUIRED, RANGE_OF(VOLUME),
      "volume of a bridge; of liquid_migration the largest"),
  WORD(KEY("bridge_force"),     "willett", "willett rabinovich", "formula of the capillary force"),
  REAL(KEY("liquid_viscosity"), "Pa s", "0", UP_TO(MODULUS_MOST), "viscosity of the liquid"),
  REAL(KEY("liquid_gap"),       "m",      OPTIONAL, RANGE_OF(LENGTH),
      "least distance of surfaces in the viscous force, such as their roughness"),
  {NULL},
};
/* clang-format on */

static void read_viscosity(Bridge *h, const LawSource *s)
{
  const bool given = option_has_value(s->options, "contact", s->law, "liquid_gap");

  h->viscosity = 6 * PETSC_PI * option_real(s->options, "contact", s->law, "liquid_viscosity");
  h->least     = given ? option_real(s->options, "contact", s->law, "liquid_gap") : 1;
  if (h->viscosity > 0 && !given)
    option_mistake(
      s->options, "contact", s->law, "liquid_gap",
      "missing: liquid_viscosity needs the least distance of surfaces (m), such as their "
      "roughness");
}

void bridge_read_keys(Bridge *h, const LawSource *s)
{
  const double angle = option_real(s->options, "contact", s->law, "contact_angle");
  double       sine, cosine;

  sine_cosine_degrees(angle, &sine, &cosine);
  h->pull = 4 * PETSC_PI * option_real(s->options, "contact", s->law, "surface_tension") * cosine;
  options_read_into(s->options, "contact", s->law, bridge_options, h);
  h->reach   = 1 + 0.5 * angle * (PETSC_PI / 180);
  h->range   = h->reach * cube_root(h->volume);
  h->willett = strcmp(option_word(s->options, "contact", s->law, "bridge_force"), "willett") == 0;
  read_viscosity(h, s);
}

static unsigned bridge_read(void *self, const LawSource *s)
{
  bridge_read_keys(self, s);
  return NEEDS_RADIUS;
}

ALWAYS_INLINE void attract(const Bridge *h, bool willett, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], s = b->gap[k] > 0 ? b->gap[k] : 0;

    batch_pull(b, k, share[k] * bridge_pull(h, willett, h->volume, radius, s, b->approach[k]));
  }
}

KERNEL static void attract_willett(const Bridge *h, const double *share, ContactBatch *b)
{
  attract(h, true, share, b);
}

KERNEL static void attract_rabinovich(const Bridge *h, const double *share, ContactBatch *b)
{
  attract(h, false, share, b);
}

static void bridge_apply(const void *self, ContactBatch *b)
{
  const Bridge h = *(const Bridge *)self;
  double       share[TILE];

  cohesion_starts(b, share);
  if (h.willett) attract_willett(&h, share, b);
  else attract_rabinovich(&h, share, b);
}

static double bridge_keeps(const void *self)
{
  return ((const Bridge *)self)->range;
}

/* The stiffness is the largest slope of the capillary force, in size. */
void bridge_limits_of(const Bridge *h, double volume, double radius, TermLimits *limits)
{
  limits->stiffness =
    h->pull * radius *
    (h->willett ? 1.23 * sqrt(2 * radius / volume) : sqrt(PETSC_PI * radius / volume));
  limits->damping = h->viscosity * radius * radius / h->least;
}

static void bridge_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Bridge *h = self;

  bridge_limits_of(h, h->volume, at->radius, limits);
}

/* Integral over 1 / (1 + 1.05 x + 2.5 x^2) from 0 to x: an arc. */
static double willett_integral(double x)
{
  const double root = 2.982867747654931; /* sqrt(4 2.5 - 1.05^2) */
  const double rad  = PETSC_PI / 180;

  return 2 / root * rad * (arc_degrees(5 * x + 1.05, root) - arc_degrees(1.05, root));
}

double bridge_stored(const Bridge *h, double volume, double radius, double gap)
{
  const double s = max_real(gap, 0), per = sqrt(2 * radius / volume),
               wide = volume / (PETSC_PI * radius);
  const double length =
    h->willett ? willett_integral(s * per) / per : s - s * s / (sqrt(s * s + wide) + sqrt(wide));

  return h->pull * radius * (gap < 0 ? gap : length);
}

static void bridge_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Bridge *h = self;

  for (int k = 0; k < b->n; k++) energy[k] += bridge_stored(h, h->volume, b->radius[k], b->gap[k]);
}

static void bridge_undamp(void *self)
{
  ((Bridge *)self)->viscosity = 0;
}

const ContactTerm cohesion_liquid_bridge = {
  .head   = {.name = "liquid_bridge",
             .text = "Capillary and viscous force of a liquid bridge, from touching to its rupture.",
             .source  = "Willett, Adams, Johnson & Seville 2000, Langmuir 16, 9396; Rabinovich, "
                          "Esayanur & Moudgil 2005, "
                          "Langmuir 21, 10992; Lian, Thornton & Adams 1993, J. Colloid Interface Sci. "
                          "161, 138; Pitois, "
                          "Moucheront & Chateau 2000, J. Colloid Interface Sci. 231, 26",
             .options = {bridge_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Bridge),
  .read   = bridge_read,
  .apply  = bridge_apply,
  .keeps  = bridge_keeps,
  .limits = bridge_limits,
  .undamp = bridge_undamp,
  .energy = bridge_energy,
};
