/* SPDX-License-Identifier: MIT */
/* A host with MPI of its own, on 3 ranks: rank 0 opens none, the others a simulation on both of them
   and one for each; all three side by side. halves SCENARIO. Prints the digests, which are the same. */
#include "clast.h"
#include <stdio.h>

int main(int argc, char **argv)
{
  static const clast_option options[] = {{"run_end_time", "0.05"}};
  MPI_Comm                  both;
  clast                    *shared, *own;
  uint64_t                  a = 0, b = 0;
  int                       rank;

  (void)argc;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &both);
  if (rank > 0) {
    int failed = clast_open(both, argv[1], 1, options, &shared) != CLAST_OK ||
                 clast_open(MPI_COMM_SELF, argv[1], 1, options, &own) != CLAST_OK;

    /* in turns */
    for (int k = 0; k < 5 && !failed; k++)
      failed = clast_step(shared, 7) != CLAST_OK || clast_step(own, 3) != CLAST_OK;
    failed = failed || clast_run(shared, 1) != CLAST_FINISHED ||
             clast_run(own, 1) != CLAST_FINISHED || clast_digest(shared, &a) != CLAST_OK ||
             clast_digest(own, &b) != CLAST_OK;
    clast_close(&own);
    clast_close(&shared);
    printf("rank %d: failed %d, same %d: %016llx\n", rank, failed, a == b, (unsigned long long)a);
  }
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
