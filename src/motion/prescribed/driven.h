/* SPDX-License-Identifier: MIT */
/* Groups of clumps that follow prescribed motions, as walls do. All degrees of freedom of a driven
   clump are blocked: forces do not change its motion, and other bodies feel it as one of infinite
   mass. Its pose is a function of time and of its anchor, the pose that it would have if its group
   had not moved: a field of clumps, which checkpoints hold. */
#ifndef MOTION_PRESCRIBED_DRIVEN_H
#define MOTION_PRESCRIBED_DRIVEN_H

#include "base/sums/sum.h"
#include "matter/group.h"
#include "matter/loads.h"
#include "motion/prescribed/timed.h"
#include "space/domain.h"

/* Sums of one group, as for walls: force on it, N; torque about its pivot, N m; work that it does
   in half a step, J; work that it has done against constraints in the step that ends at the
   evaluated time, J. */
enum { DRIVEN_FORCE = 0, DRIVEN_TORQUE = 3, DRIVEN_WORK = 6, DRIVEN_DONE, DRIVEN_SUMS };

typedef struct {
  char         name[2 * GROUP_LENGTH]; /* as the motions name it: name or slot=name */
  uint64_t     mask;                   /* its bit in Clumps.group */
  Follower     follows;
  Displacement now;
  double       angle;                 /* by which it has turned (follower_angle), degrees */
  Vec3         pivot, velocity, spin; /* present pivot, m; its velocity, m/s; spin, rad/s */
  double       lever;              /* largest distance of a surface from the axis at the start, m */
  Sum          sum[DRIVEN_SUMS];   /* of the last evaluation, this rank's part */
  Sum          react[DRIVEN_SUMS]; /* part of `sum` by constraints, in the step that ends then */
} DrivenGroup;

typedef struct {
  int          n;
  PetscInt     capacity;
  DrivenGroup *list;
  Sum          work; /* of all groups in half a step, this rank's part, J */
} Driven;

/* Let the group of this name follow a motion. Mistakes are noted. */
void driven_add(Options *options, const TimedMotion *motions, int n_motions, int motion,
                const char *name, Driven *driven);
/* Find the groups in the table of the run. Mistakes are noted. */
void driven_find(Options *options, const TimedMotion *motions, Groups *groups, Driven *driven);
void driven_free(Driven *driven);
/* Mask of all driven groups. */
uint64_t driven_groups(const Driven *driven);

/* Set displacements and velocities of the groups at this time, s. */
void driven_move(Driven *driven, const TimedMotion *motions, double time);
/* Set the anchors of owned clumps of the groups that have none yet. loaded: their poses are those
   before any motion, and they are moved to where their groups are now; else they follow their
   groups from their present poses. Clumps that have left their group lose their anchor; they stay
   blocked. Mistakes are noted. Collective. */
PetscErrorCode driven_anchor(const Parallel *par, Options *options, const Domain *domain,
                             bool loaded, Driven *driven, Clumps *clumps);
/* Largest distances of clumps from the axes of their groups, for driven_speed. Collective. */
PetscErrorCode driven_measure(const Parallel *par, const Domain *domain, const Templates *templates,
                              const Clumps *clumps, Driven *driven);
/* Upper bound of the speed of their surfaces over all times, m/s. */
double driven_speed(const Driven *driven, const TimedMotion *motions);

/* The group of an owned clump that is anchored. */
const DrivenGroup *driven_group(const Driven *driven, const Clumps *clumps, PetscInt a);
/* Centre of an anchored clump at present, m, on the grid, in the box (Clumps.image); and its
   attitude. */
Vec3 driven_place(const DrivenGroup *group, const Domain *domain, const Clumps *clumps, PetscInt a);
Quat driven_attitude(const DrivenGroup *group, const Clumps *clumps, PetscInt a);
/* Velocity of its centre, m/s. */
Vec3 driven_velocity(const DrivenGroup *group, const Domain *domain, const Clumps *clumps,
                     PetscInt a);

/* Begin the reactions of constraints in a step. */
void driven_clear(Driven *driven);
/* Add the reactions on an owned clump that is anchored: mean force, N, and torque about its centre,
   N m. dt: step, s. Returns the work that the group has done against them, J. Local. */
double driven_react(Driven *driven, const Domain *domain, const Clumps *clumps, PetscInt a,
                    Vec3 force, Vec3 torque, double dt);
/* Sum the loads on the groups, with the reactions, from complete sums of owned clumps. dt: step, s.
   Local. */
void driven_sum(Driven *driven, const Domain *domain, const Clumps *clumps, const Loads *loads,
                double dt);

#endif
