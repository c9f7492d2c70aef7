/* SPDX-License-Identifier: MIT */
/* Liquid bridges: the force and energy of one, and their terms. */
#ifndef CONTACT_TERMS_KERNELS_LIQUID_H
#define CONTACT_TERMS_KERNELS_LIQUID_H

#include "contact/terms/kernels/cohesion.h"

typedef struct {
  double pull;      /* 4 pi sigma cos(angle): capillary force over R* at touching, N/m */
  double volume;    /* m^3 */
  double viscosity; /* 6 pi eta, Pa s */
  double least;     /* m */
  double reach;     /* distance of rupture over the cube root of the volume */
  double range;     /* of the volume, m */
  bool   willett;
} Bridge;

/* 1 - s / sqrt(s^2 + V / (pi R*)). */
ALWAYS_INLINE double bridge_wetted(double volume, double radius, double s)
{
  return 1 - s / sqrt(s * s + volume / (PI * radius));
}

/* Attraction of a bridge of this volume at the distance s >= 0 and speed of approach, N. */
ALWAYS_INLINE double bridge_pull(const Bridge *h, bool willett, double volume, double radius,
                                 double s, double approach)
{
  const double x = s * sqrt(2 * radius / volume), wet = bridge_wetted(volume, radius, s);
  const double part = willett ? 1 / (1 + x * (1.05 + 2.5 * x)) : wet;
  const double near = s > h->least ? s : h->least;
  const double rate = h->viscosity * radius * radius / near * wet * wet;

  return h->pull * radius * part - rate * approach;
}

/* Integral over 1 / (1 + 1.05 x + 2.5 x^2) from 0 to x: an arc. */
static inline double bridge_willett_integral(double x)
{
  const double root = 2.982867747654931; /* sqrt(4 2.5 - 1.05^2) */
  const double rad  = PI / 180;

  return 2 / root * rad * (arc_degrees(5 * x + 1.05, root) - arc_degrees(1.05, root));
}

/* Energy that the capillary force of this volume stores at a gap, J. */
static inline double bridge_stored(const Bridge *h, double volume, double radius, double gap)
{
  const double s = max_real(gap, 0), per = sqrt(2 * radius / volume), wide = volume / (PI * radius);
  const double length = h->willett ? bridge_willett_integral(s * per) / per
                                   : s - s * s / (sqrt(s * s + wide) + sqrt(wide));

  return h->pull * radius * (gap < 0 ? gap : length);
}

/* Largest slope of the capillary force of this volume, in size, N/m. */
static inline double bridge_steepest(const Bridge *h, double volume, double radius)
{
  return h->pull * radius *
         (h->willett ? 1.23 * sqrt(2 * radius / volume) : sqrt(PI * radius / volume));
}

/* ---- cohesion: liquid_bridge */

/* A liquid bridge of a given volume V, which forms when surfaces touch and breaks at the distance
   (1 + angle / 2) V^(1/3). Capillary force at the distance s, with 2 R* as the radius of equal
   spheres:

     willett      4 pi R* sigma cos(angle) / (1 + 1.05 x + 2.5 x^2),  x = s sqrt(2 R* / V)
     rabinovich   4 pi R* sigma cos(angle) (1 - s / sqrt(s^2 + V / (pi R*)))

   and that of s = 0 in overlaps. Viscous force of the squeezed liquid, against the normal velocity
   v:

     6 pi eta R*^2 v / max(s, liquid_gap) (1 - s / sqrt(s^2 + V / (pi R*)))^2 */

ALWAYS_INLINE void bridge_attract(const Bridge *h, bool willett, const double *share,
                                  ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], s = b->gap[k] > 0 ? b->gap[k] : 0;

    batch_pull(b, k, share[k] * bridge_pull(h, willett, h->volume, radius, s, b->approach[k]));
  }
}

KERNEL static void bridge_attract_willett(const Bridge *h, const double *share, ContactBatch *b)
{
  bridge_attract(h, true, share, b);
}

KERNEL static void bridge_attract_rabinovich(const Bridge *h, const double *share, ContactBatch *b)
{
  bridge_attract(h, false, share, b);
}

static inline void bridge_apply(const void *self, ContactBatch *b)
{
  const Bridge h = *(const Bridge *)self;
  double       share[TILE];

  cohesion_starts(b, share);
  if (h.willett) bridge_attract_willett(&h, share, b);
  else bridge_attract_rabinovich(&h, share, b);
}

static inline void bridge_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Bridge *h = (const Bridge *)self;

  for (int k = 0; k < b->n; k++) energy[k] += bridge_stored(h, h->volume, b->radius[k], b->gap[k]);
}

/* ---- cohesion: liquid_migration */

/* Liquid bridges between wet bodies. A clump has an amount of liquid (matter/quantity.c). Where dry
   surfaces, with amounts L_a and L_b, touch, a bridge forms of the volume

     V = min(liquid_fraction (L_a + L_b), liquid_volume)     if that is at least liquid_least,

   to which each gives in proportion to its amount. At rupture each gets back half of it:

     V / 2 - V L_a / (L_a + L_b) = V (L_b - L_a) / (2 (L_a + L_b))

   more than it gave flows from b to a. Until then the liquid in a bridge counts as that of the two
   that gave it, so that none is lost with a contact. Flows are multiples of a power of two, a
   2^-32nd of liquid_volume or less, as the amounts are: the sum of all is exact. */

enum { GRAIN_BITS = 32, LEAST_PARTS = 1000 };
/* Contacts are kept up to this times the largest distance of rupture: further than one that breaks
   can be a step later, but for the fastest ones, which break before. */
#define KEPT 1.25

typedef struct {
  Bridge bridge; /* with the largest volume */
  double fraction;
  double smallest; /* m^3 */
  double grain;    /* m^3 */
  double keeps;    /* distance up to which contacts are kept, m */
} LiquidMigration;

/* Columns of the memory. */
enum { MIGRATION_VOLUME, MIGRATION_GAIN };

/* Whether contact k is without a bridge and forms one, which is put into its memory. */
static inline bool migration_forms(const LiquidMigration *h, ContactBatch *b, int k)
{
  const double a = max_real(b->exchange->a[k], 0), c = max_real(b->exchange->b[k], 0), all = a + c,
               volume = min_real(h->fraction * all, h->bridge.volume);

  if (b->memory[MIGRATION_VOLUME][k] > 0 || b->gap[k] > 0 || !(volume >= h->smallest)) return false;
  b->memory[MIGRATION_VOLUME][k] = volume;
  b->memory[MIGRATION_GAIN][k]   = h->grain * rint(0.5 * volume * (c - a) / all / h->grain);
  return true;
}

/* A bridge beyond its distance of rupture breaks; so does one whose contact may be out of sight at
   the next step. */
static inline void migration_part(const LiquidMigration *h, ContactBatch *b, int k)
{
  double volume = b->memory[MIGRATION_VOLUME][k];
  bool   breaks;

  if (!(volume > 0)) return;
  breaks = b->gap[k] > h->bridge.reach * cube_root(volume) ||
           b->gap[k] - b->dt * b->approach[k] > h->keeps;
  if (!breaks) return;
  b->exchange->flow[k] += b->memory[MIGRATION_GAIN][k];
  b->memory[MIGRATION_VOLUME][k] = b->memory[MIGRATION_GAIN][k] = 0;
}

KERNEL static void migration_attract(const LiquidMigration *h, const double *share, ContactBatch *b)
{
  const bool willett = h->bridge.willett;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double volume = b->memory[MIGRATION_VOLUME][k], s = b->gap[k] > 0 ? b->gap[k] : 0;
    const double some = volume > 0 ? volume : 1;
    const double pull = bridge_pull(&h->bridge, willett, some, b->radius[k], s, b->approach[k]);

    batch_pull(b, k, volume > 0 ? share[k] * pull : 0);
  }
}

static inline void migration_apply(const void *self, ContactBatch *b)
{
  const LiquidMigration h = *(const LiquidMigration *)self;
  double                share[TILE];
  bool                  fresh[TILE];

  for (int k = 0; k < b->n; k++) {
    for (int c = MIGRATION_VOLUME; c <= MIGRATION_GAIN; c++) b->memory[c][k] *= b->kept[k];
    fresh[k] = migration_forms(&h, b, k);
  }
  for (int e = 0; e < b->n_apart; e++) migration_part(&h, b, b->apart[e]);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (fresh[k] && batch_is_new(b, k)) share[k] = batch_start(b, k);
  }
  migration_attract(&h, share, b);
}

static inline void migration_energy(const void *self, const ContactBatch *b, double *energy)
{
  const LiquidMigration *h = (const LiquidMigration *)self;

  for (int k = 0; k < b->n; k++)
    if (b->memory[MIGRATION_VOLUME][k] > 0)
      energy[k] +=
        bridge_stored(&h->bridge, b->memory[MIGRATION_VOLUME][k], b->radius[k], b->gap[k]);
}

#endif
