/* SPDX-License-Identifier: MIT */
/* Sets of pebbles of two materials, and tensors of inertia in a turned frame. */
#ifndef TEMPLATE_SETS_H
#define TEMPLATE_SETS_H

#include "shape/mass/mass.h"
#include "test.h"

static Material materials_list[] = {{.name = "glass", .density = 2500, .young = 1, .poisson = 0.2},
                                    {.name = "steel", .density = 7200, .young = 1, .poisson = 0.2}};
static const Materials materials = {2, materials_list};

static inline PebbleSet set_of(int n, const double rows[][4])
{
  PebbleSet set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

#endif
