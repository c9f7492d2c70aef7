/* SPDX-License-Identifier: MIT */
/* Plug-in kind DeformationKind: how a cell deforms (domain: deformation). One file and one line each.
   A kind says which entries of the velocity gradient may differ from 0, and gives the gradient of
   each step. */
#ifndef SPACE_DEFORMATION_H
#define SPACE_DEFORMATION_H

#include "base/options.h"
#include "space/cell.h"

typedef struct Deformation Deformation;

typedef struct {
  Plugin head;
  /* Read the keys of the kind from checked options; mistakes are noted there. Local. */
  void (*read)(Options *options, Deformation *deformation);
} DeformationKind;

struct Deformation {
  const DeformationKind *kind;       /* NULL: the cell does not deform */
  Gradient               full;       /* the gradient while it acts, 1/s */
  Gradient               may;        /* entries that may differ from 0 in the run */
  double                 start, end; /* it acts between these times, s */
  bool                   affine;     /* clumps take part in changes of the gradient */
};

/* For the option deformation_type; NULL-terminated. */
extern const Plugin *const deformation_heads[];

#define DEFORMATIONS(X) \
  X(deformation_shear)    /* deformation_shear.c */ \
  X(deformation_gradient) /* deformation_gradient.c */

#define DEFORMATION_DECLARED(kind) extern const DeformationKind kind;
DEFORMATIONS(DEFORMATION_DECLARED)
#undef DEFORMATION_DECLARED

/* Read `domain: deformation`. Local. */
void deformation_read(Options *options, Deformation *deformation);

/* The gradient in the step from time - dt to time: `full` if the middle of the step is between start
   and end, else 0. */
void deformation_gradient_at(const Deformation *deformation, double time, double dt,
                             Gradient *gradient);

/* Report a face that moves more than `least` (m) in a step of dt (s). Local. */
void deformation_check(Options *options, const Deformation *deformation, const Domain *domain,
                       double dt, double least);

#endif
