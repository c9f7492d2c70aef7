/* SPDX-License-Identifier: MIT */
/* Couples of a tile (couples.h). */
#include "contact/terms/couples.h"
#include "base/kernel.h"

void couples_twist(const Clumps *clumps, const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 n       = batch_normal(b, k);
    double     inverse = clump_turning(clumps, t->a.row[k], n);

    if (t->b.row[k] >= 0) inverse += clump_turning(clumps, t->b.row[k], n);
    b->twist[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

double couple_torque(const Tile *t, const ContactBatch *b, int k)
{
  return (fabs(b->cx[k]) + fabs(b->cy[k]) + fabs(b->cz[k])) * couple_per_arm(t, k);
}

KERNEL static void sum_sizes(const Tile *t, const ContactBatch *b, double *size)
{
  double sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < b->n; k++)
    sum += (fabs(b->cx[k]) + fabs(b->cy[k]) + fabs(b->cz[k])) * couple_per_arm(t, k);
  *size = sum;
}

double couples_size(const Tile *t, const ContactBatch *b)
{
  double size;

  sum_sizes(t, b, &size);
  return size;
}

double couple_work(const ContactBatch *b, double dt, int k)
{
  return fabs(dt * vec3_dot(batch_couple(b, k), batch_spin(b, k)));
}
