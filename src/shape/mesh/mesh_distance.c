/* SPDX-License-Identifier: MIT */
/* Signed distance to a mesh by a tree of boxes, nearest box first; the sign is that of the normal
   at the nearest face, edge or vertex. */
#include "shape/mesh/mesh_distance.h"

/* Set the normals of all edges. False if the faces of one do not cancel in orientation: the mesh is
   open there. */
static bool edge_normals_find(MeshDistance *near, char *why)
{
  const MeshPatches *p = &near->edges;

  array_create(&near->edge_normal, sizeof *near->edge_normal, p->n_edges);
  for (int e = 0; e < p->n_edges; e++) {
    const MeshEdge *edge = &p->edge[e];
    const Vec3      a = p->mesh->vertex[edge->low], b = p->mesh->vertex[edge->high];
    int             forward = 0;

    for (int i = edge->first; i < edge->first + edge->n; i++) {
      near->edge_normal[e] = vec3_add(near->edge_normal[e], p->normal[p->edge_face[i]]);
      forward += mesh_edges_up(p->mesh, p->edge_face[i], edge) ? 1 : -1;
    }
    if (forward == 0) continue;
    return why_not(
      why,
      "the mesh is not closed, or its faces do not agree on what is outside, at the edge "
      "(%g, %g, %g) - (%g, %g, %g)",
      a.x, a.y, a.z, b.x, b.y, b.z);
  }
  return true;
}

bool mesh_distance_create(const Mesh *mesh, MeshDistance *near, char *why)
{
  *near = (MeshDistance){.tree = {.mesh = mesh}};
  if (mesh->n_faces < 4 || mesh->n_faces > INT32_MAX / 6)
    return why_not(why, "the mesh has %d faces: a closed one has between 4 and %d", mesh->n_faces,
                   INT32_MAX / 6);
  for (int i = 0; i < mesh->n_vertices; i++) {
    const Vec3 x = mesh->vertex[i];

    if (isfinite(x.x) && isfinite(x.y) && isfinite(x.z)) continue;
    return why_not(why, "vertex %d of the mesh is not finite: (%g, %g, %g)", i, x.x, x.y, x.z);
  }
  array_create(&near->corner, sizeof *near->corner, 3 * mesh->n_faces);
  mesh_edges_create(mesh, &near->edges);
  mesh_tree_create(mesh, &near->tree);
  for (int c = 0; c < 3 * mesh->n_faces; c++)
    near->corner[c] = mesh_corner(mesh, near->tree.order[c / 3], c % 3);
  return edge_normals_find(near, why);
}

void mesh_distance_free(MeshDistance *near)
{
  mesh_tree_free(&near->tree);
  mesh_patches_free(&near->edges);
  array_free(&near->corner);
  array_free(&near->edge_normal);
}

/* Feature of a face: its interior, the edge from corner k on, or corner k. */
enum { IN_FACE, ON_EDGE, AT_CORNER = ON_EDGE + 3 };

typedef struct {
  double square; /* of the distance, m^2 */
  Vec3   point;
  int    place, feature; /* place: face in the tree's order */
} Nearest;

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
    *point = vec3_axpy(v[0], a1 / (a1 - b1), ab);
    return ON_EDGE;
  }
  if (wb <= 0 && a2 >= 0 && c2 <= 0) {
    *point = vec3_axpy(v[0], a2 / (a2 - c2), ac);
    return ON_EDGE + 2;
  }
  if (wa <= 0 && b2 >= b1 && c1 >= c2) {
    *point = vec3_axpy(v[1], (b2 - b1) / ((b2 - b1) + (c1 - c2)), vec3_sub(v[2], v[1]));
    return ON_EDGE + 1;
  }
  *point = vec3_axpy(vec3_axpy(v[0], wb / (wa + wb + wc), ab), wc / (wa + wb + wc), ac);
  return IN_FACE;
}

static void leaf_search(const MeshDistance *near, const MeshNode *node, Vec3 x, Nearest *best)
{
  for (int place = node->first; place < node->first + node->n; place++) {
    Vec3         point;
    const int    feature = triangle_nearest(near->corner + 3 * place, x, &point);
    const Vec3   d       = vec3_sub(x, point);
    const double square  = vec3_dot(d, d);

    if (square < best->square) *best = (Nearest){square, point, place, feature};
  }
}

static Vec3 normal_at(const MeshDistance *near, const Nearest *at)
{
  const int f = near->tree.order[at->place];

  if (at->feature >= AT_CORNER)
    return near->edges.vertex_normal[near->tree.mesh->face[f].v[at->feature - AT_CORNER]];
  if (at->feature >= ON_EDGE)
    return near->edge_normal[near->edges.side[3 * f + at->feature - ON_EDGE]];
  return mesh_face_normal(near->tree.mesh, f);
}

bool mesh_distance_find(const MeshDistance *near, Vec3 x, double reach, MeshHit *hit)
{
  Nearest         best = {.square = reach * reach, .place = -1};
  MeshDescent     d    = mesh_descent(near->tree.node, x);
  const MeshNode *leaf;

  while ((leaf = mesh_descent_next(&d, best.square)))
    if (d.square < best.square) leaf_search(near, leaf, x, &best);
  if (best.place < 0) return false;
  *hit = (MeshHit){sqrt(best.square), best.point, near->tree.order[best.place]};
  if (vec3_dot(vec3_sub(x, best.point), normal_at(near, &best)) < 0) hit->distance = -hit->distance;
  return true;
}

double mesh_distance_depth(const MeshDistance *near, Vec3 x)
{
  MeshHit hit = {.distance = INFINITY};

  mesh_distance_find(near, x, INFINITY, &hit);
  return -hit.distance;
}
