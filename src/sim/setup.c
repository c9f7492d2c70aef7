/* SPDX-License-Identifier: MIT */
/* Setup: from a scenario, and optionally a checkpoint, to a state that is ready to step. */
#include "contact/link_make.h"
#include "matter/group_read.h"
#include "matter/material.h"
#include "matter/wall_read.h"
#include "output/checkpoint.h"
#include "sim/bodies.h"
#include "sim/carried.h"
#include "sim/eventing.h"
#include "sim/impact.h"
#include "sim/linking.h"
#include "sim/rebuild.h"
#include "sim/resume.h"
#include "sim/revised.h"
#include "sim/save.h"
#include "sim/scenario.h"
#include "sim/servoing.h"
#include "sim/setup_check.h"
#include "sim/sim.h"
#include "sim/timestep.h"
#include "sim/wall_shapes.h"
#include "supply/population.h"
#include "supply/start_values.h"
#include "supply/template_read.h"
#include "supply/template_variant.h"

/* Values that one step of setup hands to the next. */
typedef struct {
  Checkpoint ck; /* of a restart */
  bool       restart;
  double     now;    /* bound of the times that count as reached, s */
  Vec3       lo, hi; /* of the domain */
  Boundary   boundary[3];
  PetscInt   present, waited;  /* clumps of the checkpoint on this rank */
  double     extent, smallest; /* largest distance of a pebble's surface from its clump's centre;
                                  smallest radius, m; 0: there is no pebble */
  int        mistakes;         /* reported */
} Setup;

/* ---- sources ---- */

/* The checkpoint of -restart, and options from its text. *good is false if it cannot be used
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
  PetscCall(save_find(&sim->par, from, path, good, why));
  found = *good;
  snprintf(sim->source, sizeof sim->source, "%s", path);
  if (found) PetscCall(checkpoint_read(&sim->par, path, ck, good, why));
  if (!*good && sim->par.rank == 0)
    fprintf(stderr, "clast: cannot restart: %s%s\n", why, found ? advice : "");
  if (*good && ck->scenario) PetscCall(options_read_text(sim->options, ck->scenario, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take what -resume finds; none: the run starts from the scenario. *good as above. */
static PetscErrorCode resume(Sim *sim, const char *scenario, Setup *s, bool *good)
{
  char folder[CHECKPOINT_PATH], path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(resume_find(&sim->par, scenario, folder, path, &s->restart, why));
  if (s->restart) {
    PetscCall(read_checkpoint(sim, path, &s->ck, good));
    /* the folder may have been moved since, to another machine for one */
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

/* The checkpoint of -restart or -resume, if one is given. A row of a table has a restart of its own,
   and -resume is for single runs. *good as above. */
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
  if (options_are_torn(sim->options)) PetscCall(options_report(sim->options, &s->mistakes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the domain and its grid ---- */

/* Extend the largest bounding radius and minus the smallest pebble radius. */
static void widen(const Templates *templates, const Clumps *c, double ends[2])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &templates->list[c->template[a]];

    ends[0] = max_real(ends[0], t->bound * c->scale[a]);
    ends[1] = max_real(ends[1], -t->smallest * c->scale[a]);
  }
}

/* Find the largest distance of a pebble's surface from its clump's centre, and the smallest pebble
   radius, over clumps present, waiting and to be filled in. */
static PetscErrorCode find_extent(const Sim *sim, double *extent, double *smallest)
{
  double ends[2] = {0, -INFINITY}, larger, smaller;

  PetscFunctionBeginUser;
  widen(&sim->templates, sim->clumps, ends);
  widen(&sim->templates, sim->waiting->clumps, ends);
  widen(&sim->templates, sim->entry.extremes, ends);
  PetscCall(population_fill_extent(&sim->par, sim->options, &sim->templates, &ends[0], &ends[1]));
  PetscCall(parallel_max(&sim->par, ends, 2));
  changes_growth(&sim->changes, &larger, &smaller);
  *extent   = ends[0] * larger;
  *smallest = isfinite(ends[1]) ? -ends[1] * smaller : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Round rows to the grid and wrap them into the box. lost: complements of the lowest id outside an
   open face, and of the lowest id beyond the limits. Ids are below INT64_MAX, so that INT64_MIN
   means none. */
static void round_rows(const Domain *domain, Clumps *c, PetscInt first, int64_t lost[2])
{
  for (PetscInt a = first; a < c->n_owned; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool near = domain_in_range(domain, x);

    if (near) c->pose[a].x = domain_wrapped(domain, grid_round3(domain, x));
    if (domain_has_left(domain, c->pose[a].x)) lost[0] = max_int(lost[0], ~c->id[a]);
    else if (!near) lost[1] = max_int(lost[1], ~c->id[a]);
  }
}

/* Put new rows on the grid, and all waiting ones, as the domain may have changed since they were read. */
static PetscErrorCode round_to_grid(Sim *sim, Setup *s)
{
  int64_t lost[2] = {INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  round_rows(&sim->domain, sim->clumps, s->present, lost);
  round_rows(&sim->domain, sim->waiting->clumps, 0, lost);
  PetscCall(parallel_max_int(&sim->par, lost, 2));
  if (lost[1] != INT64_MIN)
    options_mistake(
      sim->options,
      "clumps: clump %" PRId64
      " is farther out than positions reach (%g, %g, %g m along x, y, z): enlarge the "
      "domain, or move the clump",
      ~lost[1], sim->domain.limit.x, sim->domain.limit.y, sim->domain.limit.z);
  if (lost[0] != INT64_MIN)
    options_mistake(sim->options,
                    "clumps: clump %" PRId64
                    " has its centre outside an open face of the domain: enlarge the domain, or "
                    "make the face free or periodic",
                    ~lost[0]);
  PetscCall(check_inside(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the parts of a simulation ---- */

/* Take over what is in the checkpoint. */
static PetscErrorCode take_matter(Sim *sim, Checkpoint *ck)
{
  PetscFunctionBeginUser;
  check_materials(sim, ck);
  PetscCall(check_made(sim, ck));
  sim->templates       = *ck->templates;
  *ck->templates       = (Templates){0};
  sim->clumps          = ck->clumps;
  ck->clumps           = NULL;
  sim->waiting         = ck->waiting;
  ck->waiting          = NULL;
  sim->groups          = ck->groups;
  sim->account.next_id = ck->account.next_id;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Settings, materials, laws, walls and templates. */
static PetscErrorCode read_scenario(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(settings_read(sim->options, (Settings *)&sim->settings)); /* const from here on */
  PetscCall(damping_read(sim->options, &sim->damping));
  sim->limits = limits_read(sim->options, sim->began);
  check_dimension(sim, &s->ck, s->restart);
  PetscCall(check_thickness(sim));
  PetscCall(materials_read(&sim->par, sim->options, &sim->materials));
  PetscCall(laws_create(&sim->par, sim->options, &sim->materials, &sim->laws));
  PetscCall(interactions_create(&sim->par, sim->options, &sim->materials, sim->settings.dimension,
                                &sim->interactions));
  PetscCall(walls_read(sim->options, &sim->materials, &sim->walls));
  PetscCall(wall_shapes_load(sim, s->restart ? &s->ck : NULL));
  PetscCall(wall_motions_read(&sim->par, sim->options, STATE_FOLDER,
                              s->restart ? &s->ck.state : NULL, &sim->walls, &sim->motions));
  wall_motions_place(&sim->motions, s->restart ? clock_time(&s->ck.clock) : 0, &sim->walls);
  links_create(&sim->links);
  PetscCall(links_read(sim->options, &sim->links));
  if (s->restart) PetscCall(take_matter(sim, &s->ck));
  else {
    PetscCall(clumps_create(&sim->clumps));
    PetscCall(waiting_create(&sim->waiting));
    sim->templates.dimension = sim->settings.dimension;
  }
  PetscCall(templates_read(&sim->par, sim->options, &sim->materials, &sim->templates, &sim->groups,
                           &sim->warnings));
  PetscCall(template_variants_make(sim->options, &sim->materials, &sim->templates));
  PetscCall(clumps_use(sim->clumps, start_values_used(sim->options, &sim->materials, sim->laws) |
                                      interactions_quantities(sim->interactions)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode create_rooms(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  PetscCall(halo_create(&sim->par, sim->settings.halo_wide, &sim->halo));
  PetscCall(pebbles_create(&sim->pebbles));
  PetscCall(pairs_create(sim->laws->n, &sim->pairs));
  PetscCall(
    contacts_create(sim->laws, option_word(sim->options, "", NULL, "backend"), &sim->contacts));
  sim->contacts->by_member = bodies_by_pebble(sim);
  PetscCall(loads_create(&sim->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read clumps from files and keys; fills need the domain. */
static PetscErrorCode read_clumps(Sim *sim, Setup *s)
{
  PopulationTarget target = {.materials = &sim->materials,
                             .templates = &sim->templates,
                             .groups    = &sim->groups,
                             .clumps    = sim->clumps,
                             .waiting   = sim->waiting,
                             .next_id   = sim->account.next_id};

  PetscFunctionBeginUser;
  s->now = target.now = s->restart ? clock_reached(&s->ck.clock) : 0;
  s->present          = sim->clumps->n_owned;
  s->waited           = sim->waiting->clumps->n_owned;
  PetscCall(population_read(&sim->par, sim->options, &target, &sim->warnings));
  sim->account.next_id = target.next_id;
  PetscCall(carried_make(sim, s->restart));
  PetscCall(entry_create(sim, s->restart ? clock_time(&s->ck.clock) : 0));
  PetscCall(
    changing_create(sim, s->restart ? clock_time(&s->ck.clock) : 0, s->restart ? &s->ck : NULL));
  PetscCall(exits_create(sim, s->restart ? clock_time(&s->ck.clock) : 0));
  PetscCall(eventing_read(sim, s->restart ? &s->ck : NULL));
  changing_check(sim);
  domain_read(sim->options, sim->settings.dimension, &s->lo, &s->hi, s->boundary);
  check_laws(sim);
  check_walls(sim, s->boundary);
  if (!s->restart) PetscCall(check_presence(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create the domain, for clumps of their extent, and choose the skins. */
static PetscErrorCode make_domain(Sim *sim, Setup *s)
{
  const int dimension = sim->settings.dimension;

  PetscFunctionBeginUser;
  PetscCall(find_extent(sim, &s->extent, &s->smallest));
  sim->scales.smallest = s->smallest;
  sim->domain          = domain_create(dimension, s->lo, s->hi, s->boundary, s->extent,
                              s->restart ? s->ck.domain.quantum : 0);
  if (domain_reflects(&sim->domain))
    sim->domain.restitution = option_real(sim->options, "domain", NULL, "restitution");
  skins_choose(sim, s->smallest);
  check_domain(sim, s->extent, s->smallest, s->restart);
  interactions_check(sim->interactions, &sim->domain, sim->options, &sim->warnings);
  population_check_boxes(sim->options, &sim->domain);
  PetscCall(entry_check(sim, s->restart ? &s->ck : NULL));
  PetscCall(exits_restore(sim, s->restart ? &s->ck : NULL));
  if (s->restart) check_restart(sim, &s->ck, s->extent);
  PetscCall(wall_shapes_prepare(sim, s->smallest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fill in clumps, so that all of them are known. */
static PetscErrorCode fill(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(carried_begin(sim));
  PetscCall(sim_decompose(sim));
  driven_find(sim->options, sim->motions.motions, &sim->groups, &sim->motions.driven);
  PetscCall(sim_release(sim, s->now));
  PetscCall(
    driven_measure(&sim->par, &sim->domain, &sim->templates, sim->clumps, &sim->motions.driven));
  PetscCall(changing_foresee(sim));
  PetscCall(start_values_set(&sim->par, sim->options, &sim->materials, sim->laws, &sim->walls,
                             &sim->templates, sim->clumps, sim->waiting, sim->entry.extremes));
  PetscCall(check_clumps(sim));
  PetscCall(interactions_prepare(sim->interactions, &sim->par, sim->options, &sim->templates,
                                 &sim->groups));
  bodies_check(sim);
  damping_groups(sim->options, &sim->groups, &sim->damping);
  groups_selected(sim->options, "run", NULL, "gravity_groups", &sim->groups, &sim->clumps->heavy);
  PetscCall(impact_find(sim, &s->ck, s->present, s->waited));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode link(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(linking_make(sim, s->restart ? &s->ck : NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the time step and the quanta. */
static PetscErrorCode find_scales(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(wall_account_open(sim, s->restart ? &s->ck : NULL));
  PetscCall(wall_facets_open(sim, s->restart ? &s->ck : NULL));
  PetscCall(face_account_open(sim, s->restart ? &s->ck : NULL));
  PetscCall(timestep_choose(sim, s->restart));
  PetscCall(servoing_begin(sim));
  PetscCall(quanta_choose(sim, s->smallest));
  if (s->restart) PetscCall(save_restore(sim, &s->ck));
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
  PetscCall(sim_build(sim, 0, records));
  PetscCall(revised_book(sim, &revised));
  revised_free(&revised);
  stage(&sim->stages, STAGE_NONE);
  PetscCall(PetscTime(&end));
  sim->lists.tuner.rebuild = end - start;
  PetscCall(sim_assess_balance(sim, false, 0));
  PetscCall(carried_check(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- create and destroy ---- */

/* The steps of setup, in order. Each may report mistakes, and needs those before to be without. */
static PetscErrorCode set_up(Sim *sim, Setup *s)
{
  static PetscErrorCode (*const steps[])(Sim *, Setup *) = {
    read_scenario, create_rooms, read_clumps, make_domain, round_to_grid,
    fill,          link,         find_scales, build};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof steps / sizeof *steps && s->mistakes == 0; k++) {
    PetscCall(steps[k](sim, s));
    PetscCall(options_report(sim->options, &s->mistakes));
  }
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
  Sim  *sim;

  PetscFunctionBeginUser;
  PetscCall(array_create(out, sizeof **out, 1));
  sim = *out;
  PetscCall(PetscTime(&sim->began));
  PetscCall(parallel_create(comm, &sim->par));
  PetscCall(stages_create(&sim->stages));
  sim->warnings = warnings_on(&sim->par);
  PetscCall(options_create(&sim->par, scenario_kinds, &sim->options));
  PetscCall(read_sources(sim, scenario, row, &s));
  if (s.mistakes == 0) {
    PetscCall(scenario_set_folder(sim->options, scenario));
    PetscCall(set_up(sim, &s));
  }
  *mistakes      = s.mistakes;
  sim->restarted = s.restart;
  if (s.restart) checkpoint_free(&s.ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_destroy(Sim **out)
{
  Sim *sim = *out;

  PetscFunctionBeginUser;
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  links_free(&sim->links);
  constraints_free(&sim->constraints);
  PetscCall(interactions_destroy(&sim->interactions));
  damping_free(&sim->damping);
  PetscCall(contacts_destroy(&sim->contacts));
  PetscCall(pairs_destroy(&sim->pairs));
  PetscCall(pebbles_destroy(&sim->pebbles));
  array_free(&sim->lists.sent);
  PetscCall(halo_destroy(&sim->halo));
  PetscCall(loads_destroy(&sim->loads));
  PetscCall(entry_destroy(sim));
  outlets_free(&sim->outlets);
  changes_free(&sim->changes);
  events_free(&sim->events);
  PetscCall(clumps_destroy(&sim->clumps));
  PetscCall(waiting_destroy(&sim->waiting));
  PetscCall(laws_destroy(&sim->laws));
  decomposition_free(&sim->decomposition);
  templates_free(&sim->templates);
  materials_free(&sim->materials);
  wall_motions_free(&sim->motions);
  wall_account_free(&sim->wall_account);
  array_free(&sim->members.list);
  wall_facets_free(sim);
  carried_free(sim);
  walls_free(&sim->walls);
  PetscCall(options_destroy(&sim->options));
  PetscCall(parallel_destroy(&sim->par));
  array_free(out);
  PetscFunctionReturn(PETSC_SUCCESS);
}
