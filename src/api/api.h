/* SPDX-License-Identifier: MIT */
/* Shared by the functions of clast.h. Each of them that works on a simulation passes its work to
   guarded(), so that nothing of the host is changed and nothing ends its process. */
#ifndef API_API_H
#define API_API_H

#include "api/clast.h"
#include "base/tell.h"
#include "measure/totals.h"
#include "options/text.h"
#include "run/run.h"

typedef struct Looked   Looked;   /* look.h */
typedef struct Gathered Gathered; /* gather.c */

struct clast {
  Sim          *sim; /* NULL: opening failed before there was one */
  Schedule      run;
  clast_grid   *grids; /* the last one that was made; it knows the one before */
  Messages      messages;
  clast_sink   *sink; /* of the host */
  void         *sink_context;
  clast_status  state;
  bool          writes;      /* files: the folder of the run is named */
  bool          began;       /* run_begin was called */
  struct Guard *guard;       /* of the call that is at work; NULL: none is */
  Text          said;        /* clast_message */
  Text          said_before; /* while a call is at work: what stays if it is CLAST_OK */
  int64_t       changes;     /* of the state: calls that change it add 1 */
  Looked       *looked;      /* what looks have made (look.h); NULL: nothing */
  Gathered     *gathered;    /* by clast_gather; NULL: nothing */
  int64_t       counted;     /* rebuilds + 1 at which pebbles were counted; 0: never */
  int64_t       pebbles;     /* of owned clumps, then */
  char          broken[512]; /* message of an error that is none of the input */
  bool          no_memory;   /* which is that memory has ended */
  int           n_totals;
  TotalColumn   totals[TOTALS_MOST]; /* that a run may have; hosts are given their names */
};

/* The work of a call: *status is CLAST_OK before; an error that it returns is CLAST_FILE if it is one of
   a file, else CLAST_BROKEN. Collective. */
typedef PetscErrorCode Work(clast *self, void *arguments, clast_status *status);

/* Free what was gathered. */
void gathered_free(clast *self);
/* The simulation, if it can be used; else NULL. */
const Sim *sim_of(const clast *self);
/* Begin the run, if that was not done: before the first step, or when loads are asked for. */
PetscErrorCode run_begin_once(clast *self);
/* CLAST_OK while the run goes on, or how it has ended, after run_begin_once. */
clast_status status_of_run(const clast *self);
/* Free what looks have made. */
void looked_free(clast *self);
/* A name that the host gives; "": NULL. */
static inline const char *name_given(const char *name)
{
  return name ? name : "";
}

/* True, with *status and a message: the host gives NULL for `what`, such as "the array". */
bool is_lacking(clast *self, const void *argument, const char *what, clast_status *status);
/* The same for n options of the host, which are wrong. */
bool are_wrong(clast *self, int n, const clast_option options[], clast_status *status);
/* Work on a state that is whole. */
clast_status on_whole(clast *self, Work *work, void *arguments);

/* Do the work with the library's own state of the process: rounding, locale, handlers of errors and of
   memory. Whatever this thread had before is there again afterwards. Its messages of level error become
   clast_message, on all ranks. `self` becomes CLAST_BROKEN if memory ends; nothing is done if it is that
   already. Collective. */
clast_status guarded(clast *self, Work *work, void *arguments);

/* In such work, around a function of the host: the host's state of the process, and back. What the
   function changes in that state is the host's from then on. Local. */
void guard_leave(clast *self);
void guard_return(clast *self);

/* The host gives forces from now on. Local. */
void take_forces(clast *self);
/* Free all grids of a simulation. Local. */
void grids_free(clast *self);

#endif
