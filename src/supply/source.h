/* SPDX-License-Identifier: MIT */
/* Sources put clumps into the domain, at the start and while a run goes on. A source is one file
   that ends with a const Source, and one line in the list below. */
#ifndef SUPPLY_SOURCE_H
#define SUPPLY_SOURCE_H

#include "base/options.h"
#include "matter/group.h"
#include "matter/waiting.h"
#include "matter/wall.h"
#include "space/decomposition.h"

/* Destination of released clumps, and tables that sources read. All pointers are borrowed. */
typedef struct {
  const Parallel      *par;
  Options             *options;
  const Materials     *materials;
  const Templates     *templates;
  const Groups        *groups;
  const Walls         *walls;
  const Domain        *domain;
  const Decomposition *decomposition;
  int64_t              seed;
  int64_t              halo_wide; /* see halo_create */
  bool                 begun;     /* the run, or its continuation, has its first clumps */
  Clumps              *clumps;    /* owned rows are appended, on any rank; held copies go */
  Waiting             *waiting;
  int64_t              next_id; /* in: lowest id that was never used; out: the same */
} SourceScene;

/* A source keeps its data from one release to the next only in state that checkpoints hold, as a
   restarted run must release the same clumps. The fill keeps no data; clumps that wait are state
   themselves (matter/waiting.h). */
typedef struct {
  Plugin head;
  /* Time of the next release, s; INFINITY: there is none. The same on every rank. Collective. */
  PetscErrorCode (*next)(const SourceScene *scene, double *time);
  /* Append the clumps that are due at `now` (s) or earlier; the same clumps on any number of ranks.
     Collective. */
  PetscErrorCode (*release)(SourceScene *scene, double now);
} Source;

/* The list, in the order of release. */
#define SOURCES(X) \
  X(source_fill)    /* fill.c */ \
  X(source_waiting) /* source_waiting.c */

#define SOURCE_DECLARED(source) extern const Source source;
SOURCES(SOURCE_DECLARED)
#undef SOURCE_DECLARED

/* Time of the next release of all sources, s. Collective. */
PetscErrorCode sources_next(const SourceScene *scene, double *time);
/* Release of all sources. Mistakes of the scenario are noted in its options. Collective. */
PetscErrorCode sources_release(SourceScene *scene, double now);

#endif
