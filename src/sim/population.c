/* SPDX-License-Identifier: MIT */
/* Objects of the kind `clumps`: which of three things each is, its rows, and the ids of them all. */
#include <inttypes.h>

#include "base/random.h"
#include "sim/fill_plan.h"
#include "sim/population_internal.h"

static const Option clumps_options[] = {
  {.key      = "file",
   .type     = OPTION_FILE,
   .fallback = "",
   .help = "CSV with a clump a row: template,x,y,z[,qw,qx,qy,qz][,vx,vy,vz][,wx,wy,wz][,id][,scale][,density][,group][,blocked]"},
  {.key      = "spheres",
   .type     = OPTION_FILE,
   .fallback = "",
   .help =
     "CSV with a sphere a row: [clump_id,]x,y,z,r[,material][,vx,vy,vz][,wx,wy,wz][,blocked]; rows of one clump_id are one body"},
  {.key      = "material",
   .type     = OPTION_NAME,
   .fallback = "",
   .choices  = "material",
   .help     = "with spheres: of rows that do not name their material"},
  {.key      = "mass_properties",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "exact sum",
   .help     = "with spheres: exact (the default), of the union of a body's spheres, or sum, of each whole"},
  {.key      = "density",
   .type     = OPTION_REAL,
   .unit     = "kg/m^3",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "with spheres: in place of the material's; fill: in place of the templates' density"},
  {.key      = "template",
   .type     = OPTION_NAMES,
   .fallback = "",
   .choices  = "template",
   .help     = "shapes to draw from, for a random fill of the box lo .. hi without overlaps"},
  {.key      = "fraction",
   .type     = OPTION_REALS,
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "fill: share of each template (of what: fraction_by), normalised; equal shares if not given"},
  {.key = "count", .type = OPTION_INT, .fallback = "", .lo = 1, .hi = 1e12, .help = "fill: how many clumps"},
  {.key      = "lo",
   .type     = OPTION_VEC3,
   .unit     = "m",
   .fallback = "",
   .help     = "fill: lower corner of the box that all pebbles lie in"},
  {.key = "hi", .type = OPTION_VEC3, .unit = "m", .fallback = "", .help = "fill: upper corner"},
  {.key      = "attempts",
   .type     = OPTION_INT,
   .fallback = "",
   .lo       = 1,
   .hi       = 1e6,
   .help     = "fill: how many places to try for each clump asked for; default 200"},
  {.key = "velocity", .type = OPTION_VEC3, .unit = "m/s", .fallback = "", .help = "fill: of every clump; default at rest"},
  {.key = NULL},
};

static const Option *const fill_more[] = {fill_options, NULL};

const OptionKind clumps_kind = {
  .name = "clumps", .named = true, .options = clumps_options, .more = fill_more, .text = "what is there at the start"};

/* ---- what an object is ---- */

/* Each key goes with the first of its row; fills have those of fill_options too. */
static const char *const keys_of_type[][9] = {
  [POPULATION_FILE]    = {"file", NULL},
  [POPULATION_SPHERES] = {"spheres", "material", "mass_properties", "density", NULL},
  [POPULATION_FILL]    = {"template", "fraction", "count", "lo", "hi", "attempts", "velocity", "density", NULL},
};

static bool goes_with(PopulationType type, const char *key)
{
  for (const char *const *k = keys_of_type[type]; *k; k++)
    if (strcmp(*k, key) == 0) return true;
  for (const Option *o = fill_options; type == POPULATION_FILL && o->key; o++)
    if (strcmp(o->key, key) == 0) return true;
  return false;
}

PopulationType population_type(const Options *options, const char *object)
{
  PopulationType type = POPULATION_UNCLEAR;
  int            n    = 0;

  for (PopulationType t = POPULATION_FILE; t <= POPULATION_FILL; t++) {
    if (!option_is_set(options, "clumps", object, keys_of_type[t][0])) continue;
    type = t;
    n++;
  }
  return n == 1 ? type : POPULATION_UNCLEAR;
}

static void check_type(Options *options, const char *name, PopulationType type)
{
  if (type == POPULATION_UNCLEAR) {
    option_mistake(options, "clumps", name, NULL,
                   "must have one of file (a clump a row), spheres (a sphere a row) and template (a random fill)");
    return;
  }
  for (PopulationType t = POPULATION_FILE; t <= POPULATION_FILL; t++) {
    for (const char *const *key = keys_of_type[t]; *key; key++) {
      if (!goes_with(type, *key) && option_is_set(options, "clumps", name, *key))
        option_mistake(options, "clumps", name, *key, "goes with %s, but this object has %s", keys_of_type[t][0],
                       keys_of_type[type][0]);
    }
  }
  for (const Option *o = fill_options; type != POPULATION_FILL && o->key; o++) {
    if (option_is_set(options, "clumps", name, o->key))
      option_mistake(options, "clumps", name, o->key, "goes with template, but this object has %s", keys_of_type[type][0]);
  }
}

/* ---- random fills ---- */

static PetscErrorCode check_fill(Population *p)
{
  FillPlan plan;
  bool     good;
  int      given = -1;

  PetscFunctionBeginUser;
  PetscCall(fill_plan_defaults(p->options, p->name));
  PetscCall(fill_plan_read(p->par, p->options, p->templates, p->name, 3, &plan, &good));
  for (int k = 0; k < plan.n_templates && good; k++) {
    if (population_keeps_inertia(p, plan.templates[k], plan.sizes.n > 0 ? 0 : 1, plan.density)) given = plan.templates[k];
  }
  PetscCall(population_warn_inertia(p, given));
  fill_plan_free(&plan);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_fill_extent(const Parallel *par, Options *options, const Templates *templates, double *largest,
                                      double *minus_smallest)
{
  const char *const *objects;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "clumps", &n, &objects));
  for (int k = 0; k < n; k++) {
    FillPlan plan;
    bool     good;

    if (population_type(options, objects[k]) != POPULATION_FILL || options_object_is_stored(options, "clumps", objects[k]))
      continue;
    PetscCall(fill_plan_read(par, options, templates, objects[k], 3, &plan, &good));
    if (good) {
      *largest        = max_real(*largest, plan.largest);
      *minus_smallest = max_real(*minus_smallest, -plan.smallest);
    }
    fill_plan_free(&plan);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

PetscErrorCode population_add(Population *p, Origin origin, Id id, int shape, double scale, double density, PetscInt *row)
{
  Clumps  *c = p->clumps;
  PetscInt i;

  PetscFunctionBeginUser;
  PetscCall(clumps_add(c, p->templates, id, shape, scale, row));
  i = *row - p->present;
  PetscCall(array_reserve(&p->origin, sizeof *p->origin, i + 1, &p->capacity));
  p->origin[i] = origin;
  clump_set_density(c, *row, p->materials, p->templates, density);
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool population_keeps_inertia(const Population *p, int shape, double scale, double density)
{
  const Template *t = &p->templates->list[shape];

  return t->inertia_given && (scale != 1 || (density > 0 && density != template_density(p->materials, t)));
}

PetscErrorCode population_warn_inertia(const Population *p, int shape)
{
  int64_t any = shape;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(p->par, &any, 1));
  if (any >= 0)
    warning_add(
      p->warnings,
      "clumps %s: the inertia of template %s was given by hand, so it stays where scale or density are others: only the "
      "mass follows",
      p->name, p->templates->list[any].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void population_place(Clumps *c, PetscInt row, Vec3 x, Quat q, Start start)
{
  c->x[row]        = x;
  c->q[row]        = q;
  c->v[row]        = start.v;
  c->w[row]        = start.w;
  c->momentum[row] = clump_momentum(start.w, q, c->inertia[row]);
  c->blocked[row]  = start.blocked;
}

bool blocked_parse(const char *letters, uint64_t *blocked)
{
  static const char all[] = "xyzXYZ"; /* in the order of the bits */

  *blocked = 0;
  if (strcmp(letters, "-") == 0) return true;
  for (; *letters; letters++) {
    const char *place = strchr(all, *letters);

    if (!place) return false;
    *blocked |= (uint64_t)1 << (place - all);
  }
  return true;
}

PetscErrorCode population_settle(Population *p, const char *key, bool *good)
{
  Findings *findings = &p->objects[p->object].findings;

  PetscFunctionBeginUser;
  PetscCall(findings_gather(p->par, findings));
  findings_report(findings, p->options, "clumps", p->name, key);
  *good       = findings->n == 0;
  findings->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- ids ---- */

/* One id and who has it; object -1: a clump that was there before. */
typedef struct {
  Id      id;
  int64_t row, line;
  int64_t object;
} Claim;

static int compare_claims(const void *a, const void *b)
{
  const Claim *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  if (p->object != q->object) return p->object < q->object ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

static bool row_is_free(const Population *p, PetscInt row)
{
  return row >= p->present && p->objects[p->origin[row - p->present].object].n_free > 0;
}

/* Every id goes to the rank that keeps its part of them. */
static PetscErrorCode post_claims(const Population *p, Mail *mail)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < p->clumps->n_owned; a++) {
    const Id id    = p->clumps->id[a];
    Claim    claim = {.id = id, .object = -1};

    if (row_is_free(p, a)) continue;
    if (a >= p->present) {
      const Origin *o = &p->origin[a - p->present];

      claim = (Claim){.id = id, .object = o->object, .row = o->row, .line = o->line};
    }
    PetscCall(mail_post(mail, (int)(mix_bits((uint64_t)id) % (uint64_t)p->par->size), &claim, sizeof claim));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void refuse_claim(Population *p, const Claim *claim, const Claim *before, const char *const *names)
{
  Findings *findings = &p->objects[claim->object].findings;

  if (before->object < 0) finding_add(findings, claim->line, "id %" PRId64 " belongs to a clump of the checkpoint", claim->id);
  else if (before->object == claim->object)
    finding_add(findings, claim->line, "id %" PRId64 " was given before, in line %" PRId64, claim->id, before->line);
  else
    finding_add(findings, claim->line, "id %" PRId64 " was given before, in clumps: %s, line %" PRId64, claim->id,
                names[before->object], before->line);
}

static PetscErrorCode find_duplicates(Population *p, const char *const *names)
{
  Claim   *claims;
  Mail    *mail;
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(mail_create(p->par, &mail));
  PetscCall(post_claims(p, mail));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t size;

    mail_message(mail, m, NULL, &size);
    n += (PetscInt)(size / sizeof(Claim));
  }
  PetscCall(array_create(&claims, sizeof *claims, n));
  n = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *bytes = mail_message(mail, m, NULL, &size);

    memcpy(claims + n, bytes, size);
    n += (PetscInt)(size / sizeof(Claim));
  }
  PetscCall(mail_destroy(&mail));
  sort_items(claims, n, sizeof *claims, compare_claims);
  for (PetscInt i = 1; i < n; i++) {
    /* clumps that were there before have ids of their own */
    if (claims[i].id == claims[i - 1].id && claims[i].object >= 0) refuse_claim(p, &claims[i], &claims[i - 1], names);
  }
  array_free(&claims);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode check_duplicates(Population *p, int n, const char *const *names)
{
  bool any = false;

  PetscFunctionBeginUser;
  for (PetscInt a = p->present; a < p->clumps->n_owned; a++) any = any || !row_is_free(p, a);
  PetscCall(parallel_any(p->par, &any));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_duplicates(p, names));
  for (int k = 0; k < n; k++) {
    bool good;

    p->object = k;
    p->name   = names[k];
    PetscCall(population_settle(
      p, keys_of_type[population_type(p->options, names[k]) == POPULATION_SPHERES ? POPULATION_SPHERES : POPULATION_FILE][0],
      &good));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows without id count up from the largest, by object and row. */
static PetscErrorCode assign_ids(Population *p, int n, int64_t *next_id)
{
  Clumps *c       = p->clumps;
  int64_t largest = *next_id - 1, *first;
  int64_t n_free  = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!row_is_free(p, a)) largest = max_int(largest, c->id[a]);
  }
  PetscCall(parallel_max_int(p->par, &largest, 1));
  PetscCall(array_create(&first, sizeof *first, n));
  for (int k = 0; k < n; k++) {
    first[k] = n_free;
    n_free += p->objects[k].n_free;
  }
  if (largest >= INT64_MAX - n_free) {
    options_mistake(p->options, "clumps: the largest id, %" PRId64 ", leaves none for the %" PRId64 " clumps that have none",
                    largest, n_free);
    n_free = largest = 0;
  }
  for (PetscInt a = p->present; a < c->n_owned; a++) {
    const Origin *o = &p->origin[a - p->present];

    if (row_is_free(p, a)) c->id[a] = largest + 1 + first[o->object] + o->row;
  }
  *next_id = largest + 1 + n_free;
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all of it ---- */

/* Defaults that only some objects have: in the table, resolved.yaml would give them to all, and not be read again. */
static PetscErrorCode set_defaults(Options *options, const char *name, PopulationType type)
{
  PetscFunctionBeginUser;
  if (type == POPULATION_SPHERES) PetscCall(option_set_default(options, "clumps", name, "mass_properties", "exact"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_object(Population *p, int k, const char *name)
{
  const PopulationType type = population_type(p->options, name);

  PetscFunctionBeginUser;
  if (options_object_is_stored(p->options, "clumps", name)) PetscFunctionReturn(PETSC_SUCCESS);
  p->object = k;
  p->name   = name;
  check_type(p->options, name, type);
  PetscCall(set_defaults(p->options, name, type));
  if (type == POPULATION_FILL) PetscCall(check_fill(p));
  if (type == POPULATION_FILE && option_has_value(p->options, "clumps", name, "file")) PetscCall(population_read_file(p));
  if (type == POPULATION_SPHERES && option_has_value(p->options, "clumps", name, "spheres"))
    PetscCall(population_read_spheres(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read(const Parallel *par, Options *options, const Materials *materials, Templates *templates,
                               int64_t *next_id, Clumps *clumps, Warnings *warnings)
{
  Population         p = {.par       = par,
                          .options   = options,
                          .materials = materials,
                          .templates = templates,
                          .clumps    = clumps,
                          .warnings  = warnings,
                          .present   = clumps->n_owned};
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "clumps", &n, &names));
  PetscCall(array_create(&p.objects, sizeof *p.objects, n));
  for (int k = 0; k < n; k++) PetscCall(read_object(&p, k, names[k]));
  PetscCall(check_duplicates(&p, n, names));
  PetscCall(assign_ids(&p, n, next_id));
  array_free(&p.objects);
  array_free(&p.origin);
  PetscFunctionReturn(PETSC_SUCCESS);
}
