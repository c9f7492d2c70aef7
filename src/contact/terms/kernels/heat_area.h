/* SPDX-License-Identifier: MIT */
/* Heat conduction through the circle in which two surfaces intersect: heat: area and heat: radius.
   The circle has the radius a of the intersection of two spheres, or of a sphere and a plane, and
   the area A = pi a^2; k is the harmonic mean of the conductivities, 2 k_a k_b / (k_a + k_b).

     area    Q = 2 k sqrt(A) (T_b - T_a), as LIGGGHTS' fix heat/gran/conduction writes it:
             4 k_a k_b / (k_a + k_b) sqrt(A)
     radius  Q = 2 k a (T_b - T_a), the flow between two half-spaces that touch in a circle

   They differ by sqrt(pi): that of Batchelor & O'Brien is the solution of the conduction
   problem. */
#ifndef CONTACT_TERMS_KERNELS_HEAT_AREA_H
#define CONTACT_TERMS_KERNELS_HEAT_AREA_H

#include "base/kernel.h"
#include "contact/batch.h"

typedef struct {
  double conductance; /* of a circle of radius 1 m, W/(m K) */
} HeatArea;

static inline void heat_area_apply(const void *self, ContactBatch *b)
{
  const double conductance = ((const HeatArea *)self)->conductance;
  Exchange    *heat        = b->exchange;

#pragma omp simd
  for (int k = 0; k < b->n; k++)
    heat->flow[k] += conductance * sqrt(b->circle2[k]) * (heat->b[k] - heat->a[k]);
}

#endif
