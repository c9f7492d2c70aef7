/* SPDX-License-Identifier: MIT */
/* Control of the stress of a cell: rates of some components of its deformation follow from the
   differences between their targets s0 and the stress s, in each step. s is the force along `row`
   on a face across `column` over its area, which does the work V s de in a strain de; of all of the
   diagonal together the mean of the normal stresses.

     proportional        d2e/dt2 = damping (gain (s0 - s) - de/dt)
     parrinello_rahman   m L^2 d2e/dt2 = V (s0 - s) - m L^2 damping de/dt

   with the mass m of the face across `column`, L the side along it; of the diagonal L^3 = V, in two
   dimensions L^2. Andersen 1980, J. Chem. Phys. 72, 2384; Parrinello & Rahman 1981, J. Appl. Phys.
   52, 7182; with damping Feller et al. 1995, J. Chem. Phys. 103, 4613. Rates are limited. Not for
   other rooms. */
#ifndef SPACE_CELL_SERVO_H
#define SPACE_CELL_SERVO_H

#include "space/time_series.h"

/* The dashpots of contacts answer a rate at once: where the gain is above the inverse of their
   viscosity, a rate that followed the stress at once would change its sign in every step. */
#define RATE_DECAY 0.05

typedef struct {
  TimeSeries target;  /* Pa; n = 0: there is no servo */
  bool       inertia; /* parrinello_rahman */
  double     gain;    /* 1/(Pa s) */
  double     mass;    /* kg */
  double     damping; /* 1/s; NAN of proportional: RATE_DECAY over the time step */
  double     limit;   /* of rates, 1/s */
  Gradient   found;   /* rates in the step to come, 1/s */
} Servo;

/* State of a Servo that checkpoints hold. */
extern const StateItem servo_state[];

/* After a restart, which may have other components, or limits: leave the rates of those alone,
   within them. */
void servo_resume(Servo *servo, int dimension);

/* Rates in the step from time to time + dt, s, by the stress (Pa) at this time, within this factor
   of the limit. */
void servo_respond(Servo *servo, const Domain *domain, const double stress[3][3], double factor,
                   double time, double dt);
/* The rates found, within this factor of the limit, as entries of the gradient; others are 0. */
void servo_take(const Servo *servo, double factor, Gradient *gradient);

#endif
