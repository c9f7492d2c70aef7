/* SPDX-License-Identifier: MIT */
#include "space/team.h"

enum { BITS = 31 };

typedef struct {
  const Team *team;
  bool        sums;
  int         n;
  int64_t    *values;
  int64_t    *message; /* [2 n]: all sums, and those of the ranks before */
  int64_t *part[BITS]; /* [n] before the child at each bit: sums of the ranks from this one to it */
} Fold;

static void combine(const Fold *f, int64_t *to, const int64_t *from)
{
  for (int k = 0; k < f->n; k++)
    to[k] = f->sums ? (int64_t)((uint64_t)to[k] + (uint64_t)from[k]) : max_int(to[k], from[k]);
}

static PetscErrorCode send(const Fold *f, int to, const int64_t *numbers, int n)
{
  PetscFunctionBeginUser;
  PetscCallMPI(
    MPI_Send(numbers, n, MPI_INT64_T, f->team->first + to, f->team->tag, f->team->par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode receive(const Fold *f, int from, int64_t *numbers, int n)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Recv(numbers, n, MPI_INT64_T, f->team->first + from, f->team->tag,
                        f->team->par->comm, MPI_STATUS_IGNORE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The rank with place `me` in the team has the sums of me .. me + b - 1 after the child at each bit
   b below its lowest bit; it sends them to the rank with this bit cleared, and gets all sums back. */
static PetscErrorCode fold(Fold *f, int64_t *before)
{
  const int me = f->team->par->rank - f->team->first, n = f->n;
  const int size = before ? 2 * n : n; /* of messages back */
  int       bit  = 0;

  PetscFunctionBeginUser;
  for (; (int64_t)1 << bit < f->team->count && !(me >> bit & 1); bit++) {
    if (f->part[bit]) memcpy(f->part[bit], f->values, (size_t)n * sizeof *f->values);
    if (me + (1 << bit) >= f->team->count) continue;
    PetscCall(receive(f, me + (1 << bit), f->message, n));
    combine(f, f->values, f->message);
  }
  for (int k = 0; k < n && before; k++) before[k] = 0;
  if (me > 0) {
    PetscCall(send(f, me - (1 << bit), f->values, n));
    PetscCall(receive(f, me - (1 << bit), f->message, size));
    memcpy(f->values, f->message, (size_t)n * sizeof *f->values);
    if (before) memcpy(before, f->message + n, (size_t)n * sizeof *before);
  }
  memcpy(f->message, f->values, (size_t)n * sizeof *f->values);
  while (bit-- > 0) {
    if (me + (1 << bit) >= f->team->count) continue;
    if (before) {
      memcpy(f->message + n, before, (size_t)n * sizeof *before);
      combine(f, f->message + n, f->part[bit]);
    }
    PetscCall(send(f, me + (1 << bit), f->message, size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode reduce(const Team *team, bool sums, int64_t *values, int n, int64_t *before)
{
  Fold     f = {.team = team, .sums = sums, .n = n, .values = values};
  int64_t *room;

  PetscFunctionBeginUser;
  array_scratch(&room, sizeof *room, (size_t)n * (before ? 2 + BITS : 1));
  f.message = room;
  for (int k = 0; k < BITS && before; k++) f.part[k] = room + (size_t)n * (size_t)(2 + k);
  PetscCall(fold(&f, before));
  array_free(&room);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode team_sum(const Team *team, int64_t *values, int n, int64_t *before)
{
  return reduce(team, true, values, n, before);
}

PetscErrorCode team_max(const Team *team, int64_t *values, int n)
{
  return reduce(team, false, values, n, NULL);
}
