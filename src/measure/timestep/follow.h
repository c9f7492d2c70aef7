/* SPDX-License-Identifier: MIT */
/* The time step that follows the state (run: dt: auto). It is a multiple of a tick, between two bounds:

     most   the longest step by what may come at any time: contacts that begin, as all pairs count as
            about to touch (stable_coming); interactions, links and flows
     least  the step of `dt: fixed`

   Between them the contacts that there are decide. Every LOOK steps the springs and dashpots of the
   contacts of each clump are summed up (contact/stiffness.h), whose largest eigenvalues are K, 1/s^2,
   and D, 1/s; the step is the longest of a ladder of multiples of the tick with

     K dt^2 / FOLLOW_SPRINGS + D dt / FOLLOW_DASHPOTS <= 1

   for every clump. It becomes shorter at once, and longer by one rung when so many looks in a row
   allow it. All this follows from the number of the step, the contacts that touch and the scenario:
   never from lists, ranks or times that were measured. The rule and its measurements:
   docs/physics/timestep.md. */
#ifndef MEASURE_TIMESTEP_FOLLOW_H
#define MEASURE_TIMESTEP_FOLLOW_H

#include "contact/stiffness.h"
#include "matter/module.h"

enum { LOOK = 32, CALM = 4 };

/* A clump between two that move against it has twice its own K and D in the fastest mode of a dense
   packing: for velocity Verlet 2 K dt^2 < 4, and for dashpots, which act on velocities predicted from
   the last forces, 2 D dt < 1. Half of that is taken for springs. */
#define FOLLOW_SPRINGS  1.0
#define FOLLOW_DASHPOTS 1.0

/* The same on all ranks, but `sums`. Starts as {0}: dt does not change. */
typedef struct {
  bool    on;
  double  tick, least, most; /* s */
  double  accuracy;          /* <= 1: factor on the numbers of vibrations in a step (dt_safety) */
  int64_t made, next;        /* ticks in a step now; from the next step on */
  int64_t calm;              /* looks in a row that allow a longer step */
  double  start;             /* time from which ticks count, s */
  int64_t ticks;             /* from there to the step at which dt last changed */
  /* for the console: what limits `most`; of this process: changes of dt, its extremes, s, and the
     step and time, s, from which it counts */
  char          why[320];
  int64_t       changes;
  double        shortest, longest;
  int64_t       from_step;
  double        from_time;
  StiffnessSums sums; /* workspace */
  double        need; /* largest 1/dt of the last look, 1/s */
} Follow;

extern const Module follow_module; /* its state: Follow */

/* Let dt follow the state between these steps, from now on; it starts with `most`. Sets the clock's dt.
   */
void follow_begin(Follow *follow, double least, double most, double accuracy, Clock *clock);
/* True if there is a look at the end of this step. */
static inline bool follow_looks(const Follow *follow, int64_t step)
{
  return follow->on && step % LOOK == 0;
}
/* Find the ticks of the next step from the contacts of the last evaluation; between contacts_end and
   contacts_commit. first: the run begins here, and there is no former step. Collective. */
PetscErrorCode follow_look(Follow *follow, World *world, const ContactScene *scene, bool first);
/* Go on from the state of World.saved, unless limits have changed (revised) and need a shorter step than
   it allows. Sets the clock, which is that of the checkpoint. Without such a state dt stays as it is:
   false. */
bool follow_take(Follow *follow, World *world, bool revised, Clock *clock);
/* Let the clock go on with the ticks of the next step, after `clock->step`. */
void follow_change(Follow *follow, Clock *clock);

#endif
