/* SPDX-License-Identifier: MIT */
/* Couples are contributions of their own: rounded once, as the torques of forces are, and added as
   integers. */
#include "contact/couples.h"
#include "base/kernel.h"

static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

static inline double size_of(const ContactBatch *b, int k)
{
  return larger(larger(fabs(b->cx[k]), fabs(b->cy[k])), fabs(b->cz[k]));
}

/* COUPLE_SHARE over the arm of the body with the shorter one, 1/m. */
static inline double per_arms(const Tile *t, int k)
{
  return COUPLE_SHARE * larger(t->per_arm_a[k], t->per_arm_b[k]);
}

void couples_twist(const Clumps *clumps, const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 n       = {b->nx[k], b->ny[k], b->nz[k]};
    double     inverse = clump_turning(clumps, t->a[k], n);

    if (t->b[k] >= 0) inverse += clump_turning(clumps, t->b[k], n);
    b->twist[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

KERNEL static void round_couples(const Tile *t, const ContactBatch *b, double turn, TileLoads *q,
                                 double *torque)
{
  double most = *torque;

#pragma omp simd reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double wa = turn * t->per_arm_a[k], wb = turn * t->per_arm_b[k];
    const double here = size_of(b, k) * per_arms(t, k);

    q->ta[0][k] += quanta(b->cx[k], wa);
    q->ta[1][k] += quanta(b->cy[k], wa);
    q->ta[2][k] += quanta(b->cz[k], wa);
    q->tb[0][k] += quanta(b->cx[k], wb);
    q->tb[1][k] += quanta(b->cy[k], wb);
    q->tb[2][k] += quanta(b->cz[k], wb);
    most = here > most ? here : most;
  }
  *torque = most;
}

void couples_round(const Tile *t, const ContactBatch *b, const Loads *loads, TileLoads *q,
                   double *torque)
{
  round_couples(t, b, loads->torque.inverse, q, torque);
}

KERNEL static int64_t sum_work(const ContactBatch *b, double dt, double inverse, double *largest)
{
  uint64_t total = 0; /* may wrap; not used then */
  double   most  = *largest;

#pragma omp simd reduction(+ : total) reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double work = -dt * (b->cx[k] * b->wx[k] + b->cy[k] * b->wy[k] + b->cz[k] * b->wz[k]);

    total += (uint64_t)quanta(work, inverse);
    most = fabs(work) > most ? fabs(work) : most;
  }
  *largest = most;
  return (int64_t)total;
}

int64_t couples_work(const ContactBatch *b, double dt, double inverse, double *largest)
{
  return sum_work(b, dt, inverse, largest);
}

double couple_torque(const Tile *t, const ContactBatch *b, int k)
{
  return (fabs(b->cx[k]) + fabs(b->cy[k]) + fabs(b->cz[k])) * per_arms(t, k);
}

KERNEL static void sum_sizes(const Tile *t, const ContactBatch *b, double *size)
{
  double sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < b->n; k++)
    sum += (fabs(b->cx[k]) + fabs(b->cy[k]) + fabs(b->cz[k])) * per_arms(t, k);
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
  return fabs(dt * (b->cx[k] * b->wx[k] + b->cy[k] * b->wy[k] + b->cz[k] * b->wz[k]));
}
