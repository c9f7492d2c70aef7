/* SPDX-License-Identifier: MIT */
/* Quantities of a run: which it has, and the values of its clumps at the start (population.h). */
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "supply/source.h"

/* ---- which ---- */

/* True if an object of the kind gives the key; NULL: no key. */
static bool is_in_objects(const Options *options, const char *kind, const char *key)
{
  const char *const *names;
  const int          n = options_objects(options, kind, &names);

  for (int k = 0; k < n && key; k++)
    if (option_is_set(options, kind, names[k], key)) return true;
  return false;
}

/* True if a source gives quantity q, or holds it. */
static bool is_in_sources(const Options *options, int q)
{
  const Source *source;

  for (int k = 0; (source = source_kind(k)); k++)
    if (source->options.name &&
        (is_in_objects(options, source->options.name, quantities[q]->name) ||
         is_in_objects(options, source->options.name, quantities[q]->hold[0].key)))
      return true;
  return false;
}

unsigned start_values_used(const Options *options, const Materials *materials, const Laws *laws)
{
  unsigned uses = laws_quantities(laws);

  for (int m = 0; m < materials->n; m++) uses |= materials->list[m].quantity.given;
  for (int q = 0; q < QUANTITIES; q++)
    if (is_in_objects(options, "template", quantities[q]->name) ||
        is_in_objects(options, "clumps", quantities[q]->name) ||
        is_in_objects(options, "clumps", quantities[q]->hold[0].key) || is_in_sources(options, q))
      uses |= 1u << q;
  return uses;
}

/* ---- values ---- */

/* Read the values of pebbles, or that of the template, from the key of this object; they replace
   those of a checkpoint. */
static void read_parts(Options *options, const char *object, Template *t, int q)
{
  const char   *key = quantities[q]->of_template[0].key;
  int           n;
  const double *list = option_reals(options, "template", object, key, &n);

  if (n == 0) return;
  array_free(&t->part[q]);
  if (n == 1) {
    t->quantity.start[q] = list[0];
    t->quantity.given |= 1u << q;
  } else if (n == t->n) {
    array_create(&t->part[q], sizeof *t->part[q], n);
    for (int i = 0; i < n; i++) t->part[q][i].value = list[i];
  } else {
    option_mistake(options, "template", object, key,
                   "%d numbers, but the template has %d pebbles: give one for each, or one for the "
                   "clump",
                   n, t->n);
    t->quantity.start[q] = 0; /* no further mistakes follow */
    t->quantity.given |= 1u << q;
  }
}

/* Read the values of the templates of the scenario, and of their variants of other materials. */
static void read_templates(const World *w, Templates *templates)
{
  for (int k = 0; k < templates->n; k++) {
    Template   *t      = &templates->list[k];
    const int   origin = template_origin(w->options, w->materials, templates, k);
    const char *object;

    if (origin < 0) continue;
    object = templates->list[origin].name;
    quantities_read(w->options, "template", object, &t->quantity);
    for (int q = 0; q < QUANTITIES; q++)
      if (quantities[q]->of_pebbles) read_parts(w->options, object, t, q);
  }
}

void start_values_fill_in(const Templates *templates, Clumps *c, PetscInt row)
{
  const QuantityValues *of = &templates->list[c->template[row]].quantity;

  for (int q = 0; q < QUANTITIES; q++) {
    const double grain = c->quantity[q].grain;
    double      *value;

    if (!(c->uses >> q & 1)) continue;
    value = &c->quantity[q].value[row];
    if (isnan(*value)) *value = of->given >> q & 1 ? of->start[q] : quantities[q]->fallback;
    if (quantities[q]->counted && grain > 0) *value = grain * rint(*value / grain);
  }
}

/* ---- mistakes ---- */

/* Amounts above 2^53 grains cannot be counted in single grains. This limit is 2^19 to 2^20 times
   the amount for which the grain was chosen (ContactTerm.grain). */
#define GRAINS_MOST 0x1p52

/* Note amounts that are too large for exact sums; who: of which section. */
static PetscErrorCode check_amounts(const World *w, const char *who, const Clumps *c, int q)
{
  const double grain = w->clumps->quantity[q].grain;
  double       most  = 0;

  PetscFunctionBeginUser;
  if (!(quantities[q]->counted && grain > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (fabs(c->quantity[q].value[a]) > most) most = fabs(c->quantity[q].value[a]); /* not NaN */
  PetscCall(parallel_max(w->par, &most, 1));
  if (most > GRAINS_MOST * grain)
    options_mistake(w->options,
                    "%s: some clump has %g %s of %s, above the largest amount that is counted "
                    "exactly, %g: give less, or raise %s_volume of the contact laws",
                    who, most, quantities[q]->start[0].unit, quantities[q]->name,
                    GRAINS_MOST * grain, quantities[q]->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note clumps without a value: the one of the lowest id, and those that may enter, whose rows have no
   ids. */
static PetscErrorCode check_given(const World *w, int q)
{
  const Clumps *all[]   = {w->clumps, w->waiting->clumps, w->extremes};
  int64_t       bare[2] = {INT64_MIN, -1}; /* complement of the id; a template that may enter */

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      if (!isnan(all[k]->quantity[q].value[a])) continue;
      if (k < 2) bare[0] = max_int(bare[0], ~all[k]->id[a]);
      else bare[1] = all[k]->template[a];
    }
  PetscCall(parallel_max_int(w->par, bare, 2));
  if (bare[0] != INT64_MIN)
    options_mistake(w->options,
                    "clumps: clump %" PRId64
                    " has no %s (%s), but others have, or a contact law or interaction needs it: "
                    "give %s in its material, template, object of clumps, or row",
                    ~bare[0], quantities[q]->name, quantities[q]->start[0].unit,
                    quantities[q]->name);
  if (bare[1] >= 0)
    options_mistake(
      w->options,
      "inlet: clumps of template %s have no %s (%s), but others have, or a contact law or "
      "interaction needs it: give %s in its material, template, or inlet",
      w->templates->list[bare[1]].name, quantities[q]->name, quantities[q]->start[0].unit,
      quantities[q]->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A law that exchanges quantity q and of which material m is a part; NULL: there is none. */
static const Law *law_of(const Laws *laws, int m, int q)
{
  for (int k = 0; k < laws->n; k++)
    if ((laws->list[k].a == m || laws->list[k].b == m) && laws->list[k].flows >> q & 1)
      return &laws->list[k];
  return NULL;
}

/* Flows into any of its pebbles change the value of a clump, so that all its materials need a
   capacity. */
static void check_template(const World *w, const Template *t, int q)
{
  const Law *law = NULL;

  for (int i = 0; i < t->n && !law; i++) law = law_of(w->laws, t->material[i], q);
  for (int i = 0; i < t->n && law; i++) {
    const Material *m   = &w->materials->list[t->material[i]];
    const char     *key = quantities[q]->capacity;

    if (m->quantity.capacity[q] > 0 || option_is_wrong(w->options, "material", m->name, key))
      continue;
    option_mistake(w->options, "material", m->name, key,
                   "missing: template %s has pebbles of this material, and others that contact %s "
                   "gives a flow that changes its %s: give it (%s)",
                   t->name, law->name, quantities[q]->name, quantity_capacity_unit(quantities[q]));
  }
}

/* Note a value of a wall that no law uses. */
static void check_wall(const World *w, const Wall *wall, int q)
{
  if (wall->quantity.given >> q & 1 && !law_of(w->laws, wall->material, q))
    option_mistake(w->options, "wall", wall->name, quantities[q]->name,
                   "has no effect: no contact law of its material, %s, has %s",
                   w->materials->list[wall->material].name, term_exchanging(quantities[q]));
}

PetscErrorCode start_values_set(const World *w, Templates *templates)
{
  Clumps                  *all[] = {w->clumps, w->waiting->clumps, w->extremes};
  static const char *const who[] = {"clumps", "inlet", "inlet"};
  const unsigned           uses  = w->clumps->uses;

  PetscFunctionBeginUser;
  read_templates(w, templates);
  templates_average(w->materials, templates);
  PetscCall(clumps_use(w->waiting->clumps, clumps_used(w->clumps)));
  PetscCall(clumps_use(w->extremes, uses));
  for (int q = 0; q < QUANTITIES; q++) {
    for (int k = 0; k < w->walls->n; k++) check_wall(w, &w->walls->list[k], q);
    if (!(uses >> q & 1)) continue;
    if (quantities[q]->of_pebbles) templates_divide(w->materials, templates, q);
    /* those of extremes, which are never simulated, are not rounded */
    for (int k = 0; k < 2; k++) all[k]->quantity[q].grain = laws_grain(w->laws, quantities[q]);
  }
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) start_values_fill_in(templates, all[k], a);
  for (int q = 0; q < QUANTITIES; q++) {
    if (!(uses >> q & 1)) continue;
    PetscCall(check_given(w, q));
    for (int k = 0; k < 3; k++) PetscCall(check_amounts(w, who[k], all[k], q));
    for (int t = 0; t < templates->n; t++) check_template(w, &templates->list[t], q);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
