/* SPDX-License-Identifier: MIT */
/* Wendland's C2 kernel in 2 and 3 dimensions, w = (1 - q/2)^4 (1 + 2 q) for q < 2. */
#include "base/kernel.h"
#include "interaction/sph/smoothing.h"

KERNEL static void evaluate(int n, const double *q, double *w, double *slope)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 2 ? q[k] : 2, t = 1 - 0.5 * p, t3 = t * t * t;

    w[k]     = t3 * t * (1 + 2 * p);
    slope[k] = -5 * t3;
  }
}

const Smoothing smoothing_wendland_c2 = {
  .head     = {.name   = "wendland_c2",
               .text   = "Wendland's C2, up to 2 h; particles do not pair with it.",
               .source = "Wendland 1995, Adv. Comput. Math. 4, 389"},
  .support  = 2,
  .sigma    = {0, 0, 7 / (4 * PETSC_PI), 21 / (16 * PETSC_PI)},
  .evaluate = evaluate,
};
