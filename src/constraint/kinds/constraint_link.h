/* SPDX-License-Identifier: MIT */
/* Constraints as a kind of link: the constants of an object of the scenario, and the memory of a
   pair. */
#ifndef CONSTRAINT_KINDS_CONSTRAINT_LINK_H
#define CONSTRAINT_KINDS_CONSTRAINT_LINK_H

#include "constraint/constraint.h"
#include "link/links.h"

enum { CONSTRAINT_COLUMNS = 8 };

/* Constants of an object of the section `constraint`. */
typedef struct {
  const Constraint *kind;
  double            compliance[2]; /* inverse stiffness, m/N; of angles, rad/(N m) */
  double            damping[2];    /* of lengths, kg/s; of angles, N m s */
  double            most[2]; /* force, N, and torque, N m, above which a pair breaks; or INFINITY */
  int               sweeps;  /* number of sweeps in a step */
  CsvColumn         columns[CONSTRAINT_COLUMNS]; /* of list files: the kind's, then break_force */
  int               n_columns;                   /* number of the kind's columns */
  _Alignas(16) char own[CONSTRAINT_SIZE];        /* constants of the kind */
} ConstraintObject;

/* Places in the memory of a pair. */
enum {
  CONSTRAINT_ARMS = 0, /* arms of a and of b, principal axes, m */
  /* numbers of pairs on the clumps a and b when the run began or an object was added */
  CONSTRAINT_SHARES = 6,
  /* force of the last step by equations of lengths, N: along the gradient if there is one, else the
     norm of all */
  CONSTRAINT_FORCE = 8,
  /* torque of the last step by equations of angles, N m, likewise of one or of all */
  CONSTRAINT_TORQUE = 9,
  CONSTRAINT_MOST   = 10, /* force above which this pair breaks, N; 0: that of its object */
  /* energy stored when the step before ended, and when the last one did, J (energy.h) */
  CONSTRAINT_ENERGY  = 11,
  CONSTRAINT_COUNTED = 13, /* 1 if these two energies are known, else 0 */
  CONSTRAINT_KEPT    = 15, /* numbers of the kind */
  /* kinds with limits and motors: the last of these numbers, the force of both, along their common
     gradient, in the last step, N or N m */
  CONSTRAINT_LIMITED = CONSTRAINT_KEPT + CONSTRAINT_NUMBERS - 1
};

extern const LinkKind link_constraints;

/* The set of constraints; its objects are ConstraintObject. */
static inline LinkSet *constraint_set(Links *links)
{
  return &links->set[place_of_link_constraints];
}

static inline const LinkSet *constraint_set_of(const Links *links)
{
  return &links->set[place_of_link_constraints];
}

/* True if an object of the scenario is of this type. */
bool constraint_is(const Options *options, const char *name, const Plugin *type);
/* Note as mistakes the keys of links, but `file`, that an object has whose type is no link. */
void constraint_refuse(Options *options, const char *name, const Plugin *type);
/* Value of the key `sweeps` of an object of the scenario; `usual` if it is not given. */
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

/* Set the input of a batch from links of one object of this kind. */
void constraint_batch(const Constraint *kind, const LinkBatch *links, double dt,
                      ConstraintBatch *batch);

#endif
