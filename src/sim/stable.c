/* SPDX-License-Identifier: MIT */
/* The stable time step. */
#include "sim/stable.h"

enum { CLASSES_MOST = 400 };

/* The lightest-feeling pebble of a template and material. */
typedef struct {
  int    shape, material;
  double inverse; /* largest 1/m at its contact points, 1/kg */
  double across;  /* and across the normal there */
  double whole;   /* 1/m of the body, 1/kg */
  double radius;  /* largest, m */
} PebbleClass;

/* Of every template in use; a template that no clump uses has smallest > largest. */
typedef struct {
  double *smallest, *largest; /* scale, of clumps that may move */
  double *fixed;              /* largest scale of those that may not; 0: none */
  double *lightest;           /* least mass over that of the template at this scale: not 1 where a density was given */
} Use;

static void add_use(const Templates *templates, const Clumps *c, Use *use)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int    t = c->shape[a];
    const double s = c->scale[a];

    if (c->blocked[a] == BLOCK_ALL) {
      use->fixed[t] = max_real(use->fixed[t], s);
      continue;
    }
    use->smallest[t] = min_real(use->smallest[t], s);
    use->largest[t]  = max_real(use->largest[t], s);
    use->lightest[t] =
      min_real(use->lightest[t], c->mass[a] / (templates_volume_factor(templates, s) * templates->list[t].mass.mass));
  }
}

/* Of clumps that are there or will enter. */
static PetscErrorCode find_use(const Sim *sim, Use *use)
{
  const int n = sim->templates.n;

  PetscFunctionBeginUser;
  for (int t = 0; t < n; t++) {
    use->smallest[t] = use->lightest[t] = INFINITY;
    use->largest[t] = use->fixed[t] = 0;
  }
  add_use(&sim->templates, sim->clumps, use);
  add_use(&sim->templates, sim->waiting->clumps, use);
  PetscCall(parallel_min(&sim->par, use->smallest, n));
  PetscCall(parallel_max(&sim->par, use->largest, n));
  PetscCall(parallel_max(&sim->par, use->fixed, n));
  PetscCall(parallel_min(&sim->par, use->lightest, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* lightest: factor on the template's mass, that of the smallest scale included; on its moments there are two scales more.
   Moments given by hand stay, so there the largest arm counts: with the least mass a little too careful.
   moment: kg m^2, the least about which a contact may turn the template. */
static PebbleClass class_of(const Template *t, double moment, int shape, int material, double smallest, double largest,
                            double lightest)
{
  PebbleClass  k  = {.shape = shape, .material = material, .whole = 1 / (lightest * t->mass.mass)};
  const double s5 = t->inertia_given ? 1 : lightest * smallest * smallest;

  for (int i = 0; i < t->n; i++) {
    const double scale = t->inertia_given ? largest : smallest, arm = scale * vec3_norm(t->offset[i]),
                 reach = arm + scale * t->radius[i];

    if (t->material[i] != material) continue;
    k.inverse = max_real(k.inverse, k.whole + arm * arm / (s5 * moment));
    k.radius  = max_real(k.radius, largest * t->radius[i]);
    k.across  = max_real(k.across, k.whole + reach * reach / (s5 * moment));
  }
  return k;
}

/* A fixed body counts as endlessly heavy. */
static PebbleClass fixed_class_of(const Template *t, int shape, int material, double largest)
{
  PebbleClass k = {.shape = shape, .material = material};

  for (int i = 0; i < t->n; i++)
    if (t->material[i] == material) k.radius = max_real(k.radius, largest * t->radius[i]);
  return k;
}

/* With very many templates the classes of one material are merged: safe, a little too careful. The list has room for CLASSES_MOST
   and one more of each material. */
static void add_class(PebbleClass *list, int *n, PebbleClass k)
{
  if (k.radius == 0) return;
  for (int i = 0; i < *n && *n >= CLASSES_MOST; i++) {
    if (list[i].material != k.material) continue;
    if (k.inverse > list[i].inverse) list[i].shape = k.shape;
    list[i].inverse = max_real(list[i].inverse, k.inverse);
    list[i].across  = max_real(list[i].across, k.across);
    list[i].whole   = k.whole > 0 && list[i].whole > 0 ? min_real(list[i].whole, k.whole) : max_real(list[i].whole, k.whole);
    list[i].radius  = max_real(list[i].radius, k.radius);
    return;
  }
  list[(*n)++] = k;
}

/* b: what it meets, a class of no shape if that is a wall. */
static void try_pair(const Sim *sim, const PebbleClass *a, const PebbleClass *b, double radius, const char *other,
                     ShortestContact *s)
{
  const int    index   = sim->laws->of[a->material * sim->laws->n_materials + b->material];
  const double inverse = a->inverse + b->inverse, whole = a->whole + b->whole;
  const char  *name = sim->templates.list[a->shape].name;
  const Law   *law;
  double       time, rate;

  if (index < 0 || inverse <= 0) return;
  law  = &sim->laws->list[index];
  time = PETSC_PI / sqrt(inverse * law_stiffness(law, radius));
  rate = law_slowing(law, radius, whole, inverse, a->across + b->across);
  if (time < s->time) snprintf(s->pair, sizeof s->pair, "%s on %s by law %s", name, other, law->name);
  if (rate > s->rate) snprintf(s->dashpot, sizeof s->dashpot, "%s on %s by law %s", name, other, law->name);
  s->time = min_real(s->time, time);
  s->rate = max_real(s->rate, rate);
}

PetscErrorCode stable_contact(const Sim *sim, ShortestContact *s)
{
  Use          use;
  PebbleClass *list;
  int          n = 0;

  PetscFunctionBeginUser;
  *s = (ShortestContact){.time = INFINITY, .pair = "nothing can touch", .rate = 0};
  PetscCall(PetscMalloc5(sim->templates.n, &use.smallest, sim->templates.n, &use.largest, sim->templates.n, &use.fixed,
                         sim->templates.n, &use.lightest, CLASSES_MOST + sim->materials.n, &list));
  PetscCall(find_use(sim, &use));
  for (int t = 0; t < sim->templates.n; t++)
    for (int m = 0; m < sim->materials.n; m++) {
      const Template *shape  = &sim->templates.list[t];
      const double    moment = sim->templates.dimension == 2 ? shape->mass.principal.z : shape->mass.principal.x;
      const double    factor = templates_volume_factor(&sim->templates, use.smallest[t]);

      if (use.largest[t] > 0)
        add_class(list, &n, class_of(shape, moment, t, m, use.smallest[t], use.largest[t], use.lightest[t] * factor));
      if (use.fixed[t] > 0) add_class(list, &n, fixed_class_of(shape, t, m, use.fixed[t]));
    }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      try_pair(sim, &list[i], &list[j], list[i].radius * list[j].radius / (list[i].radius + list[j].radius),
               sim->templates.list[list[j].shape].name, s);
    for (int w = 0; w < sim->walls.n; w++) {
      const PebbleClass wall = {.material = sim->walls.list[w].material};

      try_pair(sim, &list[i], &wall, list[i].radius, sim->walls.list[w].name, s);
    }
  }
  PetscCall(PetscFree5(use.smallest, use.largest, use.fixed, use.lightest, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}
