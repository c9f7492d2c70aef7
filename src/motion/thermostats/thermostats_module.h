/* SPDX-License-Identifier: MIT */
/* The module of thermostats: baths in the middle of steps, factors on velocities between steps. */
#ifndef MOTION_THERMOSTATS_THERMOSTATS_MODULE_H
#define MOTION_THERMOSTATS_THERMOSTATS_MODULE_H

#include "matter/module.h"
#include "motion/thermostats/thermostat.h"

extern const Module thermostats_module; /* its state: ThermostatsState */

typedef struct {
  Thermostats all;
  Baths       baths; /* of the present step */
} ThermostatsState;

#endif
