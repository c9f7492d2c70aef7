/* SPDX-License-Identifier: MIT */
/* The stable time step. */
#include "sim/stable.h"

enum { CLASSES_MOST = 400 };

/* The lightest-feeling pebble of a template and material. */
typedef struct {
  int    shape, material;
  double inverse; /* largest 1/m at its contact points, 1/kg */
  double radius;  /* largest, m */
} PebbleClass;

/* Smallest and largest scale of every template in use; a template no clump uses has smallest > largest. */
static PetscErrorCode find_scales(const Sim *sim, double *smallest, double *largest)
{
  const Clumps *c = sim->clumps;

  PetscFunctionBeginUser;
  for (int t = 0; t < sim->templates.n; t++) {
    smallest[t] = INFINITY;
    largest[t]  = 0;
  }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (c->blocked[a] == BLOCK_ALL) continue;
    smallest[c->shape[a]] = min_real(smallest[c->shape[a]], c->scale[a]);
    largest[c->shape[a]]  = max_real(largest[c->shape[a]], c->scale[a]);
  }
  PetscCall(parallel_min(&sim->par, smallest, sim->templates.n));
  PetscCall(parallel_max(&sim->par, largest, sim->templates.n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PebbleClass class_of(const Template *t, int shape, int material, double smallest, double largest)
{
  PebbleClass  k  = {.shape = shape, .material = material};
  const double s3 = smallest * smallest * smallest, s5 = s3 * smallest * smallest;

  for (int i = 0; i < t->n; i++) {
    const double arm = smallest * vec3_norm(t->offset[i]);

    if (t->material[i] != material) continue;
    k.inverse = max_real(k.inverse, 1 / (s3 * t->mass.mass) + arm * arm / (s5 * t->mass.principal.x));
    k.radius  = max_real(k.radius, largest * t->radius[i]);
  }
  return k;
}

/* With very many templates the classes of one material are merged: safe, a little too careful. */
static void add_class(PebbleClass *list, int *n, PebbleClass k)
{
  if (k.radius == 0) return;
  if (*n < CLASSES_MOST) {
    list[(*n)++] = k;
    return;
  }
  for (int i = 0; i < *n; i++) {
    if (list[i].material != k.material) continue;
    if (k.inverse > list[i].inverse) list[i].shape = k.shape;
    list[i].inverse = max_real(list[i].inverse, k.inverse);
    list[i].radius  = max_real(list[i].radius, k.radius);
    return;
  }
}

static void try_pair(const Sim *sim, const PebbleClass *a, int material, double inverse, double radius, const char *other,
                     ShortestContact *s)
{
  const int law = sim->laws->of[a->material * sim->laws->n_materials + material];
  double    time;

  if (law < 0 || inverse <= 0) return;
  time = PETSC_PI / sqrt(inverse * law_stiffness(&sim->laws->list[law], radius));
  if (!(time < s->time)) return;
  s->time = time;
  snprintf(s->pair, sizeof s->pair, "%s on %s by law %s", sim->templates.list[a->shape].name, other, sim->laws->list[law].name);
}

PetscErrorCode stable_contact(const Sim *sim, ShortestContact *s)
{
  double      *smallest, *largest;
  PebbleClass *list;
  int          n = 0;

  PetscFunctionBeginUser;
  *s = (ShortestContact){.time = INFINITY, .pair = "nothing can touch"};
  PetscCall(PetscMalloc3(sim->templates.n, &smallest, sim->templates.n, &largest, CLASSES_MOST, &list));
  PetscCall(find_scales(sim, smallest, largest));
  for (int t = 0; t < sim->templates.n; t++)
    for (int m = 0; m < sim->materials.n && largest[t] > 0; m++)
      add_class(list, &n, class_of(&sim->templates.list[t], t, m, smallest[t], largest[t]));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      try_pair(sim, &list[i], list[j].material, list[i].inverse + list[j].inverse,
               list[i].radius * list[j].radius / (list[i].radius + list[j].radius), sim->templates.list[list[j].shape].name, s);
    for (int w = 0; w < sim->walls.n; w++)
      try_pair(sim, &list[i], sim->walls.list[w].material, list[i].inverse, list[i].radius, sim->walls.list[w].name, s);
  }
  PetscCall(PetscFree3(smallest, largest, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}
