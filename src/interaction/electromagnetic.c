/* SPDX-License-Identifier: MIT */
/* Electric and magnetic fields on charged pebbles. A field is uniform, or given by formulas of
   time and place (options/expression.h), or the sum of both. */
#include "interaction/formulas.h"
#include "options/rows.h"

#define ELECTRIC_MOST 1e30 /* V/m */
#define MAGNETIC_MOST 1e30 /* T */

/* V/m or T. */
typedef struct {
  Vec3       uniform;
  int        n_formulas; /* 0 or 3 */
  Expression formula[3];
} ChargeField;

/* Read the formulas of the key; a mistake if there is neither a uniform part, of the other key, nor
   any. */
static void read_formulas(ChargeField *f, const InteractionSource *s, const char *uniform,
                          const char *formulas)
{
  const Given given = {s->options, "interaction", s->name, formulas};

  f->n_formulas = formulas_of_vector(&given, f->formula);
  if (vec3_norm(f->uniform) == 0 && !option_word(s->options, "interaction", s->name, formulas)[0] &&
      !option_is_wrong(s->options, "interaction", s->name, uniform))
    option_mistake(s->options, "interaction", s->name, NULL, "no field: give %s or %s", uniform,
                   formulas);
}

static void field_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const ChargeField *f = self;

  formulas_explain(f->formula, f->n_formulas, b, k, text, size);
}

/* ---- electric ---- */

/* An electric field E on charged pebbles: the force q E at their centres. Its work counts as
   supplied. */

/* clang-format off */
static const Option electric_options[] = {
  VEC3_FLAT(KEY_IN("field", ChargeField, uniform), "V/m", "0,0,0", SIGNED(ELECTRIC_MOST),
      "uniform part of the electric field"),
  STRING(KEY("field_expression"),               OPTIONAL,
      "field added to the uniform one: formulas \"ex, ey, ez\" in V/m, of t, x, y and z"),
  {0},
};
/* clang-format on */

static void electric_read(void *self, const InteractionSource *s)
{
  read_formulas(self, s, "field", "field_expression");
}

static void electric_act(const void *self, BodyBatch *b)
{
  const ChargeField *e                          = self;
  double *const      force[3]                   = {b->fx, b->fy, b->fz};
  double             value[3][INTERACTION_TILE] = {{0}};

  formulas_add(e->formula, e->n_formulas, b, (double *const[]){value[0], value[1], value[2]});
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < b->n; k++) {
      force[i][k] += b->value[k] * vec3_axis(e->uniform, i);
      force[i][k] += b->value[k] * value[i][k];
    }
}

static void electric_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)body;
  limits->steepness = ((const ChargeField *)self)->n_formulas > 0 ? INFINITY : 0;
}

const Interaction interaction_electric = {
  .head     = {.name    = "electric",
               .text    = "an electric field on charged pebbles.",
               .source  = "Jackson 1999, Classical Electrodynamics, sec. 1.2",
               .options = {interaction_groups, electric_options}},
  .size     = sizeof(ChargeField),
  .quantity = &quantity_charge,
  .supplies = true,
  .read     = electric_read,
  .limits   = electric_limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_PEBBLES,
      .act     = electric_act,
      .explain = field_explain,
    },
};

/* ---- magnetic ---- */

/* A magnetic field B on charged pebbles: the force q v x B at their centres, with v the velocity of
   the pebble's centre, so that spinning clumps get torques. magnetic_act uses the velocities
   predicted to the end of the step; gyration.h and motion/total_loads.h correct the force to the
   final velocities, so that it does no work. */

/* clang-format off */
static const Option magnetic_options[] = {
  VEC3(KEY_IN("induction", ChargeField, uniform), "T", "0,0,0", SIGNED(MAGNETIC_MOST),
      "uniform part of the magnetic field; along z in two dimensions"),
  STRING(KEY("induction_expression"),          OPTIONAL,
      "field added to the uniform one: formulas \"bx, by, bz\" in T, of t, x, y and z"),
  {0},
};
/* clang-format on */

static void magnetic_read(void *self, const InteractionSource *s)
{
  const ChargeField *m = self;

  read_formulas(self, s, "induction", "induction_expression");
  if (s->dimension == 2 && (m->uniform.x != 0 || m->uniform.y != 0))
    option_mistake(s->options, "interaction", s->name, "induction",
                   "%g, %g, %g: in two dimensions the field is along z: give 0, 0, B", m->uniform.x,
                   m->uniform.y, m->uniform.z);
  if (s->dimension == 2 && m->n_formulas > 0)
    option_mistake(s->options, "interaction", s->name, "induction_expression",
                   "is for three dimensions: give induction");
}

static void magnetic_field(const void *self, const BodyBatch *b, double *const field[3])
{
  const ChargeField *m = self;

  for (int i = 0; i < 3; i++)
    for (int k = 0; k < b->n; k++) field[i][k] = vec3_axis(m->uniform, i);
  formulas_add(m->formula, m->n_formulas, b, field);
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

static void magnetic_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  const ChargeField *m = self;

  (void)body;
  limits->induction = m->n_formulas > 0 ? INFINITY : vec3_norm(m->uniform);
}

const Interaction interaction_magnetic = {
  .head     = {.name    = "magnetic",
               .text    = "a magnetic field on charged pebbles.",
               .source  = "Jackson 1999, Classical Electrodynamics, sec. 12.2; Boris 1970, Proc. "
                              "4th Conf. Numerical Simulation of Plasmas, 3",
               .options = {interaction_groups, magnetic_options}},
  .size     = sizeof(ChargeField),
  .quantity = &quantity_charge,
  .read     = magnetic_read,
  .limits   = magnetic_limits,
  .body =
    &(const BodyForce){
      .bodies   = BODIES_PEBBLES,
      .act      = magnetic_act,
      .explain  = field_explain,
      .magnetic = magnetic_field,
    },
};
