/* SPDX-License-Identifier: MIT */
/* Linear tangential spring and dashpot with a Coulomb cap. Memory: the spring's stretch, rotated
   with the contact's frame and integrated by the trapezoidal rule, so that the law is second order
   in time. While sliding, the force points against the slip of half a step ago: first order where
   the direction of slip turns (docs/contact.md). */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/tangential.h"

typedef struct {
  double      stiffness; /* N/m; 0: ratio x 2 modulus x reduced radius */
  double      modulus;   /* Pa, times the ratio */
  double      friction;
  SlipDashpot dashpot;
} Hooke;

static unsigned hooke_read(void *self, const LawSource *s)
{
  Hooke             *h      = self;
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (!normal || !normal->linear) {
    option_mistake(s->options, "contact", s->law, "tangential",
                   "hooke needs normal: hooke; with normal: hertz use mindlin");
    return NEEDS_FRAME;
  }
  if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else normal->linear(s->constants[SLOT_NORMAL], share, &h->stiffness, &h->modulus);
  h->dashpot = slip_dashpot_read(s, 1);
  return NEEDS_FRAME | slip_dashpot_needs(&h->dashpot) | (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static inline double stiffness_of(const Hooke *h, double radius)
{
  return h->stiffness + 2 * h->modulus * radius;
}

/* Slip time of a new contact at its first sample, s. */
static double first_slip(const Hooke *h, const ContactBatch *b, int k)
{
  const double stiffness = stiffness_of(h, b->elastic[k]);
  const double tx = b->vx[k] - b->approach[k] * b->nx[k], ty = b->vy[k] - b->approach[k] * b->ny[k],
               tz    = b->vz[k] - b->approach[k] * b->nz[k];
  const double speed = sqrt(tx * tx + ty * ty + tz * tz);
  /* if the dashpot alone exceeds the cap at touching, the contact slides at once and the spring
     starts stretched backwards */
  const double back = speed > 0 ? slip_dashpot(&h->dashpot, h->dashpot.ratio > 0, b, k, stiffness) -
                                    h->friction * b->jump[k] / speed
                                : 0;

  return b->entered[k] * b->dt_before - (back > 0 ? back : 0) / stiffness;
}

/* Update the stretch and add the force. rooted: dashpot from the damping ratio, else from the rate;
   uniform: one stiffness for all contacts; slip: time by which the stretch advances before the
   sample, s; share: see batch_start. */
ALWAYS_INLINE void stretch(const Hooke *h, bool rooted, bool uniform, const double *slip,
                           const double *share, ContactBatch *b)
{
  const double all = h->stiffness, inverse = 1 / h->stiffness;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = uniform ? all : stiffness_of(h, b->elastic[k]),
                 compliance = uniform ? inverse : 1 / stiffness;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap        = h->friction * (b->push[k] > 0 ? b->push[k] : 0);

    (void)batch_stretch(b, k, stiffness, compliance, dashpot, cap, cap, slip[k], share[k], true);
  }
}

KERNEL static void apply_rate(const Hooke *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  stretch(h, false, true, slip, share, b);
}

KERNEL static void apply_ratio(const Hooke *h, const double *slip, const double *share,
                               ContactBatch *b)
{
  stretch(h, true, true, slip, share, b);
}

KERNEL static void apply_any(const Hooke *h, const double *slip, const double *share,
                             ContactBatch *b)
{
  if (h->dashpot.ratio > 0) stretch(h, true, false, slip, share, b);
  else stretch(h, false, false, slip, share, b);
}

static void hooke_apply(const void *self, ContactBatch *b)
{
  Hooke  h = *(const Hooke *)self;
  double slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = first_slip(&h, b, k);
    /* scales the force, not the stretch; no share at parting, where the cap brings the force to
       zero */
    share[k] = batch_start(b, k);
  }
  if (h.modulus > 0) apply_any(&h, slip, share, b);
  else if (h.dashpot.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static void hooke_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Hooke *h = self;

  limits->stiffness = stiffness_of(h, at->radius);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += batch_stretch_energy(b, k, stiffness_of(self, b->elastic[k]));
}

static void hooke_stored(const void *self, const ContactBatch *b, double *energy)
{
  const Hooke      *h = self;
  const SlipDashpot d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = stiffness_of(h, b->elastic[k]),
                 cap       = h->friction * max_real(0, b->push[k]);

    energy[k] += batch_stretch_stored(b, k, stiffness,
                                      slip_dashpot(&d, d.ratio > 0, b, k, stiffness), cap, cap);
  }
}

static void hooke_undamp(void *self)
{
  ((Hooke *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField hooke_memory[] = {{"stretch", "m", 3}, {NULL}};

const ContactTerm tangential_hooke = {
  .head =
    {
      .name    = "hooke",
      .text    = "Linear tangential spring and dashpot with a Coulomb cap.",
      .source  = "Cundall & Strack 1979, Geotechnique 29, 47; Luding 2008, Granular Matter 10, 235",
      .options = {tangential_options, sliding_options},
    },
  .slot   = SLOT_TANGENTIAL,
  .size   = sizeof(Hooke),
  .memory = hooke_memory,
  .read   = hooke_read,
  .apply  = hooke_apply,
  .limits = hooke_limits,
  .undamp = hooke_undamp,
  .energy = hooke_energy,
  .stored = hooke_stored,
};
