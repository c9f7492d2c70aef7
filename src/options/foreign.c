/* SPDX-License-Identifier: MIT */
/* Words of other codes, for messages: a user who writes `youngsModulus` is told of `young`. Words
   that mean the same in another unit, as a period in place of a rate, are not here:
   docs/start/other_codes.md. */
#define _POSIX_C_SOURCE 200809L
#include <strings.h>

#include "options/options_internal.h"

typedef struct {
  const char *theirs, *ours; /* ours: one word or several, with blanks between */
} Pair;

static const Pair pairs[] = {
  /* properties of materials */
  {"youngsModulus", "young"},
  {"poissonsRatio", "poisson"},
  {"coefficientRestitution", "restitution"},
  {"coefficientFriction", "friction"},
  {"coefficientRollingFriction", "rolling_friction"},
  {"coefficientRollingViscousDamping", "rolling_damping"},
  {"thermalConductivity", "conductivity"},
  {"thermalCapacity", "specific_heat"},
  {"k_finnie", "wear_coefficient"},
  {"fric", "friction"},
  {"emod", "young"},
  {"kn", "stiffness"},
  {"kt", "tangential_stiffness"},
  {"k_n", "stiffness"},
  {"k_t", "tangential_stiffness"},
  /* laws */
  {"history", "hooke mindlin_secant"},
  {"no_history", "viscous"},
  {"linear_history", "hooke"},
  {"hertz/material", "hertz"},
  {"hooke/stiffness", "hooke"},
  {"hertz/stiffness", "hertz"},
  {"hooke/hysteresis", "luding"},
  {"linear", "hooke translate"},
  {"cdt", "constant_torque"},
  {"epsd", "elastic_plastic"},
  {"sds", "elastic_plastic"},
  {"washino/capillary/viscous", "liquid_bridge"},
  {"easo/capillary/viscous", "liquid_bridge"},
  {"limitForce", "limit_damping"},
  {"rolling_model", "rolling"},
  {"cohesion_model", "cohesion"},
  /* the run and its domain */
  {"timestep", "dt run"},
  {"time_step", "dt run"},
  {"steps", "end_time"},
  {"run", "end_time"},
  {"f", "open"},
  {"fixed", "open"},
  {"p", "periodic"},
  {"m", "free"},
  {"s", "free"},
  /* shapes and clumps */
  {"multisphere", "template"},
  {"particletemplate", "template"},
  {"molecule", "template"},
  {"spheres", "pebbles"},
  {"nspheres", "pebbles"},
  {"distributiontemplate", "template"},
  {"particledistribution", "fraction"},
  {"insert", "clumps inlet"},
  {"pour", "inlet"},
  {"create_atoms", "clumps"},
  {"read_data", "clumps"},
  {"freeze", "blocked"},
  {"particles_in_region", "count"},
  {"nparticles", "count stop_number"},
  {"particlerate", "number_rate"},
  {"insert_every", "every"},
  {"maxattempt", "attempts"},
  {"vel", "velocity"},
  {"omega", "spin"},
  /* walls and motions */
  {"xplane", "plane"},
  {"yplane", "plane"},
  {"zplane", "plane"},
  {"xcylinder", "cylinder"},
  {"ycylinder", "cylinder"},
  {"zcylinder", "cylinder"},
  {"stl", "mesh file"},
  {"facet", "mesh"},
  {"primitive", "shape"},
  {"mesh/surface", "mesh"},
  {"move", "motion"},
  {"wiggle", "oscillate"},
  {"viblin", "oscillate"},
  {"origin", "point"},
  {"target_val", "force stress torque"},
  {"vel_max", "speed_limit"},
  /* what is taken out and written */
  {"massflow", "outlet"},
  {"evaporate", "outlet"},
  {"delete_atoms", "outlet change"},
  {"unfix", "change event"},
  {"halt", "event"},
  {"pair_style", "contact"},
  {"pair_coeff", "contact"},
  {"property", "material"},
  {"thermo", "output log_every"},
  {"compute", "monitor"},
  {"chunk", "profile"},
  {"custom", "lammps"},
  {"vtk", "vtkhdf"},
  {"neighbor", "search"},
  {"processors", "balance"},
};

bool foreign_means(const char *theirs, const char *ours)
{
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
    if (!strcasecmp(pairs[k].theirs, theirs) && value_has_word(pairs[k].ours, ours, strlen(ours)))
      return true;
  return false;
}
