/* SPDX-License-Identifier: MIT */
/* Tangential spring and dashpot with two coefficients of friction: a contact sticks up to friction x
   F, and once it slides the cap is friction_dynamic x F until the force is below that again. The
   spring is that of `hooke`, or with normal: hertz that of `mindlin_secant`. Memory: the stretch, and
   1 while it slides. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/tangential.h"

typedef struct {
  double constant; /* N/m */
  double modulus;  /* Pa: 2 modulus x reduced radius */
  double shear;    /* 8 G*, Pa: x contact radius */
  double sticks, slides;
  double ratio; /* damping ratio, with its factor for Hertz' contact */
  double rate;  /* dashpot coefficient over the reduced mass, 1/s */
} Static;

static const Option dynamic_options[] = {
  {.key  = "friction_dynamic",
   .type = OPTION_REAL,
   .unit = "1",
   .lo   = 0,
   .hi   = FRICTION_MOST,
   .help = "Coulomb coefficient while a contact slides, at most friction"},
  {NULL},
};

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
  h->slides = option_real(s->options, "contact", s->law, "friction_dynamic");
  if (h->slides > h->sticks)
    option_mistake(s->options, "contact", s->law, "friction_dynamic",
                   "%g, above friction, %g: give at most that", h->slides, h->sticks);
  read_spring(h, s);
  if (option_has_value(s->options, "contact", s->law, "tangential_damping"))
    h->rate = option_real(s->options, "contact", s->law, "tangential_damping");
  else if (option_has_value(s->options, "contact", s->law, "restitution"))
    h->ratio = (h->shear > 0 ? GROWING_RATIO : 1) *
               damping_ratio(option_real(s->options, "contact", s->law, "restitution"), false);
  return NEEDS_FRAME | NEEDS_RADIUS | (h->ratio > 0 ? NEEDS_POINT_MASS : 0) |
         (h->rate > 0 ? NEEDS_MASS : 0);
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
  double(*m)[TILE] = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = stiffness_of(h, b->radius[k], -b->gap[k]);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double dashpot =
      rooted ? 2 * h->ratio * sqrt(b->slip_mass[k] * stiffness) : h->rate * b->mass[k];
    const double force = b->push[k] > 0 ? b->push[k] : 0, low = h->slides * force;
    const double cap  = b->known[k] * m[3][k] > 0 ? low : h->sticks * force;
    const double half = 0.5 * b->dt; /* outside, gcc 12 does not vectorise the loop */
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
    keep = size > cap ? low / size : 1;
    fx *= keep;
    fy *= keep;
    fz *= keep;
    b->fx[k] += share[k] * fx;
    b->fy[k] += share[k] * fy;
    b->fz[k] += share[k] * fz;
    m[3][k] = size > cap;
    x       = size > cap ? -(fx + dashpot * tx) * compliance : x;
    y       = size > cap ? -(fy + dashpot * ty) * compliance : y;
    z       = size > cap ? -(fz + dashpot * tz) * compliance : z;
    x += half * tx;
    y += half * ty;
    z += half * tz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
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
  const Static h = *(const Static *)self;
  double       slip[TILE], share[TILE];

  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.shear > 0 && !(h.rate > 0) ? batch_root_start(b, k) : batch_start(b, k);
  }
  if (h.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static double static_stiffness(const void *self, double radius, double overlap)
{
  return stiffness_of(self, radius, overlap * radius);
}

static double static_damping(const void *self, double radius, double overlap, double mass,
                             double point_mass)
{
  const Static *h = self;

  return dashpot_of(h->ratio, h->rate, static_stiffness(h, radius, overlap), mass, point_mass);
}

/* The stretch in memory is half a step ahead: that half step is subtracted. */
static void static_energy(const void *self, const ContactBatch *b, double *energy)
{
  const double half = 0.5 * b->dt;

  for (int k = 0; k < b->n; k++) {
    double tx, ty, tz, x, y, z;

    batch_slip(b, k, &tx, &ty, &tz);
    x = b->memory[0][k] - half * tx;
    y = b->memory[1][k] - half * ty;
    z = b->memory[2][k] - half * tz;
    energy[k] +=
      0.5 * stiffness_of(self, b->radius[k], max_real(0, -b->gap[k])) * (x * x + y * y + z * z);
  }
}

static const MemoryField static_memory[] = {{"stretch", "m", 3}, {"slides", "1", 1}, {NULL}};

const ContactTerm tangential_static = {
  .head      = {.name   = "static_dynamic",
                .text   = "Tangential spring that sticks up to friction and slides at friction_dynamic.",
                .source = "Luding 2008, Granular Matter 10, 235",
                .options = {tangential_options, sliding_options, dynamic_options}},
  .slot      = SLOT_TANGENTIAL,
  .size      = sizeof(Static),
  .memory    = static_memory,
  .read      = static_read,
  .apply     = static_apply,
  .stiffness = static_stiffness,
  .damping   = static_damping,
  .duration  = 1, /* of a linear spring, the shorter one */
  .energy    = static_energy,
};
