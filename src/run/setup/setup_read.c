/* SPDX-License-Identifier: MIT */
/* Setup, first part: reading and checking (setup_read.h). */
#include "run/setup/setup_read.h"
#include "constraint/hard/hard.h"
#include "contact/term_work.h"
#include "link/exclusions_read.h"
#include "matter/group_read.h"
#include "measure/monitor/monitor_memory.h"
#include "run/deform_run.h"
#include "run/link_run.h"
#include "run/lists/carried.h"
#include "run/lists/exclusions_run.h"
#include "run/lists/wall_shapes.h"
#include "run/module_states.h"
#include "run/restart/save.h"
#include "run/setup/reachable.h"
#include "run/setup/scenario.h"
#include "run/setup/setup_check.h"
#include "run/shown_velocities.h"
#include "supply/population/population.h"
#include "supply/population/start_values.h"
#include "supply/population/template_read.h"
#include "supply/population/template_variant.h"
#include "wall/wall_read.h"

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
  changes_growth(sim_changes(sim), &larger, &smaller);
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

/* True if the faces of the domain reflect where they did in the checkpoint. */
static bool has_faces_of(const Sim *sim, const Checkpoint *ck)
{
  const Domain *now = &sim->domain, *then = &ck->domain;

  for (int k = 0; k < now->dimension; k++)
    if (now->boundary[k] != then->boundary[k] || vec3_axis(now->lo, k) != vec3_axis(then->lo, k) ||
        vec3_axis(now->hi, k) != vec3_axis(then->hi, k))
      return false;
  return true;
}

/* Round new rows to the grid, and all waiting ones, as the domain may have changed since
   they were read. */
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
  /* clumps of a checkpoint may have grown beyond a face, and come back in the next step */
  PetscCall(check_inside(sim, s->restart && has_faces_of(sim, &s->ck) ? s->present : 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the parts of a simulation ---- */

/* Take over materials, templates and clumps of the checkpoint. */
static PetscErrorCode take_matter(Sim *sim, Checkpoint *ck)
{
  PetscFunctionBeginUser;
  PetscCall(check_materials(sim, ck));
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

/* Read walls and their files. */
static PetscErrorCode read_walls(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (s->look && look_take_walls(s->look, sim)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(walls_read(sim->options, &sim->materials, &sim->walls));
  PetscCall(wall_shapes_load(sim, s->restart ? &s->ck : NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_templates(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (!s->look || !look_take_templates(s->look, sim))
    PetscCall(templates_read(&sim->par, sim->options, &sim->materials, &sim->templates,
                             &sim->groups, &sim->warnings));
  if (s->look) look_keep_templates(s->look, sim);
  PetscCall(template_variants_make(sim->options, &sim->materials, &sim->templates));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read settings, materials, laws, walls and templates. */
static PetscErrorCode read_scenario(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(settings_read(sim->options, &sim->settings));
  PetscCall(damping_read(sim->options, &sim->damping));
  sim->limits = limits_read(sim->options, sim->began);
  check_dimension(sim, &s->ck, s->restart);
  PetscCall(check_thickness(sim));
  PetscCall(check_friction(sim));
  PetscCall(materials_read(&sim->par, sim->options, &sim->materials));
  PetscCall(laws_create(&sim->par, sim->options, &sim->materials, &sim->laws));
  PetscCall(interactions_create(&sim->par, sim->options, &sim->materials, sim->settings.dimension,
                                &sim->interactions));
  PetscCall(read_walls(sim, s));
  PetscCall(wall_motions_read(&sim->par, sim->options, STATE_FOLDER,
                              s->restart ? &s->ck.state : NULL, &sim->walls, &sim->motions));
  if (s->restart) sim->clock = s->ck.clock; /* dt may change yet */
  wall_motions_place(&sim->motions, sim_time(sim), &sim->walls);
  links_create(&sim->links);
  PetscCall(links_read(sim->options, &sim->links));
  links_check_touching(sim->options, &sim->materials, sim->laws, &sim->links);
  PetscCall(exclusions_read(sim->options, sim->settings.same_bond_id, &sim->exclusions));
  PetscCall(hard_read(sim->options, &sim->materials, sim->laws, &sim->constraints.hard));
  PetscCall(deforms_read(sim->options, sim->settings.dimension, &sim->deforms));
  PetscCall(volumes_read(sim->options, &sim->deforms, &sim->constraints.volumes));
  if (s->restart) PetscCall(take_matter(sim, &s->ck));
  else {
    PetscCall(clumps_create(&sim->clumps));
    PetscCall(waiting_create(&sim->waiting));
    sim->templates.dimension = sim->settings.dimension;
  }
  PetscCall(read_templates(sim, s));
  PetscCall(clumps_use(sim->clumps, start_values_used(sim->options, &sim->materials, sim->laws) |
                                      interactions_quantities(sim->interactions) |
                                      monitor_memory_use(sim->options)));
  PetscCall(entry_open(sim));
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
  if (option_bool(sim->options, "output", NULL, "energies"))
    PetscCall(term_work_create(sim->laws, &sim->contacts->term_work));
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const Checkpoint *checkpoint_of(const Setup *s)
{
  return s->restart ? &s->ck : NULL;
}

static double start_of(const Setup *s)
{
  return s->restart ? clock_time(&s->ck.clock) : 0;
}

static PetscErrorCode read_inlets(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(entry_create(sim, start_of(s)));
  if (!s->restart) PetscCall(check_presence(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_modules(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  sim->world.start = start_of(s);
  sim->world.saved = s->restart ? &s->ck.state : NULL;
  PetscCall(modules_read(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- groups that are asked for by name, when all of them are known ---- */

static PetscErrorCode find_forced(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  PetscCall(interactions_prepare(sim->interactions, &sim->par, sim->options, &sim->templates,
                                 &sim->groups));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_driven(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  driven_find(sim->options, sim->motions.motions, &sim->groups, &sim->motions.driven);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_changed(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  PetscCall(shown_velocities_check(sim));
  damping_groups(sim->options, &sim->groups, &sim->damping);
  groups_selected(sim->options, "run", NULL, "gravity_groups", &sim->groups, &sim->clumps->heavy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- events, the domain, and what has a place in it ---- */

static PetscErrorCode resolve_modules(Sim *sim, Setup *s)
{
  (void)s;
  return modules_resolve(sim);
}

/* Refuse another cell file at a restart: the cell is that of the checkpoint. */
static PetscErrorCode check_cell_file(Sim *sim, const Checkpoint *ck)
{
  Options    *before;
  const char *now = option_word(sim->options, "domain", NULL, "file"), *then;

  PetscFunctionBeginUser;
  if (!ck->scenario) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(scenario_parse(&sim->par, ck->scenario, &before));
  then = option_word(before, "domain", NULL, "file");
  if (strcmp(now, then) != 0)
    option_mistake(sim->options, "domain", NULL, "file",
                   "a restart goes on with the cell of its checkpoint (file: %s): leave this out",
                   then[0] ? then : "none");
  PetscCall(options_destroy(&before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the cell of another run; after a restart the cell is that of the checkpoint, which
   began with it. */
static PetscErrorCode read_cell(Sim *sim, Setup *s)
{
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  Checkpoint other;
  bool       good;

  PetscFunctionBeginUser;
  if (s->restart) {
    PetscCall(check_cell_file(sim, &s->ck));
    PetscCall(cell_run_given(sim, &s->ck, &s->shape));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(
    save_find(&sim->par, option_word(sim->options, "domain", NULL, "file"), path, &good, why));
  if (good) PetscCall(checkpoint_read(&sim->par, path, &other, &good, why));
  if (!good) {
    option_mistake(sim->options, "domain", NULL, "file", "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (other.domain.dimension != sim->settings.dimension)
    option_mistake(sim->options, "domain", NULL, "file",
                   "is of %d dimensions, the scenario of %d (run: dimension)",
                   other.domain.dimension, sim->settings.dimension);
  else PetscCall(cell_run_given(sim, &other, &s->shape));
  checkpoint_free(&other);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_domain(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  domain_read(sim->options, sim->settings.dimension, &s->shape);
  if (option_has_value(sim->options, "domain", NULL, "file") &&
      options_are_sound(sim->options, "domain"))
    PetscCall(read_cell(sim, s));
  PetscCall(deformation_read_file(&sim->par, sim->options));
  deformation_read(sim->options, &sim->cell.deformation);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_laws(Sim *sim, Setup *s)
{
  (void)s;
  PetscFunctionBeginUser;
  check_laws(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look_at_walls(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  check_walls(sim, s->shape.boundary);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create the domain for the extent of the clumps, and choose the skins. */
static PetscErrorCode make_domain(Sim *sim, Setup *s)
{
  const int dimension = sim->settings.dimension;

  PetscFunctionBeginUser;
  PetscCall(find_extent(sim, &s->extent, &s->smallest));
  sim->scales.smallest   = s->smallest;
  sim->constraints.reach = HARD_REACH * s->smallest;
  if (s->restart && sim->cell.deformation.kind) s->shape.hi = s->ck.domain.hi;
  sim->domain = domain_create(dimension, s->shape.lo, s->shape.hi, s->shape.boundary, s->extent,
                              s->restart ? s->ck.domain.quantum : 0);
  if (!s->restart && cell_run_grows(sim))
    sim->domain = domain_create(dimension, s->shape.lo, s->shape.hi, s->shape.boundary, s->extent,
                                CELL_RUN_ROOM * sim->domain.quantum);
  sim->cell.extent = s->extent;
  PetscCall(cell_run_make(sim, s->shape.vector, s->shape.vectors, s->restart ? &s->ck : NULL));
  if (domain_reflects(&sim->domain))
    sim->domain.restitution = option_real(sim->options, "domain", NULL, "restitution");
  skins_choose(sim, s->smallest);
  check_domain(sim, s->extent, s->smallest, s->restart);
  interactions_check(sim->interactions, &sim->domain, sim->options, &sim->warnings);
  if (s->restart) check_restart(sim, &s->ck, s->extent);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check regions of clumps in the domain, and round positions to its grid. */
static PetscErrorCode look_at_places(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(population_check_regions(&sim->par, sim->options, &sim->domain));
  PetscCall(round_to_grid(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look_at_inlets(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  PetscCall(entry_check(sim, checkpoint_of(s)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the lists of links in a look; a run reads them when all clumps are there. */
static PetscErrorCode look_at_links(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (!s->look && s->mistakes == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(link_run_look(sim));
  PetscCall(deform_run_look(sim));
  PetscCall(exclusions_run_look(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode place_modules(Sim *sim, Setup *s)
{
  (void)s;
  return modules_place(sim);
}

/* Check reaches, when all interactions and links have been read. */
static PetscErrorCode look_at_reach(Sim *sim, Setup *s)
{
  return reachable_check(sim, s->extent);
}

static PetscErrorCode look_at_cell(Sim *sim, Setup *s)
{
  (void)s;
  return cell_run_check(sim);
}

/* ---- all of it ---- */

PetscErrorCode setup_report(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  if (s->look) PetscCall(options_mistakes(sim->options, &s->mistakes));
  else PetscCall(options_report(sim->options, &s->mistakes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#define BODIES "material template clumps"
#define PLACES BODIES " domain contact interaction search"

enum { OF_SOURCES = 1, OF_LINKS = 2 };

/* The parts, in this order. needs: kinds of options whose values must be without mistakes; of: the
   kinds of all sources or of all links must be so, too. */
static const struct {
  PetscErrorCode (*read)(Sim *, Setup *);
  const char *needs;
  unsigned    of;
} parts[] = {
  {read_scenario, "", 0},
  {create_rooms, "material contact", 0},
  {read_clumps, BODIES, 0},
  {read_inlets, BODIES, OF_SOURCES},
  {read_modules, "", 0},
  {find_forced, BODIES " change interaction force", OF_SOURCES},
  {find_driven, BODIES " change motion", OF_SOURCES},
  {find_changed, BODIES " change", OF_SOURCES},
  {resolve_modules, "", 0},
  {read_domain, "domain", 0},
  {find_laws, BODIES " contact wall interaction", 0},
  {look_at_walls, "wall motion domain", 0},
  {make_domain, PLACES, 0},
  {look_at_cell, "domain", 0},
  {look_at_places, PLACES, 0},
  {place_modules, "", 0},
  {look_at_reach, PLACES " change profile monitor probe dump outlet", OF_SOURCES},
  {look_at_inlets, PLACES, OF_SOURCES},
  {look_at_links, PLACES, OF_LINKS},
};

#undef BODIES
#undef PLACES

static bool links_are_sound(const Options *options)
{
  for (int k = 0; k < LINK_KINDS; k++)
    if (!options_are_sound(options, link_kinds[k]->options.name)) return false;
  return options_are_sound(options, deform_kind.name);
}

/* True if values that part k needs are wrong: every part needs the dimension, and, as free walls
   are clumps, those that look at clumps need walls, too. */
static bool is_left_out(const Sim *sim, size_t k)
{
  if (k == 0) return false;
  return !options_are_sound(sim->options, parts[k].needs) ||
         (parts[k].of & OF_SOURCES && !sources_are_sound(sim->options)) ||
         (parts[k].of & OF_LINKS && !links_are_sound(sim->options)) ||
         option_is_wrong(sim->options, "run", NULL, "dimension") ||
         (sim->walls.n_carried > 0 && !options_are_sound(sim->options, "wall"));
}

PetscErrorCode setup_read(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    int64_t out = is_left_out(sim, k);

    PetscCall(parallel_max_int(&sim->par, &out, 1));
    if (out) continue;
    PetscCall(parts[k].read(sim, s));
    PetscCall(options_mistakes(sim->options, &s->mistakes));
  }
  PetscCall(setup_report(sim, s));
  if (s->mistakes == 0 && (!s->look || s->look->fills))
    PetscCall(wall_shapes_prepare(sim, s->smallest));
  PetscFunctionReturn(PETSC_SUCCESS);
}
