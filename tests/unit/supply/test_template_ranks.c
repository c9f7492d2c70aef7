/* SPDX-License-Identifier: MIT */
/* The ranks of a node divide the templates among them: each takes part, and templates, groups and
   mistakes are the same, to the bit, on any number of ranks. */
#define _POSIX_C_SOURCE 200809L

#include "template_scenario.h"

enum { SMALL = 150, LONG = 1500 }; /* listed templates; pebbles of a long file */

static Parallel self;
static int      n_sent; /* messages to single ranks */

#undef MPI_Send /* PETSc counts them by a macro of the name */

int MPI_Send(const void *from, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  n_sent++;
  return PMPI_Send(from, n, type, to, tag, comm);
}

/* A heap of pebbles without order that overlap, in two groups of its own. */
static void file_of_pebbles(const char *name, const char *group, int n)
{
  const size_t room = 64 + 128 * (size_t)n;
  char        *text = calloc(1, room);
  size_t       used = (size_t)snprintf(text, room, "x,y,z,r,material,group\n");

  for (int k = 0; k < n; k++)
    used += (size_t)snprintf(text + used, room - used, "%.17g,%d,%.17g,%.17g,%s,%s%d\n",
                             1.5 * (k % 37) + 0.3 * sin(k), k / 37 % 37, 1.5 * (k / 1369),
                             1 + 0.1 * cos(k), k % 3 ? "glass" : "steel", group, k % 2);
  file_write_bytes(&files, name, text, used);
  free(text);
}

/* The scenario: templates of each kind, more than are found at once. */
static char *scenario(const char *wrong)
{
  enum { ROOM = 1 << 16 };
  char  *yaml = calloc(1, ROOM);
  size_t n    = (size_t)snprintf(
       yaml, ROOM,
       MATERIALS "template:\n"
                    "  - first: {material: glass, file: first.csv, pebble_group: [mine]}\n"
                    "  - long: {material: glass, file: long.csv, mass_properties: sum, scale: 0.1}\n"
                    "  - whole: {material: steel, form: pharma_capsule}\n"
                    "%s",
       wrong);

  for (int k = 0; k < SMALL; k++)
    n += (size_t)snprintf(yaml + n, ROOM - n,
                          "  - t%d: {material: glass, pebbles: [0, 0, 0, %g, 0.7, 0.1, %g, 1], "
                          "pebble_group: [g%d]}\n",
                          k, 0.5 + 0.003 * k, 0.002 * k, k % 5);
  snprintf(yaml + n, ROOM - n, "  - last: {material: glass, file: last.csv, scale: 3}\n");
  return yaml;
}

static Scenario read_by(const Parallel *on, const char *yaml)
{
  Scenario s    = {.warnings = warnings_on(on),
                   .options  = options_of_text(on, kinds, yaml, "scenario")};
  Said     said = said_begin();

  materials_read(s.options, &s.materials);
  CALL(templates_read(on, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  free(said_end(&said));
  return s;
}

static void check_same(const Template *t, const Template *u)
{
  const size_t n = (size_t)t->n;

  CHECK_TEXT(t->name, u->name);
  CHECK_INT(t->n, u->n);
  CHECK(memcmp(&t->mass, &u->mass, sizeof t->mass) == 0);
  CHECK(memcmp(&t->density, &u->density, sizeof t->density) == 0);
  if (t->n != u->n) return;
  CHECK(memcmp(t->offset, u->offset, n * sizeof *t->offset) == 0);
  CHECK(memcmp(t->radius, u->radius, n * sizeof *t->radius) == 0);
  CHECK(memcmp(t->material, u->material, n * sizeof *t->material) == 0);
  CHECK(memcmp(t->group, u->group, n * sizeof *t->group) == 0);
}

static void templates_are_divided(void)
{
  char    *yaml = scenario("");
  Scenario all, alone;

  CHECK(chdir(files.folder) == 0);
  n_sent = 0;
  all    = read_by(&par, yaml);
  CHECK(par.size == 1 ? n_sent == 0 : n_sent > 0);
  n_sent = 0;
  alone  = read_by(&self, yaml);
  CHECK_INT(n_sent, 0);
  mistakes_check("on all ranks", all.options, 0, NULL);
  CHECK_INT(all.templates.n, SMALL + 4);
  CHECK_INT(all.templates.n, alone.templates.n);
  for (int t = 0; t < all.templates.n && t < alone.templates.n; t++)
    check_same(&all.templates.list[t], &alone.templates.list[t]);
  CHECK(memcmp(&all.groups, &alone.groups, sizeof all.groups) == 0);
  CHECK_INT(all.warnings.n, alone.warnings.n);
  end(&all);
  end(&alone);
  free(yaml);
  test_end(
    "each rank finds some templates, which are the same, to the bit, as one rank alone finds");
}

static void one_is_not_passed(void)
{
  Scenario s;

  n_sent = 0;
  s      = read_by(&par, MATERIALS "template:\n  - first: {material: glass, file: first.csv}\n");
  CHECK_INT(n_sent, 0);
  CHECK_INT(s.templates.n, 1);
  end(&s);
  test_end("a template alone is found by rank 0, with no message");
}

static void mistakes_are_the_same(void)
{
  char    *yaml = scenario("  - gap: {material: glass, file: gap.csv}\n"
                              "  - none: {material: glass, file: none.csv}\n"
                              "  - thin: {material: glass, pebbles: [0, 0, 0, -1]}\n");
  Scenario all  = read_by(&par, yaml), alone;
  int      n    = 0, n_alone;
  char    *said = options_said(all.options, &n), *said_alone;

  alone      = read_by(&self, yaml);
  said_alone = options_said(alone.options, &n_alone);
  CHECK(n >= 3);
  CHECK_INT(n, n_alone);
  if (par.rank == 0) CHECK_TEXT(said, said_alone);
  if (par.rank == 0) CHECK(strstr(said, "line 3") != NULL && strstr(said, "none.csv") != NULL);
  CHECK_INT(all.templates.n, alone.templates.n);
  end(&all);
  end(&alone);
  free(said);
  free(said_alone);
  free(yaml);
  test_end("mistakes of templates on any rank are said as one rank alone says them");
}

TESTS(.ranks = {1, 2, 3})
{
  static const char *const mine[] = {"first.csv", "long.csv", "last.csv", "gap.csv"};

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_of_pebbles("first.csv", "a", 40);
  file_of_pebbles("long.csv", "b", LONG);
  file_of_pebbles("last.csv", "c", 40);
  file_write(&files, "gap.csv", "x,y,z,r\n0,0,0,1\n0,0,x,1\n");
  templates_are_divided();
  one_is_not_passed();
  mistakes_are_the_same();
  CHECK(chdir("/") == 0);
  for (int k = 0; k < 4; k++) file_remove(&files, mine[k]);
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
