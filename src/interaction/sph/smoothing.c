/* SPDX-License-Identifier: MIT */
/* The smoothing kernels (smoothing.h). */
#define AT_CUT 1.2340980408667956e-4 /* e^-9 */
#include "interaction/sph/smoothing.h"
#include "base/elementary.h"
#include "base/kernel.h"

/* Cubic spline, w = 1 - 3/2 q^2 + 3/4 q^3 for q < 1, (2 - q)^3 / 4 for q < 2. */

KERNEL static void cubic_spline_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = cubic_spline_evaluate,
};

/* Gaussian, w = e^(-q^2) - e^(-9) for q < 3: shifted to 0 where it is cut. */

static void gaussian_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = gaussian_evaluate,
};

/* Poly6 kernel, w = (1 - q^2)^3 for q < 1. */

KERNEL static void poly6_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = poly6_evaluate,
};

/* Spiky kernel, w = (1 - q)^3 for q < 1. Its slope over q is infinite at 0, where the force has no
   direction: it is kept finite. */

static const double LEAST = 1e-30; /* q */

KERNEL static void spiky_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = spiky_evaluate,
};

/* Wendland's C2 kernel in 2 and 3 dimensions, w = (1 - q/2)^4 (1 + 2 q) for q < 2. */

KERNEL static void wendland_c2_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = wendland_c2_evaluate,
};

/* Wendland's C4 kernel in 2 and 3 dimensions, w = (1 - q/2)^6 (1 + 3 q + 35/12 q^2) for q < 2. */

KERNEL static void wendland_c4_evaluate(int n, const double *q, double *w, double *slope)
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
  .evaluate = wendland_c4_evaluate,
};

const Plugin *const smoothing_table[] = {SMOOTHINGS(PLUGIN_HEAD) NULL};
