/* SPDX-License-Identifier: MIT */
/* Memory and quanta of the exact sums of loads; loads.h rounds and adds. */
#include "matter/loads.h"
#include "matter/clumps.h"
#include "matter/module.h"

/* ---- state ---- */

/* clang-format off */
const StateItem loads_state[] = {
  ITEM(INT32, KEY_IN("force_exponent", Loads, force.exponent), NULL,
       -EXPONENT_MOST, EXPONENT_MOST,
       "forces are summed as multiples of 2^force_exponent N"),
  ITEM(INT32, KEY_IN("torque_exponent", Loads, torque.exponent), NULL,
       -EXPONENT_MOST, EXPONENT_MOST,
       "torques are summed as multiples of 2^torque_exponent N times the arm of the clump"),
  ITEM(INT32, KEY_IN("work_exponent", Loads, work.exponent), NULL,
       -EXPONENT_MOST, EXPONENT_MOST,
       "work is summed as multiples of 2^work_exponent J"),
  ITEM(INT32, KEY_IN("spare_bits", Loads, spare), NULL, 1, SPARE_MOST,
       "binary logarithm of the number of largest contributions that a sum can hold"),
  {0},
};
/* clang-format on */

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

/* clang-format off */
static const StateItem accumulator_state[] = {
  ITEM(INT64, BY("_exponent", get_exponent, put_exponent), NULL, -EXPONENT_MOST, EXPONENT_MOST,
       "sums of this field, such as heat in W, are multiples of 2^exponent",
       .count = 1, .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

/* ---- rows ---- */

enum {
  SUM_BITS  = 63,
  MOST_BITS = 50
}; /* a contribution stays below 2^50 quanta so that the magic sum is exact */

void loads_create(Loads **loads)
{
  array_create(loads, sizeof **loads, 1);
  (*loads)->spare = SUM_BITS - MOST_BITS;
}

void loads_destroy(Loads **loads)
{
  if (*loads) {
    array_free(&(*loads)->sum);
    for (int k = 0; k < (*loads)->n_more; k++) array_free(&(*loads)->more[k].sum);
    array_free(loads);
  }
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

void loads_clear(Loads *loads, PetscInt n)
{
  for (int k = 0; k < loads->n_more; k++) {
    PetscInt room = loads->capacity;

    array_reserve(&loads->more[k].sum, sizeof(int64_t), n, &room);
  }
  array_reserve(&loads->sum, LOAD_PARTS * sizeof *loads->sum, n, &loads->capacity);
  loads_clear_rows(loads, 0, n);
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

/* ---- state ---- */

StatePart accumulator_part(Accumulator *a)
{
  return (StatePart){
    .folder = EXTRAS_FOLDER, .prefix = a->name, .items = accumulator_state, .owner = &a->quantum};
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Field f;

  (void)self;
  PetscFunctionBeginUser;
  for (int k = 0; !w && clump_field(k, &f); k++)
    if (f.travels & SUMMED)
      state_list_part(
        parts, (StatePart){.folder = EXTRAS_FOLDER, .prefix = f.name, .items = accumulator_state});
  for (int k = 0; w && k < w->loads->n_more; k++)
    state_list_part(parts, accumulator_part(&w->loads->more[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The exponents of sums such as heat. */
extern const Module sums_module;
const Module        sums_module = {.name = "sums", .list = list};
