/* SPDX-License-Identifier: MIT */
/* Which clumps a step has moved and which pebbles it has placed (step.h). This file alone writes
   Step.placed and Step.moved_below. */
#include "run/step/step.h"

/* ---- clumps and blocks ---- */

/* Start the step of the owned rows from .. to - 1 in tiles that are sent to other ranks, or in the
   others. */
static void move_tiles(Sim *sim, Step *s, PetscInt from, PetscInt to, bool sent)
{
  PetscInt tile = from / CLUMPS_TILE;

  while (tile * CLUMPS_TILE < to) {
    const PetscInt first = tile;

    if (sim->lists.sent[tile++] != sent) continue;
    while (tile * CLUMPS_TILE < to && sim->lists.sent[tile] == sent) tile++;
    motion_start(sim->matter.clumps, &s->motion, first * CLUMPS_TILE,
                 (PetscInt)min_int(tile * CLUMPS_TILE, to), sim->loads, &s->report);
  }
}

/* Start the step of the owned rows below `row` that are not sent and not yet moved, in whole
   tiles. */
static void move_below(Sim *sim, Step *s, PetscInt row)
{
  const PetscInt to = (PetscInt)min_int((row + CLUMPS_TILE - 1) / CLUMPS_TILE * CLUMPS_TILE,
                                        sim->matter.clumps->n_owned);

  if (to <= s->moved_below) return;
  stage(&sim->stages, STAGE_MOTION);
  move_tiles(sim, s, s->moved_below, to, false);
  s->moved_below = to;
}

/* Move the clumps of a block and place its pebbles. */
static void place_block(Sim *sim, Step *s, int b)
{
  const Block block = sim->pairs->block[b];

  move_below(sim, s, sim->matter.pebbles->clump[block.to - 1] + 1);
  if (s->motion.pebbles && block.from < sim->matter.clumps->n_owned)
    return; /* placed with the clumps */
  stage(&sim->stages, STAGE_PLACE);
  pebbles_place(sim->matter.pebbles, sim->matter.clumps, block.from, block.to,
                sim->space.domain.magic); /* by which places are rounded to their grid */
}

/* Place, or evaluate, or both, block by block. */
static void sweep(Sim *sim, Step *s, Blocks which, bool place, bool evaluate)
{
  const Pairs *pairs  = sim->pairs;
  const int    ends[] = {0, pairs->n_early, pairs->n_blocks - pairs->n_late, pairs->n_blocks};

  for (int b = ends[which]; b < ends[which + 1]; b++) {
    if (place) place_block(sim, s, b);
    if (evaluate) step_evaluate_block(sim, s, b);
  }
}

bool step_places_at_once(const Sim *sim, StepPlan plan)
{
  const Constraints *c = &sim->constraints;

  return plan == PLAN_REFRESH && sim->matter.pebbles->lone &&
         sim->matter.pebbles->n == sim->matter.clumps->n &&
         (c->central || !constraints_hold(c, &sim->links));
}

/* ---- poses of copies ---- */

bool step_pairs_alone(const Sim *sim)
{
  return sim->interactions->given == 0 && !links_are_used(&sim->links) && sim->deforms.n == 0 &&
         !constraints_hold(&sim->constraints, &sim->links) && !sim->constraints.hard &&
         sim->walls.n_carried == 0 && sim->matter.clumps->n_renewed == 0 && sim->loads->n_more == 0;
}

PetscErrorCode step_move_and_send(Sim *sim, Step *s)
{
  const PetscInt n = sim->matter.clumps->n_owned;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  s->placed      = PLACED_SENT;
  s->moved_below = s->corrected ? n : 0;
  if (!s->corrected) move_tiles(sim, s, 0, n, true);
  /* clumps that carry surfaces are in tiles that are sent */
  if (sim->par.size == 1) walls_carry(&sim->walls, sim->matter.clumps);
  stage(&sim->stages, STAGE_REFRESH);
  PetscCall(halo_refresh_begin(sim->space.halo, sim->matter.clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode receive_poses(Sim *sim)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_REFRESH);
  if (step_pairs_alone(sim))
    PetscCall(halo_refresh_chosen(sim->space.halo, &sim->space.domain, sim->matter.clumps));
  else PetscCall(halo_refresh_end(sim->space.halo, &sim->space.domain, sim->matter.clumps));
  if (sim->par.size > 1) walls_carry(&sim->walls, sim->matter.clumps);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- how far all is placed ---- */

/* Go on until `to`. evaluate: each early block, and each block with copies, is evaluated as soon as
   it is placed; late blocks are evaluated later, while loads are sent. */
static PetscErrorCode advance(Sim *sim, Step *s, Placed to, bool evaluate)
{
  PetscFunctionBeginUser;
  for (; s->placed < to; s->placed++) {
    switch (s->placed) {
    case PLACED_SENT: sweep(sim, s, EARLY, true, evaluate); break;
    case PLACED_EARLY: /* pebbles of copies may touch any pebble of the late blocks */
      sweep(sim, s, LATE, true, false);
      move_below(sim, s, sim->matter.clumps->n_owned); /* clumps without a pebble here, too */
      break;
    case PLACED_OWN: PetscCall(receive_poses(sim)); break;
    case PLACED_RECEIVED: sweep(sim, s, COPIES, true, evaluate); break;
    case PLACED_ALL: break;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_place(Sim *sim, Step *s, Placed to)
{
  return advance(sim, s, to, false);
}

Placed step_placed_before_blocks(const Sim *sim)
{
  if (sim->interactions->has_passes || sim->deforms.n > 0) return PLACED_ALL;
  return sim->walls.n_carried > 0 && sim->par.size > 1 ? PLACED_RECEIVED : PLACED_SENT;
}

PetscErrorCode step_evaluate_blocks(Sim *sim, Step *s, Blocks which)
{
  static const Placed with[] = {[EARLY] = PLACED_EARLY, [COPIES] = PLACED_ALL, [LATE] = PLACED_OWN};

  if (which != LATE && s->placed < with[which]) return advance(sim, s, with[which], true);
  PetscCheck(s->placed >= with[which], PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "late blocks are evaluated before they are placed");
  sweep(sim, s, which, false, true);
  return PETSC_SUCCESS;
}
