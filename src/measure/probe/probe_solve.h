/* SPDX-License-Identifier: MIT */
/* The sums that a probe needs at a point, and its numbers from them. Not for other rooms. */
#ifndef MEASURE_PROBE_PROBE_SOLVE_H
#define MEASURE_PROBE_PROBE_SOLVE_H

#include "measure/probe/probe.h"

enum {
  PROBE_MOMENTS = 10, /* basis functions in three dimensions: 1, 3, 6 */
  PROBE_COLUMNS = PROBE_MOMENTS + 4 * 3 * PROBE_FIELDS
};

/* A sum: of a basis function times a scalar (a number of a field), or by itself (-1). Basis
   functions: 0: W; 1 .. d: gradient of W, with correction linear W times the components of the
   vector to the body; from d + 1 on the products of two components, (0, 0), (1, 0), (1, 1),
   ..., times W. */
typedef struct {
  int basis, scalar;
} ProbeColumn;

int         probe_scalars(const Probe *probe);
int         probe_columns(const Probe *probe);
ProbeColumn probe_column(const Probe *probe, int k);
/* Numbers of a point from its sums [probe_columns]. */
void probe_solve(const Probe *probe, const double *sum, double *numbers);

#endif
