/* SPDX-License-Identifier: MIT */
/* Liquid bridges between wet bodies. A clump has an amount of liquid (matter/quantity_liquid.c). Where
   dry surfaces, with amounts L_a and L_b, touch, a bridge forms of the volume

     V = min(liquid_fraction (L_a + L_b), liquid_volume)     if that is at least liquid_least,

   to which each gives in proportion to its amount. At rupture each gets back half of it:

     V / 2 - V L_a / (L_a + L_b) = V (L_b - L_a) / (2 (L_a + L_b))

   more than it gave flows from b to a. Until then the liquid in a bridge counts as that of the two that
   gave it, so that none is lost with a contact. Flows are multiples of a power of two, a 2^-32nd of
   liquid_volume or less, as the amounts are: the sum of all is exact. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "contact/terms/liquid.h"
#include "options/rows.h"

enum { GRAIN_BITS = 32, LEAST_PARTS = 1000 };
/* Contacts are kept up to this times the largest distance of rupture: further than one that breaks can be
   a step later, but for the fastest ones, which break before. */
#define KEPT 1.25

typedef struct {
  Bridge bridge; /* with the largest volume */
  double fraction;
  double smallest; /* m^3 */
  double grain;    /* m^3 */
} Migration;

/* clang-format off */
static const Option migration_options[] = {
  REAL(KEY_IN("liquid_fraction", Migration, fraction), "1",   "0.05",   POSITIVE_UP_TO(1),
      "part of the liquid of two bodies that a bridge between them takes"),
  REAL(KEY("liquid_least"),                            "m^3", OPTIONAL, RANGE_OF(VOLUME),
      "volume below which no bridge forms; a thousandth of liquid_volume if not given"),
  {NULL},
};
/* clang-format on */

static const MemoryField migration_memory[] = {
  {"bridge_volume", "m^3", 1}, {"bridge_gain", "m^3", 1}, {NULL}};
enum { VOLUME, GAIN };

static unsigned migration_read(void *self, const LawSource *s)
{
  Migration *h = self;

  bridge_read_keys(&h->bridge, s);
  options_read_into(s->options, "contact", s->law, migration_options, h);
  h->smallest =
    option_real_or(s->options, "contact", s->law, "liquid_least", h->bridge.volume / LEAST_PARTS);
  h->grain = h->bridge.volume > 0 ? ldexp(1, ilogb(h->bridge.volume) - GRAIN_BITS) : 0;
  if (h->smallest > h->bridge.volume)
    option_mistake(s->options, "contact", s->law, "liquid_least",
                   "above liquid_volume: no bridge would form");
  return NEEDS_RADIUS;
}

static double migration_keeps(const void *self)
{
  return KEPT * ((const Migration *)self)->bridge.range;
}

/* Whether contact k is without a bridge and forms one, which is put into its memory. */
static bool forms(const Migration *h, ContactBatch *b, int k)
{
  const double a = max_real(b->exchange->a[k], 0), c = max_real(b->exchange->b[k], 0), all = a + c,
               volume = min_real(h->fraction * all, h->bridge.volume);

  if (b->memory[VOLUME][k] > 0 || b->gap[k] > 0 || !(volume >= h->smallest)) return false;
  b->memory[VOLUME][k] = volume;
  b->memory[GAIN][k]   = h->grain * rint(0.5 * volume * (c - a) / all / h->grain);
  return true;
}

/* A bridge beyond its distance of rupture breaks; so does one whose contact may be out of sight at the
   next step. */
static void part(const Migration *h, ContactBatch *b, int k)
{
  double volume = b->memory[VOLUME][k];
  bool   breaks;

  if (!(volume > 0)) return;
  breaks = b->gap[k] > h->bridge.reach * cube_root(volume) ||
           b->gap[k] - b->dt * b->approach[k] > migration_keeps(h);
  if (!breaks) return;
  b->exchange->flow[k] += b->memory[GAIN][k];
  b->memory[VOLUME][k] = b->memory[GAIN][k] = 0;
}

KERNEL static void attract(const Migration *h, const double *share, ContactBatch *b)
{
  const bool willett = h->bridge.willett;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double volume = b->memory[VOLUME][k], s = b->gap[k] > 0 ? b->gap[k] : 0;
    const double some = volume > 0 ? volume : 1;
    const double pull = bridge_pull(&h->bridge, willett, some, b->radius[k], s, b->approach[k]);

    batch_pull(b, k, volume > 0 ? share[k] * pull : 0);
  }
}

static void migration_apply(const void *self, ContactBatch *b)
{
  const Migration h = *(const Migration *)self;
  double          share[TILE];
  bool            fresh[TILE];

  for (int k = 0; k < b->n; k++) {
    for (int c = VOLUME; c <= GAIN; c++) b->memory[c][k] *= b->kept[k];
    fresh[k] = forms(&h, b, k);
  }
  for (int e = 0; e < b->n_apart; e++) part(&h, b, b->apart[e]);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (fresh[k] && batch_is_new(b, k)) share[k] = batch_start(b, k);
  }
  attract(&h, share, b);
}

static void migration_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Migration *h = self;

  bridge_limits_of(&h->bridge, h->smallest, at->radius, limits);
}

static void migration_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Migration *h = self;

  for (int k = 0; k < b->n; k++)
    if (b->memory[VOLUME][k] > 0)
      energy[k] += bridge_stored(&h->bridge, b->memory[VOLUME][k], b->radius[k], b->gap[k]);
}

static void migration_undamp(void *self)
{
  ((Migration *)self)->bridge.viscosity = 0;
}

static double migration_grain(const void *self)
{
  return ((const Migration *)self)->grain;
}

const ContactTerm cohesion_liquid_migration = {
  .head     = {.name    = "liquid_migration",
               .text    = "Liquid bridges of the liquid on both bodies, which share it at rupture.",
               .source  = "Shi & McCarthy 2008, Powder Technology 184, 64",
               .options = {bridge_options, migration_options}},
  .slot     = SLOT_COHESION,
  .size     = sizeof(Migration),
  .memory   = migration_memory,
  .gives    = GIVES_FLOW,
  .quantity = &quantity_liquid,
  .read     = migration_read,
  .apply    = migration_apply,
  .keeps    = migration_keeps,
  .limits   = migration_limits,
  .undamp   = migration_undamp,
  .energy   = migration_energy,
  .grain    = migration_grain,
};
