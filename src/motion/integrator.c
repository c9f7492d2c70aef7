/* SPDX-License-Identifier: MIT */
/* The list of integrators. */
#include "motion/integrator.h"

const Plugin *const integrator_heads[] = {INTEGRATORS(PLUGIN_HEAD) NULL};
