/* SPDX-License-Identifier: MIT */
/* Every number of a checkpoint, of the first and last rows of its tables, replaced by wild ones
   with valid digests: refused, stopped by physics, or gone on with; never a crash or a hang. */
#include "crafted_sim.h"

static void every_number_ends(void)
{
  int ends[4] = {0};

  test_note("%d numbers tried", crafted_walk(1, ends));
  test_note("%d refused, %d stopped by physics, %d went on", ends[2], ends[3], ends[0]);
  CHECK(ends[2] > 0 && ends[0] > 0);
  test_end("every number in the file, replaced by wild ones, ends");
}

TESTS(.ranks = {1, 3}, .limit = 1800)
{
  crafted_begin();
  every_number_ends();
  test_folder_remove();
}
