/* SPDX-License-Identifier: MIT */
/* Hysteretic springs. Loading: k1 x overlap. Unloading and reloading: a line of slope k2 > k1 from the
   largest overlap m so far, k2 (overlap - m) + k1 m. `walton_braun`: not below zero. `luding`: not
   below -kc x overlap, an adhesive branch; where it is followed, m is reduced so that the line goes
   through it, and reloading leaves it along such a line. With plastic_depth phi, k2 grows in
   proportion to m from k1 to unloading_stiffness at the overlap

     m = phi 2 R* kp / (kp - k1)       kp: unloading_stiffness

   and from there on loading follows the line too.

   Stored energy: F^2 / (2 k2), F the spring's force. Memory: m. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

typedef struct {
  double  load;     /* k1, N/m */
  double  unload;   /* kp, N/m */
  double  adhesion; /* kc, N/m; 0: walton_braun */
  double  depth;    /* overlap at which k2 = kp, over R*; 0: k2 = kp always */
  Dashpot dashpot;
} Hysteretic;

/* clang-format off */
static const Option unloading_options[] = {
  REAL(KEY_IN("unloading_stiffness", Hysteretic, unload), "N/m", REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness where a contact unloads, above that of loading, `stiffness`"),
  {NULL},
};

static const Option adhesion_options[] = {
  REAL(KEY_IN("adhesion_stiffness", Hysteretic, adhesion), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "attraction over overlap of the adhesive branch"),
  REAL(KEY("plastic_depth"),                               "1",   "0", UP_TO(SCALE_MOST),
      "plastic overlap over twice the reduced radius, at which unloading_stiffness is reached; 0: "
      "at any overlap"),
  {NULL},
};
/* clang-format on */

static void read_stiffness(Hysteretic *h, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, unloading_options, h);
  if (!option_has_value(s->options, "contact", s->law, "stiffness")) {
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: %s needs the stiffness of loading (N/m)",
                   option_word(s->options, "contact", s->law, "normal"));
    h->load = 0.5 * h->unload;
    return;
  }
  h->load = option_real(s->options, "contact", s->law, "stiffness");
  if (h->unload <= h->load)
    option_mistake(s->options, "contact", s->law, "unloading_stiffness",
                   "%g N/m, not above stiffness, %g N/m: give a larger one", h->unload, h->load);
}

static unsigned hysteretic_read(void *self, const LawSource *s)
{
  Hysteretic *h = self;

  read_stiffness(h, s);
  h->dashpot = dashpot_read_plastic(s);
  return dashpot_needs(&h->dashpot);
}

static unsigned luding_read(void *self, const LawSource *s)
{
  Hysteretic    *h     = self;
  const unsigned needs = hysteretic_read(self, s);
  const double   phi   = option_real(s->options, "contact", s->law, "plastic_depth");

  options_read_into(s->options, "contact", s->law, adhesion_options, h);
  h->depth = h->unload > h->load ? 2 * phi * h->unload / (h->unload - h->load) : 0;
  return needs | (h->depth > 0 ? NEEDS_RADIUS : 0);
}

/* Stiffness of unloading from the overlap m; limit: overlap at which it is kp. */
ALWAYS_INLINE double slope_at(const Hysteretic *h, bool limited, double m, double limit)
{
  return limited ? h->load + (h->unload - h->load) * (m / limit) : h->unload;
}

/* The overlap m whose line meets the adhesive branch at this overlap: k2(m) (overlap - m) + k1 m =
   -kc overlap. */
ALWAYS_INLINE double meeting_at(const Hysteretic *h, bool limited, double overlap, double limit)
{
  const double sum = h->load + h->adhesion, rise = h->unload - h->load;

  return limited ? 0.5 * (overlap + sqrt(overlap * overlap + 4 * sum * overlap * limit / rise))
                 : (h->unload + h->adhesion) * overlap / rise;
}

/* The spring's force at an overlap; most: memory, changed; slope: of the line. limited: with
   plastic_depth. */
ALWAYS_INLINE double spring_at(const Hysteretic *h, bool limited, double overlap, double radius,
                               double *most, double *slope)
{
  const double limit = limited ? h->depth * radius : INFINITY;
  const double wide = overlap > *most ? overlap : *most, m = wide < limit ? wide : limit;
  const double line = slope_at(h, limited, m, limit) * (overlap - m) + h->load * m,
               low = -h->adhesion * overlap, meet = meeting_at(h, limited, overlap, limit);
  /* without adhesion the line stays, and the force is 0 below it */
  const double back = h->adhesion > 0 ? meet : m;

  *most  = line < low ? back : m;
  *slope = slope_at(h, limited, *most, limit);
  return line < low ? low : line;
}

ALWAYS_INLINE void push_apart(const Hysteretic *h, bool limited, const double *ramp,
                              const double *share, ContactBatch *b)
{
  double *m = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    double       most    = m[k], slope;
    const double spring  = spring_at(h, limited, -b->gap[k], b->radius[k], &most, &slope);
    const double dashpot = (h->dashpot.rate * b->mass[k] + h->dashpot.coefficient) * b->approach[k];

    m[k]       = most;
    b->jump[k] = dashpot;
    batch_push(b, k, spring + dashpot, ramp[k] * spring + share[k] * dashpot);
  }
}

KERNEL static void apply_limited(const Hysteretic *h, const double *ramp, const double *share,
                                 ContactBatch *b)
{
  push_apart(h, true, ramp, share, b);
}

KERNEL static void apply_free(const Hysteretic *h, const double *ramp, const double *share,
                              ContactBatch *b)
{
  push_apart(h, false, ramp, share, b);
}

static void hysteretic_apply(const void *self, ContactBatch *b)
{
  Hysteretic h = *(const Hysteretic *)self;
  double     ramp[TILE], share[TILE];

  h.dashpot.rate = dashpot_within(h.dashpot.rate, dashpot_most(b));
  batch_fill(b, 1, ramp);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    ramp[k]  = batch_ramp(b, k, h.adhesion > 0 ? 0 : 2); /* without adhesion zero before parting */
    share[k] = batch_start(b, k) * batch_stop(b, k, 0);
  }
  if (h.depth > 0) apply_limited(&h, ramp, share, b);
  else apply_free(&h, ramp, share, b);
}

static void hysteretic_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Hysteretic *h = self;

  limits->stiffness = max_real(h->unload, h->adhesion);
  limits->damping   = dashpot_damping(&h->dashpot, 1, 0, at->mass, at->point_mass);
}

static void hysteretic_linear(const void *self, double factor, double *constant, double *modulus)
{
  *constant = factor * ((const Hysteretic *)self)->load;
  *modulus  = 0;
}

/* Memory is that of this overlap: the force is read, nothing changes. */
static void hysteretic_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    double       most  = b->memory[0][k], slope;
    const double force = spring_at(self, ((const Hysteretic *)self)->depth > 0, -b->gap[k],
                                   b->radius[k], &most, &slope);

    energy[k] += 0.5 * force * force / slope;
  }
}

static void hysteretic_undamp(void *self)
{
  Hysteretic *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

static const MemoryField hysteretic_memory[] = {{"largest_overlap", "m", 1}, {NULL}};

const ContactTerm normal_walton_braun = {
  .head   = {.name    = "walton_braun",
             .text    = "Spring that is stiffer in unloading, so that a part of the overlap stays.",
             .source  = "Walton & Braun 1986, J. Rheol. 30, 949",
             .options = {stiffness_options, unloading_options, rate_options}},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(Hysteretic),
  .memory = hysteretic_memory,
  .read   = hysteretic_read,
  .apply  = hysteretic_apply,
  .limits = hysteretic_limits,
  .linear = hysteretic_linear,
  .undamp = hysteretic_undamp,
  .energy = hysteretic_energy,
};

const ContactTerm normal_luding = {
  .head   = {.name    = "luding",
             .text    = "Elasto-plastic spring with an adhesive branch and a limit of plasticity.",
             .source  = "Luding 2008, Granular Matter 10, 235",
             .options = {stiffness_options, unloading_options, adhesion_options, rate_options}},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(Hysteretic),
  .memory = hysteretic_memory,
  .read   = luding_read,
  .apply  = hysteretic_apply,
  .limits = hysteretic_limits,
  .linear = hysteretic_linear,
  .undamp = hysteretic_undamp,
  .energy = hysteretic_energy,
};
