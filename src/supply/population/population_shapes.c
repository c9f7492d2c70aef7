/* SPDX-License-Identifier: MIT */
/* Templates from rows of spheres: a shape assembled on one rank becomes a template on all ranks. */
#include "base/mail.h"
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

/* The header of a shape in a message, which its pebbles follow. */
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

static size_t head_size(const Head *head)
{
  return sizeof *head + (size_t)head->n * sizeof(Pebble);
}

static void post_shape(Mail *mail, const BodyShape *shape)
{
  const size_t size = sizeof(Head) + (size_t)shape->set.n * sizeof(Pebble);
  char        *bytes;
  Head         head;

  memset(&head, 0, sizeof head); /* padding is sent too */
  head.id   = shape->id;
  head.n    = shape->set.n;
  head.mass = shape->mass;
  array_create(&bytes, sizeof *bytes, size);
  memcpy(bytes, &head, sizeof head);
  for (int i = 0; i < shape->set.n; i++) {
    const Pebble pebble = {.x        = shape->set.x[i],
                           .r        = shape->set.r[i],
                           .material = shape->set.material[i],
                           .group    = shape->set.group ? shape->set.group[i] : 0};

    memcpy(bytes + sizeof head + (size_t)i * sizeof pebble, &pebble, sizeof pebble);
  }
  mail_post(mail, 0, bytes, size);
  array_free(&bytes);
}

static int compare_shapes(const void *a, const void *b)
{
  Id p, q;

  memcpy(&p, *(const char *const *)a + offsetof(Head, id), sizeof p);
  memcpy(&q, *(const char *const *)b + offsetof(Head, id), sizeof q);
  return p < q ? -1 : p > q;
}

static Head head_at(const char *bytes)
{
  Head head;

  memcpy(&head, bytes, sizeof head);
  return head;
}

/* Rank 0: all received shapes, ascending by id, packed. */
static void sort_shapes(const Mail *mail, int64_t n, char *all)
{
  const char **places;
  int64_t      k = 0;

  array_create(&places, sizeof *places, (size_t)n + 1);
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      bytes, step;
    const char *message = mail_message(mail, m, NULL, &bytes);

    for (size_t at = 0; at < bytes; at += step) {
      const Head head = head_at(message + at);

      places[k++] = message + at;
      step        = head_size(&head);
    }
  }
  sort_items(places, n, sizeof *places, compare_shapes);
  for (k = 0; k < n; k++) {
    const Head head = head_at(places[k]);

    memcpy(all, places[k], head_size(&head));
    all += head_size(&head);
  }
  array_free(&places);
}

static PetscErrorCode shape_add(Population *p, const char *bytes)
{
  const Head head = head_at(bytes);
  char       name[2 * NAME_LENGTH];
  PebbleSet  set;

  PetscFunctionBeginUser;
  pebble_set_create((int)head.n, &set);
  array_create(&set.group, sizeof *set.group, set.n);
  if (p->templates->dimension == 2) set.dimension = 2;
  for (int i = 0; i < set.n; i++) {
    Pebble pebble;

    memcpy(&pebble, bytes + sizeof head + (size_t)i * sizeof pebble, sizeof pebble);
    set.x[i]        = pebble.x;
    set.r[i]        = pebble.r;
    set.material[i] = (int)pebble.material;
    set.group[i]    = pebble.group;
  }
  snprintf(name, sizeof name, "%s-%" PRId64, p->name, head.id);
  if (options_object(p->options, "template", name) >= 0)
    option_mistake(p->options, "template", name, NULL,
                   "this name is taken by a body of clumps: %s: choose another", p->name);
  PetscCall(templates_add(p->templates, name, &set, &head.mass));
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append all shapes in the order of ids, on every rank, and set `place` of this rank's own. */
static PetscErrorCode shapes_add(Population *p, const char *all, int64_t n, PetscInt n_mine,
                                 BodyShape *mine)
{
  const int base = p->templates->n;
  Id       *ids;

  PetscFunctionBeginUser;
  array_create(&ids, sizeof *ids, (size_t)n + 1);
  for (int64_t k = 0; k < n; k++) {
    const Head head = head_at(all);

    ids[k] = head.id;
    PetscCall(shape_add(p, all));
    all += head_size(&head);
  }
  for (PetscInt k = 0; k < n_mine; k++)
    mine[k].place =
      base +
      (int)((const Id *)bsearch(&mine[k].id, ids, (size_t)n, sizeof *ids, compare_ids) - ids);
  array_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_share_shapes(Population *p, PetscInt n, BodyShape *shapes)
{
  int64_t totals[2] = {n, 0}; /* clumps, bytes */
  char   *all;
  Mail   *mail;

  PetscFunctionBeginUser;
  mail_create(p->par, &mail);
  for (PetscInt k = 0; k < n; k++) {
    post_shape(mail, &shapes[k]);
    totals[1] += (int64_t)(sizeof(Head) + (size_t)shapes[k].set.n * sizeof(Pebble));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(parallel_sum_int(p->par, totals, 2));
  array_create(&all, sizeof *all, (size_t)totals[1]);
  if (p->par->rank == 0) sort_shapes(mail, totals[0], all);
  PetscCall(parallel_bcast(p->par, all, (size_t)totals[1], 0));
  mail_destroy(&mail);
  PetscCall(shapes_add(p, all, totals[0], n, shapes));
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}
