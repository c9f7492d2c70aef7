/* SPDX-License-Identifier: MIT */
/* Poly6 kernel, w = (1 - q^2)^3 for q < 1. */
#include "base/kernel.h"
#include "interaction/sph/smoothing.h"

KERNEL static void evaluate(int n, const double *q, double *w, double *slope)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 1 ? q[k] : 1, t = 1 - p * p;

    w[k]     = t * t * t;
    slope[k] = -6 * t * t;
  }
}

const Smoothing smoothing_poly6 = {
  .head     = {.name = "poly6",
               .text =
                 "(1 - q^2)^3, up to h: cheap and smooth, but its gradient vanishes at the centre.",
               .source = "Mueller et al. 2003, Proc. Symp. Comput. Animation, 154"},
  .support  = 1,
  .sigma    = {0, 0, 4 / PETSC_PI, 315 / (64 * PETSC_PI)},
  .evaluate = evaluate,
};
