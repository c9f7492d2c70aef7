/* SPDX-License-Identifier: MIT */
/* Unions of spheres on a line in closed form, for comparison. */
#ifndef AXIAL_H
#define AXIAL_H

#include "unions.h"

/* Add the integrals of the solid of revolution with r(z)^2 = R^2 - (z - c)^2 from low to high:
   volume, first and second moment along z, and second moment across. */
static inline void segment_add(double c, double radius, double low, double high, double sum[4])
{
  /* Gauss quadrature with three points, exact for quartics */
  const double node[] = {-sqrt(0.6), 0, sqrt(0.6)}, weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};

  for (int k = 0; k < 3; k++) {
    const double z    = 0.5 * (low + high) + 0.5 * (high - low) * node[k],
                 area = PETSC_PI * (radius - (z - c)) * (radius + (z - c));
    const double part = 0.5 * (high - low) * weight[k] * area;

    sum[0] += part;
    sum[1] += part * z;
    sum[2] += part * z * z;
    sum[3] += part * area / (4 * PETSC_PI);
  }
}

/* Union of spheres centred on the z axis: a body of revolution, whose profile changes spheres
   where two of them cross. */
static inline MassProperties axial_union(int n, const double z[], const double r[])
{
  double cut[64], sum[4] = {0}, centre;
  int    n_cut = 0;

  for (int i = 0; i < n; i++) {
    cut[n_cut++] = z[i] - r[i];
    cut[n_cut++] = z[i] + r[i];
    for (int j = 0; j < i; j++) {
      const double d = z[j] - z[i];

      if (d != 0) cut[n_cut++] = z[i] + (d * d + (r[i] - r[j]) * (r[i] + r[j])) / (2 * d);
    }
  }
  for (int k = 0; k < n_cut; k++) {
    for (int l = k + 1; l < n_cut; l++) {
      if (cut[l] < cut[k]) {
        const double swap = cut[l];

        cut[l] = cut[k];
        cut[k] = swap;
      }
    }
  }
  for (int k = 1; k < n_cut; k++) {
    const double middle = 0.5 * (cut[k - 1] + cut[k]);
    double       widest = 0;
    int          best   = -1;

    for (int i = 0; i < n; i++) {
      const double area = (r[i] - (middle - z[i])) * (r[i] + (middle - z[i]));

      if (area > widest) {
        widest = area;
        best   = i;
      }
    }
    if (best >= 0) segment_add(z[best], r[best], cut[k - 1], cut[k], sum);
  }
  centre                = sum[1] / sum[0];
  const double   along  = 2 * sum[3];
  const double   across = sum[2] - sum[0] * centre * centre + sum[3];
  MassProperties out    = {.volume  = sum[0],
                           .mass    = sum[0],
                           .centre  = vec3(0, 0, centre),
                           .inertia = {across, across, along, 0, 0, 0}};

  mass_principal(&out);
  return out;
}

/* The same union on a slanted axis, where the cuts have no symmetry. */
static inline void check_axial(int n, const double z[], const double r[], double tolerance)
{
  const MassProperties expected = axial_union(n, z, r);
  const Quat           turns[]  = {quat_identity(), quat_normalized((Quat){1, 1, 0, 0}),
                                   quat_normalized((Quat){3, -1, 2, 1.7})};
  PebbleSet            set;

  pebble_set_create(n, &set);
  for (int t = 0; t < 3; t++) {
    MassProperties turned = expected, found;

    for (int i = 0; i < n; i++) {
      set.x[i] = quat_turn(turns[t], vec3(0, 0, z[i]));
      set.r[i] = r[i];
    }
    turned.centre  = quat_turn(turns[t], expected.centre);
    turned.inertia = sym3_turned(expected.inertia, turns[t]);
    found          = properties_of(&set, &mass_exact);
    check_same(&found, &turned, tolerance);
  }
  pebble_set_free(&set);
}

#endif
