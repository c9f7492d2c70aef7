/* SPDX-License-Identifier: MIT */
/* Columns of numbers of clumps and their copies, in the middle of a step. */
#include "base/rows.h"
#include "space/halo_internal.h"

/* Lines of columns of one number of 8 bytes a clump. */
static void lines_of(const Clumps *c, int n, void *const *columns, ExchangeLine *lines)
{
  for (int k = 0; k < n; k++)
    lines[k] = (ExchangeLine){sizeof(int64_t), sizeof(int64_t), columns[k],
                              (int64_t *)columns[k] + c->n_owned};
}

PetscErrorCode halo_renew(Halo *halo, const Clumps *c, int n, double *const *columns)
{
  ExchangeLine lines[EXCHANGE_LINES] = {{0}};

  PetscFunctionBeginUser;
  lines_of(c, n, (void *const *)columns, lines);
  halo->sent.messages += halo->traffic.receivers;
  halo->sent.bytes += halo->traffic.given_remote * (int64_t)sizeof(double) * n;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_RENEW, n, lines));
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_RENEW));
  for (int k = 0; k < n; k++)
    for (PetscInt i = 0; i < halo->n_own; i++)
      columns[k][halo->first_own + i] = columns[k][halo->own[i]];
  PetscCall(wide_renew(&halo->wide, halo->par, n, columns, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_sum(Halo *halo, const Clumps *c, int n, int64_t *const *columns)
{
  const Exchange *x                     = &halo->exchange;
  ExchangeLine    lines[EXCHANGE_LINES] = {{0}};

  PetscFunctionBeginUser;
  lines_of(c, n, (void *const *)columns, lines);
  halo->sent.messages += halo->traffic.senders;
  halo->sent.bytes += halo->traffic.remote * (int64_t)sizeof(int64_t) * n;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_SUM, n, lines));
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_SUM));
  for (int k = 0; k < n; k++) {
    const int64_t *came = exchange_came(x, EXCHANGE_SUM, k);

    for (PetscInt i = 0; i < halo->n_own; i++)
      loads_add(&columns[k][halo->own[i]], columns[k][halo->first_own + i]);
    for (PetscInt i = 0; i < exchange_roots(x); i++) loads_add(&columns[k][x->row[i]], came[i]);
  }
  PetscCall(wide_sum(&halo->wide, halo->par, n, columns, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One line of the first n numbers of rows of `width`. */
static ExchangeLine rows_line(const Clumps *c, int n, int width, void *rows)
{
  return (ExchangeLine){(size_t)n * sizeof(int64_t), (size_t)width * sizeof(int64_t), rows,
                        (int64_t *)rows + (size_t)width * (size_t)c->n_owned};
}

PetscErrorCode halo_renew_rows(Halo *halo, const Clumps *c, int n, double (*rows)[4])
{
  const ExchangeLine line       = rows_line(c, n, 4, rows);
  double *const      columns[4] = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3]};

  PetscFunctionBeginUser;
  halo->sent.messages += halo->traffic.receivers;
  halo->sent.bytes += halo->traffic.given_remote * (int64_t)sizeof(double) * n;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_RENEW, 1, &line));
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_RENEW));
  for (PetscInt i = 0; i < halo->n_own; i++)
    for (int k = 0; k < n; k++) rows[halo->first_own + i][k] = rows[halo->own[i]][k];
  PetscCall(wide_renew(&halo->wide, halo->par, n, columns, 4));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_sum_rows(Halo *halo, const Clumps *c, int n, int width, int64_t *rows)
{
  const Exchange    *x    = &halo->exchange;
  const ExchangeLine line = rows_line(c, n, width, rows);
  int64_t           *columns[HALO_WIDEST];
  const int64_t     *came;

  PetscFunctionBeginUser;
  PetscCheck(n <= HALO_WIDEST && n <= width, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%d numbers of rows of %d, at most %d", n, width, HALO_WIDEST);
  halo->sent.messages += halo->traffic.senders;
  halo->sent.bytes += halo->traffic.remote * (int64_t)sizeof(int64_t) * n;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_SUM, 1, &line));
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_SUM));
  came = exchange_came(x, EXCHANGE_SUM, 0);
  for (int k = 0; k < n; k++) columns[k] = rows + k;
  for (PetscInt i = 0; i < halo->n_own; i++)
    for (int k = 0; k < n; k++)
      loads_add(&columns[k][(ptrdiff_t)width * halo->own[i]],
                columns[k][(ptrdiff_t)width * (halo->first_own + i)]);
  for (PetscInt i = 0; i < exchange_roots(x); i++)
    for (int k = 0; k < n; k++)
      loads_add(&columns[k][(ptrdiff_t)width * x->row[i]], came[(ptrdiff_t)i * n + k]);
  PetscCall(wide_sum(&halo->wide, halo->par, n, columns, width));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_spread_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(exchange_spread_int(&halo->exchange, values, values + clumps->n_owned));
  for (PetscInt k = 0; k < halo->n_own; k++) values[halo->first_own + k] = values[halo->own[k]];
  PetscCall(wide_spread_int(&halo->wide, halo->par, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_max_int(Halo *halo, const Clumps *clumps, int32_t *values)
{
  PetscFunctionBeginUser;
  PetscCall(exchange_max_int(&halo->exchange, values, values + clumps->n_owned));
  for (PetscInt k = 0; k < halo->n_own; k++)
    values[halo->own[k]] = (int32_t)max_int(values[halo->own[k]], values[halo->first_own + k]);
  PetscCall(wide_max_int(&halo->wide, halo->par, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}
