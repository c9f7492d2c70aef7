/* SPDX-License-Identifier: MIT */
/* The smallest host: minimal SCENARIO. */
#include "clast.h"
#include <stdio.h>

int main(int argc, char **argv)
{
  clast       *sim;
  clast_status status;

  if (argc < 2) return 2;
  status = clast_open(MPI_COMM_SELF, argv[1], 0, NULL, &sim);
  if (status == CLAST_OK) status = clast_run(sim, 1e9);
  if (status == CLAST_FINISHED) printf("ended %d at %g\n", status, clast_time(sim));
  else fputs(clast_message(sim), stderr);
  return clast_close(&sim) != CLAST_OK || status != CLAST_FINISHED;
}
