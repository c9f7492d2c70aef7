/* SPDX-License-Identifier: MIT */
/* Model of the time of a step of a part, from costs of computing on a rank and of messages on a
   machine. */
#ifndef TOOLS_PLAN_COST_H
#define TOOLS_PLAN_COST_H

#include "tools/plan/parts.h"

/* Costs of computing, in seconds on one rank unless noted. */
typedef struct {
  double step;    /* a step without clumps: the calls of the exchange */
  double clump;   /* an owned clump in a step: integration */
  double pebble;  /* a placed pebble in a step */
  double pair;    /* a near pair in a step: the distance test */
  double contact; /* in addition for a pair that touches: law and memory */
  /* constraints and hard contacts in a step, for each nanosecond that the balance counts for them
     (part_work); 1e-9 if the balance is right */
  double held;
  /* a held copy in a step: packing its pose and adding its loads, half at the owner and half at the
     holder */
  double copy;
  double narrow; /* a narrowing, per listed pair: the distance test; placing the pebbles included */
  double picks;  /* steps from one narrowing to the next, not counting rebuilds; INFINITY: none */
  double rebuild; /* a rebuild, per pebble and per listed pair */
  double between; /* steps from one rebuild to the next; INFINITY: none */
} Costs;

/* The model of messages is LogGP (Alexandrov et al. 1995, SPAA, 95). */
typedef struct {
  double latency;   /* time of a message, s; also of each of the log2 P rounds of a collective */
  double message;   /* processor time of sending and of receiving one, s */
  double bandwidth; /* of a rank, in each direction, bytes/s */
  bool   overlap;   /* messages progress while ranks compute */
} Machine;

/* Times of a step, s; the members before `step` add up to it. */
typedef struct {
  double motion;  /* owned clumps, and the fixed cost of a step */
  double inside;  /* pebbles of owned clumps and pairs among them: no communication needed */
  double edge;    /* pebbles of copies, and pairs with copies */
  double copies;  /* packing poses and adding loads, with the processor time of messages */
  double refresh; /* waiting for poses, beyond the work of early blocks */
  double reduce;  /* waiting for loads, beyond the work of late blocks */
  double agree;   /* the maximum over all ranks */
  double narrow;  /* share of narrowings and of looks for dt in a step, with their waiting */
  double rebuild; /* share of rebuilds in a step, with their messages */
  double held;    /* sweeps of constraints and hard contacts, with their messages */
  double step;
} StepCost;

/* Messages and bytes that a part sends in a step on average: looks for the time step, narrowings and
   rebuilds included, but for clumps and contacts that migrate. */
typedef struct {
  double messages, bytes;
} Traffic;

Traffic traffic_of_part(const Costs *costs, const Field *fields, const Part *part);

/* Cost of a part among n, whose clumps have these fields. Its messages to all neighbours travel at the
   same time. */
StepCost cost_of_part(const Costs *costs, const Machine *machine, const Field *fields,
                      const Part *part, int n);
/* All work of these parts on one rank, without copies, messages and images, s a step: the reference
   of the efficiency. */
double cost_ideal(const Costs *costs, int n, const Part *parts);

typedef struct {
  int64_t steps, rebuilds, narrowings,
    contacts;  /* numbers in the measurement; contacts are summed over steps and ranks */
  double step; /* wall time of a step in the fastest stretch, on the slowest rank, s */
  RunEnd end;  /* RUN_BROKEN: physics stopped it, no costs were measured */
} Calibration;

/* Measure all costs in `steps` steps of the simulation itself, which advances by them; writes
   nothing. Means over ranks. Collective. */
PetscErrorCode costs_calibrate(Sim *sim, int64_t steps, Costs *costs, Calibration *how);

#endif
