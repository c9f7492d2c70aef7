/* SPDX-License-Identifier: MIT */
/* Momenta given to reflecting faces. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->faces != NULL;
}

static void add_lo(const Measured *m, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_merge(&sums[k], &m->faces[k]);
}

static void add_hi(const Measured *m, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_merge(&sums[k], &m->faces[3 + k]);
}

const Total total_faces_lo = {
  .name    = "faces_lo",
  .unit    = "kg m/s",
  .text    = "in runs with reflecting faces: momentum that clumps have given to those at `domain: "
             "lo` since the first step, each along its axis; its change over a time is the mean "
             "force on the face",
  .vector  = true,
  .is_used = is_used,
  .add     = add_lo,
};

const Total total_faces_hi = {
  .name    = "faces_hi",
  .unit    = "kg m/s",
  .text    = "the same of those at `domain: hi`",
  .vector  = true,
  .is_used = is_used,
  .add     = add_hi,
};
