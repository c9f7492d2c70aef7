/* SPDX-License-Identifier: MIT */
/* A host that knows no type of MPI: handles SCENARIO CHECKPOINT. Prints one line a fact, of rank 0 of
   all. */
#include "clast.h"
#include <stdio.h>

static const char text[] = "schema: 1\nrun: {end_time: -1}\n";

int main(int argc, char **argv)
{
  static const clast_option end[] = {{"run_end_time", "0.01"}};
  clast                    *all, *one, *none;
  uint64_t                  a = 0, b = 0;
  int                       rank, size, status[4];

  if (argc < 3) return 2;
  status[0] = clast_open_any(CLAST_ALL_RANKS, CLAST_FROM_FILE, argv[1], 1, end, &all);
  rank      = clast_rank(all);
  size      = clast_ranks(all);
  status[1] = clast_open_any(CLAST_THIS_RANK, CLAST_FROM_FILE, argv[1], 1, end, &one);
  status[2] = clast_open_any(CLAST_THIS_RANK, CLAST_FROM_TEXT, text, 0, NULL, &none);
  if (rank == 0) printf("open %d, alone %d, mistakes %d\n", status[0], status[1], status[2]);
  if (rank == 0) printf("of %d, alone %d of %d\n", size, clast_rank(one), clast_ranks(one));
  if (rank == 0) printf("none %d of %d\n", clast_rank(none), clast_ranks(none));
  clast_close(&none);
  status[0] = clast_run(all, 1);
  status[1] = clast_run(one, 1);
  clast_digest(all, &a);
  clast_digest(one, &b);
  if (rank == 0) printf("run %d, alone %d, same %d\n", status[0], status[1], a == b);
  clast_save(all, argv[2]);
  clast_close(&one);
  /* the communicator of all, by its handle */
  status[3] = clast_open_any((int)MPI_Comm_c2f(MPI_COMM_WORLD), CLAST_FROM_CHECKPOINT, argv[2], 0,
                             NULL, &one);
  clast_digest(one, &b);
  if (rank == 0) printf("from the checkpoint %d, same %d\n", status[3], a == b);
  clast_close(&one);
  status[3] = clast_open_any(CLAST_THIS_RANK, 7, argv[1], 0, NULL, &none);
  if (rank == 0) printf("from nothing %d: %s", status[3], clast_message(none));
  clast_close(&none);
  clast_close(&all);
  return 0;
}
