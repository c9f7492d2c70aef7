/* SPDX-License-Identifier: MIT */
/* A magnetic field B on charged pebbles: the force q v x B at their centres, with v the velocity of
   the pebble's centre, so that spinning clumps get torques. The field is uniform, or given by
   formulas of time and place, or the sum of both. magnetic_act uses the velocities predicted to the
   end of the step; gyration.h and motion/gyrate.h correct the force to the final velocities, so
   that it does no work. */
#include "base/bounds.h"
#include "interaction/formulas.h"
#include "options/rows.h"

#define FIELD_MOST 1e30 /* T */

typedef struct {
  Vec3       uniform;    /* T */
  int        n_formulas; /* 0 or 3 */
  Expression formula[3];
} Magnetic;

/* clang-format off */
static const Option magnetic_options[] = {
  VEC3(KEY_IN("induction", Magnetic, uniform), "T", "0,0,0", SIGNED(FIELD_MOST),
      "uniform part of the magnetic field; along z in two dimensions"),
  STRING(KEY("induction_expression"),          OPTIONAL,
      "field added to the uniform one: formulas \"bx, by, bz\" in T, of t, x, y and z"),
  {NULL},
};
/* clang-format on */

static void check_plane(const InteractionSource *s, const Magnetic *m)
{
  if (s->dimension == 2 && (m->uniform.x != 0 || m->uniform.y != 0))
    option_mistake(s->options, "interaction", s->name, "induction",
                   "%g, %g, %g: in two dimensions the field is along z: give 0, 0, B", m->uniform.x,
                   m->uniform.y, m->uniform.z);
  if (s->dimension == 2 && m->n_formulas > 0)
    option_mistake(s->options, "interaction", s->name, "induction_expression",
                   "is for three dimensions: give induction");
}

static unsigned magnetic_read(void *self, const InteractionSource *s)
{
  const Given given = {s->options, "interaction", s->name, "induction_expression"};
  Magnetic   *m     = self;

  options_read_into(s->options, "interaction", s->name, magnetic_options, m);
  m->n_formulas = formulas_of_vector(&given, m->formula);
  if (vec3_norm(m->uniform) == 0 &&
      !option_word(s->options, "interaction", s->name, given.key)[0] &&
      !option_is_wrong(s->options, "interaction", s->name, "induction"))
    option_mistake(s->options, "interaction", s->name, NULL,
                   "no field: give induction or induction_expression");
  check_plane(s, m);
  return 0;
}

static void columns_of(const BodyBatch *b, double *time, const double *column[4])
{
  const double *const all[] = {time, b->x, b->y, b->z};

  for (int k = 0; k < b->n; k++) time[k] = b->time;
  memcpy(column, all, sizeof all);
}

static void magnetic_field(const void *self, const BodyBatch *b, double *const field[3])
{
  const Magnetic *m = self;
  const double   *column[4];
  double          time[INTERACTION_TILE], value[INTERACTION_TILE];

  columns_of(b, time, column);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < b->n; k++) field[i][k] = vec3_axis(m->uniform, i);
    if (m->n_formulas == 0) continue;
    expression_evaluate(&m->formula[i], column, b->n, value);
    for (int k = 0; k < b->n; k++) field[i][k] += value[k];
  }
}

static void magnetic_act(const void *self, BodyBatch *b)
{
  double        x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
  double *const field[3] = {x, y, z};

  magnetic_field(self, b, field);
  for (int k = 0; k < b->n; k++) {
    b->fx[k] += b->value[k] * (b->vy[k] * z[k] - b->vz[k] * y[k]);
    b->fy[k] += b->value[k] * (b->vz[k] * x[k] - b->vx[k] * z[k]);
    b->fz[k] += b->value[k] * (b->vx[k] * y[k] - b->vy[k] * x[k]);
  }
}

static void magnetic_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Magnetic *m = self;
  const double   *column[4];
  double          time[INTERACTION_TILE];
  char            why[EXPRESSION_WHY];

  text[0] = '\0';
  columns_of(b, time, column);
  for (int i = 0; i < m->n_formulas && !text[0]; i++)
    if (expression_fault(&m->formula[i], column, k, why))
      snprintf(text, size, "formula %d: %s, at t = %g s, x, y, z = (%g, %g, %g) m", i + 1, why,
               b->time, b->x[k], b->y[k], b->z[k]);
}

static void magnetic_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  const Magnetic *m = self;

  (void)body;
  limits->induction = m->n_formulas > 0 ? INFINITY : vec3_norm(m->uniform);
}

const Interaction interaction_magnetic = {
  .head     = {.name    = "magnetic",
               .text    = "a magnetic field on charged pebbles.",
               .source  = "Jackson 1999, Classical Electrodynamics, sec. 12.2; Boris 1970, Proc. "
                              "4th Conf. Numerical Simulation of Plasmas, 3",
               .options = {interaction_groups, magnetic_options}},
  .size     = sizeof(Magnetic),
  .quantity = &quantity_charge,
  .read     = magnetic_read,
  .limits   = magnetic_limits,
  .body =
    &(const BodyForce){
      .bodies   = BODIES_PEBBLES,
      .act      = magnetic_act,
      .explain  = magnetic_explain,
      .magnetic = magnetic_field,
    },
};
