/* SPDX-License-Identifier: MIT */
/* Table of kinds of shapes; operations on one shape, on pairs and on sets. */
#include "shape/shape.h"
#include "base/box.h"

const ShapeKind *const     shape_kinds[] = {SHAPE_KINDS(PLUGIN_ITSELF) NULL};
static const Plugin *const heads[]       = {SHAPE_KINDS(PLUGIN_HEAD) NULL};

/* Relative rounding error of closed forms. */
static const double rounding = 0x1p-48;

const ShapeKind *shape_kind_find(const char *name)
{
  return (const ShapeKind *)plugin_find(heads, name);
}

Shape shape_of(const ShapeKind *kind)
{
  return (Shape){.kind = kind, .q = quat_identity(), .node = {-1, -1, -1, -1}};
}

static Vec3 unit_along(int k, double sign)
{
  Vec3 n = {0, 0, 0};

  vec3_set(&n, k, sign);
  return n;
}

/* As ShapeKind.furthest, in the frame of the set. */
static Vec3 shape_furthest(const Shape *s, Vec3 n)
{
  return shape_outward(s, s->kind->furthest(s, quat_turn_back(s->q, n)));
}

bool shape_prepare(Shape *s, char *why)
{
  for (int k = 0; k < s->kind->n_sizes; k++) {
    if (s->size[k] > 0 && isfinite(s->size[k])) continue;
    return why_not(why, "number %d of %s is %g: must be > 0", k + 1, s->kind->sizes, s->size[k]);
  }
  if (s->kind->prepare && !s->kind->prepare(s, why)) return false;
  s->kind->moments(s, &s->moments);
  s->moments.error += rounding;
  if (!(s->moments.volume > 0) || !isfinite(s->moments.volume * s->moments.inertia.xx) ||
      !(s->moments.inertia.xx > 0))
    return why_not(why, "a volume of %g m^3: too small or too large for double precision",
                   s->moments.volume);
  for (int k = 0; k < 3; k++) {
    vec3_set(&s->own_lo, k, vec3_axis(s->kind->furthest(s, unit_along(k, -1)), k));
    vec3_set(&s->own_hi, k, vec3_axis(s->kind->furthest(s, unit_along(k, 1)), k));
    vec3_set(&s->lo, k, vec3_axis(shape_furthest(s, unit_along(k, -1)), k));
    vec3_set(&s->hi, k, vec3_axis(shape_furthest(s, unit_along(k, 1)), k));
  }
  return true;
}

Sym3 sym3_seen_from(Sym3 s, Quat q)
{
  const Vec3 x = quat_turn(q, vec3(1, 0, 0)), y = quat_turn(q, vec3(0, 1, 0)),
             z  = quat_turn(q, vec3(0, 0, 1));
  const Vec3 sx = sym3_mul(s, x), sy = sym3_mul(s, y), sz = sym3_mul(s, z);

  return (Sym3){vec3_dot(x, sx), vec3_dot(y, sy), vec3_dot(z, sz),
                vec3_dot(x, sy), vec3_dot(x, sz), vec3_dot(y, sz)};
}

MassProperties shape_moments(const Shape *s)
{
  MassProperties m = s->moments;

  m.centre = shape_outward(s, m.centre);
  if (s->q.w != 1 || s->q.x != 0 || s->q.y != 0 || s->q.z != 0)
    m.inertia = sym3_seen_from(m.inertia, quat_conjugate(s->q));
  return m;
}

MassProperties shape_properties(const Shape *s, double density)
{
  MassProperties m = shape_moments(s);

  m.mass    = density * m.volume;
  m.inertia = sym3_scale(density, m.inertia);
  m.centre_error =
    3 * m.error * vec3_norm(vec3_sub(s->own_hi, s->own_lo)) + 0x1p-51 * vec3_norm(m.centre);
  mass_principal(&m);
  return m;
}

void shape_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  s->kind->tessellate(s, chord, mesh);
  mesh_move(mesh, 1, s->q, s->x);
}

ShapeSide shape_side(const Shape *s, Vec3 centre, Vec3 half)
{
  const double reach = vec3_norm(half);
  const Vec3   lo = vec3_sub(centre, half), hi = vec3_add(centre, half);
  double       distance;
  bool         holds;

  if (!box_meets(lo, hi, s->lo, s->hi)) return SHAPE_MISSES;
  if (s->kind->has_file) { /* The unsigned distance shows whether the surface cuts. */
    if (mesh_tree_distance(&s->solid->tree, shape_inward(s, centre), reach, NULL) < reach)
      return SHAPE_CUTS;
    return shape_is_inside(s, centre) ? SHAPE_HOLDS : SHAPE_MISSES;
  }
  distance = shape_distance(s, centre);
  if (distance >= reach) return SHAPE_MISSES;
  if (distance <= -reach) return SHAPE_HOLDS;
  holds = s->kind->is_convex && distance < 0;
  for (int k = 0; k < 8 && holds; k++) holds = shape_is_inside(s, box_corner(lo, hi, k));
  return holds ? SHAPE_HOLDS : SHAPE_CUTS;
}

/* Gap between a and b along n, m; negative: overlap of their extents along n. */
static double gap_along(const Shape *a, const Shape *b, Vec3 n)
{
  const Vec3 from = shape_furthest(a, n), to = shape_furthest(b, vec3_scale(-1, n));

  return vec3_dot(n, vec3_sub(to, from)) / vec3_norm(n);
}

/* True if a plane of a's hull or box separates a and b. */
static bool own_planes_part(const Shape *a, const Shape *b, double slack)
{
  for (int k = 0; k < a->hull.n_planes; k++)
    if (gap_along(a, b, quat_turn(a->q, a->hull.normal[k])) >= -slack) return true;
  for (int k = 0; k < 3; k++) {
    const Vec3 n = quat_turn(a->q, unit_along(k, 1));

    if (gap_along(a, b, n) >= -slack || gap_along(a, b, vec3_scale(-1, n)) >= -slack) return true;
  }
  return false;
}

/* Search for a separating plane by Gilbert 1966, SIAM J. Control 4, 61: iterates converge to the
   shortest vector of the difference b - a; each is tried as the normal of a plane. */
static bool walk_parts(const Shape *a, const Shape *b, double slack)
{
  enum { STEPS = 100 };
  Vec3 v = vec3_sub(shape_outward(b, b->moments.centre), shape_outward(a, a->moments.centre));

  for (int step = 0; step < STEPS; step++) {
    Vec3   w, e;
    double at;

    if (!(vec3_dot(v, v) > 0)) return false;
    w = vec3_sub(shape_furthest(b, vec3_scale(-1, v)), shape_furthest(a, v));
    if (vec3_dot(v, w) / vec3_norm(v) >= -slack) return true;
    e = vec3_sub(w, v);
    if (!(vec3_dot(e, e) > 0)) return false;
    at = min_real(1, max_real(0, -vec3_dot(v, e) / vec3_dot(e, e)));
    v  = vec3_axpy(v, at, e);
  }
  return false;
}

bool shapes_are_apart(const Shape *a, const Shape *b, double slack)
{
  for (int k = 0; k < 3; k++) {
    if (vec3_axis(a->lo, k) >= vec3_axis(b->hi, k) - slack ||
        vec3_axis(b->lo, k) >= vec3_axis(a->hi, k) - slack)
      return true;
  }
  return own_planes_part(a, b, slack) || own_planes_part(b, a, slack) || walk_parts(a, b, slack);
}

bool shape_set_add(ShapeSet *set, const Shape *shape, char *why)
{
  Shape copy = *shape;

  if (!shape_prepare(&copy, why)) return false;
  array_reserve(&set->list, sizeof *set->list, set->n + 1, &set->capacity);
  set->list[set->n++] = copy;
  return true;
}

void shape_set_add_node(ShapeSet *set, const char *name, Vec3 x)
{
  bool      there;
  const int k = name_add(&set->nodes, name, &there);

  if (there) return;
  array_reserve(&set->node, sizeof *set->node, set->nodes.n, &set->node_capacity);
  set->node[k] = x;
}

Solid *shape_set_add_solid(ShapeSet *set, const char *path, double scale, Mesh *mesh)
{
  Solid *fresh = NULL;

  array_create(&fresh, sizeof *fresh, 1);
  array_reserve(&set->solid, sizeof *set->solid, set->n_solids + 1, &set->solid_capacity);
  set->solid[set->n_solids++] = fresh;
  snprintf(fresh->path, sizeof fresh->path, "%s", path);
  fresh->scale = scale;
  fresh->mesh  = *mesh;
  *mesh        = (Mesh){.n_faces = 0};
  mesh_move(&fresh->mesh, scale, quat_identity(), vec3(0, 0, 0));
  mesh_tree_create(&fresh->mesh, &fresh->tree);
  return fresh;
}

bool shape_set_scale(ShapeSet *set, double scale, char *why)
{
  if (scale == 1) return true;
  for (int k = 0; k < set->nodes.n; k++) set->node[k] = vec3_scale(scale, set->node[k]);
  for (int k = 0; k < set->n_solids; k++) {
    Solid *solid = set->solid[k];

    solid->scale *= scale;
    mesh_move(&solid->mesh, scale, quat_identity(), vec3(0, 0, 0));
    mesh_tree_free(&solid->tree);
    mesh_tree_create(&solid->mesh, &solid->tree);
  }
  for (int i = 0; i < set->n; i++) {
    Shape *s = &set->list[i];

    s->x = vec3_scale(scale, s->x);
    for (int k = 0; k < SHAPE_SIZES; k++) s->size[k] *= scale;
    for (int k = 0; k < SHAPE_CORNERS; k++) s->corner[k] = vec3_scale(scale, s->corner[k]);
    if (!shape_prepare(s, why)) return false;
  }
  return true;
}

void shape_set_free(ShapeSet *set)
{
  for (int k = 0; k < set->n_solids; k++) {
    mesh_tree_free(&set->solid[k]->tree);
    mesh_free(&set->solid[k]->mesh);
    array_free(&set->solid[k]);
  }
  array_free(&set->solid);
  array_free(&set->list);
  array_free(&set->node);
  name_free(&set->nodes);
  *set = (ShapeSet){.n = 0};
}

void shape_set_tessellate(const ShapeSet *set, double chord, Mesh *mesh)
{
  *mesh = (Mesh){.n_faces = 0};
  for (int k = 0; k < set->n; k++) {
    Mesh one;

    shape_tessellate(&set->list[k], chord, &one);
    mesh_append(mesh, &one);
    mesh_free(&one);
  }
}
