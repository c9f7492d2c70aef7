/* SPDX-License-Identifier: MIT */
/* Setup: from a scenario, and optionally a checkpoint, to a state that is ready to step. */
#include "base/tell.h"
#include "constraint/error.h"
#include "constraint/hard/hard.h"
#include "contact/solid/solids.h"
#include "interaction/sph/passes.h"
#include "link/link_make.h"
#include "options/text.h"
#include "output/checkpoint/checkpoint.h"
#include "output/checkpoint/revised.h"
#include "output/files.h"
#include "run/module_states.h"
#include "run/setup/scenario.h"
#include "run/setup/setup_read.h"
#include "run/sim.h"
#include "supply/checks.h"
#include "supply/population/population.h"
#include "wall/walls.h"

/* ---- sources ---- */

/* Lock the folder in which a checkpoint is to be chosen, if something will be run. *taken: another
   run has locked it. */
static PetscErrorCode choose_in(Sim *sim, const char *folder, const Setup *s, bool *taken)
{
  const bool reads = s->look || option_is_set(sim->options, "", NULL, "check") ||
                     option_is_set(sim->options, "", NULL, "plan");

  PetscFunctionBeginUser;
  *taken = false;
  if (!reads) PetscCall(run_folder_choose(&sim->folder, &sim->par, folder, taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Says what to give in place of something that is no checkpoint. */
static const char *restart_advice(const char *from, bool found, const char *why)
{
  const char *dot = strrchr(from, '.');

  if (folder_exists(from) && !strstr(why, "no checkpoint")) return ""; /* all of them are damaged */
  if (dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0))
    return "; a scenario is the first word, without -restart: clast FILE.yaml";
  if (!found || !file_exists(from) || !dot || strcmp(dot, ".h5") != 0)
    return "; give the folder of a run, such as out/NAME, or a checkpoint in it, "
           "restart/clast-<step>.h5";
  return "; -restart with the folder goes on from the newest good checkpoint";
}

/* Let the run write into the folder that the checkpoint lies in, unless an option says otherwise:
   it may have been moved or copied since. Collective. */
static PetscErrorCode go_on_in_folder(Sim *sim, const char *path)
{
  char dir[CHECKPOINT_PATH] = "";

  PetscFunctionBeginUser;
  if (sim->par.rank == 0) run_folder_of(path, dir, sizeof dir);
  PetscCall(parallel_bcast(&sim->par, dir, sizeof dir, 0));
  if (dir[0]) option_set_stored(sim->options, "output", NULL, "dir", dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Go on from the checkpoint that was read: take options from its text. */
static PetscErrorCode go_on_from(Sim *sim, const char *path, const Setup *s)
{
  PetscFunctionBeginUser;
  snprintf(sim->folder.source, sizeof sim->folder.source, "%s", path);
  if (s->ck.scenario) options_read_text(sim->options, s->ck.scenario, path);
  PetscCall(go_on_in_folder(sim, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint of -restart, and options from its text. If another run has locked the folder
   in which it is chosen, it may still be read by a run that writes into another folder. *good is
   false if it cannot be used (already reported). */
static PetscErrorCode read_checkpoint(Sim *sim, const char *from, Setup *s, bool *good)
{
  char path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool folder = sim->par.rank == 0 && sim->folder.lock < 0 && folder_exists(from), taken;

  PetscFunctionBeginUser;
  *good = false;
  if (!from[0]) {
    if (sim->par.rank == 0)
      tell(&sim->par, TELL_ERROR, "clast: -restart: give a folder or a checkpoint file\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(parallel_bcast(&sim->par, &folder, sizeof folder, 0));
  if (folder) PetscCall(choose_in(sim, from, s, &taken));
  PetscCall(checkpoint_find(&sim->par, from, &s->ck, path, good, why));
  if (!*good && sim->par.rank == 0)
    tell(&sim->par, TELL_ERROR, "clast: cannot restart: %s%s\n", why,
         restart_advice(from, path[0] != 0, why));
  if (*good) PetscCall(go_on_from(sim, path, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the folder in which -resume goes on, from the command line and the scenario. Both are read
   here once more, as setup must know the checkpoint before the scenario; setup reports their
   mistakes. *asked false: -resume is off. */
static PetscErrorCode find_folder(const Parallel *par, const ScenarioSource *from,
                                  char folder[CHECKPOINT_PATH], bool *asked)
{
  Options *options;

  PetscFunctionBeginUser;
  PetscCall(scenario_options(par, from, &options));
  PetscCall(scenario_set_folder(options, from->file));
  *asked = option_bool(options, "", NULL, "resume");
  snprintf(folder, CHECKPOINT_PATH, "%s", option_word(options, "output", NULL, "dir"));
  options_destroy(&options);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint that -resume finds; if there is none, the run starts from the scenario.
   *good as above. */
static PetscErrorCode resume(Sim *sim, const ScenarioSource *from, Setup *s, bool *good)
{
  char folder[CHECKPOINT_PATH], path[CHECKPOINT_PATH], why[CHECKPOINT_WHY] = "";
  bool scenario = from->file || from->text;
  bool asked = false, taken = false;

  PetscFunctionBeginUser;
  PetscCall(find_folder(&sim->par, from, folder, &asked));
  if (asked) PetscCall(choose_in(sim, folder, s, &taken));
  if (taken && sim->par.rank == 0)
    tell(&sim->par, TELL_ERROR,
         "clast: %s: another run is writing into this folder: wait until it has ended, or give "
         "another -output_dir\n",
         folder);
  *good = !taken;
  if (taken) PetscFunctionReturn(PETSC_SUCCESS);
  if (asked) PetscCall(checkpoint_newest(&sim->par, folder, &s->ck, path, &s->restart, why));
  if (s->restart && why[0] && sim->par.rank == 0)
    tell(&sim->par, TELL_WARNING, "clast: warning: %s\n", why);
  if (s->restart) {
    PetscCall(go_on_from(sim, path, s));
    /* the folder may have been moved since, for instance to another machine */
    option_set_stored(sim->options, "output", NULL, "dir", folder);
  }
  *good = *good && (s->restart || scenario);
  if (sim->par.rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->restart) tell(&sim->par, TELL_INFO, "clast: going on from %s\n", path);
  else if (!scenario)
    tell(&sim->par, TELL_ERROR, "clast: cannot resume, nor start without a scenario: %s\n", why);
  else if (why[0])
    tell(&sim->par, TELL_INFO,
         "clast: starting from the scenario, as -resume finds nothing to go on from: %s\n", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the checkpoint of -restart or -resume, if one is given. A row of a table has a restart of
   its own, and -resume is for single runs. *good as above. */
static PetscErrorCode read_start(Sim *sim, const ScenarioSource *sources, Setup *s, bool *good)
{
  const char *from    = option_given(sim->options, "", NULL, "restart");
  const bool  resumes = !sources->row && option_is_set(sim->options, "", NULL, "resume");

  PetscFunctionBeginUser;
  *good = !(from && resumes);
  if (!*good && sim->par.rank == 0)
    tell(&sim->par, TELL_ERROR, "clast: -restart and -resume: give one of them\n");
  s->restart = *good && from;
  if (s->restart) PetscCall(read_checkpoint(sim, from, s, good));
  else if (*good && resumes) PetscCall(resume(sim, sources, s, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read options from the command line, the row of a table, the checkpoint and the scenario file. */
static PetscErrorCode read_sources(Sim *sim, const ScenarioSource *from, Setup *s)
{
  bool good;

  PetscFunctionBeginUser;
  PetscCall(scenario_read_options(sim->options, from));
  PetscCall(read_start(sim, from, s, &good));
  s->mistakes = !good;
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(scenario_read(sim->options, from));
  PetscCall(options_check(sim->options));
  if (!from->file && !from->text && !s->restart && !from->row) options_want_file(sim->options);
  /* values that could not be read would cause further mistakes */
  if (options_are_torn(sim->options)) PetscCall(setup_report(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- bodies, links, lists ---- */

/* True if the scenario is that of the checkpoint, apart from output. */
static bool is_same(const Sim *sim, const Setup *s)
{
  return s->before && revised_nothing(s->before, sim->options, scenario_kinds);
}

/* Fill in clumps, so that all of them are known. */
static PetscErrorCode fill(Sim *sim, Setup *s)
{
  const ImpactStart start = {.given   = sim->settings.impact_speed,
                             .same    = is_same(sim, s),
                             .gravity = s->before && revised_gravity(s->before, sim->options),
                             .present = s->present,
                             .waited  = s->waited};

  PetscFunctionBeginUser;
  PetscCall(walls_begin_carried(sim_world(sim)));
  PetscCall(sim_decompose(sim));
  PetscCall(sim_release(sim, s->now));
  PetscCall(driven_measure(&sim->par, &sim->space.domain, &sim->matter.templates,
                           sim->matter.clumps, &sim->motion.walls.driven));
  sim->world.smallest = &s->smallest;
  PetscCall(modules_setup(sim, SETUP_FORESEE));
  sim->world.smallest = NULL;
  PetscCall(start_values_set(sim_world(sim), &sim->matter.templates));
  if (s->restart) {
    s->brings = sim->matter.clumps->n_owned > s->present;
    PetscCall(parallel_any(&sim->par, &s->brings));
    turnover_note(sim_world(sim), s->present, &s->brought);
  }
  PetscCall(supply_check_values(sim_world(sim)));
  PetscCall(impact_find(sim_world(sim), &start, sim_impact(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set *adds if a restart adds objects of this kind. */
static void look_for_new(Options *o, const char *kind, bool *adds)
{
  const char *const *names;
  const int          n = options_objects(o, kind, &names);

  for (int k = 0; k < n; k++) *adds = *adds || !options_object_is_stored(o, kind, names[k]);
}

/* *adds: a restart adds constraints, or clumps, sources or changes, for which constraints may need
   another quantum. */
static void find_new(Options *o, bool *adds)
{
  *adds = false;
  look_for_new(o, "constraint", adds);
  look_for_new(o, "clumps", adds);
  look_for_new(o, "change", adds);
  for (int k = 0; source_kind(k); k++)
    if (source_kind(k)->options.name) look_for_new(o, source_kind(k)->options.name, adds);
}

/* Make links, skins and pairs that never touch. */
static PetscErrorCode link(Sim *sim, Setup *s)
{
  World    *w     = sim_world(sim);
  LinkScene scene = link_scene(w, sim_goes_on(sim));
  int64_t   missing;
  bool      adds;

  PetscFunctionBeginUser;
  scene.now = s->now;
  PetscCall(links_begin(w, &scene, s->restart ? s->ck.links : NULL));
  if (links_are_used(&sim->links)) {
    PetscCall(constraints_compare(&scene, &sim->links));
    PetscCall(links_locate(w, &missing));
  }
  sim->links.watches = links_watch(&sim->links);
  if (!options_has_mistakes(sim->options)) {
    find_new(sim->options, &adds);
    PetscCall(constraints_prepare(w, &scene, adds, sim_changes(sim)->n > 0));
  }
  PetscCall(deforms_make(w));
  PetscCall(exclusions_make(w, sim_goes_on(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the time step and the quanta. */
static PetscErrorCode find_scales(Sim *sim, Setup *s)
{
  CellState *cell = sim_cell(sim);

  PetscFunctionBeginUser;
  PetscCall(modules_setup(sim, SETUP_OPEN));
  PetscCall(timestep_choose(sim, s->restart));
  PetscCall(modules_setup(sim, SETUP_TIMED));
  PetscCall(quanta_choose(sim_world(sim), &sim->timestep.scales, s->smallest));
  if (s->restart) PetscCall(save_restore(sim, &s->ck, is_same(sim, s)));
  cell->loads.strained = cell->moving.deformation.may;
  /* in a run: in the steps with rows, or in which events look at them (ask_forces) */
  cell->loads.places                  = true;
  sim->evaluation.force_balance.asked = sim->space.domain.cell.flows || sim_events(sim)->on_balance;
  PetscCall(moving_cell_open(sim_world(sim), &cell->moving, sim->timestep.scales.smallest));
  quanta_look(sim_world(sim), &sim->timestep.scales);
  timestep_check(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Migrate clumps, build lists, and restore the contacts' memory from a checkpoint. */
static PetscErrorCode build(Sim *sim, Setup *s)
{
  ContactRecords  none    = {0};
  ContactRecords *records = s->restart ? s->ck.contacts : &none;
  Revised         revised = {0};
  const Hard     *hard    = sim->constraints.hard;
  PetscLogDouble  start, end;

  PetscFunctionBeginUser;
  PetscCall(sim_decompose(sim));
  PetscCall(PetscTime(&start));
  if (s->before) PetscCall(revised_find(sim_world(sim), s->before, records, &revised));
  PetscCall(solids_begin(sim_world(sim), records));
  PetscCall(hard_join_meshes(sim->constraints.hard, &sim->walls, &sim->matter.templates));
  if (s->restart) PetscCall(passes_recall(sim->interactions, sim->matter.clumps, &sim->par));
  PetscCall(sim_build(sim, 0, records));
  if (s->restart) solids_settle(sim->contacts, world_scene(sim_world(sim)), records->begin);
  PetscCall(revised_book(sim_world(sim), &revised));
  PetscCall(turnover_resume(sim_world(sim), &s->brought, s->brings, revised.energies));
  revised_free(&revised);
  stage(&sim->stages, STAGE_NONE);
  PetscCall(PetscTime(&end));
  sim->lists.tuner.rebuild = end - start;
  PetscCall(sim_assess_balance(sim, false, 0));
  if (!s->restart)
    solids_check_start(sim->contacts, world_scene(sim_world(sim)), hard ? hard->of : NULL,
                       sim->options);
  if (!s->restart && sim->settings.static_passes == 0)
    PetscCall(constraints_warn(sim_world(sim), true));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note whether the energy of the run may change with its clumps. */
static PetscErrorCode note_open(Sim *sim)
{
  const Domain *d   = &sim->space.domain;
  bool         *may = &sim->energy.open;
  double        next;
  int64_t       waiting;

  PetscFunctionBeginUser;
  PetscCall(waiting_next(&sim->par, sim->matter.waiting, &next, &waiting));
  *may = waiting > 0 || sources_have_objects(&sim->entry.sources) ||
         ((Outlets *)sim_module(sim, &outlets_module))->n > 0 || sim_changes(sim)->n > 0 ||
         crushes_are_used(sim_crushes(sim));
  for (int axis = 0; axis < d->dimension; axis++) *may = *may || d->boundary[axis] == BOUNDARY_OPEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a scenario beside a checkpoint ---- */

/* Tell that the scenario adds to that of the checkpoint, which a user may not mean: in mistakes, or
   with the objects that are new. Local. */
static void say_added(const Sim *sim, const Setup *s, const char *scenario)
{
  static const char *const kinds[] = {"clumps", "inlet", "wall"};
  Text                     text    = {0};

  for (size_t k = 0; k < sizeof kinds / sizeof *kinds && s->mistakes == 0; k++) {
    const char *const *names;
    const int          n = options_objects(sim->options, kinds[k], &names);

    for (int i = 0; i < n; i++)
      if (!options_object_is_stored(sim->options, kinds[k], names[i]))
        text_add(&text, "%s%s %s", text.s ? ", " : "", kinds[k], names[i]);
  }
  if (s->mistakes > 0 && sim->par.rank == 0)
    tell(
      &sim->par, TELL_ERROR,
      "clast: %s was added to the scenario of the checkpoint %s: to go on with that alone give no "
      "scenario; to run %s from its start give no -restart and no -resume\n",
      scenario, sim->folder.source, scenario);
  else if (text.s && sim->par.rank == 0)
    tell(&sim->par, TELL_INFO, "clast: %s adds to the checkpoint: %s\n", scenario, text.s);
  text_free(&text);
}

/* ---- create and destroy ---- */

/* Make a state that is ready to step from a scenario that was read without mistakes. Each part may
   report mistakes, and is called only if the parts before had none. */
static PetscErrorCode populate(Sim *sim, Setup *s)
{
  static PetscErrorCode (*const parts[])(Sim *, Setup *) = {fill, link, find_scales, build};

  PetscFunctionBeginUser;
  if (s->mistakes == 0) PetscCall(note_open(sim));
  for (size_t k = 0; k < sizeof parts / sizeof *parts && s->mistakes == 0; k++) {
    PetscCall(parts[k](sim, s));
    PetscCall(setup_report(sim, s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_make(Communicator comm, struct Messages *messages, const ScenarioSource *from,
                          Setup *s, Sim **out)
{
  PetscLogDouble now;
  Sim           *sim;

  PetscFunctionBeginUser;
  array_create(out, sizeof **out, 1);
  sim              = *out;
  sim->folder.lock = -1;
  PetscCall(PetscTime(&now));
  sim->limits.began = now;
  PetscCall(parallel_create(comm, &sim->par));
  sim->par.messages = messages;
  PetscCall(stages_create(&sim->stages));
  modules_create(sim);
  sim->warnings = warnings_on(&sim->par);
  if (s->look) sim->warnings.silent = true;
  PetscCall(options_create(&sim->par, scenario_kinds, &sim->options));
  PetscCall(read_sources(sim, from, s));
  if (s->restart && s->ck.scenario)
    PetscCall(scenario_parse(&sim->par, s->ck.scenario, &s->before));
  if (s->mistakes == 0) {
    PetscCall(scenario_set_folder(sim->options, from->file));
    run_folder_settle(&sim->folder, option_word(sim->options, "output", NULL, "dir"));
    PetscCall(setup_read(sim, s));
  }
  if (!s->look || s->look->fills) {
    if (s->mistakes == 0) PetscCall(templates_share(&sim->par, &sim->matter.templates));
    PetscCall(populate(sim, s));
    if (s->mistakes == 0 && !s->restart) PetscCall(setup_warn(sim));
  }
  sim->folder.goes_on = s->restart;
  sim->world.saved    = NULL;
  options_destroy(&s->before);
  if (s->restart) checkpoint_free(&s->ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_create(Communicator comm, struct Messages *messages, const ScenarioSource *from,
                          Sim **out, int *mistakes)
{
  Setup s = {.mistakes = 0};

  PetscFunctionBeginUser;
  PetscCall(setup_make(comm, messages, from, &s, out));
  if (s.restart && from->file && (*out)->folder.source[0]) say_added(*out, &s, from->file);
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
  interactions_destroy(&sim->interactions);
  sim_free_kept(sim);
  contacts_destroy(&sim->contacts);
  pairs_destroy(&sim->pairs);
  pebbles_destroy(&sim->matter.pebbles);
  PetscCall(halo_destroy(&sim->space.halo));
  loads_destroy(&sim->loads);
  clumps_destroy(&sim->matter.clumps);
  waiting_destroy(&sim->matter.waiting);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_destroy(Sim **out)
{
  Sim *sim = *out;

  PetscFunctionBeginUser;
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  run_folder_release(&sim->folder);
  PetscCall(sim_give_up_bodies(sim));
  warnings_free(&sim->warnings);
  damping_free(&sim->motion.damping);
  array_free(&sim->lists.sent);
  array_free(&sim->lists.meets);
  sources_free(&sim->entry.sources);
  array_free(&sim->entry.rows.list);
  clumps_destroy(&sim->entry.extremes);
  modules_free(&sim->modules);
  laws_destroy(&sim->laws);
  decomposition_free(&sim->space.decomposition);
  templates_free(&sim->matter.templates);
  materials_free(&sim->matter.materials);
  wall_motions_free(&sim->motion.walls);
  walls_free(&sim->walls);
  options_destroy(&sim->options);
  PetscCall(parallel_destroy(&sim->par));
  array_free(out);
  PetscFunctionReturn(PETSC_SUCCESS);
}
