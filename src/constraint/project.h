/* SPDX-License-Identifier: MIT */
/* Projection: in a step, when all clumps have moved and before forces are found, constraints correct
   positions and attitudes in sweeps, as extended position-based dynamics does (Macklin et al. 2016,
   Proc. Motion in Games, 49, eq. 26; rigid bodies: Mueller et al. 2020, Comput. Graph. Forum 39, 101).

   An equation C with the compliance alpha (a = alpha / dt^2), the damping beta (g = alpha beta / dt),
   the gradient J and the inverse masses W of its two clumps gets in every sweep

     change of lambda = (-C - a lambda - g J (x - x of the step's start)) / ((1 + g) D + a)
     D                = n_a J_a W_a J_a + n_b J_b W_b J_b

   and moves the clumps by W J times it; lambda is 0 before the first sweep, and lambda / dt^2 is the
   force. Velocities change by the corrections over dt. Blocked degrees of freedom do not respond.

   All equations of a sweep see the same poses (Jacobi). n_a and n_b are the numbers of equations on
   each clump: it is split in as many parts of equal mass (Tonge et al. 2012, ACM Trans. Graph. 31,
   105). With D >= J W J on the diagonal as x J W J x <= sum over equations of D x^2 (Cauchy-Schwarz for
   each clump), no eigenvalue of D^-1 J W J exceeds 1, so that sweeps converge for every topology; one
   equation alone (n = 1) is solved by the first sweep. The bits depend on neither order nor ranks:
   what a clump receives is summed as integers (matter/loads.h, in kg m), and the quantum is state.

   Links that break keep their share in n, so that no bit depends on when lists are made. */
#ifndef CONSTRAINT_PROJECT_H
#define CONSTRAINT_PROJECT_H

#include "constraint/constraint_link.h"
#include "contact/link_make.h"
#include "motion/motion.h"
#include "space/halo.h"

/* A clump with constraints, as it was when the projection began. */
typedef struct {
  PetscInt row; /* owned */
  Vec3     x, v, momentum;
  Quat     q;
} ConstraintBody;

/* Place of an end at the start of the step. */
typedef struct {
  Vec3 x;
  Quat q;
} ConstraintStart;

typedef struct Hard Hard; /* hard.h */

/* Starts as {0}. */
typedef struct {
  Hard   *hard;       /* contacts that are constraints, owned; NULL: there are none */
  int     exponent;   /* corrections are summed as multiples of 2^exponent kg m: state */
  int     spare;      /* log2 of the number of largest corrections that a sum holds: state */
  int     sweeps;     /* the most of all objects */
  bool    damped;     /* some object has compliance and damping */
  Quantum move, turn; /* of corrections; of rotations over the arm of the clump; kg m */
  /* work space */
  LinkTile        *tile;
  ConstraintBatch *batch;
  double          *lambda; /* [pairs][CONSTRAINT_EQUATIONS] kg m */
  ConstraintStart *start;  /* [pairs][2], if damped */
  ConstraintBody  *body;   /* [n] */
  PetscInt         n, lambda_capacity, start_capacity, body_capacity;
} Constraints;

extern const StateItem constraints_state[]; /* of Constraints */

/* When all links are made, and located. made: some are new, so that the shares n and the quantum are
   found anew; else those of the checkpoint, in the links and in `exponent`, stay. Collective. */
PetscErrorCode constraints_prepare(Constraints *constraints, const LinkScene *scene, Links *links,
                                   bool made);
void           constraints_free(Constraints *constraints);

/* All pointers are borrowed. */
typedef struct {
  const Domain    *domain;
  const Templates *templates;
  const Walls     *walls;
  Clumps          *clumps;
  Pebbles         *pebbles;
  Links           *links;
  Halo            *halo;
  Loads           *loads;       /* for sums: those of owned rows are zero before and afterwards */
  double           dt, gravity; /* s; m/s^2 */
} ConstraintScene;

/* True if there are constraints; the same on all ranks. */
bool constraints_hold(const Constraints *constraints, Links *links);
/* Before clumps move, or with hard contacts when lists are those of their places: note where they are.
   Local. */
PetscErrorCode constraints_begin(Constraints *constraints, const ConstraintScene *scene);
/* When all owned clumps have moved: correct them. Copies are not up to date afterwards. The
   corrections are added to the report; taken: gets the energy that they take from this rank's clumps,
   J. Collective. */
PetscErrorCode constraints_project(Constraints *constraints, const ConstraintScene *scene,
                                   MotionReport *report, Sum *taken);

#endif
