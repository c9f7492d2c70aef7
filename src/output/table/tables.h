/* SPDX-License-Identifier: MIT */
/* Tables of a run whose columns are always the same: table_open opens one, table_write appends
   rows. */
#ifndef OUTPUT_TABLE_TABLES_H
#define OUTPUT_TABLE_TABLES_H

#include "link/links.h"
#include "matter/loads.h"
#include "measure/totals.h"
#include "output/table/table.h"

/* walls.csv: loads on a wall at one time, over all ranks, and its work. */
typedef struct {
  int64_t     step;
  double      time; /* s */
  const char *name;
  Vec3        force, torque; /* of the clumps on the wall, N; about the point, N m */
  Vec3        point;         /* m */
  Vec3        shift;         /* of the wall since the start, m; NAN: not known */
  double      angle;         /* by which it has turned since, degrees; NAN: not known */
  double      power, work;   /* that it gives to the clumps now, W; and since the first step, J */
} WallRow;

/* bodies.csv: loads on a clump that was asked for. From all ranks. */
typedef struct {
  Id      clump;
  int64_t step;
  double  time;          /* s */
  Vec3    force, torque; /* of all but its weight, N; about its centre, N m */
  Vec3    total;         /* force with its weight, N */
} BodyRow;

/* pebbles.csv: loads on a pebble of such a clump (MemberLoads). From all ranks. */
typedef struct {
  Id      clump;
  int64_t member; /* index in the template; -1: all other loads on the clump */
  int64_t step;
  double  time;          /* s */
  Vec3    force, torque; /* N, N m */
} MemberRow;

/* outlets.csv: a clump that an outlet takes. */
typedef struct {
  int64_t     step;
  double      time; /* s */
  const char *outlet, *action, *template;
  Id          id;
  double      mass, size; /* kg; diameter of the sphere (circle) of its volume, m */
  Vec3        x, v;       /* m, m/s */
  int64_t     clumps;     /* number that the outlet has taken so far, with this one */
  double      total;      /* their mass, kg */
} OutletRow;

/* events.csv: what happened when, such as bonds that broke. Rows are collected on the rank where it
   happened, and written from time to time in an order that does not depend on ranks. */
typedef struct {
  int64_t step;
  double  time;                 /* s */
  char    event[16];            /* what happened: a word */
  char    name[NAME_LENGTH];    /* of the object of the scenario */
  char    mode[NAME_LENGTH];    /* how; "": not given */
  Id      clump, other;         /* -1: none; other -1: only one clump is concerned */
  int32_t pebble, other_pebble; /* -1: the clump as a whole */
  Vec3    place;                /* m; NAN without a clump */
  double  value;                /* NAN: none */
  int64_t order;                /* order within a step of events that concern no clump */
} Event;

/* Rows that are still to be written: this rank's. Starts as {0}; array_free(rows). */
typedef struct Journal {
  bool     used; /* something may happen in this run; the same on all ranks */
  PetscInt n, capacity;
  Event   *rows;
} Journal;

void journal_add(Journal *journal, const Event *event);

/* State of the module that writes events.csv. */
typedef struct {
  Journal journal;
  Log     log;
} EventRows;

extern const Module event_rows_module;

/* balance.csv of a run on several ranks: one load balance; values over all ranks. They depend on
   the number of ranks and on the machine, so they are kept out of log.csv. */
typedef struct {
  int64_t step;
  double  time; /* s */
  /* largest work of a rank over the mean, with the pair lists before and after */
  double  before, after;
  int64_t cuts_moved;      /* number of cuts that moved */
  int64_t held_back;       /* number of these that balance: fraction stopped before their target */
  int64_t clumps, records; /* number of clumps and of contact memories that changed their rank */
  int64_t bytes;           /* bytes of these clumps and memories */
  double  seconds;         /* wall time of this rebuild minus that of one without a balance, s */
  double  gain;            /* expected decrease of the wall time of a step, s; < 0: increase */
} BalanceRow;

extern const OutputTable wall_table, body_table, member_table, outlet_table, event_table,
  balance_table;

/* ---- log.csv: totals of a run over time ---- */

typedef struct {
  int64_t     step;
  double      time, dt; /* s */
  TotalValues totals;
  double      wall_time; /* s */
} LogRow;

/* Column k of those that a run may have, from 0 on: step, time, dt, the totals and wall_time. *used:
   it is in the table of this run; measured NULL: of any. False: there are no more. */
bool log_column(int k, const Measured *measured, bool *used, OutputColumn *column);

/* ---- the account of loads on walls, for walls.csv ---- */

/* Work that each wall, and each group that follows motions, has done on the clumps since the first
   step, up to the end of the half step to come, J; then the part of it of that half step. */
typedef struct {
  Sum *work;  /* [2][bodies] this rank's part; NULL: not asked for */
  Sum *whole; /* [2][bodies] over all ranks, for checkpoints */
  Beat beat;
  Log  log;
} WallAccount;

extern const Module wall_account_module; /* its state: WallAccount */

/* Rows of walls.csv now: of each wall of the scenario, then of each group that follows motions; as
   many as wall_rows_count. loads: of the walls, this rank's part. Without walls_every the work is not
   a number. Collective. */
int            wall_rows_count(const World *world);
PetscErrorCode wall_rows_find(const World *world, const struct WallLoads *loads, WallRow *rows);

/* After a restart, of which rank 0 has the sums: let the half step to come be so many times as long as
   in the checkpoint. */
void wall_account_stretch(const World *world, double stretch);

/* ---- final.csv: the clumps at the end of a run as text that `clumps: file` reads ---- */

/* Write the clumps that the option output: final_groups selects, one row each in ascending order of
   ids, with the columns of `clumps: file`, and a column for every field in use that is marked
   LISTED: wrapped positions, attitude of the template's axes as given in the scenario, 17 digits,
   groups by name. The bytes do not depend on the number of ranks. An existing file is replaced when
   the new one is complete; a path that is no regular file (/dev/null) is written in place.
   Collective. Error: PETSC_ERR_FILE_WRITE on all ranks. */
PetscErrorCode final_write(const World *world, const char *path);

#endif
