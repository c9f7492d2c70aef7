/* SPDX-License-Identifier: MIT */
/* The tables of contact terms: each term is in the list of its slot and says what it is. */
#include "contact/term.h"
#include "test.h"

static void check_term(Slot slot, const ContactTerm *term)
{
  const size_t n = strlen(term->head.text);

  CHECK_INT(term->slot, slot);
  CHECK(n > 10 && term->head.text[n - 1] == '.');
  CHECK(term->size > 0 && term->apply);
  for (const MemoryField *field = term->memory; field && field->name; field++)
    CHECK(strlen(field->name) > 0 && field->unit && field->components > 0);
}

static void terms_are_in_the_list_of_their_slot(void)
{
  int n = 0;

  for (Slot slot = 0; slot < SLOTS; slot++) {
    const Plugin *const *table = contact_slots[slot].plugins;

    for (int k = 0; table[k]; k++, n++) {
      check_term(slot, (const ContactTerm *)table[k]);
      CHECK_INT(plugin_index(table, table[k]->name), k); /* no name twice */
      CHECK(strcmp(table[k]->name, "none") != 0);
    }
  }
  CHECK(n >= 4);
  CHECK(contact_slots[SLOTS].key == NULL);
  test_end("every contact term is in the list of its slot, with its sentence and functions");
}

TESTS(.ranks = {1})
{
  terms_are_in_the_list_of_their_slot();
}
