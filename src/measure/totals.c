/* SPDX-License-Identifier: MIT */
/* The table of totals, contents of quantities of clumps, and values of totals. */
#include "measure/totals.h"
#include "base/sums/sum_bank.h"
#include "measure/total.h"

static const Total *const table[] = {TOTALS(PLUGIN_ITSELF) NULL};

const char *const total_axes[]    = {"x", "y", "z", NULL};
const char *const total_entries[] = {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz", NULL};

void measured_add_moving(const Measured *m,
                         void (*of)(const Measured *, PetscInt a, double *number), int n, Sum *sums)
{
  SumBatch batch[3];
  double   number[3];

  for (int k = 0; k < n; k++) sum_batch_begin(&batch[k], &sums[k]);
  for (PetscInt a = 0; a < m->scene->clumps->n_owned; a++) {
    if (!measured_moves(m, a)) continue;
    of(m, a, number);
    for (int k = 0; k < n; k++) sum_batch_add(&batch[k], number[k]);
  }
  for (int k = 0; k < n; k++) sum_batch_end(&batch[k]);
}

static int columns_of(const Total *total)
{
  int n = 0;

  while (total->parts && total->parts[n]) n++;
  return total->parts ? n : 1;
}

static TotalColumn column_of(const Total *total, int part)
{
  TotalColumn c = {.unit    = total->unit,
                   .text    = part > 0 ? "likewise" : total->text,
                   .whole   = total->whole,
                   .largest = total->largest != NULL,
                   .of      = total,
                   .part    = part};

  if (total->parts) snprintf(c.name, NAME_LENGTH, "%s_%s", total->name, total->parts[part]);
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
      .unit = quantities[k]->content_unit, .text = quantities[k]->content_text, .part = k};
    snprintf(column->name, NAME_LENGTH, "%s", quantities[k]->content);
  } else return false;
  return true;
}

static bool is_used(const Total *t, const Measured *m)
{
  return !t->is_used || t->is_used(m);
}

bool total_is_used(const TotalColumn *column, const Measured *m)
{
  const Total *of = column->of;

  if (!of) return m->scene->clumps->uses >> column->part & 1;
  return of->has ? of->has(m, column->part) : is_used(of, m);
}

/* Names are put together only for the totals that the name may belong to: this is asked in every
   step by some triggers. */
double totals_value(const TotalValues *totals, const char *name)
{
  int k = 0;

  for (const Total *const *t = table; *t; k += columns_of(*t++))
    for (int i = 0; i < columns_of(*t) && strncmp(name, (*t)->name, strlen((*t)->name)) == 0; i++)
      if (strcmp(name, column_of(*t, i).name) == 0) return totals->value[k + i];
  for (int q = 0; q < QUANTITIES; q++)
    if (strcmp(name, quantities[q]->content) == 0) return totals->value[k + q];
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

/* Sums of all columns, quantities included, then those of the ledger and, of a cell that deforms,
   of its stress and packing. */
enum { OF_LEDGER, OF_STRESS, OF_PACKING, OF_ALL };

/* Index of the first sum of each part, and the number of all. */
static void find_parts(const Measured *m, int from[OF_ALL + 1])
{
  from[OF_LEDGER] = QUANTITIES;
  for (const Total *const *t = table; *t; t++) from[OF_LEDGER] += columns_of(*t);
  from[OF_STRESS]  = from[OF_LEDGER] + LEDGER_SUMS;
  from[OF_PACKING] = from[OF_STRESS] + (m->cell ? CELL_STRESS_SUMS : 0);
  from[OF_ALL]     = from[OF_PACKING] + (m->cell ? 1 + FORCE_BALANCE_SUMS : 0);
}

PetscErrorCode totals_ask(const Measured *m, AskedSums *asked)
{
  int  from[OF_ALL + 1], k = 0;
  Sum *sums;

  PetscFunctionBeginUser;
  find_parts(m, from);
  PetscCheck(from[OF_LEDGER] <= TOTALS_MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "more than %d columns of totals", TOTALS_MOST);
  asked_sums(asked, from[OF_ALL], &sums);
  for (const Total *const *t = table; *t; k += columns_of(*t++))
    if ((*t)->add && is_used(*t, m)) (*t)->add(m, &sums[k]);
  for (int q = 0; q < QUANTITIES; q++) add_content(m, q, &sums[k++]);
  PetscCall(ledger_add(m, sums + from[OF_LEDGER]));
  if (!m->cell) PetscFunctionReturn(PETSC_SUCCESS);
  cell_stress_add(m->scene->domain, m->scene->clumps, m->cell, sums + from[OF_STRESS]);
  cell_solid_add(m->scene->clumps, sums + from[OF_PACKING]);
  force_balance_add(m->balance, sums + from[OF_PACKING] + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the columns of a total, value[0] and the following. */
static void set_values(const Total *t, const Measured *m, const Sum *sums, const double *largest,
                       double *value)
{
  if (!is_used(t, m)) return;
  for (int i = 0; i < columns_of(t); i++) {
    Sum sum = sums[i];

    if (t->part && !t->has(m, i)) continue;
    if (t->complete) t->complete(m, &sum);
    value[i] = t->add       ? sum_value(&sum)
               : t->largest ? largest[i]
               : t->part    ? t->part(m, i)
                            : t->value(m);
  }
}

PetscErrorCode totals_from(const Measured *measured, const Sum *sums, bool maxima,
                           TotalValues *totals)
{
  Measured m                    = *measured;
  double   largest[TOTALS_MOST] = {0};
  Energies energies;
  int      from[OF_ALL + 1], k = 0;

  PetscFunctionBeginUser;
  find_parts(&m, from);
  ledger_from(sums + from[OF_LEDGER], &energies);
  m.energies = &energies;
  if (m.cell) {
    cell_stress_of(m.scene->domain, m.cell, sums + from[OF_STRESS], m.stress);
    m.solid      = sum_value(sums + from[OF_PACKING]) / cell_volume(m.scene->domain);
    m.unbalanced = force_balance_of(m.balance, sums + from[OF_PACKING] + 1);
  }
  for (const Total *const *t = table; *t && maxima; k += columns_of(*t++))
    if ((*t)->largest && is_used(*t, &m)) largest[k] = (*t)->largest(&m);
  if (maxima) PetscCall(parallel_max(m.par, largest, k));
  *totals = (TotalValues){{0}};
  k       = 0;
  for (const Total *const *t = table; *t; k += columns_of(*t++))
    set_values(*t, &m, sums + k, largest + k, totals->value + k);
  for (int q = 0; q < QUANTITIES; q++) totals->value[k + q] = sum_value(&sums[k + q]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode totals_find(const Measured *m, TotalValues *totals)
{
  AskedSums asked = {0};

  PetscFunctionBeginUser;
  PetscCall(totals_ask(m, &asked));
  PetscCall(sum_reduce(m->par, asked.list, asked.n));
  PetscCall(totals_from(m, asked.list, true, totals));
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode totals_now(World *w, TotalValues *totals)
{
  AskedSums asked = {0};

  PetscFunctionBeginUser;
  PetscCall(world_ask_totals(w, &asked));
  PetscCall(sum_reduce(w->par, asked.list, asked.n));
  PetscCall(world_totals(w, asked.list, true, totals));
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
