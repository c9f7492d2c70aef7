/* SPDX-License-Identifier: MIT */
/* Rows of balance.csv. */
#include "output/table/balances.h"

static const char header[] = "step,time,imbalance_before,imbalance_after,cuts_moved,cuts_held_back,"
                             "clumps_moved,contacts_moved,"
                             "bytes_moved,cost,gain\n";

PetscErrorCode balances_open(const Parallel *par, const char *dir, int64_t step, Log *log)
{
  PetscFunctionBeginUser;
  if (par->size > 1) PetscCall(log_table(par, dir, "balance.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "balance.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode balances_row(const Parallel *par, Log *log, const BalanceRow *r)
{
  char line[512] = "";

  PetscFunctionBeginUser;
  if (!log->is_open) PetscFunctionReturn(PETSC_SUCCESS);
  if (log->file)
    snprintf(line, sizeof line,
             "%" PRId64 ",%.17g,%.4f,%.4f,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64
             ",%.3g,%.3g\n",
             r->step, r->time, r->before, r->after, r->cuts_moved, r->held_back, r->clumps,
             r->records, r->bytes, r->seconds, r->gain);
  PetscCall(log_line(par, log, line));
  PetscFunctionReturn(PETSC_SUCCESS);
}
