/* SPDX-License-Identifier: MIT */
/* The table of prescribed motions. */
#include "motion/prescribed/prescribed.h"

#include "base/bounds.h"
#include "options/rows.h"

const Plugin *const prescribed_kinds[] = {PRESCRIBED_MOTIONS(PLUGIN_HEAD) NULL};

/* clang-format off */
const Option prescribed_velocity[] = {
  VEC3_FLAT(KEY("velocity"), "m/s", REQUIRED, SIGNED(SPEED_MOST), "velocity, constant"),
  {NULL},
};
/* clang-format on */

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
