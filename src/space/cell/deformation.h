/* SPDX-License-Identifier: MIT */
/* Plug-in kind DeformationKind: how a cell deforms (domain: deformation). One file and one line each.
   A kind says which entries of the velocity gradient may differ from 0, and gives the gradient of
   each step; a servo finds it from the stress. */
#ifndef SPACE_CELL_DEFORMATION_H
#define SPACE_CELL_DEFORMATION_H

#include "space/cell/servo.h"
#include "space/time_series.h"

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
  bool                   affine;     /* clumps take part in changes of the gradient */
  TimeSeries             strain;     /* entries that follow from times */
  Servo                  servo;      /* entries that follow from the stress */
};

/* For the option deformation_type; NULL-terminated. */
extern const Plugin *const deformation_heads[];

#define DEFORMATIONS(X) \
  X(deformation_shear)    /* deformation_shear.c */ \
  X(deformation_gradient) /* deformation_gradient.c */ \
  X(deformation_table)    /* deformation_table.c */ \
  X(deformation_stress)   /* deformation_stress.c */

#define DEFORMATION_DECLARED(kind) extern const DeformationKind kind;
DEFORMATIONS(DEFORMATION_DECLARED)
#undef DEFORMATION_DECLARED

/* For kinds with entries that follow from times: their keys, how these are read, and the entries in a
   step. */
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

/* Report a face that moves more than `least` (m) in a step of dt (s). Local. */
void deformation_check(Options *options, const Deformation *deformation, const Domain *domain,
                       double dt, double least);

#endif
