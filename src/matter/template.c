/* SPDX-License-Identifier: MIT */
/* Sets of pebbles and the templates made of them. */
#include "matter/template.h"

int materials_find(const Materials *materials, const char *name)
{
  for (int m = 0; m < materials->n; m++)
    if (strcmp(materials->list[m].name, name) == 0) return m;
  return -1;
}

void pebble_set_create(int n, PebbleSet *set)
{
  *set = (PebbleSet){.n = n, .dimension = 3};
  array_create(&set->x, sizeof *set->x, n);
  array_create(&set->r, sizeof *set->r, n);
  array_create(&set->material, sizeof *set->material, n);
}

void pebble_set_free(PebbleSet *set)
{
  array_free(&set->x);
  array_free(&set->r);
  array_free(&set->material);
  array_free(&set->group);
  array_free(&set->axis);
  set->n = 0;
}

void pebble_set_axes(PebbleSet *set)
{
  array_create(&set->axis, sizeof *set->axis, set->n);
}

void pebble_set_put(PebbleSet *set, int i, Vec3 from, Vec3 to, double r)
{
  const Vec3 half = vec3_scale(0.5, vec3_sub(to, from));

  if (!set->axis && !vec3_is_zero(half)) pebble_set_axes(set);
  if (!vec3_is_zero(half)) set->axis[i] = half;
  set->x[i] = vec3_is_zero(half) ? from : vec3_add(from, half);
  set->r[i] = r;
}

int pebble_set_capsules(const PebbleSet *set)
{
  int n = 0;

  for (int i = 0; set->axis && i < set->n; i++) n += !vec3_is_zero(set->axis[i]);
  return n;
}

void template_create(Template *t)
{
  array_create(&t->offset, sizeof *t->offset, t->n);
  array_create(&t->radius, sizeof *t->radius, t->n);
  array_create(&t->material, sizeof *t->material, t->n);
  array_create(&t->group, sizeof *t->group, t->n);
  memset(t->part, 0, sizeof t->part);
  t->role   = NULL;
  t->reach  = NULL;
  t->tree   = (SphereTree){0};
  t->shared = false;
}

void template_create_roles(Template *t)
{
  array_create(&t->role, sizeof *t->role, t->n);
  array_create(&t->reach, sizeof *t->reach, t->n);
}

const char *templates_capsules(const Templates *templates)
{
  for (int t = 0; t < templates->n; t++)
    if (templates->list[t].role) return templates->list[t].name;
  return NULL;
}

/* Append a template, not set yet. */
static Template *next_of(Templates *templates)
{
  PetscInt capacity = templates->capacity;

  array_reserve(&templates->list, sizeof *templates->list, templates->n + 1, &capacity);
  templates->capacity = (int)capacity;
  return &templates->list[templates->n++];
}

void template_derive(Template *t)
{
  for (int i = 0; i < t->n && t->role; i++)
    t->reach[i] = t->radius[i] + (t->role[i] == PEBBLE_SHAFT ? vec3_norm(template_axis(t, i)) : 0);
  for (int i = 0; i < t->n; i++) {
    const double r = t->radius[i], distance = vec3_norm(t->offset[i]);
    const Vec3   o = t->offset[i];

    t->half     = vec3_most(t->half, vec3(fabs(o.x), fabs(o.y), fabs(o.z)));
    t->extent   = max_real(t->extent, distance);
    t->bound    = max_real(t->bound, distance + r);
    t->smallest = i > 0 ? min_real(t->smallest, r) : r;
    t->largest  = max_real(t->largest, r);
  }
  if (t->n > TEMPLATE_TREE_FROM) sphere_tree_create(t->n, t->offset, template_reach(t), &t->tree);
}

/* Set the next pebble of the template, at *at. x: in the frame of the set. */
static void put_ball(const PebbleSet *set, int i, Vec3 x, PebbleRole role, Template *t, int *at)
{
  t->offset[*at]   = quat_turn_back(t->mass.axes, vec3_sub(x, t->mass.centre));
  t->radius[*at]   = set->r[i];
  t->material[*at] = set->material[i];
  t->group[*at]    = set->group ? set->group[i] : 0;
  if (t->role) t->role[*at] = (uint8_t)role;
  ++*at;
}

/* Set the pebbles of the template that pebble i of the set becomes. */
static void put_pebble(const PebbleSet *set, int i, Template *t, int *at)
{
  const Vec3 axis = pebble_set_axis(set, i), x = set->x[i];

  if (vec3_is_zero(axis)) {
    put_ball(set, i, x, PEBBLE_BALL, t, at);
    return;
  }
  put_ball(set, i, x, PEBBLE_SHAFT, t, at);
  put_ball(set, i, vec3_sub(x, axis), PEBBLE_END, t, at);
  put_ball(set, i, vec3_add(x, axis), PEBBLE_END, t, at);
}

PetscErrorCode templates_add(Templates *templates, const char *name, const PebbleSet *set,
                             const MassProperties *mass)
{
  Template *t;
  int       at = 0;

  PetscFunctionBeginUser;
  PetscCheck(strlen(name) < NAME_LENGTH, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "template name '%s': too long", name);
  PetscCheck(
    templates->dimension != 2 || (mass->axes.x == 0 && mass->axes.y == 0 && mass->centre.z == 0),
    PETSC_COMM_SELF, PETSC_ERR_PLIB,
    "template '%s': its third principal axis is not z, or its centre is not in the plane", name);
  t  = next_of(templates);
  *t = (Template){.n = set->n + (CAPSULE_PEBBLES - 1) * pebble_set_capsules(set), .mass = *mass};
  strcpy(t->name, name);
  template_create(t);
  if (t->n > set->n) template_create_roles(t);
  for (int i = 0; i < set->n; i++) put_pebble(set, i, t, &at);
  template_derive(t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void templates_take(Templates *templates, Template *t)
{
  *next_of(templates) = *t;
  t->offset           = NULL;
  t->radius           = NULL;
  t->material         = NULL;
  t->group            = NULL;
  t->role             = NULL;
  t->reach            = NULL;
  memset(t->part, 0, sizeof t->part);
  t->tree = (SphereTree){0};
}

int templates_find(const Templates *templates, const char *name)
{
  for (int t = 0; t < templates->n; t++)
    if (strcmp(templates->list[t].name, name) == 0) return t;
  return -1;
}

bool template_is_of(const Template *t, int material)
{
  for (int i = 0; i < t->n; i++)
    if (t->material[i] != material) return false;
  return true;
}

double template_density(const Materials *materials, const Template *t)
{
  if (t->density > 0) return t->density;
  return template_is_of(t, t->material[0]) ? materials->list[t->material[0]].density
                                           : t->mass.mass / t->mass.volume;
}

/* Sums of a weighted mean, which is known if all values are. */
typedef struct {
  double weight, sum;
  bool   known;
} Mean;

static void mean_add(Mean *mean, double weight, double value, bool known)
{
  mean->weight += weight;
  mean->sum += weight * value;
  mean->known = mean->known && known;
}

/* As templates_average, for one template and quantity. */
static void average(const Materials *materials, const Templates *templates, Template *t, int q)
{
  Mean capacities = {.known = true}, starts = {.known = true};

  for (int i = 0; i < t->n; i++) {
    const Material *m        = &materials->list[t->material[i]];
    const double    size     = t->radius[i] / t->largest; /* no overflow */
    const double    weight   = m->density * templates_volume_factor(templates, size);
    const double    capacity = m->quantity.capacity[q];

    mean_add(&capacities, weight, capacity, capacity > 0);
    mean_add(&starts, weight * (capacity > 0 ? capacity : 1), m->quantity.start[q],
             m->quantity.given >> q & 1);
  }
  t->quantity.capacity[q] =
    capacities.known && capacities.weight > 0 ? capacities.sum / capacities.weight : 0;
  if (t->quantity.given >> q & 1 || !starts.known || !(starts.weight > 0)) return;
  t->quantity.start[q] = starts.sum / starts.weight;
  t->quantity.given |= 1u << q;
}

void templates_average(const Materials *materials, Templates *templates)
{
  for (int k = 0; k < templates->n; k++)
    for (int q = 0; q < QUANTITIES; q++)
      if (!quantities[q]->of_pebbles) average(materials, templates, &templates->list[k], q);
}

/* Find the shares of pebbles by their surfaces, r^2, in two dimensions by their circumferences. */
static void find_shares(const Templates *templates, const Template *t, PebblePart *part)
{
  double whole = 0;

  for (int i = 0; i < t->n; i++) {
    const double r = t->radius[i] / t->largest; /* no overflow */

    part[i].share = templates->dimension == 2 ? r : r * r;
    whole += part[i].share;
  }
  for (int i = 0; i < t->n; i++) part[i].share /= whole;
}

/* Take the values of pebbles from their materials; false: one has none. */
static bool take_from_materials(const Materials *materials, const Template *t, int q,
                                PebblePart *part)
{
  for (int i = 0; i < t->n; i++) {
    const QuantityValues *of = &materials->list[t->material[i]].quantity;

    if (!(of->given >> q & 1)) return false;
    part[i].value = of->start[q];
  }
  return true;
}

/* As templates_divide, for one template. */
static void divide(const Materials *materials, const Templates *templates, Template *t, int q)
{
  const bool  there = t->part[q] != NULL, given = t->quantity.given >> q & 1;
  PebblePart *part;
  double      sum = 0, whole;
  bool        known;

  if (!there) array_create(&t->part[q], sizeof *t->part[q], t->n);
  part = t->part[q];
  find_shares(templates, t, part);
  for (int i = 0; i < t->n && given && !there; i++)
    part[i].value = part[i].share * t->quantity.start[q];
  known = there || given || take_from_materials(materials, t, q, part);
  for (int i = 0; i < t->n; i++) {
    if (!known) part[i].value = 0;
    sum += part[i].value;
  }
  whole = given && !there ? t->quantity.start[q] : sum;
  for (int i = 0; i < t->n; i++)
    part[i].base = t->n > 1 ? part[i].value - part[i].share * whole : 0;
  if (!known) return;
  t->quantity.start[q] = whole;
  t->quantity.given |= 1u << q;
}

void templates_divide(const Materials *materials, Templates *templates, int q)
{
  for (int k = 0; k < templates->n; k++) divide(materials, templates, &templates->list[k], q);
}

/* ---- one copy a node ---- */

enum { ARRAYS = 8 };

/* Number of arrays of a template: role and reach are there if it has capsules. */
static int n_arrays(const Template *t)
{
  return t->role ? ARRAYS : ARRAYS - 2;
}

/* The arrays of a template with a tree, and their bytes; 0: it has none. */
static size_t arrays_of(Template *t, SharedArray of[ARRAYS])
{
  const size_t n    = (size_t)t->n;
  size_t       size = 0;

  of[0] = (SharedArray){(void **)&t->offset, n * sizeof *t->offset};
  of[1] = (SharedArray){(void **)&t->radius, n * sizeof *t->radius};
  of[2] = (SharedArray){(void **)&t->material, n * sizeof *t->material};
  of[3] = (SharedArray){(void **)&t->group, n * sizeof *t->group};
  of[4] = (SharedArray){(void **)&t->tree.order, n * sizeof *t->tree.order};
  of[5] = (SharedArray){(void **)&t->tree.node, (size_t)t->tree.n_nodes * sizeof *t->tree.node};
  of[6] = (SharedArray){(void **)&t->role, n * sizeof *t->role};
  of[7] = (SharedArray){(void **)&t->reach, n * sizeof *t->reach};
  for (int k = 0; k < n_arrays(t) && t->tree.n_nodes > 0; k++) size += of[k].size;
  return size;
}

PetscInt templates_pebbles(const Templates *templates)
{
  PetscInt n = 0;

  for (int t = 0; t < templates->n; t++) n += templates->list[t].n;
  return n;
}

void templates_form(const Templates *templates, double *forms, double *column)
{
  const size_t n   = (size_t)templates_pebbles(templates);
  size_t       row = 0;

  for (const Template *t = templates->list; t < templates->list + templates->n; t++)
    for (int i = 0; i < t->n; i++, row++) {
      const double of[4] = {t->offset[i].x, t->offset[i].y, t->offset[i].z, template_reach(t)[i]};

      memcpy(forms + 4 * row, of, sizeof of);
      for (size_t k = 0; k < 4; k++) column[k * n + row] = of[k];
    }
}

/* Make the forms on the head; arrays of the same sizes, which are not read, on the others. */
static void form_all(bool is_head, Templates *templates, SharedArray of[2])
{
  const PetscInt n = templates_pebbles(templates);

  templates->n_formed = templates->n;
  of[0]               = (SharedArray){(void **)&templates->forms, 4 * (size_t)n * sizeof(double)};
  of[1]               = (SharedArray){(void **)&templates->column, 4 * (size_t)n * sizeof(double)};
  if (!is_head) return;
  array_create(&templates->forms, 4 * sizeof(double), n);
  array_create(&templates->column, 4 * sizeof(double), n);
  templates_form(templates, templates->forms, templates->column);
}

/* Move the arrays of templates with trees, and the forms of all, to a block of the node. */
static PetscErrorCode share(const Nodes *nodes, Templates *templates)
{
  SharedArray *list;
  int          n = 0;

  PetscFunctionBeginUser;
  array_create(&list, sizeof *list, (size_t)ARRAYS * (size_t)templates->n + 2);
  for (int k = 0; k < templates->n; k++)
    if (arrays_of(&templates->list[k], list + n) > 0) n += n_arrays(&templates->list[k]);
  form_all(nodes->is_head, templates, list + n);
  n += 2;
  for (int k = 0; k < n && !nodes->is_head; k++) array_free(list[k].list);
  PetscCall(shared_arrays(&nodes->mates, n, list, &templates->shared));
  array_free(&list);
  for (Template *t = templates->list; t < templates->list + templates->n; t++) {
    if (t->tree.n_nodes == 0) continue;
    t->shared = true;
    t->tree.x = t->offset;
    t->tree.r = template_reach(t);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode templates_share(const Parallel *par, Templates *templates)
{
  SharedArray of[ARRAYS];
  size_t      size = 0;
  Nodes       nodes;

  PetscFunctionBeginUser;
  for (int k = 0; k < templates->n; k++) size += arrays_of(&templates->list[k], of);
  if (templates->shared.bytes || size < TEMPLATES_SHARED_FROM || par->size == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(nodes_open(par, &nodes));
  if (nodes.mates.size > 1) PetscCall(share(&nodes, templates));
  PetscCall(nodes_close(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void templates_cut(Templates *templates, int n)
{
  if (n < templates->n_formed) templates->n_formed = 0; /* others may come in their place */
  for (int k = n; k < templates->n; k++) {
    Template *const t = &templates->list[k];

    for (int q = 0; q < QUANTITIES; q++) array_free(&t->part[q]);
    if (t->shared) continue;
    array_free(&t->offset);
    array_free(&t->radius);
    array_free(&t->material);
    array_free(&t->group);
    array_free(&t->role);
    array_free(&t->reach);
    sphere_tree_free(&t->tree);
  }
  templates->n = n;
}

void templates_free(Templates *templates)
{
  templates_cut(templates, 0);
  if (templates->shared.bytes) shared_free(&templates->shared);
  array_free(&templates->list);
  templates->capacity = templates->n_formed = 0;
  templates->forms = templates->column = NULL;
}
