/* SPDX-License-Identifier: MIT */
/* The table of equations of state. */
#include "interaction/sph/fluid.h"

const Plugin *const fluid_table[] = {FLUIDS(PLUGIN_HEAD) NULL};
