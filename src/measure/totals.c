/* SPDX-License-Identifier: MIT */
/* The table of totals, contents of quantities of clumps, and values of totals. */
#include "measure/totals.h"
#include "measure/total.h"

#include <stdio.h>

static const Total *const table[] = {TOTALS(PLUGIN_ITSELF) NULL};

const char *const total_entries[] = {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz", NULL};

static int columns_of(const Total *total)
{
  int n = 0;

  while (total->parts && total->parts[n]) n++;
  return total->parts ? n : total->vector ? 3 : 1;
}

static TotalColumn column_of(const Total *total, int part)
{
  TotalColumn c = {.unit    = total->unit,
                   .text    = part > 0 ? "likewise" : total->text,
                   .whole   = total->whole,
                   .is_used = total->is_used,
                   .has     = total->has,
                   .part    = part};

  if (total->parts) snprintf(c.name, NAME_LENGTH, "%s_%s", total->name, total->parts[part]);
  else if (total->vector) snprintf(c.name, NAME_LENGTH, "%s_%c", total->name, 'x' + part);
  else snprintf(c.name, NAME_LENGTH, "%s", total->name);
  return c;
}

bool totals_column(int k, TotalColumn *column)
{
  const Total *const *t = table;

  for (; *t && k >= columns_of(*t); t++) k -= columns_of(*t);
  if (*t) *column = column_of(*t, k);
  else if (k < QUANTITIES) {
    *column = (TotalColumn){
      .unit = quantities[k]->content_unit, .text = quantities[k]->content_text, .uses = 1u << k};
    snprintf(column->name, NAME_LENGTH, "%s", quantities[k]->content);
  } else return false;
  return true;
}

bool total_is_used(const TotalColumn *column, const Measured *m)
{
  if (column->has) return column->has(m, column->part);
  if (column->uses) return m->scene->clumps->uses & column->uses;
  return !column->is_used || column->is_used(m);
}

double totals_value(const TotalValues *totals, const char *name)
{
  TotalColumn column;

  for (int k = 0; totals_column(k, &column); k++)
    if (strcmp(column.name, name) == 0) return totals->value[k];
  return NAN;
}

/* Add the amount of quantity q in clumps whose value is not held; of a quantity of pebbles,
   in all clumps. */
static void add_content(const Measured *m, int q, Sum *sum)
{
  const Clumps          *c    = m->scene->clumps;
  const QuantityColumns *from = &c->quantity[q];

  for (PetscInt a = 0; c->uses >> q & 1 && a < c->n_owned; a++) {
    if (!measured_is_there(m, a)) continue;
    if (quantities[q]->of_pebbles) sum_add(sum, from->value[a]);
    else if (from->per_amount[a] > 0) sum_add(sum, from->value[a] / from->per_amount[a]);
  }
}

static PetscErrorCode add_up(const Measured *m, Sum *sums, double *largest)
{
  int k = 0;

  PetscFunctionBeginUser;
  for (const Total *const *t = table; *t; k += columns_of(*t++)) {
    PetscCheck(k + columns_of(*t) + QUANTITIES <= TOTALS_MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "more than %d columns of totals", TOTALS_MOST);
    if ((*t)->is_used && !(*t)->is_used(m)) continue;
    if ((*t)->add) (*t)->add(m, &sums[k]);
    if ((*t)->largest) largest[k] = (*t)->largest(m);
  }
  PetscCall(parallel_max(m->par, largest, k));
  for (int q = 0; q < QUANTITIES; q++) add_content(m, q, &sums[k++]);
  PetscCall(sum_reduce(m->par, sums, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the columns of a total, value[0] and the following. */
static void set_values(const Total *t, const Measured *m, const Sum *sums, const double *largest,
                       double *value)
{
  if (t->is_used && !t->is_used(m)) return;
  for (int i = 0; i < columns_of(t); i++)
    if (!t->part || t->has(m, i))
      value[i] = t->add       ? sum_value(&sums[i])
                 : t->largest ? largest[i]
                 : t->part    ? t->part(m, i)
                              : t->value(m);
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
  if (m.cell) {
    PetscCall(cell_stress(m.par, m.scene->domain, m.scene->clumps, m.cell, m.stress));
    PetscCall(cell_packing(m.par, m.scene->domain, m.scene->clumps, m.cell, &m.packing));
  }
  PetscCall(add_up(&m, sums, largest));
  *totals = (TotalValues){{0}};
  for (const Total *const *t = table; *t; k += columns_of(*t++))
    set_values(*t, &m, sums + k, largest + k, totals->value + k);
  for (int q = 0; q < QUANTITIES; q++) totals->value[k + q] = sum_value(&sums[k + q]);
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
