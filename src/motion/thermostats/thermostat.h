/* SPDX-License-Identifier: MIT */
/* Plug-in kind Thermostat: keeps clumps at a temperature T; objects of the section `thermostat`. A
   thermostat is one const struct, and one line in the list below.

   It either gives each of its clumps random velocities in the middle of each step (a bath, bath.c),
   or multiplies the velocities of all its clumps by a factor, before and after steps, that follows
   from their kinetic energy, an exact sum over all ranks. The heat that clumps get counts as
   supplied.

   Degrees of freedom are components of velocities along axes that are not blocked, and those of
   spins about principal axes of clumps that turn freely (thermostat_turns). Thermostats do not act
   on clumps that follow motions, nor on those with translations blocked along axes of their bodies
   (thermostat_may_act). */
#ifndef MOTION_THERMOSTATS_THERMOSTAT_H
#define MOTION_THERMOSTATS_THERMOSTAT_H

#include "base/sums/sum.h"
#include "matter/group.h"
#include "matter/module.h"
#include "space/domain.h"
#include "wall/wall.h"

/* Sums over the clumps of a thermostat, of all ranks. */
typedef struct {
  double kinetic;  /* J */
  double freedoms; /* number of degrees of freedom, less those that do not count */
  double energy;   /* k_B T, J */
} Heat;

/* A bath gives a velocity u of a degree of freedom the value keep u + sqrt(spread / inertia) g,
   with its mass or moment of inertia and a normal random number g: [0] of velocities, [1] of
   spins. */
typedef struct {
  double keep[2];
  double spread[2]; /* J */
} Bath;

typedef struct {
  Plugin head; /* its keys */
  size_t size; /* size of its constants, bytes; they are zero before read() */
  /* State: members of the constants, the same on all ranks; NULL: none. */
  const StateItem *state;
  /* Set what the rows of its keys that name a member of the constants have not filled; mistakes are
     noted. NULL: nothing is left to do. */
  void (*read)(void *own, Options *options, const char *name);
  /* Coefficients of a bath for a step of dt, s; NULL: it is no bath. energy: k_B T, J. */
  void (*bath)(const void *own, double energy, double dt, Bath *bath);
  /* Factors on velocities before (start) and after (end) a step of dt, s; NULL: 1. is_due: true if
     `end` is to be called after this step; NULL: after each step. */
  double (*start)(void *own, const Heat *heat, double dt);
  double (*end)(void *own, const Heat *heat, double dt);
  bool (*is_due)(const void *own, int64_t step, double dt);
  /* Energy of its state, J; NULL: it has none. energy: k_B T, J. */
  double (*energy)(const void *own, double energy);
} Thermostat;

/* The list. */
#define THERMOSTATS(X) \
  X(thermostat_langevin) \
  X(thermostat_rescale) \
  X(thermostat_nose_hoover)

#define THERMOSTAT_DECLARED(thermostat) extern const Thermostat thermostat;
THERMOSTATS(THERMOSTAT_DECLARED)
#undef THERMOSTAT_DECLARED

/* Keys of thermostats that know a number of degrees of freedom. */
extern const Option thermostat_fewer[];

/* The section `thermostat` of the scenario. */
extern const OptionKind thermostat_kind;

/* True for owned rows that thermostats may act on; and for those whose spins they act on. */
static inline bool thermostat_may_act(const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && (c->blocked[a] & BLOCK_ALL) != BLOCK_ALL &&
         !(c->blocked[a] & BLOCK_BODY_MOVE) && !clump_is_driven(c, a);
}

static inline bool thermostat_turns(const Clumps *c, PetscInt a)
{
  return !(c->blocked[a] & BLOCK_TURN) && c->motion[a].inverse_inertia.z > 0;
}

enum { THERMOSTATS_MOST = 32 };

/* An object of it. */
typedef struct {
  const char       *name; /* owned by the options */
  const Thermostat *kind;
  char             *own;          /* constants of the kind; owned */
  double            energy;       /* k_B T, J */
  double            fewer;        /* degrees of freedom that do not count */
  bool              moves, turns; /* it acts on velocities, on spins */
  uint64_t          groups;       /* mask of the groups of its clumps; 0: all */
  int               n_walls;      /* it acts on clumps near these walls; 0: anywhere */
  int              *walls;        /* owned */
  double            depth;        /* distance of their centres from the walls, m */
} Thermal;

/* Starts as {0}. */
typedef struct {
  int       n;
  Thermal  *list;
  bool      baths;    /* some are baths */
  bool      extended; /* some have an energy */
  uint32_t *acts; /* [owned rows]: bit k: object k acts in this step (thermostats_pick); owned */
  PetscInt  capacity;
  Features  space;
} Thermostats;

/* Read the section. Mistakes are noted in the options. */
void thermostats_read(Options *options, const Walls *walls, Thermostats *all);
void thermostats_free(Thermostats *all);

/* Largest distance from walls within which a thermostat acts, m; 0: none acts near walls only. */
double thermostats_depth(const Thermostats *all);

/* Before a step, or after it: set acts[] of owned rows. Local. */
void thermostats_pick(Thermostats *all, const Clumps *clumps, const Domain *domain,
                      const Walls *walls);

/* After a finished step: add the kinetic energy (J) of this rank's clumps of an object, and their
   number of degrees of freedom; multiply their velocities. The velocities include the answer of
   constraints to the last kick (Clumps.borne), so that a body at rest has none. acts[] must be set.
   Local. */
typedef struct {
  int    k;         /* object */
  int    dimension; /* of the run */
  double last;      /* time of the last kick (integrator.h), s */
} ThermalStep;

void thermal_add(const Thermostats *all, const ThermalStep *step, const Clumps *clumps,
                 Sum *kinetic, int64_t *freedoms);
void thermal_scale(const Thermostats *all, const ThermalStep *step, double factor, Clumps *clumps);

/* Baths in a step. */
typedef struct Baths {
  const Thermostats *thermostats;
  uint64_t           seed;
  int64_t            step; /* number of the step */
  uint32_t           mask; /* bit k: object k is a bath */
  Sum               *heat; /* gets the energy that they give to this rank's clumps, J */
  Bath               part[THERMOSTATS_MOST]; /* by object; 0 for those that are no baths */
} Baths;

/* Set mask and coefficients for the next step, of dt (s). */
void baths_begin(Baths *baths, double dt);

/* Sum of the energies of all states, J. */
double thermostats_energy(const Thermostats *all);

/* The module of thermostats: baths in the middle of steps, factors on velocities between steps. */
extern const Module thermostats_module; /* its state: ThermostatsState */

typedef struct {
  Thermostats all;
  Baths       baths; /* of the present step */
} ThermostatsState;

#endif
