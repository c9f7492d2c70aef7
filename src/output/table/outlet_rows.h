/* SPDX-License-Identifier: MIT */
/* outlets.csv: a row for each clump that an outlet takes. */
#ifndef OUTPUT_TABLE_OUTLET_ROWS_H
#define OUTPUT_TABLE_OUTLET_ROWS_H

#include "output/table/log.h"

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

typedef struct {
  const char *name, *unit, *text;
} OutletColumn; /* the list ends with name == NULL */

extern const OutletColumn outlet_columns[];

/* Open DIR/outlets.csv, as wall_rows_open does. Collective. */
PetscErrorCode outlet_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                                Log *log);
/* Append n rows as one piece; rows: on rank 0. Collective. */
PetscErrorCode outlet_rows_write(const Parallel *par, Log *log, PetscInt n, const OutletRow *rows);

#endif
