/* SPDX-License-Identifier: MIT */
/* Clumps that a program which uses clast as a library adds between two steps: they enter as those of an
   inlet (supply/source.h), where they are told to. Whether they overlap others is not looked at. */
#ifndef SUPPLY_ADD_ROWS_H
#define SUPPLY_ADD_ROWS_H

#include "matter/by_id.h"
#include "matter/world.h"
#include "options/text.h"

/* Clumps of one template, of this rank. What is NULL is 0, the attitude of the template's axes as given,
   or scale 1. */
typedef struct {
  int64_t n;
  const double (*position)[3];    /* m; wrapped along periodic axes */
  const double (*orientation)[4]; /* w, x, y, z: of the template's axes as given */
  const double (*velocity)[3];    /* m/s */
  const double (*spin)[3];        /* rad/s, lab axes */
  const double *scale;
  int64_t      *id; /* [n] in: -1, or an id that was never used; out: the ids */
} AddedRows;

/* Add them. The order of the rows is that of the ranks, then of each rank's rows; ids of -1 get the next
   free ones in this order, after those that are given. Their sizes must be known to the run: among
   those of clumps of this template that are there, wait, or may enter (World.extremes), as the grid,
   the sums of loads, the time step and the checks of the scenario were made for these.
   *good false: something is wrong, and nothing was added; the fault of the first row with one, whose
   number is its `id`, is on the ranks that know it. Collective. */
PetscErrorCode add_rows(World *world, int template, const AddedRows *rows, IdFault *fault,
                        bool *good);
/* Index of a template of which clumps may be added; -1: there is none of this name. */
int  add_rows_template(const World *world, const char *name);
void add_rows_templates(const World *world, Text *text); /* add the names of all of them */

#endif
