/* SPDX-License-Identifier: MIT */
/* Springs and dashpots of the tangential terms. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_H

#include "base/kernel.h"
#include "base/vec.h"
#include "contact/terms/kernels/dashpot.h"

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

/* Advance the stretch, which is in memory, to half a step after the sample and add the force of
   spring and dashpot to the batch. Returns whether it slides. */
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
  batch_keep(b, k, batch_turned(b, k, b->dt, vec3_axpy(to, 0.5 * b->dt, slip)));
  return keep < 1;
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

#endif
