/* SPDX-License-Identifier: MIT */
/* Memory and quanta of the exact load sums. */
#include "matter/loads.h"

enum {
  SUM_BITS  = 63,
  MOST_BITS = 50
}; /* a contribution stays below 2^50 quanta so that the magic sum is exact */

PetscErrorCode loads_create(Loads **loads)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(loads, sizeof **loads, 1));
  (*loads)->spare = SUM_BITS - MOST_BITS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode loads_destroy(Loads **loads)
{
  PetscFunctionBeginUser;
  if (*loads) {
    array_free(&(*loads)->sum);
    array_free(loads);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode loads_clear(Loads *loads, PetscInt n)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&loads->sum, LOAD_PARTS * sizeof *loads->sum, n, &loads->capacity));
  loads_clear_rows(loads, 0, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void loads_clear_rows(Loads *loads, PetscInt from, PetscInt to)
{
  memset(loads->sum + (size_t)from * LOAD_PARTS, 0,
         (size_t)(to - from) * LOAD_PARTS * sizeof *loads->sum);
}

static int bits_of(int spare)
{
  return SUM_BITS - spare < MOST_BITS ? SUM_BITS - spare : MOST_BITS;
}

Quantum quantum_of(int exponent, int spare)
{
  return (Quantum){.exponent = exponent,
                   .quantum  = ldexp(1, exponent),
                   .inverse  = ldexp(1, -exponent),
                   .largest  = ldexp(1, exponent + bits_of(spare))};
}

Quantum quantum_for(double largest, int spare)
{
  int exponent;

  frexp(largest, &exponent); /* largest < 2^exponent */
  return quantum_of(exponent - bits_of(spare), spare);
}
