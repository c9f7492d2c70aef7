/* SPDX-License-Identifier: MIT */
/* Words of CSV files are found in lists of names; flat tables have no column z. */
#define _POSIX_C_SOURCE 200809L

#include "csv_table.h"

static void words_find_their_names(void)
{
  static const char *const names[]  = {"rock", "rod"};
  Findings                 findings = {0};
  Csv                      csv;
  int                     *index;

  one_table("x,y,name\n1,2,rod\n1,2,rokc\n1,2,\n1,2,rock\n", &csv);
  csv_resolve(&csv, NAME, "template", 2, names, 5, &findings, &index);
  for (PetscInt i = 0; i < csv.n; i++) {
    const int expected[] = {1, -1, 5, 0};

    CHECK_INT(index[i], expected[csv.first + i]);
  }
  CALL(findings_gather(&par, &findings));
  CHECK_INT(findings.n, 1);
  CHECK_INT(findings.list[0].line, 3);
  CHECK_TEXT(findings.list[0].text,
             "there is no template 'rokc'; did you mean 'rock'? There are: rock, rod");
  array_free(&index);
  csv_free(&csv);
  test_end("words are found among names, or told with a guess");
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
    {0},
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

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  words_find_their_names();
  flat_tables_do_without_z();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
