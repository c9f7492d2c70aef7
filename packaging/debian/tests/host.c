/* SPDX-License-Identifier: MIT */
/* A program that runs a scenario by the library, on all ranks: host SCENARIO. */
#include <clast.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  clast       *sim;
  clast_status status;
  int          rank;

  if (argc < 2) return 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  status = clast_open(MPI_COMM_WORLD, argv[1], 0, NULL, &sim);
  if (status == CLAST_OK) status = clast_run(sim, 1e9);
  if (status != CLAST_FINISHED) fputs(clast_message(sim), stderr);
  else if (rank == 0) printf("ended at %.1f\n", clast_time(sim));
  clast_close(&sim);
  MPI_Finalize();
  return status != CLAST_FINISHED;
}
