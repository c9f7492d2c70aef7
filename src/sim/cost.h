/* SPDX-License-Identifier: MIT */
/* How long a step of a part takes: what things cost on a rank, and what messages cost on a machine. */
#ifndef SIM_COST_H
#define SIM_COST_H

#include "sim/parts.h"

/* Seconds of one rank. */
typedef struct {
  double step;    /* a step in which there is nothing to do: the calls of the exchange */
  double clump;   /* a step of an owned clump: integration */
  double pebble;  /* a placed pebble, in a step */
  double pair;    /* a near pair: does it touch? */
  double contact; /* and one that does: its law, its memory */
  double copy;    /* a held copy: packing its pose and adding its loads, half at the owner and half at the holder */
  double narrow;  /* a narrowing, for each listed pair: is it near? placing the pebbles included */
  double picks;   /* steps from a narrowing to the next, rebuilds apart; INFINITY: none */
  double rebuild; /* a rebuild, for each pebble and each listed pair */
  double between; /* steps from a rebuild to the next; INFINITY: none */
} Costs;

typedef struct {
  double latency;   /* of a message, s; also of each of the log2 P rounds of a collective */
  double bandwidth; /* of a rank, each way, bytes/s */
  bool   overlap;   /* messages travel while ranks compute */
} Machine;

/* Of a step, s; they add up to `step`. */
typedef struct {
  double motion;  /* owned clumps, and what every step costs */
  double inside;  /* pebbles of owned clumps and pairs among them: needs nobody */
  double edge;    /* pebbles and pairs with copies */
  double copies;  /* packing and adding */
  double refresh; /* poses on their way, as far as early blocks do not hide it */
  double reduce;  /* loads on their way, as far as late blocks do not hide it */
  double agree;   /* the maximum over all ranks */
  double narrow;  /* shares in every step: of narrowings, and of poses that these wait for; */
  double rebuild; /* of rebuilds, messages included */
  double step;
} StepCost;

/* A part among n. Messages go out one after the other, each with the latency in full; both ways at once. */
StepCost cost_of_part(const Costs *costs, const Machine *machine, const Part *part, int n);
/* All the work of these parts on one rank, without copies, messages and images: what efficiency is measured against, s a step. */
double cost_ideal(const Costs *costs, int n, const Part *parts);

typedef struct {
  int64_t steps, rebuilds, narrowings, contacts; /* over which it was measured; contacts are summed over steps and ranks */
  double  step;                                  /* wall time of a step in the fastest stretch, of the slowest rank, s */
  RunEnd  end;                                   /* RUN_BROKEN: physics stopped it, nothing was measured */
} Calibration;

/* Measures all costs in so many steps of the simulation itself, which goes on by them; writes nothing. Means over ranks.
   Collective. */
PetscErrorCode costs_calibrate(Sim *sim, int64_t steps, Costs *costs, Calibration *how);

#endif
