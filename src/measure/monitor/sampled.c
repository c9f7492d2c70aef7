/* SPDX-License-Identifier: MIT */
/* Fields that probes interpolate. */
#include "measure/monitor/sampled.h"
#include "interaction/sph/sph.h"

static Vec3 number(double x)
{
  return (Vec3){x, 0, 0};
}

static Vec3 value_of(const SampledBody *b, const Quantity *quantity)
{
  return number(b->clumps->quantity[quantity_index(quantity)].value[b->row]);
}

static Vec3 density(const SampledBody *b)
{
  return number(b->sph_column ? b->sph_column[SPH_DENSITY][b->row]
                              : b->clumps->mass[b->row] / b->volume);
}

static Vec3 velocity(const SampledBody *b)
{
  return b->clumps->motion[b->row].v;
}

static Vec3 angular_velocity(const SampledBody *b)
{
  return b->clumps->w[b->row];
}

static Vec3 pressure(const SampledBody *b)
{
  return number(b->sph_column[SPH_PRESSURE][b->row]);
}

static Vec3 smoothing_length(const SampledBody *b)
{
  return number(b->sph_column[SPH_KEPT][b->row]);
}

static Vec3 temperature(const SampledBody *b)
{
  return value_of(b, &quantity_temperature);
}

static Vec3 internal_energy(const SampledBody *b)
{
  return value_of(b, &quantity_internal_energy);
}

static Vec3 charge_density(const SampledBody *b)
{
  return number(value_of(b, &quantity_charge).x / b->volume);
}

static Vec3 one(const SampledBody *b)
{
  (void)b;
  return number(1);
}

const Sampled sampled_density = {
  .head  = {.name = "density", .text = "Density of particles, of other clumps that of the solid."},
  .unit  = "kg m-3",
  .width = 1,
  .value = density};

const Sampled sampled_velocity = {.head  = {.name = "velocity", .text = "Velocity."},
                                  .unit  = "m s-1",
                                  .width = 3,
                                  .value = velocity};

const Sampled sampled_angular_velocity = {
  .head  = {.name = "angular_velocity", .text = "Angular velocity of clumps."},
  .unit  = "rad s-1",
  .width = 3,
  .value = angular_velocity};

const Sampled sampled_pressure = {.head   = {.name = "pressure", .text = "Pressure of SPH."},
                                  .unit   = "Pa",
                                  .width  = 1,
                                  .of_sph = true,
                                  .value  = pressure};

const Sampled sampled_smoothing_length = {
  .head   = {.name = "smoothing_length", .text = "Smoothing length of SPH."},
  .unit   = "m",
  .width  = 1,
  .of_sph = true,
  .value  = smoothing_length};

const Sampled sampled_temperature = {.head     = {.name = "temperature", .text = "Temperature."},
                                     .unit     = "K",
                                     .width    = 1,
                                     .quantity = &quantity_temperature,
                                     .value    = temperature};

const Sampled sampled_internal_energy = {
  .head     = {.name = "internal_energy", .text = "Internal energy of an ideal gas."},
  .unit     = "J kg-1",
  .width    = 1,
  .quantity = &quantity_internal_energy,
  .value    = internal_energy};

const Sampled sampled_charge_density = {
  .head     = {.name = "charge_density", .text = "Charge over volume, of clumps."},
  .unit     = "C m-3",
  .width    = 1,
  .quantity = &quantity_charge,
  .value    = charge_density};

const Sampled sampled_volume_fraction = {
  .head  = {.name = "volume_fraction",
            .text =
              "1 for every body: with correction none the volume of bodies over that of space."},
  .unit  = "1",
  .width = 1,
  .value = one};

const Plugin *const sampled_table[] = {SAMPLED_LIST(PLUGIN_HEAD) NULL};
