/* SPDX-License-Identifier: MIT */
/* The table of smoothing kernels. */
#include "interaction/sph/smoothing.h"

const Plugin *const smoothing_table[] = {SMOOTHINGS(PLUGIN_HEAD) NULL};
