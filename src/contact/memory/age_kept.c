/* SPDX-License-Identifier: MIT */
/* Time since the surfaces touched, kept for outputs: it acts on nothing. */
#include "contact/term.h"

static const MemoryField age_memory[] = {{"age", "s", 1}, {0}};

/* A contact that is new touched within the last step. */
static void age_apply(const void *self, ContactBatch *b)
{
  double *age = b->memory[0];

  (void)self;
  for (int k = 0; k < b->n; k++)
    age[k] = b->known[k] > 0    ? age[k] + b->dt_before
             : b->dt_before > 0 ? b->entered[k] * b->dt_before
                                : 0;
}

const ContactTerm age_kept = {
  .head   = {.name = "kept", .text = "Time since the surfaces touched, for outputs of contacts."},
  .slot   = SLOT_AGE,
  .size   = sizeof(char), /* it has no constants */
  .memory = age_memory,
  .apply  = age_apply,
};
