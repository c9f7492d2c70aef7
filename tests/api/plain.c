/* SPDX-License-Identifier: MIT */
/* A host that starts neither MPI nor PETSc: plain SCENARIO CHECKPOINT. Prints one line a fact. */
#include "clast.h"
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int  lines[4]; /* by level */
  char last[400];
} Heard;

static void hear(void *context, clast_level level, const char *line)
{
  Heard *heard = context;

  heard->lines[level]++;
  snprintf(heard->last, sizeof heard->last, "%s", line);
}

static const clast_option rest[] = {{"run_end_time", "0.05"}};

static double real_of(const clast_array *a, int64_t item, int component)
{
  double x;

  memcpy(&x, (const char *)a->data + item * a->stride + component * (int64_t)sizeof x, sizeof x);
  return x;
}

/* Every column of every table can be looked at; the masses and velocities are those of the energy. */
static void look(clast *sim)
{
  static const char *const tables[] = {"clumps", "totals"};
  clast_array              mass, v, total, none;
  const char              *name;
  double                   energy  = 0;
  int                      columns = 0, good = 0;

  for (int t = 0; t < 2; t++)
    for (int k = 0; (name = clast_column(sim, tables[t], k)); k++) {
      clast_array array;

      columns++;
      good += clast_view(sim, tables[t], name, &array) == CLAST_OK && array.n > 0 && array.data &&
              array.components > 0 && array.unit && array.stride > 0;
    }
  printf("columns %d, all there %d\n", columns > 30, columns == good);
  clast_view(sim, "clumps", "mass", &mass);
  clast_view(sim, "clumps", "velocity", &v);
  clast_view(sim, "totals", "kinetic_translational", &total);
  for (int64_t i = 0; i < v.n; i++)
    for (int c = 0; c < 3; c++)
      energy += 0.5 * real_of(&mass, i, 0) * real_of(&v, i, c) * real_of(&v, i, c);
  printf("rows %d, energy agrees %d\n", (int)v.n,
         fabs(energy - real_of(&total, 0, 0)) < 1e-13 * energy);
  printf("no column %d", clast_view(sim, "clumps", "colour", &none));
  printf(" told %d", strstr(clast_message(sim), "'colour'; there are: id template") != NULL);
  printf(" no table %d", clast_view(sim, "grains", "id", &none));
  printf(" told %d\n",
         strstr(clast_message(sim),
                "'grains'; there are: clumps pebbles contacts links walls totals") != NULL);
}

static void live(const char *scenario, const char *checkpoint)
{
  clast       *sim;
  uint64_t     digest, again;
  clast_status status = clast_open(MPI_COMM_SELF, scenario, 1, rest, &sim);

  printf("open %d steps %d\n", status, (int)clast_steps(sim));
  status = clast_step(sim, 10);
  printf("step %d steps %d\n", status, (int)clast_steps(sim));
  status = clast_run(sim, 0.02);
  printf("run %d reached %d by less than a step %d\n", status, clast_time(sim) >= 0.02,
         clast_time(sim) - clast_dt(sim) < 0.02);
  look(sim);
  status = clast_save(sim, checkpoint);
  printf("save %d\n", status);
  status = clast_save(sim, "/nowhere/x.h5");
  printf("save nowhere %d told %d\n", status, strstr(clast_message(sim), "/nowhere/x.h5") != NULL);
  printf("goes on %d\n", clast_state(sim));
  status = clast_run(sim, 1e9);
  printf("to the end %d %d\n", status, clast_step(sim, 1));
  printf("digest %d\n", clast_digest(sim, &digest));
  printf("close %d\n", clast_close(&sim));

  status = clast_restart(MPI_COMM_SELF, checkpoint, 0, NULL, &sim);
  printf("restart %d\n", status);
  printf("to the end %d\n", clast_run(sim, INFINITY));
  (void)clast_digest(sim, &again);
  printf("same bits %d\n", digest == again);
  printf("digest is %016llx\n", (unsigned long long)digest);
  clast_close(&sim);
  printf("closed %d\n", sim == NULL && clast_close(&sim) == CLAST_OK);
}

static void mistakes(const char *text)
{
  clast        *sim;
  clast_mistake one;
  clast_status  status = clast_open_text(MPI_COMM_SELF, text, 0, NULL, &sim);

  printf("mistakes %d: %d\n", status, clast_mistakes(sim));
  for (int k = 0; clast_mistake_of(sim, k, &one); k++)
    printf("mistake %s, line %d, %s: %s\n", one.file, one.line, one.key, one.text);
  printf("told of %d\n", strstr(clast_message(sim), "mistakes in the scenario:\n") != NULL);
  printf("no step %d time is none %d\n", clast_step(sim, 1), isnan(clast_time(sim)));
  clast_close(&sim);
}

int main(int argc, char **argv)
{
  static const char bad[] = "schema: 1\nrun: {end_time: -1, gravity: [0, 0, -9.81]}\n";
  Heard             heard = {.last = ""};
  int               flag;

  (void)argc;
  setlocale(LC_ALL, ""); /* of a user, whose decimal point may be a comma */
  signal(SIGTERM, SIG_IGN);
  signal(SIGPIPE, SIG_DFL);
  setenv("PETSC_OPTIONS", "-nonsense 1", 1);
  live(argv[1], argv[2]);
  mistakes(bad);
  clast_messages(hear, &heard, CLAST_LEVEL_INFO);
  live(argv[1], argv[2]);
  printf("heard of level info %d, of others %d\n", heard.lines[CLAST_LEVEL_INFO] > 5,
         heard.lines[CLAST_LEVEL_PROGRESS]);
  mistakes(bad);
  printf("heard an error %d\n", heard.lines[CLAST_LEVEL_ERROR] > 1);
  printf("the host's handler of signals stays %d %d\n", signal(SIGTERM, SIG_IGN) == SIG_IGN,
         signal(SIGPIPE, SIG_DFL) == SIG_DFL);
  printf("its environment stays %d\n", strcmp(getenv("PETSC_OPTIONS"), "-nonsense 1") == 0);
  MPI_Initialized(&flag);
  printf("MPI runs %d\n", flag);
  flag = -1;
  clast_api_version(NULL, NULL);
  clast_api_version(&flag, NULL);
  printf("version %d", flag == CLAST_API_MAJOR);
  clast_api_version(NULL, &flag);
  printf(" %d\n", flag == CLAST_API_MINOR);
  return 0;
}
