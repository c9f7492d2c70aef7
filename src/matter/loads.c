/* SPDX-License-Identifier: MIT */
/* Memory and quanta of the exact load sums. */
#include "matter/loads.h"

#include <math.h>

/* ---- state ---- */

const StateItem loads_state[] = {
  {.name   = "force_exponent",
   .text   = "forces are summed as multiples of 2^force_exponent N",
   .type   = STATE_INT32,
   .offset = offsetof(Loads, force.exponent),
   .lo     = -EXPONENT_MOST,
   .hi     = EXPONENT_MOST},
  {.name   = "torque_exponent",
   .text   = "torques are summed as multiples of 2^torque_exponent N times the arm of the clump",
   .type   = STATE_INT32,
   .offset = offsetof(Loads, torque.exponent),
   .lo     = -EXPONENT_MOST,
   .hi     = EXPONENT_MOST},
  {.name   = "work_exponent",
   .text   = "work is summed as multiples of 2^work_exponent J",
   .type   = STATE_INT32,
   .offset = offsetof(Loads, work.exponent),
   .lo     = -EXPONENT_MOST,
   .hi     = EXPONENT_MOST},
  {.name   = "spare_bits",
   .text   = "binary logarithm of the number of largest contributions that a sum can hold",
   .type   = STATE_INT32,
   .offset = offsetof(Loads, spare),
   .lo     = 1,
   .hi     = SPARE_MOST},
  {NULL},
};

static void get_exponent(const void *owner, void *exponent)
{
  const int64_t of = ((const Quantum *)owner)->exponent;

  memcpy(exponent, &of, sizeof of);
}

static bool put_exponent(void *owner, const void *exponent)
{
  int64_t of;

  memcpy(&of, exponent, sizeof of);
  ((Quantum *)owner)->exponent = (int)of;
  return true;
}

const StateItem accumulator_state[] = {
  {.name  = "_exponent",
   .text  = "sums of this field, such as heat in W, are multiples of 2^exponent",
   .type  = STATE_INT64,
   .count = 1,
   .lo    = -EXPONENT_MOST,
   .hi    = EXPONENT_MOST,
   .flags = STATE_LACKING,
   .get   = get_exponent,
   .put   = put_exponent},
  {NULL},
};

/* ---- rows ---- */

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
    for (int k = 0; k < (*loads)->n_more; k++) array_free(&(*loads)->more[k].sum);
    array_free(loads);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode loads_use(Loads *loads, const Field *fields)
{
  const double nothing = 1e-200; /* smaller than any contribution; its quantum has an inverse */

  PetscFunctionBeginUser;
  loads->n_more = 0;
  for (const Field *f = fields; f->name; f++) {
    if (!(f->travels & SUMMED)) continue;
    PetscCheck(loads->n_more < ACCUMULATORS_MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "field %s: more than %d sums", f->name, ACCUMULATORS_MOST);
    loads->more[loads->n_more++] =
      (Accumulator){.name = f->name, .quantum = quantum_for(nothing, loads->spare)};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

Accumulator *loads_find(Loads *loads, const char *name)
{
  for (int k = 0; k < loads->n_more; k++)
    if (strcmp(loads->more[k].name, name) == 0) return &loads->more[k];
  return NULL;
}

PetscErrorCode loads_clear(Loads *loads, PetscInt n)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < loads->n_more; k++) {
    PetscInt room = loads->capacity;

    PetscCall(array_reserve(&loads->more[k].sum, sizeof(int64_t), n, &room));
  }
  PetscCall(array_reserve(&loads->sum, LOAD_PARTS * sizeof *loads->sum, n, &loads->capacity));
  loads_clear_rows(loads, 0, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void loads_clear_rows(Loads *loads, PetscInt from, PetscInt to)
{
  memset(loads->sum + (size_t)from * LOAD_PARTS, 0,
         (size_t)(to - from) * LOAD_PARTS * sizeof *loads->sum);
  for (int k = 0; k < loads->n_more; k++)
    memset(loads->more[k].sum + from, 0, (size_t)(to - from) * sizeof(int64_t));
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

void loads_set_force(Loads *loads, Quantum force, int torque)
{
  const int least = force.exponent + ilogb(LOAD_ARMS);

  loads->force  = force;
  loads->torque = quantum_of(torque > least ? torque : least, loads->spare);
}
