/* SPDX-License-Identifier: MIT */
/* Rolling resistance as an elastic-plastic spring and a dashpot: model C of Ai et al. 2011. Spring:
   dM = -k_r d(rolling angle), |M| <= mu_r R* F, F the normal force without cohesion; k_r = 2.25 k_n
   (mu_r R*)^2 unless given. `epsd2`: k_r = k_t R*^2 and no dashpot, k_t the tangential stiffness.
   Dashpot: -2 eta_r sqrt(I_r k_r) x spin while |M| is below the largest,
   none at it (f = 0 there); I_r: moments of inertia about the contact point.

   Memory: the spring's couple, rotated with the contact's frame and integrated by the trapezoidal
   rule as the tangential springs are. With Hertz' k_n the stiffness follows the overlap: a growing
   contact stiffens later rolling only; when it shrinks, the couple is reduced in proportion. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/rolling.h"
#include "options/rows.h"

typedef struct {
  double friction; /* mu_r */
  double damping;  /* eta_r */
  double given;    /* k_r, N m/rad; 0: factor k (arm R*)^2, k the sum of the three below */
  double factor, arm;
  double constant; /* N/m */
  double modulus;  /* Pa: 2 modulus R* */
  double hertz;    /* Pa: hertz x sqrt(R* overlap) */
} Rolling;

/* clang-format off */
static const Option rolling_spring_options[] = {
  REAL_OR_WORD(KEY("rolling_stiffness"),            "N m/rad", "auto", "auto", RANGE_OF(STIFFNESS),
      "stiffness of the rolling spring; auto: 2.25 x normal stiffness x (rolling_friction x "
      "reduced radius)^2"),
  REAL(KEY_IN("rolling_damping", Rolling, damping), "1", "0.3", UNIT_INTERVAL,
      "damping ratio of the rolling spring, until its couple is the largest"),
  {NULL},
};
/* clang-format on */

static double stiffness_at(const ContactTerm *term, const void *constants, double radius,
                           double overlap)
{
  return term_limits(term, constants, (TermCase){.radius = radius, .overlap = overlap}).stiffness;
}

static void read_stiffness(Rolling *h, const LawSource *s)
{
  const ContactTerm *normal    = s->terms[SLOT_NORMAL];
  const void        *constants = s->constants[SLOT_NORMAL];

  if (strcmp(option_word(s->options, "contact", s->law, "rolling_stiffness"), "auto") != 0)
    h->given = option_real(s->options, "contact", s->law, "rolling_stiffness");
  else if (normal && normal->linear) normal->linear(constants, 1, &h->constant, &h->modulus);
  else if (normal && normal->hertzian) h->hertz = stiffness_at(normal, constants, 1, 1);
  else
    option_mistake(s->options, "contact", s->law, "rolling_stiffness",
                   "auto needs normal: hooke or hertz; give it in N m/rad");
}

static unsigned rolling_read(void *self, const LawSource *s)
{
  Rolling *h = self;

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  options_read_into(s->options, "contact", s->law, rolling_spring_options, h);
  h->factor = 2.25;
  h->arm    = h->friction;
  read_stiffness(h, s);
  return NEEDS_RADIUS | NEEDS_FRAME | NEEDS_SPIN | (h->damping > 0 ? NEEDS_POINT_INERTIA : 0);
}

/* The stiffness of the tangential term: that of Mindlin's spring grows with the contact radius. */
static unsigned epsd2_read(void *self, const LawSource *s)
{
  Rolling           *h    = self;
  const ContactTerm *term = s->terms[SLOT_TANGENTIAL], *normal = s->terms[SLOT_NORMAL];
  const void        *constants = s->constants[SLOT_TANGENTIAL];

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  h->factor = h->arm = 1;
  if (!term || !term->energy) /* it has no spring */
    option_mistake(s->options, "contact", s->law, "rolling",
                   "epsd2 takes its stiffness from that of tangential: give tangential: hooke or "
                   "mindlin, or rolling: elastic_plastic");
  else if (normal && normal->hertzian) h->hertz = stiffness_at(term, constants, 1, 1);
  else {
    h->constant = stiffness_at(term, constants, 0, 0);
    h->modulus  = 0.5 * (stiffness_at(term, constants, 1, 0) - h->constant);
  }
  return NEEDS_RADIUS | NEEDS_FRAME | NEEDS_SPIN;
}

ALWAYS_INLINE double spring_of(const Rolling *h, double radius, double elastic, double depth)
{
  const double arm    = h->arm * radius,
               spring = h->constant + 2 * h->modulus * elastic + h->hertz * sqrt(radius * depth);

  return h->factor * spring * arm * arm;
}

static double stiffness_of(const Rolling *h, double radius, double depth)
{
  return h->given > 0 ? h->given : spring_of(h, radius, radius, depth);
}

/* Update the spring's couple and add couples. slip: time by which the spring rolls before the
   sample, s; share: see batch_start. */
ALWAYS_INLINE void roll_as(const Rolling *h, bool damped, bool given, const double *slip,
                           const double *share, ContactBatch *b)
{
  double(*m)[TILE] = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness =
      given ? h->given : spring_of(h, b->radius[k], b->elastic[k], -b->gap[k]);
    const double inertia = damped ? b->point_inertia[k] : 0;
    const double dashpot = 2 * h->damping * sqrt(inertia * stiffness);
    const double cap     = rolling_cap(b, k, h->friction, 1);
    const double give    = b->known[k] * (stiffness < m[3][k] ? stiffness / m[3][k] : 1);
    const double half    = 0.5 * b->dt;
    double       x = m[0][k], y = m[1][k], z = m[2][k], size, keep, damping;
    double       rx = b->wx[k], ry = b->wy[k], rz = b->wz[k];

    batch_flatten(b, k, &rx, &ry, &rz);
    batch_turn(b, k, b->dt_before, &x, &y, &z);
    batch_flatten(b, k, &x, &y, &z);
    x       = give * x - stiffness * slip[k] * rx;
    y       = give * y - stiffness * slip[k] * ry;
    z       = give * z - stiffness * slip[k] * rz;
    size    = sqrt(x * x + y * y + z * z);
    keep    = size > cap ? cap / size : 1;
    damping = keep < 1 ? 0 : dashpot;
    x *= keep;
    y *= keep;
    z *= keep;
    b->cx[k] += share[k] * (x - damping * rx);
    b->cy[k] += share[k] * (y - damping * ry);
    b->cz[k] += share[k] * (z - damping * rz);
    x -= stiffness * half * rx;
    y -= stiffness * half * ry;
    z -= stiffness * half * rz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
    m[3][k] = stiffness;
  }
}

KERNEL static void roll_damped(const Rolling *h, const double *slip, const double *share,
                               ContactBatch *b)
{
  roll_as(h, true, false, slip, share, b);
}

KERNEL static void roll_free(const Rolling *h, const double *slip, const double *share,
                             ContactBatch *b)
{
  roll_as(h, false, false, slip, share, b);
}

KERNEL static void roll_given(const Rolling *h, const double *slip, const double *share,
                              ContactBatch *b)
{
  roll_as(h, true, true, slip, share, b);
}

KERNEL static void roll_given_free(const Rolling *h, const double *slip, const double *share,
                                   ContactBatch *b)
{
  roll_as(h, false, true, slip, share, b);
}

static void rolling_apply(const void *self, ContactBatch *b)
{
  const Rolling h = *(const Rolling *)self;
  double        slip[TILE], share[TILE];

  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int  k     = b->event[e];
    const bool grows = h.hertz > 0; /* the stiffness, from 0 at touching */

    if (batch_is_new(b, k))
      slip[k] = b->dt_before * (grows ? batch_root_slip(b->entered[k]) : b->entered[k]);
    /* scales the couple, not the memory; the cap brings the couple to zero at parting */
    share[k] = grows ? batch_root_start(b, k) : batch_start(b, k);
  }
  if (h.given > 0 && h.damping > 0) roll_given(&h, slip, share, b);
  else if (h.given > 0) roll_given_free(&h, slip, share, b);
  else if (h.damping > 0) roll_damped(&h, slip, share, b);
  else roll_free(&h, slip, share, b);
}

static void rolling_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Rolling *h = self;

  limits->stiffness = stiffness_of(h, at->radius, at->overlap * at->radius);
  limits->damping   = 2 * h->damping * sqrt(at->point_mass * limits->stiffness);
}

/* The couple in memory is half a step ahead: that half step is subtracted. */
static void rolling_energy(const void *self, const ContactBatch *b, double *energy)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double stiffness = b->memory[3][k], half = 0.5 * b->dt * stiffness;
    double       rx = b->wx[k], ry = b->wy[k], rz = b->wz[k], x, y, z;

    batch_flatten(b, k, &rx, &ry, &rz);
    x = b->memory[0][k] + half * rx;
    y = b->memory[1][k] + half * ry;
    z = b->memory[2][k] + half * rz;
    if (stiffness > 0) energy[k] += 0.5 * (x * x + y * y + z * z) / stiffness;
  }
}

static void rolling_undamp(void *self)
{
  ((Rolling *)self)->damping = 0;
}

static const MemoryField rolling_memory[] = {
  {"rolling_couple", "N m", 3}, {"rolling_stiffness", "N m/rad", 1}, {NULL}};

const ContactTerm rolling_elastic_plastic = {
  .head   = {.name    = "elastic_plastic",
             .text    = "Rolling spring that yields at the couple mu_r R* F, and a dashpot.",
             .source  = "Ai, Chen, Rotter & Ooi 2011, Powder Technology 206, 269: model C; Jiang, Yu "
                          "& Harris 2005, Computers and Geotechnics 32, 340",
             .options = {rolling_options, rolling_spring_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(Rolling),
  .memory = rolling_memory,
  .gives  = GIVES_COUPLE,
  .read   = rolling_read,
  .apply  = rolling_apply,
  .limits = rolling_limits,
  .undamp = rolling_undamp,
  .energy = rolling_energy,
};

const ContactTerm rolling_epsd2 = {
  .head   = {.name = "epsd2",
             .text =
               "Rolling spring k_t R*^2 that yields at the couple mu_r R* F, as LIGGGHTS' epsd2.",
             .source  = "Iwashita & Oda 1998, J. Eng. Mech. 124, 285",
             .options = {rolling_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(Rolling),
  .memory = rolling_memory,
  .gives  = GIVES_COUPLE,
  .read   = epsd2_read,
  .apply  = rolling_apply,
  .limits = rolling_limits,
  .energy = rolling_energy,
};
