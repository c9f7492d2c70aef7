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

/* lightest: factor on the template's mass, that of the smallest scale included; on its moments there are two scales more.
   Moments given by hand stay, so there the largest arm counts: with the least mass a little too careful.
   The moment is the least about which a contact may turn the template. */
static PebbleClass class_of(const Template *t, int dimension, int shape, int material, double smallest, double largest,
                            double lightest)
{
  const double moment = dimension == 2 ? t->mass.principal.z : t->mass.principal.x;
  PebbleClass  k      = {.shape = shape, .material = material, .whole = 1 / (lightest * t->mass.mass)};
  const double s5     = t->inertia_given ? 1 : lightest * smallest * smallest;

  for (int i = 0; i < t->n; i++) {
    const double scale = t->inertia_given ? largest : smallest, arm = scale * vec3_norm(t->offset[i]),
                 reach = arm + scale * t->radius[i];

    if (t->material[i] != material) continue;
    k.inverse = max_real(k.inverse, k.whole + arm * arm / (s5 * moment));
    k.radius  = max_real(k.radius, largest * t->radius[i]);
    k.across  = max_real(k.across, k.whole + reach * reach / (s5 * moment));
  }
  find_faces(t, dimension, (t->inertia_given ? largest * largest : smallest * smallest) / s5, &k);
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
    list[i].face    = (int)max_int(list[i].face, k.face);
    list[i].landing = max_real(list[i].landing, k.landing);
    return;
  }
  list[(*n)++] = k;
}

/* Of a template and a material: the lightest body, the heaviest, and a fixed one. What a dashpot of a rate does to a body of
   more or less mass beside a given one lies between what it does to the ends, so that the least step that follows is not shorter
   when some have gone. */
static void add_classes(const Sim *sim, int t, int m, const Use *use, PebbleClass *list, int *n)
{
  const Template *shape     = &sim->templates.list[t];
  const int       dimension = sim->templates.dimension;
  const double    least = use->smallest[t], most = use->largest[t];
  const double    light = use->lightest[t] * templates_volume_factor(&sim->templates, least),
               heavy    = use->heaviest[t] * templates_volume_factor(&sim->templates, most);

  if (most > 0) add_class(list, n, class_of(shape, dimension, t, m, least, most, light));
  if (most > 0 && heavy > light) add_class(list, n, class_of(shape, dimension, t, m, most, most, heavy));
  if (use->fixed[t] > 0) add_class(list, n, fixed_class_of(shape, dimension, t, m, use->fixed[t]));
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

PetscErrorCode stable_contact(const Sim *sim, ShortestContact *s)
{
  Use          use;
  PebbleClass *list;
  int          n = 0;

  PetscFunctionBeginUser;
  *s = (ShortestContact){.time = INFINITY, .pair = "nothing can touch", .rate = 0};
  PetscCall(PetscMalloc6(sim->templates.n, &use.smallest, sim->templates.n, &use.largest, sim->templates.n, &use.fixed,
                         sim->templates.n, &use.lightest, sim->templates.n, &use.heaviest, CLASSES_MOST + sim->materials.n,
                         &list));
  PetscCall(find_use(sim, &use));
  for (int t = 0; t < sim->templates.n; t++)
    for (int m = 0; m < sim->materials.n; m++) add_classes(sim, t, m, &use, list, &n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      try_pair(sim, &list[i], &list[j], list[i].radius * list[j].radius / (list[i].radius + list[j].radius),
               sim->templates.list[list[j].shape].name, s);
    for (int w = 0; w < sim->walls.n; w++) {
      const PebbleClass wall = {.material = sim->walls.list[w].material, .face = INT_MAX};

      try_pair(sim, &list[i], &wall, list[i].radius, sim->walls.list[w].name, s);
    }
  }
  PetscCall(PetscFree6(use.smallest, use.largest, use.fixed, use.lightest, use.heaviest, list));
  PetscFunctionReturn(PETSC_SUCCESS);
}
