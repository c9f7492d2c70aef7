/* SPDX-License-Identifier: MIT */
/* The number of clumps in the domain, of a group, that an inlet has put in or an outlet taken. */
#include "event/amount.h"

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const Amount *amount = self;
  int64_t       n      = 0;
  double        mass;

  PetscFunctionBeginUser;
  if (!amount_passed(amount, scene, &n, &mass)) {
    for (PetscInt a = 0; a < scene->clumps->n_owned; a++) n += amount_has(amount, scene->clumps, a);
    PetscCall(parallel_sum_int(scene->par, &n, 1));
  }
  *out = (double)n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_number = {
  .head      = {.name = "number",
                .text =
                  "the number of clumps is within above and below: of an inlet those that have "
                       "entered, of an outlet those that it has taken, of a group, or without `of` those "
                       "that are there"},
  .size      = sizeof(Amount),
  .compares  = true,
  .read      = amount_read,
  .value     = value,
  .totals    = amount_is_total,
  .waits_for = amount_waits_for,
};
