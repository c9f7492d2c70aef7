/* SPDX-License-Identifier: MIT */
/* Sizes of a table: points of the cumulative curve, as a sieve analysis gives them. */
#include "supply/fill/sizes.h"

#include "base/bounds.h"
#include "options/csv.h"
#include "options/rows.h"

#include <math.h>
#include <stdio.h>

/* clang-format off */
static const Option size_table_options[] = {
  REALS(KEY("size_table"),     "1 or m", OPTIONAL, SIGNED(LENGTH_MOST),
      "fill, inlet: size, passing, size, passing, ...: linear between; the last passing is the "
      "whole (1, 100, ...), a first one above 0 is the share of the first size, and a size given "
      "twice has a share of its own", .group = 2),
  INPUT_FILE(KEY("size_file"), OPTIONAL,
      "fill, inlet: CSV with such a point a row, in place of size_table: size,passing"),
  {NULL},
};
/* clang-format on */

static const CsvColumn size_columns[] = {
  {.name  = "size",
   .type  = CSV_REAL,
   .flags = CSV_REQUIRED | CSV_POSITIVE,
   .alias = "diameter",
   .lo    = LENGTH_LEAST,
   .hi    = LENGTH_MOST},
  {.name  = "passing",
   .type  = CSV_REAL,
   .flags = CSV_REQUIRED,
   .lo    = -LENGTH_MOST,
   .hi    = LENGTH_MOST},
  {NULL},
};

/* Points of the file, as in size_table; Rank 0. */
static PetscErrorCode read_points(const char *path, SizesTable *t, Findings *findings)
{
  Parallel self;
  Csv      csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, size_columns, &csv, findings));
  PetscCall(array_create(&t->own, sizeof *t->own, 2 * csv.n));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++) {
    t->own[2 * i]     = csv_real(&csv, 0, i);
    t->own[2 * i + 1] = csv_real(&csv, 1, i);
  }
  t->n      = (int)csv.n;
  t->points = t->own;
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode table_read(void *own, FillReading *r)
{
  static const char *const ways[]   = {"size_table", "size_file", NULL};
  SizesTable *const        t        = own;
  Findings                 findings = {0};

  PetscFunctionBeginUser;
  fill_need_one(r, "size: table", ways);
  t->points = option_reals(r->options, r->spec->kind, r->spec->name, "size_table", &t->n);
  t->n /= 2;
  if (!r->good) PetscFunctionReturn(PETSC_SUCCESS);
  if (r->par->rank == 0 && fill_has(r, "size_file"))
    PetscCall(read_points(fill_word(r, "size_file"), t, &findings));
  PetscCall(findings_gather(r->par, &findings));
  findings_report(&findings, r->options, r->spec->kind, r->spec->name, "size_file");
  r->good = findings.n == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool table_sound(const void *own, char *why)
{
  const SizesTable *s           = own;
  double            before_size = 0, before = 0;

  if (s->n < 1) return sizes_refuse(why, "no points");
  for (int i = 0; i < s->n; i++) {
    const double size = s->points[2 * i], passing = s->points[2 * i + 1];

    if (!isfinite(size) || !isfinite(passing))
      return sizes_refuse(why, "sizes and shares must be finite");
    if (!(size > 0)) return sizes_refuse(why, "sizes must be > 0");
    if (size < before_size || passing < before) {
      snprintf(why, SIZES_WHY,
               "point %d (size %g, passing %g) is below the one before (%g, %g): both must ascend",
               i + 1, size, passing, before_size, before);
      return false;
    }
    before_size = size;
    before      = passing;
  }
  return before > 0 ||
         sizes_refuse(why, "nothing passes the largest size: the last share must be > 0");
}

static PetscErrorCode table_curve(const void *own, Curve *c)
{
  const SizesTable *t = own;

  PetscFunctionBeginUser;
  PetscCall(curve_of_points(t->n, t->points, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void table_free(void *own)
{
  array_free(&((SizesTable *)own)->own);
}

const SizeKind sizes_table = {.head  = {.name    = "table",
                                        .text    = "Points of the cumulative curve.",
                                        .options = {size_options, size_table_options}},
                              .size  = sizeof(SizesTable),
                              .read  = table_read,
                              .sound = table_sound,
                              .curve = table_curve,
                              .free  = table_free};
