/* SPDX-License-Identifier: MIT */
/* Sources of clumps (supply/source.h) in a simulation, and when they release clumps. */
#ifndef SIM_ENTRY_H
#define SIM_ENTRY_H

#include "output/checkpoint.h"
#include "supply/source.h"

typedef struct Sim Sim;

typedef struct {
  Sources  sources;
  Clumps  *extremes; /* rows for the extremes of clumps that sources may release: looked at by the
                       checks, the time step and the quanta; never simulated */
  PetscInt known;    /* rows of `extremes` that the checkpoint of a restart has looked at */
  bool     begun;    /* the first release, before the first step, is done */
  double   next;     /* time of the next release, s; INFINITY: there is none; the same on every
                       rank */
  int64_t  last;     /* step at whose end clumps last entered; 0: none has */
  char     stop[SOURCE_WHY]; /* not empty: a source ends the run, for this reason; the same on every
                                rank */
} Entry;

/* Make the table of extremes, when the quantities of clumps are known. */
PetscErrorCode entry_open(Sim *sim);
/* Make the sources of a run that begins or goes on at `now` (s), when templates and groups have been
   read. Collective. */
PetscErrorCode entry_create(Sim *sim, double now);
PetscErrorCode entry_destroy(Sim *sim);
/* Note mistakes that show in the domain alone, and restore the state of sources (ck NULL: none).
   Collective. */
PetscErrorCode entry_check(Sim *sim, const Checkpoint *ck);
/* True if any source has an object that keeps it releasing during the run. */
bool entry_has_objects(const Sim *sim);
/* Add the clumps that sources release at `now` (s) to the owned rows, and find when they next do.
   Collective. */
PetscErrorCode sim_release(Sim *sim, double now);
/* Find anew when sources next release clumps, after events have started or stopped some.
   Collective. */
PetscErrorCode entry_look_ahead(Sim *sim);
/* What sources see of the simulation now. */
SourceScene entry_scene(Sim *sim);
/* Clumps that sources with objects may still release until the end of the run, and their pebbles;
   each source by its forecast, but no more than fill the domain without gaps, if it is finite.
   INFINITY: nothing bounds them. */
void entry_bound(Sim *sim, double *clumps, double *pebbles);
/* Forecast of source k, 0 <= k < sources.n, until the end of the run. */
SourceForecast entry_forecast(Sim *sim, PetscInt k);
/* The state of sources, for saved_parts.c. */
PetscErrorCode entry_list(Sim *sim, StateParts *parts);
PetscErrorCode entry_document(StateParts *parts);

#endif
