/* SPDX-License-Identifier: MIT */
/* Components of the deformation of a cell, and their values over time by points with straight lines
   between them: strains, rates or stresses. Before the first point the first value holds, after the
   last one the last. Not for other rooms. */
#ifndef SPACE_TIME_SERIES_H
#define SPACE_TIME_SERIES_H

#include "options/options.h"
#include "space/cell/cell.h"

enum { COMPONENTS_MOST = 10 };

/* An entry of the velocity gradient: component `row` of the velocity along the axis `column`; or all of
   its diagonal together, both < 0. */
typedef struct {
  int row, column;
} Component;

typedef struct {
  int           n; /* components */
  Component     of[COMPONENTS_MOST];
  int           points; /* at least one if n > 0 */
  const double *time;   /* [points], s; owned by the options */
  const double *value;  /* [points][n] */
  bool          rates;  /* of strain: values are its rates, 1/s */
} TimeSeries;

/* Words of components: xx, xy, ... , and isotropic. */
#define COMPONENT_WORDS "xx xy xz yx yy yz zx zy zz"

/* Read the words of the key `of`, times of the key `times` (none: one point, at time 0) and values of
   the key `values`. n is 0 after a mistake. Local. */
void time_series_read(Options *options, const char *of, const char *times, const char *values,
                      TimeSeries *series);

/* Value of component k at this time. */
double time_series_value(const TimeSeries *series, int k, double time);
/* Mean slope of component k from time - dt to time, 1/s: that of the line if both are on one. */
double time_series_slope(const TimeSeries *series, int k, double time, double dt);
/* Largest size of a value, or (slope) of a slope. */
double time_series_most(const TimeSeries *series, int k, bool slope);

/* Set the entries of a component to the value. In two dimensions those of z stay 0. */
void component_set(Component component, int dimension, double value, Gradient *gradient);

#endif
