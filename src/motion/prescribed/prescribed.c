/* SPDX-License-Identifier: MIT */
/* The table of prescribed motions. */
#include "motion/prescribed/prescribed.h"

#include "base/bounds.h"

const Plugin *const prescribed_kinds[] = {PRESCRIBED_MOTIONS(PLUGIN_HEAD) NULL};

const Option prescribed_velocity[] = {
  {.key   = "velocity",
   .type  = OPTION_VEC3,
   .unit  = "m/s",
   .lo    = -SPEED_MOST,
   .hi    = SPEED_MOST,
   .flags = PLANAR | FLAT,
   .help  = "velocity, constant"},
  {.key = NULL},
};

Vec3 prescribed_direction(Options *options, const char *motion, const char *key)
{
  Vec3 u = option_vec3(options, "motion", motion, key);

  if (!vec3_normalize(&u) && option_has_value(options, "motion", motion, key))
    option_mistake(options, "motion", motion, key,
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
  return u;
}

double prescribed_phase(double cycles, double degrees)
{
  return 360 * (cycles - floor(cycles)) + degrees;
}
