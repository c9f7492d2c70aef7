/* SPDX-License-Identifier: MIT */
/* Gaussian, w = e^(-q^2) - e^(-9) for q < 3: shifted to 0 where it is cut. */
#include "interaction/sph/smoothing.h"
#include "options/functions.h"

#define AT_CUT 1.2340980408667956e-4 /* e^-9 */

static void evaluate(int n, const double *q, double *w, double *slope)
{
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 3 ? q[k] : 3, e = exponential(-p * p);

    w[k]     = p < 3 ? e - AT_CUT : 0;
    slope[k] = p < 3 ? -2 * e : 0;
  }
}

const Smoothing smoothing_gaussian = {
  .head    = {.name   = "gaussian",
              .text   = "Gaussian, up to 3 h.",
              .source = "Gingold & Monaghan 1977, Mon. Not. R. Astron. Soc. 181, 375"},
  .support = 3,
  /* 1 over pi (1 - 10 e^-9), and over pi^(3/2) erf(3) - 42 pi e^-9 */
  .sigma    = {0, 0, 0.31870319717504236, 0.1801178221025686},
  .evaluate = evaluate,
};
