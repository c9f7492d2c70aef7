/* SPDX-License-Identifier: MIT */
/* Classes of bodies that may touch (classes.h). */
#include "measure/timestep/classes.h"
#include "matter/material.h"
#include "matter/waiting.h"

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
static PetscErrorCode find_use(const World *w, TemplateUse *use)
{
  const int n = w->templates->n, minima = (2 + QUANTITIES) * n, maxima = (3 + QUANTITIES) * n;
  double   *next;

  PetscFunctionBeginUser;
  array_create(&use->count, sizeof *use->count, n);
  array_create(&use->values, sizeof *use->values, minima + maxima);
  use->smallest = next = use->values;
  use->lightest        = next += n;
  for (int q = 0; q < QUANTITIES; q++) use->least[q] = next += n;
  use->largest  = next += n;
  use->fixed    = next += n;
  use->heaviest = next += n;
  for (int q = 0; q < QUANTITIES; q++) use->most[q] = next += n;
  for (int k = 0; k < minima; k++) use->smallest[k] = INFINITY;
  for (int k = 0; k < QUANTITIES * n; k++) use->most[0][k] = -INFINITY;
  add_use(w->templates, w->clumps, 1, use);
  add_use(w->templates, w->waiting->clumps, 1, use);
  add_use(w->templates, w->extremes, 2, use);
  PetscCall(parallel_sum_int(w->par, use->count, n));
  PetscCall(parallel_min(w->par, use->smallest, minima));
  PetscCall(parallel_max(w->par, use->largest, maxima));
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

/* Smallest and largest radius of the pebbles of this material; without any INFINITY and 0. */
typedef struct {
  double least, most;
} Radii;

static Radii radii_of(const Template *t, int material)
{
  Radii r = {INFINITY, 0};

  for (int i = 0; i < t->n; i++)
    if (t->material[i] == material)
      r = (Radii){min_real(r.least, t->radius[i]), max_real(r.most, t->radius[i])};
  return r;
}

/* Find the class. lightest: factor on the template's mass, smallest scale included; moments have
   two more powers of the scale, as have squared arms. Moments given in the scenario do not scale:
   there the largest arm is taken with the least mass, which is slightly too strict. A force across
   the normal acts at the surface: the rotations by the arm of the centre and by the radius are
   added as if they had the same direction. */
static void find_class(const Template *t, int dimension, double smallest, double largest,
                       double lightest, PebbleClass *k)
{
  const Vec3 p           = t->mass.principal,
             inverse     = {dimension == 2 ? 0 : 1 / p.x, dimension == 2 ? 0 : 1 / p.y, 1 / p.z};
  const double   easiest = max_real(inverse.x, max_real(inverse.y, inverse.z));
  const double   scale   = t->inertia_given ? largest : smallest;
  const double   turning = t->inertia_given ? scale * scale : 1 / lightest;
  const FaceBody body    = {
       .whole = 1 / (lightest * t->mass.mass), .turning = turning, .dimension = dimension};

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
  k->radius = largest * radii_of(t, k->material).most;
  k->least  = smallest * radii_of(t, k->material).least;
  face_find(t, k->material, &body, (double[2]){k->inverse, k->across}, &k->face);
  if (!(k->face.normal > 0)) k->face.normal = k->face.point = k->inverse;
  k->face.full = max_real(k->face.full, k->face.normal);
}

/* A fixed clump has infinite mass; the number of pebbles in its faces is found as if it were
   free. */
static void find_fixed_class(const Template *t, int dimension, double largest, PebbleClass *k)
{
  find_class(t, dimension, 1, largest, 1, k);
  k->least   = largest * radii_of(t, k->material).least;
  k->inverse = k->across = k->whole = k->turn = 0;
  k->face                                     = (Face){.n = k->face.n};
  k->fixed                                    = true;
}

/* True if both are in the same half octave. */
static bool is_near(double a, double b)
{
  return a == b || (a > 0 && b > 0 && floor(2 * log2(a)) == floor(2 * log2(b)));
}

/* Add a class. With `merged`, similar classes of a material become one with the extremes of each
   value, which gives a slightly shorter step. */
static void add_class(PebbleClasses *c, PebbleClass k)
{
  if (k.radius == 0) return;
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
    return;
  }
  array_reserve(&c->list, sizeof *c->list, c->n + 1, &c->capacity);
  c->list[c->n++] = k;
}

/* Find the largest absolute values of quantities of pebbles of material m, which are linear in
   those of the clumps. */
static void find_values(const World *w, int t, int m, const TemplateUse *use, PebbleClass *k)
{
  const Template *template = &w->templates->list[t];

  for (int q = 0; q < QUANTITIES; q++)
    for (int i = 0; i < template->n && has_values(w->clumps, q); i++)
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
static void add_classes(const World *w, int t, int m, double biggest, PebbleClasses *c)
{
  const TemplateUse *use   = &c->use;
  const Template *template = &w->templates->list[t];
  const int    dimension   = w->templates->dimension;
  const double least = use->smallest[t], most = use->largest[t], fixed = use->fixed[t];
  const double light = use->lightest[t] * templates_volume_factor(w->templates, least),
               heavy = use->heaviest[t] * templates_volume_factor(w->templates, most);
  PebbleClass blank  = {.template = t, .material = m};

  if (radii_of(template, m).most == 0 || !(most > 0 || fixed > 0)) return;
  blank.patch = face_patch(
    template, m, biggest / min_real(most > 0 ? least : INFINITY, fixed > 0 ? fixed : INFINITY));
  find_values(w, t, m, use, &blank);
  for (int kind = 0; kind < 3; kind++) {
    PebbleClass k = blank;

    if (kind == 2 ? !(fixed > 0) : !(most > 0) || (kind == 1 && !(heavy > light))) continue;
    if (kind == 2) find_fixed_class(template, dimension, fixed, &k);
    else find_class(template, dimension, kind ? most : least, most, kind ? heavy : light, &k);
    add_class(c, k);
  }
}

void classes_wall(const World *w, const Wall *wall, const TemplateUse *use, PebbleClass *k)
{
  *k = (PebbleClass){.template = wall->template, .material = wall->material};
  if (wall->carried && use->fixed[wall->template] > 0)
    find_fixed_class(&w->templates->list[wall->template], w->templates->dimension, 1, k);
  if (wall->carried && use->largest[wall->template] > 0)
    find_class(&w->templates->list[wall->template], w->templates->dimension, 1, 1,
               use->lightest[wall->template], k);
}

PetscErrorCode classes_find(const World *w, PebbleClasses *c)
{
  const int n       = w->templates->n;
  double    biggest = 0; /* radius of a pebble, m */

  PetscFunctionBeginUser;
  *c = (PebbleClasses){.merged = n > TEMPLATES_APART};
  PetscCall(find_use(w, &c->use));
  for (int t = 0; t < n; t++)
    biggest = max_real(biggest, max_real(c->use.largest[t], c->use.fixed[t]) *
                                  w->templates->list[t].largest);
  for (int t = 0; t < n; t++)
    for (int m = 0; m < w->materials->n; m++) add_classes(w, t, m, biggest, c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void classes_free(PebbleClasses *c)
{
  array_free(&c->use.values);
  array_free(&c->use.count);
  array_free(&c->list);
}
