/* SPDX-License-Identifier: MIT */
/* Objects of the kind `clumps`: which of four things each is, its rows, and the ids of them all. */
#include <inttypes.h>

#include "base/random.h"
#include "matter/group_read.h"
#include "sim/fill_plan.h"
#include "sim/population_internal.h"

static const Option clumps_options[] = {
  {.key      = "file",
   .type     = OPTION_FILE,
   .fallback = "",
   .help = "CSV with a clump a row: template,x,y,z[,qw,qx,qy,qz][,vx,vy,vz][,wx,wy,wz][,id][,scale][,density][,group][,blocked]; "
           "or a checkpoint (HDF5): its clumps as they are there, with templates that are not in the scenario, without what "
           "contacts remember"},
  {.key      = "spheres",
   .type     = OPTION_FILE,
   .fallback = "",
   .help = "CSV with a sphere a row: [clump_id,]x,y,z,r[,material][,vx,vy,vz][,wx,wy,wz][,blocked][,group][,pebble_group]; rows "
           "of one clump_id are one body"},
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
   .help     = "with spheres or position: in place of the material's; fill: in place of the templates' density"},
  {.key      = "template",
   .type     = OPTION_NAMES,
   .fallback = "",
   .choices  = "template",
   .help     = "the one shape of a clump at a position; or shapes to draw from, for a random fill of the box lo .. hi "
               "without overlaps"},
  {.key      = "position",
   .type     = OPTION_VEC3,
   .unit     = "m",
   .fallback = "",
   .flags    = PLANAR | FLAT,
   .help     = "one clump: its centre of mass"},
  {.key      = "attitude",
   .type     = OPTION_REALS,
   .fallback = "",
   .count    = 4,
   .help     = "one clump: quaternion w, x, y, z of the turn from the template's axes as given to the lab; default none"},
  {.key      = "spin",
   .type     = OPTION_VEC3,
   .unit     = "rad/s",
   .fallback = "",
   .help     = "one clump: angular velocity, lab axes, along z in two dimensions; default 0"},
  {.key      = "id",
   .type     = OPTION_INT,
   .fallback = "",
   .help = "one clump: default the next that is free; checkpoint: of its lowest id, the others follow as they did, default as "
           "they are"},
  {.key      = "scale",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "one clump: factor on the template's lengths; default 1"},
  {.key      = "blocked",
   .type     = OPTION_STRING,
   .fallback = "",
   .help     = "one clump: what it may not do, letters of xyz (moving) and XYZ (turning)"},
  {.key      = "group",
   .type     = OPTION_WORDS,
   .fallback = "",
   .help     = "groups of all its clumps where the file does not say otherwise: name or slot=name, one in each slot"},
  {.key      = "at",
   .type     = OPTION_REAL,
   .unit     = "s",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = HI_OPEN,
   .help     = "with file, spheres or position: its clumps enter after the first step that ends at this time or later"},
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
   .flags    = PLANAR,
   .help     = "fill: lower corner of the box that all pebbles lie in; in two dimensions a z given here counts for nothing"},
  {.key = "hi", .type = OPTION_VEC3, .unit = "m", .fallback = "", .flags = PLANAR, .help = "fill: upper corner; likewise"},
  {.key      = "attempts",
   .type     = OPTION_INT,
   .fallback = "",
   .lo       = 1,
   .hi       = 1e6,
   .help     = "fill: how many places to try for each clump asked for; default 200"},
  {.key      = "velocity",
   .type     = OPTION_VEC3,
   .unit     = "m/s",
   .fallback = "",
   .flags    = PLANAR | FLAT,
   .help     = "fill, one clump: default at rest"},
  {.key = NULL},
};

static const Option *const fill_more[] = {fill_options, NULL};

const OptionKind clumps_kind = {.name    = "clumps",
                                .named   = true,
                                .options = clumps_options,
                                .more    = fill_more,
                                .text    = "what is there at the start, or from a given time"};

/* ---- what an object is ---- */

/* The first key of a row tells the type, the others may go with it; fills have those of fill_options too. */
static const char *const keys_of_type[][16] = {
  [POPULATION_FILE]    = {"file", "id", "group", "at", NULL},
  [POPULATION_SPHERES] = {"spheres", "material", "mass_properties", "density", "group", "at", NULL},
  [POPULATION_SINGLE]  = {"position", "template", "attitude", "velocity", "spin", "id", "scale", "density", "blocked", "group",
                          "at", NULL},
  [POPULATION_FILL]    = {"template", "fraction", "count", "lo", "hi", "attempts", "velocity", "density", "group", NULL},
};

static bool goes_with(PopulationType type, const char *key)
{
  for (const char *const *k = keys_of_type[type]; *k; k++) {
    if (strcmp(*k, key) == 0) return true;
  }
  return false;
}

PopulationType population_type(const Options *options, const char *object)
{
  PopulationType type = POPULATION_UNCLEAR;
  int            n    = 0;

  for (PopulationType t = POPULATION_FILE; t <= POPULATION_FILL; t++) {
    if (!option_is_set(options, "clumps", object, keys_of_type[t][0])) continue;
    if (t == POPULATION_FILL && type == POPULATION_SINGLE) continue; /* has a template, too */
    type = t;
    n++;
  }
  return n == 1 ? type : POPULATION_UNCLEAR;
}

/* Places that are free can only be told when the clumps come. */
static const char at_refused[] = "a random fill is made at the start, when nobody knows yet where there will be room: "
                                 "let clumps of a file, of spheres or at a position enter later";

static void check_type(Options *options, const char *name, PopulationType type)
{
  if (type == POPULATION_UNCLEAR) {
    option_mistake(options, "clumps", name, NULL,
                   "must have one of file (a clump a row), spheres (a sphere a row), position (one clump) and template (with "
                   "position, or a random fill)");
    return;
  }
  for (const Option *row = clumps_options; row->key; row++) {
    PopulationType other = POPULATION_FILE;

    if (goes_with(type, row->key) || !option_is_set(options, "clumps", name, row->key)) continue;
    while (!goes_with(other, row->key)) other++;
    if (type == POPULATION_FILL && strcmp(row->key, "at") == 0)
      option_mistake(options, "clumps", name, row->key, "%s", at_refused);
    else
      option_mistake(options, "clumps", name, row->key, "goes with %s, but this object has %s", keys_of_type[other][0],
                     keys_of_type[type][0]);
  }
  for (const Option *o = fill_options; type != POPULATION_FILL && o->key; o++) {
    if (option_is_set(options, "clumps", name, o->key))
      option_mistake(options, "clumps", name, o->key, "goes with template, but this object has %s", keys_of_type[type][0]);
  }
}

uint64_t population_groups(const Options *options, const char *object, const Groups *groups)
{
  int                n;
  const char *const *words = option_words(options, "clumps", object, "group", &n);
  uint64_t           all   = 0, mask;

  for (int k = 0; k < n; k++) {
    if (groups_find(groups, words[k], &mask)) all |= mask;
  }
  return all;
}

/* ---- random fills ---- */

static PetscErrorCode check_fill(Population *p)
{
  FillPlan plan;
  bool     good;
  int      given = -1;

  PetscFunctionBeginUser;
  PetscCall(fill_plan_defaults(p->options, p->name));
  PetscCall(fill_plan_read(p->par, p->options, p->templates, p->name, &plan, &good));
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
    PetscCall(fill_plan_read(par, options, templates, objects[k], &plan, &good));
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
  c->pose[row].x          = x;
  c->pose[row].q          = q;
  c->motion[row].v        = start.v;
  c->w[row]               = start.w;
  c->motion[row].momentum = clump_momentum(start.w, q, c->inertia[row]);
  c->blocked[row]         = start.blocked;
}

/* In the plane: what cannot happen there is neither blocked nor free; where all that can is blocked, so is the rest, and a
   fixed body is one that all rooms know as such. */
static uint64_t blocked_in_plane(uint64_t blocked)
{
  const bool moves = (blocked & (BLOCK_X | BLOCK_Y)) != (BLOCK_X | BLOCK_Y), turns = !(blocked & BLOCK_RZ);

  return (moves ? blocked & (BLOCK_X | BLOCK_Y) : BLOCK_MOVE) | (turns ? 0 : BLOCK_TURN);
}

bool blocked_parse(const char *letters, int dimension, uint64_t *blocked)
{
  static const char all[] = "xyzXYZ"; /* in the order of the bits */

  *blocked = 0;
  if (strcmp(letters, "-") == 0) return true;
  for (; *letters; letters++) {
    const char *place = strchr(all, *letters);

    if (!place) return false;
    *blocked |= (uint64_t)1 << (place - all);
  }
  if (dimension == 2) *blocked = blocked_in_plane(*blocked);
  return true;
}

bool quaternion_parse(const double q[4], Quat *out)
{
  const double largest = max_real(max_real(fabs(q[0]), fabs(q[1])), max_real(fabs(q[2]), fabs(q[3])));

  *out = (Quat){q[0], q[1], q[2], q[3]};
  if (!(largest > 0)) return false;
  /* squares of the largest and smallest doubles are none */
  if (largest < 1e-100 || largest > 1e100) *out = (Quat){q[0] / largest, q[1] / largest, q[2] / largest, q[3] / largest};
  *out = quat_normalized(*out);
  return true;
}

const char *density_refused(const Template *t)
{
  if (t->density > 0) return NULL;
  for (int i = 1; i < t->n; i++) {
    if (t->material[i] != t->material[0]) return "the template is of several materials, so it has no one density to replace";
  }
  return NULL;
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

static int keeper(const Population *p, Id id)
{
  return (int)(mix_bits((uint64_t)id) % (uint64_t)p->par->size);
}

/* Every id goes to the rank that keeps its part of them. */
static PetscErrorCode post_claims(const Population *p, Mail *mail)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < p->later->n_owned; a++) {
    const Claim claim = {.id = p->later->id[a], .object = -1};

    PetscCall(mail_post(mail, keeper(p, claim.id), &claim, sizeof claim));
  }
  for (PetscInt a = 0; a < p->clumps->n_owned; a++) {
    const Id id    = p->clumps->id[a];
    Claim    claim = {.id = id, .object = -1};

    if (row_is_free(p, a)) continue;
    if (a >= p->present) {
      const Origin *o = &p->origin[a - p->present];

      claim = (Claim){.id = id, .object = o->object, .row = o->row, .line = o->line};
    }
    PetscCall(mail_post(mail, keeper(p, id), &claim, sizeof claim));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void refuse_claim(Population *p, const Claim *claim, const Claim *before, const char *const *names)
{
  Findings *findings = &p->objects[claim->object].findings;

  if (before->object < 0) finding_add(findings, claim->line, "id %" PRId64 " belongs to a clump of the checkpoint", claim->id);
  else if (claim->line == 0 && before->object == claim->object)
    finding_add(findings, 0, "id %" PRId64 " is there twice", claim->id);
  else if (before->object == claim->object)
    finding_add(findings, claim->line, "id %" PRId64 " was given before, in line %" PRId64, claim->id, before->line);
  else if (before->line == 0)
    finding_add(findings, claim->line, "id %" PRId64 " was given before, in clumps: %s (give other ids: id)", claim->id,
                names[before->object]);
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
    const PopulationType type = population_type(p->options, names[k]);
    bool                 good;

    p->object = k;
    p->name   = names[k];
    PetscCall(population_settle(p, type == POPULATION_SINGLE ? "id" : type == POPULATION_SPHERES ? "spheres" : "file", &good));
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
  for (PetscInt a = 0; a < p->later->n_owned; a++) largest = max_int(largest, p->later->id[a]);
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

/* ---- those that come later ---- */

/* New rows whose time is still to come go to the waiting ones. */
static PetscErrorCode send_off(const Population *p, double now, Waiting *waiting)
{
  Clumps  *c    = p->clumps;
  PetscInt stay = p->present;

  PetscFunctionBeginUser;
  for (PetscInt a = p->present; a < c->n_owned; a++) {
    const double at = p->objects[p->origin[a - p->present].object].at;

    if (at > now) {
      PetscCall(waiting_add(waiting, c, a, at));
      continue;
    }
    if (stay != a) fields_copy(clump_fields, c, stay, a);
    stay++;
  }
  c->n = c->n_owned = stay;
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

static PetscErrorCode read_file(Population *p)
{
  bool is_checkpoint;

  PetscFunctionBeginUser;
  PetscCall(population_is_checkpoint(p, &is_checkpoint));
  if (!is_checkpoint && option_is_set(p->options, "clumps", p->name, "id"))
    option_mistake(p->options, "clumps", p->name, "id",
                   "goes with position, or the file of a checkpoint: rows of a CSV have a column id");
  if (is_checkpoint) PetscCall(population_read_checkpoint(p));
  else PetscCall(population_read_file(p));
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
  if (option_has_value(p->options, "clumps", name, "at")) p->objects[k].at = option_real(p->options, "clumps", name, "at");
  groups_of_option(p->options, "clumps", name, "group", p->groups, GROUP_CLUMPS, &p->objects[k].groups);
  PetscCall(set_defaults(p->options, name, type));
  if (type == POPULATION_FILL) PetscCall(check_fill(p));
  if (type == POPULATION_SINGLE && option_has_value(p->options, "clumps", name, "position")) PetscCall(population_read_single(p));
  if (type == POPULATION_FILE && option_has_value(p->options, "clumps", name, "file")) PetscCall(read_file(p));
  if (type == POPULATION_SPHERES && option_has_value(p->options, "clumps", name, "spheres"))
    PetscCall(population_read_spheres(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read(const Parallel *par, Options *options, PopulationTarget *target, Warnings *warnings)
{
  Population         p = {.par       = par,
                          .options   = options,
                          .materials = target->materials,
                          .templates = target->templates,
                          .groups    = target->groups,
                          .clumps    = target->clumps,
                          .later     = target->waiting->clumps,
                          .warnings  = warnings,
                          .present   = target->clumps->n_owned};
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "clumps", &n, &names));
  PetscCall(array_create(&p.objects, sizeof *p.objects, n));
  for (int k = 0; k < n; k++) PetscCall(read_object(&p, k, names[k]));
  PetscCall(check_duplicates(&p, n, names));
  PetscCall(assign_ids(&p, n, &target->next_id));
  PetscCall(send_off(&p, target->now, target->waiting));
  array_free(&p.objects);
  array_free(&p.origin);
  PetscFunctionReturn(PETSC_SUCCESS);
}
