/* SPDX-License-Identifier: MIT */
/* Coulomb's law between the charges of pebbles, at their centres, screened if a length is given
   (Debye & Hueckel; Yukawa),

     u(r) = q_a q_b coulomb_constant / r exp(-r / screening),

   truncated at a cutoff (potential.h). `force` truncates it as Wolf's method without damping does
   (Wolf et al. 1999, J. Chem. Phys. 110, 8254; Fennell & Gezelter 2006, J. Chem. Phys. 124,
   234104). */
#include "base/elementary.h"
#include "interaction/pairs/potential.h"
#include "options/rows.h"

#define CONSTANT_MOST 1e60 /* N m^2/C^2 */

typedef struct {
  Truncation at;       /* for a product of charges of 1 C^2 */
  double     constant; /* N m^2/C^2 */
  double     inverse;  /* 1 over the screening length, 1/m; 0: not screened */
} Coulomb;

/* clang-format off */
static const Option coulomb_options[] = {
  REAL(KEY_IN("coulomb_constant", Coulomb, constant), "N m^2/C^2", "8.9875517862e9",
      POSITIVE_UP_TO(CONSTANT_MOST),
      "force of two charges of 1 C at 1 m: 1 / (4 pi permittivity); default: in vacuum"),
  REAL(KEY("screening"), "m", OPTIONAL, RANGE_OF(LENGTH),
      "length of screening (Debye, Yukawa): energies are reduced by exp(-r / screening); default: "
      "none"),
  {0},
};
/* clang-format on */

ALWAYS_INLINE double bare_push(const void *self, double d2)
{
  return ((const Coulomb *)self)->constant / (d2 * sqrt(d2));
}

static double energy_at(const void *self, double d2)
{
  const Coulomb *c = self;
  const double   r = sqrt(d2);

  return c->constant / r * exponential(-r * c->inverse);
}

static double screened_push(const void *self, double d2)
{
  const Coulomb *c = self;
  const double   r = sqrt(d2);

  return c->constant * exponential(-r * c->inverse) * (1 / r + c->inverse) / d2;
}

static void coulomb_read(void *self, const InteractionSource *s)
{
  Coulomb *c = self;

  if (option_has_value(s->options, "interaction", s->name, "screening"))
    c->inverse = 1 / option_real(s->options, "interaction", s->name, "screening");
  truncation_read(c, s, energy_at, c->inverse > 0 ? screened_push : bare_push);
}

KERNEL static void pull_cut(const Coulomb *c, PairBatch *b)
{
  potential_pull(c, bare_push, false, true, b);
}

KERNEL static void pull_shifted(const Coulomb *c, PairBatch *b)
{
  potential_pull(c, bare_push, true, true, b);
}

static void coulomb_pull(const void *self, PairBatch *b)
{
  const Coulomb *c = self;

  if (c->inverse > 0) potential_pull_within(c, screened_push, true, b);
  else if (c->at.slope != 0) pull_shifted(c, b);
  else pull_cut(c, b);
}

/* |u''| of the largest charges where the pebbles touch. */
static double coulomb_stiffness(const void *self, const Approach *a)
{
  const Coulomb *c = self;
  const double   r = a->touching, x = r * c->inverse;

  return c->constant * a->value_a * a->value_b / (r * r * r) * exponential(-x) *
         (2 + 2 * x + x * x);
}

const Interaction interaction_coulomb = {
  .head     = {.name    = "coulomb",
               .text    = "Coulomb's law between charged pebbles, screened if a length is given.",
               .source  = "Jackson 1999, Classical Electrodynamics, sec. 1.1; Yukawa 1935, Proc. "
                              "Phys.-Math. Soc. Japan 17, 48",
               .options = {interaction_between, interaction_groups, coulomb_options, potential_cutoff}},
  .size     = sizeof(Coulomb),
  .quantity = &quantity_charge,
  .read     = coulomb_read,
  .pair =
    &(const PairForce){
      .reach     = truncation_reach,
      .pull      = coulomb_pull,
      .energy_at = energy_at,
      .stiffness = coulomb_stiffness,
    },
};
