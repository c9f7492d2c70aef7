/* SPDX-License-Identifier: MIT */
/* bodies.csv: force and torque on clumps that were asked for, a row for each. */
#ifndef OUTPUT_CHECKPOINT_BODY_ROWS_H
#define OUTPUT_CHECKPOINT_BODY_ROWS_H

#include "output/table/log.h"

/* One clump at one time. */
typedef struct {
  Id   clump;
  Vec3 force, torque; /* of all but its weight, N; about its centre, N m */
  Vec3 total;         /* force with its weight, N */
} BodyRow;

/* Open DIR/bodies.csv, as wall_rows_open does. Collective. Error: PETSC_ERR_FILE_OPEN. */
PetscErrorCode body_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                              Log *log);
/* Append this rank's rows, and those of all others, by clump. Collective. */
PetscErrorCode body_rows_write(const Parallel *par, Log *log, int64_t step, double time, PetscInt n,
                               const BodyRow *rows);

#endif
