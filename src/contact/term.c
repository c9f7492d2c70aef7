/* SPDX-License-Identifier: MIT */
/* Tables of the terms, and material constants that several terms use. */
#include "contact/term.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"
#include "contact/terms/rolling.h"
#include "contact/terms/tangential.h"
#include "contact/terms/twisting.h"
#include "options/rows.h"

static const Plugin *const normal_terms[]     = {NORMAL_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const cohesion_terms[]   = {COHESION_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const tangential_terms[] = {TANGENTIAL_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const rolling_terms[]    = {ROLLING_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const twisting_terms[]   = {TWISTING_TERMS(PLUGIN_HEAD) NULL};

#define TABLE_OF_SLOT(name, key, help, terms) \
  static const Plugin *const key##_terms[] = {terms NULL};
FLOW_SLOTS(TABLE_OF_SLOT, PLUGIN_HEAD)

#define ROW_OF_SLOT(name, word, sentence, terms) \
  [SLOT_##name] = PLUGIN(KEY(#word), "none", word##_terms, sentence, .choices = "none"),

/* clang-format off */
const Option contact_slots[] = {
  [SLOT_NORMAL] = PLUGIN(KEY("normal"), REQUIRED, normal_terms, "force along the normal"),
  [SLOT_COHESION] = PLUGIN(KEY("cohesion"),     "none",   cohesion_terms,
      "attraction along the normal", .choices = "none"),
  [SLOT_TANGENTIAL] = PLUGIN(KEY("tangential"), "none",   tangential_terms,
      "force in the contact plane", .choices = "none"),
  [SLOT_ROLLING] = PLUGIN(KEY("rolling"),       "none",   rolling_terms,
      "couple against rolling, in the contact plane", .choices = "none"),
  [SLOT_TWISTING] = PLUGIN(KEY("twisting"),     "none",   twisting_terms,
      "couple against spinning, along the normal", .choices = "none"),
  FLOW_SLOTS(ROW_OF_SLOT, PLUGIN_HEAD){NULL},
};

const Option tangential_options[] = {
  REAL(KEY("tangential_stiffness"), "N/m", OPTIONAL,             RANGE_OF(STIFFNESS),
      "tangential stiffness; without it tangential_ratio times the normal one"),
  REAL(KEY("tangential_ratio"),     "1",   "0.2857142857142857", POSITIVE_UP_TO(SCALE_MOST),
      "tangential over normal stiffness"),
  {NULL},
};

const Option sliding_options[] = {
  REAL(KEY("tangential_damping"), "1/s", OPTIONAL, UP_TO(RATE_MOST),
      "tangential dashpot over the reduced mass; without it the damping ratio of restitution, or "
      "none"),
  REAL(KEY("friction"),           "1",   OPTIONAL, UP_TO(FRICTION_MOST),
      "Coulomb coefficient; without it the mean of the materials'", .usual = 1),
  {NULL},
};

const Option surface_options[] = {
  REAL(KEY("surface_energy"), "J/m^2", OPTIONAL, UP_TO(STIFFNESS_MOST),
      "energy of each of the two surfaces, half the work of adhesion; without it the mean of the "
      "materials'"),
  {NULL},
};

const Option rolling_options[] = {
  REAL(KEY("rolling_friction"), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "largest couple over reduced radius x normal force; without it the mean of the materials'",
      .usual = 1),
  {NULL},
};

const Option twisting_options[] = {
  REAL(KEY("twisting_friction"), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "largest couple about the normal over reduced radius x normal force; without it the mean of "
      "the materials'", .usual = 1),
  {NULL},
};
/* clang-format on */

const char *term_exchanging(const Quantity *quantity)
{
  for (Slot slot = 0; slot < SLOTS; slot++)
    for (const Plugin *const *head = contact_slots[slot].plugins; *head; head++) {
      const ContactTerm *term = (const ContactTerm *)*head;

      if (term->quantity == quantity && term->gives & GIVES_FLOW) return contact_slots[slot].key;
    }
  return "a term that exchanges it";
}

const ContactTerm *term_find(Slot slot, const char *name)
{
  return (const ContactTerm *)plugin_find(contact_slots[slot].plugins, name);
}

int term_memory(const ContactTerm *term)
{
  int n = 0;

  for (const MemoryField *field = term->memory; field && field->name; field++)
    n += field->components;
  return n;
}

TermLimits term_limits(const ContactTerm *term, const void *constants, TermCase at)
{
  TermLimits limits = {0};

  if (term->limits) term->limits(constants, &at, &limits);
  return limits;
}

double contact_young(const Material *a, const Material *b)
{
  return 1 / ((1 - a->poisson * a->poisson) / a->young + (1 - b->poisson * b->poisson) / b->young);
}

bool contact_has_young(const LawSource *s, const char *slot)
{
  const Material *lacks = s->a->young > 0 ? s->b : s->a;

  if (lacks->young > 0) return true;
  option_mistake(s->options, "contact", s->law, slot,
                 "%s needs young (Pa) and poisson of both materials, %s and %s: %s has no young",
                 option_word(s->options, "contact", s->law, slot), s->a->name, s->b->name,
                 lacks->name);
  return false;
}

static double compliance(const Material *m)
{
  return 2 * (2 - m->poisson) * (1 + m->poisson) / m->young;
}

double contact_shear(const Material *a, const Material *b)
{
  return 1 / (compliance(a) + compliance(b));
}
