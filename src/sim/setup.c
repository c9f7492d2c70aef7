/* SPDX-License-Identifier: MIT */
/* Setup: from a scenario, and optionally a checkpoint, to a state that is ready to step. */
#include "base/bounds.h"
#include "mass/mass.h"
#include "matter/material.h"
#include "matter/wall_read.h"
#include "output/checkpoint.h"
#include "sim/impact.h"
#include "sim/save.h"
#include "sim/scenario.h"
#include "sim/timestep.h"
#include "supply/fill.h"
#include "supply/population.h"
#include "supply/template_read.h"

/* ---- reading ---- */

/* Read options from the command line, the checkpoint and the scenario file; *good is false when the
   checkpoint cannot be used (already reported). */
static PetscErrorCode read_sources(Sim *sim, const char *scenario, Checkpoint *ck, bool *restart,
                                   bool *good)
{
  static const char advice[] = "; -restart with the folder goes on from the newest good checkpoint";
  const char       *from;
  char              path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool              found;

  PetscFunctionBeginUser;
  *good = true;
  PetscCall(options_read_command_line(sim->options));
  from     = option_given(sim->options, "", NULL, "restart");
  *restart = from != NULL;
  if (*restart && !from[0]) {
    if (sim->par.rank == 0)
      fprintf(stderr, "clast: -restart: give a folder or a checkpoint file\n");
    *good = false;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (*restart) {
    PetscCall(save_find(&sim->par, from, path, good, why));
    found = *good;
    snprintf(sim->source, sizeof sim->source, "%s", path);
    if (found) PetscCall(checkpoint_read(&sim->par, path, ck, good, why));
    if (!*good) {
      if (sim->par.rank == 0)
        fprintf(stderr, "clast: cannot restart: %s%s\n", why, found ? advice : "");
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (ck->scenario) PetscCall(options_read_text(sim->options, ck->scenario, path));
  }
  if (scenario) PetscCall(options_read_file(sim->options, scenario));
  PetscCall(options_check(sim->options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pebbles of a checkpoint refer to materials by index: the scenario must list them in the same
   order. */
static void check_materials(Sim *sim, const Checkpoint *ck)
{
  for (int m = 0; m < ck->materials->n; m++)
    if (m >= sim->materials.n ||
        strcmp(ck->materials->list[m].name, sim->materials.list[m].name) != 0)
      options_mistake(
        sim->options,
        "material %s of the checkpoint is missing from the scenario, or in another place",
        ck->materials->list[m].name);
    else if (ck->materials->list[m].density != sim->materials.list[m].density)
      option_mistake(sim->options, "material", sim->materials.list[m].name, "density",
                     "%g, but bodies of the checkpoint were made with %g: leave it as it was",
                     sim->materials.list[m].density, ck->materials->list[m].density);
}

/* Templates and clumps of the stored scenario are in the checkpoint: changed keys would have no
   effect, and are refused. */
static PetscErrorCode check_made(Sim *sim)
{
  static const char *const kinds[] = {"template", "clumps"};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const char *const *names;
    int                n;

    PetscCall(options_objects(sim->options, kinds[k], &n, &names));
    for (int i = 0; i < n; i++) {
      const char *key = options_object_changed(sim->options, kinds[k], names[i]);

      if (key)
        option_mistake(sim->options, kinds[k], names[i], key,
                       "differs from the checkpoint, which already has %s: leave it as it was, or "
                       "give the new one another "
                       "name",
                       names[i]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that depend on the dimension of space alone. */
static void check_dimension(Sim *sim, const Checkpoint *ck, bool restart)
{
  const int dimension = sim->settings.dimension;

  if (restart && ck->dimension != dimension)
    option_mistake(sim->options, "run", NULL, "dimension",
                   "%d, but the checkpoint is of %d dimensions: leave it as it was", dimension,
                   ck->dimension);
  else options_check_plane(sim->options, dimension);
}

static bool has_z(const Options *o, const char *kind, const char *object)
{
  return option_vec3(o, kind, object, "lo").z != 0 || option_vec3(o, kind, object, "hi").z != 0;
}

/* Warn that z is not used in two dimensions. It may be given, so that a scenario can be run in
   both. */
static PetscErrorCode note_thickness(Sim *sim)
{
  static const char  nothing[] = "z is ignored in two dimensions (run: dimension: 2)";
  const char *const *words, *const *names;
  int n, n_clumps;

  PetscFunctionBeginUser;
  if (sim->settings.dimension != 2) PetscFunctionReturn(PETSC_SUCCESS);
  words = option_words(sim->options, "domain", NULL, "boundary", &n);
  if (has_z(sim->options, "domain", NULL) || (n == 3 && strcmp(words[2], "periodic") == 0))
    warning_add(&sim->warnings, "domain: %s", nothing);
  PetscCall(options_objects(sim->options, "clumps", &n_clumps, &names));
  for (int k = 0; k < n_clumps; k++)
    if (has_z(sim->options, "clumps", names[k]))
      warning_add(&sim->warnings, "clumps %s: %s", names[k], nothing);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Every two materials that can meet need a law. */
static void check_laws(Sim *sim)
{
  bool     *grain, *wall;
  const int n = sim->materials.n;

  if (n == 0) return;
  grain = calloc((size_t)n, sizeof *grain);
  wall  = calloc((size_t)n, sizeof *wall);
  for (int t = 0; t < sim->templates.n; t++)
    for (int i = 0; i < sim->templates.list[t].n; i++)
      grain[sim->templates.list[t].material[i]] = true;
  for (int w = 0; w < sim->walls.n; w++) wall[sim->walls.list[w].material] = true;
  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++)
      if (((grain[a] && (grain[b] || wall[b])) || (grain[b] && wall[a])) &&
          sim->laws->of[a * n + b] < 0)
        options_mistake(sim->options,
                        "contact: no law between %s and %s, which can meet: add `- %s-%s: "
                        "{between: [%s, %s], normal: ...}`",
                        sim->materials.list[a].name, sim->materials.list[b].name,
                        sim->materials.list[a].name, sim->materials.list[b].name,
                        sim->materials.list[a].name, sim->materials.list[b].name);
  free(grain);
  free(wall);
}

/* A new run needs clumps; a restarted run may have lost all of them. */
static PetscErrorCode check_presence(Sim *sim)
{
  int64_t            n = sim->clumps->n_owned + sim->waiting->clumps->n_owned;
  const char *const *names;
  int                n_objects;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &n, 1));
  PetscCall(options_objects(sim->options, "clumps", &n_objects, &names));
  if (n > 0 || population_has_fills(sim->options)) PetscFunctionReturn(PETSC_SUCCESS);
  if (n_objects == 0)
    options_mistake(sim->options, "clumps: missing: no clump is there and none enters; add such as "
                                  "`clumps: [{grain: {template: "
                                  "[NAME], position: [0, 0, 0]}}]`");
  else if (!options_has_mistakes(sim->options))
    options_mistake(sim->options,
                    "clumps: no clump is there and none enters: the files have no rows");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A plane must be parallel to periodic directions, as its images would differ otherwise. */
static void check_walls(Sim *sim, const Boundary boundary[3])
{
  for (int w = 0; w < sim->walls.n; w++)
    for (int k = 0; k < sim->settings.dimension; k++)
      if (boundary[k] == BOUNDARY_PERIODIC && vec3_axis(sim->walls.list[w].normal, k) != 0)
        option_mistake(
          sim->options, "wall", sim->walls.list[w].name, "normal",
          "has a part along %c, which is periodic: a plane must be parallel to periodic directions",
          "xyz"[k]);
}

/* ---- the domain and its grid ---- */

/* Extend the largest bounding radius and minus the smallest pebble radius. */
static void widen(const Templates *templates, const Clumps *c, double ends[2])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &templates->list[c->shape[a]];

    ends[0] = max_real(ends[0], t->bound * c->scale[a]);
    ends[1] = max_real(ends[1], -t->smallest * c->scale[a]);
  }
}

/* Find the largest distance of a pebble's surface from its clump's centre, and the smallest pebble
   radius, over clumps present, waiting and to be filled in. */
static PetscErrorCode find_extent(const Sim *sim, double *extent, double *smallest)
{
  double ends[2] = {0, -INFINITY};

  PetscFunctionBeginUser;
  widen(&sim->templates, sim->clumps, ends);
  widen(&sim->templates, sim->waiting->clumps, ends);
  PetscCall(population_fill_extent(&sim->par, sim->options, &sim->templates, &ends[0], &ends[1]));
  PetscCall(parallel_max(&sim->par, ends, 2));
  *extent   = ends[0];
  *smallest = isfinite(ends[1]) ? -ends[1] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Round rows to the grid and wrap them into the box. lost: complements of the lowest id outside an
   open face, and of the lowest id beyond the limits. Ids are below INT64_MAX, so that INT64_MIN
   means none. */
static void settle_rows(const Domain *domain, Clumps *c, PetscInt first, int64_t lost[2])
{
  for (PetscInt a = first; a < c->n_owned; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool near = domain_in_range(domain, x);

    if (near) c->pose[a].x = domain_wrapped(domain, grid_round3(domain, x));
    if (domain_has_left(domain, c->pose[a].x)) lost[0] = max_int(lost[0], ~c->id[a]);
    else if (!near) lost[1] = max_int(lost[1], ~c->id[a]);
  }
}

/* Settle new rows, and all waiting ones, as the domain may have changed since they were read. */
static PetscErrorCode settle(Sim *sim, PetscInt first)
{
  int64_t lost[2] = {INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  settle_rows(&sim->domain, sim->clumps, first, lost);
  settle_rows(&sim->domain, sim->waiting->clumps, 0, lost);
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- numbers that no run can have ---- */

/* Kinds of values out of range, for which the complement of the lowest id is kept; INT64_MIN: none.
 */
enum { WRONG_MASS, WRONG_SIZE, WRONG_SPEED, N_WRONG };

static void look_at_clump(const Templates *templates, const Clumps *c, PetscInt a,
                          int64_t wrong[N_WRONG])
{
  const Template *t     = &templates->list[c->shape[a]];
  const double    bound = t->bound * c->scale[a], surface = vec3_norm(c->w[a]) * bound;
  const bool      small = t->smallest * c->scale[a] < LENGTH_LEAST;

  if (!mass_is_possible(c->mass[a], c->inertia[a]))
    wrong[WRONG_MASS] = max_int(wrong[WRONG_MASS], ~c->id[a]);
  if (small || !(bound <= LENGTH_MOST)) wrong[WRONG_SIZE] = max_int(wrong[WRONG_SIZE], ~c->id[a]);
  if (!(surface <= SPEED_MOST)) wrong[WRONG_SPEED] = max_int(wrong[WRONG_SPEED], ~c->id[a]);
}

/* Check values that are products: of density and scale, of spin and size. Collective. */
static PetscErrorCode check_clumps(Sim *sim)
{
  static const char *const what[N_WRONG]  = {"a mass or a moment of inertia", "a radius",
                                             "a surface speed"};
  static const char *const check[N_WRONG] = {"density and scale", "scale", "spin"};
  static const char *const unit[N_WRONG]  = {"kg", "m", "m/s"};
  const double             least[N_WRONG] = {MASS_LEAST, LENGTH_LEAST, 0},
               most[N_WRONG]              = {MASS_MOST, LENGTH_MOST, SPEED_MOST};
  const Clumps *all[]                     = {sim->clumps, sim->waiting->clumps};
  int64_t       wrong[]                   = {INT64_MIN, INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) look_at_clump(&sim->templates, all[k], a, wrong);
  PetscCall(parallel_max_int(&sim->par, wrong, N_WRONG));
  for (int k = 0; k < N_WRONG; k++)
    if (wrong[k] != INT64_MIN)
      options_mistake(sim->options,
                      "clumps: clump %" PRId64
                      " has %s out of range (%g to %g %s): check its %s, or take other units",
                      ~wrong[k], what[k], least[k], most[k], unit[k], check[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- create ---- */

/* Clumps have temperatures if a law conducts heat or anything gives them one. */
static PetscErrorCode use_heat(Sim *sim)
{
  bool uses = population_has_temperatures(sim->options) || laws_give(sim->laws, GIVES_HEAT);

  PetscFunctionBeginUser;
  for (int m = 0; m < sim->materials.n; m++) uses = uses || sim->materials.list[m].temperature > 0;
  for (int t = 0; t < sim->templates.n; t++) uses = uses || sim->templates.list[t].temperature > 0;
  if (uses) PetscCall(clumps_use(sim->clumps, USE_HEAT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_matter(Sim *sim, Checkpoint *ck, bool restart)
{
  PetscFunctionBeginUser;
  PetscCall(materials_read(&sim->par, sim->options, &sim->materials));
  PetscCall(laws_create(&sim->par, sim->options, &sim->materials, &sim->laws));
  PetscCall(walls_read(sim->options, &sim->materials, &sim->walls));
  if (restart) {
    check_materials(sim, ck);
    PetscCall(check_made(sim));
    sim->templates = *ck->templates;
    *ck->templates = (Templates){0};
    sim->clumps    = ck->clumps;
    ck->clumps     = NULL;
    sim->waiting   = ck->waiting;
    ck->waiting    = NULL;
    sim->groups    = ck->groups;
    sim->next_id   = ck->next_id;
  } else {
    PetscCall(clumps_create(&sim->clumps));
    PetscCall(waiting_create(&sim->waiting));
    sim->templates.dimension = sim->settings.dimension;
  }
  PetscCall(templates_read(&sim->par, sim->options, &sim->materials, &sim->templates, &sim->groups,
                           &sim->warnings));
  PetscCall(use_heat(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Capacities of templates, and the temperatures that clumps have from them. */
static PetscErrorCode warm(Sim *sim)
{
  Clumps *all[] = {sim->clumps, sim->waiting->clumps};
  int64_t cold  = INT64_MIN; /* complement of the lowest id without a temperature */

  PetscFunctionBeginUser;
  templates_warm(&sim->materials, &sim->templates);
  PetscCall(clumps_use(sim->waiting->clumps, sim->clumps->uses));
  if (!(sim->clumps->uses & USE_HEAT)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      double *temperature = &all[k]->temperature[a];

      if (!(*temperature > 0)) *temperature = sim->templates.list[all[k]->shape[a]].temperature;
      if (!(*temperature > 0)) cold = max_int(cold, ~all[k]->id[a]);
    }
  PetscCall(parallel_max_int(&sim->par, &cold, 1));
  if (cold != INT64_MIN)
    options_mistake(sim->options,
                    "clumps: clump %" PRId64
                    " has no temperature, K, but others have, or a contact law conducts heat: give "
                    "temperature in its material, template, object of clumps, or row",
                    ~cold);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode create_rooms(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(halo_create(&sim->par, sim->settings.halo_wide, &sim->halo));
  PetscCall(pebbles_create(&sim->pebbles));
  PetscCall(pairs_create(sim->laws->n, &sim->pairs));
  PetscCall(contacts_create(sim->laws, &sim->contacts));
  PetscCall(loads_create(&sim->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double longest_side(const Domain *d)
{
  double longest = 0;

  for (int k = 0; k < d->dimension; k++) longest = max_real(longest, vec3_axis(d->length, k));
  return longest;
}

static double shortest_side(const Domain *d)
{
  double shortest = INFINITY;

  for (int k = 0; k < d->dimension; k++) shortest = min_real(shortest, vec3_axis(d->length, k));
  return shortest;
}

/* Initial skins, which skin.c adjusts if they are automatic. They end between 1.5 and 2 radii in
   flows of spheres, tetrapods and rocks; a bed at rest, or sparse falling grains, need less. No
   automatic skin is larger than the domain, which may be smaller than a pebble. */
static void choose_skins(Sim *sim, double smallest)
{
  const Settings *s       = &sim->settings;
  Lists          *l       = &sim->lists;
  const double    longest = longest_side(&sim->domain);

  l->skin_is_auto = !(s->skin > 0) && s->method != SEARCH_CELLS;
  l->near_least   = 0.005 * smallest;
  l->skin_least   = min_real(0.05 * smallest, longest);
  l->skin_most    = min_real(2 * smallest, longest);
  l->skin         = l->skin_is_auto ? min_real(1.2 * smallest, longest) : s->skin;
  if (s->method == SEARCH_CELLS) l->skin = 1e-3 * smallest; /* lists are used for one step */
  l->near = s->method == SEARCH_LIST ? min_real(0.05 * smallest, 0.5 * l->skin) : l->skin;
}

static bool is_periodic(const Boundary boundary[3], int k)
{
  return boundary[k] == BOUNDARY_PERIODIC;
}

/* Check that the box suits the clumps: sides, periods, spacing of the position grid, skin. */
static void check_domain(Sim *sim, double extent, double smallest, bool restart)
{
  const Domain *d       = &sim->domain;
  const double  longest = longest_side(d),
               reach = extent + (sim->lists.skin_is_auto ? sim->lists.skin_least : sim->lists.skin);
  const double spacing =
    restart ? d->quantum : d->grain; /* a checkpoint's grid is kept, however coarse far out */

  for (int k = 0; k < d->dimension; k++) {
    const double length = vec3_axis(d->length, k);

    if (!(length > 0))
      option_mistake(sim->options, "domain", NULL, "hi",
                     "the side along %c is %g m long: too short", "xyz"[k], length);
    else if (is_periodic(d->boundary, k) && reach > 50 * length)
      option_mistake(
        sim->options, "domain", NULL, "hi",
        "the period along %c (%g m) is less than 1/50 of the largest clump's reach (%g m)",
        "xyz"[k], length, reach);
  }
  if (smallest > 0 && !(spacing < 1e-5 * smallest))
    option_mistake(
      sim->options, "domain", NULL, "hi",
      "the box is so large that positions are known to %.2g m only, with pebbles of %g m", spacing,
      smallest);
  if (!sim->lists.skin_is_auto && sim->lists.skin > longest)
    option_mistake(sim->options, "search", NULL, "skin",
                   "larger than the longest side of the domain (%g m)", longest);
}

/* Periods must not change, as image counters and contact memory refer to them. */
static void check_restart(Sim *sim, const Checkpoint *ck, double extent)
{
  const Domain *d = &sim->domain;

  if (!domain_fits(d, extent))
    options_mistake(sim->options,
                    "domain: the box, or the largest clump (%g m), is too large for the "
                    "checkpoint's position grid (%g m)",
                    extent, d->quantum);
  for (int k = 0; k < d->dimension; k++) {
    const bool was = is_periodic(ck->boundary, k), is = is_periodic(d->boundary, k);
    const bool moved =
      vec3_axis(ck->lo, k) != vec3_axis(d->lo, k) || vec3_axis(ck->hi, k) != vec3_axis(d->hi, k);

    if (was != is || (is && moved))
      option_mistake(sim->options, "domain", NULL, "boundary",
                     "a periodic direction (%c) cannot be changed at a restart", "xyz"[k]);
  }
}

/* Place the random fills. */
static PetscErrorCode fill(Sim *sim)
{
  FillScene scene = {.par           = &sim->par,
                     .options       = sim->options,
                     .materials     = &sim->materials,
                     .templates     = &sim->templates,
                     .groups        = &sim->groups,
                     .walls         = &sim->walls,
                     .domain        = &sim->domain,
                     .decomposition = &sim->decomposition,
                     .seed          = sim->settings.seed,
                     .halo_wide     = sim->settings.halo_wide,
                     .clumps        = sim->clumps,
                     .next_id       = sim->next_id};

  PetscFunctionBeginUser;
  PetscCall(fill_all(&scene));
  sim->next_id = scene.next_id;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read clumps, create the domain, fill: the steps that may still report mistakes. */
static PetscErrorCode populate(Sim *sim, const Checkpoint *ck, bool restart, int *mistakes)
{
  const PetscInt   present = sim->clumps->n_owned, waited = sim->waiting->clumps->n_owned;
  PopulationTarget target = {.materials = &sim->materials,
                             .templates = &sim->templates,
                             .groups    = &sim->groups,
                             .now       = restart ? time_reached(ck->time, ck->dt) : 0,
                             .clumps    = sim->clumps,
                             .waiting   = sim->waiting,
                             .next_id   = sim->next_id};
  Boundary         boundary[3];
  Vec3             lo, hi;
  double           extent = 0, smallest = 0;

  PetscFunctionBeginUser;
  PetscCall(population_read(&sim->par, sim->options, &target, &sim->warnings));
  sim->next_id = target.next_id;
  domain_read(sim->options, sim->settings.dimension, &lo, &hi, boundary);
  check_laws(sim);
  check_walls(sim, boundary);
  if (!restart) PetscCall(check_presence(sim));
  PetscCall(options_report(sim->options, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_extent(sim, &extent, &smallest));
  sim->domain =
    domain_create(sim->settings.dimension, lo, hi, boundary, extent, restart ? ck->quantum : 0);
  choose_skins(sim, smallest > 0 ? smallest : shortest_side(&sim->domain));
  check_domain(sim, extent, smallest, restart);
  population_check_boxes(sim->options, sim->settings.dimension, lo, hi, boundary,
                         sim->domain.limit);
  if (restart) check_restart(sim, ck, extent);
  PetscCall(options_report(sim->options, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(settle(sim, present));
  PetscCall(options_report(sim->options, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(waiting_next(&sim->par, sim->waiting, &sim->entry.next, NULL));
  PetscCall(sim_decompose(sim));
  PetscCall(fill(sim));
  PetscCall(warm(sim));
  PetscCall(check_clumps(sim));
  PetscCall(impact_find(sim, ck, present, waited));
  PetscCall(timestep_choose(sim, restart));
  PetscCall(quanta_choose(sim, smallest));
  if (restart) PetscCall(save_restore(sim, ck));
  quanta_look(sim);
  timestep_check(sim);
  PetscCall(options_report(sim->options, mistakes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Migrate clumps, build lists, and restore the contacts' memory from a checkpoint. */
static PetscErrorCode build(Sim *sim, Checkpoint *ck, bool restart)
{
  ContactRecords none = {0};
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(sim_decompose(sim));
  PetscCall(PetscTime(&start));
  PetscCall(sim_build(sim, 0, restart ? ck->contacts : &none));
  if (restart && ck->scenario) PetscCall(save_forget_other_laws(sim, ck->scenario));
  PetscCall(PetscTime(&end));
  sim->lists.tuner.rebuild = end - start;
  array_free(&none.list);
  PetscCall(sim_watch(sim, false, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Default of the run's folder: out/<name of the scenario file>. */
static PetscErrorCode name_scenario(Sim *sim, const char *path)
{
  char        dir[NAME_LENGTH + 8];
  const char *base = path ? strrchr(path, '/') : NULL;
  char       *dot;

  PetscFunctionBeginUser;
  snprintf(sim->scenario_name, NAME_LENGTH, "%s", path ? (base ? base + 1 : path) : "run");
  dot = strrchr(sim->scenario_name, '.');
  if (dot && dot != sim->scenario_name) *dot = '\0';
  snprintf(dir, sizeof dir, "out/%s", sim->scenario_name);
  if (!option_has_value(sim->options, "output", NULL, "dir"))
    PetscCall(option_set_default(sim->options, "output", NULL, "dir", dir));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_create(Communicator comm, const char *scenario, Sim **out, int *mistakes)
{
  Checkpoint ck      = {0};
  bool       restart = false, good = false;
  Sim       *sim;

  PetscFunctionBeginUser;
  PetscCall(array_create(out, sizeof **out, 1));
  sim = *out;
  PetscCall(PetscTime(&sim->began));
  PetscCall(parallel_create(comm, &sim->par));
  PetscCall(stages_create(&sim->stages));
  sim->warnings = warnings_on(&sim->par);
  PetscCall(options_create(&sim->par, scenario_kinds, &sim->options));
  PetscCall(read_sources(sim, scenario, &ck, &restart, &good));
  *mistakes = !good;
  /* values that could not be read would cause further mistakes */
  if (good && options_are_torn(sim->options)) PetscCall(options_report(sim->options, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(name_scenario(sim, scenario));
  PetscCall(settings_read(sim->options, (Settings *)&sim->settings)); /* const from here on */
  check_dimension(sim, &ck, restart);
  PetscCall(note_thickness(sim));
  PetscCall(read_matter(sim, &ck, restart));
  PetscCall(options_report(sim->options, mistakes));
  if (*mistakes == 0) {
    PetscCall(create_rooms(sim));
    PetscCall(populate(sim, &ck, restart, mistakes));
  }
  if (*mistakes == 0) PetscCall(build(sim, &ck, restart));
  sim->restarted = restart;
  if (restart) checkpoint_free(&ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_destroy(Sim **out)
{
  Sim *sim = *out;

  PetscFunctionBeginUser;
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(contacts_destroy(&sim->contacts));
  PetscCall(pairs_destroy(&sim->pairs));
  PetscCall(pebbles_destroy(&sim->pebbles));
  array_free(&sim->lists.sent);
  PetscCall(halo_destroy(&sim->halo));
  PetscCall(loads_destroy(&sim->loads));
  PetscCall(clumps_destroy(&sim->clumps));
  PetscCall(waiting_destroy(&sim->waiting));
  PetscCall(laws_destroy(&sim->laws));
  decomposition_free(&sim->decomposition);
  templates_free(&sim->templates);
  array_free(&sim->materials.list);
  array_free(&sim->walls.list);
  PetscCall(options_destroy(&sim->options));
  PetscCall(parallel_destroy(&sim->par));
  array_free(out);
  PetscFunctionReturn(PETSC_SUCCESS);
}
