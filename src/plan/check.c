/* SPDX-License-Identifier: MIT */
/* -check: what a run of this state would be, without running it. */
#include "plan/check.h"
#include "plan/doubts.h"
#include "plan/footprint.h"

PetscErrorCode memory_print(const Sim *sim)
{
  const Part      here = parts_here(sim);
  const Footprint run =
    footprint_of_part(&here, sim->clumps->fields, sim->laws->memory, sim->par.size);
  double         most[3] = {(double)here.pebbles, 0, run.peak - run.standing};
  PetscLogDouble memory; /* most: maxima over ranks of pebbles with copies, bytes now, and bytes
                            more in a rebuild */

  PetscFunctionBeginUser;
  PetscCall(PetscMemoryGetCurrentUsage(&memory));
  most[1] = memory;
  PetscCall(parallel_max(&sim->par, most, 3));
  if (sim->par.rank == 0)
    printf("clast: memory: about %.0f MB on a rank, and %.0f MB more while pair lists are rebuilt; "
           "at most %.0f pebbles on a rank, "
           "copies of its neighbours' included; largest work of a rank over the mean: %.2f\n",
           most[1] / 1e6, most[2] / 1e6, most[0], sim->balance.imbalance);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_groups(const Groups *groups)
{
  static const char *const used[] = {"nothing", "clumps", "pebbles", "clumps and pebbles"};

  for (int k = 0; k < groups->n; k++) {
    const Group *g = &groups->list[k];

    printf("clast: group %s of slot %s, of %s\n", g->name, g->slot,
           used[g->used & (GROUP_CLUMPS | GROUP_PEBBLES)]);
  }
}

PetscErrorCode sim_check(Sim *sim, RunEnd *end)
{
  double deepest;

  PetscFunctionBeginUser;
  PetscCall(sim_describe(sim));
  PetscCall(memory_print(sim));
  if (sim->par.rank == 0) describe_groups(&sim->groups);
  PetscCall(doubts_report(sim));
  *end = RUN_GOES_ON;
  if (!sim->restarted) PetscCall(sim_begin(sim, end));
  if (*end == RUN_BROKEN) PetscFunctionReturn(PETSC_SUCCESS);
  *end    = RUN_FINISHED;
  deepest = sim->restarted ? 0 : sim->report.deepest_gap;
  PetscCall(parallel_max(&sim->par, &deepest, 1));
  if (sim->par.rank == 0 && deepest > 0)
    printf("clast: the deepest overlap at the start is %.3g m\n", deepest);
  if (sim->par.rank == 0) printf("clast: no mistakes found; nothing was run\n");
  PetscFunctionReturn(PETSC_SUCCESS);
}
