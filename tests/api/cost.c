/* SPDX-License-Identifier: MIT */
/* A host whose instructions valgrind counts: cost LIST runs the simulations of a list in one
   process, as a start takes valgrind longer than the steps. A line of it:
   CASE WHAT SCENARIO STEPS [NAME VALUE]..., with WHAT it does in each step. none; call: a callback
   with three columns; look: at positions; speed: at velocities; push: one clump in a hundred. Each
   has a profile of its own, .1, .2, ..., and a line that is printed: CASE, pebble-steps. */
#include "clast.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

/* The drag of a fluid at rest, and a spring along x. */
static int drag(void *context, clast_bodies *b)
{
  const double rate = *(const double *)context; /* 1/s */

  for (int64_t i = 0; i < b->n; i++) {
    const double slow = -rate * b->mass[i];

    b->force[i][0] = slow * (b->velocity[i][0] + b->position[i][0]);
    b->force[i][1] = slow * b->velocity[i][1];
    b->force[i][2] = slow * b->velocity[i][2];
  }
  return 0;
}

/* Push every hundredth clump, others in each step. */
static clast_status push(clast *sim)
{
  static int64_t     id[100000];
  static double      force[100000][3];
  clast_array        ids;
  int64_t            n      = 0;
  const clast_status status = clast_view(sim, "clumps", "id", &ids);

  for (int64_t k = clast_steps(sim) % 100; k < ids.n && n < 100000; k += 100) {
    memcpy(&id[n], (const char *)ids.data + k * ids.stride, sizeof id[n]);
    force[n++][0] = 1e-3;
  }
  return status ? status : clast_push(sim, n, id, (const double(*)[3])force, NULL);
}

static clast_status act(clast *sim, const char *what)
{
  clast_array seen;

  if (!strcmp(what, "look")) return clast_view(sim, "clumps", "position", &seen);
  if (!strcmp(what, "speed")) return clast_view(sim, "clumps", "velocity", &seen);
  return strcmp(what, "push") ? CLAST_OK : push(sim);
}

/* One line of the list, whose words are cut apart. */
static clast_status run(char *line)
{
  const char  *word[50];
  clast_option option[23];
  clast_array  radius;
  double       rate = 1e-3;
  clast       *sim;
  clast_status status;
  int          n = 0, number;

  for (char *next = strtok(line, " \n"); next && n < 50; next = strtok(NULL, " \n"))
    word[n++] = next;
  if (n < 4) return CLAST_MISTAKES;
  for (int k = 4; k + 1 < n; k += 2) option[k / 2 - 2] = (clast_option){word[k], word[k + 1]};
  status = clast_open(MPI_COMM_WORLD, word[2], (n - 4) / 2, option, &sim);
  if (status == CLAST_OK && !strcmp(word[1], "call"))
    status =
      clast_force_add(sim, drag, &rate, CLAST_POSITION | CLAST_VELOCITY | CLAST_MASS, &number);
  if (status == CLAST_OK && !strcmp(word[1], "none")) status = clast_step(sim, atoi(word[3]));
  else
    for (int k = 0; k < atoi(word[3]) && status == CLAST_OK; k++) {
      status = clast_step(sim, 1);
      if (status == CLAST_OK) status = act(sim, word[1]);
    }
  CALLGRIND_DUMP_STATS;
  if (status > CLAST_EARLY) fputs(clast_message(sim), stderr);
  else if (clast_view(sim, "pebbles", "radius", &radius) == CLAST_OK)
    printf("%s %" PRId64 "\n", word[0], clast_steps(sim) * radius.n);
  clast_close(&sim);
  return status;
}

int main(int argc, char **argv)
{
  clast_status status = CLAST_OK;
  char         line[1000];
  FILE        *list = argc > 1 ? fopen(argv[1], "r") : NULL;

  MPI_Init(&argc, &argv);
  while (list && status <= CLAST_EARLY && fgets(line, sizeof line, list)) status = run(line);
  if (list) fclose(list);
  MPI_Finalize();
  return !list || status > CLAST_EARLY;
}
