/* SPDX-License-Identifier: MIT */
/* Classes of bodies that may touch (classes.h). */
#include "run/timestep/classes.h"
#include "run/sim.h"

/* With more templates than this, similar classes are merged. The limit must not depend on the
   clumps present: a clump that leaves must not shorten the step. */
enum { TEMPLATES_APART = 128 };

static bool has_values(const Clumps *c, int q)
{
  return c->uses >> q & 1;
}

static void add_use(const Templates *templates, const Clumps *c, int each, TemplateUse *use)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int    t    = c->template[a];
    const double s    = c->scale[a],
                 mass = templates_volume_factor(templates, s) * templates->list[t].mass.mass;

    use->count[t] += each;
    for (int q = 0; q < QUANTITIES; q++)
      if (has_values(c, q)) {
        use->least[q][t] = min_real(use->least[q][t], c->quantity[q].value[a]);
        use->most[q][t]  = max_real(use->most[q][t], c->quantity[q].value[a]);
      }
    if (c->blocked[a] == BLOCK_ALL) {
      use->fixed[t] = max_real(use->fixed[t], s);
      continue;
    }
    use->smallest[t] = min_real(use->smallest[t], s);
    use->largest[t]  = max_real(use->largest[t], s);
    use->lightest[t] = min_real(use->lightest[t], c->mass[a] / mass);
    use->heaviest[t] = max_real(use->heaviest[t], c->mass[a] / mass);
  }
}

/* Find the ranges over clumps present, waiting, and those that may enter. Collective. */
static PetscErrorCode find_use(const Sim *sim, TemplateUse *use)
{
  const int n = sim->templates.n;

  PetscFunctionBeginUser;
  for (int q = 0; q < QUANTITIES; q++)
    for (int t = 0; t < n; t++) {
      use->least[q][t] = INFINITY;
      use->most[q][t]  = -INFINITY;
    }
  for (int t = 0; t < n; t++) {
    use->smallest[t] = use->lightest[t] = INFINITY;
    use->largest[t] = use->fixed[t] = use->heaviest[t] = 0;
  }
  add_use(&sim->templates, sim->clumps, 1, use);
  add_use(&sim->templates, sim->waiting->clumps, 1, use);
  add_use(&sim->templates, sim->entry.extremes, 2, use);
  PetscCall(parallel_sum_int(&sim->par, use->count, n));
  PetscCall(parallel_min(&sim->par, use->smallest, n));
  PetscCall(parallel_max(&sim->par, use->largest, n));
  PetscCall(parallel_max(&sim->par, use->fixed, n));
  PetscCall(parallel_min(&sim->par, use->lightest, n));
  PetscCall(parallel_max(&sim->par, use->heaviest, n));
  for (int q = 0; q < QUANTITIES; q++) {
    if (!has_values(sim->clumps, q)) continue;
    PetscCall(parallel_min(&sim->par, use->least[q], n));
    PetscCall(parallel_max(&sim->par, use->most[q], n));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Compliance of the clump by rotation to a force at this arm, 1/kg: maximum over directions n of
   (arm x n)^T I^-1 (arm x n), its largest eigenvalue. One eigenvalue is 0, along the arm; the
   others follow from the trace and the sum of the principal minors. inverse: 1 over principal
   moments, 1/(kg m^2), 0 about axes without rotation. They are scaled by a power of two, as
   products may overflow. */
static double turn_at(Vec3 arm, Vec3 inverse)
{
  const double x = arm.x * arm.x, y = arm.y * arm.y, z = arm.z * arm.z;
  int          scale;
  double       a, b, c, trace, minors;

  (void)frexp(max_real(inverse.x, max_real(inverse.y, inverse.z)), &scale);
  a      = ldexp(inverse.x, -scale);
  b      = ldexp(inverse.y, -scale);
  c      = ldexp(inverse.z, -scale);
  trace  = a * (y + z) + b * (x + z) + c * (x + y);
  minors = (x + y + z) * (b * c * x + c * a * y + a * b * z);
  return ldexp(0.5 * (trace + sqrt(max_real(0, trace * trace - 4 * minors))), scale);
}

static double smallest_radius(const Template *t, int material)
{
  double smallest = INFINITY;

  for (int i = 0; i < t->n; i++)
    if (t->material[i] == material) smallest = min_real(smallest, t->radius[i]);
  return smallest;
}

static double largest_radius(const Template *t, int material)
{
  double largest = 0;

  for (int i = 0; i < t->n; i++)
    if (t->material[i] == material) largest = max_real(largest, t->radius[i]);
  return largest;
}

/* Find the class. lightest: factor on the template's mass, smallest scale included; moments have
   two more powers of the scale, as have squared arms. Moments given in the scenario do not scale:
   there the largest arm is taken with the least mass, which is slightly too strict. A force across
   the normal acts at the surface: the rotations by the arm of the centre and by the radius are
   added as if they had the same direction. */
static PetscErrorCode find_class(const Template *t, int dimension, double smallest, double largest,
                                 double lightest, PebbleClass *k)
{
  const Vec3 p           = t->mass.principal,
             inverse     = {dimension == 2 ? 0 : 1 / p.x, dimension == 2 ? 0 : 1 / p.y, 1 / p.z};
  const double   easiest = max_real(inverse.x, max_real(inverse.y, inverse.z));
  const double   scale   = t->inertia_given ? largest : smallest;
  const double   turning = t->inertia_given ? scale * scale : 1 / lightest;
  const FaceBody body    = {
       .whole = 1 / (lightest * t->mass.mass), .turning = turning, .dimension = dimension};

  PetscFunctionBeginUser;
  k->whole = body.whole;
  for (int q = 0; q < QUANTITIES; q++)
    k->per_amount[q] = t->quantity.capacity[q] > 0 ? body.whole / t->quantity.capacity[q] : 0;
  for (int i = 0; i < t->n; i++) {
    const double turn = turn_at(t->offset[i], inverse),
                 both = sqrt(turn) + t->radius[i] * sqrt(easiest);

    if (t->material[i] != k->material) continue;
    k->inverse = max_real(k->inverse, k->whole + body.turning * turn);
    k->across  = max_real(k->across, k->whole + body.turning * both * both);
  }
  k->turn   = t->inertia_given ? easiest : easiest / (lightest * scale * scale);
  k->radius = largest * largest_radius(t, k->material);
  k->least  = smallest * smallest_radius(t, k->material);
  PetscCall(face_find(t, k->material, &body, (double[2]){k->inverse, k->across}, &k->face));
  if (!(k->face.normal > 0)) k->face.normal = k->face.point = k->inverse;
  k->face.full = max_real(k->face.full, k->face.normal);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A fixed clump has infinite mass; the number of pebbles in its faces is found as if it were
   free. */
static PetscErrorCode find_fixed_class(const Template *t, int dimension, double largest,
                                       PebbleClass *k)
{
  PetscFunctionBeginUser;
  PetscCall(find_class(t, dimension, 1, largest, 1, k));
  k->least   = largest * smallest_radius(t, k->material);
  k->inverse = k->across = k->whole = k->turn = 0;
  k->face                                     = (Face){.n = k->face.n};
  k->fixed                                    = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if both are in the same half octave. */
static bool is_near(double a, double b)
{
  return a == b || (a > 0 && b > 0 && floor(2 * log2(a)) == floor(2 * log2(b)));
}

/* Add a class. With `merged`, similar classes of a material become one with the extremes of each
   value, which gives a slightly shorter step. */
static PetscErrorCode add_class(PebbleClasses *c, PebbleClass k)
{
  PetscFunctionBeginUser;
  if (k.radius == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; c->merged && i < c->n; i++) {
    PebbleClass *as = &c->list[i];

    if (as->material != k.material || as->fixed != k.fixed || !is_near(as->radius, k.radius) ||
        !is_near(as->inverse, k.inverse) || !is_near(as->whole, k.whole) ||
        !is_near(as->across, k.across))
      continue;
    if (k.inverse > as->inverse) as->template = k.template;
    as->inverse = max_real(as->inverse, k.inverse);
    as->across  = max_real(as->across, k.across);
    for (int q = 0; q < QUANTITIES; q++)
      as->per_amount[q] = max_real(as->per_amount[q], k.per_amount[q]);
    for (int q = 0; q < QUANTITIES; q++) as->value[q] = max_real(as->value[q], k.value[q]);
    as->turn   = max_real(as->turn, k.turn);
    as->whole  = min_real(as->whole, k.whole);
    as->radius = max_real(as->radius, k.radius);
    as->least  = min_real(as->least, k.least);
    as->patch  = max_real(as->patch, k.patch);
    as->face   = (Face){.normal = max_real(as->face.normal, k.face.normal),
                        .full   = max_real(as->face.full, k.face.full),
                        .point  = min_real(as->face.point, k.face.point),
                        .n      = (int)max_int(as->face.n, k.face.n)};
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_reserve(&c->list, sizeof *c->list, c->n + 1, &c->capacity));
  c->list[c->n++] = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the largest absolute values of quantities of pebbles of material m, which are linear in
   those of the clumps. */
static void find_values(const Sim *sim, int t, int m, const TemplateUse *use, PebbleClass *k)
{
  const Template *template = &sim->templates.list[t];

  for (int q = 0; q < QUANTITIES; q++)
    for (int i = 0; i < template->n && has_values(sim->clumps, q); i++)
      if (quantities[q]->of_pebbles && template->material[i] == m &&
          use->least[q][t] <= use->most[q][t])
        k->value[q] =
          max_real(k->value[q], max_real(fabs(pebble_part(template, q, i, use->least[q][t])),
                                         fabs(pebble_part(template, q, i, use->most[q][t]))));
}

/* Add the classes of a template and a material: its lightest clump, its heaviest, and a fixed one.
   For masses in between, the effect of a dashpot on two bodies lies between those at the ends, so
   that the step does not become shorter when some clumps have left. biggest: largest radius of a
   pebble in contact, m. */
static PetscErrorCode add_classes(const Sim *sim, int t, int m, const TemplateUse *use,
                                  double biggest, PebbleClasses *c)
{
  const Template *template = &sim->templates.list[t];
  const int    dimension   = sim->templates.dimension;
  const double least = use->smallest[t], most = use->largest[t], fixed = use->fixed[t];
  const double light = use->lightest[t] * templates_volume_factor(&sim->templates, least),
               heavy = use->heaviest[t] * templates_volume_factor(&sim->templates, most);
  PebbleClass blank  = {.template = t, .material = m};

  PetscFunctionBeginUser;
  if (largest_radius(template, m) == 0 || !(most > 0 || fixed > 0))
    PetscFunctionReturn(PETSC_SUCCESS);
  blank.patch = face_patch(
    template, m, biggest / min_real(most > 0 ? least : INFINITY, fixed > 0 ? fixed : INFINITY));
  find_values(sim, t, m, use, &blank);
  for (int kind = 0; kind < 3; kind++) {
    PebbleClass k = blank;

    if (kind == 2 ? !(fixed > 0) : !(most > 0) || (kind == 1 && !(heavy > light))) continue;
    if (kind == 2) PetscCall(find_fixed_class(template, dimension, fixed, &k));
    else
      PetscCall(
        find_class(template, dimension, kind ? most : least, most, kind ? heavy : light, &k));
    PetscCall(add_class(c, k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode classes_wall(const Sim *sim, const Wall *wall, const TemplateUse *use,
                            PebbleClass *k)
{
  PetscFunctionBeginUser;
  *k = (PebbleClass){.template = wall->template, .material = wall->material};
  if (wall->carried && use->fixed[wall->template] > 0)
    PetscCall(
      find_fixed_class(&sim->templates.list[wall->template], sim->templates.dimension, 1, k));
  if (wall->carried && use->largest[wall->template] > 0)
    PetscCall(find_class(&sim->templates.list[wall->template], sim->templates.dimension, 1, 1,
                         use->lightest[wall->template], k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double biggest_pebble(const Sim *sim, const TemplateUse *use)
{
  double biggest = 0;

  for (int t = 0; t < sim->templates.n; t++)
    biggest =
      max_real(biggest, max_real(use->largest[t], use->fixed[t]) * sim->templates.list[t].largest);
  return biggest;
}

PetscErrorCode classes_find(const Sim *sim, PebbleClasses *c)
{
  const int    n   = sim->templates.n;
  TemplateUse *use = &c->use;
  double       biggest, *values;

  PetscFunctionBeginUser;
  *c = (PebbleClasses){.merged = n > TEMPLATES_APART};
  PetscCall(PetscMalloc5(n, &use->smallest, n, &use->largest, n, &use->fixed, n, &use->lightest, n,
                         &use->heaviest));
  PetscCall(PetscMalloc1(2 * QUANTITIES * n, &values));
  PetscCall(PetscCalloc1(n, &use->count));
  for (int q = 0; q < QUANTITIES; q++) {
    use->least[q] = values + (size_t)(2 * q * n);
    use->most[q]  = use->least[q] + n;
  }
  PetscCall(find_use(sim, use));
  biggest = biggest_pebble(sim, use);
  for (int t = 0; t < n; t++)
    for (int m = 0; m < sim->materials.n; m++) PetscCall(add_classes(sim, t, m, use, biggest, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode classes_free(PebbleClasses *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(c->use.least[0]));
  PetscCall(PetscFree(c->use.count));
  PetscCall(
    PetscFree5(c->use.smallest, c->use.largest, c->use.fixed, c->use.lightest, c->use.heaviest));
  array_free(&c->list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
