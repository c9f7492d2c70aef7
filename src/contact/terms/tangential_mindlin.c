/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring, whose stiffness grows with the contact radius, and a dashpot, with a
   Coulomb cap. Memory: the elastic force, not a stretch, so that a growing contact stiffens later
   slip only; when the contact radius shrinks, the force is reduced in proportion. Integrated in
   time as the linear spring (tangential_hooke.c). `mindlin_incremental` is the same without that
   reduction. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/tangential.h"

typedef struct {
  double      shear; /* G*, Pa */
  double      friction;
  SlipDashpot dashpot;
} Mindlin;

static unsigned mindlin_read(void *self, const LawSource *s)
{
  Mindlin           *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (!normal || !normal->hertzian) {
    option_mistake(s->options, "contact", s->law, "tangential",
                   "mindlin needs normal: hertz; with normal: hooke use hooke");
    return NEEDS_FRAME;
  }
  if (s->a->young > 0 && s->b->young > 0) h->shear = contact_shear(s->a, s->b);
  h->dashpot = slip_dashpot_read(s, GROWING_RATIO);
  return NEEDS_FRAME | NEEDS_RADIUS | slip_dashpot_needs(&h->dashpot);
}

/* Update the elastic force and add force and dashpot. rescaled: it is reduced with the contact
   radius; rooted, slip, share: as in tangential_hooke.c. */
ALWAYS_INLINE void stretch(const Mindlin *h, bool rooted, bool rescaled, const double *slip,
                           const double *share, ContactBatch *b)
{
  double(*m)[TILE] = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact   = sqrt(-b->radius[k] * b->gap[k]);
    const double stiffness = 8 * h->shear * contact;
    const double dashpot   = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double tx        = b->vx[k] - b->approach[k] * b->nx[k],
                 ty        = b->vy[k] - b->approach[k] * b->ny[k],
                 tz        = b->vz[k] - b->approach[k] * b->nz[k];
    const double cap       = h->friction * (b->push[k] > 0 ? b->push[k] : 0);
    const double less      = contact / m[3][k],
                 give      = b->known[k] * (rescaled && contact < m[3][k] ? less : 1);
    const double half      = 0.5 * b->dt;
    double       x = m[0][k], y = m[1][k], z = m[2][k], fx, fy, fz, size, keep;

    batch_turn(b, k, b->dt_before, &x, &y, &z);
    batch_flatten(b, k, &x, &y, &z);
    x    = give * x - stiffness * slip[k] * tx;
    y    = give * y - stiffness * slip[k] * ty;
    z    = give * z - stiffness * slip[k] * tz;
    fx   = x - dashpot * tx;
    fy   = y - dashpot * ty;
    fz   = z - dashpot * tz;
    size = sqrt(fx * fx + fy * fy + fz * fz);
    keep = size > cap ? cap / size : 1;
    fx *= keep;
    fy *= keep;
    fz *= keep;
    b->fx[k] += share[k] * fx;
    b->fy[k] += share[k] * fy;
    b->fz[k] += share[k] * fz;
    x = keep < 1 ? fx + dashpot * tx : x;
    y = keep < 1 ? fy + dashpot * ty : y;
    z = keep < 1 ? fz + dashpot * tz : z;
    x -= stiffness * half * tx;
    y -= stiffness * half * ty;
    z -= stiffness * half * tz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
    m[3][k] = contact;
  }
}

KERNEL static void apply_ratio(const Mindlin *h, const double *slip, const double *share,
                               ContactBatch *b)
{
  stretch(h, true, true, slip, share, b);
}

KERNEL static void apply_rate(const Mindlin *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  stretch(h, false, true, slip, share, b);
}

KERNEL static void keep_ratio(const Mindlin *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  stretch(h, true, false, slip, share, b);
}

KERNEL static void keep_rate(const Mindlin *h, const double *slip, const double *share,
                             ContactBatch *b)
{
  stretch(h, false, false, slip, share, b);
}

static void find_shares(const Mindlin *h, const ContactBatch *b, double *slip, double *share)
{
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * batch_root_slip(b->entered[k]);
    /* scales the force, not the memory; no share at parting, where the cap brings the force to
       zero */
    share[k] = h->dashpot.rate > 0 ? batch_start(b, k) : batch_root_start(b, k);
  }
}

static void mindlin_apply(const void *self, ContactBatch *b)
{
  Mindlin h = *(const Mindlin *)self;
  double  slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  find_shares(&h, b, slip, share);
  if (h.dashpot.ratio > 0) apply_ratio(&h, slip, share, b);
  else apply_rate(&h, slip, share, b);
}

static void incremental_apply(const void *self, ContactBatch *b)
{
  Mindlin h = *(const Mindlin *)self;
  double  slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  find_shares(&h, b, slip, share);
  if (h.dashpot.ratio > 0) keep_ratio(&h, slip, share, b);
  else keep_rate(&h, slip, share, b);
}

static void mindlin_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Mindlin *h = self;

  limits->stiffness = 8 * h->shear * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

/* The force in memory is half a step ahead: that half step is subtracted. */
static void mindlin_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Mindlin *h = self;

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 half      = 0.5 * b->dt * stiffness;
    const double x         = b->memory[0][k] + half * (b->vx[k] - b->approach[k] * b->nx[k]),
                 y         = b->memory[1][k] + half * (b->vy[k] - b->approach[k] * b->ny[k]),
                 z         = b->memory[2][k] + half * (b->vz[k] - b->approach[k] * b->nz[k]);

    if (stiffness > 0) energy[k] += 0.5 * (x * x + y * y + z * z) / stiffness;
  }
}

static void mindlin_stored(const void *self, const ContactBatch *b, double *energy)
{
  const Mindlin    *h = self;
  const SlipDashpot d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 half      = 0.5 * b->dt * stiffness;
    const double cap       = h->friction * max_real(0, b->push[k]),
                 dashpot   = slip_dashpot(&d, d.ratio > 0, b, k, stiffness);
    const Vec3 m           = {b->memory[0][k], b->memory[1][k], b->memory[2][k]};
    Vec3       slip, spring;

    batch_slip(b, k, &slip.x, &slip.y, &slip.z);
    spring = vec3_axpy(m, half, slip);
    energy[k] += stored_below(spring, vec3_axpy(spring, -dashpot, slip), stiffness, cap, cap);
  }
}

static void mindlin_undamp(void *self)
{
  ((Mindlin *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField mindlin_memory[] = {{"force", "N", 3}, {"contact_radius", "m", 1}, {NULL}};

#define MINDLIN \
  "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327; Thornton, Cummins & Cleary 2013, Powder " \
  "Technology 233, 30"

/* A term of this file by name, text and the function that applies it. */
#define TERM(NAME, TEXT, APPLY) \
  { \
    .head = {.name = NAME, .text = TEXT, .source = MINDLIN, .options = {sliding_options}}, \
    .slot = SLOT_TANGENTIAL, .size = sizeof(Mindlin), .memory = mindlin_memory, \
    .read = mindlin_read, .apply = APPLY, .limits = mindlin_limits, .undamp = mindlin_undamp, \
    .duration = 1.2829, /* as the Hertz contact: same duration, same growth of the stiffness */ \
      .energy = mindlin_energy, .stored = mindlin_stored \
  }

const ContactTerm tangential_mindlin =
  TERM("mindlin", "Mindlin's tangential spring (no slip until the Coulomb cap), kept as a force.",
       mindlin_apply);
const ContactTerm tangential_mindlin_rescaled =
  TERM("mindlin_rescaled", "The same as mindlin.", mindlin_apply);
const ContactTerm tangential_mindlin_incremental = TERM(
  "mindlin_incremental",
  "Mindlin's tangential spring, its force kept also when the contact shrinks.", incremental_apply);
