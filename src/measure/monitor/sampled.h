/* SPDX-License-Identifier: MIT */
/* Plug-in kind Sampled: fields of clumps that probes interpolate (probe.h), such as their velocity.
   A field is one const struct in sampled.c, and one line in the list below. */
#ifndef MEASURE_MONITOR_SAMPLED_H
#define MEASURE_MONITOR_SAMPLED_H

#include "matter/clumps.h"
#include "options/options.h"

/* A clump whose field is asked for. */
typedef struct {
  const Clumps  *clumps;
  PetscInt       row;
  double         volume;     /* m^3, in two dimensions m^2 */
  double *const *sph_column; /* columns of SPH; NULL: it is no particle of SPH */
} SampledBody;

typedef struct {
  Plugin          head;
  const char     *unit;
  int             width;                  /* 1, or 3: a vector */
  bool            of_sph;                 /* particles of SPH alone have it */
  const Quantity *quantity;               /* the run must have it; NULL: none */
  Vec3 (*value)(const SampledBody *body); /* a number is x */
} Sampled;

/* The list of fields: one line each. */
#define SAMPLED_LIST(SAMPLED) \
  SAMPLED(sampled_density) \
  SAMPLED(sampled_velocity) \
  SAMPLED(sampled_angular_velocity) \
  SAMPLED(sampled_pressure) \
  SAMPLED(sampled_smoothing_length) \
  SAMPLED(sampled_temperature) \
  SAMPLED(sampled_internal_energy) \
  SAMPLED(sampled_charge_density) \
  SAMPLED(sampled_volume_fraction)

#define DECLARE_SAMPLED(sampled) extern const Sampled sampled;
SAMPLED_LIST(DECLARE_SAMPLED)
#undef DECLARE_SAMPLED

extern const Plugin *const sampled_table[];

#endif
