/* SPDX-License-Identifier: MIT */
/* Plug-in kind Source: puts clumps into the domain, at the start and while a run goes on. A source
   is one file that ends with a const Source, and one line in a list below.

   A source has an instance for each object of its option kind, such as `inlet: - feed: {...}`, or
   one alone. An instance is a struct of its own: constants that are read from the object, and state
   that checkpoints hold (`state`, base/state.h). All it knows from one release to the next is
   state, as a restarted run must release the same clumps. */
#ifndef SUPPLY_SOURCE_H
#define SUPPLY_SOURCE_H

#include "base/state.h"
#include "matter/group.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "options/options.h"
#include "options/report.h"
#include "space/decomposition.h"
#include "wall/wall.h"

enum { SOURCE_WHY = 256 };

/* Destination of released clumps, and tables that sources read. All pointers are borrowed. */
typedef struct {
  const Parallel      *par;
  Options             *options;
  Warnings            *warnings;
  const Materials     *materials;
  const Templates     *templates;
  Groups              *groups;
  const Walls         *walls;
  const Domain        *domain;        /* from check() on */
  const Decomposition *decomposition; /* in release() */
  int64_t              seed;
  int64_t              halo_wide; /* see halo_create */
  double               now;       /* time at which the run begins or goes on, s */
  bool                 begun;     /* the run, or its continuation, has its first clumps */
  Clumps              *clumps;    /* owned rows are appended, on any rank; held copies go */
  Waiting             *waiting;
  int64_t              next_id;  /* in: lowest id that was never used; out: the same */
  int64_t              inserted; /* in: clumps that inlets have put in so far; out: the same */
  /* not empty: a source ends the run, for this reason; the same on every rank */
  char stop[SOURCE_WHY];
} SourceScene;

SourceScene source_scene(const World *world);

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
  PetscErrorCode (*read)(SourceScene *scene, void *own, const char *object, int index, bool *good);
  /* Note mistakes that can be found only when the domain is known. */
  void (*check)(const SourceScene *scene, const void *own);
  /* After the state of a checkpoint was restored: false, with the reason in why[SOURCE_WHY], if it
     does not fit the object. */
  bool (*fits)(const SourceScene *scene, const void *own, char *why);
  /* Append rows for the extremes of the clumps that may be released: largest, smallest, fastest,
     highest, with all their fields. These rows are not simulated: time step, grid, quanta and
     checks use them. */
  PetscErrorCode (*extremes)(const SourceScene *scene, const void *own, Clumps *rows);
  /* Set *f to a forecast of the releases until the time `end` (s). */
  void (*forecast)(const SourceScene *scene, const void *own, double end, SourceForecast *f);
  /* Time of the next release, s; INFINITY: there is none. The same on every rank. Not NULL.
     Collective. */
  PetscErrorCode (*next)(const SourceScene *scene, const void *own, double *time);
  /* Append the clumps that are due at `now` (s) or earlier; the same clumps on any number of ranks.
     Positions are wrapped and on the grid of the domain (space/domain.h). Not NULL. Collective. */
  PetscErrorCode (*release)(SourceScene *scene, void *own, double now);
  /* Start or stop it at `now` (s), when an event does so. A start begins the schedule anew:
     releases that would have been due before are lost. Returns false if it is on, or off, already.
     NULL: events cannot start or stop it. */
  bool (*turn)(void *own, bool on, double now);
  /* Read again the values that events may set (event/action_set.c). NULL: there is none. */
  void (*change)(const Options *options, void *own, const char *object);
  /* Free what the instance owns besides itself. */
  void (*free)(void *own);
} Source;

/* Sources without objects, and those whose objects are a section of the scenario. */
#define LONE_SOURCES(X) \
  X(source_fill)                          /* fill.c */ \
  X(source_waiting)                       /* source_waiting.c */
#define OBJECT_SOURCES(X) X(source_inlet) /* inlet.c */

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
PetscErrorCode sources_create(SourceScene *scene, Sources *sources);
void           sources_free(Sources *sources);
void           sources_check(const SourceScene *scene, const Sources *sources);
/* Append the extremes of all instances, those that a checkpoint knows first; *known: their
   number. */
PetscErrorCode sources_extremes(const SourceScene *scene, const Sources *sources, Clumps *rows,
                                PetscInt *known);
/* List the state of all instances, in FOLDER/KIND/OBJECT; without instances: the tables of all
   sources, for docs/files.md. */
PetscErrorCode sources_list(const Sources *sources, const char *folder, StateParts *parts);
PetscErrorCode sources_document(const char *folder, StateParts *parts);
/* Restore the state of instances that the checkpoint knows. *good false: a value does not fit, with
   the reason in why[STATE_WHY]. */
PetscErrorCode sources_restore(const SourceScene *scene, const Sources *sources, const char *folder,
                               const State *state, bool *good, char *why);
/* Forecast of instance k until the time `end` (s); f->name NULL: there is none. */
void sources_forecast(const SourceScene *scene, const Sources *sources, PetscInt k, double end,
                      SourceForecast *f);
/* Index of the instance of this object; -1: none. */
PetscInt sources_find(const Sources *sources, const char *kind, const char *object);
/* Time of the next release of all sources, s. Collective. */
PetscErrorCode sources_next(const SourceScene *scene, const Sources *sources, double *time);
/* Release of all sources. Mistakes of the scenario are noted in its options. Collective. */
PetscErrorCode sources_release(SourceScene *scene, const Sources *sources, double now);

#endif
