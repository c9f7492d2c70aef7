/* SPDX-License-Identifier: MIT */
/* Elastic-perfectly plastic spheres of Thornton & Ning: Hertz' force until the pressure in the middle
   of the contact is yield_pressure p, from there on linear with the slope pi p R*; unloading as
   Hertz' contact of the flattened radius Rp, which touches in the same circle:

     overlap_y = R* (pi p / (2 E*))^2,   F = F_y + pi p R* (overlap - overlap_y)
     Rp = R* F_h / F at the largest overlap m, F_h Hertz' force there;   m - left = m R* / Rp

   The force is zero while the overlap is below `left`. Memory: m. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

typedef struct {
  double  young; /* E*, Pa */
  double  slope; /* pi p, Pa */
  double  yield; /* overlap at yield over the reduced radius */
  Dashpot dashpot;
} Plastic;

/* clang-format off */
static const Option yield_options[] = {
  REAL(KEY("yield_pressure"), "Pa", REQUIRED, RANGE_OF(MODULUS),
      "pressure in the middle of the contact at which it yields, about 1.6 times the yield stress"),
  {NULL},
};
/* clang-format on */

static unsigned plastic_read(void *self, const LawSource *s)
{
  Plastic *h = self;
  double   bend;

  h->dashpot = dashpot_read_plastic(s);
  h->slope   = PETSC_PI * option_real(s->options, "contact", s->law, "yield_pressure");
  if (!contact_has_young(s, "normal")) return NEEDS_RADIUS;
  h->young = contact_young(s->a, s->b);
  bend     = h->slope / (2 * h->young);
  h->yield = bend * bend;
  return NEEDS_RADIUS | dashpot_needs(&h->dashpot);
}

ALWAYS_INLINE double hertz_at(const Plastic *h, double radius, double overlap)
{
  return 4.0 / 3 * h->young * sqrt(radius * overlap) * overlap;
}

/* Force at an overlap if `most` is the largest so far, this one included; *left: overlap at which it
   is zero. */
ALWAYS_INLINE double spring_at(const Plastic *h, double radius, double overlap, double most,
                               double *left)
{
  const double yield = h->yield * radius, elastic = hertz_at(h, radius, most);
  const double plastic =
    hertz_at(h, radius, yield) + h->slope * radius * (most - yield);           /* at `most` */
  const double peak = most > yield ? plastic : elastic, flat = peak / elastic; /* R* / Rp */
  const double depth = overlap - most * (1 - flat), part = depth > 0 ? depth / (most * flat) : 0;

  *left = most * (1 - flat);
  return peak * part * sqrt(part);
}

KERNEL static void push_apart(const Plastic *h, const double *share, ContactBatch *b)
{
  double *most = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double overlap = -b->gap[k], m = overlap > most[k] ? overlap : most[k];
    const double dashpot = (h->dashpot.rate * b->mass[k] + h->dashpot.coefficient) * b->approach[k];
    double       left;
    const double spring = m > 0 ? spring_at(h, b->radius[k], overlap, m, &left) : 0;

    most[k]    = m;
    b->jump[k] = dashpot;
    batch_push(b, k, spring + dashpot, spring + share[k] * dashpot);
  }
}

static void plastic_apply(const void *self, ContactBatch *b)
{
  Plastic h = *(const Plastic *)self;
  double  share[TILE];

  h.dashpot.rate = dashpot_within(h.dashpot.rate, dashpot_most(b));
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    share[b->event[e]] = batch_start(b, b->event[e]) * batch_stop(b, b->event[e], 0);
  push_apart(&h, share, b);
}

/* m v^2 / 2 = 8/15 E* sqrt(R) d^(5/2) up to yield, and the work of the line beyond. */
static double deepest(const Plastic *h, double radius, double mass, double speed)
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
  const Plastic *h = self;

  limits->stiffness = 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping   = dashpot_damping(&h->dashpot, 1, 0, at->mass, at->point_mass);
  limits->deepest   = deepest(h, at->radius, at->point_mass, at->speed);
}

/* 2/5 of force x depth, as of Hertz' contact. */
static void plastic_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    const double most = max_real(b->memory[0][k], -b->gap[k]);
    double       left, force;

    if (!(most > 0)) continue;
    force = spring_at(self, b->radius[k], -b->gap[k], most, &left);
    energy[k] += 0.4 * force * max_real(0, -b->gap[k] - left);
  }
}

static void plastic_undamp(void *self)
{
  Plastic *h = self;

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
  .size     = sizeof(Plastic),
  .memory   = plastic_memory,
  .read     = plastic_read,
  .apply    = plastic_apply,
  .limits   = plastic_limits,
  .hertzian = true,
  .undamp   = plastic_undamp,
  .duration = 1.2829, /* at least that of Hertz' contact (normal_hertz.c) */
  .energy   = plastic_energy,
};
