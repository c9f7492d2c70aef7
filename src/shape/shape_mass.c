/* SPDX-License-Identifier: MIT */
/* Mass of sets of shapes: choice of the method, and the methods sum and exact. */
#include "shape/shape_mass.h"

/* Rounding hides separating planes of touching shapes: overlaps thinner than this fraction of the
   coordinates are ignored. */
static const double touching = 1e-12;

double shape_density(const ShapeSet *set, const Materials *materials, int i)
{
  return materials->list[set->list[i].material].density;
}

void shapes_bounds(const ShapeSet *set, Vec3 *lo, Vec3 *hi)
{
  *lo = set->list[0].lo;
  *hi = set->list[0].hi;
  for (int i = 1; i < set->n; i++) {
    *lo = vec3_least(*lo, set->list[i].lo);
    *hi = vec3_most(*hi, set->list[i].hi);
  }
}

void shapes_error_set(const ShapeSet *set, const Materials *materials, const MassErrors *errors,
                      MassProperties *out)
{
  MassLeast least = {.volume = 0};

  for (int i = 0; i < set->n; i++) {
    const double density = shape_density(set, materials, i), v = set->list[i].moments.volume;

    least.volume = max_real(least.volume, v);
    least.mass   = max_real(least.mass, density * v);
    least.inertia =
      max_real(least.inertia, density * inertia_largest(set->list[i].moments.inertia));
  }
  mass_error_set(least, errors, out);
}

/* Add the errors of single shapes and the rounding of their sum. The first moment of a shape about
   a point of the box is off by less than 3 times its relative error times its mass times the box:
   once by its mass, twice by its centre (mesh_mass.c). */
static void widen(const ShapeSet *set, double relative, MassProperties *out)
{
  const double r = relative + ((double)set->n + 64) * 0x1p-51;
  Vec3         lo, hi;

  shapes_bounds(set, &lo, &hi);
  out->error += r;
  out->centre_error += 4 * r * vec3_norm(vec3_sub(hi, lo)) + 0x1p-51 * vec3_norm(out->centre);
}

void shapes_add(const MassProperties *p, Vec3 origin, MassProperties *out, Vec3 *first)
{
  const Vec3   d = vec3_sub(p->centre, origin);
  const double m = p->mass;

  out->volume += p->volume;
  out->mass += m;
  *first = vec3_axpy(*first, m, d);
  out->inertia.xx += p->inertia.xx + m * (d.y * d.y + d.z * d.z);
  out->inertia.yy += p->inertia.yy + m * (d.x * d.x + d.z * d.z);
  out->inertia.zz += p->inertia.zz + m * (d.x * d.x + d.y * d.y);
  out->inertia.xy += p->inertia.xy - m * d.x * d.y;
  out->inertia.xz += p->inertia.xz - m * d.x * d.z;
  out->inertia.yz += p->inertia.yz - m * d.y * d.z;
}

void shapes_centre(Vec3 origin, Vec3 f, MassProperties *out)
{
  const Vec3 c = vec3_scale(1 / out->mass, f);

  out->centre = vec3_add(origin, c);
  out->inertia.xx -= c.y * f.y + c.z * f.z;
  out->inertia.yy -= c.x * f.x + c.z * f.z;
  out->inertia.zz -= c.x * f.x + c.y * f.y;
  out->inertia.xy += c.x * f.y;
  out->inertia.xz += c.x * f.z;
  out->inertia.yz += c.y * f.z;
}

/* Approximate centre of mass, so that little cancels when moments are moved from it. */
static Vec3 middle_of(const ShapeSet *set, const Materials *materials)
{
  Vec3   first = {0, 0, 0};
  double mass  = 0;

  for (int i = 0; i < set->n; i++) {
    const double m = shape_density(set, materials, i) * set->list[i].moments.volume;

    mass += m;
    first = vec3_axpy(first, m, vec3_sub(shape_moments(&set->list[i]).centre, set->list[0].lo));
  }
  return vec3_axpy(set->list[0].lo, 1 / mass, first);
}

/* Overlap of two shapes that is ignored, m. */
static double slack_of(const Shape *a, const Shape *b)
{
  return touching *
         max_real(vec3_norm(a->lo) + vec3_norm(a->hi), vec3_norm(b->lo) + vec3_norm(b->hi));
}

/* Upper bound on the volume common to a and b, m^3. */
static double most_shared(const Shape *a, const Shape *b)
{
  const Vec3 lo = vec3_most(a->lo, b->lo), hi = vec3_least(a->hi, b->hi),
             side  = vec3_most(vec3(0, 0, 0), vec3_sub(hi, lo));
  const double box = side.x * side.y * side.z, slack = slack_of(a, b);
  const double most = min_real(box, min_real(a->moments.volume, b->moments.volume));

  if (!(most > 0)) return 0;
  return shapes_are_apart(a, b, slack) ? min_real(most, slack * vec3_dot(side, side)) : most;
}

/* Upper bound on what the sum counts too often: the volumes shared pairwise (Bonferroni).
   skip_spheres: pairs of spheres are left out, as their union was taken. */
static MassErrors excess_of(const ShapeSet *set, const Materials *materials, bool skip_spheres,
                            Vec3 centre)
{
  MassErrors off = {.volume = 0};

  for (int i = 0; i < set->n; i++) {
    const Shape *a = &set->list[i];

    for (int j = 0; j < i; j++) {
      const Shape *b = &set->list[j];
      double       volume, mass, far;

      if (skip_spheres && a->kind == &shape_sphere && b->kind == &shape_sphere) continue;
      volume = most_shared(a, b);
      if (!(volume > 0)) continue;
      mass = volume * min_real(shape_density(set, materials, i), shape_density(set, materials, j));
      far  = min_real(vec3_norm(vec3_sub(a->lo, centre)) + vec3_norm(vec3_sub(a->hi, a->lo)),
                      vec3_norm(vec3_sub(b->lo, centre)) + vec3_norm(vec3_sub(b->hi, b->lo)));
      off.volume += volume;
      off.mass += mass;
      off.first += mass * far;
      off.inertia += mass * far * far;
    }
  }
  return off;
}

/* Set *out to the sum of all shapes. spheres: the union of the spheres among them, in place of each
   by itself; NULL: none was made. */
static void sum_shapes(const ShapeSet *set, const Materials *materials,
                       const MassProperties *spheres, MassProperties *out)
{
  const Vec3 origin   = middle_of(set, materials);
  Vec3       first    = {0, 0, 0};
  double     relative = 0; /* largest relative error of a shape */
  MassErrors off;

  *out = (MassProperties){.volume = 0};
  if (spheres) {
    relative = spheres->error;
    shapes_add(spheres, origin, out, &first);
  }
  for (int i = 0; i < set->n; i++) {
    MassProperties p;

    if (spheres && set->list[i].kind == &shape_sphere) continue;
    p        = shape_properties(&set->list[i], shape_density(set, materials, i));
    relative = max_real(relative, p.error);
    shapes_add(&p, origin, out, &first);
  }
  shapes_centre(origin, first, out);
  off = excess_of(set, materials, spheres != NULL,
                  out->centre); /* with slivers between touching ones */
  shapes_error_set(set, materials, &off, out);
  widen(set, relative, out);
}

bool shapes_sum(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                MassProperties *out, char *why)
{
  (void)options;
  (void)why;
  sum_shapes(set, materials, NULL, out);
  return true;
}

static void spheres_take(const ShapeSet *set, PebbleSet *pebbles)
{
  int n = 0;

  for (int i = 0; i < set->n; i++) n += set->list[i].kind == &shape_sphere;
  pebble_set_create(n, pebbles);
  n = 0;
  for (int i = 0; i < set->n; i++) {
    if (set->list[i].kind != &shape_sphere) continue;
    pebbles->x[n]          = set->list[i].x;
    pebbles->r[n]          = set->list[i].size[0];
    pebbles->material[n++] = set->list[i].material;
  }
}

/* True if every two shapes are apart or both spheres. Else why names the first two that may
   overlap. */
static bool all_apart(const ShapeSet *set, char *why)
{
  for (int i = 0; i < set->n; i++) {
    for (int j = 0; j < i; j++) {
      const Shape *a = &set->list[j], *b = &set->list[i];

      if (a->kind == &shape_sphere && b->kind == &shape_sphere) continue;
      if (shapes_are_apart(a, b, slack_of(a, b))) continue;
      return why_not(why,
                     "shape %d, a %s (line %" PRId64 "), and shape %d, a %s (line %" PRId64
                     "), may overlap: use octree, grid or montecarlo",
                     j + 1, a->kind->head.name, a->line, i + 1, b->kind->head.name, b->line);
    }
  }
  return true;
}

bool shapes_exact(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                  MassProperties *out, char *why)
{
  MassProperties spheres = {.volume = 0};
  PebbleSet      pebbles;
  bool           found = all_apart(set, why);

  if (!found) return false;
  spheres_take(set, &pebbles);
  if (pebbles.n > 0) found = mass_exact.find(&pebbles, materials, options, &spheres, why);
  pebble_set_free(&pebbles);
  if (found) sum_shapes(set, materials, &spheres, out);
  return found;
}

/* True if there are shapes, and their densities are > 0. */
static bool are_sound(const ShapeSet *set, const Materials *materials, char *why)
{
  if (set->n < 1) return why_not(why, "no shapes");
  for (int i = 0; i < set->n; i++) {
    const int    m       = set->list[i].material;
    const double density = m >= 0 && m < materials->n ? materials->list[m].density : 0;

    if (density > 0 && isfinite(density)) continue;
    return why_not(why,
                   "shape %d, a %s (line %" PRId64 "): the density of its material must be > 0",
                   i + 1, set->list[i].kind->head.name, set->list[i].line);
  }
  return true;
}

bool shapes_mass(const ShapeSet *set, const Materials *materials, const MassMethod *method,
                 const MassOptions *options, MassProperties *out, char *why)
{
  bool found = are_sound(set, materials, why), spheres = true;

  for (int i = 0; i < set->n; i++) spheres = spheres && set->list[i].kind == &shape_sphere;
  if (found && spheres) {
    PebbleSet pebbles;

    spheres_take(set, &pebbles);
    found = method->find(&pebbles, materials, options, out, why);
    pebble_set_free(&pebbles);
  } else if (found) {
    found = method->find_shapes(set, materials, options, out, why);
  }
  if (found) mass_principal(out);
  return found;
}

/* ---- pebbles with capsules ---- */

/* Rotation that turns x to a unit vector u. */
static Quat turn_from_x(Vec3 u)
{
  const double w = sqrt(max_real(0, 0.5 * (1 + u.x)));

  if (w < 1e-8) return (Quat){0, 0, 0, 1}; /* half a turn about z */
  return quat_normalized((Quat){w, 0, -0.5 * u.z / w, 0.5 * u.y / w});
}

/* Append a pebble. */
static bool add_pebble(const PebbleSet *set, int i, ShapeSet *to, char *why)
{
  Vec3         axis = pebble_set_axis(set, i);
  const double half = vec3_norm(axis);
  Shape        one  = shape_of(half > 0 ? &shape_capsule : &shape_sphere);

  one.x        = set->x[i];
  one.size[0]  = set->r[i];
  one.material = set->material[i];
  one.line     = i + 1;
  if (half > 0) {
    one.size[1] = 2 * half;
    one.q       = turn_from_x(vec3_scale(1 / half, axis));
  }
  return shape_set_add(to, &one, why);
}

bool pebbles_mass(const PebbleSet *set, const Materials *materials, const MassMethod *method,
                  const MassOptions *options, MassProperties *out, char *why)
{
  ShapeSet shapes = {0};
  bool     found  = true;

  if (pebble_set_capsules(set) == 0 || method == &mass_exact) {
    found = method->find(set, materials, options, out, why);
    if (found) mass_principal(out);
    return found;
  }
  for (int i = 0; i < set->n && found; i++) found = add_pebble(set, i, &shapes, why);
  found = found && shapes_mass(&shapes, materials, method, options, out, why);
  shape_set_free(&shapes);
  return found;
}
