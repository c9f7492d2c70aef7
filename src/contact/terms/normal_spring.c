/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/normal_spring.h, which has the formulas. */
#include "contact/terms/kernels/normal_spring.h"
#include "contact/term.h"

static unsigned spring_read(void *self, const LawSource *s)
{
  const double a = s->a->young, b = s->b->young;

  if (contact_has_young(s, "normal")) ((NormalSpring *)self)->stiffness = 2 * a * b / (a + b);
  return 0;
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->stiffness = ((const NormalSpring *)self)->stiffness;
}

static void spring_linear(const void *self, double factor, double *constant, double *modulus)
{
  *constant = factor * ((const NormalSpring *)self)->stiffness;
  *modulus  = 0;
}

const ContactTerm normal_spring = {
  .head   = {.name = "spring",
             .text =
               "Linear spring without a dashpot; Young's moduli are its stiffness, as in JaxDEM."},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(NormalSpring),
  .read   = spring_read,
  .apply  = normal_spring_apply,
  .limits = spring_limits,
  .linear = spring_linear,
  .energy = normal_spring_energy,
};
