/* SPDX-License-Identifier: MIT */
/* An electric field E on charged pebbles: the force q E at their centres. It is uniform, or given
   by formulas of time and place (options/expression.h), or the sum of both. Its work counts as
   supplied. */
#include "base/bounds.h"
#include "interaction/formulas.h"
#include "options/rows.h"

#include <stdio.h>

#define FIELD_MOST 1e30 /* V/m */

typedef struct {
  Vec3       uniform;    /* V/m */
  int        n_formulas; /* 0 or 3 */
  Expression formula[3];
} Electric;

/* clang-format off */
static const Option electric_options[] = {
  VEC3_FLAT(KEY_IN("field", Electric, uniform), "V/m", "0,0,0", SIGNED(FIELD_MOST),
      "uniform part of the electric field"),
  STRING(KEY("field_expression"),               OPTIONAL,
      "field added to the uniform one: formulas \"ex, ey, ez\" in V/m, of t, x, y and z"),
  {NULL},
};
/* clang-format on */

static unsigned electric_read(void *self, const InteractionSource *s)
{
  const Given given = {s->options, "interaction", s->name, "field_expression"};
  Electric   *e     = self;

  options_read_into(s->options, "interaction", s->name, electric_options, e);
  e->n_formulas = formulas_of_vector(&given, e->formula);
  if (vec3_norm(e->uniform) == 0 &&
      !option_word(s->options, "interaction", s->name, given.key)[0] &&
      !option_is_wrong(s->options, "interaction", s->name, "field"))
    option_mistake(s->options, "interaction", s->name, NULL,
                   "no field: give field or field_expression");
  return 0;
}

static void electric_act(const void *self, BodyBatch *b)
{
  const Electric     *e        = self;
  double *const       force[3] = {b->fx, b->fy, b->fz};
  double              time[INTERACTION_TILE], value[INTERACTION_TILE];
  const double *const column[] = {time, b->x, b->y, b->z};

  for (int k = 0; k < b->n; k++) time[k] = b->time;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < b->n; k++) force[i][k] += b->value[k] * vec3_axis(e->uniform, i);
    if (e->n_formulas == 0) continue;
    expression_evaluate(&e->formula[i], column, b->n, value);
    for (int k = 0; k < b->n; k++) force[i][k] += b->value[k] * value[k];
  }
}

static void electric_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)body;
  limits->steepness = ((const Electric *)self)->n_formulas > 0 ? INFINITY : 0;
}

static void electric_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Electric     *e = self;
  double              time[INTERACTION_TILE];
  const double *const column[] = {time, b->x, b->y, b->z};
  char                why[EXPRESSION_WHY];

  text[0] = '\0';
  for (int i = 0; i < b->n; i++) time[i] = b->time;
  for (int i = 0; i < e->n_formulas && !text[0]; i++)
    if (expression_fault(&e->formula[i], column, k, why))
      snprintf(text, size, "formula %d: %s, at t = %g s, x, y, z = (%g, %g, %g) m", i + 1, why,
               b->time, b->x[k], b->y[k], b->z[k]);
}

const Interaction interaction_electric = {
  .head     = {.name    = "electric",
               .text    = "an electric field on charged pebbles.",
               .source  = "Jackson 1999, Classical Electrodynamics, sec. 1.2",
               .options = {interaction_groups, electric_options}},
  .size     = sizeof(Electric),
  .quantity = &quantity_charge,
  .supplies = true,
  .read     = electric_read,
  .limits   = electric_limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_PEBBLES,
      .act     = electric_act,
      .explain = electric_explain,
    },
};
