/* SPDX-License-Identifier: MIT */
/* Loads in a step, up to the agreement of all ranks (step.h). */
#include "constraint/hard/hard.h"
#include "contact/member_loads.h"
#include "contact/solid/solids.h"
#include "contact/term_work.h"
#include "interaction/sph/mirror_list.h"
#include "interaction/sph/phases.h"
#include "run/lists/carried.h"
#include "run/step/step.h"

/* Move the clumps of a block and place its pebbles. */
static void place_block(Sim *sim, Step *s, int b)
{
  const Block block = sim->pairs->block[b];

  step_move_below(sim, s, sim->pebbles->clump[block.to - 1] + 1);
  if (s->motion.pebbles && block.from < sim->clumps->n_owned) return; /* placed with the clumps */
  stage(&sim->stages, STAGE_PLACE);
  pebbles_place(sim->pebbles, sim->clumps, block.from, block.to, sim->domain.magic);
}

PetscErrorCode step_clear_loads(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONTACT);
  if (s->placed == PLACED_NONE) loads_clear_rows(sim->loads, sim->clumps->n_owned, sim->clumps->n);
  else PetscCall(loads_clear(sim->loads, sim->clumps->n));
  PetscCall(contacts_begin(sim->contacts, &sim->report));
  PetscCall(hard_tell(sim->constraints.hard, &sim->walls, sim->settings.overlap_limit,
                      sim->contacts, &sim->report));
  if (sim->contacts->by_member) PetscCall(member_loads_begin(sim->contacts, sim->pebbles->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_evaluate_blocks(Sim *sim, Step *s, Blocks which)
{
  const Pairs *pairs  = sim->pairs;
  const int    ends[] = {0, pairs->n_early, pairs->n_blocks - pairs->n_late, pairs->n_blocks};
  const bool   place =
    (which == EARLY && s->placed < PLACED_OWN) || (which == COPIES && s->placed < PLACED_ALL);

  PetscFunctionBeginUser;
  for (int b = ends[which]; b < ends[which + 1]; b++) {
    if (place) place_block(sim, s, b);
    stage(&sim->stages, STAGE_CONTACT);
    PetscCall(contacts_apply(sim->contacts, &s->scene, b, sim->loads, &sim->report));
    if (sim->interactions->n_sets == 0) continue;
    stage(&sim->stages, STAGE_INTERACTION);
    PetscCall(interactions_pull(sim->interactions, &s->far, b, sim->loads, &sim->report,
                                term_work_sum(sim->contacts, WORK_INTERACTIONS)));
  }
  if (which == COPIES) s->placed = PLACED_ALL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_evaluate_links(Sim *sim, const Step *s)
{
  const ContactSink sink = {.kind = SINK_LOADS, .loads = sim->loads, .report = &sim->report};

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONTACT);
  PetscCall(solids_evaluate(sim->contacts, &s->scene, &sink));
  PetscCall(links_apply(&sim->links, &s->scene, &sim->templates, sim->loads,
                        term_work_sum(sim->contacts, WORK_LINKS), &sim->report));
  if (sim->deforms.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  deforms_apply(&sim->deforms, &s->far, sim->loads, &sim->report,
                term_work_sum(sim->contacts, WORK_DEFORMABLE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void step_place_late(Sim *sim, Step *s)
{
  const Pairs *pairs = sim->pairs;

  if (s->placed >= PLACED_OWN) return;
  for (int b = pairs->n_blocks - pairs->n_late; b < pairs->n_blocks; b++) place_block(sim, s, b);
  step_move_below(sim, s, sim->clumps->n_owned);
  s->placed = PLACED_OWN;
}

PetscErrorCode step_place_first(Sim *sim, Step *s)
{
  const Pairs *pairs  = sim->pairs;
  const bool   phased = sim->interactions->phased || sim->deforms.n > 0;

  PetscFunctionBeginUser;
  if ((sim->walls.n_carried == 0 && !phased) || s->placed == PLACED_ALL)
    PetscFunctionReturn(PETSC_SUCCESS);
  /* clumps that carry surfaces are in tiles that are sent, which have been moved */
  if (sim->par.size == 1 && !phased) {
    carried_place(sim);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int b = 0; b < pairs->n_early; b++) place_block(sim, s, b);
  step_place_late(sim, s);
  PetscCall(step_receive_poses(sim, s));
  if (!phased) PetscFunctionReturn(PETSC_SUCCESS);
  for (int b = pairs->n_early; b < pairs->n_blocks - pairs->n_late; b++) place_block(sim, s, b);
  s->placed = PLACED_ALL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_find_phases(Sim *sim, const Step *s)
{
  MirrorLoads walls = {sim->loads, sim->contacts, &sim->report};

  PetscFunctionBeginUser;
  if (!sim->interactions->phased && sim->deforms.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  PetscCall(phases_find(sim->interactions, &s->far, &sim->par, sim->halo, &sim->report));
  PetscCall(mirrors_press(sim->interactions, &s->far, &walls));
  if (sim->deforms.n > 0) PetscCall(deforms_sum(&sim->deforms, &s->far, sim->halo, &sim->report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_evaluate_late(Sim *sim, Step *s, bool before)
{
  PetscFunctionBeginUser;
  if (before == (sim->walls.n_carried > 0 && sim->par.size > 1))
    PetscCall(step_evaluate_blocks(sim, s, LATE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_act_on_bodies(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  if (sim->interactions->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  PetscCall(interactions_act(sim->interactions, &s->far, sim->loads, &sim->report,
                             term_work_sum(sim->contacts, WORK_INTERACTIONS)));
  PetscCall(interactions_attract(sim->interactions, &s->far, sim->loads, &sim->report));
  PetscFunctionReturn(PETSC_SUCCESS);
}
