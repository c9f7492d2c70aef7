/* SPDX-License-Identifier: MIT */
/* A host that does what the program does: program SCENARIO KEY VALUE .... Its status is 0 for a whole
   run, else the outcome. */
#include "clast.h"
#include <math.h>

int main(int argc, char **argv)
{
  clast_option options[10];
  clast       *sim;
  clast_status status;
  int          n = 0;

  if (argc < 2) return 2;
  for (; n < 10 && 2 * n + 3 < argc; n++)
    options[n] = (clast_option){argv[2 * n + 2], argv[2 * n + 3]};
  clast_messages(clast_print, NULL, CLAST_LEVEL_INFO);
  status = clast_open_any(CLAST_ALL_RANKS, CLAST_FROM_FILE, argv[1], n, options, &sim);
  if (status == CLAST_OK) status = clast_write_files(sim);
  if (status == CLAST_OK) status = clast_run(sim, INFINITY);
  if (status == CLAST_FINISHED && clast_write_files(sim) != CLAST_FINISHED) status = CLAST_BROKEN;
  if (clast_close(&sim) != CLAST_OK) return 9;
  return status == CLAST_FINISHED ? 0 : (int)status;
}
