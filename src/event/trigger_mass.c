/* SPDX-License-Identifier: MIT */
/* The mass of the clumps in the domain, of a group, that an inlet has put in or an outlet taken. */
#include "event/amount.h"

static PetscErrorCode mass_there(const Amount *amount, const EventScene *scene, double *out)
{
  Sum sum = {.added = 0};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < scene->clumps->n_owned; a++)
    if (amount_has(amount, scene->clumps, a)) sum_add(&sum, scene->clumps->mass[a]);
  PetscCall(sum_reduce(scene->par, &sum, 1));
  *out = sum_value(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const Amount *amount = self;
  int64_t       n;

  PetscFunctionBeginUser;
  if (!amount_passed(amount, scene, &n, out)) PetscCall(mass_there(amount, scene, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_mass = {
  .head =
    {.name = "mass",
     .text =
       "the mass of clumps is within above and below, kg: of an inlet those that "
       "have entered, of an outlet those that it has taken, of a group, or without `of` those "
       "that are there"},
  .size      = sizeof(Amount),
  .compares  = true,
  .read      = amount_read,
  .value     = value,
  .totals    = amount_is_total,
  .waits_for = amount_waits_for,
};
