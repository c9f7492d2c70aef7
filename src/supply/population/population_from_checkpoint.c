/* SPDX-License-Identifier: MIT */
/* Clumps from a checkpoint, such as a settled packing, as the start of another run; the restart of a
   run takes them in run/setup/setup.c. All ranks read
   slices of the rows. Every field of the table is kept, except: image counters and the part of the
   position below the grid, as positions are rounded to this domain's grid; loads; mass, inertia,
   attitude and angular momentum of clumps whose template differs here. Templates of the scenario
   are used where the names agree; missing ones are copied from the checkpoint. Contact memory and
   time start anew. */
#include "options/input.h"
#include "output/checkpoint/checkpoint.h"
#include "supply/population/population_internal.h"

/* Translation of indices in the file to indices of this run. */
typedef struct {
  int *material;  /* [materials] index here, -1: missing */
  int *template;  /* [templates] index here, -1: no row uses it */
  Quat     *turn; /* [templates] rotation from the file's principal axes to those here */
  bool     *same; /* [templates] true if mass, moments and axes are the same here */
  uint64_t  group[GROUPS_MOST]; /* mask here of each group */
  Template *there; /* [templates] those of the file; arrays of copied ones have been moved */
} Known;

/* The first bytes of the file decide. A file that cannot be opened counts as no checkpoint. */
PetscErrorCode population_is_checkpoint(const Population *p, bool *is)
{
  char start[8] = {0};

  PetscFunctionBeginUser;
  if (p->par->rank == 0) {
    FILE *file = input_open(option_word(p->options, "clumps", p->name, "file"));

    if (file) {
      if (fread(start, 1, sizeof start, file) < sizeof start) start[0] = 0;
      (void)fclose(file);
    }
  }
  PetscCall(parallel_bcast(p->par, start, sizeof start, 0));
  *is = input_is_hdf5(start, sizeof start);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- groups ---- */

/* Add the groups of the file. False: they are too many, which is noted. */
static bool groups_take(Population *p, const Groups *there, Known *known)
{
  for (int k = 0; k < there->n; k++) {
    const Groups one = {.n = 1, .list = {there->list[k]}};

    if (there->list[k].used == 0) continue; /* no clump has it */
    if (!groups_add(p->groups, &one, there->list[k].used)) {
      CLUMPS_MISTAKE(
        p, "file", "its groups and those of the scenario are more than %d: give the scenario fewer",
        GROUPS_MOST);
      return false;
    }
    known->group[k] = groups_mask(p->groups, &one);
  }
  return true;
}

/* Mask here of groups of the file. */
static uint64_t mask_here(const Known *known, uint64_t mask)
{
  uint64_t here = 0;

  for (int k = 0; k < GROUPS_MOST; k++)
    if (mask & (uint64_t)1 << k) here |= known->group[k];
  return here;
}

/* ---- templates ---- */

/* A template's name and index, for searching. */
typedef struct {
  const char *name;
  int         place;
} Named;

static int compare_names(const void *a, const void *b)
{
  return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* Indices here of templates of the same names; -1: missing. */
static void shapes_match(const Templates *here, const Templates *there, int *template)
{
  Named *names;

  array_create(&names, sizeof *names, here->n);
  for (int t = 0; t < here->n; t++) names[t] = (Named){here->list[t].name, t};
  sort_items(names, here->n, sizeof *names, compare_names);
  for (int t = 0; t < there->n; t++) {
    const Named  wanted = {.name = there->list[t].name};
    const Named *found  = bsearch(&wanted, names, (size_t)here->n, sizeof *names, compare_names);

    template[t] = found ? found->place : -1;
  }
  array_free(&names);
}

/* True if a template can be copied: its materials must exist here, with the densities that its mass
   was computed from unless the template has its own density. */
static bool materials_agree(Population *p, const Template *t, const Materials *there,
                            const int *material)
{
  for (int i = 0; i < t->n; i++) {
    const Material *m    = &there->list[t->material[i]];
    const int       here = material[t->material[i]];

    if (here >= 0 && (t->density > 0 || p->materials->list[here].density == m->density)) continue;
    if (here < 0)
      CLUMPS_MISTAKE(p, "file",
                     "its template %s is of %s, which is no material here: add it under material, "
                     "or the template under template",
                     t->name, m->name);
    else
      CLUMPS_MISTAKE(
        p, "file",
        "its template %s was made of %s of density %g, which is %g here (kg/m^3): give "
        "the same density, or define the template under template",
        t->name, m->name, m->density, p->materials->list[here].density);
    return false;
  }
  return true;
}

static bool same_mass(const MassProperties *a, const MassProperties *b)
{
  const Vec3 p = a->principal, q = b->principal;
  const Quat r = a->axes, s = b->axes;

  return a->mass == b->mass && p.x == q.x && p.y == q.y && p.z == q.z && r.w == s.w && r.x == s.x &&
         r.y == s.y && r.z == s.z;
}

/* True if a template of the file is bitwise the same as the one here. */
static bool same_template(const Known *known, const Template *there, const Template *here)
{
  bool same = there->n == here->n && there->density == here->density &&
              there->inertia_given == here->inertia_given && same_mass(&there->mass, &here->mass);

  for (int i = 0; same && i < there->n; i++) {
    const Vec3 x = there->offset[i], y = here->offset[i];

    same = x.x == y.x && x.y == y.y && x.z == y.z && there->radius[i] == here->radius[i] &&
           template_role(there, i) == template_role(here, i) &&
           known->material[there->material[i]] == here->material[i] &&
           mask_here(known, there->group[i]) == here->group[i];
    for (int q = 0; same && q < QUANTITIES; q++)
      same = !there->part[q] == !here->part[q] &&
             (!here->part[q] || there->part[q][i].value == here->part[q][i].value);
  }
  return same;
}

/* True if the template here replaces the file's one of the same name: always if the scenario
   defines it; one from another object only if it is the same. */
static bool stands_for(Population *p, const Known *known, const Template *there,
                       const Template *here)
{
  if (options_object(p->options, "template", there->name) >= 0 || same_template(known, there, here))
    return true;
  CLUMPS_MISTAKE(
    p, "file",
    "its template %s differs from that of another object of clumps: define it under template",
    there->name);
  return false;
}

/* Find or copy the template of every row; *good false: a mistake was reported. Collective. */
static PetscErrorCode templates_bring(Population *p, const Checkpoint *ck, Known *known, bool *good)
{
  const int n = ck->templates->n;
  int64_t  *rows;

  PetscFunctionBeginUser;
  *good = true;
  array_create(&rows, sizeof *rows, n);
  for (PetscInt a = 0; a < ck->clumps->n_owned; a++) rows[ck->clumps->template[a]] = 1;
  PetscCall(parallel_max_int(p->par, rows, n));
  for (int m = 0; m < ck->materials->n; m++)
    known->material[m] = materials_find(p->materials, ck->materials->list[m].name);
  shapes_match(p->templates, ck->templates, known->template);
  for (int t = 0; t < n && *good; t++) {
    Template *there = &known->there[t];

    if (rows[t] == 0) continue;
    if (known->template[t] < 0) {
      *good = materials_agree(p, there, ck->materials, known->material);
      if (!*good) break;
      for (int i = 0; i < there->n; i++) {
        there->material[i] = known->material[there->material[i]];
        there->group[i]    = mask_here(known, there->group[i]);
      }
      known->template[t] = p->templates->n;
      known->same[t]     = true;
      templates_take(p->templates, there);
    } else {
      const Template *here = &p->templates->list[known->template[t]];

      *good          = stands_for(p, known, there, here);
      known->same[t] = same_mass(&there->mass, &here->mass);
      known->turn[t] = quat_mul(quat_conjugate(there->mass.axes), here->mass.axes);
    }
  }
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

/* Density of row a if it differs from that of its template in the file, else 0. For templates that
   differ here. */
static double own_density(const Population *p, const Checkpoint *ck, const Known *known, PetscInt a)
{
  const Template *there = &known->there[ck->clumps->template[a]];
  const double    mass =
    there->mass.mass * templates_volume_factor(p->templates, ck->clumps->scale[a]);

  return ck->clumps->mass[a] == mass
           ? 0
           : ck->clumps->mass[a] / mass * template_density(ck->materials, there);
}

/* Shift of the ids: with the key `id` the lowest becomes that. *good false: the highest would be
   out of range. Collective. */
static PetscErrorCode find_move(Population *p, const Clumps *c, int64_t *by, bool *good)
{
  int64_t ends[2] = {INT64_MIN, INT64_MIN}; /* highest; ~ of the lowest, which cannot overflow */
  int64_t id, lowest;

  PetscFunctionBeginUser;
  *by   = 0;
  *good = true;
  if (!option_has_value(p->options, "clumps", p->name, "id")) PetscFunctionReturn(PETSC_SUCCESS);
  id = option_int(p->options, "clumps", p->name, "id");
  for (PetscInt a = 0; a < c->n_owned; a++) {
    ends[0] = max_int(ends[0], c->id[a]);
    ends[1] = max_int(ends[1], ~c->id[a]);
  }
  PetscCall(parallel_max_int(p->par, ends, 2));
  lowest = ~ends[1];
  if (ends[0] < lowest) PetscFunctionReturn(PETSC_SUCCESS); /* no clumps */
  *good = fabs((double)id - (double)lowest) < 0x1p62 &&
          (double)id + ((double)ends[0] - (double)lowest) < 0x1p62;
  if (*good) *by = id - lowest;
  else
    CLUMPS_MISTAKE(p, "id",
                   "%" PRId64 " leaves no ids for all clumps of the file: give a lower one", id);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the fields of a copied row that differ here; the others are as in the file. The angular
   momentum is the state, and w follows from it: so its bits are kept unless the template
   differs. */
static void row_adapt(const Known *known, const Clumps *from, PetscInt a, Clumps *c, PetscInt row)
{
  c->motion[row].rest = (Vec3){0, 0, 0};
  c->image[row]       = (Image){0, 0, 0};
  c->force[row] = c->torque[row] = (Vec3){0, 0, 0};
  for (const Field *f = c->fields; f->name; f++)
    if (f->travels & SUMMED) memset(field_item(f, c, row), 0, field_size(f));
  if (known->same[from->template[a]]) return;
  c->pose[row].q = quat_normalized(quat_mul(c->pose[row].q, known->turn[from->template[a]]));
  c->motion[row].momentum = clump_momentum(c->w[row], c->pose[row].q, c->inertia[row]);
}

/* Append a copy of row a with all its fields. */
static void row_add(Population *p, const Checkpoint *ck, const Known *known, PetscInt a,
                    int64_t first, int64_t by)
{
  const Clumps  *from    = ck->clumps;
  Clumps        *c       = p->clumps;
  const int      there   = from->template[a];
  const Origin   origin  = {.object = p->object, .row = first + a};
  const uint64_t groups  = mask_here(known, from->group[a]);
  const double   density = known->same[there] ? 0 : own_density(p, ck, known, a);
  /* of a template that is the same all is as in the file: nothing is scaled */
  const double scale = known->same[there] ? 1 : from->scale[a];
  PetscInt     row;
  double       mass;
  Vec3         inertia;

  row     = population_add(p, origin, from->id[a] + by, known->template[there], scale, density);
  mass    = known->same[there] ? from->mass[a] : c->mass[row];
  inertia = known->same[there] ? from->inertia[a] : c->inertia[row];
  fields_take(c->fields, c, row, from, a, 0);
  c->id[row]       = from->id[a] + by;
  c->template[row] = known->template[there];
  c->mass[row]     = mass;
  c->inertia[row]  = inertia;
  c->group[row]    = groups ? groups : p->objects[p->object].groups;
  row_adapt(known, from, a, c, row);
}

static PetscErrorCode rows_add(Population *p, const Checkpoint *ck, const Known *known)
{
  const Clumps *from = ck->clumps;
  int64_t       first, total, by;
  bool          good;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(p->par, from->n_owned, &first, &total));
  PetscCall(find_move(p, from, &by, &good));
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_use(p->clumps, from->uses | (from->more & USE_BOND_IDS))); /* no field is lost */
  clumps_reserve(p->clumps, p->clumps->n_owned + from->n_owned);
  for (PetscInt a = 0; a < from->n_owned; a++) row_add(p, ck, known, a, first, by);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read_checkpoint(Population *p)
{
  const int  dimension = p->templates->dimension == 2 ? 2 : 3;
  Checkpoint ck;
  Known      known;
  char       why[CHECKPOINT_WHY];
  int64_t    waiting; /* clumps that had not entered by the checkpoint */
  bool       good;

  PetscFunctionBeginUser;
  PetscCall(
    checkpoint_read(p->par, option_word(p->options, "clumps", p->name, "file"), &ck, &good, why));
  if (!good) {
    CLUMPS_MISTAKE(p, "file", "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  known = (Known){.there = ck.templates->list};
  array_create(&known.material, sizeof *known.material, ck.materials->n);
  array_create(&known.template, sizeof *known.template, ck.templates->n);
  array_create(&known.turn, sizeof *known.turn, ck.templates->n);
  array_create(&known.same, sizeof *known.same, ck.templates->n);
  good = ck.domain.dimension == dimension && groups_take(p, &ck.groups, &known);
  if (ck.domain.dimension != dimension)
    CLUMPS_MISTAKE(p, "file", "is of %d dimensions, the scenario of %d (run: dimension)",
                   ck.domain.dimension, dimension);
  if (good) PetscCall(templates_bring(p, &ck, &known, &good));
  if (good) {
    PetscCall(rows_add(p, &ck, &known));
    waiting = ck.waiting->clumps->n_owned;
    PetscCall(parallel_sum_int(p->par, &waiting, 1));
    if (waiting > 0)
      option_warning(p->options, p->warnings, "clumps", p->name, NULL,
                     "%" PRId64 " clump%s of the checkpoint had not entered yet, and %s left out",
                     waiting, waiting == 1 ? "" : "s", waiting == 1 ? "is" : "are");
  }
  array_free(&known.material);
  array_free(&known.template);
  array_free(&known.turn);
  array_free(&known.same);
  checkpoint_free(&ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}
