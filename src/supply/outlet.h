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
  int64_t clumps;           /* that the outlet has taken since the first step, up to this one */
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
  int64_t  before;           /* clumps that it had taken when the run began or went on */
  int64_t  refused;          /* clumps too large for that inlet, since the run began or went on */
  /* state */
  int32_t waits;  /* 1: it waits for an event */
  double  first;  /* s */
  int64_t looks;  /* checks by the schedule so far */
  int64_t clumps; /* number of clumps that it has taken */
  double  mass;   /* of these, kg */
} Outlet;

/* All outlets of a run, and the number of clumps that they have taken since the rows of these were
   written: the same on every rank. Starts as {0}. */
typedef struct {
  int      n;
  Outlet  *list;
  PetscInt n_exits;
  PetscInt n_rows, capacity;
  Exit    *exits; /* [n_rows]: on rank 0 all of them, on others none */
  Log      log;   /* outlets.csv */
} Outlets;

extern const Module outlets_module; /* its state: Outlets */

/* Read the outlets, when inlets and groups have been read. Mistakes are noted in the options.
   Collective. */
PetscErrorCode outlets_read(const SourceScene *scene, const Sources *sources, Outlets *outlets);
void           outlets_free(Outlets *outlets);

/* True if an outlet whose check is due at `now` (s) takes any owned clump. Local. */
bool outlets_see(const Outlets *outlets, const Domain *domain, const Clumps *clumps, double now);
/* Take the owned clumps that are due: they are dropped (clump_drop), counted, noted in exits of rank 0,
   and sent to inlets. Velocities must be those at the end of the step. *any: some clump was taken.
   Collective. */
PetscErrorCode outlets_take(Outlets *outlets, const SourceScene *scene, const Sources *sources,
                            int64_t step, double time, double now, bool *any);
/* Count the checks of a step, after outlets_take. Local. */
void outlets_looked(Outlets *outlets, double now);
/* Start or stop an outlet at `now` (s). Returns false if it is on, or off, already. */
bool outlet_turn(Outlet *outlet, bool on, double now);
int  outlets_find(const Outlets *outlets, const char *name); /* -1: none */

/* The state of all outlets, in FOLDER/outlet/NAME; document: the table alone. */
PetscErrorCode outlets_list(Outlets *outlets, const char *folder, StateParts *parts);
PetscErrorCode outlets_document(const char *folder, StateParts *parts);

/* Print in brackets how many of `left` clumps outlets have taken since the run began or went on, and
   how many left otherwise, as by open faces; nothing if outlets took none. On rank 0. */
void outlets_say(const World *world, int64_t left);

#endif
