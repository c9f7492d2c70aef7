/* SPDX-License-Identifier: MIT */
/* Tables in text files, read by all ranks together: each rank its slice of the bytes, so that no rank holds the whole.

   The first line that says anything is the header: names of columns, in any order, separated by commas. Every further line is
   a row with as many cells. Blanks around names and cells, blank lines, and what follows a # count for nothing; lines may
   end in CR LF. There are no quotes. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/report.h"

typedef enum {
  CSV_REAL, /* a finite number */
  CSV_ID,   /* an int64 */
  CSV_WORD  /* text without blanks, commas, quotes and # */
} CsvType;

enum {
  CSV_REQUIRED = 1, /* the header must have it */
  CSV_POSITIVE = 2, /* a REAL > 0 */
  CSV_EMPTY    = 4, /* cells may be empty: the WORD "", a REAL 0 */
  CSV_ACROSS   = 8, /* across the plane: see csv_columns */
  CSV_ZERO     = 16 /* a REAL that must be 0 */
};

enum { CSV_MOST_COLUMNS = 32, CSV_LINE_LENGTH = 8192, CSV_CELL_SHOWN = 40 };

typedef struct {
  const char *name; /* the table ends with NULL */
  CsvType     type;
  unsigned    flags;
  int         group; /* columns of the same group > 0 come all together or not at all */
  const char *unit;  /* for messages; NULL or "": none */
  const char *alias; /* another name for it, or NULL */
} CsvColumn;

/* The table for space of this dimension: itself for 3; for 2 a copy in `plane` whose CSV_ACROSS columns may be missing, whatever
   their group has, and must be 0. */
const CsvColumn *csv_columns(const CsvColumn columns[], int dimension, CsvColumn plane[CSV_MOST_COLUMNS + 1]);

/* The rows of this rank's slice, in the order of the file; owned by the struct. */
typedef struct {
  PetscInt n;
  int64_t  first, total;             /* number of its first row, from 0; rows of all ranks */
  int64_t *line;                     /* [n] where it stands in the file, from 1 */
  bool     has[CSV_MOST_COLUMNS];    /* the file has this column of the table */
  void    *column[CSV_MOST_COLUMNS]; /* [n] double, Id or int32_t (place in words); NULL if the file lacks it */
  int      n_words;
  char   **words; /* different words of this slice; the first is "" */
} Csv;

/* Read the file. What is wrong with it is noted in findings, on the rank that saw it: the rows may be used only if
   findings_gather says that there is nothing. columns: at most CSV_MOST_COLUMNS. Collective. */
PetscErrorCode csv_read(const Parallel *par, const char *path, const CsvColumn columns[], Csv *csv, Findings *findings);
void           csv_free(Csv *csv);

/* The cell of row i, which the file has. */
static inline double csv_real(const Csv *csv, int column, PetscInt i)
{
  return ((const double *)csv->column[column])[i];
}

static inline Id csv_id(const Csv *csv, int column, PetscInt i)
{
  return ((const Id *)csv->column[column])[i];
}

static inline const char *csv_word(const Csv *csv, int column, PetscInt i)
{
  return csv->words[((const int32_t *)csv->column[column])[i]];
}

/* 0 if the file lacks the column. */
static inline double csv_real_or_zero(const Csv *csv, int column, PetscInt i)
{
  return csv->has[column] ? csv_real(csv, column, i) : 0;
}

/* Three REAL columns x, x + 1, x + 2 of the table; 0 for what the file lacks. */
static inline Vec3 csv_vec3(const Csv *csv, int x, PetscInt i)
{
  return (Vec3){csv_real_or_zero(csv, x, i), csv_real_or_zero(csv, x + 1, i), csv_real_or_zero(csv, x + 2, i)};
}

/* For every row the place of its word among `names` (different from each other; n of them), otherwise `empty` for an empty
   cell, and -1 with a finding for a word that is not among them. *index [csv->n] is freed with array_free.

   what   they are: "template" */
PetscErrorCode csv_resolve(const Csv *csv, int column, const char *what, int n, const char *const names[], int empty,
                           Findings *findings, int **index);

#endif
