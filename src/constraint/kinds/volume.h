/* SPDX-License-Identifier: MIT */
/* The volume, in two dimensions the area, of deformable bodies (interaction/deform/deform.h) as a
   constraint, in place of a stiffness of it (`constraint: - NAME: {type: volume}`): C = V - V_0,
   with the content V_0 at rest. It acts on the centres of the nodes, whose gradients g_i are sums
   over the elements of the skin. After the sweep of the other constraints, node i moves by W_i g_i
   times the

     change of lambda = (-C - a lambda) / (D + a),   a = compliance / dt^2
     D                = sum over elements e and their nodes i of n_i g_ei W_i g_ei

   n_i is the number of elements at a node, so that D is at least the sum of g_i W_i g_i
   (Cauchy-Schwarz), and no sweep goes too far; both are equal where the g_ei of a node are equal.
   lambda / dt^2 is a pressure.

   V and D are summed at the anchor of a body, as integers, as contents are
   (interaction/deform/deform_act.c), and sent back: two messages to and from neighbours beside
   those of a sweep. Nothing outlasts a step. A body alone is solved by one sweep to first order. */
#ifndef CONSTRAINT_KINDS_VOLUME_H
#define CONSTRAINT_KINDS_VOLUME_H

#include "interaction/deform/deform.h"

typedef struct Constraints     Constraints;
typedef struct ConstraintScene ConstraintScene;

/* An object of the scenario. */
typedef struct {
  double compliance; /* m^3/Pa, in two dimensions m^3/N */
  int    sweeps;
} VolumeLaw;

/* Starts as {0}. */
typedef struct {
  int        n, sweeps; /* number of objects; the most sweeps of any */
  VolumeLaw *laws;
  int       *of;     /* [deformable objects] law, -1: none */
  AnchorSums sums;   /* V over V_0 and D, with low digits; both as columns */
  double    *lambda; /* [pieces of this rank] */
  PetscInt   lambda_capacity;
} Volumes;

/* The word `volume` among the types of constraints. */
extern const Plugin constraint_volume;

/* Read the objects of this type. Mistakes are noted in the options. */
void volumes_read(Options *options, Deforms *deforms, Volumes *volumes);
void volumes_free(Volumes *volumes);
/* Before the sweeps of a step. Local. */
void volumes_begin(Volumes *volumes, const Deforms *deforms);
/* Sweep `count`: add corrections to the sums of the nodes. Poses of copies must be up to date.
   Collective. */
PetscErrorCode volumes_sweep(Constraints *constraints, const ConstraintScene *scene, int count);

#endif
