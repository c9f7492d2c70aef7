/* SPDX-License-Identifier: MIT */
/* Setup, first part: reading and checking (setup_read.h). */
#include "run/setup/setup_read.h"
#include "constraint/hard/hard.h"
#include "constraint/shown.h"
#include "contact/term_work.h"
#include "link/link_make.h"
#include "matter/group.h"
#include "measure/monitor/monitor.h"
#include "motion/reflect.h"
#include "run/module_states.h"
#include "run/setup/scenario.h"
#include "supply/checks.h"
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "wall/walls.h"

/* ---- the parts of a simulation ---- */

/* Take over materials, templates and clumps of the checkpoint. */
static void take_matter(Sim *sim, Setup *s)
{
  Checkpoint *ck = &s->ck;

  supply_check_restart(sim_world(sim), ck->materials, ck->templates, s->before);
  sim->matter.templates       = *ck->templates;
  *ck->templates              = (Templates){0};
  sim->matter.clumps          = ck->clumps;
  ck->clumps                  = NULL;
  sim->matter.waiting         = ck->waiting;
  ck->waiting                 = NULL;
  sim->matter.groups          = ck->groups;
  sim->energy.account.next_id = ck->account.next_id;
}

/* Read walls and their files. */
static PetscErrorCode read_walls(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (s->look && look_take_walls(s->look, sim)) PetscFunctionReturn(PETSC_SUCCESS);
  walls_read(sim->options, &sim->matter.materials, &sim->walls);
  PetscCall(walls_load(sim_world(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_templates(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (!s->look || !look_take_templates(s->look, sim))
    PetscCall(templates_read(&sim->par, sim->options, &sim->matter.materials,
                             &sim->matter.templates, &sim->matter.groups, &sim->warnings));
  if (s->look) look_keep_templates(s->look, sim);
  template_variants_make(sim->options, &sim->matter.materials, &sim->matter.templates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* An end before the checkpoint is a mistake if it is not that of its run, which may have ended a part
   of a step later. */
static void check_end(Sim *sim, const Setup *s)
{
  const Clock *clock = &s->ck.clock;
  const double end = sim->settings.end_time, now = clock_time(clock);

  if (s->before && end == option_real(s->before, "run", NULL, "end_time")) return;
  if (end < now - 1e-9 * clock->dt) /* rounding */
    option_mistake(sim->options, "run", NULL, "end_time",
                   "the checkpoint is at %.9g s: give an end_time after it", now);
}

/* Read settings, materials, laws, walls and templates. */
static PetscErrorCode read_scenario(Sim *sim, Setup *s)
{
  int dimension;

  PetscFunctionBeginUser;
  settings_read(sim->options, &sim->settings);
  dimension        = sim->settings.dimension;
  sim->world.start = s->restart ? clock_time(&s->ck.clock) : 0;
  if (s->restart) check_end(sim, s);
  damping_read(sim->options, &sim->motion.damping);
  sim->limits = limits_read(sim->options, sim->limits.began);
  if (s->restart && s->ck.domain.dimension != dimension)
    option_mistake(sim->options, "run", NULL, "dimension",
                   "%d, but the checkpoint is of %d dimensions: leave it as it was", dimension,
                   s->ck.domain.dimension);
  else options_check_plane(sim->options, dimension);
  if (dimension == 2) supply_check_plane(sim->options, &sim->warnings);
  laws_check_friction(sim->options, &sim->warnings);
  materials_read(sim->options, &sim->matter.materials);
  PetscCall(laws_create(&sim->par, sim->options, &sim->matter.materials, &sim->laws));
  PetscCall(interactions_create(&sim->par, sim->options, &sim->matter.materials, dimension,
                                &sim->interactions));
  PetscCall(read_walls(sim, s));
  PetscCall(wall_motions_read(sim_world(sim)));
  if (s->restart) sim->clock = s->ck.clock; /* dt may change yet */
  wall_motions_place(&sim->motion.walls, sim_time(sim), &sim->walls);
  links_create(&sim->links);
  links_read(sim->options, &sim->links);
  links_check_touching(sim->options, &sim->matter.materials, sim->laws, &sim->links);
  exclusions_read(sim->options, sim->settings.same_bond_id, &sim->exclusions);
  hard_read(sim->options, &sim->matter.materials, sim->laws, &sim->constraints.hard);
  deforms_read(sim->options, dimension, &sim->deforms);
  volumes_read(sim->options, &sim->deforms, &sim->constraints.volumes);
  if (s->restart) take_matter(sim, s);
  else {
    PetscCall(clumps_create(&sim->matter.clumps));
    PetscCall(waiting_create(&sim->matter.waiting));
    sim->matter.templates.dimension = dimension;
  }
  PetscCall(read_templates(sim, s));
  PetscCall(clumps_use(sim->matter.clumps,
                       start_values_used(sim->options, &sim->matter.materials, sim->laws) |
                         interactions_quantities(sim->interactions) |
                         monitor_memory_use(sim->options)));
  PetscCall(clumps_create(&sim->entry.extremes));
  PetscCall(clumps_use(sim->entry.extremes, sim->matter.clumps->uses));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode create_rooms(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  PetscCall(halo_create(&sim->par, sim->settings.halo_wide, &sim->space.halo));
  pebbles_create(&sim->matter.pebbles);
  pairs_create(sim->laws->n, &sim->pairs);
  contacts_create(sim->laws, option_word(sim->options, "", NULL, "backend"), &sim->contacts);
  if (option_bool(sim->options, "output", NULL, "energies"))
    term_work_create(sim->laws, &sim->contacts->term_work);
  loads_create(&sim->loads);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read clumps from files and keys; fills need the domain. */
static PetscErrorCode read_clumps(Sim *sim, Setup *s)
{
  PopulationTarget target = {.materials = &sim->matter.materials,
                             .templates = &sim->matter.templates,
                             .groups    = &sim->matter.groups,
                             .clumps    = sim->matter.clumps,
                             .waiting   = sim->matter.waiting,
                             .next_id   = sim->energy.account.next_id};

  PetscFunctionBeginUser;
  s->now = target.now = s->restart ? clock_reached(&s->ck.clock) : 0;
  s->present          = sim->matter.clumps->n_owned;
  s->waited           = sim->matter.waiting->clumps->n_owned;
  PetscCall(population_read(&sim->par, sim->options, &target, &sim->warnings));
  sim->energy.account.next_id = target.next_id;
  sim->entry.rows             = target.rows;
  PetscCall(wall_bodies_make(sim_world(sim), &sim->matter.templates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_inlets(Sim *sim, Setup *s)
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  PetscCall(sources_create(w));
  if (sources_are_sound(sim->options)) sources_extremes(w);
  if (!s->restart) PetscCall(supply_check_presence(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- groups that are asked for by name, when all of them are known ---- */

/* From here on template=NAME selects clumps. */
static PetscErrorCode know_templates(Sim *sim, Setup *s)
{
  (void)s;
  groups_know(&sim->matter.groups, &sim->matter.templates);
  sim->matter.clumps->templates = sim->entry.extremes->templates = &sim->matter.templates;
  return PETSC_SUCCESS;
}

static PetscErrorCode find_forced(Sim *sim, Setup *s)
{
  (void)s;
  return interactions_prepare(sim->interactions, &sim->par, sim->options, &sim->matter.templates,
                              &sim->matter.groups);
}

static PetscErrorCode find_driven(Sim *sim, Setup *s)
{
  (void)s;
  driven_find(sim->options, sim->motion.walls.motions, &sim->matter.groups,
              &sim->motion.walls.driven);
  return PETSC_SUCCESS;
}

static PetscErrorCode find_changed(Sim *sim, Setup *s)
{
  const bool damps = sim->motion.damping.used || sim_thermostats(sim)->n > 0;

  (void)s;
  PetscFunctionBeginUser;
  PetscCall(velocities_prepare(&sim->constraints, sim->options, sim->settings.integrator, damps,
                               sim->matter.clumps));
  damping_groups(sim->options, &sim->matter.groups, &sim->motion.damping);
  groups_selected(sim->options, "run", NULL, "gravity_groups", &sim->matter.groups,
                  &sim->matter.clumps->heavy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the domain, and what has a place in it ---- */

static PetscErrorCode find_laws(Sim *sim, Setup *s)
{
  (void)s;
  laws_check_pairs(sim_world(sim));
  return PETSC_SUCCESS;
}

static PetscErrorCode look_at_walls(Sim *sim, Setup *s)
{
  bool periodic[3];

  reflect_check_with(sim_world(sim), s->shape.boundary);
  for (int k = 0; k < 3; k++)
    periodic[k] = k < sim->settings.dimension && boundary_wraps(s->shape.boundary[k]);
  walls_check_periods(sim->options, &sim->walls, periodic);
  wall_motions_check_periods(sim->options, &sim->motion.walls, &sim->walls, periodic);
  return PETSC_SUCCESS;
}

/* Check regions of clumps in the domain, and round positions to its grid. */
static PetscErrorCode look_at_places(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(population_check_regions(&sim->par, sim->options, &sim->space.domain));
  PetscCall(setup_round(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look_at_inlets(Sim *sim, Setup *s)
{
  World *w = sim_world(sim);
  char   why[STATE_WHY];
  bool   good;

  sources_check(w);
  if (!s->restart) return PETSC_SUCCESS;
  sources_restore(w, &s->ck.state, &good, why);
  if (!good) options_mistake(sim->options, "cannot restart: %s: %s", sim->folder.source, why);
  return PETSC_SUCCESS;
}

/* Check the lists of links in a look; a run reads them when all clumps are there. */
static PetscErrorCode look_at_links(Sim *sim, Setup *s)
{
  World     *w      = sim_world(sim);
  const bool enters = sim_goes_on(sim), fills = population_has_fills(sim->options);

  PetscFunctionBeginUser;
  if (!s->look && s->mistakes == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(links_look(w, enters, fills));
  PetscCall(deforms_look(w, fills));
  PetscCall(exclusions_look(w, enters || fills));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check reaches, when all interactions and links have been read. */
static PetscErrorCode look_at_reach(Sim *sim, Setup *s)
{
  return reachable_check(sim_world(sim), s->extent);
}

/* ---- all of it ---- */

PetscErrorCode setup_report(Sim *sim, Setup *s)
{
  return s->look ? options_mistakes(sim->options, &s->mistakes)
                 : options_report(sim->options, &s->mistakes);
}

#define BODIES "material template clumps"
#define PLACES BODIES " domain contact interaction search"

enum { OF_SOURCES = 1, OF_LINKS = 2 };

/* The parts, in this order; read NULL: a stage of all modules. needs: kinds of options whose values
   must be without mistakes; of: the kinds of all sources or of all links must be so, too. */
static const struct {
  PetscErrorCode (*read)(Sim *, Setup *);
  const char *needs;
  unsigned    of;
  SetupStage  stage;
} parts[] = {
  {.read = read_scenario, .needs = ""},
  {.read = create_rooms, .needs = "material contact"},
  {.read = read_clumps, .needs = BODIES},
  {.read = read_inlets, .needs = BODIES, .of = OF_SOURCES},
  {.read = know_templates, .needs = BODIES},
  {.needs = "", .stage = SETUP_READ},
  {.read = find_forced, .needs = BODIES " change interaction force", .of = OF_SOURCES},
  {.read = find_driven, .needs = BODIES " change motion", .of = OF_SOURCES},
  {.read = find_changed, .needs = BODIES " change", .of = OF_SOURCES},
  {.needs = "", .stage = SETUP_RESOLVE},
  {.read = setup_read_domain, .needs = "domain"},
  {.read = find_laws, .needs = BODIES " contact wall interaction"},
  {.read = look_at_walls, .needs = "wall motion domain"},
  {.read = setup_make_domain, .needs = PLACES},
  {.read = look_at_places, .needs = PLACES},
  {.needs = "", .stage = SETUP_PLACE},
  {.read  = look_at_reach,
   .needs = PLACES " change profile monitor probe dump outlet",
   .of    = OF_SOURCES},
  {.read = look_at_inlets, .needs = PLACES, .of = OF_SOURCES},
  {.read = look_at_links, .needs = PLACES, .of = OF_LINKS},
};

#undef BODIES
#undef PLACES

static bool links_are_sound(const Options *options)
{
  for (int k = 0; k < LINK_KINDS; k++)
    if (!options_are_sound(options, link_kinds[k]->options.name)) return false;
  return options_are_sound(options, deform_kind.name);
}

/* True if values that part k needs are wrong. */
static bool is_left_out(const Sim *sim, size_t k)
{
  return k > 0 && (!sim_options_are_sound(sim, parts[k].needs) ||
                   (parts[k].of & OF_SOURCES && !sources_are_sound(sim->options)) ||
                   (parts[k].of & OF_LINKS && !links_are_sound(sim->options)));
}

PetscErrorCode setup_read(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  sim->world.saved = s->restart ? &s->ck.state : NULL;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    bool out = is_left_out(sim, k);

    PetscCall(parallel_any(&sim->par, &out));
    if (out) continue;
    PetscCall(parts[k].read ? parts[k].read(sim, s) : modules_setup(sim, parts[k].stage));
    PetscCall(options_mistakes(sim->options, &s->mistakes));
  }
  PetscCall(setup_report(sim, s));
  if (s->mistakes == 0 && (!s->look || s->look->fills))
    PetscCall(walls_prepare(sim_world(sim), s->smallest));
  PetscFunctionReturn(PETSC_SUCCESS);
}
