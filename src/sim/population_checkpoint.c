/* SPDX-License-Identifier: MIT */
/* The clumps of a checkpoint: a packing that has settled, from which another run begins. Rows are read in slices by all ranks
   and stay what they are: id, place in the box (on this domain's grid), attitude, velocities, blocked axes, groups. The
   scenario's templates count, by name; what it lacks comes along. Contacts begin anew, as do time and image counters. */
#include <inttypes.h>
#include <stdio.h>

#include "output/checkpoint.h"
#include "sim/population_internal.h"

/* What places in the file are here. */
typedef struct {
  int      *material;           /* [materials], -1: not here */
  int      *shape;              /* [templates], -1: of no row */
  Quat     *turn;               /* [templates] from the file's principal axes to those here */
  bool     *same;               /* [templates] are mass, moments and axes the same here? */
  uint64_t  group[GROUPS_MOST]; /* mask of each */
  Template *there;              /* [templates], the file's; without arrays those that came along */
} Known;

/* By how it begins. What cannot be opened is none. */
PetscErrorCode population_is_checkpoint(const Population *p, bool *is)
{
  static const char signature[] = "\211HDF\r\n\032\n";
  char              start[8]    = {0};

  PetscFunctionBeginUser;
  if (p->par->rank == 0) {
    FILE *file = fopen(option_word(p->options, "clumps", p->name, "file"), "rb");

    if (file) {
      if (fread(start, 1, sizeof start, file) < sizeof start) start[0] = 0;
      (void)fclose(file);
    }
  }
  PetscCall(parallel_bcast(p->par, start, sizeof start, 0));
  *is = memcmp(start, signature, sizeof start) == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode known_create(const Checkpoint *ck, Known *k)
{
  const int n = ck->templates->n;

  PetscFunctionBeginUser;
  *k = (Known){.there = ck->templates->list};
  PetscCall(array_create(&k->material, sizeof *k->material, ck->materials->n));
  PetscCall(array_create(&k->shape, sizeof *k->shape, n));
  PetscCall(array_create(&k->turn, sizeof *k->turn, n));
  PetscCall(array_create(&k->same, sizeof *k->same, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void known_free(Known *k)
{
  array_free(&k->material);
  array_free(&k->shape);
  array_free(&k->turn);
  array_free(&k->same);
}

/* ---- groups ---- */

static bool groups_take(Population *p, const Groups *there, Known *known)
{
  for (int k = 0; k < there->n; k++) {
    const Groups one = {.n = 1, .list = {there->list[k]}};

    if (!groups_add(p->groups, &one, there->list[k].used)) {
      option_mistake(p->options, "clumps", p->name, "file",
                     "its groups and those of the scenario are more than %d: give the scenario fewer", GROUPS_MOST);
      return false;
    }
    known->group[k] = groups_mask(p->groups, &one);
  }
  return true;
}

static uint64_t mask_here(const Known *known, uint64_t mask)
{
  uint64_t here = 0;

  for (int k = 0; k < GROUPS_MOST; k++)
    if (mask & (uint64_t)1 << k) here |= known->group[k];
  return here;
}

/* ---- templates ---- */

/* Names of templates, to be looked up. */
typedef struct {
  const char *name;
  int         place;
} Named;

static int compare_names(const void *a, const void *b)
{
  return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* Where templates of these names are here: -1 not here. */
static PetscErrorCode shapes_match(const Templates *here, const Templates *there, int *shape)
{
  Named *names;

  PetscFunctionBeginUser;
  PetscCall(array_create(&names, sizeof *names, here->n));
  for (int t = 0; t < here->n; t++) names[t] = (Named){here->list[t].name, t};
  sort_items(names, here->n, sizeof *names, compare_names);
  for (int t = 0; t < there->n; t++) {
    const Named  wanted = {.name = there->list[t].name};
    const Named *found  = bsearch(&wanted, names, (size_t)here->n, sizeof *names, compare_names);

    shape[t] = found ? found->place : -1;
  }
  array_free(&names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* May a template come along? Its materials must be here, with the densities that its mass was found with, if it was. */
static bool materials_agree(Population *p, const Template *t, const Materials *there, const int *material)
{
  for (int i = 0; i < t->n; i++) {
    const Material *m    = &there->list[t->material[i]];
    const int       here = material[t->material[i]];

    if (here >= 0 && (t->density > 0 || p->materials->list[here].density == m->density)) continue;
    if (here < 0)
      option_mistake(p->options, "clumps", p->name, "file",
                     "its template %s is of %s, which is no material here: add it under material, or the template under template",
                     t->name, m->name);
    else
      option_mistake(p->options, "clumps", p->name, "file",
                     "its template %s was made of %s of density %g, which is %g here: give the same, or the template anew under "
                     "template",
                     t->name, m->name, m->density, p->materials->list[here].density);
    return false;
  }
  return true;
}

static bool same_mass(const MassProperties *a, const MassProperties *b)
{
  const Vec3 p = a->principal, q = b->principal;
  const Quat r = a->axes, s = b->axes;

  return a->mass == b->mass && p.x == q.x && p.y == q.y && p.z == q.z && r.w == s.w && r.x == s.x && r.y == s.y && r.z == s.z;
}

/* Is a template of the file, to the bit, the one here? */
static bool same_template(const Known *known, const Template *there, const Template *here)
{
  bool same = there->n == here->n && there->density == here->density && there->inertia_given == here->inertia_given &&
              same_mass(&there->mass, &here->mass);

  for (int i = 0; same && i < there->n; i++) {
    const Vec3 x = there->offset[i], y = here->offset[i];

    same = x.x == y.x && x.y == y.y && x.z == y.z && there->radius[i] == here->radius[i] &&
           known->material[there->material[i]] == here->material[i] && mask_here(known, there->group[i]) == here->group[i];
  }
  return same;
}

/* What the scenario makes under this name is meant to be another; what another object has brought is not. */
static bool stands_for(Population *p, const Known *known, const Template *there, const Template *here)
{
  if (options_object(p->options, "template", there->name) >= 0 || same_template(known, there, here)) return true;
  option_mistake(p->options, "clumps", p->name, "file",
                 "its template %s is not the one that another object of clumps has brought: say under template which it is",
                 there->name);
  return false;
}

/* Every template that a row is of has a place here, or there is a mistake: false. Collective. */
static PetscErrorCode templates_bring(Population *p, const Checkpoint *ck, Known *known, bool *good)
{
  const int n = ck->templates->n;
  int64_t  *rows;

  PetscFunctionBeginUser;
  *good = true;
  PetscCall(array_create(&rows, sizeof *rows, n));
  for (PetscInt a = 0; a < ck->clumps->n_owned; a++) rows[ck->clumps->shape[a]] = 1;
  PetscCall(parallel_max_int(p->par, rows, n));
  for (int m = 0; m < ck->materials->n; m++) known->material[m] = materials_find(p->materials, ck->materials->list[m].name);
  PetscCall(shapes_match(p->templates, ck->templates, known->shape));
  for (int t = 0; t < n && *good; t++) {
    Template *there = &known->there[t];

    if (rows[t] == 0) continue;
    if (known->shape[t] < 0) {
      *good = materials_agree(p, there, ck->materials, known->material);
      if (!*good) break;
      for (int i = 0; i < there->n; i++) {
        there->material[i] = known->material[there->material[i]];
        there->group[i]    = mask_here(known, there->group[i]);
      }
      known->shape[t] = p->templates->n;
      known->same[t]  = true;
      PetscCall(templates_take(p->templates, there));
    } else {
      const Template *here = &p->templates->list[known->shape[t]];

      *good          = stands_for(p, known, there, here);
      known->same[t] = same_mass(&there->mass, &here->mass);
      known->turn[t] = quat_mul(quat_conjugate(there->mass.axes), here->mass.axes);
    }
  }
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

/* The density of row a, of a template that is another here, if it is not that of its template there; else 0. */
static double own_density(const Population *p, const Checkpoint *ck, const Known *known, PetscInt a)
{
  const Template *there = &known->there[ck->clumps->shape[a]];
  const double    mass  = there->mass.mass * templates_volume_factor(p->templates, ck->clumps->scale[a]);

  return ck->clumps->mass[a] == mass ? 0 : ck->clumps->mass[a] / mass * template_density(ck->materials, there);
}

/* To the bit: angular momentum is the state, of which w is a rounded picture. */
static void row_copy(Clumps *c, PetscInt row, const Clumps *from, PetscInt a)
{
  c->mass[row]            = from->mass[a];
  c->inertia[row]         = from->inertia[a];
  c->motion[row].momentum = from->motion[a].momentum;
}

/* How far ids move: the lowest becomes the object's `id`, if it has one. false: the highest would be none. Collective. */
static PetscErrorCode find_move(Population *p, const Clumps *c, int64_t *by, bool *good)
{
  int64_t ends[2] = {INT64_MIN, INT64_MIN}; /* highest, and ~ of the lowest, which never overflows */
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
  *good = fabs((double)id - (double)lowest) < 0x1p62 && (double)id + ((double)ends[0] - (double)lowest) < 0x1p62;
  if (*good) *by = id - lowest;
  else
    option_mistake(p->options, "clumps", p->name, "id", "%" PRId64 " leaves no ids for all clumps of the file: give a lower one",
                   id);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode row_add(Population *p, const Checkpoint *ck, const Known *known, PetscInt a, int64_t first, int64_t by)
{
  const Clumps  *from    = ck->clumps;
  const int      there   = from->shape[a];
  const Origin   origin  = {.object = p->object, .row = first + a};
  const Start    start   = {.v = from->motion[a].v, .w = from->w[a], .blocked = from->blocked[a]};
  const uint64_t groups  = mask_here(known, from->group[a]);
  const double   density = known->same[there] ? 0 : own_density(p, ck, known, a);
  Quat           q       = from->pose[a].q;
  PetscInt       row;

  PetscFunctionBeginUser;
  PetscCall(population_add(p, origin, from->id[a] + by, known->shape[there], from->scale[a], density, &row));
  if (!known->same[there]) q = quat_normalized(quat_mul(q, known->turn[there]));
  population_place(p->clumps, row, from->pose[a].x, q, start);
  if (known->same[there]) row_copy(p->clumps, row, from, a);
  p->clumps->group[row] = groups ? groups : p->objects[p->object].groups;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode rows_add(Population *p, const Checkpoint *ck, const Known *known)
{
  const Clumps *from  = ck->clumps;
  int           given = -1;
  int64_t       first, total, by;
  bool          good;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(p->par, from->n_owned, &first, &total));
  PetscCall(find_move(p, from, &by, &good));
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_reserve(p->clumps, p->clumps->n_owned + from->n_owned));
  for (PetscInt a = 0; a < from->n_owned; a++) {
    const int there = from->shape[a], shape = known->shape[there];

    PetscCall(row_add(p, ck, known, a, first, by));
    if (!known->same[there] && population_keeps_inertia(p, shape, from->scale[a], own_density(p, ck, known, a))) given = shape;
  }
  PetscCall(population_warn_inertia(p, given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Clumps that were still to enter are none that are there. */
static PetscErrorCode warn_waiting(const Population *p, const Checkpoint *ck)
{
  int64_t n = ck->waiting->clumps->n_owned;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(p->par, &n, 1));
  if (n > 0)
    warning_add(p->warnings, "clumps %s: %" PRId64 " clumps of the checkpoint had not entered yet: left out", p->name, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read_checkpoint(Population *p)
{
  const int  dimension = p->templates->dimension == 2 ? 2 : 3;
  Checkpoint ck;
  Known      known;
  char       why[CHECKPOINT_WHY];
  bool       good;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_read(p->par, option_word(p->options, "clumps", p->name, "file"), &ck, &good, why));
  if (!good) {
    option_mistake(p->options, "clumps", p->name, "file", "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(known_create(&ck, &known));
  good = ck.dimension == dimension && groups_take(p, &ck.groups, &known);
  if (ck.dimension != dimension)
    option_mistake(p->options, "clumps", p->name, "file", "is of %d dimensions, the scenario of %d (run: dimension)",
                   ck.dimension, dimension);
  if (good) PetscCall(templates_bring(p, &ck, &known, &good));
  if (good) {
    PetscCall(rows_add(p, &ck, &known));
    PetscCall(warn_waiting(p, &ck));
  }
  known_free(&known);
  checkpoint_free(&ck);
  PetscFunctionReturn(PETSC_SUCCESS);
}
