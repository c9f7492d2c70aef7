/* SPDX-License-Identifier: MIT */
/* Monitors: measurements during a run, each with a schedule and a table of its own (sections
   `monitor` and `profile`). Plug-in kind MonitorKind: one file that ends in one const struct, and
   one line in monitor_list.h. A kind may be just a field of profiles (binned.h) in a window.

   All numbers are the same to the bit on any number of ranks: sums are exact
   (base/sums/sum.h), or of integers. */
#ifndef MEASURE_MONITOR_MONITOR_H
#define MEASURE_MONITOR_MONITOR_H

#include "matter/group.h"
#include "measure/measured.h"
#include "measure/monitor/bin_sums.h"
#include "measure/monitor/monitor_list.h"
#include "options/options.h"

typedef struct Monitor     Monitor;
typedef struct MonitorKind MonitorKind;

/* A column of its table. */
typedef struct {
  char        name[NAME_LENGTH];
  const char *unit, *text;
} MonitorColumn;

/* Input for reading monitors. */
typedef struct {
  Options         *options;
  const Parallel  *par;
  const Groups    *groups;
  const Domain    *domain;
  const Templates *templates;
  unsigned         uses;      /* as Clumps.uses */
  bool             interacts; /* some pebbles act on each other at a distance */
} MonitorSource;

/* Input for evaluating a monitor: the state after a finished step, with complete velocities. */
typedef struct {
  const Measured *measured;
  double          time, dt; /* s */
} MonitorScene;

struct MonitorKind {
  Plugin head;
  /* the monitor shows these fields in its window, and has no functions of its own; NULL: none */
  const Binned *field[4];
  bool          windowed; /* has a window: keys lo and hi */
  int           memory;   /* columns that it remembers of each clump (monitor_memory.h) */
  size_t        size;     /* of its own data beside a Monitor, bytes; zero before read() */
  /* Read its keys; mistakes are noted. NULL: it has none. */
  PetscErrorCode (*read)(void *own, const Monitor *monitor, const MonitorSource *source);
  /* True if the monitor can see nothing in the box lo..hi, whose ends may be infinite, whatever its
     window is; NULL: its window decides alone. */
  bool (*misses)(const void *own, Vec3 lo, Vec3 hi);
  /* Number of rows of a sample; NULL: 1. */
  int (*rows)(const void *own);
  bool sparse; /* rows without a number but the first, all NAN, are not written */
  /* Column k, from 0 on; false: there are no more. At most MONITOR_COLUMNS. */
  bool (*column)(const void *own, int k, MonitorColumn *column);
  /* see: a contact or link of the evaluated step is shown; begin: called before the first of them.
     NULL: contacts are not needed. Local. */
  void (*begin)(void *own);
  PetscErrorCode (*see)(void *own, const Monitor *monitor, const ContactSeen *seen);
  /* After the last contact, with the clumps of the evaluation, some of which outlets may take
     before `evaluate`. Local. NULL: nothing is done. */
  void (*shown)(void *own, const Monitor *monitor, const Clumps *clumps);
  /* The numbers [rows][columns], the same on all ranks. Collective. */
  PetscErrorCode (*evaluate)(void *own, const Monitor *monitor, const MonitorScene *scene,
                             double *numbers);
  void (*free)(void *own);
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

typedef struct {
  int      n;
  Monitor *list;
} Monitors;

#define DECLARE_MONITOR(monitor) extern const MonitorKind monitor;
MONITOR_LIST(DECLARE_MONITOR)
#undef DECLARE_MONITOR

extern const Plugin *const monitor_table[];

/* The sections `profile` and `monitor`. */
extern const OptionKind profile_kind, monitor_kind;

/* Read the sections; mistakes are noted in the options. Collective. */
PetscErrorCode monitors_read(const MonitorSource *source, Monitors *monitors);
void           monitors_free(Monitors *monitors);

/* Read the bins of a profile, or the window of a monitor. false: with a mistake. */
bool profile_read_bins(const MonitorSource *source, const char *name, Bins *bins);
bool monitor_read_window(const MonitorSource *source, const char *name, Bins *bins);

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
/* monitor_begin is called before the first contact of a sample, monitor_see for each one,
   monitor_shown after the last. Local. */
void           monitor_begin(Monitor *monitor);
PetscErrorCode monitor_see(Monitor *monitor, const ContactSeen *seen);
void           monitor_shown(Monitor *monitor, const Clumps *clumps);
/* Numbers [rows][columns], the same on all ranks. Collective. */
PetscErrorCode monitor_evaluate(Monitor *monitor, const MonitorScene *scene, double *numbers);

#endif
