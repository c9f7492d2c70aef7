/* SPDX-License-Identifier: MIT */
/* Plug-in kind Interaction: forces that do not come from contacts. An interaction acts on single
   bodies (a field: drag, buoyancy), on pairs of pebbles of different clumps up to a reach (a
   potential: Lennard-Jones), or on both. It is one file that ends in one const struct, and one line
   in interaction_list.h; the scenario may have several of a kind. */
#ifndef INTERACTION_INTERACTION_H
#define INTERACTION_INTERACTION_H

#include "base/state.h"
#include "base/sums/sum.h"
#include "interaction/interaction_list.h"
#include "interaction/sph/mirrors.h"
#include "matter/clumps.h"
#include "matter/material.h"
#include "matter/pebbles.h"
#include "options/options.h"

enum { INTERACTION_TILE = 64 };

/* Numbers of a pebble that pack() sets and pairs read together, as two vectors of four. */
enum { PACKED = 8 };

/* Results of the phases of an interaction, computed before the forces (interaction/sph/phases.h). */
typedef struct {
  double *const *column; /* [fields of Interaction.fields][rows of clumps] */
  const double  *weight; /* [pebbles], of Interaction.weigh; NULL: it has none */
  const double  *packed; /* [pebbles][PACKED] of Interaction.pack; NULL: it has none */
  /* [rows of clumps] walls near lone pebbles (Interaction.mirrors); NULL: none */
  const Mirrors *mirrors;
} Found;

/* Columns of a pair batch that are filled only if read() returns these bits. */
enum {
  NEEDS_PAIR_VELOCITY = 1, /* PairBatch.vx, vy, vz; implied by `loses` */
  NEEDS_PAIR_RADII    = 2, /* PairBatch.ra, rb */
  NEEDS_PAIR_FORCE    = 4  /* PairBatch.fx, fy, fz, to add to */
};

/* Results of an interaction other than forces (Interaction.gives). */
enum {
  GIVES_BODY_FLOW = 1, /* BodyBatch.flow */
  GIVES_PAIR_FLOW = 2, /* PairBatch.flow_a, flow_b */
  GIVES_PAIR_LOSS = 4, /* PairBatch.loss */
  GIVES_BODY_LOSS = 8  /* BodyBatch.loss */
};

/* Bodies as columns: clumps with their centres, or pebbles (Interaction.bodies). */
typedef struct {
  int    n;
  double time; /* of the evaluation, s, for a force since its start; 0 in body_energy */
  /* read only */
  /* centre, wrapped into the box along periodic axes, m */
  _Alignas(64) double x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
  /* velocity of the centre, m/s */
  double vx[INTERACTION_TILE], vy[INTERACTION_TILE], vz[INTERACTION_TILE];
  /* angular velocity of the clump, rad/s */
  double wx[INTERACTION_TILE], wy[INTERACTION_TILE], wz[INTERACTION_TILE];
  double mass[INTERACTION_TILE]; /* of the clump, kg */
  /* of the pebble; of a clump: that of the sphere (in two dimensions disc) of its volume, m */
  double radius[INTERACTION_TILE];
  /* of the clump, of Interaction.quantity, predicted; for a quantity of pebbles that of the body;
     0: none */
  double value[INTERACTION_TILE];
  /* of a pebble: volume of the clump over the sum of those of its pebbles, which may overlap; of a
     clump: 1 */
  double  share[INTERACTION_TILE];
  Found   found;                      /* of the phases */
  int32_t row[INTERACTION_TILE];      /* of the clump */
  int32_t material[INTERACTION_TILE]; /* of the pebble; of a clump that of its first pebble */
  /* added to */
  double fx[INTERACTION_TILE], fy[INTERACTION_TILE], fz[INTERACTION_TILE]; /* at the centre, N */
  double cx[INTERACTION_TILE], cy[INTERACTION_TILE], cz[INTERACTION_TILE]; /* couple, N m */
  double flow[INTERACTION_TILE]; /* into the clump, of Interaction.quantity: GIVES_BODY_FLOW only */
  double loss[INTERACTION_TILE]; /* power that is lost for good, W: GIVES_BODY_LOSS only */
} BodyBatch;

/* Pairs of pebbles as columns: a is the first in canonical order (search/pairs.h); for interactions
   that read distances alone (no NEEDS_ bit, no quantity) either of them. Some pairs may be farther
   apart than the reach, even infinitely far: their forces and energies must be 0. */
typedef struct {
  int n;
  /* read only */
  /* from the centre of a to that of b, m */
  _Alignas(64) double dx[INTERACTION_TILE], dy[INTERACTION_TILE], dz[INTERACTION_TILE];
  double d2[INTERACTION_TILE]; /* squared distance of the centres, m^2 */
  /* velocity of the centre of a relative to b, m/s: NEEDS_PAIR_VELOCITY */
  double vx[INTERACTION_TILE], vy[INTERACTION_TILE], vz[INTERACTION_TILE];
  double ra[INTERACTION_TILE], rb[INTERACTION_TILE]; /* radii, m: NEEDS_PAIR_RADII */
  /* of the clumps, of Interaction.quantity, predicted; for a quantity of pebbles those of the
     pebbles; unset: none, or with phases */
  double         value_a[INTERACTION_TILE], value_b[INTERACTION_TILE];
  Found          found;
  const int32_t *i, *j, *a, *b; /* [n] rows of the two pebbles, and of their clumps */
  /* added to */
  /* into the clumps, of Interaction.quantity: GIVES_PAIR_FLOW only */
  double flow_a[INTERACTION_TILE], flow_b[INTERACTION_TILE];
  /* power that the forces take from the bodies for good, W: GIVES_PAIR_LOSS only */
  double loss[INTERACTION_TILE];
  /* force along the line of centres over the distance, > 0: repulsive, N/m */
  double push[INTERACTION_TILE];
  /* further force on the centre of a, N; b gets the opposite: NEEDS_PAIR_FORCE */
  double fx[INTERACTION_TILE], fy[INTERACTION_TILE], fz[INTERACTION_TILE];
} PairBatch;

/* Tail of a truncated potential u beyond its cutoff c, in d dimensions: integrals of u r^(d-1),
   energy, and of -u' r^d, virial, from c on, J m^d. */
typedef struct {
  double energy, virial;
} Tail;

/* A body in a field, or among others, for dt: auto. */
typedef struct {
  double radius;   /* as in BodyBatch, m */
  double mass;     /* of the clump, kg */
  double value;    /* largest of Interaction.quantity, in clumps of the template; 0: none */
  double speed;    /* highest at the start or after the highest fall, m/s */
  bool   passable; /* no contact law keeps bodies apart */
} FieldBody;

/* Two pebbles that approach each other, for dt: auto. */
typedef struct {
  double energy;           /* kinetic energy of the approach, J */
  double touching;         /* distance of their centres when they touch, m */
  double value_a, value_b; /* largest |value| of such pebbles, of a quantity of pebbles; else 0 */
} Approach;

/* The clumps of this rank that act on each other with those of all other ranks, at any distance
   (Interaction.mutual). */
typedef struct {
  const Parallel *par;
  PetscInt        n, capacity;
  double         *x[3]; /* [n] centres, m */
  double         *mass; /* [n] kg */
  Id             *id;   /* [n] */
  PetscInt       *row;  /* [n] of the clump; for the caller */
  /* of forces */
  double   unit;     /* 1 over their quantum, 1/N (matter/loads.h) */
  int64_t *force[3]; /* [n] at the centre, quanta: added to */
  /* set by `mutual` */
  double  largest;        /* largest force that was added, N */
  int64_t additions;      /* largest number of forces that were added to one clump */
  double  wild;           /* a force beyond FORCE_MOST, N; else 0 */
  Id      wild_a, wild_b; /* its clumps; both the same: the other one is not known */
} MutualBodies;

/* Input of read(). */
typedef struct {
  Options         *options;
  const Parallel  *par;
  const char      *name; /* of the object in the section `interaction` */
  const Materials *materials;
  /* of objects with `among`, which are read once for each pair of its materials */
  bool first;   /* first pair: note mistakes of the object's keys now only */
  int  i, j, n; /* indices of the two materials in `among`, and the length of it; n 0: `between` */
  int  dimension;
} InteractionSource;

/* ---- phases: phases.h ---- */

/* PHASE_SUMS: most sums of a phase. Sums are integers, multiples of 2^SUM_EXPONENT: contributions
   must be below SUM_LARGEST, and should be of the order of 1 (such as a density over m / h^d). */
enum { PHASE_SUMS = 6, SUM_EXPONENT = -42 };
#define SUM_LARGEST 256.0

/* Pairs of pebbles in a phase: as in PairBatch. */
typedef struct {
  int n; /* add() may set it to 0 */
  /* read only */
  _Alignas(64) double dx[INTERACTION_TILE], dy[INTERACTION_TILE], dz[INTERACTION_TILE],
    d2[INTERACTION_TILE];
  Found found;
  /* of the later pebble and the other; may be read up to a multiple of four */
  const int32_t *i, *j;
  const int32_t *a, *b; /* [n] of their clumps */
  /* set */
  double to_a[PHASE_SUMS][INTERACTION_TILE],
    to_b[PHASE_SUMS][INTERACTION_TILE]; /* contributions to the sums of the two clumps */
} PhaseBatch;

/* Clumps in a phase. */
typedef struct {
  const Clumps        *clumps;
  PetscInt             n; /* rows 0 .. n - 1 */
  Found                found;
  const double *const *sum;     /* [sums][rows] of the phase; NULL before the first one */
  const Pebbles       *pebbles; /* in weigh() and pack() alone */
  PetscInt             worst;   /* set by find(): row of the largest residual */
  double reach; /* raised by find() to the largest distance of centres at which a clump acts, m */
  double dt;    /* in find() and keep(): of the step, s; 0: the first evaluation of a run */
} PhaseRows;

/* A wall near a lone pebble, whose force is asked for. */
typedef struct {
  Found         found;
  const Clumps *clumps;
  PetscInt      row;    /* of the clump */
  int           mirror; /* of found.mirrors[row] */
  Vec3          v;      /* velocity relative to the surface, m/s */
} MirrorPress;

typedef struct {
  int sums; /* number of sums of each clump */
  /* Number of sums that this object uses, the first ones; 0: the phase is left
     out. NULL: all. */
  int (*used)(const void *self);
  /* Set the contributions of the pairs; those of pairs beyond the reach are 0. With batch->n = 0 no
     pair has any. */
  void (*add)(const void *self, PhaseBatch *batch);
  /* Compute the columns of owned clumps from their sums; they are then sent to copies. Returns a
     residual: the phase is repeated while that is above `enough`. */
  double (*find)(const void *self, PhaseRows *rows);
  unsigned makes; /* bit f: find() changes the column of field f, which copies need */
  double   enough;
  int      repeats; /* largest number of evaluations */
} Phase;

/* Fields of another table that an object needs if it is `used`. */
typedef struct {
  const Field *fields;
  bool (*used)(const void *self);
} FurtherFields;

/* Velocities of transport: three columns from this one on (Found.column), along x, y and z. */
typedef struct {
  int first; /* column */
  bool (*used)(const void *self);
} TransportColumns;

typedef enum { BODIES_NONE, BODIES_CLUMPS, BODIES_PEBBLES, BODIES_POINT } Bodies;

typedef struct {
  Plugin          head;     /* name, sentence, source, keys of its own in `interaction` */
  size_t          size;     /* of its constants, bytes; they are zero before read() */
  unsigned        gives;    /* GIVES_ bits */
  const Quantity *quantity; /* quantity of clumps that it reads, or gives a flow of; NULL: none */
  /* True if this object of the kind has the quantity; NULL: all have. */
  bool (*has_quantity)(const void *self);
  /* the work of its forces counts as dissipated. If this and `supplies` are false, forces must be
     derivatives of body_energy or pair_energy */
  bool   loses;
  bool   supplies; /* the work of its forces counts as supplied from outside */
  Bodies bodies;   /* kind of bodies that `act` is called for; BODIES_NONE: acts on pairs only */
  /* Read the scenario into the constants; mistakes go to option_mistake. Returns NEEDS_ bits. */
  unsigned (*read)(void *self, const InteractionSource *source);
  /* Read files into what the constants own, after they are the same on all ranks; NULL: none.
     Collective. */
  PetscErrorCode (*load)(void *self, const Parallel *par, const InteractionSource *source);
  /* Add the forces on the bodies of the batch; NULL: none. */
  void (*act)(const void *self, BodyBatch *batch);
  /* False if this object of the kind has no act(); NULL: it has. */
  bool (*acts)(const void *self);
  /* Set the magnetic field at each body, T; NULL: it has none. `act` then adds the magnetic force
     by the predicted velocities (gyration.h). */
  void (*field)(const void *self, const BodyBatch *batch, double *const field[3]);
  /* Say why the force on body k is not a number, in text of `size` bytes; NULL: it cannot tell. */
  void (*explain)(const void *self, const BodyBatch *batch, int k, char *text, size_t size);
  /* Add the stored energy of each body to energy[n], J; NULL: none. */
  void (*body_energy)(const void *self, const BodyBatch *batch, double *energy);
  /* Distance of centres, m, beyond which no pair acts; NULL: it acts on bodies only. With a reach
     the keys need `interaction_between`. */
  double (*reach)(const void *self);
  /* True if pebbles of these materials interact; NULL: those of `interaction_between` do. */
  bool (*joins)(const void *self, int a, int b);
  /* Add the forces of the pairs of the batch. */
  void (*pull)(const void *self, PairBatch *batch);
  /* Add the stored energy of each pair to energy[n], J; NULL: none. */
  void (*pair_energy)(const void *self, const PairBatch *batch, double *energy);
  /* Energy and virial of a pair beyond the reach (Tail); NULL: not known. */
  void (*tail)(const void *self, int dimension, Tail *tail);
  /* Largest stiffness of a pair of pebbles that approach, for dt: auto, N/m; NULL: it does not
     limit dt. */
  double (*stiffness)(const void *self, const Approach *approach);
  const char *no_number; /* why the force of a pair may be none; NULL: nothing is known */
  /* Largest derivative of the drag force by the velocity of a body of this radius (as in BodyBatch,
     m) at this speed (m/s), kg/s, for dt: auto; NULL: it does not limit dt. */
  double (*slowing)(const void *self, double radius, double speed);
  /* Derivative of the drag couple by the angular velocity of a body of this radius (m), N m s, for
     dt: auto; NULL: it does not limit dt. */
  double (*turn_slowing)(const void *self, double radius);
  /* Largest derivative of the force by the displacement of a body of this radius (m) of a clump of
     this mass (kg), N/m, for dt: auto; INFINITY: not known; NULL: it does not limit dt. */
  double (*steepness)(const void *self, const FieldBody *body);
  /* Largest magnetic field, for dt: auto, T; INFINITY: not known; NULL: it has none. */
  double (*induction)(const void *self);
  /* Largest derivative of the flow into a body of this radius (m) by its value, in the unit of the
     flow over that of the quantity, for dt: auto; NULL: it does not limit dt. */
  double (*conducts)(const void *self, double radius);
  /* Phases before the forces, up to one without `add`; NULL: none. They fill the fields of a table
     that is listed in matter/field_list.h. Fields marked SAVED and RENEWED are the state from which
     a step starts: only keep() may change them. */
  const Field *fields;
  const FurtherFields
              *further; /* the next tables in the list, up to one without fields; NULL: none */
  const Phase *phases;
  /* Velocities, m/s, with which clumps drift in the next step beside their own (MotionStep.transport).
     They are zeroed before keep(), which sets those of its clumps; NULL: none. */
  const TransportColumns *transports;
  /* True if lone pebbles of a material see reflections in walls of another one (mirrors.h); NULL:
     none do. */
  bool (*mirrors)(const void *self, int pebble, int wall);
  /* Force of a wall on a pebble, after the phases, N; the wall gets the opposite. *lost: power that
     the bodies lose by it for good, W, 0 at first. */
  Vec3 (*press)(const void *self, const MirrorPress *at, double *lost);
  /* Called when templates are known: check them, and set what reach() returns. */
  void (*prepare)(void *self, const InteractionSource *source, const Templates *templates);
  /* After new lists: weight[] of all pebbles; NULL: it needs none. */
  void (*weigh)(const void *self, const PhaseRows *rows, double *weight);
  /* Before each evaluation of a phase, and before the forces: packed[PACKED] of all pebbles, with
     their columns, weights and velocities at present; NULL: none. */
  void (*pack)(const void *self, const PhaseRows *rows, double *packed);
  /* Before the phases: set columns of owned clumps and copies that follow from the saved ones. */
  void (*begin)(const void *self, PhaseRows *rows);
  /* Largest distance of centres, m, at which one of the owned clumps acts, by its saved columns. */
  double (*extent)(const void *self, const PhaseRows *rows);
  /* After a complete step: set the saved columns of owned clumps, where the next step starts. */
  void (*keep)(const void *self, PhaseRows *rows);
  /* Add the forces among all clumps at any distance, which make no couples; and their stored
     energy, J; NULL: none. `self` may keep workspaces, which are NULL before the first call.
     Collective. */
  PetscErrorCode (*mutual)(void *self, MutualBodies *bodies);
  PetscErrorCode (*mutual_energy)(void *self, const MutualBodies *bodies, Sum *energy);
  /* True if it does not limit dt; NULL: not known. */
  bool (*steady)(const void *self);
  /* State: members of the constants that change while a run goes on and that checkpoints hold, the
     same on all ranks; NULL: none. */
  const StateItem *state;
  /* After a complete step of dt (s), on every rank; NULL: nothing to do. It alone may change the
     state, as a step may be evaluated several times. */
  void (*commit)(void *self, double dt);
  /* Free what the constants own; NULL: nothing. */
  void (*free)(void *self);
} Interaction;

#define DECLARE_INTERACTION(interaction) extern const Interaction interaction;
INTERACTIONS(DECLARE_INTERACTION)
#undef DECLARE_INTERACTION

/* The section `interaction` of the scenario. */
extern const OptionKind interaction_kind;

/* Keys of interactions that act on pairs: between, among; and of those that may act on the clumps
   of some groups only (of pairs: on pairs of these): groups. */
extern const Option interaction_between[], interaction_groups[];

#endif
