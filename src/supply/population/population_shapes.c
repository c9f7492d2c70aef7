/* SPDX-License-Identifier: MIT */
/* Templates from rows of spheres: a shape assembled on one rank becomes a template on all ranks. */
#include "base/state.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

/* ---- templates: of lone spheres ---- */

static PetscErrorCode unit_sphere_add(Population *p, const char *name, int material, int *template)
{
  PebbleSet      set;
  MassProperties mass = {0};
  ShapeReport    report;

  PetscFunctionBeginUser;
  pebble_set_create(1, &set);
  if (p->templates->dimension == 2) set.dimension = 2;
  set.r[0]        = 1;
  set.material[0] = material;
  if (p->par->rank == 0)
    shape_find(&set, p->materials, &mass_exact, &mass_defaults, &mass, &report);
  PetscCall(parallel_bcast(p->par, &mass, sizeof mass, 0));
  *template = p->templates->n;
  PetscCall(templates_add(p->templates, name, &set, &mass));
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_unit_sphere(Population *p, int material, int *template)
{
  char name[NAME_LENGTH + 8];
  int  t;
  bool is_unit = false;

  PetscFunctionBeginUser;
  *template = -1;
  snprintf(name, sizeof name, "sphere-%s", p->materials->list[material].name);
  t = templates_find(p->templates, name);
  if (t >= 0) {
    const Template *of = &p->templates->list[t];

    is_unit = of->n == 1 && of->radius[0] == 1 && of->material[0] == material &&
              of->group[0] == 0 && of->offset[0].x == 0 && of->offset[0].y == 0 &&
              of->offset[0].z == 0;
  }
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(p->options, "material", p->materials->list[material].name, NULL,
                   "the name is longer than %d characters, which spheres allow", NAME_LENGTH - 8);
  else if (t < 0) PetscCall(unit_sphere_add(p, name, material, template));
  else if (is_unit) *template = t;
  else
    option_mistake(p->options, "template", name, NULL,
                   "this name is taken by lone spheres of clumps: %s: choose another", p->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- templates: of bodies of several spheres ---- */

/* A shape in a message, in numbers of 8 bytes; its pebbles follow. */
typedef struct {
  Id             id;
  int64_t        n;
  MassProperties mass;
} Head;

typedef struct {
  Vec3     x;
  double   r;
  int64_t  material;
  uint64_t group;
} Pebble;

static size_t head_size(int64_t n)
{
  return sizeof(Head) + (size_t)n * sizeof(Pebble);
}

static void pack(PetscInt n, const BodyShape *shapes, StateArray *packed)
{
  size_t size = 0;
  char  *at;

  for (PetscInt k = 0; k < n; k++) size += head_size(shapes[k].set.n);
  packed->n = (int64_t)(size / 8);
  array_create(&packed->list, 1, size);
  at = packed->list;
  for (PetscInt k = 0; k < n; k++) {
    const PebbleSet *set    = &shapes[k].set;
    Head            *head   = (Head *)(void *)at;
    Pebble          *pebble = (Pebble *)(head + 1);

    *head = (Head){shapes[k].id, set->n, shapes[k].mass};
    for (int i = 0; i < set->n; i++)
      pebble[i] = (Pebble){set->x[i], set->r[i], set->material[i], set->group ? set->group[i] : 0};
    at += head_size(set->n);
  }
}

static int compare_heads(const void *a, const void *b)
{
  const Head *const *p = a, *const *q = b;

  return (*p)->id < (*q)->id ? -1 : (*p)->id > (*q)->id;
}

/* List packed shapes, ascending by id; returns their number. */
static PetscInt list_heads(const StateArray *packed, const Head ***list)
{
  const char *const end      = (const char *)packed->list + 8 * packed->n;
  PetscInt          capacity = 0, n = 0;

  for (const char *at = packed->list; at < end; at += head_size((*list)[n++]->n)) {
    array_reserve(list, sizeof **list, n + 1, &capacity);
    (*list)[n] = (const Head *)(const void *)at;
  }
  sort_items(*list, n, sizeof **list, compare_heads);
  return n;
}

static PetscErrorCode shape_add(Population *p, const Head *head)
{
  const Pebble *pebble = (const Pebble *)(head + 1);
  char          name[2 * NAME_LENGTH];
  PebbleSet     set;

  PetscFunctionBeginUser;
  pebble_set_create((int)head->n, &set);
  array_create(&set.group, sizeof *set.group, set.n);
  if (p->templates->dimension == 2) set.dimension = 2;
  for (int i = 0; i < set.n; i++) {
    set.x[i]        = pebble[i].x;
    set.r[i]        = pebble[i].r;
    set.material[i] = (int)pebble[i].material;
    set.group[i]    = pebble[i].group;
  }
  snprintf(name, sizeof name, "%s-%" PRId64, p->name, head->id);
  if (options_object(p->options, "template", name) >= 0)
    option_mistake(p->options, "template", name, NULL,
                   "this name is taken by a body of clumps: %s: choose another", p->name);
  PetscCall(templates_add(p->templates, name, &set, &head->mass));
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_share_shapes(Population *p, PetscInt n, BodyShape *shapes)
{
  const int    first = p->templates->n;
  StateArray   mine = {0}, all = {0};
  const Head **list = NULL;
  PetscInt     n_all;

  PetscFunctionBeginUser;
  pack(n, shapes, &mine);
  PetscCall(state_array_gather(p->par, mine.list, (PetscInt)mine.n, &all));
  n_all = list_heads(&all, &list);
  for (PetscInt k = 0; k < n_all; k++) PetscCall(shape_add(p, list[k]));
  for (PetscInt k = 0; k < n; k++) {
    const Head   wanted = {.id = shapes[k].id}, *key = &wanted;
    const Head **found = bsearch(&key, list, (size_t)n_all, sizeof *list, compare_heads);

    shapes[k].place = first + (int)(found - list);
  }
  array_free(&list);
  array_free(&mine.list);
  array_free(&all.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
