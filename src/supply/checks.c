/* SPDX-License-Identifier: MIT */
/* Checks of the clumps of a scenario (checks.h). */
#include "supply/checks.h"
#include "base/bounds.h"
#include "constraint/project.h"
#include "contact/law.h"
#include "interaction/interactions.h"
#include "link/link_requests.h"
#include "shape/mass/mass.h"
#include "supply/population/population.h"
#include "supply/source.h"
#include "wall/walls.h"

/* ---- a restart ---- */

static void check_materials(const World *w, const Materials *made, const Options *before)
{
  for (int m = 0; m < made->n; m++) {
    const Material *was = &made->list[m], *is = m < w->materials->n ? &w->materials->list[m] : NULL;

    if (!is || strcmp(was->name, is->name) != 0)
      options_mistake(
        w->options,
        "material %s of the checkpoint is missing from the scenario, or in another place",
        was->name);
    else if (was->density != is->density &&
             (!before || option_is_set(before, "material", was->name, "density")))
      option_mistake(w->options, "material", was->name, "density",
                     "%g, but bodies of the checkpoint were made with %g: leave it as it was",
                     is->density, was->density);
  }
}

static void refuse_change(Options *options, const char *kind, const char *name, const char *key)
{
  option_mistake(options, kind, name, key,
                 "differs from the checkpoint, which already has %s: leave it as it was, or give "
                 "the new one another name",
                 name);
}

/* Refuse changes of the objects of a kind; only: of this key alone, if it is not NULL. */
static void refuse_changes(Options *options, const char *kind, const char *only)
{
  const char *const *names;
  const int          n = options_objects(options, kind, &names);

  for (int i = 0; i < n; i++) {
    const char *key = options_object_changed(options, kind, names[i]);

    if (key && (!only || strcmp(key, only) == 0)) refuse_change(options, kind, names[i], key);
  }
}

/* Bodies of walls are in the checkpoint; walls may change. */
static void check_walls(const World *w, const Templates *made)
{
  for (int k = 0; k < w->walls->n; k++) {
    const Wall *wall = &w->walls->list[k];
    const char *key  = options_object_changed(w->options, "wall", wall->name);
    const bool  was  = templates_find(made, wall->name) >= 0 &&
                     options_object(w->options, "template", wall->name) < 0;

    if (key && (wall->carried || was)) refuse_change(w->options, "wall", wall->name, key);
  }
}

void supply_check_restart(const World *w, const Materials *materials, const Templates *templates,
                          const Options *before)
{
  const Source *source;

  check_materials(w, materials, before);
  refuse_changes(w->options, "template", NULL);
  refuse_changes(w->options, "clumps", NULL);
  for (int k = 0; (source = source_kind(k)); k++)
    if (source->options.name && source->fixed)
      refuse_changes(w->options, source->options.name, source->fixed);
  check_walls(w, templates);
}

/* ---- presence ---- */

static bool has_z(const Options *o, const char *kind, const char *object)
{
  return option_vec3(o, kind, object, "lo").z != 0 || option_vec3(o, kind, object, "hi").z != 0;
}

void supply_check_plane(const Options *o, Warnings *warnings)
{
  static const char  nothing[] = "z is ignored in two dimensions (run: dimension: 2)";
  const char *const *words, *const *names;
  int n, n_clumps;

  words = option_words(o, "domain", NULL, "boundary", &n);
  if (has_z(o, "domain", NULL) || (n == 3 && strcmp(words[2], "periodic") == 0))
    option_warning(o, warnings, "domain", NULL, NULL, "%s", nothing);
  n_clumps = options_objects(o, "clumps", &names);
  for (int k = 0; k < n_clumps; k++)
    if (has_z(o, "clumps", names[k]))
      option_warning(o, warnings, "clumps", names[k], NULL, "%s", nothing);
}

PetscErrorCode supply_check_presence(const World *w)
{
  int64_t            n = w->clumps->n_owned + w->waiting->clumps->n_owned;
  const char *const *names;
  int                n_objects;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(w->par, &n, 1));
  n_objects = options_objects(w->options, "clumps", &names);
  if (n > 0 || w->walls->n_carried > 0 || population_has_fills(w->options) ||
      sources_have_objects(w->sources))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (n_objects == 0)
    option_mistake(w->options, "clumps", NULL, NULL,
                   "missing: no clump is there and none enters; add such as "
                   "`clumps: [{grain: {template: [NAME], position: [0, 0, 0]}}]`");
  else if (!options_has_mistakes(w->options))
    options_mistake(w->options,
                    "clumps: no clump is there and none enters: the files have no rows");
  PetscFunctionReturn(PETSC_SUCCESS);
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

PetscErrorCode supply_check_values(const World *w)
{
  static const char *const what[N_WRONG]  = {"a mass or a moment of inertia", "a radius",
                                             "a surface speed"};
  static const char *const check[N_WRONG] = {"density and scale", "scale", "spin"};
  static const char *const unit[N_WRONG]  = {"kg", "m", "m/s"};
  const double             least[N_WRONG] = {MASS_LEAST, LENGTH_LEAST, 0},
               most[N_WRONG]              = {MASS_MOST, LENGTH_MOST, SPEED_MOST};
  const Clumps *all[]                     = {w->clumps, w->waiting->clumps, w->extremes};
  int64_t       wrong[]                   = {INT64_MIN, INT64_MIN, INT64_MIN};
  char          which[64];

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) look_at_clump(w->templates, all[k], a, wrong);
  PetscCall(parallel_max_int(w->par, wrong, N_WRONG));
  for (int k = 0; k < N_WRONG; k++) {
    if (wrong[k] == INT64_MIN) continue;
    if (wrong[k] == ~(int64_t)-1) snprintf(which, sizeof which, "inlet: a clump that may enter");
    else snprintf(which, sizeof which, "clumps: clump %" PRId64, ~wrong[k]);
    options_mistake(w->options,
                    "%s has %s out of range (%g to %g %s): check its %s, or take other units",
                    which, what[k], least[k], most[k], unit[k], check[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- capsules ---- */

static void check_free_meshes(const World *w, const char *name)
{
  for (int k = 0; k < w->walls->n; k++) {
    const Wall *wall = &w->walls->list[k];

    if (wall->carried)
      option_mistake(w->options, "wall", wall->name, "free",
                     "free meshes are not available with the capsules of template %s: give rows of "
                     "spheres in their place",
                     name);
  }
}

/* True if contacts of the law take liquid from their bodies: each place of two capsules would. */
static bool takes_liquid(const Law *law)
{
  bool takes = false;

  for (int k = 0; k < law->n_terms; k++)
    takes = takes || (law->terms[k]->slot == SLOT_COHESION && law->terms[k]->quantity);
  return takes;
}

static void check_contact_laws(const World *w, const char *name)
{
  for (int k = 0; k < w->laws->n; k++) {
    const Law *law = &w->laws->list[k];

    if (law->siblings)
      option_mistake(w->options, "contact", law->object, "siblings",
                     "not available with the capsules of template %s: leave the key out, as the "
                     "places of two capsules share one gap already",
                     name);
    if (takes_liquid(law))
      option_mistake(w->options, "contact", law->object, "cohesion",
                     "liquid that moves is not available with the capsules of template %s: choose "
                     "liquid_bridge, or give rows of spheres in their place",
                     name);
  }
}

/* Forces on pebbles, links between them. */
static void check_forces_on_pebbles(const World *w, const char *name)
{
  if (w->interactions->n_sets > 0)
    options_mistake(
      w->options,
      "potentials between pebbles are not available with the capsules of template %s: "
      "give rows of spheres in their place",
      name);
  for (int k = 0; k < w->interactions->n; k++)
    if (w->interactions->list[k].bodies == BODIES_PEBBLES)
      option_mistake(w->options, w->interactions->list[k].section, w->interactions->list[k].name,
                     NULL,
                     "it acts on each pebble, which is not available with the capsules of template "
                     "%s: give rows of spheres in their place",
                     name);
  for (int s = 0; s < LINK_KINDS; s++) {
    const LinkSet *set = &w->links->set[s];

    for (int k = 0; k < set->n_objects; k++)
      if (set->objects[k].touching || link_object_distance(w->options, set, k) >= 0)
        option_mistake(
          w->options, set->kind->options.name, set->objects[k].name, NULL,
          "links of bodies that are near are not available with the capsules of template "
          "%s: give a file, or rows of spheres in their place",
          name);
  }
}

void supply_check_capsules(const World *w)
{
  const char *name = templates_capsules(w->templates);

  if (!name) return;
  check_free_meshes(w, name);
  check_contact_laws(w, name);
  check_forces_on_pebbles(w, name);
  if (w->constraints->hard)
    options_mistake(
      w->options,
      "hard contacts are not available with the capsules of template %s: give a normal "
      "law with a stiffness",
      name);
}
