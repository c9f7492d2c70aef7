/* SPDX-License-Identifier: MIT */
/* Mistakes in CSV files are reported with line and column. */
#define _POSIX_C_SOURCE 200809L

#include "csv_table.h"

/* The first finding about this text, the same on every rank; "" if there is none. */
static Finding first_finding(const char *bytes, size_t n, int64_t *count)
{
  const FilePath path     = file_write_bytes(&files, "t.csv", bytes, n);
  Findings       findings = {0};
  Csv            csv;

  CALL(csv_read(&par, path.path, columns, &csv, &findings));
  CALL(findings_gather(&par, &findings));
  csv_free(&csv);
  file_remove(&files, "t.csv");
  *count = findings.n;
  return findings.list[0];
}

static void check_broken(const char *text, int64_t count, int64_t line, const char *expected)
{
  int64_t       n;
  const Finding f = first_finding(text, strlen(text), &n);

  CHECK_INT(n, count);
  CHECK_INT(f.line, line);
  if (!strstr(f.text, expected))
    test_fail(__FILE__, __LINE__, "no \"%s\" in \"%s\"", expected, f.text);
}

static void findings_are_sorted(void)
{
  Findings findings = {0};

  for (int k = 50; k > 0; k--) finding_add(&findings, k, "rank %d", test_rank());
  CHECK_INT(findings.n, 50);
  CHECK_INT(findings.list[0].line, 1);
  CHECK_INT(findings.list[FINDINGS_KEPT - 1].line, FINDINGS_KEPT);
  CALL(findings_gather(&par, &findings));
  CHECK_INT(findings.n, 50 * test_size());
  for (int k = 0; k < FINDINGS_KEPT; k++) CHECK_INT(findings.list[k].line, 1 + k / test_size());
  test_end("of findings in any order the first by line are kept, of all ranks");
}

static void broken_cells_are_named(void)
{
  check_broken("x,y\n1,2\n1,nan\n", 1, 3, "column y: 'nan' is not a finite number, in m");
  check_broken("x,y\ninf,2\n", 1, 2, "column x: 'inf'");
  check_broken("x,y\n1e999,2\n", 1, 2, "'1e999' is not a finite number");
  check_broken("x,y\n1.5.2,2\n", 1, 2, "'1.5.2'");
  check_broken("x,y\n,2\n", 1, 2, "column x: '' is not a finite number");
  check_broken("x,y,z\n1,2,0\n", 1, 2, "column z: '0' is not a finite number > 0");
  check_broken("x,y,height\n1,2,-1\n", 1, 2, "column z");
  check_broken("x,y,key\n1,2,1.0\n", 1, 2, "'1.0' is not a whole number of 64 bits");
  check_broken("x,y,key\n1,2,9223372036854775808\n", 1, 2, "whole number of 64 bits");
  check_broken("x,y,name\n1,2,\"a\"\n", 1, 2, "column name: '\"a\"' is not a word");
  check_broken("x,y,name\n1,2,two words\n", 1, 2, "is not a word");
  check_broken("x,y\n1\n1,2\n", 1, 2, "1 cells, but the header names 2");
  check_broken("x,y\n1,2\n1,2,3\n", 1, 3, "3 cells, but the header names 2");
  check_broken("x,y\n1 2\n", 2, 2, "'1 2' is not");
  test_end("cells that are no number, not finite, out of range, missing or too many");
}

static void broken_headers_are_named(void)
{
  check_broken("", 1, 0, "the file is empty");
  check_broken("# nothing\n\n", 1, 0, "no header");
  check_broken("x,y\n# nothing\n", 1, 1, "no rows");
  check_broken("x\n1\n", 1, 1, "column y is missing");
  check_broken("x,y,hight\n1,2,3\n", 1, 1, "unknown column 'hight'; did you mean 'height'?");
  check_broken("x,y,u\n1,2,3\n", 1, 1, "column v is missing: it is required together with u");
  check_broken("x,y,x\n1,2,3\n", 1, 1, "column x is named twice");
  check_broken("x,y,z,height\n1,2,3,4\n", 1, 1, "column z is named twice");
  check_broken("1,2\n3,4\n", 4, 1, "the first line must be a header such as x,y[,z][,name]");
  test_end("headers with missing, unknown, repeated or half a group of columns");
}

static void junk_is_refused(void)
{
  enum { LONG = 300000 };
  char   *junk = malloc(LONG + 64);
  int64_t n;
  size_t  head = (size_t)sprintf(junk, "x,y\n");
  Finding f;

  memset(junk + head, '1', LONG); /* one line, over all slices */
  f = first_finding(junk, head + LONG, &n);
  CHECK_INT(n, 1);
  CHECK_INT(f.line, 2);
  CHECK(strstr(f.text, "longer than 8192") != NULL);
  for (int k = 0; k < LONG; k++) junk[k] = (char)((int64_t)k * k % 251);
  f = first_finding(junk, LONG, &n);
  CHECK(n > 0);
  CHECK(strstr(f.text, "not a text file") != NULL);
  memcpy(junk, "x,y\n1,2\n\0,3\n", 12);
  f = first_finding(junk, 12, &n);
  CHECK_INT(f.line, 3);
  CHECK(strstr(f.text, "byte 0") != NULL);
  free(junk);
  test_end("over-long lines and bytes that no text has");
}

static void many_mistakes_are_counted(void)
{
  enum { ROWS = 1000 };
  char    *text     = malloc(ROWS * 32);
  size_t   n        = (size_t)sprintf(text, "x,y\n");
  Findings findings = {0};
  Csv      csv;

  for (int k = 0; k < ROWS; k++)
    n += (size_t)sprintf(text + n, "%d,%s\n", k, k % 10 == 3 ? "oops" : "1");
  {
    const FilePath path = file_write_bytes(&files, "t.csv", text, n);

    CALL(csv_read(&par, path.path, columns, &csv, &findings));
  }
  CALL(findings_gather(&par, &findings));
  CHECK_INT(findings.n, ROWS / 10);
  for (int k = 0; k < FINDINGS_KEPT; k++) CHECK_INT(findings.list[k].line, 2 + 3 + 10 * k);
  csv_free(&csv);
  file_remove(&files, "t.csv");
  free(text);
  test_end("of many mistakes the first by line are kept on every rank, and all are counted");
}

static void missing_files_are_told(void)
{
  Findings findings = {0};
  Csv      csv;

  CALL(csv_read(&par, file_path(&files, "no.csv").path, columns, &csv, &findings));
  CALL(findings_gather(&par, &findings));
  CHECK_INT(findings.n, 1);
  CHECK(strstr(findings.list[0].text, "cannot be opened") != NULL);
  csv_free(&csv);
  test_end("a file that is not there");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  findings_are_sorted();
  broken_cells_are_named();
  broken_headers_are_named();
  junk_is_refused();
  many_mistakes_are_counted();
  missing_files_are_told();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
