/* SPDX-License-Identifier: MIT */
/* Wendland's C4 kernel in 2 and 3 dimensions, w = (1 - q/2)^6 (1 + 3 q + 35/12 q^2) for q < 2. */
#include "base/kernel.h"
#include "interaction/sph/smoothing.h"

KERNEL static void evaluate(int n, const double *q, double *w, double *slope)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 2 ? q[k] : 2, t = 1 - 0.5 * p, t2 = t * t, t5 = t2 * t2 * t;

    w[k]     = t5 * t * (1 + p * (3 + 35.0 / 12 * p));
    slope[k] = -(14.0 / 3) * t5 * (1 + 2.5 * p);
  }
}

const Smoothing smoothing_wendland_c4 = {
  .head     = {.name   = "wendland_c4",
               .text   = "Wendland's C4, up to 2 h; smoother, for smoothing_ratio from 1.6 on.",
               .source = "Wendland 1995, Adv. Comput. Math. 4, 389; Dehnen & Aly 2012, Mon. Not. R. "
                             "Astron. Soc. 425, 1068"},
  .support  = 2,
  .sigma    = {0, 0, 9 / (4 * PETSC_PI), 495 / (256 * PETSC_PI)},
  .evaluate = evaluate,
};
