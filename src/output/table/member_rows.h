/* SPDX-License-Identifier: MIT */
/* pebbles.csv: force and torque on the pebbles of clumps that were asked for. */
#ifndef OUTPUT_TABLE_MEMBER_ROWS_H
#define OUTPUT_TABLE_MEMBER_ROWS_H

#include "matter/loads.h"
#include "output/table/table.h"

/* Loads of one clump, from its owner, or of the contacts of one of its pebbles, from any ranks. */
typedef struct {
  Id      clump;
  int64_t member;          /* index of the pebble in the template; -1: the clump */
  int64_t sum[LOAD_PARTS]; /* of a pebble: quanta; torque over the arm */
  double  unit, turn;      /* of the clump: quanta of force, N, and of its torques, N m */
  Vec3    force, torque;   /* of the clump: all but its weight, N; about its centre, N m */
} MemberLoads;

/* Append to a log of member_table the rows of the given clumps and of those of their pebbles that
   have contacts, sorted. Pebble -1 stands for all other loads on the clump. Loads of pebbles of
   other clumps are left out. Collective. */
PetscErrorCode member_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                 PetscInt n, const MemberLoads *loads);

#endif
