/* SPDX-License-Identifier: MIT */
/* JaxDEM's `spring`: k x overlap, k the harmonic mean 2 E_a E_b / (E_a + E_b) of the numbers given as
   Young's moduli, taken as N/m. No dashpot. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/term.h"

typedef struct {
  double stiffness; /* N/m */
} Spring;

static unsigned spring_read(void *self, const LawSource *s)
{
  const double a = s->a->young, b = s->b->young;

  if (contact_has_young(s, "normal")) ((Spring *)self)->stiffness = 2 * a * b / (a + b);
  return 0;
}

KERNEL static void push_apart(const Spring *h, const double *ramp, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double spring = -h->stiffness * b->gap[k];

    batch_push(b, k, spring, ramp[k] * spring);
  }
}

static void spring_apply(const void *self, ContactBatch *b)
{
  double ramp[TILE];

  batch_fill(b, 1, ramp);
  for (int e = 0; e < b->n_events; e++) ramp[b->event[e]] = batch_ramp(b, b->event[e], 0);
  push_apart(self, ramp, b);
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->stiffness = ((const Spring *)self)->stiffness;
}

static void spring_linear(const void *self, double factor, double *constant, double *modulus)
{
  *constant = factor * ((const Spring *)self)->stiffness;
  *modulus  = 0;
}

static void spring_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * ((const Spring *)self)->stiffness * b->gap[k] * b->gap[k];
}

const ContactTerm normal_spring = {
  .head   = {.name = "spring",
             .text =
               "Linear spring without a dashpot; Young's moduli are its stiffness, as in JaxDEM."},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(Spring),
  .read   = spring_read,
  .apply  = spring_apply,
  .limits = spring_limits,
  .linear = spring_linear,
  .energy = spring_energy,
};
