/* SPDX-License-Identifier: MIT */
/* Limits of the time step, as they follow from a state and the laws: durations of contacts, rates
   of dashpots and of flows. Each kind of force raises them by its own function: contacts and
   interactions (stable.c), links and deformable bodies (stable_links.c). The run chooses its step
   from them (run/setup/timestep.c). The rule and its measurements: docs/physics/timestep.md. */
#ifndef MEASURE_TIMESTEP_STABLE_H
#define MEASURE_TIMESTEP_STABLE_H

#include "base/state.h"
#include "matter/world.h"

struct Deforms; /* interaction/deform/deform.h */

/* Limits of the time step, each with a text that names the pair and the law. Starts as
   STEP_LIMITS_NONE. */
typedef struct {
  double time; /* shortest contact of two pebbles, s; INFINITY: nothing can touch */
  char   pair[256];
  /* shortest contact of several pebbles of a clump at once, s; INFINITY: there is none */
  double face_time;
  char   face[256];
  /* largest rate at which a dashpot slows along the normal at first touch, 1/s */
  double hit_rate;
  char   hit[256];
  /* largest rate at which a dashpot slows, coefficient over m, 1/s; dt > 1 / rate adds energy */
  double rate;
  char   dashpot[256];
  double smallest; /* radius of a pebble in contact, m; INFINITY: there is none */
  /* largest rate at which a quantity evens out, conductance over amount, 1/s; with dt > 1 /
     flow_rate differences grow */
  double flow_rate;
  int    flowing; /* index of that quantity */
  char   flow[256];
  /* largest reduced radius over the radius up to which its law is valid (ContactTerm.widest) */
  double wide;
  char   widest[256];
  /* most contacts at once under a law with a dashpot that treats each by itself; 0: none */
  double several;
  char   bounce[256];
  /* largest energy of an impact at the estimated speed, over that of its spring at overlap_limit */
  double hardest;
  char   hard[256];
  /* largest weight of a clump over the force of its spring at an overlap of SOFT_OVERLAP */
  double softest;
  char   soft[256];
  char   soft_law[NAME_LENGTH]; /* of that spring */
} StepLimits;

/* Overlap over the radius of a pebble that the weight of its clump alone should not reach. */
#define SOFT_OVERLAP 0.1

#define STEP_LIMITS_NONE \
  ((StepLimits){ \
    .time = INFINITY, .pair = "nothing can touch", .face_time = INFINITY, .smallest = INFINITY})

/* Set a limit to a smaller, or larger, value; true if it has changed. */
static inline bool limit_lowers(double *least, double value)
{
  const bool lower = value < *least;

  *least = min_real(*least, value);
  return lower;
}

static inline bool limit_raises(double *most, double value)
{
  const bool higher = value > *most;

  *most = max_real(*most, value);
  return higher;
}

/* Factor on the dashpot rate of several contacts at once: of faces, and of all links of a
   clump. A clump that rests on a face is stable up to dt = 1 / rate, and between two others up
   to half of that, which is the limit for faces. Single contacts are limited to 0.2 / rate, as
   one clump may have several. */
#define FACE_DASHPOT 0.4

/* Bounds of the speeds at which surfaces meet, m/s. */
typedef struct {
  double given; /* by the scenario; < 0: the estimates below are used, made when the run began */
  double free;  /* fastest surface point of a clump that may move, at the start */
  double fixed; /* fastest surface point of a clump with all axes blocked */
  double fall;  /* speed that a clump gains from rest in the highest fall */
  double walls; /* largest speed of a wall that moves, where clumps can be */
} ImpactSpeeds;

/* ---- stable.c ---- */

/* Find the limits by contacts and interactions, over all pairs of templates in use (at the smallest
   scale in use) and walls, at these speeds. overlap_limit: largest overlap over the smaller radius.
   m is the effective mass at the contact point in the worst direction n: 1/m is the sum over both
   clumps of 1/M + the largest (arm x n)^T I^-1 (arm x n). For several contacts at once 1/m is their
   fastest mode (measure/timestep/face.h). others: the limits by interactions. The same bits on all
   ranks. Collective. */
PetscErrorCode stable_contacts(const World *world, const ImpactSpeeds *speeds, double overlap_limit,
                               StepLimits *limits, StepLimits *others);
/* Lower and raise limits to those of others. */
void stable_join(StepLimits *limits, const StepLimits *others);

/* ---- stable_links.c ---- */

/* Raise the limits by links, present ones and those that are made during the run. Sets Links.most.
   Collective. */
PetscErrorCode stable_links(World *world, StepLimits *limits);
/* Raise the limits by deformable bodies. Local. */
void stable_deforms(const struct Deforms *deforms, StepLimits *limits);

/* ---- impact.c ---- */

/* How the speeds of a run that begins or goes on are found. */
typedef struct {
  double   given;   /* by the scenario, m/s; NAN: they are estimated */
  bool     same;    /* the scenario is that of the checkpoint: its speeds are kept as they are */
  bool     gravity; /* gravity is another one than in the checkpoint: its speeds are not used */
  PetscInt present, waited; /* rows of the checkpoint among clumps that are there and that wait */
} ImpactStart;

/* Find the speeds when all clumps have been read: by the present state of all rows; in a restart
   the speeds of the checkpoint (World.saved) stay valid, and only new rows raise them. Numbers that
   do not fit are mistakes. Collective. */
PetscErrorCode impact_find(World *world, const ImpactStart *start, ImpactSpeeds *speeds);
/* Raise the speed of walls to the velocities that a host has given a motion
   (motion/prescribed/prescribed_host.h), at any place in the domain; before: those that it had.
   Returns true if they have changed by more than a tenth of that speed. Local; the same on all
   ranks. */
struct TimedMotion;
bool impact_of_host(World *world, const struct TimedMotion *motion, Vec3 before_velocity,
                    Vec3 before_spin);
extern const struct Module impact_module; /* its state: ImpactSpeeds */

#endif
