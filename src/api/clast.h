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
   local. Calls are made by one thread at a time, also those of different simulations.

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
   added. That of the library which is loaded: clast_api_version. */
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

/* Outcome of a call. Beside those that are named with a function, a function that works on a simulation
   returns CLAST_MISTAKES for an argument that is NULL where it may not be, and if a callback calls it;
   CLAST_BROKEN; the outcome with which the run has ended, from functions that need one that goes on;
   and, from those that begin the run (see clast_view) or write, CLAST_FILE. */
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
/* A sink that prints as the program does: information on the standard output, on a terminal the progress
   in one line, all else on the standard error. `context` is not used. */
CLAST_API void clast_print(void *context, clast_level level, const char *line);

/* ---- life ---- */

/* Open a simulation from a scenario file, from the text of a scenario, whose paths are relative to
   the working directory, or from a checkpoint: a file, or the folder of a run, of which it takes the
   newest. Options override the values of the scenario or the checkpoint; the texts may be freed
   afterwards. *sim must be closed whatever the outcome; NULL: there was no memory for it.
   scenario NULL: there is none, as the option `restart` or `resume` names a run to go on with.
   CLAST_OK, CLAST_MISTAKES, CLAST_FILE, CLAST_BROKEN. Collective on comm. */
CLAST_API clast_status clast_open(MPI_Comm comm, const char *scenario, int n_options,
                                  const clast_option options[], clast **sim);
CLAST_API clast_status clast_open_text(MPI_Comm comm, const char *text, int n_options,
                                       const clast_option options[], clast **sim);
CLAST_API clast_status clast_restart(MPI_Comm comm, const char *checkpoint, int n_options,
                                     const clast_option options[], clast **sim);

/* The same for callers without MPI's header. from: what `source` is. comm: the handle of MPI in Fortran
   (MPI_Comm_c2f, in mpi4py Comm.py2f()), or one of these words: all ranks that were started together, as
   by mpirun; this rank alone. Collective on comm. */
enum { CLAST_FROM_FILE = 0, CLAST_FROM_TEXT = 1, CLAST_FROM_CHECKPOINT = 2 };
enum { CLAST_ALL_RANKS = -1000001, CLAST_THIS_RANK = -1000002 };
CLAST_API clast_status clast_open_any(int comm, int from, const char *source, int n_options,
                                      const clast_option options[], clast **sim);
/* This rank, from 0, and the number of ranks of the simulation; -1 if opening has failed. Local. */
CLAST_API int clast_rank(const clast *sim);
CLAST_API int clast_ranks(const clast *sim);

/* Write the files of the run as the program does: into the folder that the scenario or the options
   name, else into out/NAME, or into that of the checkpoint. CLAST_MISTAKES: it is too late, as the run
   has begun. Collective. */
CLAST_API clast_status clast_write_files(clast *sim);

/* Make so many steps, or steps until the time (s) is reached: the first step at or after it is the
   last; none, if that is before now. With dt: auto steps are of unlike lengths, which do not depend on
   `until`. CLAST_OK, or why the run has ended; then no further step is made. Collective. */
CLAST_API clast_status clast_step(clast *sim, int64_t steps);
CLAST_API clast_status clast_run(clast *sim, double until);

/* Make steps until the event of this name, of section `event`, has happened: it returns CLAST_OK at the
   end of that step, or at once if that was before. Another outcome: the run has ended first.
   CLAST_MISTAKES: there is no such event; clast_message lists those that there are. Collective. */
CLAST_API clast_status clast_run_to(clast *sim, const char *event);

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
   CLAST_FILE, which only the function of clast_messages hears more of; or CLAST_BROKEN.
   Collective. */
CLAST_API clast_status clast_close(clast **sim);

/* ---- act ---- */

/* These functions change a simulation between two steps. They are collective; ids and rows may be
   given by any ranks, in any order, each clump once. The bits of the run do not depend on which rank
   gives what. CLAST_MISTAKES: something is not allowed, and nothing is changed; clast_message tells
   the lowest id for which this is so. Another outcome: that of the run, which has ended before.

   Files of the step before, such as log.csv, show the state before the change; energy that a change
   adds is entered as in a change of the scenario. A checkpoint that is written afterwards has the
   changed state. */

/* Do what an event can do: an item of its `do`, such as "set force_wind_force 1,0,0", "start feed",
   "stop shaker", "checkpoint" or "end" (docs/guide/events.md), as at the end of the step before.
   Checkpoints remember it, so that clast_restart repeats it. A checkpoint goes into the folder of the
   run, if there is one; after "end" the next step returns CLAST_FINISHED. An object that is to wait
   until it is started needs a late time `start`. CLAST_MISTAKES, with the message of a scenario. */
CLAST_API clast_status clast_do(clast *sim, const char *action);

/* Set a column of clumps to values[n][components], as from a change of the scenario at the end of the
   step before:

     "velocity", "angular_velocity"  3 doubles, m/s, rad/s
     "blocked"      uint64_t: blocked degrees of freedom, x 1, y 2, z 4, X 8, Y 16, Z 32; those of
                    128 and 256 turn with the clump (docs/reference/files.md). Velocities stay:
                    a clump that moves on along a blocked axis does work that is not accounted for
     "group"        uint64_t: bit k for group k of the table of groups (clast_group)
     "temperature"  and other quantities that flow: 1 double

   Clumps that follow a motion have no velocity or blocked freedom of their own. */
CLAST_API clast_status clast_set(clast *sim, const char *column, int64_t n, const int64_t id[],
                                 const void *values);
/* The bits of groups, as in a scenario: "north", or "source=feed|north"; 0: some of these does not
   exist. Local. */
CLAST_API uint64_t clast_group(const clast *sim, const char *groups);
/* Add n clumps of a template: position of the centre (m), orientation w, x, y, z of the template's axes as
   given, velocity (m/s), angular velocity (rad/s, about the axes of the scenario), scale. All but
   position may be NULL: not turned, at rest, scale 1. id: -1 for the next free one, given in the order
   of ranks, then rows; or one that no clump has had; the ids are returned in it. NULL: all -1.

   They enter as clumps of an inlet do, inside the domain; that they overlap with others is the
   caller's affair. Their scales must be among those of clumps of the template that are there, wait or
   may enter from an inlet, for which lists and time step were made: an inlet with `start: 1e9` makes
   its clumps known. With dt: auto speeds beyond those known at the start do not count in the choice of
   its bounds. CLAST_MISTAKES names the first clump that is wrong by its number from 0. */
CLAST_API clast_status clast_add(clast *sim, const char *template_name, int64_t n,
                                 const double position[][3], const double orientation[][4],
                                 const double velocity[][3], const double angular_velocity[][3],
                                 const double scale[], int64_t id[]);
/* Remove clumps. */
CLAST_API clast_status clast_delete(clast *sim, int64_t n, const int64_t id[]);

/* Give a motion of `type: host` the pose that its walls and groups of clumps have at the end of the next
   step, relative to the start, with the velocities there: the shift (m) and its rate (m/s); the turn
   about the key `point` of the motion, which the shift carries along, a unit quaternion w, x, y, z; and
   the spin, rad/s, about the axes of the scenario. NULL: 0, no turn. Velocities should be those of the
   poses, as contacts and the account of energies take them; they go on, constant, until the next call.
   All of this is part of checkpoints. Loads are those of walls.csv. With dt: auto speeds of walls
   that are not known at the start do not count in the choice of its bounds: give
   `run: impact_speed` where they matter. All ranks give the same. */
CLAST_API clast_status clast_move(clast *sim, const char *motion, const double shift[3],
                                  const double velocity[3], const double turn[4],
                                  const double spin[3]);

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
                 Between clast_restart and the first step they are found from the positions and
                 velocities there are then, and hard contacts are missing
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
   either: loads on groups, max_overlap, stresses, pressure and unbalanced; potential and dissipated
   are those of the velocities of the state, and differ slightly (their sum does not) from those
   before, for which contacts have the velocities predicted in the step.

   CLAST_MISTAKES: there is no such table or column; clast_message lists those that there are.
   CLAST_STOPPED: physics has stopped the run within a step, which left no state to look at.
   Collective. */
CLAST_API clast_status clast_view(clast *sim, const char *table, const char *column,
                                  clast_array *array);
/* The rows of all ranks on rank `root`, -1: on all ranks; elsewhere none. They are in the order of
   ids, contacts and links in that of both bodies and their pebbles, and are the same, to the bit, on
   any number of ranks; positions along periodic axes are in the box, those of pebbles beside their
   clump's centre there. It is a copy, valid until this column is gathered again or a call
   changes the simulation. Outcome as that of clast_view. Collective. */
CLAST_API clast_status clast_gather(clast *sim, const char *table, const char *column, int root,
                                    clast_array *array);
/* Name of the k-th column of a table, from 0; NULL: it has no more. Local. */
CLAST_API const char *clast_column(const clast *sim, const char *table, int k);

/* Draw the present state, as an object of the section `image` does. Options are the keys of that
   section without its name: {"colour", "speed"}; without a camera among them one is chosen by which
   all clumps are seen. rgb: on rank 0 [height][width][3] bytes of red, green and blue, from the top;
   on other ranks not written, may be NULL. Nothing of the run changes.
   CLAST_MISTAKES: an option is wrong; colours of contacts are known only in steps in which a picture
   of the scenario is due. Collective. */
CLAST_API clast_status clast_picture(clast *sim, int n_options, const clast_option options[],
                                     int width, int height, unsigned char *rgb);

/* ---- act: forces ---- */

/* Push clumps: from the next evaluation of forces on, these forces (N) and torques (N m, about the
   centre, in the axes of the scenario) act beside all others, until a later call names the id
   again. NULL: there are none. Each rank may name any clumps; entries of one id, also of several ranks, are
   added up exactly. A clump that leaves loses its push. The work counts as supplied: a constant
   push has the bits of a constant force in the section `force` of the scenario.

   Before the first step the next evaluation is that of the start, unless a call has begun the run
   before: a step, clast_digest, clast_save, or a look at something that the first evaluation finds,
   such as the column force or a total. After clast_restart, and in the course of a run, it is that
   of the next step. Checkpoints do not hold pushes: the same calls after clast_restart give the
   same bits as a run that was not interrupted.

   CLAST_MISTAKES on all ranks, and nothing changes: an id is unknown or that of a clump that has
   left, a value is no number or beyond 1e200, in two dimensions fz, tx or ty is not 0, or the
   cell deforms. Cost: a pass over the clumps; with entries of clumps that other ranks own also
   messages with the ids of all clumps. Collective. */
CLAST_API clast_status clast_push(clast *sim, int64_t n, const int64_t id[],
                                  const double force[][3], const double torque[][3]);
/* Take all pushes back. Collective. */
CLAST_API clast_status clast_push_none(clast *sim);

/* Columns of bodies that a callback asks for. */
enum {
  CLAST_POSITION         = 1,
  CLAST_ORIENTATION      = 2,
  CLAST_VELOCITY         = 4,
  CLAST_ANGULAR_VELOCITY = 8,
  CLAST_MASS             = 16,
  CLAST_RADIUS           = 32,
  CLAST_MATERIAL         = 64,
  CLAST_TEMPLATE         = 128,
  CLAST_GROUPS           = 256,
  CLAST_ID               = 512
};

/* The clumps that this rank owns, in no order, at one time of an evaluation; NULL: a column that
   was not asked for. They are valid until the callback returns. */
typedef struct {
  int64_t        n;
  double         time; /* s */
  const int64_t *id;
  const double (*position)[3];                         /* in the box along periodic axes, m */
  const double (*orientation)[4];                      /* as the column of the table clumps */
  const double (*velocity)[3], (*angular_velocity)[3]; /* predicted for this time, m/s, rad/s */
  const double   *mass, *radius;                       /* kg; of the sphere of its volume, m */
  const int32_t  *material, *template_index;           /* from 0; material: of the first pebble */
  const uint64_t *groups;                              /* as the column group */
  double (*force)[3], (*torque)[3];                    /* [n], 0 at first: to be set, N, N m */
  const char *why;                                     /* to be set if it fails; copied */
} clast_bodies;

/* A force on clumps: sets force and torque about the centre. Returns 0; anything else ends the run
   on all ranks as if physics had stopped it: CLAST_STOPPED, with `why` in clast_message. So do
   values that are no numbers or beyond 1e200.

   It is called once in an evaluation on each rank, also with n 0, and more than once a step if
   evaluations are repeated, which may be on some numbers of ranks only. It must not communicate,
   must have no side effects, and must return (no longjmp, no exception); calls with this
   simulation are refused. The bits of a run do not depend on the number of ranks if each row of
   the results follows from this row, the time and constants alone, with the same bits in any
   batch: + - * / and sqrt row by row do so; sums over rows, and functions of vector libraries,
   may not. It runs with the locale, the rounding and the error handlers of the host, whose
   changes by it do not reach the simulation. */
typedef int clast_force(void *context, clast_bodies *bodies);

/* Let the force act from the next evaluation on, as clast_push: pass `columns` (CLAST_POSITION |
   ...) and `context` to it. Its work counts as supplied; -k x has the bits of this formula in
   the section `force`. dt: auto knows no limit of it, and no longer follows the state: give a dt
   that resolves it. *number: of it, never used again. `call`, `columns` and the order of calls
   must be the same on all ranks. CLAST_MISTAKES: there are 32 forces, there is no such column,
   or the cell deforms. Collective. */
CLAST_API clast_status clast_force_add(clast *sim, clast_force *call, void *context,
                                       unsigned columns, int *number);
/* Take the force of this number back. CLAST_MISTAKES: there is none. Collective. */
CLAST_API clast_status clast_force_remove(clast *sim, int number);
/* ---- grids of flow solvers ---- */

/* A grid of n[0] x n[1] x n[2] cells of equal size from lo to hi, which belongs to a simulation.
   Each cell is on one rank: this rank has the cells from[] .. to[] - 1, none if some from is not
   below its to. All arrays over cells are this rank's, x fastest; all arrays over clumps are of
   those that it owns, in the order of clast_view; one without elements may be NULL. In two dimensions
   n[2] is 1, z does not matter, and volumes are areas (m^2).

   A clump fills the union of its pebbles: places in several of them count once. Its part in a
   cell (its share) is exact but for rounding: to 1e-9 of itself, down to 1e-18 of the largest
   pebble's volume (small shares are found with 32 digits). The sum over cells is the clump's
   volume to 1e-12. What sticks out of a periodic face is in the cells at the opposite one. Free
   meshes and the skins of deformable bodies have no shares. Results have the same bits on any
   number of ranks and for any division of the cells, if what is given for each cell has. A whole
   solver of flows with them is in input/flow. */
typedef struct clast_grid clast_grid;

/* Make a grid. Along periodic axes it lies in the box of the domain; where it covers less than
   the box, what is outside is not counted. All arguments but from and to are the same on all
   ranks. *grid is freed by clast_grid_free, or with the simulation. CLAST_MISTAKES: lo, hi or n
   differ between ranks, some cell is on no rank or on several, the grid reaches beyond a periodic
   face, or the cell of the domain deforms. Collective. */
CLAST_API clast_status clast_grid_create(clast *sim, const double lo[3], const double hi[3],
                                         const int64_t n[3], const int64_t from[3],
                                         const int64_t to[3], clast_grid **grid);
/* Free it and end its forces; *grid becomes NULL. NULL is allowed. Collective. */
CLAST_API clast_status clast_grid_free(clast_grid **grid);

/* Volume of solids (m^3) and momentum (kg m/s) in each cell, either of which may be NULL. The
   mass of a clump is spread evenly over its volume, which moves as a rigid body. The fraction of
   solids is volume over that of the cell. Collective. */
CLAST_API clast_status clast_grid_solids(clast_grid *grid, double volume[], double momentum[][3]);
/* Mean velocity of the solids in each cell, momentum over mass, m/s; 0 where there are none.
   Collective. */
CLAST_API clast_status clast_grid_velocity(clast_grid *grid, double velocity[][3]);

/* Push clumps by force densities (N/m^3) of the cells, such as minus the gradient of the
   pressure: the sum over its shares of density x volume, and the torque of these forces at the
   centroids of the shares. So the sum of the forces on clumps is that of density x volume over
   the cells, up to rounding. They act from the next evaluation on as those of clast_push, beside
   them, until the next call for this grid; NULL: no longer. What all grids give a clump are its
   columns grid_force and grid_torque in the table clumps of clast_view. CLAST_MISTAKES: a value
   is not finite. Collective. */
CLAST_API clast_status clast_grid_push(clast_grid *grid, const double density[][3]);

typedef enum {
  CLAST_AT_CENTRES = 0, /* linear along each axis between the centres of the cells */
  CLAST_BY_SHARES  = 1  /* mean over the clump's volume */
} clast_grid_how;

/* Values [owned][components] of a field of the cells (1 to 3 components), and their gradients
   [owned][components][3], which may be NULL, at the clumps' centres or by shares; then gradients
   are differences across the cells between both neighbours, at an end between one and the cell.
   Beyond the outermost centres the linear field is constant; where the grid covers a periodic axis
   of a box that is not tilted, its ends are neighbours. NAN: the clump's centre, or all of
   its volume, is outside the grid. Collective. */
CLAST_API clast_status clast_grid_at_clumps(clast_grid *grid, int components, const double field[],
                                            clast_grid_how how, double values[],
                                            double gradients[]);

typedef enum {
  CLAST_DI_FELICE = 0, /* Di Felice 1994: Int. J. Multiphase Flow 20, 153 */
  CLAST_ERGUN     = 1  /* Ergun 1952; with fluid fractions from 0.8 on Wen & Yu 1966 */
} clast_drag_law;

/* The fluid, for clast_grid_drag. */
typedef struct {
  double density, viscosity;   /* kg/m^3, Pa s */
  const double (*velocity)[3]; /* of each cell, m/s: of the fluid itself, not the superficial one */
  const double  *fraction; /* of the fluid in each cell; NULL: what solids leave, at least 0.05 */
  clast_drag_law law;
} clast_drag;

/* Drag on clumps: on each share beta x volume x (velocity of the fluid in its cell less that of the
   share's centroid), from which force and torque follow; on the cell acts the opposite, so that
   both close to rounding. With the means over the clump of this velocity, u, and of the fluid's
   fraction, eps:

     CLAST_DI_FELICE   beta V u = 1/2 Cd rho A eps^(2 - chi) |u| u, Cd = (0.63 + 4.8 / Re^0.5)^2,
                       chi = 3.7 - 0.65 exp(-(1.5 - log10 Re)^2 / 2), Re = eps rho |u| d / mu
     CLAST_ERGUN       beta = 150 (1 - eps) mu / (eps d^2) + 1.75 rho |u| / d; from eps 0.8 on
                       3/4 Cd rho |u| / d eps^-1.65, Cd = 24 (1 + 0.15 Re^0.687) / Re, from Re 1000 0.44

   d is the diameter of the sphere of the clump's volume V, A the area of the clump seen along u,
   which is that of the union of its pebbles. There is no other measure of its form: no sphericity.
   Both laws are without the force of the mean pressure gradient: push by -grad p (clast_grid_push)
   beside them.

   reaction (N): minus the forces, on each cell; may be NULL. The forces act as those of
   clast_grid_push, beside them, until the next call for this grid; drag NULL: no longer. In
   three dimensions. CLAST_MISTAKES: density or viscosity is not above 0, a fraction is not in
   (0, 1], or a value is not finite. Collective. */
CLAST_API clast_status clast_grid_drag(clast_grid *grid, const clast_drag *drag,
                                       double reaction[][3]);

/* ---- what was wrong ---- */

/* The last message of this simulation: the reason of the last outcome that was not CLAST_OK, with a
   newline at its end; "" before. NULL: of the last clast_open of this thread for which there was no memory. Valid until
   the next call. Local. */
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

/* Version of the library: "0.1.0". Local. */
CLAST_API const char *clast_version(void);

/* Version of the interface of the library that is loaded, to be compared with that of the header: a
   host fits if CLAST_API_MAJOR is *major and CLAST_API_MINOR is not above *minor. NULL: not asked.
   Local. */
CLAST_API void clast_api_version(int *major, int *minor);

#ifdef __cplusplus
}
#endif

#endif
