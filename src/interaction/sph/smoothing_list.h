/* SPDX-License-Identifier: MIT */
/* Every smoothing kernel: one line each, the name of its struct (smoothing.h). */
#ifndef INTERACTION_SPH_SMOOTHING_LIST_H
#define INTERACTION_SPH_SMOOTHING_LIST_H

/* clang-format off */
#define SMOOTHINGS(SMOOTHING) \
  SMOOTHING(smoothing_wendland_c2) \
  SMOOTHING(smoothing_wendland_c4) \
  SMOOTHING(smoothing_cubic_spline) \
  SMOOTHING(smoothing_gaussian) \
  SMOOTHING(smoothing_poly6) \
  SMOOTHING(smoothing_spiky)
/* clang-format on */

#endif
