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
struct TotalValues;  /* measure/totals.h */
struct Measured;     /* measure/measured.h */
struct ContactScene; /* contact/contacts.h */

/* The modules of a run with their states. */
typedef struct ModuleTable {
  int                         n;
  const struct Module *const *list;  /* [n] */
  void                      **state; /* [n] */
} ModuleTable;

/* Requests to the simulation, which `run` stands for, and what it serves. Use the functions below. */
typedef struct {
  void (*complete)(void *run);
  void (*dropped)(void *run);
  PetscErrorCode (*tell_dropped)(void *run);
  PetscErrorCode (*clear)(void *run);
  PetscErrorCode (*enter)(void *run);
  PetscErrorCode (*renew)(void *run, bool dropped);
  PetscErrorCode (*widen)(void *run, int64_t links);
  PetscErrorCode (*look_ahead)(void *run);
} WorldRequests;

typedef struct {
  PetscErrorCode (*show)(void *run);
  void (*hide)(void *run);
  PetscErrorCode (*gather_walls)(void *run);
  void (*disperse_walls)(void *run);
  double (*hard_stiffness)(void *run, int material, const char **law);
  const struct ContactScene *(*scene)(void *run);
  const struct Measured *(*measured)(void *run);
  PetscErrorCode (*totals)(void *run, struct TotalValues *totals);
  Sum *(*energy)(void *run, const char *entry);
} WorldServices;

typedef struct World {
  /* the run */
  const Parallel *par;
  Options        *options;
  Warnings       *warnings;
  const Clock    *clock;
  double          start;    /* time at which it begins or goes on, s */
  const State    *saved;    /* of the checkpoint from which it goes on, in setup; NULL: none */
  const char     *source;   /* path of this checkpoint; "": none */
  int             substeps; /* steps of the clock in a step of the scenario */
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
  struct Pebbles             *pebbles;
  /* rows for the extremes of clumps that may enter or come about: never simulated. known: rows that
     the run before the restart had used */
  struct Clumps *extremes;
  PetscInt      *known;
  double        *smallest; /* radius of a pebble, of all clumps and of `extremes`, m */

  /* what acts on it */
  const struct Laws   *laws;
  struct Loads        *loads;
  struct Contacts     *contacts;
  struct Halo         *halo; /* of the copies that ranks hold */
  struct Links        *links;
  struct Interactions *interactions;
  struct Constraints  *constraints;
  struct WallMotions  *motions;
  struct Damping      *damping;
  struct Sources      *sources;
  bool                 begun;   /* sources have released the first clumps */
  double               release; /* time at which they next release some, s */
  struct Account      *account;

  /* what modules hand on */
  /* who is shown contacts (contact/contact_listeners.h) */
  struct ContactListeners *listeners;
  /* a module needs the loads of each wall (contact/wall_loads.h); set in setup */
  bool wall_loads;
  /* shortest duration of a contact, s, and largest rate of a dashpot, 1/s: known with the time step */
  double              shortest, fastest;
  const struct Baths *baths;        /* heat baths of the step; NULL: none */
  struct Journal     *journal;      /* rows of events.csv */
  char               *stop;         /* [WORLD_WHY] not empty: the run ends, for this reason */
  bool                walls_turned; /* motions of walls have changed at the end of this step */
  bool                save;         /* a checkpoint is asked for at the end of this step */
  /* a module has changed velocities or clumps in this step: modules after it ask anew */
  bool touched;

  const ModuleTable   *modules;
  const WorldRequests *request;
  const WorldServices *serve;
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

/* Between two steps: mark copies and pebbles of clumps that were dropped as gone, for sums over pairs
   and links. Collective. */
static inline PetscErrorCode world_tell_dropped(World *w)
{
  return w->request->tell_dropped(w->run);
}

/* Remove rows of clumps that are gone, with new lists, before clumps are listed. Collective. */
static inline PetscErrorCode world_clear(World *w)
{
  return w->request->clear(w->run);
}

/* Give velocities and angular momenta the answer of constraints to the last kick, as they are shown
   in output, and take it back. Collective. */
static inline PetscErrorCode world_show(World *w)
{
  return w->serve->show(w->run);
}

static inline void world_hide(World *w)
{
  w->serve->hide(w->run);
}

/* Input of totals, monitors and energies, as it is now; it belongs to the simulation. */
static inline const struct Measured *world_measured(World *w)
{
  return w->serve->measured(w->run);
}

/* Give each rank the whole meshes of all walls; and its part of them again. Collective. */
static inline PetscErrorCode world_gather_walls(World *w)
{
  return w->serve->gather_walls(w->run);
}

static inline void world_disperse_walls(World *w)
{
  w->serve->disperse_walls(w->run);
}

/* Stiffness of the stiffest hard contact of this material with any, N/m, and the name of its law;
   INFINITY: without compliance; 0: there is none. */
static inline double world_hard_stiffness(World *w, int material, const char **law)
{
  return w->serve->hard_stiffness(w->run, material, law);
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

/* Make new lists, with room in sums of loads for so many links of a clump. Collective. */
static inline PetscErrorCode world_widen(World *w, int64_t links)
{
  w->touched = true;
  return w->request->widen(w->run, links);
}

/* Input of contacts as they are now; it belongs to the simulation. */
static inline const struct ContactScene *world_scene(World *w)
{
  return w->serve->scene(w->run);
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
  return w->serve->energy(w->run, entry);
}

/* All totals (measure/totals.h) at the end of the step, which is completed. Collective. */
static inline PetscErrorCode world_totals(World *w, struct TotalValues *totals)
{
  return w->serve->totals(w->run, totals);
}

/* The steps nearest to the multiples of a time interval (s); never, if it is not positive. If the
   steps of the scenario have substeps, the end of a whole step is taken. */
Beat world_beat(const World *w, double time);

/* State of a module of this run; NULL: modules have none yet. */
void *world_module(const World *w, const struct Module *module);

#endif
