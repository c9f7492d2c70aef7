/* SPDX-License-Identifier: MIT */
/* The world that modules (matter/module.h) see: pointers to the parts of a simulation, and requests,
   by which alone a module changes lists and the course of a run. All pointers are borrowed. A room
   includes the headers of the parts that it uses; to all others they are opaque.

   Setup makes the parts one after the other, so that some pointers are NULL at first: those of
   rooms from contacts on, until templates have been read. */
#ifndef MATTER_WORLD_H
#define MATTER_WORLD_H

#include "base/clock.h"
#include "base/state.h"
#include "base/sums/sum.h"
#include "options/report.h"

struct Module;
struct TotalValues; /* measure/totals.h */

/* The modules of a run with their states. */
typedef struct ModuleTable {
  int                         n;
  const struct Module *const *list;  /* [n] */
  void                      **state; /* [n] */
} ModuleTable;

/* Requests to the simulation, which `run` stands for. Use the functions below. */
typedef struct {
  void (*complete)(void *run);
  void (*dropped)(void *run);
  PetscErrorCode (*enter)(void *run);
  PetscErrorCode (*renew)(void *run, bool dropped);
  PetscErrorCode (*look_ahead)(void *run);
  Sum *(*energy)(void *run, const char *entry);
  PetscErrorCode (*totals)(void *run, struct TotalValues *totals);
} WorldRequests;

typedef struct World {
  /* the run */
  const Parallel *par;
  Options        *options;
  Warnings       *warnings;
  const Clock    *clock;
  double          start;  /* time at which it begins or goes on, s */
  const State    *saved;  /* of the checkpoint from which it goes on, in setup; NULL: none */
  const char     *source; /* path of this checkpoint; "": none */
  int             dimension;
  int64_t         seed;
  int64_t         halo_wide; /* see halo_create */
  Vec3            gravity;   /* m/s^2 */

  const struct Integrator *integrator;

  /* matter and space */
  const struct Materials     *materials;
  const struct Templates     *templates;
  struct Groups              *groups;
  struct Walls               *walls;
  const struct Domain        *domain;
  const struct Decomposition *decomposition;
  const struct CellFlow      *flow; /* of the last step; NULL: the cell does not deform */
  struct Deformation         *deformation;
  struct Clumps              *clumps;
  struct Waiting             *waiting;
  /* rows for the extremes of clumps that may enter or come about: never simulated. known: rows that
     the run before the restart had used */
  struct Clumps *extremes;
  PetscInt      *known;
  double        *smallest; /* radius of a pebble, of all clumps and of `extremes`, m */

  /* what acts on it */
  const struct Laws     *laws;
  const struct Contacts *contacts;
  struct Interactions   *interactions;
  struct Constraints    *constraints;
  struct WallMotions    *motions;
  struct Damping        *damping;
  struct Sources        *sources;
  bool                   begun;   /* sources have released the first clumps */
  double                 release; /* time at which they next release some, s */
  struct Account        *account;

  /* what modules hand on */
  const struct Baths *baths;   /* heat baths of the step; NULL: none */
  struct Journal     *journal; /* rows of events.csv */
  char               *stop;    /* [WORLD_WHY] not empty: the run ends, for this reason */
  bool                save;    /* a checkpoint is asked for at the end of this step */
  /* a module has changed velocities or clumps in this step: modules after it ask anew */
  bool touched;

  const ModuleTable   *modules;
  const WorldRequests *request;
  void                *run;
} World;

enum { WORLD_WHY = 256 };

/* Complete the step: positions, velocities and loads at one time. Local. */
static inline void world_complete(World *w)
{
  w->request->complete(w->run);
}

/* Clumps were dropped (clump_drop) on some rank: their rows go at the next rebuild. Call it on all
   ranks. Local. */
static inline void world_dropped(World *w)
{
  w->touched = true;
  w->request->dropped(w->run);
}

/* Let the clumps that are due at this time enter, with new lists. Collective. */
static inline PetscErrorCode world_enter(World *w)
{
  w->touched = true;
  return w->request->enter(w->run);
}

/* Make new lists after clumps were changed; dropped: some were dropped. Collective. */
static inline PetscErrorCode world_renew(World *w, bool dropped)
{
  w->touched = true;
  return w->request->renew(w->run, dropped);
}

/* Find again when sources next release clumps. Collective. */
static inline PetscErrorCode world_look_ahead(World *w)
{
  return w->request->look_ahead(w->run);
}

/* The sum of this rank's energies of an entry of the ledger (measure/energy/ledger_entries.c), J,
   to which a module adds. */
static inline Sum *world_energy(World *w, const char *entry)
{
  return w->request->energy(w->run, entry);
}

/* All totals (measure/totals.h) at the end of the step, which is completed. Collective. */
static inline PetscErrorCode world_totals(World *w, struct TotalValues *totals)
{
  return w->request->totals(w->run, totals);
}

/* State of a module of this run; NULL: modules have none yet. */
void *world_module(const World *w, const struct Module *module);

#endif
