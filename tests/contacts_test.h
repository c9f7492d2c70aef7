/* SPDX-License-Identifier: MIT */
/* Access to the contacts of a rank for tests. */
#ifndef CONTACTS_TEST_H
#define CONTACTS_TEST_H

#include "contact/contacts.h"

/* Memory of contact k and its number of reals; a search over the runs. */
static inline const double *touching_memory(const Touching *t, const Laws *laws, PetscInt k,
                                            int *columns)
{
  int run = 0;

  while (t->run[run + 1].first <= k) run++;
  *columns = laws->list[run % laws->n].memory;
  return t->memory + t->run[run].real + (size_t)(k - t->run[run].first) * (size_t)*columns;
}

#endif
