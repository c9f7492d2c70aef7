/* SPDX-License-Identifier: MIT */
/* The stable time step. */
#include "sim/stable.h"

/* With more templates than this classes that are alike are merged. It must not hang on who is there: nobody who leaves may make
   the step shorter. */
enum { TEMPLATES_APART = 128 };

/* The lightest-feeling pebble of a template and material. */
typedef struct {
  int    shape, material;
  double inverse; /* largest 1/m at its contact points, 1/kg */
  double across;  /* and across the normal there */
  double whole;   /* 1/m of the body, 1/kg */
  double radius;  /* largest, m */
  int    face;    /* pebbles with which it may lie on a plane at once */
  double landing; /* how much each of them then lets the body give way, at most, 1/kg */
} PebbleClass;

/* Of every template in use; a template that no clump uses has smallest > largest. */
typedef struct {
  double *smallest, *largest; /* scale, of clumps that may move */
  double *fixed;              /* largest scale of those that may not; 0: none */
  double *lightest,
    *heaviest; /* least and largest mass over that of the template at this scale: not 1 where a density was given */
} Use;

static void add_use(const Templates *templates, const Clumps *c, Use *use)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int    t = c->shape[a];
    const double s = c->scale[a], mass = templates_volume_factor(templates, s) * templates->list[t].mass.mass;

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

/* Of clumps that are there or will enter. */
static PetscErrorCode find_use(const Sim *sim, Use *use)
{
  const int n = sim->templates.n;

  PetscFunctionBeginUser;
  for (int t = 0; t < n; t++) {
    use->smallest[t] = use->lightest[t] = INFINITY;
    use->largest[t] = use->fixed[t] = use->heaviest[t] = 0;
  }
  add_use(&sim->templates, sim->clumps, use);
  add_use(&sim->templates, sim->waiting->clumps, use);
  PetscCall(parallel_min(&sim->par, use->smallest, n));
  PetscCall(parallel_max(&sim->par, use->largest, n));
  PetscCall(parallel_max(&sim->par, use->fixed, n));
  PetscCall(parallel_min(&sim->par, use->lightest, n));
  PetscCall(parallel_max(&sim->par, use->heaviest, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pebbles on a face come down at once, as one contact with the springs and dashpots of all: how many of a material have their
   surface within a twentieth of their radius of the plane that touches the body in this direction of its own axes. turn: a bound
   of how much they together let it turn, 1/kg: of the largest eigenvalue of the sum of v v^T, v = I^(-1/2) (arm x direction). */
static int look_at_face(const Template *t, int material, Vec3 direction, Vec3 root, double *turn)
{
  double highest = -INFINITY;
  Sym3   sum     = {0};
  int    n       = 0;

  for (int i = 0; i < t->n; i++) highest = max_real(highest, vec3_dot(t->offset[i], direction) + t->radius[i]);
  for (int i = 0; i < t->n; i++) {
    const Vec3 u = vec3_cross(t->offset[i], direction), v = {u.x * root.x, u.y * root.y, u.z * root.z};

    if (t->material[i] != material || vec3_dot(t->offset[i], direction) + t->radius[i] < highest - 0.05 * t->radius[i]) continue;
    sum = (Sym3){.xx = sum.xx + v.x * v.x,
                 .yy = sum.yy + v.y * v.y,
                 .zz = sum.zz + v.z * v.z,
                 .xy = sum.xy + v.x * v.y,
                 .xz = sum.xz + v.x * v.z,
                 .yz = sum.yz + v.y * v.z};
    n++;
  }
  *turn = max_real(sum.xx + fabs(sum.xy) + fabs(sum.xz),
                   max_real(sum.yy + fabs(sum.xy) + fabs(sum.yz), sum.zz + fabs(sum.xz) + fabs(sum.yz))); /* Gershgorin */
  return n;
}

/* The faces across the body's principal axes: those of plates, bricks and rods. turning: of moments, the factor from the template
   to the body, the arms' included; 0: it does not turn. */
static void find_faces(const Template *t, int dimension, double turning, PebbleClass *k)
{
  const Vec3 p    = t->mass.principal,
             root = {dimension == 2 ? 0 : 1 / sqrt(p.x), dimension == 2 ? 0 : 1 / sqrt(p.y), 1 / sqrt(p.z)};

  for (int d = 0; d < 2 * dimension; d++) {
    const double sign = d % 2 ? -1 : 1;
    const Vec3   out  = {d / 2 == 0 ? sign : 0, d / 2 == 1 ? sign : 0, d / 2 == 2 ? sign : 0};
    double       turn;
    const int    n = look_at_face(t, k->material, out, root, &turn);

    k->face = (int)max_int(k->face, n);
    if (n > 0) k->landing = max_real(k->landing, k->whole + turning * turn / n); /* both, as the centre may not be above it */
  }
}

/* How much a force at this arm lets the body give way by turning, at most, over its directions n: the largest eigenvalue of
   (arm x n)^T I^-1 (arm x n), 1/kg. One of the three is 0, along the arm; the others follow from the trace and the sum of the
   principal minors. inverse: moments about the principal axes, 1/(kg m^2), 0 about those it does not turn about. They are scaled
   by a power of two, as products of them may be beyond numbers. */
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

/* lightest: factor on the template's mass, that of the smallest scale included; on its moments there are two scales more.
   Moments given by hand stay, so there the largest arm counts: with the least mass a little too careful. A force across the
   normal acts on the surface: what the arm of the centre and the radius do is added as if both turned the same way. */
static PebbleClass class_of(const Template *t, int dimension, int shape, int material, double smallest, double largest,
                            double lightest)
{
  const Vec3   p = t->mass.principal, inverse = {dimension == 2 ? 0 : 1 / p.x, dimension == 2 ? 0 : 1 / p.y, 1 / p.z};
  const double easiest = max_real(inverse.x, max_real(inverse.y, inverse.z));
  PebbleClass  k       = {.shape = shape, .material = material, .whole = 1 / (lightest * t->mass.mass)};
  const double scale   = t->inertia_given ? largest : smallest;
  const double turning = t->inertia_given ? scale * scale : 1 / lightest;

  for (int i = 0; i < t->n; i++) {
    const double turn = turn_at(t->offset[i], inverse), both = sqrt(turn) + t->radius[i] * sqrt(easiest);

    if (t->material[i] != material) continue;
    k.inverse = max_real(k.inverse, k.whole + turning * turn);
    k.radius  = max_real(k.radius, largest * t->radius[i]);
    k.across  = max_real(k.across, k.whole + turning * both * both);
  }
  find_faces(t, dimension, turning, &k);
  return k;
}

/* A fixed body counts as endlessly heavy. */
static PebbleClass fixed_class_of(const Template *t, int dimension, int shape, int material, double largest)
{
  PebbleClass k = {.shape = shape, .material = material};

  for (int i = 0; i < t->n; i++)
    if (t->material[i] == material) k.radius = max_real(k.radius, largest * t->radius[i]);
  find_faces(t, dimension, 0, &k);
  return k;
}

typedef struct {
  bool         merged;
  PebbleClass *list;
  PetscInt     n, capacity;
} Classes;

/* Half octaves. */
static bool is_near(double a, double b)
{
  return a == b || (a > 0 && b > 0 && floor(2 * log2(a)) == floor(2 * log2(b)));
}

/* Classes of a material that are alike become one that is as hard on the step as any of them, and a little harder. */
static PetscErrorCode add_class(Classes *c, PebbleClass k)
{
  PetscFunctionBeginUser;
  if (k.radius == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; c->merged && i < c->n; i++) {
    PebbleClass *as = &c->list[i];

    if (as->material != k.material || !is_near(as->radius, k.radius) || !is_near(as->inverse, k.inverse) ||
        !is_near(as->whole, k.whole) || !is_near(as->across, k.across))
      continue;
    if (k.inverse > as->inverse) as->shape = k.shape;
    as->inverse = max_real(as->inverse, k.inverse);
    as->across  = max_real(as->across, k.across);
    as->whole   = min_real(as->whole, k.whole);
    as->radius  = max_real(as->radius, k.radius);
    as->face    = (int)max_int(as->face, k.face);
    as->landing = max_real(as->landing, k.landing);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_reserve(&c->list, sizeof *c->list, c->n + 1, &c->capacity));
  c->list[c->n++] = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of a template and a material: the lightest body, the heaviest, and a fixed one. What a dashpot of a rate does to a body of
   more or less mass beside a given one lies between what it does to the ends, so that the least step that follows is not shorter
   when some have gone. */
static PetscErrorCode add_classes(const Sim *sim, int t, int m, const Use *use, Classes *c)
{
  const Template *shape     = &sim->templates.list[t];
  const int       dimension = sim->templates.dimension;
  const double    least = use->smallest[t], most = use->largest[t];
  const double    light = use->lightest[t] * templates_volume_factor(&sim->templates, least),
               heavy    = use->heaviest[t] * templates_volume_factor(&sim->templates, most);

  PetscFunctionBeginUser;
  if (most > 0) PetscCall(add_class(c, class_of(shape, dimension, t, m, least, most, light)));
  if (most > 0 && heavy > light) PetscCall(add_class(c, class_of(shape, dimension, t, m, most, most, heavy)));
  if (use->fixed[t] > 0) PetscCall(add_class(c, fixed_class_of(shape, dimension, t, m, use->fixed[t])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Face on face. That is rare and brief: it must gain no energy, but its restitution need not be met as closely as that of single
   contacts. */
static void try_faces(const Sim *sim, const PebbleClass *a, const PebbleClass *b, const Law *law, double radius,
                      const char *other, ShortestContact *s)
{
  const double looser_time = 5, looser_rate = 0.3; /* than dt_safety and DASHPOT_SHARE, which are meant for single contacts */
  const int    n     = (int)min_int(a->face, b->face);
  const double whole = a->whole + b->whole, landing = n * (a->landing + b->landing);
  const double time = looser_time * PETSC_PI / sqrt(landing * law_stiffness(law, radius));
  const double rate = looser_rate * landing / whole * law_slowing(law, radius, whole, whole, whole);
  const char  *name = sim->templates.list[a->shape].name;

  if (n < 2) return;
  if (time < s->time)
    snprintf(s->pair, sizeof s->pair, "%d pebbles of %s at once on %s by law %s, counted %g times as long", n, name, other,
             law->name, looser_time);
  if (rate > s->rate)
    snprintf(s->dashpot, sizeof s->dashpot, "%d pebbles of %s at once on %s by law %s", n, name, other, law->name);
  s->time = min_real(s->time, time);
  s->rate = max_real(s->rate, rate);
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
  try_faces(sim, a, b, law, radius, other, s);
}

static void try_all(const Sim *sim, const Classes *c, ShortestContact *s)
{
  const PebbleClass *list = c->list;

  for (PetscInt i = 0; i < c->n; i++) {
    for (PetscInt j = 0; j <= i; j++)
      try_pair(sim, &list[i], &list[j], list[i].radius * list[j].radius / (list[i].radius + list[j].radius),
               sim->templates.list[list[j].shape].name, s);
    for (int w = 0; w < sim->walls.n; w++) {
      const PebbleClass wall = {.material = sim->walls.list[w].material, .face = INT_MAX};

      try_pair(sim, &list[i], &wall, list[i].radius, sim->walls.list[w].name, s);
    }
  }
}

PetscErrorCode stable_contact(const Sim *sim, ShortestContact *s)
{
  const int n       = sim->templates.n;
  Classes   classes = {.merged = n > TEMPLATES_APART};
  Use       use;

  PetscFunctionBeginUser;
  *s = (ShortestContact){.time = INFINITY, .pair = "nothing can touch", .rate = 0};
  PetscCall(PetscMalloc5(n, &use.smallest, n, &use.largest, n, &use.fixed, n, &use.lightest, n, &use.heaviest));
  PetscCall(find_use(sim, &use));
  for (int t = 0; t < n; t++)
    for (int m = 0; m < sim->materials.n; m++) PetscCall(add_classes(sim, t, m, &use, &classes));
  try_all(sim, &classes, s);
  PetscCall(PetscFree5(use.smallest, use.largest, use.fixed, use.lightest, use.heaviest));
  array_free(&classes.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
