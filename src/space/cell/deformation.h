/* SPDX-License-Identifier: MIT */
/* Plug-in kind DeformationKind: how a cell deforms (domain: deformation). One file and one line
   each. A kind says which entries of the velocity gradient may differ from 0, and gives the
   gradient of each step; a servo finds it from the stress. */
#ifndef SPACE_CELL_DEFORMATION_H
#define SPACE_CELL_DEFORMATION_H

#include "options/options.h"
#include "space/cell/cell.h"

/* ---- components and their values over time (time_series.c) ---- */

/* Components of the deformation of a cell, and their values over time by points with straight lines
   between them: strains, rates or stresses. Before the first point the first value holds, after the
   last one the last. Not for other rooms. */

enum { COMPONENTS_MOST = 10 };

/* An entry of the velocity gradient: component `row` of the velocity along the axis `column`; or
   all of its diagonal together, both < 0. */
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

/* Read the words of the key `of`, times of the key `times` (none: one point, at time 0) and values
   of the key `values`. n is 0 after a mistake. Local. */
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

/* ---- servos (servo.c): not for other rooms ---- */

/* Control of the stress of a cell: rates of some components of its deformation follow from the
   differences between their targets s0 and the stress s, in each step. s is the force along `row`
   on a face across `column` over its area, which does the work V s de in a strain de; of all of the
   diagonal together the mean of the normal stresses.

     proportional        d2e/dt2 = damping (gain (s0 - s) - de/dt)
     parrinello_rahman   m L^2 d2e/dt2 = V (s0 - s) - m L^2 damping de/dt

   with the mass m of the face across `column`, L the side along it; of the diagonal L^3 = V, in two
   dimensions L^2. Andersen 1980, J. Chem. Phys. 72, 2384; Parrinello & Rahman 1981, J. Appl. Phys.
   52, 7182; with damping Feller et al. 1995, J. Chem. Phys. 103, 4613. Rates are limited. */

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

/* ---- deformations ---- */

typedef struct Deformation Deformation;

typedef struct {
  Plugin head;
  /* Read the keys of the kind from checked options; mistakes are noted there. Local. */
  void (*read)(Options *options, Deformation *deformation);
  /* The gradient in the step from time - dt to time, s. NULL: `full`. */
  void (*at)(const Deformation *deformation, double time, double dt, Gradient *gradient);
  bool servo; /* it follows from the stress: deformation_respond */
} DeformationKind;

struct Deformation {
  const DeformationKind *kind;       /* NULL: the cell does not deform */
  Gradient               full;       /* bounds of the entries of the gradient, 1/s */
  Gradient               may;        /* entries that may differ from 0 in the run */
  double                 start, end; /* it acts between these times, s */
  double                 factor;     /* part of the rates, 0 to 1; events change it */
  bool                   varies;     /* the gradient may be another one in every step */
  bool                   faces;      /* clumps do not take part in changes of the gradient */
  TimeSeries             strain;     /* entries that follow from times */
  Servo                  servo;      /* entries that follow from the stress */
};

/* The keys of any deformation, in the section domain. */
extern const Option deformation_options[];

#define DEFORMATIONS(X) \
  X(deformation_shear)    /* deformation_kinds.c */ \
  X(deformation_gradient) /* deformation_kinds.c */ \
  X(deformation_table)    /* deformation_kinds.c */ \
  X(deformation_stress)   /* deformation_stress.c */

#define DEFORMATION_DECLARED(kind) extern const DeformationKind kind;
DEFORMATIONS(DEFORMATION_DECLARED)
#undef DEFORMATION_DECLARED

/* For kinds with entries that follow from times: their keys, how these are read, and the entries in
   a step. */
extern const Option time_series_options[];
void                deformation_read_series(Options *options, Deformation *deformation);
void                deformation_take_series(const Deformation *deformation, double time, double dt,
                                            Gradient *gradient);

/* True if the scenario has a cell that deforms. Local. */
bool deformation_is_asked(const Options *options);
/* Read the file of strains, if there is one: before deformation_read. Collective. */
PetscErrorCode deformation_read_file(const Parallel *par, Options *options);
/* Read `domain: deformation`; change: read again what events may set. Local. */
void deformation_read(Options *options, Deformation *deformation);
void deformation_change(const Options *options, Deformation *deformation);
/* Report components along or across axes that are not periodic; true: there are none. Local. */
bool deformation_check_axes(Options *options, const Deformation *deformation, const Domain *domain);

/* The gradient in the step from time - dt to time: that of the kind if the middle of the step is
   between start and end, else 0. */
void deformation_gradient_at(const Deformation *deformation, double time, double dt,
                             Gradient *gradient);
/* Let a servo find the gradient of the step from time to time + dt, by the stress at this time: Pa,
   [i][j] the force along j on a face across i. */
void deformation_respond(Deformation *deformation, const Domain *domain, const double stress[3][3],
                         double time, double dt);

/* Largest displacement of a face in a step of dt (s), m. */
double deformation_way(const Deformation *deformation, const Domain *domain, double dt);
/* Report a face that moves more than `least` (m) in a step of dt (s). Local. */
void deformation_check(Options *options, const Deformation *deformation, const Domain *domain,
                       double dt, double least);

#endif
