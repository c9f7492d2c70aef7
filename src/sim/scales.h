/* SPDX-License-Identifier: MIT */
/* Scales of the clumps of a run, against which the quanta of the sums (matter/loads.h) are judged
   (quanta.c). */
#ifndef SIM_SCALES_H
#define SIM_SCALES_H

#include "base/base.h"

typedef struct {
  double lightest;  /* mass of the lightest clump that may move, kg; INFINITY: none may */
  double slightest; /* force of the softest law at an overlap of 1e-4 of the smallest radius, N */
  bool   coarse; /* the warning was given that sums of forces are coarse for the lightest clumps */
} Scales;

#endif
