/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring with the stretch as memory: the force is that of the whole stretch at
   the stiffness of the moment, 8 G* x contact radius, so that it changes with the load without slip
   (LAMMPS' tangential mindlin, LIGGGHTS' hertz). Integrated as the linear spring. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/tangential.h"

typedef struct {
  double shear; /* G*, Pa */
  double friction;
  double ratio; /* damping ratio */
  double rate;  /* dashpot coefficient over the reduced mass, 1/s */
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
  if (option_has_value(s->options, "contact", s->law, "tangential_damping"))
    h->rate = option_real(s->options, "contact", s->law, "tangential_damping");
  else if (option_has_value(s->options, "contact", s->law, "restitution"))
    h->ratio = damping_ratio(option_real(s->options, "contact", s->law, "restitution"), false);
  return NEEDS_FRAME | NEEDS_RADIUS | (h->ratio > 0 ? NEEDS_POINT_MASS : 0) |
         (h->rate > 0 ? NEEDS_MASS : 0);
}

/* rooted: dashpot from the damping ratio, else from the rate; slip: time by which the stretch advances
   before the sample, s; share: see batch_start. */
ALWAYS_INLINE void stretch(const Secant *h, bool rooted, const double *slip, const double *share,
                           ContactBatch *b)
{
  const double root = 2 * GROWING_RATIO * h->ratio;
  double(*m)[TILE]  = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const double dashpot = rooted ? root * sqrt(b->slip_mass[k] * stiffness) : h->rate * b->mass[k];
    const double cap     = h->friction * (b->push[k] > 0 ? b->push[k] : 0);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double half       = 0.5 * b->dt; /* outside, gcc 12 does not vectorise the loop */
    double       x = m[0][k], y = m[1][k], z = m[2][k], tx, ty, tz, fx, fy, fz, size, keep;

    batch_slip(b, k, &tx, &ty, &tz);
    batch_turn(b, k, b->dt_before, &x, &y, &z);
    batch_flatten(b, k, &x, &y, &z);
    x    = b->known[k] * x + slip[k] * tx;
    y    = b->known[k] * y + slip[k] * ty;
    z    = b->known[k] * z + slip[k] * tz;
    fx   = -stiffness * x - dashpot * tx;
    fy   = -stiffness * y - dashpot * ty;
    fz   = -stiffness * z - dashpot * tz;
    size = sqrt(fx * fx + fy * fy + fz * fz);
    keep = size > cap ? cap / size : 1;
    fx *= keep;
    fy *= keep;
    fz *= keep;
    b->fx[k] += share[k] * fx;
    b->fy[k] += share[k] * fy;
    b->fz[k] += share[k] * fz;
    x = keep < 1 ? -(fx + dashpot * tx) * compliance : x;
    y = keep < 1 ? -(fy + dashpot * ty) * compliance : y;
    z = keep < 1 ? -(fz + dashpot * tz) * compliance : z;
    x += half * tx;
    y += half * ty;
    z += half * tz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
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
  const Secant h = *(const Secant *)self;
  double       slip[TILE], share[TILE];

  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.rate > 0 ? batch_start(b, k) : batch_root_start(b, k);
  }
  if (h.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static double secant_stiffness(const void *self, double radius, double overlap)
{
  return 8 * ((const Secant *)self)->shear * radius * sqrt(overlap);
}

static double secant_damping(const void *self, double radius, double overlap, double mass,
                             double point_mass)
{
  const Secant *h = self;

  return dashpot_of(GROWING_RATIO * h->ratio, h->rate, secant_stiffness(h, radius, overlap), mass,
                    point_mass);
}

/* The stretch in memory is half a step ahead: that half step is subtracted. */
static void secant_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * ((const Secant *)self)->shear * sqrt(-b->radius[k] * b->gap[k]),
                 half      = 0.5 * b->dt;
    double tx, ty, tz, x, y, z;

    batch_slip(b, k, &tx, &ty, &tz);
    x = b->memory[0][k] - half * tx;
    y = b->memory[1][k] - half * ty;
    z = b->memory[2][k] - half * tz;
    energy[k] += 0.5 * stiffness * (x * x + y * y + z * z);
  }
}

static const MemoryField secant_memory[] = {{"stretch", "m", 3}, {NULL}};

const ContactTerm tangential_secant = {
  .head      = {.name = "mindlin_secant",
                .text = "Mindlin's tangential spring, its whole stretch at the stiffness of the moment.",
                .source  = "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327",
                .options = {sliding_options}},
  .slot      = SLOT_TANGENTIAL,
  .size      = sizeof(Secant),
  .memory    = secant_memory,
  .read      = secant_read,
  .apply     = secant_apply,
  .stiffness = secant_stiffness,
  .damping   = secant_damping,
  .duration  = 1.2829, /* as the Hertz contact (tangential_mindlin.c) */
  .energy    = secant_energy,
};
