/* SPDX-License-Identifier: MIT */
/* Sums and maxima of teams of consecutive ranks. */
#include "space/team.h"
#include "test.h"

enum { N = 3 };

static int64_t number(int rank, int k)
{
  return (int64_t)(rank + 1) * (k + 2) * (rank % 2 ? -1 : 1);
}

/* All teams of the ranks from `first` on with `count` ranks. */
static void teams_add_up(void)
{
  Parallel    par;
  PetscMPIInt tag;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(PetscCommGetNewTag(par.comm, &tag));
  for (int first = 0; first < par.size; first++)
    for (int count = 1; first + count <= par.size; count++) {
      const Team team = {&par, first, count, tag};
      int64_t    sum[N], most[N], before[N], all;

      CHECK_INT(team_has(&team, par.rank), par.rank >= first && par.rank < first + count);
      if (!team_has(&team, par.rank)) continue;
      for (int k = 0; k < N; k++) sum[k] = most[k] = number(par.rank, k);
      CALL(team_sum(&team, sum, N, before));
      CALL(team_max(&team, most, N));
      for (int k = 0; k < N; k++) {
        int64_t largest = INT64_MIN;

        all = 0;
        for (int r = first; r < first + count; r++) {
          if (r == par.rank) CHECK_INT(before[k], all);
          all += number(r, k);
          largest = max_int(largest, number(r, k));
        }
        CHECK_INT(sum[k], all);
        CHECK_INT(most[k], largest);
      }
    }
  CALL(parallel_destroy(&par));
  test_end("any team of ranks has its sums, the sums of ranks before each, and maxima");
}

static void sums_alone_are_enough(void)
{
  Parallel    par;
  PetscMPIInt tag;
  int64_t     one = 1;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(PetscCommGetNewTag(par.comm, &tag));
  CALL(team_sum(&(Team){&par, 0, par.size, tag}, &one, 1, NULL));
  CHECK_INT(one, par.size);
  CALL(parallel_destroy(&par));
  test_end("ones on all ranks of a team add up to their number");
}

TESTS(.ranks = {1, 2, 3, 5, 8})
{
  teams_add_up();
  sums_alone_are_enough();
}
