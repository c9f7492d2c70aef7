/* SPDX-License-Identifier: MIT */
/* Plug-in kind Constraint: equations C = 0, or C >= 0, between points of two clumps, which hold at
   the end of every step: the predicted positions and attitudes are corrected in sweeps over all
   constraints, and the velocities with them (project.h). A kind is one file that ends in one const
   struct, and one line in constraint_list.h; the scenario may have several objects of a kind, each
   with a list of pairs. The pairs are links (link/links.h): they stay with their ends, on the
   rank that counts them, through rebuilds and restarts. */
#ifndef CONSTRAINT_CONSTRAINT_H
#define CONSTRAINT_CONSTRAINT_H

#include "constraint/constraint_list.h"
#include "link/link_kind.h"

enum {
  CONSTRAINT_EQUATIONS = 7,  /* most equations of a kind */
  CONSTRAINT_NUMBERS   = 9,  /* numbers that a pair may keep */
  CONSTRAINT_PLACE     = 7,  /* index of the number that is place() at the start of the step */
  CONSTRAINT_SIZE      = 256 /* most bytes of the constants of an object */
};

/* A tile of pairs of one object. Where C is an angle, rad, its force is a torque, N m. */
typedef struct {
  /* read only */
  int         n;
  int         dimension; /* 2 or 3 */
  double      dt;        /* of the step, s; INFINITY: a pass before the run, without time */
  const Vec3 *way;       /* [n] from point a to point b, m */
  /* [n] arm: from the centre of the clump to the point, lab frame, m; q: attitude; constraints read
     these two members alone */
  const LinkEnd *a, *b;
  const double  *numbers[LINK_TILE]; /* what the pair keeps, from start(), and place() */
  /* set by evaluate, for every equation of the kind */
  double value[CONSTRAINT_EQUATIONS][LINK_TILE]; /* C */
  /* gradient of C by the centre of b; that by the centre of a is its negative */
  Vec3 along[CONSTRAINT_EQUATIONS][LINK_TILE];
  Vec3 turn_a[CONSTRAINT_EQUATIONS][LINK_TILE]; /* gradient by a rotation of a about its centre */
  Vec3 turn_b[CONSTRAINT_EQUATIONS][LINK_TILE];
  /* bounds of the force, which pushes b along its gradient. Before evaluate they are -INFINITY and
     INFINITY, which makes C = 0; least 0 makes C >= 0 */
  double least[CONSTRAINT_EQUATIONS][LINK_TILE], most[CONSTRAINT_EQUATIONS][LINK_TILE]; /* N */
} ConstraintBatch;

/* Where the forces of equations of lengths act on both clumps. */
typedef enum {
  CONSTRAINT_APART,     /* each on its own point */
  CONSTRAINT_AT_POINTS, /* each on its own point, and the points coincide: constraint_of_points */
  CONSTRAINT_AT_B       /* both on point b: constraint_along, not turning with b */
} ConstraintActs;

/* A kind of constraint. In a set of equations, equation e is the bit 1 << e. */
typedef struct {
  Plugin           head;      /* name, sentence, source, keys of its own in `constraint` */
  size_t           size;      /* size of an object's constants, bytes; zero before read() */
  int              equations; /* number of equations of a pair, 1 to CONSTRAINT_EQUATIONS */
  unsigned         angles;    /* set of equations whose C is an angle */
  unsigned         stiff;     /* set of those without compliance, as limits and motors are */
  unsigned         driven;    /* set of those whose forces supply energy, as motors do */
  ConstraintActs   acts;      /* where forces act, for levers.c */
  const CsvColumn *columns;   /* numbers in list files, beside a, b and arms; NULL: none */
  /* Set the constants of an object that the rows of its tables of keys (head.options) do not fill,
     as they name no member; mistakes are noted in the options. NULL: nothing is left to do. */
  void (*read)(void *self, const LinkSource *source);
  /* Fault of a row of the list, as the rest of a sentence about its pair; NULL: the row is right. A
     NULL member: any row is right. */
  const char *(*fault)(const LinkGiven *given);
  /* Set the numbers, zero before, that pair k of a new batch keeps. NULL: it keeps none. */
  void (*start)(const void *self, const ConstraintBatch *batch, int k, const LinkGiven *given,
                double *numbers);
  /* Free coordinate of pair k, on which limits and motors act, m or rad; NULL: there is none. */
  double (*place)(const ConstraintBatch *batch, int k);
  /* Least force, N, 0 or -INFINITY, of a kind whose only equation is C = L - distance of the
     points, with L the first number of the pair. Pairs between centres are corrected in columns
     (rods.h). NULL: it is no such kind. */
  double (*rod)(const void *self);
  /* Set values and gradients, which may depend on the batch alone. */
  void (*evaluate)(const void *self, ConstraintBatch *batch);
} Constraint;

#define DECLARE_CONSTRAINT(constraint) extern const Constraint constraint;
CONSTRAINTS(DECLARE_CONSTRAINT)
#undef DECLARE_CONSTRAINT

static const Vec3 constraint_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* The first three columns of a list file, as a vector. */
static inline Vec3 constraint_given(const LinkGiven *given)
{
  return (Vec3){given->value[0], given->value[1], given->value[2]};
}

/* Set an equation whose value depends on the positions of the two points alone, with this gradient
   by point b. */
static inline void constraint_of_points(ConstraintBatch *b, int equation, int k, double value,
                                        Vec3 gradient)
{
  b->value[equation][k]  = value;
  b->along[equation][k]  = gradient;
  b->turn_a[equation][k] = vec3_cross(gradient, b->a[k].arm);
  b->turn_b[equation][k] = vec3_cross(b->b[k].arm, gradient);
}

/* Set an equation of the component of `way` along a direction, lab frame, that turns with clump a,
   or with b: its force acts on both clumps at the point of the other one. */
static inline void constraint_along(ConstraintBatch *b, int equation, int k, double value,
                                    Vec3 direction, bool turns_with_b)
{
  const Vec3 to_a = turns_with_b ? b->a[k].arm : vec3_add(b->a[k].arm, b->way[k]),
             to_b = turns_with_b ? vec3_sub(b->b[k].arm, b->way[k]) : b->b[k].arm;

  b->value[equation][k]  = value;
  b->along[equation][k]  = direction;
  b->turn_a[equation][k] = vec3_cross(direction, to_a);
  b->turn_b[equation][k] = vec3_cross(to_b, direction);
}

/* Set the bounds of the force of an equation, N or N m. */
static inline void constraint_bound(ConstraintBatch *b, int equation, int k, double least,
                                    double most)
{
  b->least[equation][k] = least;
  b->most[equation][k]  = most;
}

/* Make an equation inactive: its force is 0. */
static inline void constraint_leave_out(ConstraintBatch *b, int equation, int k)
{
  const Vec3 none = {0, 0, 0};

  b->value[equation][k] = 0;
  b->along[equation][k] = b->turn_a[equation][k] = b->turn_b[equation][k] = none;
  constraint_bound(b, equation, k, 0, 0);
}

#endif
