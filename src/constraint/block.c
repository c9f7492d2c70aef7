/* SPDX-License-Identifier: MIT */
/* Solution of a block: an active set of bounds, and Cholesky factors of the free equations. */
#include "constraint/block.h"

/* Indices of the free equations, and their number. */
typedef struct {
  int n, row[CONSTRAINT_EQUATIONS];
} Free;

static double entry(const Equations *b, int i, int k)
{
  return i >= k ? b->a[i][k] : b->a[k][i];
}

/* As solve_free where all equations are free, but without indices, which is faster. */
static void solve_all(const Equations *b, double *change)
{
  double l[CONSTRAINT_EQUATIONS][CONSTRAINT_EQUATIONS], over[CONSTRAINT_EQUATIONS];

  for (int i = 0; i < b->n; i++) {
    const double all  = b->a[i][i] + b->soft[i];
    double       left = all, sum = b->lack[i];

    for (int k = 0; k < i; k++) {
      double part = b->a[i][k];

      for (int m = 0; m < k; m++) part -= l[i][m] * l[k][m];
      l[i][k] = l[k][k] > 0 ? part / l[k][k] : 0;
      left -= l[i][k] * l[i][k];
      sum -= l[i][k] * over[k];
    }
    l[i][i] = left > 1e-12 * all ? sqrt(left) : 0;
    over[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
  for (int i = b->n - 1; i >= 0; i--) {
    double sum = over[i];

    for (int k = i + 1; k < b->n; k++) sum -= l[k][i] * change[k];
    change[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
}

/* Solve the free equations for their changes, with the given changes of the others. A pivot below
   1e-12 of its diagonal is rounding: such an equation depends on those before it. */
static void solve_free(const Equations *b, const Free *f, double *change)
{
  double l[CONSTRAINT_EQUATIONS][CONSTRAINT_EQUATIONS], y[CONSTRAINT_EQUATIONS];

  for (int i = 0; i < f->n; i++) {
    const int    row  = f->row[i];
    const double all  = entry(b, row, row) + b->soft[row];
    double       left = all;

    for (int k = 0; k < i; k++) {
      double sum = entry(b, row, f->row[k]);

      for (int m = 0; m < k; m++) sum -= l[i][m] * l[k][m];
      l[i][k] = l[k][k] > 0 ? sum / l[k][k] : 0;
      left -= l[i][k] * l[i][k];
    }
    l[i][i] = left > 1e-12 * all ? sqrt(left) : 0;
  }
  for (int i = 0; i < f->n; i++) {
    double sum = b->lack[f->row[i]];

    for (int k = 0; k < i; k++) sum -= l[i][k] * y[k];
    for (int k = 0; k < b->n; k++) sum -= change[k] * entry(b, f->row[i], k);
    y[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
  for (int i = f->n - 1; i >= 0; i--) {
    double sum = y[i];

    for (int k = i + 1; k < f->n; k++) sum -= l[k][i] * change[f->row[k]];
    change[f->row[i]] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
}

/* Limit a change so that the multiplier stays within its bounds. */
static double within(const Equations *b, int e, double change)
{
  const double to = b->lambda[e] + change;

  if (to < b->least[e]) return b->least[e] - b->lambda[e];
  return to > b->most[e] ? b->most[e] - b->lambda[e] : change;
}

/* Set changes that lead beyond a bound to the bound; their equations are no longer free. False if
   there are none. */
static bool put_on_bounds(const Equations *b, Free *f, double *change)
{
  int n = 0;

  for (int i = 0; i < f->n; i++) {
    const int    e  = f->row[i];
    const double to = within(b, e, change[e]);

    if (to == change[e]) f->row[n++] = e;
    else change[e] = to;
  }
  if (n == f->n) return false;
  f->n = n;
  return true;
}

static void solve_many(const Equations *b, double *change)
{
  Free f = {0};

  for (int e = 0; e < b->n; e++) {
    change[e] = 0;
    if (!(b->a[e][e] > 0)) continue;
    if (b->least[e] < b->most[e]) f.row[f.n++] = e;
    else change[e] = within(b, e, 0);
  }
  do {
    for (int i = 0; i < f.n; i++) change[f.row[i]] = 0;
    if (f.n == b->n) solve_all(b, change);
    else solve_free(b, &f, change);
  } while (put_on_bounds(b, &f, change));
}

void block_solve(const Equations *b, double *change)
{
  if (b->n > 1) solve_many(b, change);
  else change[0] = b->a[0][0] > 0 ? within(b, 0, b->lack[0] / (b->a[0][0] + b->soft[0])) : 0;
  for (int e = 0; e < b->n; e++)
    if (!isfinite(change[e])) change[e] = 0;
}
