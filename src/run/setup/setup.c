/* SPDX-License-Identifier: MIT */
/* Setup: from a scenario, and optionally a checkpoint, to a state that is ready to step. */
#include "interaction/sph/phases.h"
#include "link/link_make.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"
#include "run/deform_run.h"
#include "run/link_run.h"
#include "run/lists/carried.h"
#include "run/lists/exclusions_run.h"
#include "run/lists/rebuild.h"
#include "run/restart/folder_lock.h"
#include "run/restart/resume.h"
#include "run/restart/revised.h"
#include "run/restart/save.h"
#include "run/setup/mesh_intersections.h"
#include "run/setup/scenario.h"
#include "run/setup/setup_check.h"
#include "run/setup/setup_read.h"
#include "run/setup/unlikely.h"
#include "run/sim.h"
#include "run/timestep/impact.h"
#include "run/timestep/timestep.h"
#include "supply/population/start_values.h"
#include "wall/wall_read.h"

/* ---- sources ---- */

/* Lock the folder in which the checkpoint is to be chosen. If another run has locked it, it may
   still be read by a run that writes into another folder. */
static PetscErrorCode choose_in(Sim *sim, const char *from)
{
  bool folder = sim->par.rank == 0 && sim->lock < 0 && folder_exists(from), taken;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(&sim->par, &folder, sizeof folder, 0));
  if (folder) PetscCall(folder_lock_choose(sim, from, &taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint of -restart, and options from its text. *good is false if it cannot be used
   (already reported). */
static PetscErrorCode read_checkpoint(Sim *sim, const char *from, Checkpoint *ck, bool *good)
{
  static const char advice[] = "; -restart with the folder goes on from the newest good checkpoint";
  char              path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool              found;

  PetscFunctionBeginUser;
  *good = false;
  if (!from[0]) {
    if (sim->par.rank == 0)
      fprintf(stderr, "clast: -restart: give a folder or a checkpoint file\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(choose_in(sim, from));
  PetscCall(save_find(&sim->par, from, path, good, why));
  found = *good;
  snprintf(sim->source, sizeof sim->source, "%s", path);
  if (found) PetscCall(checkpoint_read(&sim->par, path, ck, good, why));
  if (!*good && sim->par.rank == 0)
    fprintf(stderr, "clast: cannot restart: %s%s\n", why, found ? advice : "");
  if (*good && ck->scenario) PetscCall(options_read_text(sim->options, ck->scenario, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint that -resume finds; if there is none, the run starts from the scenario.
   *good as above. */
static PetscErrorCode resume(Sim *sim, const char *scenario, Setup *s, bool *good)
{
  char folder[CHECKPOINT_PATH], path[CHECKPOINT_PATH], why[CHECKPOINT_WHY] = "";
  bool asked, taken = false;

  PetscFunctionBeginUser;
  PetscCall(resume_folder(&sim->par, scenario, folder, &asked));
  if (asked) PetscCall(folder_lock_choose(sim, folder, &taken));
  if (taken && sim->par.rank == 0)
    fprintf(stderr,
            "clast: %s: another run is writing into this folder: wait until it has ended, or give "
            "another -output_dir\n",
            folder);
  *good = !taken;
  if (taken) PetscFunctionReturn(PETSC_SUCCESS);
  if (asked) PetscCall(checkpoint_newest(&sim->par, folder, path, &s->restart, why));
  if (s->restart && why[0] && sim->par.rank == 0) fprintf(stderr, "clast: warning: %s\n", why);
  if (s->restart) {
    PetscCall(read_checkpoint(sim, path, &s->ck, good));
    /* the folder may have been moved since, for instance to another machine */
    option_set_stored(sim->options, "output", NULL, "dir", folder);
  }
  *good = *good && (s->restart || scenario);
  if (sim->par.rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->restart) printf("clast: going on from %s\n", path);
  else if (!scenario)
    fprintf(stderr, "clast: cannot resume, nor start without a scenario: %s\n", why);
  else if (why[0])
    printf("clast: starting from the scenario, as -resume finds nothing to go on from: %s\n", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint of -restart or -resume, if one is given. A row of a table has a restart of
   its own, and -resume is for single runs. *good as above. */
static PetscErrorCode read_start(Sim *sim, const char *scenario, const OptionRow *row, Setup *s,
                                 bool *good)
{
  const char *from    = option_given(sim->options, "", NULL, "restart");
  const bool  resumes = !row && option_is_set(sim->options, "", NULL, "resume");

  PetscFunctionBeginUser;
  *good = !(from && resumes);
  if (!*good && sim->par.rank == 0)
    fprintf(stderr, "clast: -restart and -resume: give one of them\n");
  s->restart = *good && from;
  if (s->restart) PetscCall(read_checkpoint(sim, from, &s->ck, good));
  else if (*good && resumes) PetscCall(resume(sim, scenario, s, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read options from the command line, the row of a table, the checkpoint and the scenario file. */
static PetscErrorCode read_sources(Sim *sim, const char *scenario, const OptionRow *row, Setup *s)
{
  bool good;

  PetscFunctionBeginUser;
  PetscCall(options_read_command_line(sim->options));
  if (row) options_read_row(sim->options, row);
  PetscCall(read_start(sim, scenario, row, s, &good));
  s->mistakes = !good;
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  if (scenario) PetscCall(options_read_file(sim->options, scenario));
  PetscCall(options_check(sim->options));
  /* values that could not be read would cause further mistakes */
  if (options_are_torn(sim->options)) PetscCall(setup_report(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- bodies, links, lists ---- */

/* Fill in clumps, so that all of them are known. */
static PetscErrorCode fill(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(carried_begin(sim));
  PetscCall(sim_decompose(sim));
  PetscCall(sim_release(sim, s->now));
  PetscCall(
    driven_measure(&sim->par, &sim->domain, &sim->templates, sim->clumps, &sim->motions.driven));
  sim->world.smallest = &s->smallest;
  PetscCall(modules_foresee(sim));
  sim->world.smallest = NULL;
  PetscCall(start_values_set(&sim->par, sim->options, &sim->materials, sim->laws, &sim->walls,
                             &sim->templates, sim->clumps, sim->waiting, sim->entry.extremes));
  PetscCall(check_clumps(sim));
  PetscCall(impact_find(sim, &s->ck, s->present, s->waited));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode link(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(link_run_make(sim, s->restart ? &s->ck : NULL));
  PetscCall(deform_run_make(sim, s->restart ? &s->ck : NULL));
  PetscCall(exclusions_run_make(sim, s->restart ? &s->ck : NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the time step and the quanta. */
static PetscErrorCode find_scales(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(modules_open(sim));
  PetscCall(timestep_choose(sim, s->restart));
  PetscCall(modules_timed(sim));
  PetscCall(quanta_choose(sim, s->smallest));
  if (s->restart) PetscCall(save_restore(sim, &s->ck));
  PetscCall(cell_run_open(sim));
  quanta_look(sim);
  timestep_check(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Migrate clumps, build lists, and restore the contacts' memory from a checkpoint. */
static PetscErrorCode build(Sim *sim, Setup *s)
{
  ContactRecords  none    = {0};
  ContactRecords *records = s->restart ? s->ck.contacts : &none;
  Revised         revised = {0};
  PetscLogDouble  start, end;

  PetscFunctionBeginUser;
  PetscCall(sim_decompose(sim));
  PetscCall(PetscTime(&start));
  if (s->restart && s->ck.scenario) PetscCall(revised_find(sim, s->ck.scenario, records, &revised));
  PetscCall(carried_join(sim, s->restart ? &s->ck : NULL, records));
  if (s->restart) PetscCall(phases_recall(sim->interactions, sim->clumps, &sim->par));
  PetscCall(sim_build(sim, 0, records));
  if (s->restart) PetscCall(carried_settle(sim, records->begin));
  PetscCall(revised_book(sim, &revised));
  revised_free(&revised);
  stage(&sim->stages, STAGE_NONE);
  PetscCall(PetscTime(&end));
  sim->lists.tuner.rebuild = end - start;
  PetscCall(sim_assess_balance(sim, false, 0));
  if (!s->restart) PetscCall(mesh_intersections_check(sim));
  if (!s->restart && sim->settings.static_passes == 0) PetscCall(link_run_warn(sim, true));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- create and destroy ---- */

/* Make a state that is ready to step from a scenario that was read without mistakes. Each part may
   report mistakes, and is called only if the parts before had none. */
static PetscErrorCode populate(Sim *sim, Setup *s)
{
  static PetscErrorCode (*const parts[])(Sim *, Setup *) = {fill, link, find_scales, build};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof parts / sizeof *parts && s->mistakes == 0; k++) {
    PetscCall(parts[k](sim, s));
    PetscCall(setup_report(sim, s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_make(Communicator comm, const char *scenario, const OptionRow *row, Setup *s,
                          Sim **out)
{
  Sim *sim;

  PetscFunctionBeginUser;
  PetscCall(array_create(out, sizeof **out, 1));
  sim          = *out;
  sim->lock    = -1;
  sim->is_look = s->look != NULL;
  PetscCall(PetscTime(&sim->began));
  PetscCall(parallel_create(comm, &sim->par));
  PetscCall(stages_create(&sim->stages));
  PetscCall(modules_create(sim));
  sim->warnings = warnings_on(&sim->par);
  if (s->look) sim->warnings.silent = true;
  PetscCall(options_create(&sim->par, scenario_kinds, &sim->options));
  PetscCall(read_sources(sim, scenario, row, s));
  if (s->mistakes == 0) {
    PetscCall(scenario_set_folder(sim->options, scenario));
    folder_lock_settle(sim);
    PetscCall(setup_read(sim, s));
  }
  if (!s->look || s->look->fills) {
    PetscCall(populate(sim, s));
    if (s->mistakes == 0 && !s->restart) unlikely_warn(sim);
  }
  sim->restarted   = s->restart;
  sim->world.saved = NULL;
  if (s->restart) checkpoint_free(&s->ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_create(Communicator comm, const char *scenario, Sim **out, int *mistakes)
{
  return sim_create_row(comm, scenario, NULL, out, mistakes);
}

PetscErrorCode sim_create_row(Communicator comm, const char *scenario, const OptionRow *row,
                              Sim **out, int *mistakes)
{
  Setup s = {.mistakes = 0};

  PetscFunctionBeginUser;
  PetscCall(setup_make(comm, scenario, row, &s, out));
  *mistakes = s.mistakes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_give_up_bodies(Sim *sim)
{
  PetscFunctionBeginUser;
  links_free(&sim->links);
  exclusions_free(&sim->exclusions);
  deforms_free(&sim->deforms);
  constraints_free(&sim->constraints);
  PetscCall(interactions_destroy(&sim->interactions));
  PetscCall(contacts_destroy(&sim->contacts));
  PetscCall(pairs_destroy(&sim->pairs));
  PetscCall(pebbles_destroy(&sim->pebbles));
  PetscCall(halo_destroy(&sim->halo));
  PetscCall(loads_destroy(&sim->loads));
  PetscCall(clumps_destroy(&sim->clumps));
  PetscCall(waiting_destroy(&sim->waiting));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_destroy(Sim **out)
{
  Sim *sim = *out;

  PetscFunctionBeginUser;
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  folder_lock_end(sim);
  PetscCall(sim_give_up_bodies(sim));
  warnings_free(&sim->warnings);
  damping_free(&sim->damping);
  array_free(&sim->lists.sent);
  array_free(&sim->lists.meets);
  PetscCall(entry_destroy(sim));
  modules_free(&sim->modules);
  array_free(&sim->journal.rows);
  PetscCall(laws_destroy(&sim->laws));
  decomposition_free(&sim->decomposition);
  templates_free(&sim->templates);
  materials_free(&sim->materials);
  wall_motions_free(&sim->motions);
  walls_free(&sim->walls);
  PetscCall(options_destroy(&sim->options));
  PetscCall(parallel_destroy(&sim->par));
  array_free(out);
  PetscFunctionReturn(PETSC_SUCCESS);
}
