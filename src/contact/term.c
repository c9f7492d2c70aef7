/* SPDX-License-Identifier: MIT */
/* Tables of the terms, and material constants that several terms use. */
#include "contact/term.h"
#include "options/rows.h"

static const Plugin *const normal_terms[] = {NORMAL_TERMS(PLUGIN_HEAD) NULL};

#define TABLE_OF_SLOT(name, key, help, terms) \
  static const Plugin *const key##_terms[] = {terms NULL};
MORE_SLOTS(TABLE_OF_SLOT, PLUGIN_HEAD)

#define ROW_OF_SLOT(name, word, sentence, terms) \
  [SLOT_##name] = PLUGIN(KEY(#word), "none", word##_terms, sentence, .choices = "none"),

/* clang-format off */
const Option contact_slots[] = {
  [SLOT_NORMAL] = PLUGIN(KEY("normal"), REQUIRED, normal_terms,
      "force along the normal; none: the two materials pass through each other", .choices = "none"),
  MORE_SLOTS(ROW_OF_SLOT, PLUGIN_HEAD){0},
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
  SOURCE_MISTAKE(s, slot,
                 "%s needs young (Pa) and poisson of both materials, %s and %s: %s has no young",
                 source_word(s, slot), s->a->name, s->b->name, lacks->name);
  return false;
}
