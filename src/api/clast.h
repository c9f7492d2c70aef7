/* SPDX-License-Identifier: MIT */
/* clast as a library: the discrete element method for rigid clumps of spheres, in parallel.

   A simulation is opened from a scenario or a checkpoint, makes steps, and is closed:

     clast *sim;
     if (clast_open(MPI_COMM_WORLD, "heap.yaml", 0, NULL, &sim) == CLAST_OK)
       clast_run(sim, 1.0);
     else fputs(clast_message(sim), stderr);
     clast_close(&sim);

   Several simulations may be open at once, on any communicators, also on overlapping ones. All
   numbers are in SI units (m, kg, s, N, J, rad, K), all vectors are x, y, z in the axes of the
   scenario, quaternions are w, x, y, z.

   Collective functions must be called by all ranks of the simulation's communicator, with the same
   arguments unless it says otherwise, and return the same status on all of them. The others are
   local. A simulation may be used by one thread at a time.

   The library prints nothing: messages go to the function of clast_messages, if there is one. It
   installs no signal handler, never ends the process, and reads no options but those given to it.
   MPI and PETSc are started if the host has not done so, and then end when the process ends; a host
   that starts them itself does so before the first clast_open, and ends them after the last
   clast_close. Files are written only if the scenario or the options, after clast_restart
   the options, name the run's folder (section `output`, key `dir`). */
#ifndef CLAST_H
#define CLAST_H

#include <mpi.h>
#include <stdint.h>

/* Version of this interface: MAJOR changes when a host must be changed, MINOR when something is
   added. */
#define CLAST_API_MAJOR 0
#define CLAST_API_MINOR 1

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
  #define CLAST_API __attribute__((visibility("default")))
#else
  #define CLAST_API
#endif

typedef struct clast clast; /* a simulation */

/* Outcome of a call. */
typedef enum {
  CLAST_OK       = 0,
  CLAST_FINISHED = 1, /* the end time is reached, or an event or an inlet has ended the run */
  CLAST_EARLY    = 2, /* a limit has ended the run early: run_wall_limit, or a file `stop` */
  CLAST_STOPPED  = 3, /* physics has stopped the run, such as overlaps beyond run_overlap_limit */
  CLAST_MISTAKES =
    4,            /* the scenario, the options or the arguments have mistakes: nothing is done */
  CLAST_FILE = 5, /* a file could not be read or written */
  /* memory has ended, MPI has failed or clast has a fault: only clast_message and clast_close may be
     called. If memory ends on one rank, the other ranks may wait for it for ever: end all of them */
  CLAST_BROKEN = 6
} clast_status;

/* An option, as on the command line of the program without the dash: {"run_end_time", "2"}. */
typedef struct {
  const char *key, *value;
} clast_option;

/* ---- messages ---- */

typedef enum {
  CLAST_LEVEL_ERROR    = 0, /* mistakes, and why a run stopped */
  CLAST_LEVEL_WARNING  = 1,
  CLAST_LEVEL_INFO     = 2, /* what the program prints on its standard output */
  CLAST_LEVEL_PROGRESS = 3
} clast_level;

/* Called with one line of text, without a newline, on rank 0; errors of another rank on that. */
typedef void clast_sink(void *context, clast_level level, const char *line);

/* From now on simulations that this thread opens send their messages up to `level` to `sink`; NULL:
   nowhere, as at first. Local. */
CLAST_API void clast_messages(clast_sink *sink, void *context, clast_level level);

/* ---- life ---- */

/* Open a simulation from a scenario file, from the text of a scenario, whose paths are relative to
   the working directory, or from a checkpoint: a file, or the folder of a run, of which it takes the
   newest. Options override the values of the scenario or the checkpoint; the texts may be freed
   afterwards. *sim must be closed whatever the outcome; NULL: there was no memory for it.
   CLAST_OK, CLAST_MISTAKES, CLAST_FILE, CLAST_BROKEN. Collective on comm. */
CLAST_API clast_status clast_open(MPI_Comm comm, const char *scenario, int n_options,
                                  const clast_option options[], clast **sim);
CLAST_API clast_status clast_open_text(MPI_Comm comm, const char *text, int n_options,
                                       const clast_option options[], clast **sim);
CLAST_API clast_status clast_restart(MPI_Comm comm, const char *checkpoint, int n_options,
                                     const clast_option options[], clast **sim);

/* Make so many steps, or steps until the time (s) is reached: the first step at or after it is the
   last. With dt: auto steps are of unlike lengths, which do not depend on `until`. CLAST_OK, or why
   the run has ended; then no further step is made. Collective. */
CLAST_API clast_status clast_step(clast *sim, int64_t steps);
CLAST_API clast_status clast_run(clast *sim, double until);

/* Time, s; number of steps since the start of the first run, those before a restart included; length
   of the last step or, before the first one, of the next one, s. NAN or -1 if opening has failed.
   Local. */
CLAST_API double  clast_time(const clast *sim);
CLAST_API int64_t clast_steps(const clast *sim);
CLAST_API double  clast_dt(const clast *sim);

/* CLAST_OK while the run goes on, or how it ended. Local. */
CLAST_API clast_status clast_state(const clast *sim);

/* Digest of the state, as clast-digest prints it for a checkpoint: the same on any number of ranks.
   Collective. */
CLAST_API clast_status clast_digest(clast *sim, uint64_t *digest);

/* Write a checkpoint into this file, whole or not at all. It needs no folder of the run.
   CLAST_FILE if that fails. Collective. */
CLAST_API clast_status clast_save(clast *sim, const char *file);

/* End the run, if steps were made: write what the scenario asks for at the end. Free the
   simulation; *sim becomes NULL. NULL is allowed. The outcome is that of writing: CLAST_OK or
   CLAST_FILE. Collective. */
CLAST_API clast_status clast_close(clast **sim);

/* ---- look ---- */

typedef enum {
  CLAST_REAL,
  CLAST_INT32,
  CLAST_INT64,
  CLAST_BITS,
  CLAST_TEXT
} clast_type; /* double, int32_t, int64_t, uint64_t; char: texts that are filled up with zeros */

/* A column: item i of component c is at (const char *)data + i * stride + c * size of the type. */
typedef struct {
  const void *data;
  int64_t     n; /* items of this rank */
  /* 1; 3: x, y, z; 4: w, x, y, z; of contacts `ends` 6: two points, `memory`: as many as the law with
     the most has; CLAST_TEXT: bytes of a text, with at least one zero at its end */
  int         components;
  clast_type  type;
  int64_t     stride; /* bytes */
  const char *unit;   /* "m s-1"; "1": none; "": they differ */
} clast_array;

/* A column of a table. It is valid until the next call that changes the simulation, such as
   clast_step. A look changes no result. Before the first step, a look at what needs forces begins
   the run: it evaluates those of the start, and writes what is due then.

     "clumps"    a row for each clump that this rank owns, in no order: look at the column id. Columns
                 as in checkpoints (docs/reference/files.md, /particles/clumps): position, velocity,
                 orientation, mass, ...; the state itself, not a copy. Positions along periodic axes
                 may be outside the box by what they have moved since lists were made
     "pebbles"   a row for each pebble of these clumps, in the order of clumps, then of pebbles: clump
                 (its id), member (index in its template), template, material (their indices),
                 position and velocity of its centre, radius, and angular_velocity and attitude of the
                 clump, as in dumps of pebbles. position, radius, member and material are no copies
                 where this rank has all pebbles of its clumps in its lists
     "contacts"  a row for each contact that this rank counts, with a pebble or a wall: the columns of
                 dumps of contacts (docs/guide/output.md), such as a, b, point, normal, overlap, force;
                 and memory, what the contact keeps: the numbers of its law as in checkpoints
                 (/clast/memory_names), then NAN. Forces are those of the last step, to the bit.
                 After clast_restart, and at the first look if clumps have entered or left just before,
                 they are found from the positions and velocities there are now, and hard contacts
                 are missing
     "links"     a row for each spring, bond and constraint: the same columns, of dumps of bonds;
                 memory: the numbers of its kind as in checkpoints (/clast/links)
     "walls"     a row for each wall, in the order of the scenario, then one for each group that
                 follows motions; the same on all ranks: name (text), force, torque, point, power, work,
                 shift and angle as in walls.csv; contacts, their number, -1 of groups; place and turn:
                 a point p of the scenario is at place + turned p; velocity of `point`, and
                 angular_velocity
     "totals"    one number, over all ranks: the columns of log.csv, such as kinetic_translational

   Not a number are: age without `age: kept`; overlap and age of links; shift and angle of free
   meshes; work without `output: walls_every`; power of walls at the first look at walls; unbalanced
   without contacts. Between clast_restart and the first step, what an evaluation finds is no number
   either: loads on groups, max_overlap, stresses, pressure and unbalanced.

   CLAST_MISTAKES: there is no such table or column; clast_message lists those that there are.
   CLAST_STOPPED: physics has stopped the run within a step, which left no state to look at.
   Collective. */
CLAST_API clast_status clast_view(clast *sim, const char *table, const char *column,
                                  clast_array *array);
/* The rows of all ranks on rank `root`, -1: on all ranks; elsewhere none. They are in the order of
   ids, contacts and links in that of both bodies and their pebbles, and are the same, to the bit, on
   any number of ranks; positions along periodic axes are in the box, those of pebbles beside their
   clump's centre there. It is a copy, valid until the next clast_gather or a call that changes the
   simulation. Outcome as that of clast_view. Collective. */
CLAST_API clast_status clast_gather(clast *sim, const char *table, const char *column, int root,
                                    clast_array *array);
/* Name of the k-th column of a table, from 0; NULL: it has no more. Local. */
CLAST_API const char *clast_column(const clast *sim, const char *table, int k);

/* ---- what was wrong ---- */

/* The last message of this simulation: the reason of the last outcome that was not CLAST_OK; ""
   before. NULL: of the last clast_open of this thread for which there was no memory. Valid until the
   next call. Local. */
CLAST_API const char *clast_message(const clast *sim);

typedef struct {
  const char *file; /* scenario or table; "": an option, or none */
  int         line; /* in it, from 1; 0: none */
  const char *key;  /* "material: steel: young"; "": none */
  const char *text; /* what is wrong, what is allowed, what to do */
} clast_mistake;

/* Mistakes of the scenario and the options, with which clast_open has failed: their number, and the
   k-th from 0, valid until clast_close. false: there is none of this number. Local. */
CLAST_API int clast_mistakes(const clast *sim);
CLAST_API int clast_mistake_of(const clast *sim, int k, clast_mistake *mistake);

/* Version of the library: "0.1.0". */
CLAST_API const char *clast_version(void);

#ifdef __cplusplus
}
#endif

#endif
