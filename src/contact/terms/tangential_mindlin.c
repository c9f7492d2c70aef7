/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/tangential_mindlin.h, which has the formulas. */
#include "contact/terms/kernels/tangential_mindlin.h"
#include "contact/terms/tangential.h"

static unsigned mindlin_read(void *self, const LawSource *s)
{
  TangentialMindlin *h      = self;
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

static void mindlin_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialMindlin *h = self;

  limits->stiffness = 8 * h->shear * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void mindlin_undamp(void *self)
{
  ((TangentialMindlin *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField mindlin_memory[] = {{"force", "N", 3}, {"contact_radius", "m", 1}, {NULL}};

#define MINDLIN \
  "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327; Thornton, Cummins & Cleary 2013, Powder " \
  "Technology 233, 30"

/* A term of this file by name, text and the function that applies it. */
#define TERM(NAME, TEXT, APPLY) \
  { \
    .head = {.name = NAME, .text = TEXT, .source = MINDLIN, .options = {sliding_options}}, \
    .slot = SLOT_TANGENTIAL, .size = sizeof(TangentialMindlin), .memory = mindlin_memory, \
    .read = mindlin_read, .apply = APPLY, .limits = mindlin_limits, .undamp = mindlin_undamp, \
    .duration = 1.2829, /* as the Hertz contact: same duration, same growth of the stiffness */ \
      .energy = tangential_mindlin_energy, .stored = tangential_mindlin_stored \
  }

const ContactTerm tangential_mindlin =
  TERM("mindlin", "Mindlin's tangential spring (no slip until the Coulomb cap), kept as a force.",
       tangential_mindlin_apply);
const ContactTerm tangential_mindlin_rescaled =
  TERM("mindlin_rescaled", "The same as mindlin.", tangential_mindlin_apply);
const ContactTerm tangential_mindlin_incremental =
  TERM("mindlin_incremental",
       "Mindlin's tangential spring, its force kept also when the contact shrinks.",
       tangential_mindlin_incremental_apply);
