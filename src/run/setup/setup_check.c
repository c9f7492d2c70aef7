/* SPDX-License-Identifier: MIT */
/* Checks of a scenario (setup_check.h). */
#include "run/setup/setup_check.h"
#include "base/bounds.h"
#include "constraint/hard/hard.h"
#include "run/module_states.h"
#include "run/setup/scenario.h"
#include "shape/mass/mass.h"
#include "supply/population/population.h"
#include "wall/wall_read.h"

/* ---- scenario and checkpoint ---- */

/* True if the scenario of the checkpoint has a density of this material: else no mass came from it. */
static PetscErrorCode had_density(const Sim *sim, const Checkpoint *ck, const char *name, bool *had)
{
  Options *before;

  PetscFunctionBeginUser;
  *had = true;
  if (!ck->scenario) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(scenario_parse(&sim->par, ck->scenario, &before));
  *had = option_is_set(before, "material", name, "density");
  PetscCall(options_destroy(&before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode check_materials(Sim *sim, const Checkpoint *ck)
{
  PetscFunctionBeginUser;
  for (int m = 0; m < ck->materials->n; m++) {
    const char *name = ck->materials->list[m].name;
    bool        had;

    if (m >= sim->materials.n || strcmp(name, sim->materials.list[m].name) != 0) {
      options_mistake(
        sim->options,
        "material %s of the checkpoint is missing from the scenario, or in another place", name);
      continue;
    }
    if (ck->materials->list[m].density == sim->materials.list[m].density) continue;
    PetscCall(had_density(sim, ck, name, &had));
    if (had)
      option_mistake(sim->options, "material", name, "density",
                     "%g, but bodies of the checkpoint were made with %g: leave it as it was",
                     sim->materials.list[m].density, ck->materials->list[m].density);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void refuse_change(Sim *sim, const char *kind, const char *name, const char *key)
{
  option_mistake(sim->options, kind, name, key,
                 "differs from the checkpoint, which already has %s: leave it as it was, or "
                 "give the new one another "
                 "name",
                 name);
}

/* Objects of sources may change, except for the first key in the table of their kind. */
static PetscErrorCode check_made_sources(Sim *sim)
{
  const Source *source;

  PetscFunctionBeginUser;
  for (int k = 0; (source = source_kind(k)); k++) {
    const char *const *names;
    int                n;

    if (!source->options.name || !source->fixed) continue;
    PetscCall(options_objects(sim->options, source->options.name, &n, &names));
    for (int i = 0; i < n; i++) {
      const char *key = options_object_changed(sim->options, source->options.name, names[i]);

      if (key && strcmp(key, source->fixed) == 0)
        refuse_change(sim, source->options.name, names[i], key);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bodies of walls are in the checkpoint; walls may change. */
static void check_made_walls(Sim *sim, const Templates *made)
{
  for (int w = 0; w < sim->walls.n; w++) {
    const Wall *wall = &sim->walls.list[w];
    const char *key  = options_object_changed(sim->options, "wall", wall->name);
    const bool  was  = templates_find(made, wall->name) >= 0 &&
                     options_object(sim->options, "template", wall->name) < 0;

    if (key && (wall->carried || was)) refuse_change(sim, "wall", wall->name, key);
  }
}

PetscErrorCode check_made(Sim *sim, const Checkpoint *ck)
{
  static const char *const kinds[] = {"template", "clumps"};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const char *const *names;
    int                n;

    PetscCall(options_objects(sim->options, kinds[k], &n, &names));
    for (int i = 0; i < n; i++) {
      const char *key = options_object_changed(sim->options, kinds[k], names[i]);

      if (key) refuse_change(sim, kinds[k], names[i], key);
    }
  }
  PetscCall(check_made_sources(sim));
  check_made_walls(sim, ck->templates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void check_dimension(Sim *sim, const Checkpoint *ck, bool restart)
{
  const int dimension = sim->settings.dimension;

  if (restart && ck->domain.dimension != dimension)
    option_mistake(sim->options, "run", NULL, "dimension",
                   "%d, but the checkpoint is of %d dimensions: leave it as it was", dimension,
                   ck->domain.dimension);
  else options_check_plane(sim->options, dimension);
}

static bool has_z(const Options *o, const char *kind, const char *object)
{
  return option_vec3(o, kind, object, "lo").z != 0 || option_vec3(o, kind, object, "hi").z != 0;
}

PetscErrorCode check_thickness(Sim *sim)
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

PetscErrorCode check_friction(Sim *sim)
{
  const Options     *o = sim->options;
  const char *const *names;
  int                n, hard = 0;

  PetscFunctionBeginUser;
  PetscCall(options_objects(o, "constraint", &n, &names));
  for (int k = 0; k < n; k++)
    hard += strcmp(option_word(o, "constraint", names[k], "type"), "contact") == 0;
  PetscCall(options_objects(o, "contact", &n, &names));
  for (int k = 0; k < n; k++)
    if (strcmp(option_word(o, "contact", names[k], "tangential"), "none") != 0)
      PetscFunctionReturn(PETSC_SUCCESS);
  if (n == 0 || hard > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(options_objects(o, "material", &n, &names));
  for (int k = 0; k < n; k++) {
    if (!option_has_value(o, "material", names[k], "friction") ||
        !(option_real(o, "material", names[k], "friction") > 0))
      continue;
    warning_add(&sim->warnings,
                "material %s: friction is not used, as no contact has a tangential force: add "
                "tangential: hooke or mindlin to them",
                names[k]);
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mark the materials of the pebbles of a template that other pebbles can touch. */
static void mark_grains(const Sim *sim, int t, bool *grain)
{
  int first = 0;

  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].carried && sim->walls.list[w].template == t)
      first = sim->walls.list[w].corners;
  for (int i = first; i < sim->templates.list[t].n; i++)
    grain[sim->templates.list[t].material[i]] = true;
}

/* Materials that are present: those of pebbles that other pebbles can touch; of walls; of
   bodies with a carried surface, which touch walls and each other; of more than one such body;
   of all other walls. */
typedef struct {
  bool *grain, *wall, *body, *bodies, *plain;
} Present;

static bool can_meet(const Present *p, int a, int b)
{
  return (p->grain[a] && (p->grain[b] || p->wall[b])) ||
         (p->body[a] && (p->plain[b] || (a == b ? p->bodies[a] : p->body[b])));
}

/* True if materials a and b need a contact law, as nothing else defines what happens when they
   meet. points: pebbles need none among themselves. */
static bool lack_law(const Sim *sim, const Present *p, bool points, int a, int b)
{
  const bool at_a = interactions_mirror(sim->interactions, b, a),
             at_b = interactions_mirror(sim->interactions, a, b);

  if (sim->laws->of[a * sim->materials.n + b] >= 0 || !(can_meet(p, a, b) || can_meet(p, b, a)) ||
      hard_joins(sim->constraints.hard, a, b))
    return false;
  if ((p->wall[a] || p->wall[b]) && !at_a && !at_b) return true;
  if ((p->wall[a] && p->grain[b] && !at_a) || (p->wall[b] && p->grain[a] && !at_b)) return true;
  if (!(p->grain[a] && p->grain[b])) return false;
  return !(points || interactions_join(sim->interactions, a, b));
}

void check_laws(Sim *sim)
{
  const int  n      = sim->materials.n;
  const bool points = sim->laws->n == 0 && interactions_are_mutual(sim->interactions);
  bool      *all;
  Present    p;

  if (n == 0 || !options_are_sound(sim->options, "constraint")) return; /* hard pairs need no law */
  all = calloc(5 * (size_t)n, sizeof *all);
  p   = (Present){all, all + n, all + 2 * n, all + 3 * n, all + 4 * n};
  for (int t = 0; t < sim->templates.n; t++) mark_grains(sim, t, p.grain);
  for (int w = 0; w < sim->walls.n; w++) {
    const Wall *wall       = &sim->walls.list[w];
    p.wall[wall->material] = true;
    if (wall->carried) p.bodies[wall->material] = p.body[wall->material];
    (wall->carried ? p.body : p.plain)[wall->material] = true;
  }
  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++)
      if (lack_law(sim, &p, points, a, b))
        options_mistake(sim->options,
                        "contact: no law between %s and %s, which can meet: add `- %s-%s: "
                        "{between: [%s, %s], normal: ...}`",
                        sim->materials.list[a].name, sim->materials.list[b].name,
                        sim->materials.list[a].name, sim->materials.list[b].name,
                        sim->materials.list[a].name, sim->materials.list[b].name);
  free(all);
}

PetscErrorCode check_presence(Sim *sim)
{
  int64_t            n = sim->clumps->n_owned + sim->waiting->clumps->n_owned;
  const char *const *names;
  int                n_objects;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &n, 1));
  PetscCall(options_objects(sim->options, "clumps", &n_objects, &names));
  if (n > 0 || sim->walls.n_carried > 0 || population_has_fills(sim->options) ||
      entry_has_objects(sim))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (n_objects == 0)
    options_mistake(sim->options, "clumps: missing: no clump is there and none enters; add such as "
                                  "`clumps: [{grain: {template: "
                                  "[NAME], position: [0, 0, 0]}}]`");
  else if (!options_has_mistakes(sim->options))
    options_mistake(sim->options,
                    "clumps: no clump is there and none enters: the files have no rows");
  PetscFunctionReturn(PETSC_SUCCESS);
}

void check_walls(Sim *sim, const Boundary boundary[3])
{
  const Integrator *by = sim->settings.integrator;
  bool              periodic[3];

  for (int k = 0; sim_thermostats(sim)->baths && k < sim->settings.dimension; k++)
    if (boundary_reflects(boundary[k]))
      option_mistake(sim->options, "thermostat", NULL, NULL,
                     "langevin does not go with reflecting faces (along %c): take walls in place "
                     "of the faces, or another thermostat",
                     "xyz"[k]);
  for (int k = 0; by && by->first != by->last && k < sim->settings.dimension; k++)
    if (boundary_reflects(boundary[k]))
      option_mistake(sim->options, "run", NULL, "integrator",
                     "bounces off reflecting faces (along %c) are known for half kicks alone: "
                     "take verlet, or walls in place of the faces",
                     "xyz"[k]);
  for (int k = 0; k < 3; k++)
    periodic[k] = k < sim->settings.dimension && boundary_wraps(boundary[k]);
  walls_check_periods(sim->options, &sim->walls, periodic);
  wall_motions_check_periods(sim->options, &sim->motions, &sim->walls, periodic);
}

/* ---- numbers that no run can have ---- */

/* Kinds of values out of range; for each the complement of the lowest id is kept,
   INT64_MIN: none. */
enum { WRONG_MASS, WRONG_SIZE, WRONG_SPEED, N_WRONG };

static void look_at_clump(const Templates *templates, const Clumps *c, PetscInt a,
                          int64_t wrong[N_WRONG])
{
  const Template *t     = &templates->list[c->template[a]];
  const double    bound = t->bound * c->scale[a], surface = vec3_norm(c->w[a]) * bound;
  const bool      small = t->smallest * c->scale[a] < LENGTH_LEAST;

  if (!mass_is_possible(c->mass[a], c->inertia[a]))
    wrong[WRONG_MASS] = max_int(wrong[WRONG_MASS], ~c->id[a]);
  if (small || !(bound <= LENGTH_MOST)) wrong[WRONG_SIZE] = max_int(wrong[WRONG_SIZE], ~c->id[a]);
  if (!(surface <= SPEED_MOST)) wrong[WRONG_SPEED] = max_int(wrong[WRONG_SPEED], ~c->id[a]);
}

PetscErrorCode check_clumps(Sim *sim)
{
  static const char *const what[N_WRONG]  = {"a mass or a moment of inertia", "a radius",
                                             "a surface speed"};
  static const char *const check[N_WRONG] = {"density and scale", "scale", "spin"};
  static const char *const unit[N_WRONG]  = {"kg", "m", "m/s"};
  const double             least[N_WRONG] = {MASS_LEAST, LENGTH_LEAST, 0},
               most[N_WRONG]              = {MASS_MOST, LENGTH_MOST, SPEED_MOST};
  const Clumps *all[]   = {sim->clumps, sim->waiting->clumps, sim->entry.extremes};
  int64_t       wrong[] = {INT64_MIN, INT64_MIN, INT64_MIN};
  char          which[64];

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) look_at_clump(&sim->templates, all[k], a, wrong);
  PetscCall(parallel_max_int(&sim->par, wrong, N_WRONG));
  for (int k = 0; k < N_WRONG; k++) {
    if (wrong[k] == INT64_MIN) continue;
    if (wrong[k] == ~(int64_t)-1) snprintf(which, sizeof which, "inlet: a clump that may enter");
    else snprintf(which, sizeof which, "clumps: clump %" PRId64, ~wrong[k]);
    options_mistake(sim->options,
                    "%s has %s out of range (%g to %g %s): check its %s, or take other units",
                    which, what[k], least[k], most[k], unit[k], check[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the domain ---- */

/* Complement of the lowest id of the clumps with a pebble beyond a reflecting face of this axis;
   INT64_MIN: none. Positions on the grid are known to some quanta. */
static int64_t first_outside(const Sim *sim, const Clumps *c, PetscInt from, int axis)
{
  const Domain *d  = &sim->domain;
  const double  lo = vec3_axis(d->lo, axis) - 16 * d->quantum,
               hi  = vec3_axis(d->hi, axis) + 16 * d->quantum;
  int64_t first    = INT64_MIN;

  for (PetscInt a = from; a < c->n_owned; a++) {
    const Template *t = &sim->templates.list[c->template[a]];

    for (int i = 0; i < t->n && c->blocked[a] != BLOCK_ALL; i++) {
      const Vec3   arm = vec3_scale(c->scale[a], quat_turn(c->pose[a].q, t->offset[i]));
      const double x   = vec3_axis(c->pose[a].x, axis) + vec3_axis(arm, axis),
                   r   = c->scale[a] * t->radius[i];

      if (x - r < lo || x + r > hi) first = max_int(first, ~c->id[a]);
    }
  }
  return first;
}

PetscErrorCode check_inside(Sim *sim, PetscInt from)
{
  int64_t first[3] = {INT64_MIN, INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->domain.dimension; k++)
    if (boundary_reflects(sim->domain.boundary[k]))
      first[k] = max_int(first_outside(sim, sim->clumps, from, k),
                         first_outside(sim, sim->waiting->clumps, 0, k));
  PetscCall(parallel_max_int(&sim->par, first, 3));
  for (int k = 0; k < 3; k++)
    if (first[k] != INT64_MIN)
      options_mistake(sim->options,
                      "clumps: clump %" PRId64
                      " has a pebble outside a reflecting face of the domain along %c (%g and %g "
                      "m): move the clump, or the face, or make the faces open, free or periodic",
                      ~first[k], "xyz"[k], vec3_axis(sim->domain.lo, k),
                      vec3_axis(sim->domain.hi, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_periodic(const Boundary boundary[3], int k)
{
  return boundary_wraps(boundary[k]);
}

/* The law that acts at the largest distance. */
static const Law *farthest_law(const Laws *laws)
{
  int farthest = 0;

  for (int k = 1; k < laws->n; k++)
    if (laws->reach_of[k] > laws->reach_of[farthest]) farthest = k;
  return &laws->list[farthest];
}

void check_domain(Sim *sim, double extent, double smallest, bool restart)
{
  const Domain *d       = &sim->domain;
  const double  longest = domain_longest(d),
               reach    = extent + sim_reach(sim, sim->lists.skin_is_auto ? sim->lists.skin_least
                                                                          : sim->lists.skin);
  const double spacing =
    restart ? d->quantum : d->grain; /* a checkpoint's grid is kept, however coarse far out */

  for (int k = 0; k < d->dimension; k++) {
    const double length = vec3_axis(d->length, k);

    if (!(length > 0))
      option_mistake(sim->options, "domain", NULL, "hi",
                     "the side along %c is %g m long: give hi above lo there", "xyz"[k], length);
    else if (is_periodic(d->boundary, k) && sim->laws->reach > 50 * length)
      option_mistake(
        sim->options, "contact", farthest_law(sim->laws)->name, NULL,
        "acts up to a distance of %g m of the surfaces; allowed: at most 50 periods of "
        "the domain, which is %g m long along %c: give a shorter distance, such as "
        "cohesion_range",
        sim->laws->reach, length, "xyz"[k]);
    else if (is_periodic(d->boundary, k) && reach > 50 * length)
      option_mistake(sim->options, "domain", NULL, "hi",
                     "the period along %c is %g m; allowed: at least 1/50 of the reach of the "
                     "largest clump (%g m): "
                     "make the domain larger or leave out such clumps",
                     "xyz"[k], length, reach);
  }
  if (sim->laws->reach > longest)
    warning_add(
      &sim->warnings,
      "contact: %s: acts up to a distance of %g m of the surfaces, farther than the domain "
      "is long (%g m): every pair of clumps is followed, which is slow",
      farthest_law(sim->laws)->name, sim->laws->reach, longest);
  if (smallest > 0 && !(spacing < 1e-5 * smallest))
    option_mistake(sim->options, "domain", NULL, "hi",
                   "positions are known to %.2g m only in a box of this size, too coarse for "
                   "pebbles of radius %g "
                   "m: make the box smaller",
                   spacing, smallest);
  if (!sim->lists.skin_is_auto && sim->lists.skin > longest)
    option_mistake(sim->options, "search", NULL, "skin",
                   "larger than the longest side of the domain (%g m)", longest);
}

/* True if periodic faces may become reflecting ones or the reverse. Pebbles inside the box have the
   same neighbours with both, unless links reach across the faces. */
static bool may_turn(const Sim *sim, const Checkpoint *ck, int k)
{
  return !links_are_used(&sim->links) && sim->deforms.n == 0 &&
         (boundary_reflects(ck->domain.boundary[k]) || boundary_reflects(sim->domain.boundary[k]));
}

void check_restart(Sim *sim, const Checkpoint *ck, double extent)
{
  const Domain *d = &sim->domain;

  if (!domain_fits(d, extent))
    options_mistake(sim->options,
                    "domain: the box, or the largest clump (%g m), is too large for the "
                    "checkpoint's position grid (%g m)",
                    extent, d->quantum);
  for (int k = 0; k < d->dimension; k++) {
    const bool was = is_periodic(ck->domain.boundary, k), is = is_periodic(d->boundary, k);
    const bool moved = vec3_axis(ck->domain.lo, k) != vec3_axis(d->lo, k) ||
                       vec3_axis(ck->domain.hi, k) != vec3_axis(d->hi, k);

    if ((was != is && !may_turn(sim, ck, k)) || (was && is && moved))
      option_mistake(sim->options, "domain", NULL, "boundary",
                     "a periodic direction (%c) cannot be changed at a restart, but into a "
                     "reflecting one and back where there are no springs or bonds",
                     "xyz"[k]);
  }
}
