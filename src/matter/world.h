/* SPDX-License-Identifier: MIT */
/* The world that modules (matter/module.h) see: pointers to the parts of a simulation, and
   requests, by which alone a module changes lists and the course of a run. All pointers are
   borrowed. A room includes the headers of the parts that it uses; to all others they are opaque.

   Setup makes the parts one after the other, so that some pointers are NULL at first: those to
   parts of the room contact and of later ones, until templates have been read. */
#ifndef MATTER_WORLD_H
#define MATTER_WORLD_H

#include "base/clock.h"
#include "base/state.h"
#include "base/sums/sum.h"
#include "options/report.h"

struct Module;
struct Run;          /* the simulation (run/sim.h), which other rooms only hand back */
struct AskedSums;    /* matter/module.h */
struct TotalValues;  /* measure/totals.h */
struct Measured;     /* measure/measured.h */
struct ContactScene; /* contact/contacts.h */

/* The modules of a run with their states. */
typedef struct ModuleTable {
  int                         n;
  const struct Module *const *list;  /* [n] */
  void                      **state; /* [n] */
} ModuleTable;

/* Requests to the simulation and what it serves. Use the functions below. */
typedef struct {
  void (*complete)(struct Run *run);
  void (*dropped)(struct Run *run);
  PetscErrorCode (*mark_dropped)(struct Run *run);
  PetscErrorCode (*settle)(struct Run *run);
  PetscErrorCode (*clear)(struct Run *run);
  PetscErrorCode (*enter)(struct Run *run);
  PetscErrorCode (*renew)(struct Run *run, bool dropped);
  PetscErrorCode (*widen)(struct Run *run, int64_t links);
  PetscErrorCode (*look_ahead)(struct Run *run);
} WorldRequests;

typedef struct {
  PetscErrorCode (*show)(struct Run *run);
  void (*hide)(struct Run *run);
  double (*hard_stiffness)(struct Run *run, int material, const char **law);
  const struct ContactScene *(*scene)(struct Run *run);
  const struct Measured *(*measured)(struct Run *run);
  PetscErrorCode (*ask_totals)(struct Run *run, struct AskedSums *asked);
  PetscErrorCode (*totals)(struct Run *run, const Sum *sums, bool maxima,
                           struct TotalValues *totals);
  Sum *(*energy)(struct Run *run, const char *entry);
} WorldServices;

enum { WORLD_WHY = 256 };

typedef struct World {
  /* the run */
  const Parallel *par;
  Options        *options;
  Warnings       *warnings;
  const Clock    *clock;
  double          start;    /* time at which it begins or goes on, s */
  double          end;      /* end time of the scenario, s */
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
  struct Exclusions   *exclusions;
  struct Deforms      *deforms;
  struct Interactions *interactions;
  struct Constraints  *constraints;
  struct WallMotions  *motions;
  struct Damping      *damping;
  struct Sources      *sources;
  bool                 begun;   /* sources have released the first clumps */
  double               release; /* time at which they next release some, s */
  struct Account      *account;
  struct Ledger       *ledger; /* of energies, this rank's part */
  /* of forces, found in the steps in which an event or a row of log.csv needs it */
  struct ForceBalance *balance;

  /* what modules hand on */
  /* who is shown contacts (contact/contact_listeners.h) */
  struct ContactListeners *listeners;
  /* a module needs the loads of each wall (contact/wall_loads.h); set in setup */
  bool wall_loads;
  /* shortest duration of a contact, s, and largest rate of a dashpot, 1/s: known with the time
     step */
  double              shortest_contact, fastest_dashpot;
  const struct Baths *baths;   /* heat baths of the step; NULL: none */
  struct Journal     *journal; /* rows of events.csv */
  char               *stop;    /* [WORLD_WHY] not empty: the run ends, for this reason */
  /* what the user changes to go on then, as "restart with ..."; empty: end_time */
  char cure[WORLD_WHY];
  struct {
    Vec3   at;      /* m */
    double size;    /* of the smaller body there, m */
    double overlap; /* of the smaller radius */
    /* from there to where another body presses it from the other side, m; 0: none does */
    Vec3 across;
    /* on rank 0: option that cures the likeliest cause, with its value; empty: none is known */
    char option[WORLD_WHY];
  } place; /* where physics has stopped the run (OUTPUT_BROKEN) */
  /* clumps that have left through the open faces lo and hi of each axis, on this rank, since this
     process began to run */
  int64_t through[6];
  bool    motions_changed; /* motions of walls have changed at the end of this step */
  bool    save;            /* a checkpoint is asked for at the end of this step */
  bool    retimed;         /* intervals of `output` have changed at the end of this step */
  bool    touched;         /* by the module that acts now, see world_touched */
  bool    end_wanted;      /* some module on some rank wants to act at the end of this step */

  /* what the console tells (output/console/) */
  struct Limits         *limits;
  const struct Stages   *stages;
  const struct Counters *counters;

  const ModuleTable   *modules;
  const WorldRequests *request;
  const WorldServices *serve;
  struct Run          *run;
} World;

/* The module that calls this has changed velocities, clumps or links: modules after it ask anew.
   Requests below that change such things call it. Local. */
static inline void world_touched(World *w)
{
  w->touched = true;
}

/* Complete the step: positions, velocities and loads at one time. Local. */
static inline void world_complete(World *w)
{
  w->request->complete(w->run);
}

/* Clumps were dropped (clump_drop) on some rank: their rows go at the next rebuild. Call it on all
   ranks. Local. */
static inline void world_dropped(World *w)
{
  world_touched(w);
  w->request->dropped(w->run);
}

/* Between two steps: mark copies and pebbles of clumps that were dropped as gone, for sums over
   pairs and links. Collective. */
static inline PetscErrorCode world_mark_dropped(World *w)
{
  return w->request->mark_dropped(w->run);
}

/* Between two steps: complete the step, and give poses and copies the velocities of the motion, as a
   restart does, so that stored energies are the same there. Lists must be renewed afterwards.
   Collective. */
static inline PetscErrorCode world_settle(World *w)
{
  return w->request->settle(w->run);
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

/* Stiffness of the stiffest hard contact of this material with any, N/m, and the name of its law;
   INFINITY: without compliance; 0: there is none. */
static inline double world_hard_stiffness(World *w, int material, const char **law)
{
  return w->serve->hard_stiffness(w->run, material, law);
}

/* Let the clumps that are due at this time enter, with new lists. Collective. */
static inline PetscErrorCode world_enter(World *w)
{
  world_touched(w);
  return w->request->enter(w->run);
}

/* Make new lists after clumps were changed; dropped: some were dropped. Collective. */
static inline PetscErrorCode world_renew(World *w, bool dropped)
{
  world_touched(w);
  return w->request->renew(w->run, dropped);
}

/* Make new lists, with room in sums of loads for so many links of a clump. Collective. */
static inline PetscErrorCode world_widen(World *w, int64_t links)
{
  world_touched(w);
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

/* Ask for the sums of all totals (measure/totals.h) at the end of the step, which is completed;
   find the totals from these sums over all ranks. maxima: also those that are the largest of all
   ranks, which are reduced for this. Collective. */
static inline PetscErrorCode world_ask_totals(World *w, struct AskedSums *asked)
{
  return w->serve->ask_totals(w->run, asked);
}

static inline PetscErrorCode world_totals(World *w, const Sum *sums, bool maxima,
                                          struct TotalValues *totals)
{
  return w->serve->totals(w->run, sums, maxima, totals);
}

/* The steps nearest to the multiples of a time interval (s); never, if it is not positive. If the
   steps of the scenario have substeps, the end of a whole step is taken. */
Beat world_beat(const World *w, double time);

/* Take a part from the checkpoint from which the run goes on; true: it has any value of it.
   Values that do not fit are a mistake. */
bool world_take(World *w, StatePart part);

/* State of a module of this run; NULL: modules have none yet. */
void *world_module(const World *w, const struct Module *module);

#endif
