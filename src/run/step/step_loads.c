/* SPDX-License-Identifier: MIT */
/* Loads in a step, up to the agreement of all ranks (step.h). */
#include "constraint/hard/hard.h"
#include "contact/solid/solids.h"
#include "contact/term_work.h"
#include "interaction/sph/mirror_list.h"
#include "interaction/sph/passes.h"
#include "run/step/step.h"

void step_clear_loads(Sim *sim, const Step *s)
{
  stage(&sim->stages, STAGE_CONTACT);
  if (s->placed == PLACED_SENT)
    loads_clear_rows(sim->loads, sim->matter.clumps->n_owned, sim->matter.clumps->n);
  else loads_clear(sim->loads, sim->matter.clumps->n);
  contacts_begin(sim->contacts, &sim->evaluation.report);
  if (sim->contacts->by_member) member_loads_begin(sim->contacts, sim->matter.pebbles->n);
}

void step_add_hard_wall_loads(Sim *sim)
{
  hard_add_wall_loads(sim->constraints.hard, &sim->walls, sim->settings.overlap_limit,
                      sim->contacts, &sim->evaluation.report);
}

void step_evaluate_block(Sim *sim, const Step *s, int block)
{
  stage(&sim->stages, STAGE_CONTACT);
  contacts_apply(sim->contacts, &s->scene, block, sim->loads, &sim->evaluation.report);
  if (sim->interactions->n_sets == 0) return;
  stage(&sim->stages, STAGE_INTERACTION);
  interactions_pull(sim->interactions, &s->interaction, block, sim->loads, &sim->evaluation.report,
                    term_work_sum(sim->contacts, WORK_INTERACTIONS));
}

void step_evaluate_solids(Sim *sim, const Step *s)
{
  const ContactSink sink = {
    .kind = SINK_LOADS, .loads = sim->loads, .report = &sim->evaluation.report};

  stage(&sim->stages, STAGE_CONTACT);
  solids_evaluate(sim->contacts, &s->scene, &sink);
}

void step_evaluate_links(Sim *sim, const Step *s)
{
  stage(&sim->stages, STAGE_CONTACT);
  links_apply(&sim->links, &s->scene, &sim->matter.templates, sim->loads,
              term_work_sum(sim->contacts, WORK_LINKS), &sim->evaluation.report);
  if (sim->deforms.n == 0) return;
  stage(&sim->stages, STAGE_INTERACTION);
  deforms_apply(&sim->deforms, &s->interaction, sim->loads, &sim->evaluation.report,
                term_work_sum(sim->contacts, WORK_DEFORMABLE));
}

PetscErrorCode step_run_passes(Sim *sim, const Step *s)
{
  MirrorLoads walls = {sim->loads, sim->contacts, &sim->evaluation.report};

  PetscFunctionBeginUser;
  if (!sim->interactions->has_passes && sim->deforms.n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  PetscCall(passes_run(sim->interactions, &s->interaction, &sim->par, sim->space.halo,
                       &sim->evaluation.report));
  mirrors_press(sim->interactions, &s->interaction, &walls);
  if (sim->deforms.n > 0)
    PetscCall(
      deforms_sum(&sim->deforms, &s->interaction, sim->space.halo, &sim->evaluation.report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool step_late_before_sending(const Sim *sim)
{
  return sim->walls.n_carried > 0 && sim->par.size > 1;
}

PetscErrorCode step_act_on_bodies(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  if (sim->interactions->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  interactions_act(sim->interactions, &s->interaction, sim->loads, &sim->evaluation.report,
                   term_work_sum(sim->contacts, WORK_INTERACTIONS));
  PetscCall(
    interactions_attract(sim->interactions, &s->interaction, sim->loads, &sim->evaluation.report));
  PetscFunctionReturn(PETSC_SUCCESS);
}
