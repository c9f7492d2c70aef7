/* SPDX-License-Identifier: MIT */
/* Bounding-box tree of a mesh: faces are divided at the median of their centroids along the longest
   side, down to LEAF faces. */
#include "shape/mesh/mesh_tree.h"

#include "geometry/sphere_tree.h"

enum { LEAF = 4 };

/* Direction (slant_x, slant_y, 1) of the ray, in ratios that coordinate differences of real meshes
   do not have. */
static const double slant_x = 0.31830988618379067, slant_y = 0.22360679774997896;

/* Nodes of the trees of n and of n + 1 faces: the two halves have one of these two sizes each. */
static void count_nodes(int n, int nodes[2])
{
  int of_half[2];

  nodes[0] = nodes[1] = 1;
  if (n < LEAF) return;
  count_nodes(n / 2, of_half);
  if (n > LEAF) nodes[0] += of_half[0] + of_half[n % 2];
  nodes[1] += of_half[n % 2] + of_half[1];
}

int mesh_tree_size(int n_faces)
{
  int nodes[2];

  count_nodes(n_faces, nodes);
  return nodes[0];
}

void mesh_tree_create(const Mesh *mesh, MeshTree *tree)
{
  const int n = mesh->n_faces;
  Vec3     *middle; /* of each face, three times the centroid */

  *tree = (MeshTree){.mesh = mesh};
  array_create(&middle, sizeof *middle, n);
  array_create(&tree->order, sizeof *tree->order, n);
  array_create(&tree->node, sizeof *tree->node, mesh_tree_size(n));
  for (int f = 0; f < n; f++) {
    tree->order[f] = f;
    for (int k = 0; k < 3; k++) middle[f] = vec3_add(middle[f], mesh_corner(mesh, f, k));
  }
  tree->node[0] = (MeshNode){.n = n};
  tree->n_nodes = n > 0;
  for (int place = 0; place < tree->n_nodes; place++) {
    MeshNode *node = &tree->node[place];
    const int half = node->n / 2;

    mesh_faces_bounds(mesh, node->n, tree->order + node->first, &node->lo, &node->hi);
    if (node->n <= LEAF) continue;
    points_halve(middle, vec3_sub(node->hi, node->lo), node->n, tree->order + node->first);
    node->left                  = tree->n_nodes;
    tree->node[tree->n_nodes++] = (MeshNode){.first = node->first, .n = half};
    tree->node[tree->n_nodes++] = (MeshNode){.first = node->first + half, .n = node->n - half};
  }
  array_free(&middle);
}

void mesh_tree_free(MeshTree *tree)
{
  array_free(&tree->order);
  array_free(&tree->node);
  tree->n_nodes = 0;
}

/* ---- distance: squares ---- */

/* Squared distance from 0 to the segment a b. */
static double segment_square(Vec3 a, Vec3 b)
{
  const Vec3   e  = vec3_sub(b, a);
  const double ee = vec3_dot(e, e),
               at = ee > 0 ? min_real(1, max_real(0, -vec3_dot(a, e) / ee)) : 0;
  const Vec3 p    = vec3_axpy(a, at, e);

  return vec3_dot(p, p);
}

/* The distance is that to the face's plane if the foot is within all edges, else to the nearest
   edge. */
double mesh_face_square(const Mesh *mesh, int f, Vec3 x)
{
  Vec3       c[3];
  const Vec3 n      = mesh_face_normal(mesh, f);
  double     square = HUGE_VAL;
  bool       within = vec3_dot(n, n) > 0;

  for (int k = 0; k < 3; k++) c[k] = vec3_sub(mesh_corner(mesh, f, k), x);
  for (int k = 0; k < 3; k++) {
    const Vec3 a = c[k], b = c[(k + 1) % 3];

    within = within && vec3_dot(vec3_cross(n, vec3_sub(b, a)), a) <= 0;
    square = min_real(square, segment_square(a, b));
  }
  if (within) {
    const double height = vec3_dot(n, c[0]);

    square = min_real(square, height * height / vec3_dot(n, n));
  }
  return square;
}

double mesh_tree_distance(const MeshTree *tree, Vec3 x, double limit, int *face)
{
  double          best  = limit < 1e150 ? limit * limit : HUGE_VAL;
  int             found = -1;
  MeshDescent     d     = mesh_descent(tree->node, x);
  const MeshNode *leaf;

  while ((leaf = mesh_descent_next(&d, best)))
    for (int k = 0; k < leaf->n; k++) {
      const int    f      = tree->order[leaf->first + k];
      const double square = mesh_face_square(tree->mesh, f, x);

      if (square < best || (square == best && f < found)) {
        best  = square;
        found = f;
      }
    }
  if (face) *face = found;
  return sqrt(best);
}

/* ---- winding ---- */

/* Vertex relative to x, sheared so that the ray is the z axis. Same bits for all faces of the
   vertex. */
static Vec3 sheared(const Mesh *mesh, int v, Vec3 x)
{
  const Vec3 d = vec3_sub(mesh->vertex[v], x);

  return vec3(d.x - slant_x * d.z, d.y - slant_y * d.z, d.z);
}

/* True if the ray is left of the edge from a to b. Exactly opposite for the edge from b to a,
   whatever the rounding. */
static bool is_left(int a, int b, Vec3 xa, Vec3 xb)
{
  return a < b ? xa.x * xb.y - xb.x * xa.y > 0 : !(xb.x * xa.y - xa.x * xb.y > 0);
}

/* True if a line passes through the face whose corners are given in coordinates of which the line
   is the third axis; *left: it goes the way of the normal. */
static bool is_passed(const int *v, Vec3 a, Vec3 b, Vec3 c, bool *left)
{
  *left = is_left(v[0], v[1], a, b);
  return is_left(v[1], v[2], b, c) == *left && is_left(v[2], v[0], c, a) == *left;
}

/* Sign of the crossing of face f, which a line from x passes: +1 or -1 if it is ahead of x, else 0.
   */
static int sign_ahead(const Mesh *mesh, int f, bool left, Vec3 x)
{
  const double ahead = vec3_dot(mesh_face_normal(mesh, f), vec3_sub(mesh_corner(mesh, f, 0), x));

  return left ? ahead > 0 : -(ahead < 0);
}

int mesh_face_crossing(const Mesh *mesh, int f, Vec3 x)
{
  const int *v = mesh->face[f].v;
  bool       left;

  if (!is_passed(v, sheared(mesh, v[0], x), sheared(mesh, v[1], x), sheared(mesh, v[2], x), &left))
    return 0;
  return sign_ahead(mesh, f, left, x);
}

/* True if the ray from x may meet the box, which is widened by more than rounding. */
static bool ray_meets(const MeshNode *n, Vec3 x)
{
  const double wide =
    1e-12 * (fabs(n->hi.z) + fabs(n->lo.z) + fabs(x.z) + fabs(n->hi.x) + fabs(n->lo.x) + fabs(x.x) +
             fabs(n->hi.y) + fabs(n->lo.y) + fabs(x.y));
  const double from = max_real(0, n->lo.z - x.z - wide), to = n->hi.z - x.z + wide;

  if (to < 0) return false;
  return x.x + slant_x * to >= n->lo.x - wide && x.x + slant_x * from <= n->hi.x + wide &&
         x.y + slant_y * to >= n->lo.y - wide && x.y + slant_y * from <= n->hi.y + wide;
}

int mesh_tree_winding(const MeshTree *tree, Vec3 x)
{
  int stack[MESH_DEPTH] = {0}, depth = tree->n_nodes > 0, winding = 0;

  while (depth > 0) {
    const MeshNode *node = &tree->node[stack[--depth]];

    if (!ray_meets(node, x)) continue;
    if (node->left > 0) {
      stack[depth++] = node->left;
      stack[depth++] = node->left + 1;
      continue;
    }
    for (int k = 0; k < node->n; k++)
      winding += mesh_face_crossing(tree->mesh, tree->order[node->first + k], x);
  }
  return winding;
}

/* ---- crossings of a segment ---- */

/* A segment from x to its end, and the axis along which it is longest. */
typedef struct {
  Vec3   x, end;
  int    axis[3];  /* the last one: the axis */
  double slant[2]; /* along the others, for each step along the axis */
  Vec3   lo, hi;   /* box around it */
} Segment;

static bool segment_make(Vec3 x, Vec3 end, Segment *s)
{
  const Vec3 d = vec3_sub(end, x);
  int        w = fabs(d.x) > fabs(d.y) ? 0 : 1;

  if (fabs(d.z) > fabs(vec3_axis(d, w))) w = 2;
  *s = (Segment){.x = x, .end = end, .axis = {(w + 1) % 3, (w + 2) % 3, w}};
  for (int k = 0; k < 2; k++) s->slant[k] = vec3_axis(d, s->axis[k]) / vec3_axis(d, w);
  s->lo = vec3_least(x, end);
  s->hi = vec3_most(x, end);
  return vec3_axis(d, w) != 0;
}

/* As `sheared`, along the segment. */
static Vec3 seen_along(const Segment *s, Vec3 vertex)
{
  const Vec3   d     = vec3_sub(vertex, s->x);
  const double along = vec3_axis(d, s->axis[2]);

  return vec3(vec3_axis(d, s->axis[0]) - s->slant[0] * along,
              vec3_axis(d, s->axis[1]) - s->slant[1] * along, along);
}

/* True if the segment may meet the box, which is widened by more than rounding. */
static bool segment_meets(const Segment *s, const MeshNode *n)
{
  const double wide =
    1e-12 * (vec3_norm(n->lo) + vec3_norm(n->hi) + vec3_norm(s->x) + vec3_norm(s->end));
  double from, to;

  for (int k = 0; k < 3; k++)
    if (vec3_axis(n->lo, k) > vec3_axis(s->hi, k) + wide ||
        vec3_axis(n->hi, k) < vec3_axis(s->lo, k) - wide)
      return false;
  from = max_real(vec3_axis(s->lo, s->axis[2]), vec3_axis(n->lo, s->axis[2]) - wide);
  to   = min_real(vec3_axis(s->hi, s->axis[2]), vec3_axis(n->hi, s->axis[2]) + wide);
  for (int k = 0; k < 2; k++) {
    const double x0 = vec3_axis(s->x, s->axis[k]), w0 = vec3_axis(s->x, s->axis[2]);
    const double a = x0 + s->slant[k] * (from - w0), b = x0 + s->slant[k] * (to - w0);

    if (min_real(a, b) > vec3_axis(n->hi, s->axis[k]) + wide ||
        max_real(a, b) < vec3_axis(n->lo, s->axis[k]) - wide)
      return false;
  }
  return true;
}

static int segment_crossing(const Segment *s, const Mesh *mesh, int f)
{
  const int *v = mesh->face[f].v;
  bool       left;

  if (!is_passed(v, seen_along(s, mesh->vertex[v[0]]), seen_along(s, mesh->vertex[v[1]]),
                 seen_along(s, mesh->vertex[v[2]]), &left))
    return 0;
  return sign_ahead(mesh, f, left, s->x) - sign_ahead(mesh, f, left, s->end);
}

int mesh_tree_crossings(const MeshTree *tree, Vec3 x, Vec3 end)
{
  int     stack[MESH_DEPTH] = {0}, depth = tree->n_nodes > 0, sum = 0;
  Segment s;

  if (!segment_make(x, end, &s)) return 0;
  while (depth > 0) {
    const MeshNode *node = &tree->node[stack[--depth]];

    if (!segment_meets(&s, node)) continue;
    if (node->left > 0) {
      stack[depth++] = node->left;
      stack[depth++] = node->left + 1;
      continue;
    }
    for (int k = 0; k < node->n; k++)
      sum += segment_crossing(&s, tree->mesh, tree->order[node->first + k]);
  }
  return sum;
}
