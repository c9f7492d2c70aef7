/* SPDX-License-Identifier: MIT */
/* Tangential spring and dashpot with two coefficients of friction: a contact sticks up to friction x
   F, and once it slides the cap is friction_dynamic x F until the force is below that again. The
   spring is that of `hooke`, or with normal: hertz that of `mindlin_secant`. Memory: the stretch, and
   1 while it slides. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/tangential.h"
#include "options/rows.h"

typedef struct {
  double      constant; /* N/m */
  double      modulus;  /* Pa: 2 modulus x reduced radius */
  double      shear;    /* 8 G*, Pa: x contact radius */
  double      sticks, slides;
  SlipDashpot dashpot;
} Static;

/* clang-format off */
static const Option dynamic_options[] = {
  REAL(KEY_IN("friction_dynamic", Static, slides), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "Coulomb coefficient while a contact slides, at most friction; without it the mean of the "
      "materials'", .usual = 1),
  {NULL},
};
/* clang-format on */

static void read_spring(Static *h, const LawSource *s)
{
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");

  if (normal && normal->hertzian) {
    if (s->a->young > 0 && s->b->young > 0) h->shear = 8 * contact_shear(s->a, s->b);
  } else if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->constant = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else if (normal && normal->linear)
    normal->linear(s->constants[SLOT_NORMAL], share, &h->constant, &h->modulus);
  else
    option_mistake(s->options, "contact", s->law, "tangential",
                   "static_dynamic needs normal: hooke or hertz, or tangential_stiffness");
}

static unsigned static_read(void *self, const LawSource *s)
{
  Static *h = self;

  h->sticks = option_real(s->options, "contact", s->law, "friction");
  options_read_into(s->options, "contact", s->law, dynamic_options, h);
  if (h->slides > h->sticks)
    option_mistake(s->options, "contact", s->law, "friction_dynamic",
                   "%g, above friction, %g: give at most that", h->slides, h->sticks);
  read_spring(h, s);
  h->dashpot = slip_dashpot_read(s, h->shear > 0 ? GROWING_RATIO : 1);
  return NEEDS_FRAME | NEEDS_RADIUS | slip_dashpot_needs(&h->dashpot);
}

ALWAYS_INLINE double stiffness_of(const Static *h, double radius, double depth)
{
  return h->constant + 2 * h->modulus * radius + h->shear * sqrt(radius * depth);
}

/* rooted: dashpot from the damping ratio, else from the rate; slip: time by which the stretch advances
   before the sample, s; share: see batch_start. */
ALWAYS_INLINE void stretch(const Static *h, bool rooted, const double *slip, const double *share,
                           ContactBatch *b)
{
  const bool ahead  = !(h->shear > 0); /* a stiffness that grows would push along the slip */
  double    *slides = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = stiffness_of(h, b->elastic[k], -b->gap[k]);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double force = b->push[k] > 0 ? b->push[k] : 0, low = h->slides * force;
    const double cap = b->known[k] * slides[k] > 0 ? low : h->sticks * force;

    slides[k] =
      batch_stretch(b, k, stiffness, compliance, dashpot, cap, low, slip[k], share[k], ahead) ? 1
                                                                                              : 0;
  }
}

KERNEL static void apply_ratio(const Static *h, const double *slip, const double *share,
                               ContactBatch *b)
{
  stretch(h, true, slip, share, b);
}

KERNEL static void apply_rate(const Static *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  stretch(h, false, slip, share, b);
}

static void static_apply(const void *self, ContactBatch *b)
{
  Static h = *(const Static *)self;
  double slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.shear > 0 && !(h.dashpot.rate > 0) ? batch_root_start(b, k) : batch_start(b, k);
  }
  if (h.dashpot.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static void static_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Static *h = self;

  limits->stiffness = stiffness_of(h, at->radius, at->overlap * at->radius);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void static_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] +=
      batch_stretch_energy(b, k, stiffness_of(self, b->elastic[k], max_real(0, -b->gap[k])));
}

static void static_stored(const void *self, const ContactBatch *b, double *energy)
{
  const Static     *h = self;
  const SlipDashpot d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = stiffness_of(h, b->elastic[k], max_real(0, -b->gap[k])),
                 force     = max_real(0, b->push[k]);
    const double most      = b->memory[3][k] > 0 ? h->slides : h->sticks;

    energy[k] +=
      batch_stretch_stored(b, k, stiffness, slip_dashpot(&d, d.ratio > 0, b, k, stiffness),
                           most * force, h->slides * force);
  }
}

static void static_undamp(void *self)
{
  ((Static *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField static_memory[] = {{"stretch", "m", 3}, {"slides", "1", 1}, {NULL}};

const ContactTerm tangential_static = {
  .head     = {.name   = "static_dynamic",
               .text   = "Tangential spring that sticks up to friction and slides at friction_dynamic.",
               .source = "Luding 2008, Granular Matter 10, 235",
               .options = {tangential_options, sliding_options, dynamic_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(Static),
  .memory   = static_memory,
  .read     = static_read,
  .apply    = static_apply,
  .limits   = static_limits,
  .undamp   = static_undamp,
  .duration = 1, /* of a linear spring, the shorter one */
  .energy   = static_energy,
  .stored   = static_stored,
};
