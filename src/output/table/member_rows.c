/* SPDX-License-Identifier: MIT */
/* Rows of pebbles.csv. The loads that ranks have of a clump are sent to one rank, chosen by its id,
   and summed there; rows go to rank 0, which sorts and writes them. */
#include "base/mail.h"
#include "output/table/tables.h"

/* Rows of this rank. */
typedef struct {
  int64_t    step;
  double     time; /* s */
  PetscInt   n, capacity;
  MemberRow *list;
} Rows;

static void row_add(Rows *rows, MemberRow row)
{
  row.step = rows->step;
  row.time = rows->time;
  array_reserve(&rows->list, sizeof row, rows->n + 1, &rows->capacity);
  rows->list[rows->n++] = row;
}

static MemberRow row_of(const MemberLoads *clump, int64_t member, const int64_t sum[LOAD_PARTS])
{
  const double f = clump->unit, t = clump->turn;

  return (MemberRow){.clump  = clump->clump,
                     .member = member,
                     .force  = {f * (double)sum[0], f * (double)sum[1], f * (double)sum[2]},
                     .torque = {t * (double)sum[3], t * (double)sum[4], t * (double)sum[5]}};
}

/* Add the rows of one clump, whose own loads come first in `all`: that of loads beside its
   pebbles, then those of its pebbles. */
static void add_clump(const MemberLoads *all, PetscInt n, Rows *rows)
{
  int64_t   whole[LOAD_PARTS] = {0};
  MemberRow rest;

  for (PetscInt k = 1; k < n;) {
    int64_t        sum[LOAD_PARTS] = {0};
    const PetscInt first           = k;
    MemberRow      row;

    for (; k < n && all[k].member == all[first].member; k++) loads_add_row(sum, all[k].sum);
    loads_add_row(whole, sum);
    row = row_of(&all[0], all[first].member, sum);
    row_add(rows, row);
  }
  rest        = row_of(&all[0], -1, whole);
  rest.force  = vec3_sub(all[0].force, rest.force);
  rest.torque = vec3_sub(all[0].torque, rest.torque);
  row_add(rows, rest);
}

PetscErrorCode member_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                 PetscInt n, const MemberLoads *loads)
{
  Rows         rows = {.step = step, .time = time};
  Mail        *here;
  MemberLoads *met;
  PetscInt     n_met;

  PetscFunctionBeginUser;
  mail_create(par, &here);
  for (PetscInt k = 0; k < n; k++)
    mail_post(here, (int)((uint64_t)loads[k].clump % (uint64_t)par->size), &loads[k],
              sizeof *loads);
  PetscCall(mail_deliver(here));
  mail_collect(here, sizeof *met, &met, &n_met);
  mail_destroy(&here);
  sort_items(met, n_met, sizeof *met, compare_id_pairs); /* by clump, then by pebble */
  for (PetscInt k = 0; k < n_met;) {
    const PetscInt first = k;

    while (k < n_met && met[k].clump == met[first].clump) k++;
    /* only the clumps that are asked for have own loads */
    if (met[first].member < 0) add_clump(met + first, k - first, &rows);
  }
  PetscCall(table_write(par, log, rows.n, rows.list));
  array_free(&met);
  array_free(&rows.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
