/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* CSV tables read in slices: the same rows on any number of ranks, and every wrong cell reported
   with its line. */
#define _POSIX_C_SOURCE 200809L

#include "base/csv.h"
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
  {NULL},
};

static Parallel par;
static Files    files;

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

static void one_table(const char *text, Csv *csv)
{
  const FilePath path     = file_write(&files, "t.csv", text);
  Findings       findings = {0};

  CALL(csv_read(&par, path.path, columns, csv, &findings));
  CALL(findings_gather(&par, &findings));
  if (findings.n > 0)
    test_fail(__FILE__, __LINE__, "line %d: %s", (int)findings.list[0].line, findings.list[0].text);
  file_remove(&files, "t.csv");
}

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

static void small_files_on_many_ranks(void)
{
  Csv csv;

  one_table("x,y\n1,2", &csv);
  CHECK_INT(csv.total, 1);
  csv_free(&csv);
  test_end("one row, however many ranks look for it");
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

static void words_find_their_names(void)
{
  static const char *const names[]  = {"rock", "rod"};
  Findings                 findings = {0};
  Csv                      csv;
  int                     *index;

  one_table("x,y,name\n1,2,rod\n1,2,rokc\n1,2,\n1,2,rock\n", &csv);
  CALL(csv_resolve(&csv, NAME, "template", 2, names, 5, &findings, &index));
  for (PetscInt i = 0; i < csv.n; i++) {
    const int expected[] = {1, -1, 5, 0};

    CHECK_INT(index[i], expected[csv.first + i]);
  }
  CALL(findings_gather(&par, &findings));
  CHECK_INT(findings.n, 1);
  CHECK_INT(findings.list[0].line, 3);
  CHECK_TEXT(findings.list[0].text, "there is no template 'rokc'; did you mean 'rock'?");
  array_free(&index);
  csv_free(&csv);
  test_end("words are found among names, or told with a guess");
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

/* In two dimensions CSV_ACROSS columns may be missing, and must be 0. */
static void flat_tables_do_without_z(void)
{
  static const CsvColumn solid[] = {
    {.name = "x", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
    {.name = "y", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
    {.name = "z", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_ACROSS, .unit = "m"},
    {.name = "vx", .type = CSV_REAL, .group = 1},
    {.name = "vy", .type = CSV_REAL, .group = 1},
    {.name = "vz", .type = CSV_REAL, .flags = CSV_ACROSS, .group = 1},
    {NULL},
  };
  static const struct {
    int         dimension;
    const char *text, *expected; /* NULL: no finding */
  } cases[] = {{2, "x,y,vx,vy\n1,2,3,4\n", NULL},
               {2, "x,y,z,vz,vx,vy\n1,2,-0.0,0e5,3,4\n", NULL},
               {2, "x,y,z,vx,vy\n1,2,1e-300,3,4\n",
                "column z: '1e-300' is not 0, as it must be in two dimensions"},
               {2, "x,y,vx,vy,vz\n1,2,3,4,nan\n", "column vz: 'nan' is not 0"},
               {2, "x,y,vx\n1,2,3\n", "column vy is missing"},
               {3, "x,y,vx,vy\n1,2,3,4\n", "column z is missing"},
               {3, "x,y,z,vx,vy\n1,2,0,3,4\n", "column vz is missing"}};

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const FilePath path = file_write(&files, "t.csv", cases[k].text);
    CsvColumn      plane[CSV_MOST_COLUMNS + 1];
    Findings       findings = {0};
    Csv            csv;

    CALL(csv_read(&par, path.path, csv_columns(solid, cases[k].dimension, plane), &csv, &findings));
    CALL(findings_gather(&par, &findings));
    if (cases[k].expected)
      CHECK(findings.n > 0 && strstr(findings.list[0].text, cases[k].expected));
    else CHECK_INT(findings.n, 0);
    for (PetscInt i = 0; i < csv.n && findings.n == 0; i++) {
      const Vec3 x = csv_vec3(&csv, 0, i), v = csv_vec3(&csv, 3, i);

      CHECK(x.x == 1 && x.y == 2 && x.z == 0 && v.x == 3 && v.y == 4 && v.z == 0);
    }
    csv_free(&csv);
    file_remove(&files, "t.csv");
  }
  test_end("in two dimensions tables do without z, or have 0 there");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  layout_is_free();
  slices_lose_nothing();
  slices_end_with_lines();
  findings_are_sorted();
  small_files_on_many_ranks();
  broken_cells_are_named();
  broken_headers_are_named();
  junk_is_refused();
  many_mistakes_are_counted();
  words_find_their_names();
  missing_files_are_told();
  flat_tables_do_without_z();
  files_end(&files);
  CALL(parallel_destroy(&par));
  return test_finish();
}
