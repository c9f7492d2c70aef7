/* SPDX-License-Identifier: MIT */
/* CSV tables, read by all ranks in parallel: each rank reads one slice of the bytes, so that no
   rank holds the whole file.

   The first line with content is the header: column names in any order, separated by commas. Every
   further line with content is a row with the same number of cells. Blanks around names and cells,
   blank lines and comments from # on are ignored; lines may end in CR LF. There are no quotes.

   A file whose first line with content has only numbers, one for each CSV_BARE column of the table,
   has no header; its cells may also be separated by semicolons or blanks. */
#ifndef OPTIONS_CSV_H
#define OPTIONS_CSV_H

#include "options/report.h"

typedef enum {
  CSV_REAL, /* a finite number */
  CSV_ID,   /* an int64 */
  CSV_WORD  /* text without blanks, commas, quotes and # */
} CsvType;

enum {
  CSV_REQUIRED = 1,  /* the header must have it */
  CSV_POSITIVE = 2,  /* a REAL > 0 */
  CSV_EMPTY    = 4,  /* cells may be empty: the WORD "", a REAL 0 */
  CSV_ACROSS   = 8,  /* z component, 0 in two dimensions: see csv_columns */
  CSV_ZERO     = 16, /* a REAL that must be 0 */
  CSV_WHOLE    = 32, /* a REAL that must be a whole number */
  CSV_BARE     = 64  /* a file without a header has these columns alone, in this order */
};

enum { CSV_MOST_COLUMNS = 64, CSV_LINE_LENGTH = 8192, CSV_CELL_SHOWN = 40 };

typedef struct {
  const char *name; /* the table ends with NULL */
  CsvType     type;
  unsigned    flags;
  int         group;  /* columns of the same group > 0 must be given all or none */
  const char *unit;   /* for messages; NULL or "": none */
  const char *alias;  /* alternative name, or NULL */
  double      lo, hi; /* bounds of a REAL; both 0: none */
} CsvColumn;

/* Columns of a table: an id that a file must have; a number from -most to most. */
#define CSV_ID_COLUMN(called) \
  { \
    .name = called, .type = CSV_ID, .flags = CSV_REQUIRED \
  }
#define CSV_REAL_COLUMN(called, of_unit, needs, most) \
  { \
    .name = called, .type = CSV_REAL, .flags = needs, .unit = of_unit, .lo = -(most), .hi = most \
  }

/* The table for this dimension of space: `columns` for 3; for 2 a copy in `plane` in which
   CSV_ACROSS columns must be 0 and may be missing independently of their group. */
const CsvColumn *csv_columns(const CsvColumn columns[], int dimension,
                             CsvColumn plane[CSV_MOST_COLUMNS + 1]);

/* Rows of this rank's slice, in the order of the file; owned by the struct. */
typedef struct {
  PetscInt n;
  int64_t  first, total;          /* global index of the first row, from 0; rows of all ranks */
  int64_t *line;                  /* [n] line number in the file, from 1 */
  bool     has[CSV_MOST_COLUMNS]; /* the file has this column of the table */
  /* [n] double, Id or int32_t (index in words); NULL if the file lacks it */
  void  *column[CSV_MOST_COLUMNS];
  int    n_words;
  char **words; /* distinct words of this slice; the first is "" */
} Csv;

/* Read the file. Its mistakes go to findings, on the rank that found them: the rows may be used
   only if findings_gather then gives none. columns: at most CSV_MOST_COLUMNS. Collective. */
PetscErrorCode csv_read(const Parallel *par, const char *path, const CsvColumn columns[], Csv *csv,
                        Findings *findings);
void           csv_free(Csv *csv);

/* Number of columns of a table. */
int csv_width(const CsvColumn columns[]);
/* Read a file whose columns are all REAL: rows[n][columns], 0 in columns that it lacks, the same on
   all ranks; n is 0 if it has mistakes, which are gathered in findings. *rows is freed with
   array_free. Collective. */
PetscErrorCode csv_read_reals(const Parallel *par, const char *path, const CsvColumn columns[],
                              double **rows, int *n, Findings *findings);

/* Cell of row i in a column that the file has. */
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

/* As csv_real; 0 if the file lacks the column. */
static inline double csv_real_or_zero(const Csv *csv, int column, PetscInt i)
{
  return csv->has[column] ? csv_real(csv, column, i) : 0;
}

/* Three REAL columns x, x + 1, x + 2 of the table; 0 for a column that the file lacks. */
static inline Vec3 csv_vec3(const Csv *csv, int x, PetscInt i)
{
  return (Vec3){csv_real_or_zero(csv, x, i), csv_real_or_zero(csv, x + 1, i),
                csv_real_or_zero(csv, x + 2, i)};
}

/* Four REAL columns w, w + 1, w + 2, w + 3; likewise. */
static inline Quat csv_quat(const Csv *csv, int w, PetscInt i)
{
  return (Quat){csv_real_or_zero(csv, w, i), csv_real_or_zero(csv, w + 1, i),
                csv_real_or_zero(csv, w + 2, i), csv_real_or_zero(csv, w + 3, i)};
}

/* Index of each row's word in `names` (n distinct names): `empty` for an empty cell, -1 and a
   finding for a word that is not in names. *index [csv->n] is freed with array_free.

   what   the names denote, for messages: "template" */
void csv_resolve(const Csv *csv, int column, const char *what, int n, const char *const names[],
                 int empty, Findings *findings, int **index);

#endif
