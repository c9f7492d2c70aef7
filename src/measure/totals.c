/* SPDX-License-Identifier: MIT */
/* The table of totals, and their values. */
#include "measure/totals.h"
#include "measure/total.h"

#include <stdio.h>

static const Total *const table[] = {TOTALS(PLUGIN_ITSELF) NULL};

static int columns_of(const Total *total)
{
  return total->vector ? 3 : 1;
}

static void name_column(const Total *total, int part, TotalColumn *column)
{
  *column = (TotalColumn){
    .unit = total->unit, .text = total->text, .whole = total->whole, .is_used = total->is_used};
  if (total->vector) snprintf(column->name, NAME_LENGTH, "%s_%c", total->name, 'x' + part);
  else snprintf(column->name, NAME_LENGTH, "%s", total->name);
  if (part > 0) column->text = "likewise";
}

bool totals_column(int k, TotalColumn *column)
{
  for (const Total *const *t = table; *t; k -= columns_of(*t++))
    if (k < columns_of(*t)) {
      name_column(*t, k, column);
      return true;
    }
  return false;
}

double totals_value(const TotalValues *totals, const char *name)
{
  TotalColumn column;

  for (int k = 0; totals_column(k, &column); k++)
    if (strcmp(column.name, name) == 0) return totals->value[k];
  return NAN;
}

static PetscErrorCode add_up(const Measured *m, Sum *sums, double *largest)
{
  int k = 0;

  PetscFunctionBeginUser;
  for (const Total *const *t = table; *t; k += columns_of(*t++)) {
    PetscCheck(k + columns_of(*t) <= TOTALS_MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "more than %d columns of totals", TOTALS_MOST);
    if ((*t)->is_used && !(*t)->is_used(m)) continue;
    if ((*t)->add) (*t)->add(m, &sums[k]);
    if ((*t)->largest) largest[k] = (*t)->largest(m);
  }
  PetscCall(sum_reduce(m->par, sums, k));
  PetscCall(parallel_max(m->par, largest, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode totals_find(const Measured *measured, TotalValues *totals)
{
  Measured m                    = *measured;
  double   largest[TOTALS_MOST] = {0};
  Energies energies;
  Sum     *sums;
  int      k = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, TOTALS_MOST));
  PetscCall(ledger_find(&m, &energies));
  m.energies = &energies;
  PetscCall(add_up(&m, sums, largest));
  *totals = (TotalValues){{0}};
  for (const Total *const *t = table; *t; k += columns_of(*t++)) {
    if ((*t)->is_used && !(*t)->is_used(&m)) continue;
    for (int i = k; i < k + columns_of(*t); i++)
      totals->value[i] = (*t)->add       ? sum_value(&sums[i])
                         : (*t)->largest ? largest[i]
                                         : (*t)->value(&m);
  }
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
