/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring with the stretch as memory: the force is that of the whole stretch at
   the stiffness of the moment, 8 G* x contact radius, so that it changes with the load without slip
   (LAMMPS' tangential mindlin, LIGGGHTS' hertz). Integrated as the linear spring; but at the Coulomb
   limit, where the dashpot alone exceeds it, the stretch becomes 0: stretched forward, so that spring
   and dashpot have the force of the limit, the spring would push along the slip as its stiffness
   grows, faster than the dashpot. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/tangential.h"

typedef struct {
  double      shear; /* G*, Pa */
  double      friction;
  SlipDashpot dashpot;
} Secant;

static unsigned secant_read(void *self, const LawSource *s)
{
  Secant            *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (!normal || !normal->hertzian) {
    option_mistake(s->options, "contact", s->law, "tangential",
                   "mindlin_secant needs normal: hertz; with normal: hooke use hooke");
    return NEEDS_FRAME;
  }
  if (s->a->young > 0 && s->b->young > 0) h->shear = contact_shear(s->a, s->b);
  h->dashpot = slip_dashpot_read(s, GROWING_RATIO);
  return NEEDS_FRAME | NEEDS_RADIUS | slip_dashpot_needs(&h->dashpot);
}

/* rooted: dashpot from the damping ratio, else from the rate; slip: time by which the stretch advances
   before the sample, s; share: see batch_start. */
ALWAYS_INLINE void stretch(const Secant *h, bool rooted, const double *slip, const double *share,
                           ContactBatch *b)
{

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap        = h->friction * (b->push[k] > 0 ? b->push[k] : 0);

    (void)batch_stretch(b, k, stiffness, compliance, dashpot, cap, cap, slip[k], share[k], false);
  }
}

KERNEL static void apply_ratio(const Secant *h, const double *slip, const double *share,
                               ContactBatch *b)
{
  stretch(h, true, slip, share, b);
}

KERNEL static void apply_rate(const Secant *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  stretch(h, false, slip, share, b);
}

static void secant_apply(const void *self, ContactBatch *b)
{
  Secant h = *(const Secant *)self;
  double slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.dashpot.rate > 0 ? batch_start(b, k) : batch_root_start(b, k);
  }
  if (h.dashpot.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static void secant_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Secant *h = self;

  limits->stiffness = 8 * h->shear * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void secant_energy(const void *self, const ContactBatch *b, double *energy)
{
  const double unit = 8 * ((const Secant *)self)->shear;

  for (int k = 0; k < b->n; k++)
    energy[k] += batch_stretch_energy(b, k, unit * sqrt(-b->radius[k] * b->gap[k]));
}

static void secant_stored(const void *self, const ContactBatch *b, double *energy)
{
  const Secant     *h = self;
  const SlipDashpot d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 cap       = h->friction * max_real(0, b->push[k]);

    energy[k] += batch_stretch_stored(b, k, stiffness,
                                      slip_dashpot(&d, d.ratio > 0, b, k, stiffness), cap, cap);
  }
}

static void secant_undamp(void *self)
{
  ((Secant *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField secant_memory[] = {{"stretch", "m", 3}, {NULL}};

const ContactTerm tangential_secant = {
  .head     = {.name = "mindlin_secant",
               .text = "Mindlin's tangential spring, its whole stretch at the stiffness of the moment.",
               .source  = "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327",
               .options = {sliding_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(Secant),
  .memory   = secant_memory,
  .read     = secant_read,
  .apply    = secant_apply,
  .limits   = secant_limits,
  .undamp   = secant_undamp,
  .duration = 1.2829, /* as the Hertz contact (tangential_mindlin.c) */
  .energy   = secant_energy,
  .stored   = secant_stored,
};
