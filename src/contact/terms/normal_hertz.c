/* SPDX-License-Identifier: MIT */
/* Hertz contact of elastic spheres with a dashpot whose restitution does not depend on speed. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/dashpot.h"

typedef struct {
  double  young; /* E*, Pa */
  Dashpot dashpot;
} Hertz;

/* 2 / sqrt(5): Tsuji's alpha refers to the force over the overlap, 2/3 of the slope */
#define FITTED 0.8944271909999159

static unsigned hertz_read(void *self, const LawSource *s)
{
  Hertz *h = self;

  h->dashpot = dashpot_read(s);
  if (h->dashpot.fitted) h->dashpot.ratio *= FITTED;
  if (contact_has_young(s, "normal")) h->young = contact_young(s->a, s->b);
  return NEEDS_RADIUS | dashpot_needs(&h->dashpot);
}

/* F = 4/3 E* sqrt(R d) d + 2 sqrt(5/6) z sqrt(m dF/dd) v (Tsuji et al. 1992; the factor: Antypov &
   Elliott 2011), or with the dashpot of another kind. */
ALWAYS_INLINE void push_apart(const Hertz *h, DashpotKind kind, const double *share,
                              ContactBatch *b)
{
  const double zero = h->dashpot.limited ? 0 : -INFINITY;
  const double root = 2 * GROWING_RATIO * h->dashpot.ratio; /* sqrt(5/6) */
  const double most = dashpot_most(b), rate = dashpot_within(h->dashpot.rate, most);
  const bool   starts = kind == DASHPOT_RATE || kind == DASHPOT_COEFFICIENT; /* with a jump */

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact = sqrt(-b->radius[k] * b->gap[k]); /* radius of the contact area */
    const double slope   = 2 * h->young * contact;
    const double spring  = -(2.0 / 3.0) * slope * b->gap[k];
    const double damping =
      kind == DASHPOT_RATIO
        ? dashpot_within(root * sqrt(b->point_mass[k] * slope), most * b->point_mass[k])
      : kind == DASHPOT_RATE        ? rate * b->mass[k]
      : kind == DASHPOT_COEFFICIENT ? h->dashpot.coefficient
                                    : h->dashpot.time * slope;
    const double dashpot = damping * b->approach[k];
    const double push = spring + dashpot, acts = spring + share[k] * dashpot;

    b->jump[k] = !starts || dashpot < zero ? 0 : dashpot;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void apply_ratio(const Hertz *h, const double *share, ContactBatch *b)
{
  push_apart(h, DASHPOT_RATIO, share, b);
}

KERNEL static void apply_rate(const Hertz *h, const double *share, ContactBatch *b)
{
  push_apart(h, DASHPOT_RATE, share, b);
}

KERNEL static void apply_coefficient(const Hertz *h, const double *share, ContactBatch *b)
{
  push_apart(h, DASHPOT_COEFFICIENT, share, b);
}

KERNEL static void apply_time(const Hertz *h, const double *share, ContactBatch *b)
{
  push_apart(h, DASHPOT_TIME, share, b);
}

static void hertz_apply(const void *self, ContactBatch *b)
{
  static void (*const apply[])(const Hertz *, const double *, ContactBatch *) = {
    apply_ratio, apply_rate, apply_coefficient, apply_time};
  const Hertz       h    = *(const Hertz *)self;
  const DashpotKind kind = dashpot_kind(&h.dashpot);
  /* limited: the force is zero before parting already */
  const double least = h.dashpot.limited ? 2 : 0;
  double       share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    /* the dashpot of a ratio starts like time^(1/4), that of a rate or coefficient with a jump */
    if (kind != DASHPOT_TIME)
      share[k] = kind == DASHPOT_RATIO ? batch_root_start(b, k) * batch_root_stop(b, k, least)
                                       : batch_start(b, k) * batch_stop(b, k, least);
  }
  apply[kind](&h, share, b);
}

/* m v^2 / 2 = 8/15 E* sqrt(R) d^(5/2) (Timoshenko & Goodier 1970, art. 141; Johnson 1985,
 * eq. 11.23). */
static void hertz_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Hertz *h      = self;
  const double energy = 0.5 * at->point_mass * at->speed * at->speed,
               unit   = h->young * at->radius * at->radius * at->radius;

  limits->stiffness = 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_damping(&h->dashpot, GROWING_RATIO, limits->stiffness, at->mass, at->point_mass);
  limits->deepest = pow(15.0 / 8.0 * energy / unit, 0.4);
}

static void hertz_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Hertz *h = self;

  for (int k = 0; k < b->n; k++)
    energy[k] += 8.0 / 15.0 * h->young * sqrt(-b->radius[k] * b->gap[k]) * b->gap[k] * b->gap[k];
}

static void hertz_undamp(void *self)
{
  Hertz *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

const ContactTerm normal_hertz = {
  .head =
    {
      .name   = "hertz",
      .text   = "Hertz contact of elastic spheres with a dashpot whose restitution does not depend "
                "on speed.",
      .source = "Hertz 1882; Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239",
      .options = {dashpot_options, rate_options},
    },
  .slot     = SLOT_NORMAL,
  .size     = sizeof(Hertz),
  .read     = hertz_read,
  .apply    = hertz_apply,
  .limits   = hertz_limits,
  .hertzian = true,
  .undamp   = hertz_undamp,
  .duration = 1.2829, /* 2.9433 d / v over pi sqrt(8/15) d / v: t_c = 2.87 (m^2 / (R E*^2 v))^(1/5),
                         Johnson 1985, eq. 11.24 */
  .energy   = hertz_energy,
};
