/* SPDX-License-Identifier: MIT */
/* CSV files are read in slices, on any number of ranks. */
#define _POSIX_C_SOURCE 200809L

#include "csv_table.h"

static void layout_is_free(void)
{
  Csv     csv;
  int64_t seen = 0;

  one_table("\xEF\xBB\xBF# a comment\r\n\r\n  key , y,height,\tx , name # the header\r\n"
            "-9223372036854775808,2,0.5,1,\r\n   # another\n\n 7 , -2e-3 ,1e300, 0x1p-1 , "
            "some-word # note\n+12,0,1,-0.0,b",
            &csv);
  CHECK_INT(csv.total, 3);
  CHECK(csv.has[X] && csv.has[NAME] && csv.has[KEY] && csv.has[Z] && !csv.has[U]);
  for (PetscInt i = 0; i < csv.n; i++) {
    const Id  keys[]  = {INT64_MIN, 7, 12};
    const int lines[] = {4, 7, 8};
    const int row     = (int)(csv.first + i);

    seen++;
    CHECK_INT(csv_id(&csv, KEY, i), keys[row]);
    CHECK_INT(csv.line[i], lines[row]);
    CHECK_BITS(csv_real(&csv, X, i), row == 0 ? 1.0 : row == 1 ? 0.5 : -0.0);
    CHECK_BITS(csv_real(&csv, Y, i), row == 0 ? 2.0 : row == 1 ? -2e-3 : 0.0);
    CHECK_TEXT(csv_word(&csv, NAME, i), row == 0 ? "" : row == 1 ? "some-word" : "b");
  }
  CALL(parallel_sum_int(&par, &seen, 1));
  CHECK_INT(seen, 3);
  csv_free(&csv);
  test_end(
    "columns in any order, blanks, comments, CR LF, byte order mark, no line feed at the end");
}

/* Rows of very different lengths, so that slices end at any place in a row. */
static void slices_lose_nothing(void)
{
  enum { ROWS = 20000 };
  char   *text = malloc(ROWS * 96);
  size_t  n    = (size_t)sprintf(text, "x,y,key\n");
  Csv     csv;
  int64_t sum = 0, count = 0, first = 0, total;

  for (int k = 0; k < ROWS; k++)
    n += (size_t)sprintf(text + n, "%s%d.25,%.*f,%d\n", k % 7 ? "" : "# skip me\n", k, k % 40, 0.1,
                         3 * k);
  one_table(text, &csv);
  for (PetscInt i = 0; i < csv.n; i++) {
    const int64_t k = csv.first + i;

    CHECK_INT(csv_id(&csv, KEY, i), 3 * k);
    CHECK_BITS(csv_real(&csv, X, i), (double)k + 0.25);
    CHECK_INT(csv.line[i], 2 + k + k / 7 + 1);
    sum += csv_id(&csv, KEY, i);
    count++;
  }
  CALL(parallel_offset(&par, csv.n, &first, &total));
  CHECK_INT(csv.first, first);
  CHECK_INT(csv.total, ROWS);
  CALL(parallel_sum_int(&par, &sum, 1));
  CALL(parallel_sum_int(&par, &count, 1));
  CHECK_INT(count, ROWS);
  CHECK_INT(sum, (int64_t)3 * ROWS * (ROWS - 1) / 2);
  CHECK(test_size() == 1 || csv.n < ROWS); /* no rank holds the whole file */
  csv_free(&csv);
  free(text);
  test_end("slices cover every row once, with its number and line");
}

/* Slices of equal numbers of whole rows: each begins at the start of a line. */
static void slices_end_with_lines(void)
{
  enum { ROWS = 60 };
  char text[4 * ROWS + 8] = "x,y\n";
  Csv  csv;

  for (int k = 0; k < ROWS; k++) strcat(text, k % 2 ? "1,2\n" : "3,4\n");
  one_table(text, &csv);
  CHECK_INT(csv.total, ROWS);
  CHECK(test_size() > 3 || csv.n == ROWS / test_size());
  for (PetscInt i = 0; i < csv.n; i++)
    CHECK_BITS(csv_real(&csv, X, i), (csv.first + i) % 2 ? 1 : 3);
  csv_free(&csv);
  test_end("a slice that begins with a line has that line");
}

static void small_files_on_many_ranks(void)
{
  Csv csv;

  one_table("x,y\n1,2", &csv);
  CHECK_INT(csv.total, 1);
  csv_free(&csv);
  test_end("one row, however many ranks look for it");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  layout_is_free();
  slices_lose_nothing();
  slices_end_with_lines();
  small_files_on_many_ranks();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
