/* SPDX-License-Identifier: MIT */
/* Signed distance to a mesh by a tree of boxes, nearest box first; the sign is that of the normal
   at the nearest face, edge or vertex. */
#include "shape/mesh/mesh_near.h"

#include <stdio.h>

/* ---- normals ---- */

/* Unit normal; zero for a face without area. */
static Vec3 face_normal(const Mesh *mesh, int f)
{
  const Vec3   n      = mesh_face_normal(mesh, f);
  const double length = vec3_norm(n);

  return length > 0 ? vec3_scale(1 / length, n) : n;
}

static void vertex_normals_find(MeshNear *near)
{
  const Mesh *mesh = near->tree.mesh;

  memset(near->vertex_normal, 0, (size_t)mesh->n_vertices * sizeof *near->vertex_normal);
  for (int f = 0; f < mesh->n_faces; f++) {
    const Vec3 n = face_normal(mesh, f);

    for (int k = 0; k < 3; k++) {
      Vec3 *sum = &near->vertex_normal[mesh->face[f].v[k]];

      *sum = vec3_axpy(*sum, mesh_corner_angle(mesh, f, k), n);
    }
  }
}

typedef struct {
  int from, to; /* lower index first */
  int place;    /* 3 face + k */
  int forward;  /* 1: in the face's orientation, -1: against it */
} Edge;

static int compare_edges(const void *pa, const void *pb)
{
  const Edge *a = pa, *b = pb;

  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  if (a->to != b->to) return a->to < b->to ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void edges_list(const Mesh *mesh, Edge *edge)
{
  for (int f = 0; f < mesh->n_faces; f++) {
    for (int k = 0; k < 3; k++) {
      const int a = mesh->face[f].v[k], b = mesh->face[f].v[(k + 1) % 3];

      edge[3 * f + k] = a < b ? (Edge){a, b, 3 * f + k, 1} : (Edge){b, a, 3 * f + k, -1};
    }
  }
}

/* Set the normal of the edge listed as i .. end - 1, the sum of its faces' normals. False if its
   faces do not cancel in orientation: the mesh is open there. */
static bool edge_close(MeshNear *near, const Edge *edge, int i, int end, char *why)
{
  const Vec3 a = near->tree.mesh->vertex[edge[i].from], b = near->tree.mesh->vertex[edge[i].to];
  Vec3       sum     = {0, 0, 0};
  int        forward = 0;

  for (int k = i; k < end; k++) {
    sum = vec3_add(sum, face_normal(near->tree.mesh, edge[k].place / 3));
    forward += edge[k].forward;
  }
  for (int k = i; k < end; k++) near->edge_normal[edge[k].place] = sum;
  if (forward == 0) return true;
  snprintf(why, 256,
           "the mesh is not closed, or its faces do not agree on what is outside, at the edge (%g, "
           "%g, %g) - (%g, %g, %g)",
           a.x, a.y, a.z, b.x, b.y, b.z);
  return false;
}

static bool edge_normals_find(MeshNear *near, char *why)
{
  const int n    = 3 * near->tree.mesh->n_faces;
  Edge     *edge = malloc((size_t)n * sizeof *edge);
  bool      good = edge != NULL;

  if (!edge) {
    strcpy(why, "no memory for the edges of the mesh");
    return false;
  }
  edges_list(near->tree.mesh, edge);
  sort_items(edge, n, sizeof *edge, compare_edges);
  for (int i = 0, end; i < n && good; i = end) {
    for (end = i + 1; end < n && edge[end].from == edge[i].from && edge[end].to == edge[i].to;)
      end++;
    good = edge_close(near, edge, i, end, why);
  }
  free(edge);
  return good;
}

static bool mesh_is_sound(const Mesh *mesh, char *why)
{
  if (mesh->n_faces < 4 || mesh->n_faces > INT32_MAX / 6) {
    snprintf(why, 256, "the mesh has %d faces: a closed one has between 4 and %d", mesh->n_faces,
             INT32_MAX / 6);
    return false;
  }
  for (int i = 0; i < mesh->n_vertices; i++) {
    const Vec3 x = mesh->vertex[i];

    if (isfinite(x.x) && isfinite(x.y) && isfinite(x.z)) continue;
    snprintf(why, 256, "vertex %d of the mesh is not finite: (%g, %g, %g)", i, x.x, x.y, x.z);
    return false;
  }
  return true;
}

bool mesh_near_create(const Mesh *mesh, MeshNear *near, char *why)
{
  const size_t n = (size_t)mesh->n_faces;

  *near = (MeshNear){.tree = {.mesh = mesh}};
  if (!mesh_is_sound(mesh, why)) return false;
  near->corner        = malloc(3 * n * sizeof *near->corner);
  near->edge_normal   = malloc(3 * n * sizeof *near->edge_normal);
  near->vertex_normal = malloc((size_t)mesh->n_vertices * sizeof *near->vertex_normal);
  if (!near->corner || !near->edge_normal || !near->vertex_normal ||
      mesh_tree_create(mesh, &near->tree)) {
    strcpy(why, "no memory for the tree of the mesh");
    return false;
  }
  for (int c = 0; c < 3 * mesh->n_faces; c++)
    near->corner[c] = mesh_corner(mesh, near->tree.order[c / 3], c % 3);
  vertex_normals_find(near);
  return edge_normals_find(near, why);
}

void mesh_near_free(MeshNear *near)
{
  mesh_tree_free(&near->tree);
  free(near->corner);
  free(near->edge_normal);
  free(near->vertex_normal);
  near->corner = near->edge_normal = near->vertex_normal = NULL;
}

/* ---- searching ---- */

/* Feature of a face: its interior, the edge from corner k on, or corner k. */
enum { IN_FACE, ON_EDGE, AT_CORNER = ON_EDGE + 3 };

typedef struct {
  double square; /* of the distance, m^2 */
  Vec3   point;
  int    place, feature; /* place: face in the tree's order */
} Nearest;

static Vec3 between(Vec3 a, Vec3 b, double share)
{
  return vec3_axpy(a, share, vec3_sub(b, a));
}

/* Nearest point of a triangle by the regions around it: Ericson 2005, Real-Time Collision
   Detection, 5.1.5. */
static int triangle_nearest(const Vec3 *v, Vec3 x, Vec3 *point)
{
  const Vec3   ab = vec3_sub(v[1], v[0]), ac = vec3_sub(v[2], v[0]);
  const Vec3   ax = vec3_sub(x, v[0]), bx = vec3_sub(x, v[1]), cx = vec3_sub(x, v[2]);
  const double a1 = vec3_dot(ab, ax), a2 = vec3_dot(ac, ax), b1 = vec3_dot(ab, bx),
               b2 = vec3_dot(ac, bx), c1 = vec3_dot(ab, cx), c2 = vec3_dot(ac, cx);
  const double wa = b1 * c2 - c1 * b2, wb = c1 * a2 - a1 * c2,
               wc = a1 * b2 - b1 * a2; /* barycentric, times 4 area^2 */

  *point = v[0];
  if (a1 <= 0 && a2 <= 0) return AT_CORNER;
  *point = v[1];
  if (b1 >= 0 && b2 <= b1) return AT_CORNER + 1;
  *point = v[2];
  if (c2 >= 0 && c1 <= c2) return AT_CORNER + 2;
  if (wc <= 0 && a1 >= 0 && b1 <= 0) {
    *point = between(v[0], v[1], a1 / (a1 - b1));
    return ON_EDGE;
  }
  if (wb <= 0 && a2 >= 0 && c2 <= 0) {
    *point = between(v[0], v[2], a2 / (a2 - c2));
    return ON_EDGE + 2;
  }
  if (wa <= 0 && b2 >= b1 && c1 >= c2) {
    *point = between(v[1], v[2], (b2 - b1) / ((b2 - b1) + (c1 - c2)));
    return ON_EDGE + 1;
  }
  *point = vec3_axpy(vec3_axpy(v[0], wb / (wa + wb + wc), ab), wc / (wa + wb + wc), ac);
  return IN_FACE;
}

static void leaf_search(const MeshNear *near, const MeshNode *node, Vec3 x, Nearest *best)
{
  for (int place = node->first; place < node->first + node->n; place++) {
    Vec3         point;
    const int    feature = triangle_nearest(near->corner + 3 * place, x, &point);
    const Vec3   d       = vec3_sub(x, point);
    const double square  = vec3_dot(d, d);

    if (square < best->square) *best = (Nearest){square, point, place, feature};
  }
}

/* Update *best if a point nearer than best->square exists; else best->place stays. */
static void search(const MeshNear *near, Vec3 x, Nearest *best)
{
  MeshDescent     d = mesh_descent(near->tree.node, x);
  const MeshNode *leaf;

  while ((leaf = mesh_descent_next(&d, best->square)))
    if (d.square < best->square) leaf_search(near, leaf, x, best);
}

static Vec3 normal_at(const MeshNear *near, const Nearest *at)
{
  const int f = near->tree.order[at->place];

  if (at->feature >= AT_CORNER)
    return near->vertex_normal[near->tree.mesh->face[f].v[at->feature - AT_CORNER]];
  if (at->feature >= ON_EDGE) return near->edge_normal[3 * f + at->feature - ON_EDGE];
  return mesh_face_normal(near->tree.mesh, f);
}

bool mesh_near_find(const MeshNear *near, Vec3 x, double reach, MeshHit *hit)
{
  Nearest best = {.square = reach * reach, .place = -1};

  search(near, x, &best);
  if (best.place < 0) return false;
  *hit = (MeshHit){sqrt(best.square), best.point, near->tree.order[best.place]};
  if (vec3_dot(vec3_sub(x, best.point), normal_at(near, &best)) < 0) hit->distance = -hit->distance;
  return true;
}

double mesh_near_depth(const MeshNear *near, Vec3 x)
{
  MeshHit hit = {.distance = INFINITY};

  mesh_near_find(near, x, INFINITY, &hit);
  return -hit.distance;
}
