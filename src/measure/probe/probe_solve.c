/* SPDX-License-Identifier: MIT */
/* Values and gradients at a point from sums over bodies. */
#include "measure/probe/probe.h"

int probe_scalars(const Probe *p)
{
  int n = 0;

  for (int f = 0; f < p->n_fields; f++) n += p->field[f]->width;
  return n;
}

int probe_numbers(const Probe *p)
{
  return probe_scalars(p) * (p->gradient ? 4 : 1);
}

/* Number of sums for each scalar. */
static int each_of(const Probe *p)
{
  return p->gradient || p->correction == CORRECT_LINEAR ? 1 + p->dimension : 1;
}

/* Number of sums without a scalar. */
static int moments_of(const Probe *p)
{
  const int d = p->dimension;

  return p->correction == CORRECT_LINEAR    ? 1 + d + d * (d + 1) / 2
         : p->correction == CORRECT_SHEPARD ? each_of(p)
                                            : 0;
}

int probe_columns(const Probe *p)
{
  return moments_of(p) + probe_scalars(p) * each_of(p);
}

ProbeColumn probe_column(const Probe *p, int k)
{
  const int moments = moments_of(p), each = each_of(p);

  if (k < moments) return (ProbeColumn){k, -1};
  return (ProbeColumn){(k - moments) % each, (k - moments) / each};
}

/* ---- corrections ---- */

static void divide(const Probe *p, const double *one, const double *sum, double found[4])
{
  found[0] = one[0] > 0 ? sum[0] / one[0] : NAN;
  for (int k = 1; k < each_of(p); k++)
    found[k] = one[0] > 0 ? (sum[k] - found[0] * one[k]) / one[0] : NAN;
}

/* Cholesky's factor of the matrix of n rows of moments, scaled so that its diagonal is 1; false: it
   is singular to rounding. */
static bool factor(const double *moment, int n, double scale[4], double l[4][4])
{
  const double least = 1e-8;

  for (int i = 0; i < n; i++) {
    const double diagonal = i == 0 ? moment[0] : moment[n + i * (i + 1) / 2 - 1];

    if (!(diagonal > 0)) return false;
    scale[i] = 1 / sqrt(diagonal);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const double given = i == 0   ? moment[0]
                           : j == 0 ? moment[i]
                                    : moment[n + i * (i - 1) / 2 + j - 1];
      double       rest  = given * scale[i] * scale[j];

      for (int k = 0; k < j; k++) rest -= l[i][k] * l[j][k];
      if (i == j && !(rest > least)) return false;
      l[i][j] = i == j ? sqrt(rest) : rest / l[j][j];
    }
  return true;
}

static void fit(int n, double scale[4], double l[4][4], const double *sum, double found[4])
{
  for (int i = 0; i < n; i++) {
    found[i] = sum[i] * scale[i];
    for (int k = 0; k < i; k++) found[i] -= l[i][k] * found[k];
    found[i] /= l[i][i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) found[i] -= l[k][i] * found[k];
    found[i] /= l[i][i];
  }
  for (int i = 0; i < n; i++) found[i] *= scale[i];
}

void probe_solve(const Probe *p, const double *sum, double *numbers)
{
  const int     n = 1 + p->dimension, scalars = probe_scalars(p);
  const double *of = sum + moments_of(p);
  double        scale[4], l[4][4], found[4] = {0};
  const bool    fits = p->correction == CORRECT_LINEAR && factor(sum, n, scale, l);

  for (int s = 0; s < scalars; s++, of += each_of(p)) {
    if (p->correction == CORRECT_SHEPARD) divide(p, sum, of, found);
    else if (fits) fit(n, scale, l, of, found);
    else
      for (int k = 0; k < each_of(p); k++) found[k] = p->correction == CORRECT_LINEAR ? NAN : of[k];
    numbers[s] = found[0];
    for (int k = 0; k < 3 && p->gradient; k++)
      numbers[scalars + 3 * s + k] = k < p->dimension ? found[1 + k] : 0;
  }
}
