/* SPDX-License-Identifier: MIT */
/* Rows of pebbles.csv. The loads that ranks have of a clump are sent to one rank, chosen by its id,
   and summed there; rows go to rank 0, which sorts and writes them. */
#include "base/mail.h"
#include "link/link_ends.h"
#include "output/table/tables.h"

static MemberRow row_of(const MemberLoads *clump, int64_t member, const int64_t sum[LOAD_PARTS])
{
  const double f = clump->unit, t = clump->turn;

  return (MemberRow){.clump  = clump->clump,
                     .member = member,
                     .force  = {f * (double)sum[0], f * (double)sum[1], f * (double)sum[2]},
                     .torque = {t * (double)sum[3], t * (double)sum[4], t * (double)sum[5]}};
}

/* Make the rows of one clump, whose own loads come first in `all`: those of its pebbles, then that
   of loads beside them. Returns their number, at most n. */
static PetscInt rows_of(const MemberLoads *all, PetscInt n, MemberRow *rows)
{
  int64_t   whole[LOAD_PARTS] = {0};
  PetscInt  m                 = 0;
  MemberRow rest;

  for (PetscInt k = 1; k < n;) {
    int64_t        sum[LOAD_PARTS] = {0};
    const PetscInt first           = k;

    for (; k < n && all[k].member == all[first].member; k++) loads_add_row(sum, all[k].sum);
    loads_add_row(whole, sum);
    rows[m++] = row_of(&all[0], all[first].member, sum);
  }
  rest        = row_of(&all[0], -1, whole);
  rest.force  = vec3_sub(all[0].force, rest.force);
  rest.torque = vec3_sub(all[0].torque, rest.torque);
  rows[m++]   = rest;
  return m;
}

PetscErrorCode member_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                 PetscInt n, const MemberLoads *loads)
{
  Mail        *here;
  MemberLoads *met;
  MemberRow   *rows;
  PetscInt     n_met, m = 0;

  PetscFunctionBeginUser;
  mail_create(par, &here);
  for (PetscInt k = 0; k < n; k++)
    mail_post(here, rank_of_id(par, loads[k].clump), &loads[k], sizeof *loads);
  PetscCall(mail_deliver(here));
  mail_collect(here, sizeof *met, &met, &n_met);
  mail_destroy(&here);
  array_create(&rows, sizeof *rows, n_met);
  sort_items(met, n_met, sizeof *met, compare_id_pairs); /* by clump, then by pebble */
  for (PetscInt k = 0; k < n_met;) {
    const PetscInt first = k;

    while (k < n_met && met[k].clump == met[first].clump) k++;
    /* only the clumps that are asked for have own loads */
    if (met[first].member < 0) m += rows_of(met + first, k - first, rows + m);
  }
  for (PetscInt k = 0; k < m; k++) {
    rows[k].step = step;
    rows[k].time = time;
  }
  PetscCall(table_write(par, log, m, rows));
  array_free(&met);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}
