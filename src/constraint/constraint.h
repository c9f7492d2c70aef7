/* SPDX-License-Identifier: MIT */
/* Plug-in kind Constraint: equations C = 0, or C >= 0, between points of two clumps, which hold at the
   end of every step: the predicted positions and attitudes are corrected in sweeps over all
   constraints, and the velocities with them (project.h). A kind is one file that ends in one const
   struct, and one line in constraint_list.h; the scenario may have several objects of a kind, each
   with a list of pairs. The pairs are links (contact/links.h): they stay with their ends, on the rank
   that counts them, through rebuilds and restarts. */
#ifndef CONSTRAINT_CONSTRAINT_H
#define CONSTRAINT_CONSTRAINT_H

#include "constraint/constraint_list.h"
#include "contact/link_kind.h"

enum {
  CONSTRAINT_EQUATIONS = 6,  /* most equations of a kind */
  CONSTRAINT_NUMBERS   = 8,  /* numbers that a pair may keep */
  CONSTRAINT_SIZE      = 256 /* most bytes of the constants of an object */
};

/* A tile of pairs of one object. Angles in rad; where C is an angle, its force is a torque, N m. */
typedef struct {
  /* read only */
  int            n;
  int            dimension; /* 2 or 3 */
  const Vec3    *way;       /* [n] from point a to point b, m */
  const LinkEnd *a, *b;     /* [n] arm: from the centre of the clump to the point, lab frame,
                                        m; q: attitude; the rest is not for constraints */
  const double  *numbers[LINK_TILE]; /* what the pair keeps, from start() */
  /* set by evaluate, for every equation of the kind */
  double value[CONSTRAINT_EQUATIONS][LINK_TILE];  /* C */
  Vec3   along[CONSTRAINT_EQUATIONS][LINK_TILE];  /* gradient by the centre of b; by that of a it is
                                                     the opposite */
  Vec3   turn_a[CONSTRAINT_EQUATIONS][LINK_TILE]; /* gradient by a rotation of a about its centre */
  Vec3   turn_b[CONSTRAINT_EQUATIONS][LINK_TILE];
  /* bounds of the force, which pushes b along its gradient; -INFINITY and INFINITY before: C = 0.
     least 0: C >= 0 */
  double least[CONSTRAINT_EQUATIONS][LINK_TILE], most[CONSTRAINT_EQUATIONS][LINK_TILE]; /* N */
} ConstraintBatch;

typedef struct {
  Plugin           head;      /* name, sentence, source, keys of its own in `constraint` */
  size_t           size;      /* of the constants of an object, bytes; zero before read() */
  int              equations; /* of a pair, 1 to CONSTRAINT_EQUATIONS */
  const CsvColumn *columns;   /* of list files, beside a, b and arms; numbers; NULL: none */
  /* Constants of an object, from its options; mistakes are noted there. NULL: it has none. */
  void (*read)(void *self, const LinkSource *source);
  /* Numbers, zero before, that pair k of a new batch keeps. NULL: it keeps none. */
  void (*start)(const void *self, const ConstraintBatch *batch, int k, const LinkGiven *given,
                double *numbers);
  /* Values and gradients, which may depend on the batch alone. */
  void (*evaluate)(const void *self, ConstraintBatch *batch);
} Constraint;

#define DECLARE_CONSTRAINT(constraint) extern const Constraint constraint;
CONSTRAINTS(DECLARE_CONSTRAINT)
#undef DECLARE_CONSTRAINT

/* An equation whose value depends on the positions of the two points alone, with this gradient by
   point b. */
static inline void constraint_of_points(ConstraintBatch *b, int equation, int k, double value,
                                        Vec3 gradient)
{
  b->value[equation][k]  = value;
  b->along[equation][k]  = gradient;
  b->turn_a[equation][k] = vec3_cross(gradient, b->a[k].arm);
  b->turn_b[equation][k] = vec3_cross(b->b[k].arm, gradient);
}

#endif
