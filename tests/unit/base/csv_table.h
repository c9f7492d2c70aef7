/* SPDX-License-Identifier: MIT */
/* Tables of a few columns read from CSV files. */
#ifndef CSV_TABLE_H
#define CSV_TABLE_H

#include "options/csv.h"
#include "unit/files.h"

enum { X, Y, Z, NAME, KEY, U, V };

static const CsvColumn columns[] = {
  {.name = "x", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
  {.name = "y", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
  {.name = "z", .type = CSV_REAL, .flags = CSV_POSITIVE, .alias = "height"},
  {.name = "name", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "key", .type = CSV_ID},
  {.name = "u", .type = CSV_REAL, .group = 1},
  {.name = "v", .type = CSV_REAL, .group = 1},
  {0},
};

static Parallel par;
static Files    files;

static inline void one_table(const char *text, Csv *csv)
{
  const FilePath path     = file_write(&files, "t.csv", text);
  Findings       findings = {0};

  CALL(csv_read(&par, path.path, columns, csv, &findings));
  CALL(findings_gather(&par, &findings));
  if (findings.n > 0)
    test_fail(__FILE__, __LINE__, "line %d: %s", (int)findings.list[0].line, findings.list[0].text);
  file_remove(&files, "t.csv");
}

#endif
