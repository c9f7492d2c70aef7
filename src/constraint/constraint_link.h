/* SPDX-License-Identifier: MIT */
/* Constraints as a kind of link: the constants of an object of the scenario, and the memory of a
   pair. */
#ifndef CONSTRAINT_CONSTRAINT_LINK_H
#define CONSTRAINT_CONSTRAINT_LINK_H

#include "constraint/constraint.h"
#include "contact/links.h"

enum { CONSTRAINT_COLUMNS = 8 };

/* Constants of an object of the section `constraint`. */
typedef struct {
  const Constraint *kind;
  double            compliance[2]; /* inverse stiffness, m/N; of angles, rad/(N m) */
  double            damping[2];    /* kg/s; of angles, N m s */
  double            most[2]; /* force, N, and torque, N m, above which a pair breaks; or INFINITY */
  int               sweeps;  /* of a step */
  CsvColumn         columns[CONSTRAINT_COLUMNS]; /* of list files: those of the kind, break_force */
  int               n_columns;                   /* of the kind */
  _Alignas(16) char own[CONSTRAINT_SIZE];        /* constants of the kind */
} ConstraintObject;

/* Places in the memory of a pair. */
enum {
  CONSTRAINT_ARMS   = 0, /* of a and of b, principal axes, m */
  CONSTRAINT_SHARES = 6, /* numbers of pairs on the clumps a and b when the run began or an object
                             was added */
  CONSTRAINT_FORCE = 8, /* of the last step, N: with one equation the force along its gradient, else
                             the norm */
  CONSTRAINT_TORQUE = 9,  /* likewise of the equations of angles, N m */
  CONSTRAINT_MOST   = 10, /* force above which this pair breaks, N; 0: that of its object */
  CONSTRAINT_ENERGY =
    11, /* stored when the step before ended, and when the last one did, J (energy.h) */
  CONSTRAINT_COUNTED = 13, /* likewise 1: it is known; else 0 */
  CONSTRAINT_KEPT    = 15, /* numbers of the kind */
  /* the last of them, of kinds with limits and motors, which have one gradient: force of both in the last
     step, N or N m */
  CONSTRAINT_LIMITED = CONSTRAINT_KEPT + CONSTRAINT_NUMBERS - 1
};

extern const LinkKind link_constraints;

/* The set of constraints; its objects are ConstraintObject. */
LinkSet       *constraint_set(Links *links);
const LinkSet *constraint_set_of(const Links *links);
/* `sweeps` of an object of the scenario; `usual` if it is not given. */
int constraint_sweeps(const Options *options, const char *name, int usual);
/* True if the bit of an equation is in a set. */
static inline bool equation_is_in(unsigned set, int equation)
{
  return set >> equation & 1;
}

/* Compliance of an equation: m/N, or rad/(N m). */
static inline double compliance_of(const ConstraintObject *o, int equation)
{
  return equation_is_in(o->kind->stiff, equation)
           ? 0
           : o->compliance[equation_is_in(o->kind->angles, equation)];
}

/* The input of a batch, from links of one object of this kind. */
void constraint_batch(const Constraint *kind, const LinkBatch *links, double dt,
                      ConstraintBatch *batch);

#endif
