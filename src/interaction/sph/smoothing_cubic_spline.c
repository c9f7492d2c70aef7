/* SPDX-License-Identifier: MIT */
/* Cubic spline, w = 1 - 3/2 q^2 + 3/4 q^3 for q < 1, (2 - q)^3 / 4 for q < 2. */
#include "base/kernel.h"
#include "interaction/sph/smoothing.h"

KERNEL static void evaluate(int n, const double *q, double *w, double *slope)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 2 ? q[k] : 2, t = 2 - p, far = p > 1 ? p : 1;
    const double inner = 1 + p * p * (-1.5 + 0.75 * p), outer = 0.25 * t * t * t;

    w[k]     = p < 1 ? inner : outer;
    slope[k] = p < 1 ? -3 + 2.25 * p : -0.75 * t * t / far;
  }
}

const Smoothing smoothing_cubic_spline = {
  .head     = {.name   = "cubic_spline",
               .text   = "cubic spline, up to 2 h.",
               .source = "Monaghan & Lattanzio 1985, Astron. Astrophys. 149, 135"},
  .support  = 2,
  .sigma    = {0, 0, 10 / (7 * PETSC_PI), 1 / PETSC_PI},
  .evaluate = evaluate,
};
