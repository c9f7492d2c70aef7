/* SPDX-License-Identifier: MIT */
/* Outlets: regions that take clumps out of the domain. A clump whose centre is in the region at the
   end of a step at which the outlet checks is removed at once; it goes to the first such outlet of
   the scenario. Which clumps that are follows from their positions and the schedule alone. */
#ifndef SUPPLY_OUTLET_H
#define SUPPLY_OUTLET_H

#include "output/table/table.h"
#include "supply/fill/region.h"
#include "supply/inlet.h"

extern const OptionKind outlet_kind;

/* A clump that an outlet takes. */
typedef struct {
  Id      id;
  int32_t outlet, template; /* indices */
  double  scale, mass;      /* 1, kg */
  Vec3    x, v;             /* m, wrapped into the domain; m/s */
  int64_t clumps;           /* number taken by the outlet since the first step, up to this one */
  double  total;            /* their mass, kg */
  int64_t step;
  double  time;     /* s */
  bool    recycled; /* it waits at an inlet */
} Exit;

/* An outlet checks clumps at `first` + k `every`, after the first step that ends then or later;
   every 0: after every step. */
typedef struct {
  const char *name; /* owned by the options */
  /* constants */
  Region   region;
  double   every, stop_time; /* s; INFINITY: none */
  uint64_t groups;           /* of the clumps that it takes; 0: all */
  int      recycles;         /* index of the inlet (Sources) that gets them; -1: none does */
  int64_t  at_start;         /* clumps that it had taken when the run began or went on */
  int64_t  refused;          /* clumps too large for that inlet, since the run began or went on */
  /* state */
  int32_t waits;  /* 1: it waits for an event */
  double  first;  /* s */
  int64_t looks;  /* checks by the schedule so far */
  int64_t clumps; /* number of clumps that it has taken */
  double  mass;   /* of these, kg */
} Outlet;

/* All outlets of a run. Starts as {0}. */
typedef struct {
  int      n;
  Outlet  *list;
  PetscInt n_unwritten; /* clumps taken since rows were last written; the same on every rank */
  PetscInt n_rows, capacity;
  Exit    *exits; /* [n_rows]: on rank 0 all of them, on others none */
  Log      log;   /* outlets.csv */
} Outlets;

extern const Module outlets_module; /* its state: Outlets */

/* Start or stop an outlet at `now` (s). Returns false if it is on, or off, already. */
bool outlet_turn(Outlet *outlet, bool on, double now);

#endif
