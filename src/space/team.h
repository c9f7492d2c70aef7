/* SPDX-License-Identifier: MIT */
/* Sums and maxima of some consecutive ranks, along a binomial tree of messages: no communicator is
   made, and ranks that are not in the team do not take part. */
#ifndef SPACE_TEAM_H
#define SPACE_TEAM_H

#include "base/parallel.h"

typedef struct {
  const Parallel *par;
  int             first, count; /* ranks */
  PetscMPIInt     tag;          /* of its messages: from PetscCommGetNewTag */
} Team;

static inline bool team_has(const Team *team, int rank)
{
  return rank >= team->first && rank < team->first + team->count;
}

/* Sums modulo 2^64, or maxima, of n numbers over the team, in place, on each of its ranks. before [n]: the
   sums over the ranks of the team before this one; NULL: not asked for. A rank sends and receives
   at most 2 log2(count) messages. All ranks of the team must call this. */
PetscErrorCode team_sum(const Team *team, int64_t *values, int n, int64_t *before);
PetscErrorCode team_max(const Team *team, int64_t *values, int n);

#endif
