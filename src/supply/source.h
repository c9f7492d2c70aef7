/* SPDX-License-Identifier: MIT */
/* Plug-in kind Source: puts clumps into the domain, at the start and while a run goes on. A source
   is a const Source, and its name in a list below.

   A source has an instance for each object of its option kind, such as `inlet: - feed: {...}`, or
   one alone. An instance is a struct of its own: constants that are read from the object, and state
   that checkpoints hold (`state`, base/state.h). All it knows from one release to the next is
   state, as a restarted run must release the same clumps. */
#ifndef SUPPLY_SOURCE_H
#define SUPPLY_SOURCE_H

#include "base/state.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "options/options.h"
#include "space/decomposition.h"
#include "wall/wall.h"

enum { SOURCE_WHY = 256 };

/* Clumps that an instance has released so far, and may still release until a given time. */
typedef struct {
  const char *kind;         /* name of the section; NULL: none */
  const char *name;         /* of the object; NULL: there is no forecast */
  int64_t     entered;      /* clumps so far */
  double      entered_mass; /* kg */
  int64_t     full;         /* releases in which a clump that was due found no place */
  double      next;         /* time of the next release, s */
  double      count;   /* clumps at most; INFINITY: only the space for them bounds their number */
  double      mass;    /* kg; likewise */
  double      most;    /* clumps that would fill the region without gaps */
  double      mean;    /* mean volume of a clump, m^3 (m^2) */
  double      due;     /* clumps that its rate has made due so far; NAN: it has no rate */
  double      room;    /* clumps that would fill the region without gaps in each of its releases */
  double      pebbles; /* largest number of pebbles of a clump */
  bool        waits;   /* it waits for an event */
  bool        done;    /* it never releases anything again, unless events start it anew */
} SourceForecast;

typedef struct {
  Plugin           head;
  OptionKind       options; /* section of its objects; of LONE_SOURCES: none, one instance */
  const char      *fixed;   /* key of its objects that a restart may not change; NULL: none */
  size_t           size;    /* of an instance, bytes; zero before read() */
  const StateItem *state;   /* of an instance; NULL: none */
  /* ---- functions: NULL if there is nothing to do, unless they say otherwise ---- */
  /* Read the constants of an object; mistakes are noted in the options, and *good is set to false.
     Collective. */
  PetscErrorCode (*read)(World *world, void *own, const char *object, int index, bool *good);
  /* Note mistakes that can be found only when the domain is known. */
  void (*check)(const World *world, const void *own);
  /* After the state of a checkpoint was restored: false, with the reason in why[SOURCE_WHY], if it
     does not fit the object. */
  bool (*fits)(const World *world, const void *own, char *why);
  /* Append rows for the extremes of the clumps that may be released: largest, smallest, fastest,
     highest, with all their fields. These rows are not simulated: time step, grid, quanta and
     checks use them. */
  void (*extremes)(const World *world, const void *own, Clumps *rows);
  /* Set *f to a forecast of the releases until the time `end` (s). */
  void (*forecast)(const World *world, const void *own, double end, SourceForecast *f);
  /* Time of the next release, s; INFINITY: there is none. The same on every rank. Not NULL.
     Collective. */
  PetscErrorCode (*next)(const World *world, const void *own, double *time);
  /* Append the clumps that are due at `now` (s) or earlier; the same clumps on any number of ranks.
     Positions are wrapped and on the grid of the domain (space/domain.h). Not NULL. Collective. */
  PetscErrorCode (*release)(World *world, void *own, double now);
  /* Start or stop it at `now` (s), when an event does so. A start begins the schedule anew:
     releases that would have been due before are lost. Returns false if it is on, or off, already.
     NULL: events cannot start or stop it. */
  bool (*turn)(void *own, bool on, double now);
  /* Read again the values that events may set (event/action_kinds.c). NULL: there is none. */
  void (*change)(const Options *options, void *own, const char *object);
  /* Free what the instance owns besides itself. */
  void (*free)(void *own);
} Source;

/* Sources without objects, and those whose objects are a section of the scenario. */
#define LONE_SOURCES(X)   X(source_fill) X(source_waiting)
#define OBJECT_SOURCES(X) X(source_inlet)

/* In the order of release. */
#define SOURCES(X) LONE_SOURCES(X) OBJECT_SOURCES(X)

#define SOURCE_OPTIONS(source) &(source).options, /* items of a list of OptionKind */

/* The module in which they release clumps at the end of a step. */
extern const Module sources_module;

#define SOURCE_DECLARED(source) extern const Source source;
SOURCES(SOURCE_DECLARED)
#undef SOURCE_DECLARED

/* The k-th kind of source; NULL: there are no more. */
const Source *source_kind(int k);
/* True if no object of a source has a value with a mistake. */
bool sources_are_sound(const Options *options);

/* The instances of a run. Starts as {0}. */
typedef struct {
  const Source *source;
  const char   *object; /* its name, owned by the options; NULL: none */
  bool          stored; /* the checkpoint of a restart has the object */
  char         *own;
} SourceInstance;

typedef struct Sources {
  PetscInt        n, capacity;
  SourceInstance *list;
} Sources;

/* Make the instances of all sources. Mistakes are noted in the options. Collective. */
PetscErrorCode sources_create(World *world);
void           sources_free(Sources *sources);
void           sources_check(const World *world);
/* Append the extremes of all instances to World.extremes, those that a checkpoint knows first, and
   set World.known. */
void sources_extremes(const World *world);
/* Restore the state of instances that the checkpoint knows. *good false: a value does not fit, with
   the reason in why[STATE_WHY]. */
void sources_restore(const World *world, const State *state, bool *good, char *why);
/* Forecast of instance k until the time `end` (s); its name is NULL: there is none. */
SourceForecast sources_forecast(const World *world, PetscInt k, double end);
/* True if any source has an object that keeps it releasing during the run. */
bool sources_have_objects(const Sources *sources);
/* Bound the clumps and pebbles that sources with objects may still release until the end of the
   run: the forecast of each source, but no more than fill a finite domain without gaps. INFINITY:
   there is no bound. */
void sources_bound(const World *world, double *clumps, double *pebbles);
/* Warn of inlets whose region is too small for what is due until the end; when the run ends, of
   those that were much behind their rate. Local; the same on all ranks. */
void sources_warn(const World *world);
void sources_warn_late(const World *world);
/* Index of the instance of this object; -1: none. */
PetscInt sources_find(const Sources *sources, const char *kind, const char *object);
/* Time of the next release of all sources, s. Collective. */
PetscErrorCode sources_next(const World *world, double *time);
/* Release of all sources. Mistakes of the scenario are noted in its options. Collective. */
PetscErrorCode sources_release(World *world, double now);

#endif
