/* SPDX-License-Identifier: MIT */
/* A field given by the energy of a clump as a formula of the position of its centre; the force is
   minus the exact gradient of the formula (expression_gradient). */
#include "interaction/formulas.h"
#include "options/rows.h"

#include <stdio.h>

typedef struct {
  int        n; /* 0: the formula has a mistake */
  Expression energy;
} Potential;

enum { NAMES = 5 };
static const char *const names[NAMES + 1] = {"x", "y", "z", "m", "r", NULL};

/* clang-format off */
static const Option potential_options[] = {
  STRING(KEY("energy"), REQUIRED,
      "energy of a clump, J, as a formula of x, y, z, m (mass, kg) and r (radius of the sphere of "
      "its volume, m)"),
  {NULL},
};
/* clang-format on */

static unsigned potential_read(void *self, const InteractionSource *s)
{
  Potential  *p     = self;
  const Given given = {s->options, "interaction", s->name, "energy"};

  p->n = formulas_read(&given, names, 1, &p->energy);
  if (p->n != 1)
    option_mistake(s->options, "interaction", s->name, "energy", "gives %s; allowed: one formula",
                   p->n == 0 ? "nothing" : "more than one formula");
  return 0;
}

static void columns_of(const BodyBatch *b, const double *column[NAMES])
{
  const double *const all[NAMES] = {b->x, b->y, b->z, b->mass, b->radius};

  memcpy(column, all, sizeof all);
}

static void potential_act(const void *self, BodyBatch *b)
{
  const double *column[NAMES];
  double        value[INTERACTION_TILE], slope[3][EXPRESSION_TILE];

  columns_of(b, column);
  expression_gradient(&((const Potential *)self)->energy, column, b->n, value, slope);
  for (int k = 0; k < b->n; k++) {
    b->fx[k] -= slope[0][k];
    b->fy[k] -= slope[1][k];
    b->fz[k] -= slope[2][k];
  }
}

static void potential_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const double *column[NAMES];
  char          why[EXPRESSION_WHY];

  columns_of(b, column);
  if (!expression_fault(&((const Potential *)self)->energy, column, k, why))
    snprintf(why, sizeof why, "the formula has no gradient");
  snprintf(text, size, "%s, at t = %g s, x, y, z = (%g, %g, %g) m", why, b->time, b->x[k], b->y[k],
           b->z[k]);
}

static void potential_energy(const void *self, const BodyBatch *b, double *energy)
{
  const double *column[NAMES];
  double        value[INTERACTION_TILE];

  columns_of(b, column);
  expression_evaluate(&((const Potential *)self)->energy, column, b->n, value);
  for (int k = 0; k < b->n; k++)
    if (!isnan(value[k])) energy[k] += value[k];
}

const Interaction interaction_potential = {
  .head = {.name    = "potential",
           .text    = "a field by a formula of the energy of a clump.",
           .options = {interaction_groups, potential_options}},
  .size = sizeof(Potential),
  .read = potential_read,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = potential_act,
      .explain = potential_explain,
      .energy  = potential_energy,
    },
};
