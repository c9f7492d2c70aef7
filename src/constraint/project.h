/* SPDX-License-Identifier: MIT */
/* Projection: in a step, when all clumps have moved and before forces are found, constraints
   correct positions and attitudes in sweeps, as extended position-based dynamics does (Macklin et
   al. 2016, Proc. Motion in Games, 49, eq. 26; rigid bodies: Mueller et al. 2020, Comput. Graph.
   Forum 39, 101).

   An equation C with the compliance alpha (a = alpha / dt^2), the damping beta (g = alpha beta /
   dt), the gradient J and the inverse masses W of its two clumps gets in every sweep

     change of lambda = (-C - a lambda - g J (x - x of the step's start)) / ((1 + g) D + a)
     D                = n_a J_a W_a J_a + n_b J_b W_b J_b

   and moves the clumps by W J times it; lambda is 0 before the first sweep, and lambda / dt^2 is
   the force. Velocities change by the corrections over dt, those of joints also as levers.c says.
   Blocked degrees of freedom do not respond. The equations of a pair are solved together (pair.h):
   D is a matrix then.

   All pairs of a sweep see the same poses (Jacobi). n_a and n_b are the numbers of pairs on each
   clump: it is split in as many parts of equal mass (Tonge et al. 2012, ACM Trans. Graph. 31, 105).
   With D >= J W J on the diagonal of pairs, as x J W J x <= sum over pairs of x D x (Cauchy-Schwarz
   for each clump), no eigenvalue of D^-1 J W J exceeds 1, so that sweeps converge for every
   topology; a pair alone (n = 1) is solved by the first sweep. So a sweep is a step of length 1, in
   the metric of D, down the gradient of the convex function of lambda whose minimum solves the
   linear equations, within the bounds of lambda. It may start from l + b (l - the last l), with l
   the multipliers that a sweep has found and 0 <= b < 1 (Nesterov 1983; Beck & Teboulle 2009, SIAM
   J. Imaging Sci. 2, 183): b = k / (k + 3) in sweep k of n, but at most (n - m) / (n + m), m =
   sqrt(n) / 2, and 0 in the last one. That finds the longest waves of a chain in a number of sweeps
   that grows as its length, not as its square.

   The bits depend on neither order nor ranks: what a clump receives is summed as integers
   (matter/loads.h, in kg m), and the quantum is state. Links that break keep their share in n, so
   that no bit depends on when lists are made. */
#ifndef CONSTRAINT_PROJECT_H
#define CONSTRAINT_PROJECT_H

#include "constraint/kinds/constraint_link.h"
#include "constraint/kinds/volume.h"
#include "contact/visit.h"
#include "link/link_make.h"
#include "motion/corrected.h"
#include "space/halo.h"

/* A clump with constraints, as it was when the projection began. */
typedef struct {
  PetscInt row;      /* owned */
  PetscInt reaction; /* index of its reactions; -1: it has none */
  Vec3     x, rest, v, momentum;
  Quat     q;
  /* velocities put aside from its pose (apply.h), and its velocity before pairs lose energy */
  Vec3 seen, seen_turn, limited;
  Vec3 given, given_momentum; /* changes of velocity and angular momentum by levers.c */
} ConstraintBody;

/* Work of a pair in a step: impulse on b times dt, kg m, angular impulses on a and on b times dt,
   kg m^2 (turn), and the part of these by equations of lengths (moment); velocities and attitudes
   of both ends before the sweeps. */
typedef struct {
  Vec3 force, turn[2], moment[2];
  Vec3 v[2], w[2];
  Quat q[2];
} PairWork;

/* Place of an end at the start of the step. */
typedef struct {
  Vec3 x;
  Quat q;
} ConstraintStart;

/* Sums of corrections of a step on an owned clump that follows motions
   (motion/prescribed/driven.h), which does not yield: impulse and angular impulse about its centre,
   times dt, kg m, kg m^2. */
typedef struct {
  PetscInt row;
  Vec3     impulse, angular;
} ConstraintReaction;

/* Columns of Rods.number. */
enum {
  ROD_LENGTH,
  ROD_RESPONSE, /* D, 1/kg */
  ROD_LAMBDA,   /* to which places correspond, kg m */
  ROD_LAST,     /* found by the last sweep */
  ROD_BEGAN,    /* 3: from a to b when the step began, m; of damped pairs */
  ROD_COLUMNS = ROD_BEGAN + 3
};

/* Rods and ropes between centres (rods.h), object by object. Starts as {0}. */
typedef struct {
  int64_t   version; /* Links.version when they were found */
  PetscInt  n;
  PetscInt *first;    /* [objects + 1] */
  int32_t (*row)[2];  /* [n] of the ends */
  PetscInt *link;     /* [n] in the set */
  double   *number;   /* [ROD_COLUMNS][capacity] */
  PetscInt  n_others; /* links that are not among them */
  bool     *others;   /* [links of the set] */
  bool      breaks;   /* some pair breaks by a force */
  PetscInt *order;    /* [links of the set] in which pairs are listed */
  PetscInt  capacity, first_capacity;
} Rods;

/* Places, inverse masses and sums of corrections as rows (motion/corrected.h), and which clumps
   move by them in a step. */
typedef struct {
  int64_t       version;    /* Links.version when the runs were found */
  CorrectedRows rows;       /* `began` only if poses do not hold the places any more */
  PetscInt      n, n_tiles; /* room for rows, and for tiles of CLUMPS_TILE */
  uint8_t      *foreseen;   /* [tiles] clumps have not moved yet, but places have */
  uint32_t     *left;       /* [tiles] rows that corrected_move has left */
  PetscInt      n_runs, runs_capacity;
  PetscInt (*run)[2]; /* owned rows from .. to - 1 that links ask for */
} RodRows;

typedef struct Hard Hard; /* hard.h */

/* Velocity, momentum and spin of a clump in the state. */
typedef struct {
  PetscInt row;
  Vec3     v, momentum, w;
} ShownState;

/* The state behind shown velocities (shown.h). */
typedef struct {
  PetscInt    n;
  ShownState *state;
  Sum         taken;
} ShownKept;

/* Starts as {0}. */
struct Constraints {
  ShownKept kept;      /* while shown velocities are in place */
  Hard     *hard;      /* contacts that are constraints, owned; NULL: there are none */
  bool      contacts;  /* the sweeps now are over hard contacts, too */
  bool      warned;    /* of bodies that move too fast for hard contacts */
  int       exponent;  /* corrections are summed as multiples of 2^exponent kg m: state */
  int       spare;     /* log2 of the number of largest corrections that a sum holds: state */
  double    reach;     /* largest gap of hard contacts, m: state */
  int       sweeps;    /* the most of all objects */
  int       equations; /* the most of all kinds */
  bool      damped;    /* some object has compliance and damping */
  bool      begins;    /* some kind has numbers that change when a step begins */
  bool      driven;    /* some kind has a motor */
  bool      levers;    /* some kind keeps angular momentum (levers.c) */
  bool      counted;   /* energies of pairs are counted in the sweeps now */
  bool      answers;   /* Clumps.answer is that of the last step, and shown velocities need it */
  bool      shows;     /* velocities are shown with answers (shown.h) */
  bool      broke;     /* in the last step a link of this rank broke, or a change removed a clump */
  /* all pairs of all ranks are rods between centres, and there are no hard contacts */
  bool central;
  /* for the quantum, over clumps that hard contacts or volumes may move, or that changes
     (supply/change.h) may make: minus the least mass, the greatest, kg; the largest extent, m */
  double  range[3];
  Quantum move, turn; /* of corrections; of rotations over the arm of the clump; kg m */
  /* work space */
  LinkTile           *tile;
  ConstraintBatch    *batch;
  double             *lambda;   /* [pairs][equations] to which poses correspond, kg m, or kg m^2 */
  double             *last;     /* [pairs][equations] found by the last sweep */
  ConstraintStart    *start;    /* [pairs][2], if damped or levers */
  PairWork           *work;     /* [pairs], if counted (energy.h) */
  ConstraintBody     *body;     /* [n] */
  ConstraintReaction *reaction; /* [n_reactions] */
  Rods                rods;
  double   owed; /* dt of the step of which rods have not yet kept the forces, s; 0: none */
  RodRows  rows;
  PetscInt n, lambda_capacity, start_capacity, body_capacity, n_reactions, work_capacity,
    reaction_capacity;
  Volumes volumes; /* contents of bodies that are constraints, owned */
};

/* When all links are made, and located: take the shares n, the quantum and the reach from the
   checkpoint (World.saved), or find them anew if there is none or `anew` is set, as where a restart
   adds constraints or clumps. alter: changes (supply/change.h) may make other clumps.
   Collective. */
PetscErrorCode constraints_prepare(World *world, const LinkScene *scene, bool anew, bool alter);
void           constraints_free(Constraints *constraints);

/* All pointers are borrowed. */
struct ConstraintScene {
  const Domain            *domain;
  const Templates         *templates;
  Walls                   *walls; /* those that clumps carry follow the sweeps of hard contacts */
  Clumps                  *clumps;
  Pebbles                 *pebbles;
  Links                   *links;
  Halo                    *halo;
  Driven                  *driven; /* groups that follow motions */
  Loads                   *loads; /* for sums: those of owned rows are zero before and afterwards */
  double                   dt, gravity; /* s, INFINITY in constraints_settle; m/s^2 */
  double                   last;        /* of the integrator (motion/integrator.h) */
  const Deforms           *deforms;
  const struct Exclusions *exclusions; /* of free meshes (contact/exclusions.h); NULL: none */
  /* the step in which clumps move, and places of copies are known: NULL in constraints_settle */
  const MotionStep *motion;
};

/* Energies of a step on this rank, J: taken from the clumps; supplied by motors, by walls and by
   groups that follow motions. */
typedef struct {
  Sum *taken, *supplied, *walls, *groups;
} ConstraintWork;

/* Fill the input of Constraints.batch with the next pairs that act, of one object, which is
   returned; NULL: there are none left. Poses of copies must be up to date. */
const ConstraintObject *constraint_next_tile(const Constraints     *constraints,
                                             const ConstraintScene *scene, LinkCursor *at);
/* Sweep over the velocities in the poses, so that the equations of pairs that act do not change
   with time; motors and limits are left out. Corrections times dt are summed as those of places
   are. count: from 0 on. A call with count -1 before them removes the part `last` of the last
   step's impulses of motors and limits from the velocities. Poses of copies must be up to date. */
void sweep_velocities(Constraints *constraints, const ConstraintScene *scene, int count);
/* Factor b, by which sweep k of n goes on from the multipliers of the last one (see the top). */
double sweep_momentum(int k, int n);
/* True if there are constraints; the same on all ranks. */
bool constraints_hold(const Constraints *constraints, const Links *links);
/* Before clumps move: pairs note what they need of the start of the step. Poses of copies must be
   up to date. Local. */
void constraints_note(Constraints *constraints, const ConstraintScene *scene);
/* Prepare the sweeps, before clumps move; with hard contacts, when the lists are those of their
   places. Local. */
void constraints_begin(Constraints *constraints, const ConstraintScene *scene);
/* Move the owned clumps, as motion_start. Clumps of which only the places are needed in the sweeps
   move in constraints_project. Findings are added to the report. Local. */
void constraints_move(Constraints *constraints, const ConstraintScene *scene, MotionReport *report);
/* After constraints_move: correct the clumps. Copies are not up to date afterwards. The
   corrections are added to the report, energies to `work`. Collective. */
PetscErrorCode constraints_project(Constraints *constraints, const ConstraintScene *scene,
                                   MotionReport *report, const ConstraintWork *work);
/* Set Clumps.answer and borne of owned clumps to 0, in a step in which no constraint is left;
   constraints_project does it in all others. Local. */
void constraints_forget(Clumps *clumps);
/* Store the forces of the last step in the memory of pairs, if that is not done yet: to be called
   before these are read, and before lists are made. Local. */
void constraints_store_forces(Constraints *constraints, Links *links);
/* Before the run: correct the places alone, by all sweeps, `passes` times. Links are rigid then,
   motors and hard contacts do nothing, velocities stay. Lists must be renewed afterwards. The
   corrections are added to the report. Collective. */
PetscErrorCode constraints_settle(Constraints *constraints, const ConstraintScene *scene,
                                  int64_t passes, MotionReport *report);
/* Visit the links of constraints that hold (contact/visit.h): the force along the line of the two
   points is the mean over the step before: with the sign of its equation if the pair has a single
   one of lengths, else its magnitude as a pull. Local. */
void constraints_visit(const Links *links, const ContactScene *scene, const Templates *templates,
                       const ContactVisitor *visitor);

/* ---- checks of a scenario; mistakes are noted in the options */

/* kinds/constraint_weld.c: when all links are made: note two welds of the same two clumps that want
   different places of their centres. Collective. */
PetscErrorCode constraints_compare(const LinkScene *scene, const Links *links);
/* lacking_laws.c: warn of friction in materials that no law uses, as none has a tangential force.
   Local. */
void laws_check_friction(const Options *options, Warnings *warnings);
/* Note every two materials that can meet without a law, a hard contact or an interaction that says
   what happens then. Local. */
void laws_check_pairs(const World *world);

/* ---- messages and memory */

/* Messages of a rank to every holder of copies of its clumps, and to every owner of copies that it
   holds; bytes for each copy, in all of them. */
typedef struct {
  int    out, back;
  size_t out_bytes, back_bytes;
} ConstraintTraffic;

/* In a step, beside those of all runs. pose, load: bytes of these for a copy. */
ConstraintTraffic constraints_traffic(const Constraints *constraints, const Links *links,
                                      size_t pose, size_t load);
/* Bytes that a link of constraints, a near pair of hard contacts, and with these an owned clump,
   take beside their lists. */
size_t constraints_link_bytes(const Constraints *constraints);
size_t hard_pair_bytes(void);
size_t hard_clump_bytes(void);

#endif
