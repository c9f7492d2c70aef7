/* SPDX-License-Identifier: MIT */
/* A host with arguments that are not there or too large: refused SCENARIO. Each call is refused with
   a message, by which nothing changes; what is not so is printed. */
#include "clast.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int    bad;
static clast *sim;

static void expect(const char *what, const clast *of, clast_status status)
{
  if (status == CLAST_MISTAKES && clast_message(of)[0]) return;
  bad++;
  printf("%s: %d '%s'\n", what, status, clast_message(of));
}

static void looks(void)
{
  clast_array array;

  expect("view NULL", sim, clast_view(sim, NULL, "id", &array));
  expect("view of NULL", sim, clast_view(sim, "clumps", NULL, &array));
  expect("view into NULL", sim, clast_view(sim, "clumps", "id", NULL));
  expect("gather NULL", sim, clast_gather(sim, NULL, NULL, -1, &array));
  expect("gather into NULL", sim, clast_gather(sim, "clumps", "id", -1, NULL));
  expect("digest into NULL", sim, clast_digest(sim, NULL));
  bad += clast_column(sim, NULL, 0) != NULL || clast_group(sim, NULL) != 0;
}

static void files(void)
{
  static char name[9000];

  memset(name, 'a', sizeof name - 1);
  expect("save NULL", sim, clast_save(sim, NULL));
  expect("save nowhere", sim, clast_save(sim, ""));
  expect("save far", sim, clast_save(sim, name));
  expect("files", sim, clast_write_files(sim));
  expect("picture", sim, clast_picture(sim, 1, NULL, 64, 64, NULL));
  expect("picture of -1", sim, clast_picture(sim, -1, NULL, 64, 64, NULL));
}

static void acts(void)
{
  const int64_t id   = 0;
  const double  x[3] = {0, 0, 0};

  expect("set", sim, clast_set(sim, "velocity", INT64_MAX / 2, &id, x));
  expect("delete", sim, clast_delete(sim, INT64_MAX / 2, &id));
  expect("add", sim, clast_add(sim, "rod", INT64_MAX / 2, &x, NULL, NULL, NULL, NULL, NULL));
  expect("push", sim, clast_push(sim, INT64_MAX / 2, &id, NULL, NULL));
  expect("run", sim, clast_run(sim, NAN));
}

static void opens(const char *scenario)
{
  static const clast_option none = {NULL, NULL};
  clast                    *other;

  expect("options NULL", other, clast_open(MPI_COMM_WORLD, scenario, 1, NULL, &other));
  clast_close(&other);
  expect("-1 options", other, clast_open(MPI_COMM_WORLD, scenario, -1, NULL, &other));
  clast_close(&other);
  expect("key NULL", other, clast_open(MPI_COMM_WORLD, scenario, 1, &none, &other));
  clast_close(&other);
  expect("no ranks", other, clast_open(MPI_COMM_NULL, scenario, 0, NULL, &other));
  clast_close(&other);
}

int main(int argc, char **argv)
{
  uint64_t before = 0, after = 1;

  MPI_Init(&argc, &argv);
  if (argc < 2 || clast_open(MPI_COMM_WORLD, argv[1], 0, NULL, &sim) != CLAST_OK) return 2;
  clast_step(sim, 5);
  clast_digest(sim, &before);
  looks();
  files();
  acts();
  opens(argv[1]);
  clast_digest(sim, &after);
  bad += strstr(clast_message(sim), "not a number") == NULL; /* of clast_run, the last mistake */
  printf("bad %d, same state %d, goes on %d\n", bad, before == after,
         clast_step(sim, 5) == CLAST_OK);
  clast_close(NULL);
  clast_close(&sim);
  MPI_Finalize();
  return 0;
}
