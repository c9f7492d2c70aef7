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
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/cohesion.h"

typedef struct {
  double pull;      /* 4 pi sigma cos(angle): capillary force over R* at touching, N/m */
  double volume;    /* m^3 */
  double viscosity; /* 6 pi eta, Pa s */
  double least;     /* m */
  double range;     /* m */
  bool   willett;
} Bridge;

static const Option bridge_options[] = {
  {.key  = "surface_tension",
   .type = OPTION_REAL,
   .unit = "N/m",
   .lo   = 0,
   .hi   = STIFFNESS_MOST,
   .help = "surface tension of the liquid"},
  {.key      = "contact_angle",
   .type     = OPTION_REAL,
   .unit     = "degree",
   .fallback = "0",
   .lo       = 0,
   .hi       = 90,
   .help     = "angle of contact of the liquid on both surfaces"},
  {.key  = "liquid_volume",
   .type = OPTION_REAL,
   .unit = "m^3",
   .lo   = VOLUME_LEAST,
   .hi   = VOLUME_MOST,
   .help = "volume of a bridge"},
  {.key      = "bridge_force",
   .type     = OPTION_WORD,
   .choices  = "willett rabinovich",
   .fallback = "willett",
   .help     = "formula of the capillary force"},
  {.key      = "liquid_viscosity",
   .type     = OPTION_REAL,
   .unit     = "Pa s",
   .fallback = "0",
   .lo       = 0,
   .hi       = MODULUS_MOST,
   .help     = "viscosity of the liquid"},
  {.key      = "liquid_gap",
   .type     = OPTION_REAL,
   .unit     = "m",
   .fallback = "",
   .lo       = LENGTH_LEAST,
   .hi       = LENGTH_MOST,
   .help     = "least distance of surfaces in the viscous force, such as their roughness"},
  {NULL},
};

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

static unsigned bridge_read(void *self, const LawSource *s)
{
  Bridge      *h     = self;
  const double angle = option_real(s->options, "contact", s->law, "contact_angle");
  double       sine, cosine;

  sine_cosine_degrees(angle, &sine, &cosine);
  h->pull   = 4 * PETSC_PI * option_real(s->options, "contact", s->law, "surface_tension") * cosine;
  h->volume = option_real(s->options, "contact", s->law, "liquid_volume");
  h->range  = (1 + 0.5 * angle * (PETSC_PI / 180)) * cube_root(h->volume);
  h->willett = strcmp(option_word(s->options, "contact", s->law, "bridge_force"), "willett") == 0;
  read_viscosity(h, s);
  return NEEDS_RADIUS;
}

/* 1 - s / sqrt(s^2 + V / (pi R*)). */
ALWAYS_INLINE double wetted(const Bridge *h, double radius, double s)
{
  return 1 - s / sqrt(s * s + h->volume / (PETSC_PI * radius));
}

ALWAYS_INLINE void attract(const Bridge *h, bool willett, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], s = b->gap[k] > 0 ? b->gap[k] : 0;
    const double x = s * sqrt(2 * radius / h->volume), wet = wetted(h, radius, s);
    const double part = willett ? 1 / (1 + x * (1.05 + 2.5 * x)) : wet;
    const double near = s > h->least ? s : h->least;
    const double rate = h->viscosity * radius * radius / near * wet * wet;

    batch_pull(b, k, share[k] * (h->pull * radius * part - rate * b->approach[k]));
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

/* Largest slope of the capillary force, in size. */
static double bridge_stiffness(const void *self, double radius, double overlap)
{
  const Bridge *h = self;
  const double  per =
    h->willett ? 1.23 * sqrt(2 * radius / h->volume) : sqrt(PETSC_PI * radius / h->volume);

  (void)overlap;
  return h->pull * radius * per;
}

static double bridge_damping(const void *self, double radius, double overlap, double mass,
                             double point_mass)
{
  const Bridge *h = self;

  (void)overlap;
  (void)mass;
  (void)point_mass;
  return h->viscosity * radius * radius / h->least;
}

/* Integral over 1 / (1 + 1.05 x + 2.5 x^2) from 0 to x: an arc. */
static double willett_integral(double x)
{
  const double root = 2.982867747654931; /* sqrt(4 2.5 - 1.05^2) */
  const double rad  = PETSC_PI / 180;

  return 2 / root * rad * (arc_degrees(5 * x + 1.05, root) - arc_degrees(1.05, root));
}

static void bridge_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Bridge *h = self;

  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], s = max_real(b->gap[k], 0),
                 per = sqrt(2 * radius / h->volume), wide = h->volume / (PETSC_PI * radius);
    const double length =
      h->willett ? willett_integral(s * per) / per : s - s * s / (sqrt(s * s + wide) + sqrt(wide));

    energy[k] += h->pull * radius * (b->gap[k] < 0 ? b->gap[k] : length);
  }
}

static void bridge_undamp(void *self)
{
  ((Bridge *)self)->viscosity = 0;
}

const ContactTerm cohesion_liquid_bridge = {
  .head      = {.name = "liquid_bridge",
                .text = "Capillary and viscous force of a liquid bridge, from touching to its rupture.",
                .source  = "Willett, Adams, Johnson & Seville 2000, Langmuir 16, 9396; Rabinovich, "
                                "Esayanur & Moudgil 2005, "
                                "Langmuir 21, 10992; Lian, Thornton & Adams 1993, J. Colloid Interface Sci. "
                                "161, 138; Pitois, "
                                "Moucheront & Chateau 2000, J. Colloid Interface Sci. 231, 26",
                .options = {bridge_options}},
  .slot      = SLOT_COHESION,
  .size      = sizeof(Bridge),
  .read      = bridge_read,
  .apply     = bridge_apply,
  .keeps     = bridge_keeps,
  .stiffness = bridge_stiffness,
  .damping   = bridge_damping,
  .undamp    = bridge_undamp,
  .energy    = bridge_energy,
};
