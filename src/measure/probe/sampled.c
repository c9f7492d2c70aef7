/* SPDX-License-Identifier: MIT */
/* Fields that probes interpolate. */
#include "measure/probe/probe.h"

static double value_of(const SampledBody *b, const Quantity *quantity)
{
  return b->clumps->quantity[quantity_index(quantity)].value[b->row];
}

static double density_of(const SampledBody *b)
{
  return b->sph_column ? b->sph_column[SPH_DENSITY][b->row] : b->clumps->mass[b->row] / b->volume;
}

/* clang-format off */
/* sampled_NAME: a field of `of_width` numbers, whose value is an expression of the body b; further
   members follow. */
#define SAMPLE(field, of_unit, of_width, x, says, ...) \
  static Vec3 field##_value(const SampledBody *b) { (void)b; return x; } \
  const Sampled sampled_##field = {.head = {.name = #field, .text = says}, .unit = of_unit, \
                                   .width = of_width, .value = field##_value, __VA_ARGS__};
#define NUMBER(field, unit, x, says, ...) SAMPLE(field, unit, 1, vec3(x, 0, 0), says, __VA_ARGS__)
#define VECTOR(field, unit, x, says)      SAMPLE(field, unit, 3, x, says, .quantity = NULL)

NUMBER(density, "kg m-3", density_of(b),
  "Density of particles, of other clumps that of the solid.", .quantity = NULL)
VECTOR(velocity, "m s-1", b->clumps->motion[b->row].v, "Velocity.")
VECTOR(angular_velocity, "rad s-1", b->clumps->w[b->row], "Angular velocity of clumps.")
NUMBER(pressure, "Pa", b->sph_column[SPH_PRESSURE][b->row], "Pressure of SPH.", .of_sph = true)
NUMBER(smoothing_length, "m", b->sph_column[SPH_KEPT][b->row], "Smoothing length of SPH.",
  .of_sph = true)
NUMBER(temperature, "K", value_of(b, &quantity_temperature), "Temperature.",
  .quantity = &quantity_temperature)
NUMBER(internal_energy, "J kg-1", value_of(b, &quantity_internal_energy),
  "Internal energy of an ideal gas.", .quantity = &quantity_internal_energy)
NUMBER(charge_density, "C m-3", value_of(b, &quantity_charge) / b->volume,
  "Charge over volume, of clumps.", .quantity = &quantity_charge)
NUMBER(volume_fraction, "1", 1,
  "1 for every body: with correction none the volume of bodies over that of space.",
  .quantity = NULL)
/* clang-format on */

const Plugin *const sampled_table[] = {SAMPLED_LIST(PLUGIN_HEAD) NULL};
