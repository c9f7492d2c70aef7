/* SPDX-License-Identifier: MIT */
/* A host whose instructions are counted: cost WHAT SCENARIO STEPS [NAME VALUE]... runs STEPS steps, in
   each of which it does one thing. none; call: a callback with three columns; look: at positions;
   speed: at velocities; push: one clump in a hundred. */
#include "clast.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(int argc, char **argv)
{
  clast_option option[20];
  double       rate = 1e-3;
  clast       *sim;
  clast_status status;
  uint64_t     digest;
  int          n = 0, number;

  MPI_Init(&argc, &argv);
  for (int k = 4; k + 1 < argc && n < 20; k += 2)
    option[n++] = (clast_option){argv[k], argv[k + 1]};
  status = clast_open(MPI_COMM_WORLD, argv[2], n, option, &sim);
  if (status == CLAST_OK && !strcmp(argv[1], "call"))
    status =
      clast_force_add(sim, drag, &rate, CLAST_POSITION | CLAST_VELOCITY | CLAST_MASS, &number);
  for (int k = 0; k < atoi(argv[3]) && status == CLAST_OK; k++) {
    status = clast_step(sim, 1);
    if (status == CLAST_OK) status = act(sim, argv[1]);
  }
  if (status > CLAST_EARLY) fputs(clast_message(sim), stderr);
  else if (clast_digest(sim, &digest) == CLAST_OK)
    printf("steps %d, digest %016" PRIx64 "\n", (int)clast_steps(sim), digest);
  clast_close(&sim);
  MPI_Finalize();
  return status > CLAST_EARLY;
}
