/* SPDX-License-Identifier: MIT */
/* craft FILE TARGET INDEX VALUE       one number of a checkpoint replaced, digests renewed
   craft FILE TARGET HOW OTHER         HOW link, external, virtual (data in the file OTHER) or
   chunks (compressed) */
#include "craft.h"

int main(int argc, char **argv)
{
  bool done;

  if (argc != 5) return 2;
  MPI_Init(&argc, &argv);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  done = argv[3][0] >= '0' && argv[3][0] <= '9'
           ? craft_number(argv[1], argv[2], strtoll(argv[3], NULL, 10), argv[4])
           : craft_storage(argv[1], argv[2], argv[3], argv[4]);
  MPI_Finalize();
  return done ? 0 : 1;
}
