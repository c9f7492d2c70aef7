/* SPDX-License-Identifier: MIT */
/* Springs and dashpots of the tangential terms. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_H

#include "contact/terms/kernels/dashpot.h"
#include <stddef.h>

/* Dashpot of a tangential spring: that of tangential_damping, else of restitution, or none. */
typedef struct {
  double ratio; /* damping ratio; 0: see rate */
  double rate;  /* coefficient over the reduced mass, 1/s */
  double most;  /* in a batch: largest coefficient over the effective mass along the normal, 1/s */
} SlipDashpot;

/* The dashpot in a batch, no stronger than DASHPOT_MOST allows. */
static inline SlipDashpot slip_dashpot_in(SlipDashpot d, const ContactBatch *b)
{
  d.most = ACROSS_MOST * dashpot_most(b);
  d.rate = dashpot_within(d.rate, d.most);
  return d;
}

/* Coefficient, kg/s. d: of slip_dashpot_in; rooted: from the ratio, which is above 0. */
ALWAYS_INLINE double slip_dashpot(const SlipDashpot *d, bool rooted, const ContactBatch *b, int k,
                                  double stiffness)
{
  return rooted ? dashpot_within(2 * d->ratio * sqrt(b->slip_mass[k] * stiffness),
                                 d->most * b->slip_mass[k])
                : d->rate * b->mass[k];
}

/* Constants of the tangential terms. The stiffness is the sum of three parts, of which a term has
   one, or two. */
typedef struct {
  double      constant; /* N/m */
  double      modulus;  /* Pa: 2 modulus x reduced radius */
  double      shear;    /* 8 G*, Pa: x contact radius */
  double      friction;
  double      slides; /* coefficient of friction while the contact slides, at most friction */
  SlipDashpot dashpot;
} TangentialSpring;

/* Stiffness of a spring that does not depend on the overlap. */
static inline double tangential_linear_stiffness(const TangentialSpring *h, double radius)
{
  return h->constant + 2 * h->modulus * radius;
}

/* Stiffness at an overlap `depth`, m. */
ALWAYS_INLINE double tangential_stiffness(const TangentialSpring *h, double radius, double depth)
{
  return tangential_linear_stiffness(h, radius) + h->shear * sqrt(radius * depth);
}

/* Largest force in contact k, N. */
ALWAYS_INLINE double tangential_cap(const ContactBatch *b, int k, double friction)
{
  return friction * (b->push[k] > 0 ? b->push[k] : 0);
}

/* A spring whose stretch is kept, and its dashpot, in one contact. */
typedef struct {
  double stiffness, compliance; /* N/m; 1 / stiffness, 0 for none */
  double dashpot;               /* coefficient, kg/s */
  double cap, low; /* a force above cap slides: it becomes low, and the stretch is cut back to it */
  double time, share; /* as of batch_spring_times */
  /* false: where force opposes the slip, the stretch is never set to a spring that pushes along
     it */
  bool ahead;
} Stretch;

/* Advance the stretch, which is in memory, to the sample and add the force of spring and dashpot to
   the batch. Returns whether it slides. Then batch_advance follows, in a loop of its own. */
ALWAYS_INLINE bool batch_stretch(ContactBatch *b, int k, Stretch s)
{
  const Vec3 slip    = batch_slip(b, k),
             was     = batch_across(b, k, batch_turned(b, k, b->dt_before, batch_kept(b, k))),
             stretch = vec3_axpy(vec3_scale(b->known[k], was), s.time, slip),
             all     = vec3_sub(vec3_scale(-s.stiffness, stretch), vec3_scale(s.dashpot, slip));
  const double size = vec3_norm(all), keep = size > s.cap ? s.low / size : 1;
  const Vec3   force = vec3_scale(keep, all);
  double       back  = s.compliance;
  Vec3         to;

  batch_add_force(b, k, vec3_scale(s.share, force));
  if (!s.ahead) {
    const double along = vec3_dot(force, slip), drag = s.dashpot * vec3_dot(slip, slip);

    back = along < 0 && along + drag > 0 ? 0 : s.compliance;
  }
  to = vec3_choose(keep < 1, vec3_scale(-back, vec3_axpy(force, s.dashpot, slip)), stretch);
  batch_keep(b, k, to);
  return keep < 1;
}

/* Advance what is kept from the sample to half a step after it: `per_slip` times the slip is added,
   and it turns with the frame. The loop before waits for a root and a quotient of each contact;
   without this part it is short enough for a processor to have several contacts under way. */
ALWAYS_INLINE void batch_advance(ContactBatch *b, int k, double per_slip)
{
  batch_keep(b, k,
             batch_turned(b, k, b->dt, vec3_axpy(batch_kept(b, k), per_slip, batch_slip(b, k))));
}

ALWAYS_INLINE void batch_advance_stretches(ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) batch_advance(b, k, 0.5 * b->dt);
}

/* Energy that a contact can give back, J. At the Coulomb limit the stretch is set so that spring
   and dashpot together hold the force of the limit: then the spring is stretched forward, along the
   slip, where the dashpot exceeds the limit. No work has done that, and as the slip ends the
   stretch goes with the dashpot. So a spring gives no more than at the limit, and one that pushes
   along the slip less, the nearer the force is to the limit: nothing at it.

   spring, force   force of the spring, and of spring and dashpot, N
   cap             largest force of a spring that gives back, N
   low             force while it slides, N */
static inline double stored_below(Vec3 spring, Vec3 force, double stiffness, double cap, double low)
{
  const double size = vec3_norm(spring), give = min_real(size, cap),
               against = size > 0 ? -vec3_dot(spring, force) / size : 0,
               near = against > 0 ? min_real(against / low, 1) : 0, square = near * near;

  return cap > 0 && stiffness > 0 ? 0.5 * give * give / stiffness * (1 - square * square) : 0;
}

/* The stretch of contact k at the sample: that in memory is half a step ahead. */
static inline Vec3 stretch_now(const ContactBatch *b, int k)
{
  return vec3_axpy(batch_kept(b, k), -0.5 * b->dt, batch_slip(b, k));
}

/* Energy of springs whose stretch is kept, J. */
static inline void tangential_stretch_energy(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialSpring *h = (const TangentialSpring *)self;

  for (int k = 0; k < b->n; k++) {
    const double stiffness = tangential_stiffness(h, b->elastic[k], max_real(0, -b->gap[k]));
    const Vec3   stretch   = stretch_now(b, k);

    energy[k] += 0.5 * stiffness * vec3_dot(stretch, stretch);
  }
}

/* Energy of these springs that contacts can give back, J. slides: [n] 1 where the contact slides;
   NULL: there is one coefficient of friction. */
static inline void tangential_stretch_stored_with(const TangentialSpring *h, const ContactBatch *b,
                                                  const double *slides, double *energy)
{
  const SlipDashpot d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = tangential_stiffness(h, b->elastic[k], max_real(0, -b->gap[k])),
                 low       = tangential_cap(b, k, h->slides),
                 cap       = slides && slides[k] > 0 ? low : tangential_cap(b, k, h->friction),
                 dashpot   = slip_dashpot(&d, d.ratio > 0, b, k, stiffness);
    const Vec3 spring      = vec3_scale(-stiffness, stretch_now(b, k));

    energy[k] +=
      stored_below(spring, vec3_axpy(spring, -dashpot, batch_slip(b, k)), stiffness, cap, low);
  }
}

static inline void tangential_stretch_stored(const void *self, const ContactBatch *b,
                                             double *energy)
{
  tangential_stretch_stored_with((const TangentialSpring *)self, b, NULL, energy);
}

/* ---- tangential: hooke */

/* Linear tangential spring and dashpot with a Coulomb cap. Memory: the spring's stretch, rotated
   with the contact's frame and integrated by the trapezoidal rule, so that the law is second order
   in time. While sliding, the force points against the slip of half a step ago: first order where
   the direction of slip turns (docs/physics/contact.md). */

/* Slip time of a new contact at its first sample, s. */
static inline double tangential_hooke_first_slip(const TangentialSpring *h, const ContactBatch *b,
                                                 int k)
{
  const double stiffness = tangential_linear_stiffness(h, b->elastic[k]),
               speed     = vec3_norm(batch_slip(b, k));
  /* if the dashpot alone exceeds the cap at touching, the contact slides at once and the spring
     starts stretched backwards */
  const double back = speed > 0 ? slip_dashpot(&h->dashpot, h->dashpot.ratio > 0, b, k, stiffness) -
                                    h->friction * b->jump[k] / speed
                                : 0;

  return b->entered[k] * b->dt_before - (back > 0 ? back : 0) / stiffness;
}

/* Update the stretch and add the force. rooted: dashpot from the damping ratio, else from the rate;
   uniform: one stiffness for all contacts; time, share: as of batch_spring_times. */
ALWAYS_INLINE void tangential_hooke_stretch_as(const TangentialSpring *h, bool rooted, bool uniform,
                                               const double *time, const double *share,
                                               ContactBatch *b)
{
  const double all = h->constant, inverse = 1 / h->constant;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = uniform ? all : tangential_linear_stiffness(h, b->elastic[k]),
                 compliance = uniform ? inverse : 1 / stiffness,
                 cap        = tangential_cap(b, k, h->friction);

    (void)batch_stretch(b, k,
                        (Stretch){.stiffness  = stiffness,
                                  .compliance = compliance,
                                  .dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness),
                                  .cap        = cap,
                                  .low        = cap,
                                  .time       = time[k],
                                  .share      = share[k],
                                  .ahead      = true});
  }
  batch_advance_stretches(b);
}

KERNEL static void tangential_hooke_stretch(const TangentialSpring *h, bool rooted, bool uniform,
                                            const double *time, const double *share,
                                            ContactBatch *b)
{
  if (uniform && rooted) tangential_hooke_stretch_as(h, true, true, time, share, b);
  else if (uniform) tangential_hooke_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_hooke_stretch_as(h, true, false, time, share, b);
  else tangential_hooke_stretch_as(h, false, false, time, share, b);
}

static inline void tangential_hooke_apply(const void *self, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, time);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) time[k] = tangential_hooke_first_slip(&h, b, k);
    share[k] = batch_start(b, k);
  }
  tangential_hooke_stretch(&h, h.dashpot.ratio > 0, !(h.modulus > 0), time, share, b);
}

/* ---- tangential: mindlin, mindlin_rescaled, mindlin_incremental */

/* Mindlin's tangential spring, whose stiffness grows with the contact radius, and a dashpot, with a
   Coulomb cap. Memory: the elastic force, not a stretch, so that a growing contact stiffens later
   slip only; when the contact radius shrinks, the force is reduced in proportion. Integrated in
   time as the linear spring. `mindlin_incremental` is the same without that reduction. */

/* Update the elastic force and add force and dashpot. rescaled: it is reduced with the contact
   radius; rooted, time, share: as of tangential_hooke_stretch_as. */
ALWAYS_INLINE void tangential_mindlin_stretch_as(const TangentialSpring *h, bool rooted,
                                                 bool rescaled, const double *time,
                                                 const double *share, ContactBatch *b)
{
  double *before = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact   = sqrt(-b->radius[k] * b->gap[k]);
    const double stiffness = h->shear * contact;
    const double dashpot   = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap       = tangential_cap(b, k, h->friction);
    const double less      = contact / before[k],
                 give      = b->known[k] * (rescaled && contact < before[k] ? less : 1);
    const Vec3 slip        = batch_slip(b, k),
               kept        = batch_across(b, k, batch_turned(b, k, b->dt_before, batch_kept(b, k))),
               spring = vec3_sub(vec3_scale(give, kept), vec3_scale(stiffness * time[k], slip)),
               all    = vec3_sub(spring, vec3_scale(dashpot, slip));
    const double size = vec3_norm(all), keep = size > cap ? cap / size : 1;
    const Vec3   force = vec3_scale(keep, all),
               to      = vec3_choose(keep < 1, vec3_axpy(force, dashpot, slip), spring);

    batch_add_force(b, k, vec3_scale(share[k], force));
    batch_keep(b, k, to);
    before[k] = contact;
  }
#pragma omp simd
  for (int k = 0; k < b->n; k++) batch_advance(b, k, -h->shear * before[k] * (0.5 * b->dt));
}

KERNEL static void tangential_mindlin_stretch(const TangentialSpring *h, bool rooted, bool rescaled,
                                              const double *time, const double *share,
                                              ContactBatch *b)
{
  if (rescaled && rooted) tangential_mindlin_stretch_as(h, true, true, time, share, b);
  else if (rescaled) tangential_mindlin_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_mindlin_stretch_as(h, true, false, time, share, b);
  else tangential_mindlin_stretch_as(h, false, false, time, share, b);
}

ALWAYS_INLINE void tangential_mindlin_apply_as(const void *self, bool rescaled, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_spring_times(b, true, !(h.dashpot.rate > 0), time, share);
  tangential_mindlin_stretch(&h, h.dashpot.ratio > 0, rescaled, time, share, b);
}

static inline void tangential_mindlin_apply(const void *self, ContactBatch *b)
{
  tangential_mindlin_apply_as(self, true, b);
}

static inline void tangential_mindlin_incremental_apply(const void *self, ContactBatch *b)
{
  tangential_mindlin_apply_as(self, false, b);
}

/* The force of the spring at the sample, N: that in memory is half a step ahead. */
static inline Vec3 tangential_mindlin_now(const ContactBatch *b, int k, double stiffness)
{
  return vec3_axpy(batch_kept(b, k), 0.5 * b->dt * stiffness, batch_slip(b, k));
}

static inline void tangential_mindlin_energy(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialSpring *h = (const TangentialSpring *)self;

  for (int k = 0; k < b->n; k++) {
    const double stiffness = h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const Vec3   spring    = tangential_mindlin_now(b, k, stiffness);

    if (stiffness > 0) energy[k] += 0.5 * vec3_dot(spring, spring) / stiffness;
  }
}

static inline void tangential_mindlin_stored(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialSpring *h = (const TangentialSpring *)self;
  const SlipDashpot       d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 cap       = tangential_cap(b, k, h->friction),
                 dashpot   = slip_dashpot(&d, d.ratio > 0, b, k, stiffness);
    const Vec3 spring      = tangential_mindlin_now(b, k, stiffness);

    energy[k] +=
      stored_below(spring, vec3_axpy(spring, -dashpot, batch_slip(b, k)), stiffness, cap, cap);
  }
}

/* ---- tangential: static_dynamic, mindlin_secant */

/* Tangential springs and dashpots whose memory is the stretch, at the stiffness of the moment.

   `static_dynamic` has two coefficients of friction: a contact sticks up to friction x F, and once
   it slides the cap is friction_dynamic x F until the force is below that again. The spring is that
   of `hooke`, or with normal: hertz that of `mindlin_secant`. Further memory: 1 while it slides.

   `mindlin_secant` is Mindlin's spring: the force is that of the whole stretch at the stiffness 8
   G* x contact radius, so that it changes with the load without slip (LAMMPS' tangential mindlin,
   LIGGGHTS' hertz). Integrated as the linear spring; but at the Coulomb limit, where the dashpot
   alone exceeds it, the stretch becomes 0: stretched forward, so that spring and dashpot have the
   force of the limit, the spring would push along the slip as its stiffness grows, faster than the
   dashpot. */

/* rooted: dashpot from the damping ratio, else from the rate; dynamic: of static_dynamic, else of
   mindlin_secant; time, share: as of batch_spring_times. */
ALWAYS_INLINE void tangential_static_stretch_as(const TangentialSpring *h, bool rooted,
                                                bool dynamic, const double *time,
                                                const double *share, ContactBatch *b)
{
  /* a stiffness that grows would push along the slip */
  const bool ahead  = dynamic && !(h->shear > 0);
  double    *slides = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = dynamic ? tangential_stiffness(h, b->elastic[k], -b->gap[k])
                                     : h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const double low = tangential_cap(b, k, h->slides), sticks = tangential_cap(b, k, h->friction),
                 cap = dynamic && b->known[k] * slides[k] > 0 ? low : sticks;
    const bool slid =
      batch_stretch(b, k,
                    (Stretch){.stiffness  = stiffness,
                              .compliance = stiffness > 0 ? 1 / stiffness : 0,
                              .dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness),
                              .cap        = cap,
                              .low        = dynamic ? low : cap,
                              .time       = time[k],
                              .share      = share[k],
                              .ahead      = ahead});

    if (dynamic) slides[k] = slid ? 1 : 0;
  }
  batch_advance_stretches(b);
}

KERNEL static void tangential_static_stretch(const TangentialSpring *h, bool rooted, bool dynamic,
                                             const double *time, const double *share,
                                             ContactBatch *b)
{
  if (dynamic && rooted) tangential_static_stretch_as(h, true, true, time, share, b);
  else if (dynamic) tangential_static_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_static_stretch_as(h, true, false, time, share, b);
  else tangential_static_stretch_as(h, false, false, time, share, b);
}

ALWAYS_INLINE void tangential_static_apply_as(const void *self, bool dynamic, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_spring_times(b, false, h.shear > 0 && !(h.dashpot.rate > 0), time, share);
  tangential_static_stretch(&h, h.dashpot.ratio > 0, dynamic, time, share, b);
}

static inline void tangential_static_apply(const void *self, ContactBatch *b)
{
  tangential_static_apply_as(self, true, b);
}

static inline void tangential_secant_apply(const void *self, ContactBatch *b)
{
  tangential_static_apply_as(self, false, b);
}

static inline void tangential_static_stored(const void *self, const ContactBatch *b, double *energy)
{
  tangential_stretch_stored_with((const TangentialSpring *)self, b, b->memory[3], energy);
}

/* ---- tangential: viscous */

/* Friction without memory: against the slip v with the size min(c |v|, mu F). c is a rate times the
   reduced mass (Haff & Werner), or as in JaxDEM's cundallstrack 2 z sqrt(m k), with z from
   restitution, the effective mass m and k = tangential_ratio x the normal stiffness. Nothing
   sticks: under a constant load below mu F surfaces creep. */

ALWAYS_INLINE void tangential_viscous_oppose_as(const TangentialSpring *h, bool rooted,
                                                const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   slip = batch_slip(b, k);
    const double c =
      slip_dashpot(&h->dashpot, rooted, b, k, tangential_linear_stiffness(h, b->elastic[k]));
    const double cap = tangential_cap(b, k, h->friction), size = vec3_norm(slip), most = cap / size,
                 over = share[k] * (c * size > cap ? most : c);

    batch_add_force(b, k, vec3_scale(-over, slip));
  }
}

KERNEL static void tangential_viscous_oppose(const TangentialSpring *h, bool rooted,
                                             const double *share, ContactBatch *b)
{
  if (rooted) tangential_viscous_oppose_as(h, true, share, b);
  else tangential_viscous_oppose_as(h, false, share, b);
}

static inline void tangential_viscous_apply(const void *self, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_starts(b, share);
  tangential_viscous_oppose(&h, h.dashpot.ratio > 0, share, b);
}

#endif
