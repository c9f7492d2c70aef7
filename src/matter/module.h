/* SPDX-License-Identifier: MIT */
/* Plug-in kind Module: a feature that acts between steps, before a step, or on output, and that the
   step does not know by name (a fix of LAMMPS, an MDModule of GROMACS). A module is one const
   struct, which stands in the room of its physics, and one line in run/module_list.h; setup, step,
   checkpoint, output, console and manual walk that list.

   Its order is that in which modules act at the end of a step. All calls are collective, with the
   same state on all ranks unless a module says otherwise. A hook that is NULL does nothing.

   A module that decides something from all ranks does so by `ask`: sums of all modules are reduced
   at once, and not at all in a step in which none asks. A module whose action changes clumps or
   velocities says so (World.touched, set by the requests); modules after it then ask anew. */
#ifndef MATTER_MODULE_H
#define MATTER_MODULE_H

#include "base/state.h"
#include "matter/world.h"

/* Sums that modules ask for. Starts as {0}; array_free(list). */
typedef struct {
  int      n;
  PetscInt capacity;
  Sum     *list;
} AskedSums;

/* Append n sums of 0, to which this rank adds its part; *sums is valid until the next call. */
PetscErrorCode asked_sums(AskedSums *asked, int n, Sum **sums);

typedef enum {
  OUTPUT_OPEN,   /* at the start: open files, empty or cut at the present step */
  OUTPUT_STEP,   /* at the end of a step: write what is due */
  OUTPUT_FRAME,  /* at a step at which frames are written */
  OUTPUT_RETIME, /* an event has changed intervals of `output` */
  OUTPUT_FLUSH,  /* before a checkpoint and at the end: write all that has happened until now */
  OUTPUT_CLOSE,  /* at the end, or when opening failed */
  OUTPUT_TELL    /* on the console, at the end: print lines, on rank 0 */
} OutputCall;

/* Output of modules. */
typedef struct Output {
  OutputCall  call;
  const char *dir;                   /* the run's folder */
  bool        goes_on;               /* it goes on from a checkpoint */
  bool        row;                   /* log.csv gets a row at this step */
  bool        ends;                  /* the run ends by the scenario at this step */
  int64_t     last;                  /* last step of the run by its end time */
  int64_t     rows_lost, files_lost; /* raised by what could not be written */
} Output;

/* The last step whose rows are kept in a table with this beat; -1: none. The last row of a run that
   ended between two rows is dropped, as an uninterrupted run would not have it, unless the run has
   ended for good. */
int64_t output_kept(const Output *output, const World *world, const Beat *beat);
/* True if a table with this beat gets rows at this step: they are due, or the run ends. */
bool output_has_row(const Output *output, const World *world, const Beat *beat);
/* The beat is due at this step. */
static inline bool world_is_due(const World *world, const Beat *beat)
{
  return beat_falls(beat, world->clock, world->clock->step);
}

/* Hooks of setup, in this order. Mistakes are noted in the options. */
typedef struct {
  /* Read its sections, when templates and sources are known, from the last module to the first, as
     changes add groups that others name. When its objects are made, here or in `resolve`, it takes
     their state from a checkpoint: module_take. */
  PetscErrorCode (*read)(void *self, World *world);
  /* Find what it names, when all groups and modules have been read. */
  PetscErrorCode (*resolve)(void *self, World *world);
  /* Read what needs the domain. */
  PetscErrorCode (*place)(void *self, World *world);
  /* Add the extremes of clumps that it may make, when all clumps are known. Modules do so from the
     last to the first: clumps that a change has made may break in a later step. */
  PetscErrorCode (*foresee)(void *self, World *world);
  /* All is known but the time step. */
  PetscErrorCode (*open)(void *self, World *world);
  /* The time step is known, too. */
  PetscErrorCode (*timed)(void *self, World *world);
} ModuleSetup;

/* Hooks of a step, in this order. */
typedef struct {
  PetscErrorCode (*begin)(void *self, World *world);
  /* True if clumps of this rank, all of which have moved, give it something to do at the end of this
     step. Local. */
  bool (*sees)(const void *self, const World *world);
  /* Book what the loads of the step have done. before: there was a half step before. Local. */
  PetscErrorCode (*book)(void *self, World *world, bool before);
  /* Append this rank's part of the sums that `end` needs, always as many on all ranks; none: it
     needs none in this step. */
  PetscErrorCode (*ask)(void *self, World *world, AskedSums *asked);
  /* Act, with its sums over all ranks. seen: `sees` of some module was true on some rank. */
  PetscErrorCode (*end)(void *self, World *world, const Sum *sums, bool seen);
} ModuleStep;

typedef struct Module {
  const char *name;
  size_t      size;    /* of its state, bytes, which is zero at first; 0: none */
  OptionKind  section; /* of the scenario, of its own; without a name: none */
  /* kinds of options that must be without mistakes before the module is read, beside the dimension;
     NULL: none. placed: others that `place` needs, too */
  const char *needs, *placed;
  ModuleSetup setup;
  ModuleStep  step;
  /* List its state; self NULL: the tables alone, with <name> as names of objects, for the manual. */
  PetscErrorCode (*list)(void *self, World *world, StateParts *parts);
  PetscErrorCode (*write)(void *self, World *world, Output *output);
  void (*free)(void *self);
} Module;

/* Take the state that the module lists from World.saved, if there is one. Numbers that do not fit
   are mistakes. Collective. */
PetscErrorCode module_take(const Module *module, void *self, World *world);

#endif
