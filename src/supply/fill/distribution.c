/* SPDX-License-Identifier: MIT */
/* Size distributions: the curve of a kind, by number; drawing. */
#include "supply/fill/sizes.h"

#include <math.h>

/* ---- by number ---- */

static double power(double x, int n)
{
  return n == 2 ? x * x : x * x * x;
}

/* For a linear piece from a to b: mean of size^-dimension (from mass to number), and mean of
   size^dimension. Both hold for a = b too. */
static double mean_inverse(double a, double b, int dimension)
{
  return dimension == 2 ? 1 / (a * b) : (a + b) / (2 * a * a * b * b);
}

static double mean_power(double a, double b, int dimension)
{
  return dimension == 2 ? (a * a + a * b + b * b) / 3 : (a + b) * (a * a + b * b) / 4;
}

PetscErrorCode distribution_create(const SizeSpread *spread, Distribution *d, bool *good, char *why)
{
  Curve  c   = {0};
  double sum = 0, largest;

  PetscFunctionBeginUser;
  *d    = (Distribution){.dimension = spread->dimension, .by_mass = spread->by_mass};
  *good = spread->kind->sound(spread->own, why);
  if (*good) PetscCall(spread->kind->curve(spread->own, &c));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  d->n    = c.n;
  d->size = c.size;
  PetscCall(array_create(&d->number, sizeof *d->number, d->n));
  largest = c.size[c.n - 1];
  for (int i = 0; i < d->n; i++) {
    const double a = c.size[i > 0 ? i - 1 : 0] / largest,
                 b = c.size[i] / largest; /* scaled: powers stay in range */

    sum += c.share[i] * (d->by_mass ? mean_inverse(a, b, d->dimension) : 1);
    d->number[i] = sum;
    if (!d->by_mass) d->moment += c.share[i] * mean_power(a, b, d->dimension);
  }
  if (d->by_mass) d->moment = 1 / sum;
  d->moment *= power(largest, d->dimension);
  for (int i = 0; i < d->n; i++) d->number[i] /= sum;
  array_free(&c.share);
  *good = isfinite(sum) && d->moment > 0 && isfinite(d->moment);
  if (!*good) {
    sizes_refuse(why, "sizes are too far from each other, or from 1");
    distribution_free(d);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode distribution_share(const Parallel *par, Distribution *d)
{
  Distribution of = *d;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &of, sizeof of, 0));
  if (par->rank > 0) {
    PetscCall(array_create(&of.size, sizeof *of.size, of.n));
    PetscCall(array_create(&of.number, sizeof *of.number, of.n));
    PetscCall(parallel_bcast(par, of.size, (size_t)of.n * sizeof *of.size, 0));
    PetscCall(parallel_bcast(par, of.number, (size_t)of.n * sizeof *of.number, 0));
    *d = of;
  } else {
    PetscCall(parallel_bcast(par, d->size, (size_t)d->n * sizeof *d->size, 0));
    PetscCall(parallel_bcast(par, d->number, (size_t)d->n * sizeof *d->number, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void distribution_free(Distribution *d)
{
  array_free(&d->size);
  array_free(&d->number);
  d->n = 0;
}

/* ---- drawing ---- */

/* Size below which the share t, by number, of the clumps of the piece a .. b lies. For curves by
   mass the number density in a piece is proportional to size^-dimension; its integral is inverted
   in closed form. */
static double size_within(const Distribution *d, double a, double b, double t)
{
  const double ratio = a / b;
  double       s;

  if (!d->by_mass) s = a + t * (b - a);
  else if (d->dimension == 2) s = a / (1 - t * (1 - ratio));
  else s = a / sqrt(1 - t * (1 - ratio * ratio));
  return s < a ? a : s > b ? b : s;
}

double distribution_size(const Distribution *d, double u)
{
  int lo = 0, hi = d->n - 1; /* number[lo] <= u < number[hi], except at the ends */

  if (d->n == 1 || u < d->number[0]) return d->size[0];
  while (hi - lo > 1) {
    const int mid = lo + (hi - lo) / 2;

    if (d->number[mid] <= u) lo = mid;
    else hi = mid;
  }
  if (!(d->number[hi] > d->number[lo])) return d->size[hi];
  return size_within(d, d->size[lo], d->size[hi],
                     min_real(1, (u - d->number[lo]) / (d->number[hi] - d->number[lo])));
}
