/* SPDX-License-Identifier: MIT */
/* Heat exchange with a fluid of uniform temperature, by Newton's law of cooling:

     Q = transfer A (T_fluid - T),

   with A = 4 pi R^2 the surface of the sphere of the clump's volume; in two dimensions A = 2 pi R,
   of the disc, for each metre of thickness. Clumps without a specific heat keep their temperature. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "interaction/interaction.h"
#include "options/rows.h"

typedef struct {
  double  transfer;    /* W/(m^2 K) */
  double  temperature; /* of the fluid, K */
  int32_t plane;       /* 1: two dimensions */
} Convection;

/* clang-format off */
static const Option convection_options[] = {
  REAL(IN(Convection, transfer),                             "W/(m^2 K)", REQUIRED, UP_TO(1e30),
      "heat flow over area and difference of temperatures; the area is that of the sphere of the "
      "clump's volume"),
  REAL(KEY_IN("fluid_temperature", Convection, temperature), "K", REQUIRED, POSITIVE_UP_TO(1e30),
      "temperature of the fluid"),
  {NULL},
};
/* clang-format on */

static unsigned convection_read(void *self, const InteractionSource *s)
{
  Convection *c = self;

  options_read_into(s->options, "interaction", s->name, convection_options, c);
  c->plane = s->dimension == 2;
  return 0;
}

/* Heat flow over the difference of temperatures, W/K. */
static double conductance(const Convection *c, double radius)
{
  return c->transfer * 2 * PETSC_PI * radius * (c->plane ? 1 : 2 * radius);
}

static void convection_act(const void *self, BodyBatch *b)
{
  const Convection *c = self;

  for (int k = 0; k < b->n; k++)
    b->flow[k] += conductance(c, b->radius[k]) * (c->temperature - b->value[k]);
}

static void convection_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  limits->conducts = conductance(self, body->radius);
}

const Interaction interaction_convection = {
  .head     = {.name    = "convection",
               .text    = "heat exchange of clumps with a fluid.",
               .source  = "Bergman et al. 2011, Fundamentals of Heat and Mass Transfer, eq. 1.3a",
               .options = {interaction_groups, convection_options}},
  .size     = sizeof(Convection),
  .gives    = GIVES_BODY_FLOW,
  .quantity = &quantity_temperature,
  .read     = convection_read,
  .limits   = convection_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_CLUMPS,
      .act    = convection_act,
    },
};
