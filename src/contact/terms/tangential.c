/* SPDX-License-Identifier: MIT */
/* Tangential terms: their keys, and what dt: auto asks of them. The formulas stand in
   kernels/tangential.h. */
#include "contact/terms/kernels/tangential.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* clang-format off */
/* Keys of linear springs. */
static const Option tangential_options[] = {
  REAL(KEY("tangential_stiffness"), "N/m", OPTIONAL,             RANGE_OF(STIFFNESS),
      "tangential stiffness; without it tangential_ratio times the normal one"),
  REAL(KEY("tangential_ratio"),     "1",   "0.2857142857142857", POSITIVE_UP_TO(SCALE_MOST),
      "tangential over normal stiffness"),
  {0},
};

const Option sliding_options[] = {
  REAL(KEY("tangential_damping"), "1/s", OPTIONAL, UP_TO(RATE_MOST),
      "tangential dashpot over the reduced mass; without it the damping ratio of restitution, or "
      "none"),
  REAL(KEY("friction"),           "1",   OPTIONAL, UP_TO(FRICTION_MOST),
      "Coulomb coefficient; without it the mean of the materials'", .usual = 1),
  {0},
};

static const Option dynamic_options[] = {
  REAL(KEY_IN("friction_dynamic", TangentialSpring, slides), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "Coulomb coefficient while a contact slides, at most friction; without it the mean of the "
      "materials'", .usual = 1),
  {0},
};
/* clang-format on */

/* ---- what they read, and their limits */

/* The dashpot of tangential_damping, else of restitution; factor: on the ratio of the latter, as
   GROWING_RATIO. */
static SlipDashpot read_dashpot(const LawSource *s, double factor)
{
  if (source_has(s, "tangential_damping"))
    return (SlipDashpot){.rate = source_real(s, "tangential_damping")};
  if (!source_has(s, "restitution")) return (SlipDashpot){0};
  return (SlipDashpot){.ratio = factor * damping_ratio(source_real(s, "restitution"), false)};
}

/* Read friction and the dashpot of a spring, which slides as it sticks. Returns the columns that
   they need. */
static unsigned read_sliding(TangentialSpring *h, const LawSource *s, double factor)
{
  h->friction = h->slides = source_real(s, "friction");
  h->dashpot              = read_dashpot(s, factor);
  return dashpot_needs(h->dashpot.ratio, h->dashpot.rate);
}

static bool is_linear(const ContactTerm *normal)
{
  return normal && normal->linear;
}

/* The stiffness of a linear spring: that of its key, or a part of that of the normal spring. */
static void read_linear(TangentialSpring *h, const LawSource *s)
{
  if (source_has(s, "tangential_stiffness")) h->constant = source_real(s, "tangential_stiffness");
  else {
    const LinearSpring spring =
      s->terms[SLOT_NORMAL]->linear(s->constants[SLOT_NORMAL], source_real(s, "tangential_ratio"));

    h->constant = spring.constant;
    h->modulus  = spring.modulus;
  }
}

/* (2 - nu) / G, G = E / (2 (1 + nu)), 1/Pa. */
static double compliance(const Material *m)
{
  return 2 * (2 - m->poisson) * (1 + m->poisson) / m->young;
}

/* 8 times the effective shear modulus, Pa (Mindlin & Deresiewicz 1953); 0 where Young's modulus is
   missing, which the normal term reports. */
static double shear_of(const LawSource *s)
{
  return s->a->young > 0 && s->b->young > 0 ? 8 * (1 / (compliance(s->a) + compliance(s->b))) : 0;
}

/* The springs of Mindlin need the contact of a Hertz spring. */
static unsigned mindlin_read(void *self, const LawSource *s)
{
  TangentialSpring  *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  if (normal && normal->hertzian) h->shear = shear_of(s);
  else
    SOURCE_MISTAKE(s, "tangential", "%s needs normal: hertz; with normal: hooke use hooke",
                   source_word(s, "tangential"));
  return read_sliding(h, s, GROWING_RATIO);
}

static void mindlin_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialSpring *h = self;

  limits->stiffness = h->shear * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialSpring *h = self;

  limits->stiffness = tangential_stiffness(h, at->radius, at->overlap * at->radius);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

/* ---- linear */

static unsigned hooke_read(void *self, const LawSource *s)
{
  TangentialSpring *h     = self;
  const unsigned    needs = NEEDS_FRAME | read_sliding(h, s, 1);

  if (is_linear(s->terms[SLOT_NORMAL])) read_linear(h, s);
  else SOURCE_MISTAKE(s, "tangential", "hooke needs normal: hooke; with normal: hertz use mindlin");
  return needs | (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static const MemoryField stretch_memory[] = {{"stretch", "m", 3}, {0}};

const ContactTerm tangential_hooke = {
  .head    = {.name = "hooke",
              .text = "Linear tangential spring and dashpot with a Coulomb cap.",
              .source =
                "Cundall & Strack 1979, Geotechnique 29, 47; Luding 2008, Granular Matter 10, 235",
              .options = {tangential_options, sliding_options}},
  .slot    = SLOT_TANGENTIAL,
  .size    = sizeof(TangentialSpring),
  .memory  = stretch_memory,
  .read    = hooke_read,
  .apply   = tangential_hooke_apply,
  .limits  = spring_limits,
  .dashpot = TERM_PART(TangentialSpring, dashpot),
  .energy  = tangential_stretch_energy,
  .stored  = tangential_stretch_stored,
};

/* ---- Mindlin */

static const MemoryField mindlin_memory[] = {{"force", "N", 3}, {"contact_radius", "m", 1}, {0}};

#define MINDLIN_SOURCE \
  "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327; Thornton, Cummins & Cleary 2013, Powder " \
  "Technology 233, 30"

/* A term of Mindlin's spring by name, text and the function that applies it. */
#define MINDLIN_TERM(NAME, TEXT, APPLY) \
  { \
    .head = {.name = NAME, .text = TEXT, .source = MINDLIN_SOURCE, .options = {sliding_options}}, \
    .slot = SLOT_TANGENTIAL, .size = sizeof(TangentialSpring), .memory = mindlin_memory, \
    .needs = NEEDS_FRAME | NEEDS_RADIUS, .read = mindlin_read, .apply = APPLY, \
    .limits = mindlin_limits, .dashpot = TERM_PART(TangentialSpring, dashpot), \
    .duration = 1.2829, /* as the Hertz contact: same duration, same growth of the stiffness */ \
      .energy = tangential_mindlin_energy, .stored = tangential_mindlin_stored \
  }

const ContactTerm tangential_mindlin = MINDLIN_TERM(
  "mindlin", "Mindlin's tangential spring (no slip until the Coulomb cap), kept as a force.",
  tangential_mindlin_apply);
const ContactTerm tangential_mindlin_rescaled =
  MINDLIN_TERM("mindlin_rescaled", "The same as mindlin.", tangential_mindlin_apply);
const ContactTerm tangential_mindlin_incremental =
  MINDLIN_TERM("mindlin_incremental",
               "Mindlin's tangential spring, its force kept also when the contact shrinks.",
               tangential_mindlin_incremental_apply);

/* ---- two coefficients of friction */

static unsigned static_read(void *self, const LawSource *s)
{
  TangentialSpring  *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = source_real(s, "friction");
  if (h->slides > h->friction)
    SOURCE_MISTAKE(s, "friction_dynamic", "%g, above friction, %g: give at most that", h->slides,
                   h->friction);
  if (normal && normal->hertzian) h->shear = shear_of(s);
  else if (source_has(s, "tangential_stiffness") || is_linear(normal)) read_linear(h, s);
  else
    SOURCE_MISTAKE(s, "tangential",
                   "static_dynamic needs normal: hooke or hertz, or tangential_stiffness");
  h->dashpot = read_dashpot(s, h->shear > 0 ? GROWING_RATIO : 1);
  return NEEDS_FRAME | NEEDS_RADIUS | dashpot_needs(h->dashpot.ratio, h->dashpot.rate);
}

static const MemoryField static_memory[] = {{"stretch", "m", 3}, {"slides", "1", 1}, {0}};

const ContactTerm tangential_static = {
  .head     = {.name   = "static_dynamic",
               .text   = "Tangential spring that sticks up to friction and slides at friction_dynamic.",
               .source = "Luding 2008, Granular Matter 10, 235",
               .options = {tangential_options, sliding_options, dynamic_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(TangentialSpring),
  .memory   = static_memory,
  .read     = static_read,
  .apply    = tangential_static_apply,
  .limits   = spring_limits,
  .dashpot  = TERM_PART(TangentialSpring, dashpot),
  .duration = 1, /* of a linear spring, the shorter one */
  .energy   = tangential_stretch_energy,
  .stored   = tangential_static_stored,
};

/* ---- Mindlin, by the whole stretch */

const ContactTerm tangential_secant = {
  .head     = {.name = "mindlin_secant",
               .text = "Mindlin's tangential spring, its whole stretch at the stiffness of the moment.",
               .source  = "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327",
               .options = {sliding_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(TangentialSpring),
  .memory   = stretch_memory,
  .needs    = NEEDS_FRAME | NEEDS_RADIUS,
  .read     = mindlin_read,
  .apply    = tangential_secant_apply,
  .limits   = mindlin_limits,
  .dashpot  = TERM_PART(TangentialSpring, dashpot),
  .duration = 1.2829, /* as the Hertz contact */
  .energy   = tangential_stretch_energy,
  .stored   = tangential_stretch_stored,
};

/* ---- viscous */

static unsigned viscous_read(void *self, const LawSource *s)
{
  TangentialSpring *h     = self;
  const unsigned    needs = read_sliding(h, s, 1);

  if (!source_has(s, "tangential_damping")) {
    if (source_has(s, "restitution") && is_linear(s->terms[SLOT_NORMAL])) read_linear(h, s);
    else
      SOURCE_MISTAKE(
        s, "tangential_damping",
        "missing: tangential: viscous needs it (1/s), or restitution with normal: hooke");
  }
  return needs | (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialSpring *h = self;

  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, tangential_linear_stiffness(h, at->radius),
               at->mass, at->point_mass);
}

const ContactTerm tangential_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Viscous friction without memory, with a Coulomb cap; bodies at rest creep.",
             .source  = "Haff & Werner 1986, Powder Technology 48, 239",
             .options = {tangential_options, sliding_options}},
  .slot   = SLOT_TANGENTIAL,
  .size   = sizeof(TangentialSpring),
  .read   = viscous_read,
  .apply  = tangential_viscous_apply,
  .limits = viscous_limits,
};
