/* SPDX-License-Identifier: MIT */
/* Plug-in kind Module: a feature that acts between steps, before a step, or on output, and that the
   step does not know by name (a fix of LAMMPS, an MDModule of GROMACS). A module is one const
   struct, which stands in the room of its physics, and one line in run/module_list.h; setup, step,
   checkpoint, output, console and manual walk that list.

   Its order is that in which modules prepare, are asked and act at the end of a step. All calls are
   collective, with the same state on all ranks unless a module says otherwise. A hook that is NULL
   does nothing.

   A module that decides something from all ranks does so by `ask`: sums of all modules are reduced
   at once, and not at all in a step in which none asks. A module whose action changes clumps,
   velocities or links says so (world_touched, which the requests call themselves); modules after it
   then prepare and ask anew. */
#ifndef MATTER_MODULE_H
#define MATTER_MODULE_H

#include "base/state.h"
#include "matter/world.h"

/* Sums that modules ask for. Starts as {0}; array_free(list). */
typedef struct AskedSums {
  int      n;
  PetscInt capacity;
  Sum     *list;
} AskedSums;

/* Append n sums of 0, to which this rank adds its part; *sums is valid until the next call. */
void asked_sums(AskedSums *asked, int n, Sum **sums);

typedef enum {
  OUTPUT_OPEN,     /* at the start: open files, empty or cut at the present step */
  OUTPUT_ANNOUNCE, /* on the console, before the first step: print what is to come, on rank 0 */
  OUTPUT_STEP,     /* at the end of a step: write what is due */
  OUTPUT_FRAME,    /* at a step at which frames are written */
  OUTPUT_RETIME,   /* an event has changed intervals of `output` */
  OUTPUT_FLUSH,    /* before a checkpoint and at the end: write all that has happened until now */
  OUTPUT_PREVIEW,  /* -check: tell what will be written, and what it costs; with `dir` show it */
  OUTPUT_BROKEN,   /* physics has stopped the run at World.place, after a whole step: show it */
  OUTPUT_CLOSE,    /* at the end, or when opening failed */
  OUTPUT_LEFT,     /* on the console, in the line that says how many clumps left: print how */
  OUTPUT_REPORT    /* on the console, at the end: print lines, on rank 0 */
} OutputCall;

/* Output of modules. */
typedef struct Output {
  OutputCall  call;
  const char *dir;     /* the run's folder; OUTPUT_PREVIEW: NULL without -preview */
  bool        goes_on; /* it goes on from a checkpoint */
  bool        row;     /* log.csv gets a row at this step */
  bool        ends;    /* the run ends by the scenario at this step */
  int64_t     last;    /* last step of the run by its end time */
  int64_t     left;    /* number of clumps that left since the run began (OUTPUT_LEFT) */
  Beat        rows;    /* of log.csv */
  double      began;   /* wall time at which the run began, s */
  int64_t     pebbles; /* number over all ranks, when last counted; set by log.csv */
  bool        gone;    /* the run's folder was removed or moved; set by log.csv */
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

typedef PetscErrorCode (*SetupHook)(void *self, World *world);

/* Hooks of setup, in this order. Mistakes are noted in the options. */
typedef struct {
  /* Read its sections, when templates and sources are known, from the last module to the first, as
     changes add groups that others name. When its objects are made, here or in `resolve`, it takes
     their state from a checkpoint: module_take. */
  SetupHook read;
  /* Find what it names, when all groups and modules have been read. */
  SetupHook resolve;
  /* Read what needs the domain. */
  SetupHook place;
  /* Add the extremes of clumps that it may make, when all clumps are known. Modules do so from the
     last to the first: clumps that a change has made may break in a later step. */
  SetupHook foresee;
  /* All is known but the time step. */
  SetupHook open;
  /* The time step is known, too. */
  SetupHook timed;
} ModuleSetup;

/* Hooks of a step, in this order. */
typedef struct {
  PetscErrorCode (*begin)(void *self, World *world);
  /* True if clumps of this rank, all of which have moved, give it something to do at the end of
     this step. Any rank's answer is World.end_wanted: it comes with the reduction that every
     evaluation makes anyway, where sums of `ask` would make another one in each step, for a module
     that looks in each step and seldom acts, such as outlets. Local. */
  bool (*wants_end)(const void *self, const World *world);
  /* Book what the loads of the step have done. moved: a step was made; false: the evaluation at
     the start of the run. Local. */
  PetscErrorCode (*book)(void *self, World *world, bool moved);
  /* Just before `ask`: change what it reads, as by world_complete. again: the module has prepared
     in this step, and one before it has touched something since. */
  PetscErrorCode (*prepare)(void *self, World *world, bool again);
  /* Append this rank's part of the sums that `end` needs, always as many on all ranks; none: it
     needs none in this step. Nothing changes by asking. */
  void (*ask)(const void *self, const World *world, AskedSums *asked);
  /* Act, with its sums over all ranks; NULL: it has asked for none. */
  PetscErrorCode (*end)(void *self, World *world, const Sum *sums);
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
  /* List its state; self NULL: the tables alone, with <name> as names of objects, for the
     manual. */
  PetscErrorCode (*list)(void *self, World *world, StateParts *parts);
  PetscErrorCode (*write)(void *self, World *world, Output *output);
  void (*free)(void *self);
} Module;

/* Take the state that the module lists from World.saved, if there is one. Numbers that do not fit
   are mistakes. Collective. */
PetscErrorCode module_take(const Module *module, void *self, World *world);
/* Let all modules open, write, print or close what they have (Output.call). Collective. */
PetscErrorCode modules_write(World *world, Output *output);

#endif
