/* SPDX-License-Identifier: MIT */
/* Objects of the kind `clumps`: reads them in order, appends their rows, and sets aside those that
   enter later. */
#include "matter/group.h"
#include "supply/fill/fill_spec.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

/* Note in Population.kept a clump that keeps the given inertia of its template. density 0: that of
   the template. */
static void note_inertia(Population *p, int template, double scale, double density)
{
  const Template *t = &p->templates->list[template];

  if (t->inertia_given &&
      (scale != 1 || (density > 0 && density != template_density(p->materials, t))))
    p->kept = template;
}

/* ---- random fills ---- */

static PetscErrorCode check_fill(Population *p)
{
  FillSpec spec;
  bool     good;

  PetscFunctionBeginUser;
  PetscCall(fill_spec_defaults(p->options, "clumps", p->name));
  PetscCall(fill_spec_read(p->par, p->options, p->templates, p->name, &spec, &good));
  for (int k = 0; k < spec.n_templates && good; k++)
    note_inertia(p, spec.templates[k], spec.sizes.n > 0 ? 0 : 1, spec.density);
  if (good) fill_spec_need_densities(p->options, p->materials, p->templates, &spec);
  if (good && spec.count / p->par->size >= PETSC_MAX_INT)
    CLUMPS_MISTAKE(p, spec.amount,
                   "%" PRId64 " clumps on %d rank%s: one takes less than %" PetscInt_FMT
                   "; use more ranks",
                   spec.count, p->par->size, p->par->size == 1 ? "" : "s", PETSC_MAX_INT);
  fill_spec_free(&spec);
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool population_is_fill(const Options *options, const char *object)
{
  return population_type(options, object) == POPULATION_FILL &&
         !options_object_is_stored(options, "clumps", object);
}

PetscErrorCode population_fill_extent(const Parallel *par, Options *options,
                                      const Templates *templates, double *largest,
                                      double *minus_smallest)
{
  const char *const *objects;
  const int          n = options_objects(options, "clumps", &objects);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    FillSpec spec;
    bool     good;

    if (!population_is_fill(options, objects[k])) continue;
    PetscCall(fill_spec_read(par, options, templates, objects[k], &spec, &good));
    if (good) {
      *largest        = max_real(*largest, spec.largest);
      *minus_smallest = max_real(*minus_smallest, -spec.smallest);
    }
    fill_spec_free(&spec);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool population_has_fills(const Options *options)
{
  const char *const *objects;
  const int          n = options_objects(options, "clumps", &objects);

  for (int k = 0; k < n; k++)
    if (population_is_fill(options, objects[k])) return true;
  return false;
}

PetscErrorCode population_check_regions(const Parallel *par, Options *options, const Domain *domain)
{
  const char *const *objects;
  const int          n = options_objects(options, "clumps", &objects);

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) {
    bool   good = true;
    Region region;

    if (!population_is_fill(options, objects[i])) continue;
    PetscCall(region_read(
      (RegionSource){par, options, "clumps", objects[i], domain->dimension, &good}, &region));
    if (good) region_check(options, "clumps", objects[i], &region, domain);
    region_free(&region);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

/* Note mistakes for materials without density that masses of rows depend on. Collective. */
static PetscErrorCode check_densities(Population *p)
{
  PetscFunctionBeginUser;
  array_reserve(&p->weighed, sizeof *p->weighed, p->templates->n, &p->n_weighed);
  PetscCall(parallel_max_int(p->par, p->weighed, p->templates->n));
  for (int t = 0; t < p->templates->n; t++)
    if (p->weighed[t]) density_need_of_template(p->options, p->materials, p->templates, t);
  array_free(&p->weighed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt population_add(Population *p, Origin origin, Id id, int template, double scale,
                        double density)
{
  const PetscInt row = clumps_add(p->clumps, p->templates, id, template, scale),
                 i   = row - p->present;

  array_reserve(&p->origin, sizeof *p->origin, i + 1, &p->capacity);
  p->origin[i] = origin;
  clump_set_density(p->clumps, row, p->materials, p->templates, density);
  note_inertia(p, template, scale, density);
  if (density > 0) return row;
  array_reserve(&p->weighed, sizeof *p->weighed, template + 1, &p->n_weighed);
  p->weighed[template] = 1;
  return row;
}

/* Warn if clumps of the object being read keep an inertia. Collective. */
static PetscErrorCode warn_inertia(const Population *p)
{
  int64_t any = p->kept;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(p->par, &any, 1));
  if (any >= 0)
    option_warning(p->options, p->warnings, "clumps", p->name, NULL,
                   "the inertia of template %s was given by hand, so it does not change "
                   "with scale or density: only the "
                   "mass does",
                   p->templates->list[any].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void population_place(Clumps *c, PetscInt row, Vec3 x, Quat q, Start start)
{
  c->pose[row].x          = x;
  c->pose[row].q          = q;
  c->motion[row].v        = start.v;
  c->w[row]               = start.w;
  c->motion[row].momentum = clump_momentum(start.w, q, c->inertia[row]);
  if (c->blocked[row] & BLOCK_TURN) /* of its template */
    c->blocked[row] = (start.blocked | BLOCK_TURN) & ~(uint64_t)BLOCK_BODY;
  else c->blocked[row] = start.blocked;
}

/* In two dimensions z, X and Y do not count. If x and y are blocked, z is blocked too; if Z is
   blocked, X and Y are too: a fixed clump then has BLOCK_ALL, as all rooms expect. Rotations are
   about one axis. */
static uint64_t blocked_in_plane(uint64_t blocked)
{
  const bool moves = (blocked & (BLOCK_X | BLOCK_Y)) != (BLOCK_X | BLOCK_Y),
             turns = !(blocked & BLOCK_RZ);

  return (moves ? blocked & (BLOCK_X | BLOCK_Y) : BLOCK_MOVE) | (turns ? 0 : BLOCK_TURN);
}

bool blocked_parse(const char *letters, int dimension, uint64_t *blocked)
{
  const bool turns = strpbrk(letters, "UVW") != NULL, moves = strpbrk(letters, "uvw") != NULL;
  char       all[7]; /* in the order of the bits */

  snprintf(all, sizeof all, "%s%s", moves ? "uvw" : "xyz", turns ? "UVW" : "XYZ");
  *blocked = 0;
  if (strcmp(letters, "-") == 0) return true;
  for (; *letters; letters++) {
    const char *place = strchr(all, *letters);

    if (!place) return false;
    *blocked |= (uint64_t)1 << (place - all);
  }
  if (dimension == 2) *blocked = blocked_in_plane(*blocked);
  else if (turns && (*blocked & BLOCK_TURN) != BLOCK_TURN) *blocked |= BLOCK_BODY;
  if (moves && (*blocked & BLOCK_MOVE) == BLOCK_MOVE) return false;
  if (moves && (*blocked & BLOCK_MOVE)) *blocked |= BLOCK_BODY_MOVE;
  return true;
}

PetscErrorCode population_report(Population *p, const char *key, bool *good)
{
  Findings *findings = &p->objects[p->object].findings;

  PetscFunctionBeginUser;
  PetscCall(findings_gather(p->par, findings));
  findings_report(findings, p->options, "clumps", p->name, key);
  *good       = findings->n == 0;
  findings->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- those that come later ---- */

/* Move new rows whose entry time is later than now to the waiting ones. */
static PetscErrorCode send_off(const Population *p, double now, Waiting *waiting)
{
  Clumps  *c    = p->clumps;
  PetscInt stay = p->present;

  PetscFunctionBeginUser;
  PetscCall(clumps_use(waiting->clumps, clumps_used(c))); /* they keep all fields */
  for (PetscInt a = p->present; a < c->n_owned; a++) {
    const double at = p->objects[p->origin[a - p->present].object].at;

    if (at > now) {
      waiting_add(waiting, c, a, at);
      continue;
    }
    if (stay != a) fields_copy(c->fields, c, stay, a);
    stay++;
  }
  c->n = c->n_owned = stay;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void population_say_entering(const Options *options, double before, double now, char *text,
                             size_t size)
{
  const char *const *objects;
  const int          n  = options_objects(options, "clumps", &objects);
  size_t             at = 0;

  text[0] = '\0';
  for (int k = 0; k < n && at + 4 < size; k++) {
    const double time = option_real_or(options, "clumps", objects[k], "at", -1);

    if (time > before && time <= now)
      at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? " or " : "", objects[k]);
  }
}

/* ---- all of it ---- */

static PetscErrorCode read_file(Population *p)
{
  bool is_checkpoint = false;

  PetscFunctionBeginUser;
  PetscCall(population_is_checkpoint(p, &is_checkpoint));
  if (!is_checkpoint && option_is_set(p->options, "clumps", p->name, "id"))
    CLUMPS_MISTAKE(
      p, "id", "goes with position, or the file of a checkpoint: rows of a CSV have a column id");
  if (is_checkpoint) PetscCall(population_read_checkpoint(p));
  else PetscCall(population_read_file(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_object(Population *p, int k, const char *name)
{
  const PopulationType type    = population_type(p->options, name);
  const PetscInt       present = p->clumps->n_owned;

  PetscFunctionBeginUser;
  if (options_object_is_stored(p->options, "clumps", name)) PetscFunctionReturn(PETSC_SUCCESS);
  p->object = k;
  p->name   = name;
  p->kept   = -1;
  population_check_type(p->options, name, type);
  if (option_has_value(p->options, "clumps", name, "at"))
    p->objects[k].at = option_real(p->options, "clumps", name, "at");
  groups_of_option(p->options, "clumps", name, "group", p->groups, GROUP_CLUMPS,
                   &p->objects[k].groups);
  /* in the table of options this default would be written for all objects to resolved.yaml, which
     could then not be read again */
  if (type == POPULATION_SPHERES)
    PetscCall(option_set_default(p->options, "clumps", name, "mass_properties", "exact"));
  if (type == POPULATION_FILL) PetscCall(check_fill(p));
  if (type == POPULATION_SINGLE) PetscCall(population_read_single(p));
  if (type == POPULATION_SKIN) PetscCall(population_read_skin(p));
  if (type == POPULATION_FILE && option_has_value(p->options, "clumps", name, "file"))
    PetscCall(read_file(p));
  if (type == POPULATION_SPHERES && option_has_value(p->options, "clumps", name, "spheres"))
    PetscCall(population_read_spheres(p));
  PetscCall(warn_inertia(p));
  population_quantities(p->options, "clumps", name, p->clumps, present);
  if (option_has_value(p->options, "clumps", name, "bond_id")) {
    PetscCall(clumps_use(p->clumps, USE_BOND_IDS));
    for (PetscInt a = present; a < p->clumps->n_owned; a++) /* rows of files may have one */
      if (p->clumps->bond_id[a] == BOND_NONE)
        p->clumps->bond_id[a] = (int32_t)option_int(p->options, "clumps", name, "bond_id");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read(const Parallel *par, Options *options, PopulationTarget *target,
                               Warnings *warnings)
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
  const int          n = options_objects(options, "clumps", &names);

  PetscFunctionBeginUser;
  array_create(&p.objects, sizeof *p.objects, n);
  for (int k = 0; k < n; k++) PetscCall(read_object(&p, k, names[k]));
  PetscCall(check_densities(&p));
  PetscCall(population_check_ids(&p, n, names));
  PetscCall(population_assign_ids(&p, n, names, &target->next_id, &target->rows));
  PetscCall(send_off(&p, target->now, target->waiting));
  array_free(&p.objects);
  array_free(&p.origin);
  PetscFunctionReturn(PETSC_SUCCESS);
}
