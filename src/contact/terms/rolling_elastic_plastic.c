/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/rolling_elastic_plastic.h, which has the formulas. */
#include "contact/terms/kernels/rolling_elastic_plastic.h"
#include "base/bounds.h"
#include "contact/terms/rolling.h"
#include "options/rows.h"

/* clang-format off */
static const Option rolling_spring_options[] = {
  REAL_OR_WORD(KEY("rolling_stiffness"),            "N m/rad", "auto", "auto", RANGE_OF(STIFFNESS),
      "stiffness of the rolling spring; auto: 2.25 x normal stiffness x (rolling_friction x "
      "reduced radius)^2"),
  REAL(KEY_IN("rolling_damping", RollingElasticPlastic, damping), "1", "0.3", UNIT_INTERVAL,
      "damping ratio of the rolling spring, until its couple is the largest"),
  {NULL},
};
/* clang-format on */

static double stiffness_at(const ContactTerm *term, const void *constants, double radius,
                           double overlap)
{
  return term_limits(term, constants, (TermCase){.radius = radius, .overlap = overlap}).stiffness;
}

static void read_stiffness(RollingElasticPlastic *h, const LawSource *s)
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
  RollingElasticPlastic *h = self;

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
  RollingElasticPlastic *h    = self;
  const ContactTerm     *term = s->terms[SLOT_TANGENTIAL], *normal = s->terms[SLOT_NORMAL];
  const void            *constants = s->constants[SLOT_TANGENTIAL];

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

static double stiffness_of(const RollingElasticPlastic *h, double radius, double depth)
{
  return h->given > 0 ? h->given : rolling_elastic_plastic_spring_of(h, radius, radius, depth);
}

static void rolling_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const RollingElasticPlastic *h = self;

  limits->stiffness = stiffness_of(h, at->radius, at->overlap * at->radius);
  limits->damping   = 2 * h->damping * sqrt(at->point_mass * limits->stiffness);
}

static void rolling_undamp(void *self)
{
  ((RollingElasticPlastic *)self)->damping = 0;
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
  .size   = sizeof(RollingElasticPlastic),
  .memory = rolling_memory,
  .gives  = GIVES_COUPLE,
  .read   = rolling_read,
  .apply  = rolling_elastic_plastic_apply,
  .limits = rolling_limits,
  .undamp = rolling_undamp,
  .energy = rolling_elastic_plastic_energy,
};

const ContactTerm rolling_epsd2 = {
  .head   = {.name = "epsd2",
             .text =
               "Rolling spring k_t R*^2 that yields at the couple mu_r R* F, as LIGGGHTS' epsd2.",
             .source  = "Iwashita & Oda 1998, J. Eng. Mech. 124, 285",
             .options = {rolling_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(RollingElasticPlastic),
  .memory = rolling_memory,
  .gives  = GIVES_COUPLE,
  .read   = epsd2_read,
  .apply  = rolling_elastic_plastic_apply,
  .limits = rolling_limits,
  .energy = rolling_elastic_plastic_energy,
};
