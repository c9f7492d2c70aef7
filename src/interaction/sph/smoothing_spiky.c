/* SPDX-License-Identifier: MIT */
/* Spiky kernel, w = (1 - q)^3 for q < 1. Its slope over q is infinite at 0, where the force has no
   direction: it is kept finite. */
#include "base/kernel.h"
#include "interaction/sph/smoothing.h"

static const double LEAST = 1e-30; /* q */

KERNEL static void evaluate(int n, const double *q, double *w, double *slope)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = q[k] < 1 ? q[k] : 1, t = 1 - p, over = p > LEAST ? p : LEAST;

    w[k]     = t * t * t;
    slope[k] = -3 * t * t / over;
  }
}

const Smoothing smoothing_spiky = {
  .head     = {.name   = "spiky",
               .text   = "(1 - q)^3, up to h: its gradient does not vanish towards the centre.",
               .source = "Mueller et al. 2003, Proc. Symp. Comput. Animation, 154"},
  .support  = 1,
  .sigma    = {0, 0, 10 / PETSC_PI, 15 / PETSC_PI},
  .evaluate = evaluate,
};
