/* SPDX-License-Identifier: MIT */
/* Hooke's and Hertz' springs with a dashpot whose restitution is read from a table at the impact
   speed: linear between its speeds, outside them that of the first or last. Memory: the damping
   ratio, found at the first sample. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_TABLE_H
#define CONTACT_TERMS_KERNELS_NORMAL_TABLE_H

#include "base/elementary.h"
#include "contact/terms/kernels/dashpot.h"

enum { TABLE_MOST = 64 };

typedef struct {
  double stiffness; /* N/m; 0: Hertz */
  double young;     /* E*, Pa */
  int    n;
  double speed[TABLE_MOST], restitution[TABLE_MOST];
} NormalTable;

/* Damping ratio at an impact speed; above 0 even for restitution 1, or no table. */
static inline double normal_table_ratio_at(const NormalTable *h, double speed)
{
  double e = h->n > 0 ? h->restitution[h->n - 1] : 1, l;
  int    k = 0;

  while (k < h->n && h->speed[k] < speed) k++;
  if (k == 0 && h->n > 0) e = h->restitution[0];
  else if (k < h->n)
    e = h->restitution[k - 1] + (h->restitution[k] - h->restitution[k - 1]) *
                                  ((speed - h->speed[k - 1]) / (h->speed[k] - h->speed[k - 1]));
  if (!(e > 0)) return 1;
  if (e >= 1) return 1e-300;
  l = natural_log(e);
  return -l / sqrt(PI * PI + l * l);
}

static inline void normal_table_find_ratios(const NormalTable *h, ContactBatch *b)
{
  double *ratio = b->memory[0];

  for (int k = 0; k < b->n; k++)
    if (!(b->known[k] > 0) || ratio[k] == 0 || h->n == 0)
      ratio[k] = normal_table_ratio_at(h, fabs(b->approach[k]));
}

KERNEL static void normal_table_push_apart(const NormalTable *h, const double *ramp,
                                           const double *share, ContactBatch *b)
{
  const bool    linear = h->stiffness > 0;
  const double *ratio  = b->memory[0];
  const double  most   = dashpot_most(b);

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double slope  = linear ? h->stiffness : 2 * h->young * sqrt(-b->radius[k] * b->gap[k]);
    const double spring = -(linear ? 1 : 2.0 / 3) * slope * b->gap[k];
    const double damping =
      dashpot_within(2 * (linear ? 1 : GROWING_RATIO) * ratio[k] * sqrt(b->point_mass[k] * slope),
                     most * b->point_mass[k]);
    const double dashpot = damping * b->approach[k];

    b->jump[k] = linear ? dashpot : 0;
    batch_push(b, k, spring + dashpot, ramp[k] * spring + share[k] * dashpot);
  }
}

static inline void normal_table_apply(const void *self, ContactBatch *b)
{
  const NormalTable *h      = (const NormalTable *)self;
  const bool         linear = h->stiffness > 0;
  double             ramp[TILE], share[TILE];

  if (linear) {
    batch_ramps(b, 0, ramp);
    batch_jumps(b, 0, share);
  } else {
    batch_fill(b, 1, ramp);
    batch_roots(b, 0, share);
  }
  normal_table_find_ratios(h, b);
  normal_table_push_apart(h, ramp, share, b);
}

static inline void normal_table_energy(const void *self, const ContactBatch *b, double *energy)
{
  const NormalTable *h = (const NormalTable *)self;

  for (int k = 0; k < b->n; k++)
    energy[k] +=
      (h->stiffness > 0 ? 0.5 * h->stiffness
                        : 8.0 / 15.0 * h->young * sqrt(max_real(0, -b->radius[k] * b->gap[k]))) *
      b->gap[k] * b->gap[k];
}

#endif
