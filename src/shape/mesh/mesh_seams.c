/* SPDX-License-Identifier: MIT */
/* Each vertex on an open edge looks for faces near it in the tree; those whose open edges it lies
   on are cut from it to the corner across. */
#include "shape/mesh/mesh_patches.h"
#include "shape/mesh/mesh_tree.h"

/* Largest distance of a vertex from an edge over the height of the face. */
static const double flat = 1e-3;

/* A vertex on the edge from corner k of a face, at the part `at` of its length. */
typedef struct {
  int    face, k, vertex;
  double at;
} Hit;

typedef struct {
  const Mesh *mesh;
  MeshPatches edges; /* without patches */
  MeshTree    tree;
  double      merge; /* m */
  PetscInt    n, capacity;
  Hit        *hit;
} Seams;

static int compare_hits(const void *a, const void *b)
{
  const Hit *p = a, *q = b;

  if (p->face != q->face) return p->face < q->face ? -1 : 1;
  if (p->k != q->k) return p->k < q->k ? -1 : 1;
  if (p->at != q->at) return p->at < q->at ? -1 : 1;
  return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* ---- vertices on open edges ---- */

/* True if the vertex is inside of edge k of face f. */
static bool lies_on(const Seams *s, int f, int k, int vertex, double *at)
{
  const Vec3   a = mesh_corner(s->mesh, f, k), x = vec3_sub(s->mesh->vertex[vertex], a);
  const Vec3   along  = vec3_sub(mesh_corner(s->mesh, f, (k + 1) % 3), a);
  const double length = vec3_norm(along), way = vec3_dot(x, along) / length,
               height = vec3_norm(mesh_face_normal(s->mesh, f)) / length,
               off    = vec3_norm(vec3_axpy(x, -way / length, along));

  *at = way / length;
  return way > s->merge && way < length - s->merge && off <= s->merge && off < flat * height;
}

static void note_face(Seams *s, int f, int vertex)
{
  for (int k = 0; k < 3; k++) {
    double at;

    if (s->edges.edge[s->edges.side[3 * f + k]].n != 1 || !lies_on(s, f, k, vertex, &at)) continue;
    array_reserve(&s->hit, sizeof *s->hit, s->n + 1, &s->capacity);
    s->hit[s->n++] = (Hit){f, k, vertex, at};
  }
}

/* Note the faces of a node on whose open edges a vertex lies. */
static void look_in(Seams *s, int node, int vertex)
{
  const MeshNode *box = &s->tree.node[node];
  const Vec3      x = s->mesh->vertex[vertex], wide = vec3(s->merge, s->merge, s->merge);

  if (!vec3_is_within(x, vec3_sub(box->lo, wide), vec3_add(box->hi, wide))) return;
  if (box->left > 0) {
    look_in(s, box->left, vertex);
    look_in(s, box->left + 1, vertex);
  } else {
    for (int i = box->first; i < box->first + box->n; i++) note_face(s, s->tree.order[i], vertex);
  }
}

/* Find the hits of all vertices of open edges, in the order of faces and along their edges. */
static void find_hits(Seams *s)
{
  bool *met;

  array_create(&met, sizeof *met, s->mesh->n_vertices);
  for (int e = 0; e < s->edges.n_edges; e++)
    if (s->edges.edge[e].n == 1) met[s->edges.edge[e].low] = met[s->edges.edge[e].high] = true;
  for (int v = 0; v < s->mesh->n_vertices; v++)
    if (met[v]) look_in(s, 0, v);
  array_free(&met);
  sort_items(s->hit, s->n, sizeof *s->hit, compare_hits);
}

/* Vertices on the edge from corner k on, in this order. */
typedef struct {
  const Hit *hit;
  int        n;
} Row;

/* Cut face f in two at the middle vertex of a row, and go on with both. */
static void cut(Mesh *mesh, int f, const Row row[3])
{
  const Face of = mesh->face[f];
  const int  k = row[0].n > 0 ? 0 : row[1].n > 0 ? 1 : 2, half = row[k].n / 2;
  const Row  before = {row[k].hit, half}, none = {NULL, 0};
  const int  a = of.v[k], b = of.v[(k + 1) % 3], c = of.v[(k + 2) % 3], next = mesh->n_faces;
  Row        after;
  int        h;

  if (row[k].n == 0) return;
  h                           = row[k].hit[half].vertex;
  after                       = (Row){row[k].hit + half + 1, row[k].n - half - 1};
  mesh->face[f]               = (Face){{a, h, c}};
  mesh->face[mesh->n_faces++] = (Face){{h, b, c}};
  mesh->origin[next]          = mesh->origin[f];
  cut(mesh, f, (const Row[3]){before, none, row[(k + 2) % 3]});
  cut(mesh, next, (const Row[3]){after, row[(k + 1) % 3], none});
}

static void cut_faces(const Seams *s, Mesh *mesh)
{
  Face *face;

  array_create(&face, sizeof *face, mesh->n_faces + s->n);
  memcpy(face, mesh->face, (size_t)mesh->n_faces * sizeof *face);
  array_free(&mesh->face);
  mesh->face = face;
  array_free(&mesh->origin);
  array_create(&mesh->origin, sizeof *mesh->origin, mesh->n_faces + s->n);
  for (int f = 0; f < mesh->n_faces; f++) mesh->origin[f] = f;
  for (PetscInt i = 0; i < s->n;) {
    const int f      = s->hit[i].face;
    Row       row[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};

    for (; i < s->n && s->hit[i].face == f; i++) {
      Row *of = &row[s->hit[i].k];

      if (of->n++ == 0) of->hit = &s->hit[i];
    }
    cut(mesh, f, row);
  }
}

void mesh_seams_split(double merge, Mesh *mesh, Findings *findings)
{
  Seams s    = {.mesh = mesh};
  bool  open = false;
  Vec3  lo, hi;

  if (mesh->n_faces == 0) return;
  mesh_bounds(mesh, &lo, &hi);
  s.merge = merge >= 0 ? merge : -merge * vec3_norm(vec3_sub(hi, lo));
  mesh_edges_create(mesh, &s.edges);
  for (int e = 0; e < s.edges.n_edges && !open; e++) open = s.edges.edge[e].n == 1;
  if (open) {
    mesh_tree_create(mesh, &s.tree);
    find_hits(&s);
  }
  if (mesh->n_faces + (int64_t)s.n > MESH_MOST_FACES)
    finding_add(findings, 0, "more than %d faces, with those split where others meet their edges",
                MESH_MOST_FACES);
  else if (s.n > 0) cut_faces(&s, mesh);
  array_free(&s.hit);
  mesh_tree_free(&s.tree);
  mesh_patches_free(&s.edges);
}
