/* SPDX-License-Identifier: MIT */
/* Shapes with plane faces: convex ones of few planes, and closed meshes. */
#include "shape/shape.h"

/* ---- convex bodies of planes ---- */

/* Add the plane through a, b, c with `inside` on its inner side. Returns false if they are
   collinear. */
static bool hull_add_plane(Hull *hull, Vec3 a, Vec3 b, Vec3 c, Vec3 inside)
{
  const Vec3   e = vec3_sub(b, a), f = vec3_sub(c, a);
  Vec3         n    = vec3_cross(e, f);
  const double norm = vec3_norm(n);

  /* Below the rounding of the product the normal has no direction. */
  if (!(norm > 1e-12 * vec3_norm(e) * vec3_norm(f))) return false;
  n = vec3_scale(1 / norm, n);
  if (vec3_dot(n, vec3_sub(inside, a)) > 0) n = vec3_scale(-1, n);
  hull->normal[hull->n_planes]   = n;
  hull->offset[hull->n_planes++] = vec3_dot(n, a);
  return true;
}

/* The nearest of n planes, at these distances over a point, bounds the body from outside; from
   inside too, if no other plane is within reach. */
static bool planes_of(int n, const double *distance, const Vec3 *normal, double reach,
                      ShapePlanes *out)
{
  double most = -HUGE_VAL, next = -HUGE_VAL;

  for (int k = 0; k < n; k++) {
    next = max_real(next, min_real(most, distance[k]));
    if (distance[k] > most) {
      most        = distance[k];
      out->normal = normal[k];
    }
  }
  out->outer = -most;
  out->inner = next <= -reach ? -most : -HUGE_VAL;
  return true;
}

static double hull_distance(const Shape *shape, Vec3 p)
{
  double most = -HUGE_VAL;

  for (int k = 0; k < shape->hull.n_planes; k++)
    most = max_real(most, vec3_dot(shape->hull.normal[k], p) - shape->hull.offset[k]);
  return most;
}

static bool hull_is_inside(const Shape *shape, Vec3 p)
{
  return hull_distance(shape, p) < 0;
}

static Vec3 hull_furthest(const Shape *shape, Vec3 n)
{
  Vec3 best = shape->hull.corner[0];

  for (int k = 1; k < shape->hull.n_corners; k++)
    if (vec3_dot(n, shape->hull.corner[k]) > vec3_dot(n, best)) best = shape->hull.corner[k];
  return best;
}

static bool hull_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  double d[HULL_PLANES];

  for (int k = 0; k < s->hull.n_planes; k++)
    d[k] = vec3_dot(s->hull.normal[k], p) - s->hull.offset[k];
  return planes_of(s->hull.n_planes, d, s->hull.normal, reach, out);
}

/* Mesh of the n faces of a hull, given as corners of the hull; all are flipped if they look
   inwards. */
static void hull_tessellate(const Shape *shape, int n, const Face *face, Mesh *mesh)
{
  Vec3   lo, hi;
  double six = 0;

  mesh_create(shape->hull.n_corners, n, mesh);
  for (int k = 0; k < shape->hull.n_corners; k++) mesh->vertex[k] = shape->hull.corner[k];
  memcpy(mesh->face, face, (size_t)n * sizeof *face);
  mesh_bounds(mesh, &lo, &hi);
  for (int f = 0; f < n; f++) six += mesh_face_cone(mesh, f, lo);
  if (six < 0) mesh_flip(mesh);
}

/* Edge of a tetrahedron or facet from its first corner to corner k. */
static Vec3 edge(const Shape *s, int k)
{
  return vec3_sub(s->corner[k], s->corner[0]);
}

/* Mean of the corners. */
static Vec3 middle_of(const Shape *s)
{
  Vec3 sum = {0, 0, 0};

  for (int k = s->kind->n_corners - 1; k > 0; k--) sum = vec3_add(edge(s, k), sum);
  return vec3_axpy(s->corner[0], 1.0 / s->kind->n_corners, sum);
}

/* weight (tr(S) E - S), with S the sum over k of g_k g_k^T and g_k = corner k - mean. */
static Sym3 corners_inertia(int n, const Vec3 *corner, Vec3 mean, double weight)
{
  Sym3 inertia = {0};

  for (int k = 0; k < n; k++) {
    const Vec3 g = vec3_sub(corner[k], mean);

    inertia.xx += weight * (g.y * g.y + g.z * g.z);
    inertia.yy += weight * (g.x * g.x + g.z * g.z);
    inertia.zz += weight * (g.x * g.x + g.y * g.y);
    inertia.xy -= weight * g.x * g.y;
    inertia.xz -= weight * g.x * g.z;
    inertia.yz -= weight * g.y * g.z;
  }
  return inertia;
}

/* ---- box ---- */

static void box_moments(const Shape *s, MassProperties *out)
{
  const double a = s->size[0], b = s->size[1], c = s->size[2], v = a * b * c;

  *out = (MassProperties){.volume  = v,
                          .inertia = {v * (b * b + c * c) / 12, v * (a * a + c * c) / 12,
                                      v * (a * a + b * b) / 12, 0, 0, 0}};
}

static double box_distance(const Shape *s, Vec3 p)
{
  const Vec3   d    = {fabs(p.x) - s->size[0] / 2, fabs(p.y) - s->size[1] / 2,
                       fabs(p.z) - s->size[2] / 2};
  const double most = max_real(d.x, max_real(d.y, d.z));

  return most <= 0 ? most : vec3_norm(vec3(max_real(0, d.x), max_real(0, d.y), max_real(0, d.z)));
}

static bool box_is_inside(const Shape *s, Vec3 p)
{
  return 2 * fabs(p.x) < s->size[0] && 2 * fabs(p.y) < s->size[1] && 2 * fabs(p.z) < s->size[2];
}

static bool box_planes(const Shape *s, Vec3 p, double reach, ShapePlanes *out)
{
  static const Vec3 normal[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                 {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  double            d[6];

  for (int k = 0; k < 6; k++) d[k] = (k & 1 ? -1 : 1) * vec3_axis(p, k / 2) - s->size[k / 2] / 2;
  return planes_of(6, d, normal, reach, out);
}

static Vec3 box_furthest(const Shape *s, Vec3 n)
{
  const Vec3 half = {s->size[0] / 2, s->size[1] / 2, s->size[2] / 2};

  return vec3(n.x < 0 ? -half.x : half.x, n.y < 0 ? -half.y : half.y, n.z < 0 ? -half.z : half.z);
}

static Vec3 box_draw(const Shape *s, Random *random)
{
  const double x = random_real(random), y = random_real(random), z = random_real(random);

  return vec3(s->size[0] * (x - 0.5), s->size[1] * (y - 0.5), s->size[2] * (z - 0.5));
}

static void box_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const Face face[12] = {{{0, 3, 1}}, {{0, 2, 3}}, {{4, 5, 7}}, {{4, 7, 6}},
                                {{0, 1, 5}}, {{0, 5, 4}}, {{2, 7, 3}}, {{2, 6, 7}},
                                {{0, 4, 6}}, {{0, 6, 2}}, {{1, 3, 7}}, {{1, 7, 5}}};

  (void)chord;
  mesh_create(8, 12, mesh);
  for (int i = 0; i < 8; i++)
    mesh->vertex[i] = box_furthest(s, vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  memcpy(mesh->face, face, sizeof face);
}

const ShapeKind shape_box = {
  .head      = {.name = "box", .text = "A cuboid: edges along x, y, z.", .source = "Closed forms."},
  .sizes     = "lx ly lz",
  .n_sizes   = 3,
  .is_turned = true,
  .is_convex = true,
  .moments   = box_moments,
  .is_inside = box_is_inside,
  .distance  = box_distance,
  .planes    = box_planes,
  .furthest  = box_furthest,
  .draw      = box_draw,
  .tessellate = box_tessellate,
};

/* ---- tetrahedron ---- */

static double tetrahedron_volume(const Shape *s)
{
  return fabs(vec3_dot(edge(s, 1), vec3_cross(edge(s, 2), edge(s, 3)))) / 6;
}

static bool tetrahedron_prepare(Shape *s, char *why)
{
  double longest = 0;
  bool   good    = true;

  s->hull = (Hull){.n_corners = 4};
  for (int k = 0; k < 4; k++) {
    s->hull.corner[k] = s->corner[k];
    longest = max_real(longest, vec3_norm(vec3_sub(s->corner[(k + 1) % 4], s->corner[k])));
    longest = max_real(longest, vec3_norm(vec3_sub(s->corner[(k + 2) % 4], s->corner[k])));
  }
  for (int k = 0; k < 4 && good; k++) {
    good = hull_add_plane(&s->hull, s->corner[(k + 1) % 4], s->corner[(k + 2) % 4],
                          s->corner[(k + 3) % 4], s->corner[k]);
  }
  if (good && tetrahedron_volume(s) > 1e-12 * longest * longest * longest) return true;
  return why_not(why, "its corners are in one plane: it has no volume");
}

/* Tonon 2004, about the centroid, where the sum of the corners vanishes: second moments are volume
   / 20 times the corners' products. */
static void tetrahedron_moments(const Shape *s, MassProperties *out)
{
  const double v = tetrahedron_volume(s);

  *out = (MassProperties){.volume  = v,
                          .centre  = middle_of(s),
                          .inertia = corners_inertia(4, s->corner, middle_of(s), v / 20)};
}

/* A point of the unit cube folded to the simplex: differences of its sorted coordinates are uniform
   there. */
static Vec3 tetrahedron_draw(const Shape *s, Random *random)
{
  double a = random_real(random), b = random_real(random), c = random_real(random), swapped;
  Vec3   p = s->corner[0];

  if (a > b) swapped = a, a = b, b = swapped;
  if (b > c) swapped = b, b = c, c = swapped;
  if (a > b) swapped = a, a = b, b = swapped;
  p = vec3_axpy(vec3_axpy(p, a, edge(s, 1)), b - a, edge(s, 2));
  return vec3_axpy(p, c - b, edge(s, 3));
}

static void tetrahedron_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const Face face[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};

  (void)chord;
  hull_tessellate(s, 4, face, mesh);
}

const ShapeKind shape_tetrahedron = {
  .head       = {.name   = "tetrahedron",
                 .text   = "A tetrahedron: four corners.",
                 .source = "Tonon 2004, J. Math. Stat. 1, 8."},
  .sizes      = "",
  .n_corners  = 4,
  .is_convex  = true,
  .prepare    = tetrahedron_prepare,
  .moments    = tetrahedron_moments,
  .is_inside  = hull_is_inside,
  .distance   = hull_distance,
  .planes     = hull_planes,
  .furthest   = hull_furthest,
  .draw       = tetrahedron_draw,
  .tessellate = tetrahedron_tessellate,
};

/* ---- facet: a triangle with thickness, half of it on each side ---- */

static Vec3 twice_area(const Shape *s)
{
  return vec3_cross(edge(s, 1), edge(s, 2));
}

/* Hull corners 0 1 2 are on the side of the normal, 3 4 5 on the other. */
static bool facet_prepare(Shape *s, char *why)
{
  const Vec3   n = twice_area(s), m = middle_of(s);
  const double half = s->size[0] / 2, norm = vec3_norm(n);
  Vec3        *c    = s->hull.corner;
  bool         good = norm > 0;

  s->hull = (Hull){.n_corners = 6};
  for (int k = 0; k < 3 && good; k++) {
    c[k]     = vec3_axpy(s->corner[k], half / norm, n);
    c[k + 3] = vec3_axpy(s->corner[k], -half / norm, n);
  }
  good = good && hull_add_plane(&s->hull, c[0], c[1], c[2], m) &&
         hull_add_plane(&s->hull, c[3], c[4], c[5], m);
  for (int k = 0; k < 3 && good; k++)
    good = hull_add_plane(&s->hull, c[k], c[(k + 1) % 3], c[k + 3], m);
  return good || why_not(why, "its corners are on one line: it has no area");
}

/* Second moments of a triangle about its centroid: area / 12 times the corners' products; plus
   those of a plate across its thickness. */
static void facet_moments(const Shape *s, MassProperties *out)
{
  const Vec3   a = twice_area(s);
  const double t = s->size[0], twice = vec3_norm(a), v = twice / 2 * t, across = v * t * t / 12;
  const Vec3   n = vec3_scale(1 / twice, a);
  Sym3         i = corners_inertia(3, s->corner, middle_of(s), v / 12);

  i.xx += across * (1 - n.x * n.x);
  i.yy += across * (1 - n.y * n.y);
  i.zz += across * (1 - n.z * n.z);
  i.xy -= across * n.x * n.y;
  i.xz -= across * n.x * n.z;
  i.yz -= across * n.y * n.z;
  *out = (MassProperties){.volume = v, .centre = middle_of(s), .inertia = i};
}

/* A point of the unit square, folded to the triangle. */
static Vec3 facet_draw(const Shape *s, Random *random)
{
  const Vec3 n = twice_area(s);
  double     a = random_real(random), b = random_real(random), c = random_real(random);
  Vec3       p = s->corner[0];

  if (a + b > 1) {
    a = 1 - a;
    b = 1 - b;
  }
  p = vec3_axpy(vec3_axpy(p, a, edge(s, 1)), b, edge(s, 2));
  return vec3_axpy(p, (c - 0.5) * s->size[0] / vec3_norm(n), n);
}

static void facet_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  static const Face face[8] = {{{0, 1, 2}}, {{3, 5, 4}}, {{0, 3, 4}}, {{0, 4, 1}},
                               {{1, 4, 5}}, {{1, 5, 2}}, {{2, 5, 3}}, {{2, 3, 0}}};

  (void)chord;
  hull_tessellate(s, 8, face, mesh);
}

const ShapeKind shape_facet = {
  .head       = {.name   = "facet",
                 .text   = "A triangle with thickness: three corners in its middle plane.",
                 .source = "Closed forms."},
  .sizes      = "thickness",
  .n_sizes    = 1,
  .n_corners  = 3,
  .is_convex  = true,
  .prepare    = facet_prepare,
  .moments    = facet_moments,
  .is_inside  = hull_is_inside,
  .distance   = hull_distance,
  .planes     = hull_planes,
  .furthest   = hull_furthest,
  .draw       = facet_draw,
  .tessellate = facet_tessellate,
};

/* ---- mesh ---- */

static bool solid_prepare(Shape *s, char *why)
{
  MassProperties p;

  if (s->solid && s->solid->mesh.n_faces > 0) return mesh_mass(&s->solid->mesh, 1, &p, why);
  return why_not(why, "a mesh without faces");
}

static void solid_moments(const Shape *s, MassProperties *out)
{
  char ignored[WHY_LENGTH];

  mesh_mass(&s->solid->mesh, 1, out, ignored);
}

static bool solid_is_inside(const Shape *s, Vec3 p)
{
  return vec3_is_within(p, s->own_lo, s->own_hi) && mesh_tree_winding(&s->solid->tree, p) > 0;
}

static double solid_distance(const Shape *s, Vec3 p)
{
  const double distance = mesh_tree_distance(&s->solid->tree, p, HUGE_VAL, NULL);

  return solid_is_inside(s, p) ? -distance : distance;
}

static Vec3 solid_furthest(const Shape *s, Vec3 n)
{
  const Mesh *m    = &s->solid->mesh;
  Vec3        best = mesh_corner(m, 0, 0);

  for (int i = 0; i < m->n_vertices; i++)
    if (vec3_dot(n, m->vertex[i]) > vec3_dot(n, best)) best = m->vertex[i];
  return best;
}

static Vec3 solid_draw(const Shape *s, Random *random)
{
  const Vec3 side = vec3_sub(s->own_hi, s->own_lo);
  Vec3       p;

  do {
    p.x = s->own_lo.x + side.x * random_real(random);
    p.y = s->own_lo.y + side.y * random_real(random);
    p.z = s->own_lo.z + side.z * random_real(random);
  } while (!solid_is_inside(s, p));
  return p;
}

static void solid_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  (void)chord;
  *mesh = (Mesh){.n_faces = 0};
  mesh_append(mesh, &s->solid->mesh);
}

const ShapeKind shape_mesh = {
  .head       = {.name   = "mesh",
                 .text   = "A closed triangle mesh from an STL file, and a factor on its lengths.",
                 .source = "Tonon 2004, J. Math. Stat. 1, 8."},
  .sizes      = "",
  .has_file   = true,
  .prepare    = solid_prepare,
  .moments    = solid_moments,
  .is_inside  = solid_is_inside,
  .distance   = solid_distance,
  .furthest   = solid_furthest,
  .draw       = solid_draw,
  .tessellate = solid_tessellate,
};
