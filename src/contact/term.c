/* SPDX-License-Identifier: MIT */
/* Tables of the terms, and material constants that several terms use. */
#include "contact/term.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"
#include "contact/terms/rolling.h"
#include "contact/terms/tangential.h"
#include "contact/terms/twisting.h"

static const Plugin *const normal_terms[]     = {NORMAL_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const cohesion_terms[]   = {COHESION_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const tangential_terms[] = {TANGENTIAL_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const rolling_terms[]    = {ROLLING_TERMS(PLUGIN_HEAD) NULL};
static const Plugin *const twisting_terms[]   = {TWISTING_TERMS(PLUGIN_HEAD) NULL};

#define TABLE_OF_SLOT(name, key, help, terms) \
  static const Plugin *const key##_terms[] = {terms NULL};
FLOW_SLOTS(TABLE_OF_SLOT, PLUGIN_HEAD)

#define ROW_OF_SLOT(name, word, sentence, terms) \
  [SLOT_##name] = {.key = #word, .plugins = word##_terms, .help = sentence, CHOICE},

#define CHOICE .type = OPTION_WORD, .choices = "none", .fallback = "none"
const Option contact_slots[] = {
  [SLOT_NORMAL]     = {.key     = "normal",
                       .type    = OPTION_WORD,
                       .plugins = normal_terms,
                       .help    = "force along the normal"},
  [SLOT_COHESION]   = {.key     = "cohesion",
                       .plugins = cohesion_terms,
                       .help    = "attraction along the normal",
                       CHOICE},
  [SLOT_TANGENTIAL] = {.key     = "tangential",
                       .plugins = tangential_terms,
                       .help    = "force in the contact plane",
                       CHOICE},
  [SLOT_ROLLING]    = {.key     = "rolling",
                       .plugins = rolling_terms,
                       .help    = "couple against rolling, in the contact plane",
                       CHOICE},
  [SLOT_TWISTING]   = {.key     = "twisting",
                       .plugins = twisting_terms,
                       .help    = "couple against spinning, along the normal",
                       CHOICE},
  FLOW_SLOTS(ROW_OF_SLOT, PLUGIN_HEAD){NULL},
};

const Option tangential_options[] = {
  {.key      = "tangential_stiffness",
   .type     = OPTION_REAL,
   .unit     = "N/m",
   .fallback = "",
   .lo       = STIFFNESS_LEAST,
   .hi       = STIFFNESS_MOST,
   .help     = "tangential stiffness; without it tangential_ratio times the normal one"},
  {.key      = "tangential_ratio",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "0.2857142857142857",
   .lo       = 0,
   .hi       = SCALE_MOST,
   .flags    = LO_OPEN,
   .help     = "tangential over normal stiffness"},
  {NULL},
};

const Option sliding_options[] = {
  {.key      = "tangential_damping",
   .type     = OPTION_REAL,
   .unit     = "1/s",
   .fallback = "",
   .lo       = 0,
   .hi       = RATE_MOST,
   .help = "tangential dashpot over the reduced mass; without it the damping ratio of restitution, "
           "or none"},
  {.key      = "friction",
   .fallback = "",
   .type     = OPTION_REAL,
   .unit     = "1",
   .lo       = 0,
   .hi       = FRICTION_MOST,
   .usual    = 1,
   .help     = "Coulomb coefficient; without it the mean of the materials'"},
  {NULL},
};

const Option surface_options[] = {
  {.key      = "surface_energy",
   .fallback = "",
   .type     = OPTION_REAL,
   .unit     = "J/m^2",
   .lo       = 0,
   .hi       = STIFFNESS_MOST,
   .help = "energy of each of the two surfaces, half the work of adhesion; without it the mean of "
           "the materials'"},
  {NULL},
};

const Option rolling_options[] = {
  {.key      = "rolling_friction",
   .fallback = "",
   .type     = OPTION_REAL,
   .unit     = "1",
   .lo       = 0,
   .hi       = FRICTION_MOST,
   .usual    = 1,
   .help =
     "largest couple over reduced radius x normal force; without it the mean of the materials'"},
  {NULL},
};

const Option twisting_options[] = {
  {.key      = "twisting_friction",
   .fallback = "",
   .type     = OPTION_REAL,
   .unit     = "1",
   .lo       = 0,
   .hi       = FRICTION_MOST,
   .usual    = 1,
   .help     = "largest couple about the normal over reduced radius x normal force; without it the "
               "mean of the materials'"},
  {NULL},
};

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
