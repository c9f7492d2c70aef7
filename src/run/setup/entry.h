/* SPDX-License-Identifier: MIT */
/* Sources of clumps (supply/source.h) in a simulation, and when they release clumps. */
#ifndef RUN_SETUP_ENTRY_H
#define RUN_SETUP_ENTRY_H

#include "output/checkpoint/checkpoint.h"
#include "supply/source.h"

typedef struct Sim Sim;

typedef struct {
  Sources sources;
  /* rows for the extremes of clumps that sources may release: used by the checks, the time step and
     the quanta; never simulated */
  Clumps  *extremes;
  PetscInt known; /* rows of `extremes` that the run before the restart had used */
  bool     begun; /* the first release, before the first step, is done */
  double   next;  /* time of the next release, s; INFINITY: there is none; the same on every rank */
  int64_t  last;  /* step at whose end clumps last entered; 0: none has */
  /* not empty: a source ends the run, for this reason; the same on every rank */
  char stop[SOURCE_WHY];
} Entry;

/* Make the table of extremes, when the quantities of clumps are known. */
PetscErrorCode entry_open(Sim *sim);
/* Make the sources of a run that begins or goes on at `now` (s), when templates and groups
   have been read. Collective. */
PetscErrorCode entry_create(Sim *sim, double now);
PetscErrorCode entry_destroy(Sim *sim);
/* Note mistakes that are found only when the domain is known, and restore the state of sources
   (ck NULL: none). Collective. */
PetscErrorCode entry_check(Sim *sim, const Checkpoint *ck);
/* True if any source has an object that keeps it releasing during the run. */
bool entry_has_objects(const Sim *sim);
/* Add the clumps that sources release at `now` (s) to the owned rows, and find when they next do.
   Collective. */
PetscErrorCode sim_release(Sim *sim, double now);
/* Find again when sources next release clumps, after events have started or stopped some.
   Collective. */
PetscErrorCode entry_look_ahead(Sim *sim);
/* Bound the clumps and pebbles that sources with objects may still release until the end of the
   run: the forecast of each source, but no more than fill a finite domain without gaps.
   INFINITY: there is no bound. */
void entry_bound(Sim *sim, double *clumps, double *pebbles);
/* Forecast of source k, 0 <= k < sources.n, until the end of the run. */
SourceForecast entry_forecast(Sim *sim, PetscInt k);
/* The state of sources, for saved_parts.c. */
PetscErrorCode entry_list(Sim *sim, StateParts *parts);
PetscErrorCode entry_document(StateParts *parts);

#endif
