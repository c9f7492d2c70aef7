/* SPDX-License-Identifier: MIT */
/* Terms of couples against rolling and against twisting: their keys, and what dt: auto asks of
   them. The formulas stand in kernels/rolling.h. */
#include "contact/terms/kernels/rolling.h"
#include "contact/term.h"
#include "options/rows.h"

/* clang-format off */
/* Keys of all rolling, and of all twisting terms, whose constants begin with the coefficient. */
static const Option rolling_options[] = {
  REAL(KEY_IN("rolling_friction", Resistance, friction), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "largest couple over reduced radius x normal force; without it the mean of the materials'",
      .usual = 1),
  {0},
};

static const Option twisting_options[] = {
  REAL(KEY_IN("twisting_friction", Resistance, friction), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "largest couple about the normal over reduced radius x normal force; without it the mean of "
      "the materials'", .usual = 1),
  {0},
};

static const Option rolling_viscosity_options[] = {
  REAL(KEY_IN("rolling_viscosity", Resistance, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST), "couple over the relative rolling, until it is the largest"),
  {0},
};

static const Option twisting_viscosity_options[] = {
  REAL(KEY_IN("twisting_viscosity", Resistance, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST),
      "couple over the relative spin about the normal, until it is the largest"),
  {0},
};

static const Option rolling_spring_options[] = {
  REAL_OR_WORD(KEY_IN("rolling_stiffness", RollingElasticPlastic, given), "N m/rad", "auto", "auto",
      RANGE_OF(STIFFNESS),
      "stiffness of the rolling spring; auto: 2.25 x normal stiffness x (rolling_friction x "
      "reduced radius)^2", OTHERWISE(0)),
  REAL(KEY_IN("rolling_damping", RollingElasticPlastic, damping), "1", "0.3", UNIT_INTERVAL,
      "damping ratio of the rolling spring, until its couple is the largest"),
  {0},
};

static const Option twisting_spring_options[] = {
  REAL(KEY_IN("twisting_stiffness", Resistance, stiffness), "N m/rad", REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness of the spring about the normal"),
  REAL(KEY_IN("twisting_damping", Resistance, viscosity), "N m s/rad", "0", UP_TO(STIFFNESS_MOST),
      "dashpot about the normal, until the couple is the largest"),
  {0},
};
/* clang-format on */

_Static_assert(offsetof(RollingElasticPlastic, friction) == offsetof(Resistance, friction), "");

/* ---- couples of constant size */

const ContactTerm rolling_constant = {
  .head  = {.name    = "constant_torque",
            .text    = "Couple of constant size mu_r R* F against rolling; bodies at rest creep.",
            .source  = "Zhou, Wright, Yang, Xu & Yu 1999, Physica A 269, 536; model A of Ai, Chen, "
                        "Rotter & Ooi 2011, Powder Technology 206, 269",
            .options = {rolling_options}},
  .slot  = SLOT_ROLLING,
  .size  = sizeof(Resistance),
  .gives = GIVES_COUPLE,
  .needs = NEEDS_RADIUS | NEEDS_SPIN | NEEDS_INERTIA,
  .apply = rolling_constant_apply,
};

const ContactTerm twisting_constant = {
  .head =
    {.name = "constant_torque",
     .text =
       "Couple of constant size mu_t R* F against spinning about the normal; bodies at rest creep.",
     .options = {twisting_options}},
  .slot  = SLOT_TWISTING,
  .size  = sizeof(Resistance),
  .gives = GIVES_COUPLE,
  .needs = NEEDS_RADIUS | NEEDS_SPIN | NEEDS_TWIST,
  .apply = twisting_constant_apply,
};

/* ---- viscous couples */

static void resistance_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Resistance *h = self;

  (void)at;
  limits->stiffness = h->stiffness;
  limits->damping   = h->viscosity;
}

const ContactTerm rolling_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Couple in proportion to rolling, up to mu_r R* F; bodies at rest creep.",
             .source  = "model B of Ai, Chen, Rotter & Ooi 2011, Powder Technology 206, 269",
             .options = {rolling_options, rolling_viscosity_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(Resistance),
  .gives  = GIVES_COUPLE,
  .needs  = NEEDS_RADIUS | NEEDS_SPIN,
  .apply  = rolling_viscous_apply,
  .limits = resistance_limits,
};

const ContactTerm twisting_viscous = {
  .head =
    {.name = "viscous",
     .text =
       "Couple in proportion to the spin about the normal, up to mu_t R* F; bodies at rest creep.",
     .options = {twisting_options, twisting_viscosity_options}},
  .slot   = SLOT_TWISTING,
  .size   = sizeof(Resistance),
  .gives  = GIVES_COUPLE,
  .needs  = NEEDS_RADIUS | NEEDS_SPIN,
  .apply  = twisting_viscous_apply,
  .limits = resistance_limits,
};

/* ---- springs that yield */

static double stiffness_at(const ContactTerm *term, const void *constants, double radius,
                           double overlap)
{
  return term_limits(term, constants, (TermCase){.radius = radius, .overlap = overlap}).stiffness;
}

/* rolling_stiffness, or the springs from which it follows. */
static unsigned rolling_read(void *self, const LawSource *s)
{
  RollingElasticPlastic *h         = self;
  const ContactTerm     *normal    = s->terms[SLOT_NORMAL];
  const void            *constants = s->constants[SLOT_NORMAL];
  const unsigned         needs     = h->damping > 0 ? NEEDS_POINT_INERTIA : 0;

  h->factor = 2.25;
  h->arm    = h->friction;
  if (h->given > 0) return needs;
  if (normal && normal->linear) {
    const LinearSpring spring = normal->linear(constants, 1);

    h->constant = spring.constant;
    h->modulus  = spring.modulus;
  } else if (normal && normal->hertzian) h->hertz = stiffness_at(normal, constants, 1, 1);
  else
    SOURCE_MISTAKE(s, "rolling_stiffness", "auto needs normal: hooke or hertz; give it in N m/rad");
  return needs;
}

/* The stiffness is that of the tangential term: Mindlin's grows with the contact radius. */
static unsigned epsd2_read(void *self, const LawSource *s)
{
  RollingElasticPlastic *h    = self;
  const ContactTerm     *term = s->terms[SLOT_TANGENTIAL], *normal = s->terms[SLOT_NORMAL];
  const void            *constants = s->constants[SLOT_TANGENTIAL];

  h->factor = h->arm = 1;
  if (!term || !term->energy) /* it has no spring */
    SOURCE_MISTAKE(s, "rolling",
                   "epsd2 takes its stiffness from that of tangential: give tangential: hooke or "
                   "mindlin, or rolling: elastic_plastic");
  else if (normal && normal->hertzian) h->hertz = stiffness_at(term, constants, 1, 1);
  else {
    h->constant = stiffness_at(term, constants, 0, 0);
    h->modulus  = 0.5 * (stiffness_at(term, constants, 1, 0) - h->constant);
  }
  return 0;
}

static void rolling_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const RollingElasticPlastic *h     = self;
  const double                 depth = at->overlap * at->radius;

  limits->stiffness =
    h->given > 0 ? h->given : rolling_elastic_plastic_spring_of(h, at->radius, at->radius, depth);
  limits->damping = 2 * h->damping * sqrt(at->point_mass * limits->stiffness);
}

static const MemoryField rolling_memory[] = {
  {"rolling_couple", "N m", 3}, {"rolling_stiffness", "N m/rad", 1}, {0}};

const ContactTerm rolling_elastic_plastic = {
  .head    = {.name    = "elastic_plastic",
              .text    = "Rolling spring that yields at the couple mu_r R* F, and a dashpot.",
              .source  = "Ai, Chen, Rotter & Ooi 2011, Powder Technology 206, 269: model C; Jiang, Yu "
                            "& Harris 2005, Computers and Geotechnics 32, 340",
              .options = {rolling_options, rolling_spring_options}},
  .slot    = SLOT_ROLLING,
  .size    = sizeof(RollingElasticPlastic),
  .memory  = rolling_memory,
  .gives   = GIVES_COUPLE,
  .needs   = NEEDS_RADIUS | NEEDS_FRAME | NEEDS_SPIN,
  .read    = rolling_read,
  .apply   = rolling_elastic_plastic_apply,
  .limits  = rolling_limits,
  .dashpot = TERM_PART(RollingElasticPlastic, damping),
  .energy  = rolling_elastic_plastic_energy,
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
  .needs  = NEEDS_RADIUS | NEEDS_FRAME | NEEDS_SPIN,
  .read   = epsd2_read,
  .apply  = rolling_elastic_plastic_apply,
  .limits = rolling_limits,
  .energy = rolling_elastic_plastic_energy,
};

static const MemoryField twisting_memory[] = {{"twisting_couple", "N m", 1}, {0}};

const ContactTerm twisting_elastic_plastic = {
  .head    = {.name    = "elastic_plastic",
              .text    = "Spring about the normal that yields at the couple mu_t R* F, and a dashpot.",
              .source  = "Luding 2008, Granular Matter 10, 235",
              .options = {twisting_options, twisting_spring_options}},
  .slot    = SLOT_TWISTING,
  .size    = sizeof(Resistance),
  .memory  = twisting_memory,
  .gives   = GIVES_COUPLE,
  .needs   = NEEDS_RADIUS | NEEDS_SPIN,
  .apply   = twisting_elastic_plastic_apply,
  .limits  = resistance_limits,
  .dashpot = TERM_PART(Resistance, viscosity),
  .energy  = twisting_elastic_plastic_energy,
};
