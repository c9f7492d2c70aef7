/* SPDX-License-Identifier: MIT */
/* Scenarios with heat, and closed forms of conductance and capacity. */
#ifndef HEAT_H
#define HEAT_H

#include "base/random.h"
#include "verify/verify.h"

#define RADIUS       0.05
#define SPACING      0.099
#define CONDUCTIVITY 50.0
#define SPECIFIC     10.0

/* Columns of temperatures and heat. */
static inline const QuantityColumns *warmth(const Sim *sim)
{
  return &sim->matter.clumps->quantity[quantity_index(&quantity_temperature)];
}

static inline double capacity(void)
{
  return SPECIFIC * 1000 * 4. / 3 * PETSC_PI * RADIUS * RADIUS * RADIUS;
}

static inline void begin_text(Draft *t, double dt, const char *word)
{
  add_head(t, dt, vec3(0, 0, 0), 4);
  add(t,
      "material:\n  - metal: {density: 1000, young: 1e7, specific_heat: %.17g, conductivity: "
      "%.17g, temperature: 300}\n",
      SPECIFIC, CONDUCTIVITY);
  add(t, "contact:\n  - mm: {between: [metal, metal], normal: hertz, restitution: 1, heat: %s}\n",
      word);
  add(t, "template:\n  - ball: {material: metal, pebbles: [0, 0, 0, %.17g]}\nclumps:\n", RADIUS);
}

#endif
