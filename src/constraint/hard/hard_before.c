/* SPDX-License-Identifier: MIT */
/* The state before the sweeps of hard contacts. */
#include "constraint/hard/hard.h"
#include "constraint/reaction.h"

static void sums_of(const ConstraintWork *work, Sum *to[4])
{
  to[0] = work->taken;
  to[1] = work->supplied;
  to[2] = work->walls;
  to[3] = work->groups;
}

PetscErrorCode hard_note(Hard *h, const ConstraintScene *s, const MotionReport *report,
                         const ConstraintWork *work)
{
  const Clumps *c  = s->clumps;
  HardBefore   *to = &h->before;
  Sum          *sums[4];

  PetscFunctionBeginUser;
  to->n       = c->n_owned;
  to->n_tiles = (c->n_owned + CLUMPS_TILE - 1) / CLUMPS_TILE;
  to->report  = *report;
  PetscCall(array_reserve(&to->row, sizeof *to->row, to->n, &to->capacity));
  PetscCall(array_reserve(&to->tile, sizeof *to->tile, to->n_tiles, &to->tiles_capacity));
  for (PetscInt a = 0; a < to->n; a++)
    to->row[a] = (HardRow){c->pose[a], c->motion[a], c->w[a], c->blocked[a]};
  for (PetscInt k = 0; k < to->n_tiles; k++) to->tile[k] = c->tile[k];
  sums_of(work, sums);
  for (int k = 0; k < 4; k++) to->work[k] = *sums[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

void hard_return(const Hard *h, const ConstraintScene *s, MotionReport *report,
                 const ConstraintWork *work)
{
  const HardBefore *from = &h->before;
  Clumps           *c    = s->clumps;
  Sum              *sums[4];

  for (PetscInt a = 0; a < from->n; a++) {
    c->pose[a]    = from->row[a].pose;
    c->motion[a]  = from->row[a].motion;
    c->w[a]       = from->row[a].w;
    c->blocked[a] = from->row[a].blocked;
  }
  for (PetscInt k = 0; k < from->n_tiles; k++) c->tile[k] = from->tile[k];
  sums_of(work, sums);
  for (int k = 0; k < 4; k++) *sums[k] = from->work[k];
  *report = from->report;
  driven_clear(s->driven);
  reactions_clear(c);
}
