/* SPDX-License-Identifier: MIT */
/* Plug-in kind Smoothing: kernels by which SPH smooths fields,

     W(r, h) = sigma / h^d w(r / h),   integral of W over space = 1,

   in d = 2 or 3 dimensions. A kernel is one const struct in smoothing.c, and one line in the list
   below. */
#ifndef INTERACTION_SPH_SMOOTHING_H
#define INTERACTION_SPH_SMOOTHING_H

#include "options/options.h"

typedef struct {
  Plugin head;
  double support;  /* w is 0 from this q = r / h on */
  double sigma[4]; /* in 2 and 3 dimensions, at these indices */
  /* w(q) and w'(q) / q of n distances q >= 0, which may be infinite. */
  void (*evaluate)(int n, const double *q, double *w, double *slope);
} Smoothing;

/* The list. */
#define SMOOTHINGS(SMOOTHING) \
  SMOOTHING(smoothing_wendland_c2) \
  SMOOTHING(smoothing_wendland_c4) \
  SMOOTHING(smoothing_cubic_spline) \
  SMOOTHING(smoothing_gaussian) \
  SMOOTHING(smoothing_poly6) \
  SMOOTHING(smoothing_spiky)

#define DECLARE_SMOOTHING(smoothing) extern const Smoothing smoothing;
SMOOTHINGS(DECLARE_SMOOTHING)
#undef DECLARE_SMOOTHING

extern const Plugin *const smoothing_table[];

#endif
