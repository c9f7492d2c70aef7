/* SPDX-License-Identifier: MIT */
/* Quantities of a run (start_values.h). */
#include "supply/population/start_values.h"
#include "supply/population/template_variant.h"
#include "supply/source.h"

/* ---- which ---- */

/* key: NULL for none. */
static bool is_in_objects(const Options *options, const char *kind, const char *key)
{
  const char *const *names;
  int                n;

  PetscCallAbort(PETSC_COMM_SELF, options_objects(options, kind, &n, &names));
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

/* Values of pebbles, or one of the template, from the key of this object; they replace those of a
   checkpoint. */
static PetscErrorCode read_parts(Options *options, const char *object, Template *t, int q)
{
  const char   *key = quantities[q]->of_template[0].key;
  int           n;
  const double *list = option_reals(options, "template", object, key, &n);

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_free(&t->part[q]);
  if (n == 1) {
    t->quantity.start[q] = list[0];
    t->quantity.given |= 1u << q;
  } else if (n == t->n) {
    PetscCall(array_create(&t->part[q], sizeof *t->part[q], n));
    for (int i = 0; i < n; i++) t->part[q][i].value = list[i];
  } else {
    option_mistake(options, "template", object, key,
                   "%d numbers, but the template has %d pebbles: give one for each, or one for the "
                   "clump",
                   n, t->n);
    t->quantity.start[q] = 0; /* no further mistakes follow */
    t->quantity.given |= 1u << q;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Values of the templates of the scenario, and of their variants of other materials. */
static PetscErrorCode read_templates(Options *options, const Materials *materials,
                                     Templates *templates)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < templates->n; k++) {
    Template   *t      = &templates->list[k];
    const int   origin = template_origin(options, materials, templates, k);
    const char *object;

    if (origin < 0) continue;
    object = templates->list[origin].name;
    quantities_read(options, "template", object, &t->quantity);
    for (int q = 0; q < QUANTITIES; q++)
      if (quantities[q]->of_pebbles) PetscCall(read_parts(options, object, t, q));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Value of a clump that neither its row nor its object gave; NAN: there is none. */
static double value_of(const QuantityValues *values, int q)
{
  return values->given >> q & 1 ? values->start[q] : quantities[q]->fallback;
}

/* Set the values of quantity q; *bare: complement of the lowest id without one, or as before. */
static void set_values(const Templates *templates, int q, Clumps *c, int64_t *bare)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    double *value = &c->quantity[q].value[a];

    /* clumps of a checkpoint keep theirs */
    if (isnan(*value)) *value = value_of(&templates->list[c->template[a]].quantity, q);
    if (isnan(*value)) *bare = max_int(*bare, ~c->id[a]);
  }
}

/* Bring the value of a counted quantity to a multiple of its grain. */
static void round_value(Clumps *c, int q, PetscInt row)
{
  const double grain = c->quantity[q].grain;

  if (quantities[q]->counted && grain > 0)
    c->quantity[q].value[row] = grain * rint(c->quantity[q].value[row] / grain);
}

static void round_values(Clumps *c, int q, double grain)
{
  c->quantity[q].grain = grain;
  for (PetscInt a = 0; a < c->n_owned; a++) round_value(c, q, a);
}

void start_values_fill_in(const Templates *templates, Clumps *c, PetscInt row)
{
  for (int q = 0; q < QUANTITIES; q++)
    if (c->uses >> q & 1 && isnan(c->quantity[q].value[row]))
      c->quantity[q].value[row] = value_of(&templates->list[c->template[row]].quantity, q);
  for (int q = 0; q < QUANTITIES; q++)
    if (c->uses >> q & 1) round_value(c, q, row);
}

/* ---- mistakes ---- */

/* Amounts above 2^53 grains are not whole numbers of them: 2^52 or 2^53 is 2^20 times what they were made
   for (ContactTerm.grain). */
#define GRAINS_MOST 0x1p52

/* Amounts that are too large for exact sums; who: of which section. */
static PetscErrorCode check_amounts(const Parallel *par, Options *options, const char *who,
                                    const Clumps *c, int q, double grain)
{
  double most = 0;

  PetscFunctionBeginUser;
  if (!(quantities[q]->counted && grain > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (fabs(c->quantity[q].value[a]) > most) most = fabs(c->quantity[q].value[a]); /* not NaN */
  PetscCall(parallel_max(par, &most, 1));
  if (most > GRAINS_MOST * grain)
    options_mistake(options,
                    "%s: some clump has %g %s of %s, above the largest amount that is counted "
                    "exactly, %g: give less, or raise %s_volume of the contact laws",
                    who, most, quantities[q]->start[0].unit, quantities[q]->name,
                    GRAINS_MOST * grain, quantities[q]->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Clumps that may enter; their rows have no ids. */
static PetscErrorCode check_entering(const Parallel *par, Options *options,
                                     const Templates *templates, int q, Clumps *c)
{
  int64_t bare = -1;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    start_values_fill_in(templates, c, a);
    if (isnan(c->quantity[q].value[a])) bare = c->template[a];
  }
  PetscCall(parallel_max_int(par, &bare, 1));
  if (bare >= 0)
    options_mistake(
      options,
      "inlet: clumps of template %s have no %s (%s), but others have, or a contact law or "
      "interaction needs it: give %s in its material, template, or inlet",
      templates->list[bare].name, quantities[q]->name, quantities[q]->start[0].unit,
      quantities[q]->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void check_bare(Options *options, const Quantity *q, int64_t bare)
{
  if (bare != INT64_MIN)
    options_mistake(options,
                    "clumps: clump %" PRId64
                    " has no %s (%s), but others have, or a contact law or interaction needs it: "
                    "give %s in its material, template, object of clumps, or row",
                    ~bare, q->name, q->start[0].unit, q->name);
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
static void check_template(Options *options, const Materials *materials, const Laws *laws,
                           const Template *t, int q)
{
  const Law *law = NULL;

  for (int i = 0; i < t->n && !law; i++) law = law_of(laws, t->material[i], q);
  for (int i = 0; i < t->n && law; i++) {
    const Material *m   = &materials->list[t->material[i]];
    const char     *key = quantities[q]->capacity;

    if (m->quantity.capacity[q] > 0 || option_is_wrong(options, "material", m->name, key)) continue;
    option_mistake(options, "material", m->name, key,
                   "missing: template %s has pebbles of this material, and others that contact %s "
                   "gives a flow that changes its %s: give it (%s)",
                   t->name, law->name, quantities[q]->name, quantity_capacity_unit(quantities[q]));
  }
}

static void check_wall(Options *options, const Materials *materials, const Laws *laws,
                       const Wall *wall, int q)
{
  if (wall->quantity.given >> q & 1 && !law_of(laws, wall->material, q))
    option_mistake(options, "wall", wall->name, quantities[q]->name,
                   "has no effect: no contact law of its material, %s, has %s",
                   materials->list[wall->material].name, term_exchanging(quantities[q]));
}

PetscErrorCode start_values_set(const Parallel *par, Options *options, const Materials *materials,
                                const Laws *laws, const Walls *walls, Templates *templates,
                                Clumps *clumps, Waiting *waiting, Clumps *entering)
{
  PetscFunctionBeginUser;
  PetscCall(read_templates(options, materials, templates));
  templates_average(materials, templates);
  PetscCall(clumps_use(waiting->clumps, clumps_used(clumps)));
  PetscCall(clumps_use(entering, clumps->uses));
  for (int q = 0; q < QUANTITIES; q++) {
    int64_t bare = INT64_MIN;

    for (int w = 0; w < walls->n; w++) check_wall(options, materials, laws, &walls->list[w], q);
    if (!(clumps->uses >> q & 1)) continue;
    if (quantities[q]->of_pebbles) PetscCall(templates_divide(materials, templates, q));
    set_values(templates, q, clumps, &bare);
    set_values(templates, q, waiting->clumps, &bare);
    round_values(clumps, q, laws_grain(laws, quantities[q]));
    round_values(waiting->clumps, q, clumps->quantity[q].grain);
    PetscCall(check_amounts(par, options, "clumps", clumps, q, clumps->quantity[q].grain));
    PetscCall(check_amounts(par, options, "inlet", waiting->clumps, q, clumps->quantity[q].grain));
    PetscCall(parallel_max_int(par, &bare, 1));
    check_bare(options, quantities[q], bare);
    PetscCall(check_entering(par, options, templates, q, entering));
    PetscCall(check_amounts(par, options, "inlet", entering, q, clumps->quantity[q].grain));
    for (int t = 0; t < templates->n; t++)
      check_template(options, materials, laws, &templates->list[t], q);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
