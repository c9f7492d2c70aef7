/* SPDX-License-Identifier: MIT */
/* Monitors: measurements during a run, each with a schedule and a table of its own (sections
   `monitor` and `profile`). Plug-in kind MonitorKind: one const struct, and one line in the list
   below. A kind may be just a field of profiles (binned.h) in a window.

   All numbers are the same to the bit on any number of ranks: sums are exact
   (base/sums/sum.h), or of integers. */
#ifndef MEASURE_MONITOR_MONITOR_H
#define MEASURE_MONITOR_MONITOR_H

#include "matter/clumps.h"
#include "matter/group.h"
#include "matter/world.h"
#include "measure/measured.h"
#include "measure/monitor/bin_sums.h"
#include "options/options.h"

typedef struct Monitor     Monitor;
typedef struct MonitorKind MonitorKind;

/* A column of its table. */
typedef struct {
  char        name[NAME_LENGTH];
  const char *unit, *text;
} MonitorColumn;

/* The three columns of a vector: BEFOREx, BEFOREy, BEFOREz. */
#define MONITOR_VECTOR(before, unit, text) \
  {before "x", unit, text}, {before "y", unit, "likewise"}, \
  { \
    before "z", unit, "likewise" \
  }

/* Input for evaluating a monitor: the state after a finished step, with complete velocities. */
typedef struct {
  const Measured *measured;
  double          time; /* s */
} MonitorScene;

/* Place of a member of the data of a kind. */
#define MONITOR_PART(S, member) (offsetof(S, member) + 1)

struct MonitorKind {
  Plugin head;
  /* the monitor shows these fields in its window, and has no functions of its own; NULL: none */
  const Binned *field[4];
  bool          windowed; /* has a window: keys lo and hi */
  int           memory;   /* columns that it remembers of each clump, see monitor_memory() */
  size_t        size;     /* of its own data beside a Monitor, bytes; zero before read() */
  /* Read its keys; mistakes are noted. NULL: the tables of `head` name all members. */
  void (*read)(void *own, const Monitor *monitor, const World *world);
  /* True if the monitor can see nothing in the box lo..hi, whose ends may be infinite, whatever its
     window is; NULL: its window decides alone. */
  bool (*misses)(const void *own, Vec3 lo, Vec3 hi);
  /* MONITOR_PART of the number of rows of a sample, an int; 0: one row. */
  size_t rows;
  bool   sparse; /* rows without a number but the first, all NAN, are not written */
  /* Its columns, at most MONITOR_COLUMNS; the last one has no name. `column`, where they follow
     from its keys, sets column k, from 0 on; false: there are no more. */
  const MonitorColumn *columns;
  bool (*column)(const void *own, int k, MonitorColumn *column);
  /* see: a contact or link of the evaluated step is shown; begin: called before the first of them.
     NULL: contacts are not needed. Local. */
  void (*begin)(void *own);
  void (*see)(void *own, const Monitor *monitor, const ContactSeen *seen);
  /* After the last contact, with the clumps of the evaluation, some of which outlets may take
     before `evaluate`. Local. NULL: nothing is done. */
  void (*shown)(void *own, const Monitor *monitor, const Clumps *clumps);
  /* The numbers [rows][columns], the same on all ranks. Collective. */
  PetscErrorCode (*evaluate)(void *own, const Monitor *monitor, const MonitorScene *scene,
                             double *numbers);
  size_t owned[2]; /* MONITOR_PART of arrays that are freed; 0: none */
  /* A number of each body beside its table, for the colours of pictures, at the last
     sample or since; NAN: the body has none. body: name and unit of the number. NULL:
     there is no such number. */
  double (*of_body)(const Monitor *monitor, const Clumps *clumps, double time, PetscInt a);
  const MonitorColumn *body;
};

enum { MONITOR_COLUMNS = 160 };

/* An object of a section. */
struct Monitor {
  const char        *section, *name; /* owned by the options */
  const MonitorKind *kind;           /* NULL: a profile */
  const Domain      *domain;
  double             every;    /* s */
  bool               hdf5;     /* its table is written as HDF5, too */
  uint64_t           groups;   /* mask of groups of clumps; 0: all */
  Bins               bins;     /* of the profile, or the window */
  BinView            view;     /* of the bins at the last sample */
  int                n_fields; /* of a profile, or of a kind that is a field */
  const Binned      *field[BIN_FIELDS];
  BinSums            sums;   /* likewise */
  int                memory; /* first of its columns of memory */
  void              *own;    /* of the kind, owned */
};

/* True if owned row a is a clump in the domain, of the groups that count; and if its centre is in
   the window, too. */
static inline bool monitor_counts(const Monitor *m, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && clump_is_among(c, a, m->groups);
}

static inline bool monitor_holds(const Monitor *m, const Clumps *c, PetscInt a)
{
  return monitor_counts(m, c, a) && bins_find(&m->view, c->pose[a].x) >= 0;
}

typedef struct {
  int      n;
  Monitor *list;
} Monitors;

/* The list of kinds of monitors: one line each. */
#define MONITOR_LIST(MONITOR) \
  MONITOR(monitor_solid_fraction) \
  MONITOR(monitor_stress) \
  MONITOR(monitor_fabric) \
  MONITOR(monitor_coordination) \
  MONITOR(monitor_force_histogram) \
  MONITOR(monitor_clumps) \
  MONITOR(monitor_centre) \
  MONITOR(monitor_coarse_grain) \
  MONITOR(monitor_flux) \
  MONITOR(monitor_msd) \
  MONITOR(monitor_residence) \
  MONITOR(monitor_nematic) \
  MONITOR(monitor_rdf) \
  MONITOR(monitor_segregation)

#define DECLARE_MONITOR(monitor) extern const MonitorKind monitor;
MONITOR_LIST(DECLARE_MONITOR)
#undef DECLARE_MONITOR

extern const Plugin *const monitor_table[];

/* The sections `profile` and `monitor`. */
extern const OptionKind profile_kind, monitor_kind;

/* Read the sections; mistakes are noted in the options. Collective. */
void monitors_read(const World *world, Monitors *monitors);
void monitors_free(Monitors *monitors);

bool monitor_is_profile(const Monitor *monitor);
int  monitor_rows(const Monitor *monitor);
/* Column k of its numbers, without step, time and, of profiles, those of bins; false: there are no
   more. */
bool monitor_column(const Monitor *monitor, int k, MonitorColumn *column);
int  monitor_columns(const Monitor *monitor);
/* True if contacts must be shown to it before it is evaluated. The same on all ranks. */
bool monitor_sees(const Monitor *monitor);
/* True if pairs of interactions must be shown to it, too. The same on all ranks. */
bool monitor_sees_far(const Monitor *monitor);
/* The hooks of a monitor as a listener (contact/contact_listeners.h): before the first contact of a
   sample, for each one, and after the last. Local. */
void monitor_begin(void *monitor);
void monitor_see(void *monitor, const ContactSeen *seen);
void monitor_shown(void *monitor, const Clumps *clumps);
/* Numbers [rows][columns], the same on all ranks. Collective. */
PetscErrorCode monitor_evaluate(Monitor *monitor, const MonitorScene *scene, double *numbers);

/* ---- memory of monitors for each clump: columns of the clumps, which migrate and are saved. Each
   monitor has columns of its own, in the order of the scenario: objects added by a restart come
   after the stored ones. A new clump has zeros ---- */

enum { MONITOR_MEMORY = 12 };

extern const Field monitor_fields[MONITOR_MEMORY + 1];

/* Bit for clumps_use if a monitor of the scenario has memory; else 0. */
unsigned monitor_memory_use(const Options *options);
/* Column k of the memory of a monitor whose first column is `first`. */
static inline double *monitor_memory(const Clumps *c, int first, int k)
{
  return c->found[clump_table_first(monitor_fields) + first + k];
}

#endif
