/* SPDX-License-Identifier: MIT */
/* Making, freeing and sharing of the places of a mesh: a tree of all faces, one of each patch, and
   a grid. */
#include "wall/mesh/mesh_nearest.h"

/* Find the patch of each node, from the end, as children come after their parents. */
static void nodes_mark(MeshPlaces *s)
{
  const MeshTree *t = &s->whole;

  array_create(&s->node_patch, sizeof *s->node_patch, t->n_nodes);
  for (int k = t->n_nodes - 1; k >= 0; k--) {
    const MeshNode *n     = &t->node[k];
    int             patch = n->left ? s->node_patch[n->left] : s->patches.patch[t->order[n->first]];

    if (n->left && s->node_patch[n->left + 1] != patch) patch = -1;
    for (int i = 0; !n->left && i < n->n; i++)
      if (s->patches.patch[t->order[n->first + i]] != patch) patch = -1;
    s->node_patch[k] = patch;
  }
}

static void tree_append(const Mesh *mesh, MeshPlaces *s, int patch)
{
  const int  first = s->patches.start[patch];
  const Mesh part  = {.n_vertices = mesh->n_vertices,
                      .n_faces    = s->patches.start[patch + 1] - first,
                      .vertex     = mesh->vertex,
                      .face       = mesh->face + first};
  MeshTree   tree;

  mesh_tree_create(&part, &tree);
  memcpy(s->tree_order + first, tree.order, (size_t)part.n_faces * sizeof *tree.order);
  memcpy(s->tree_node + s->n_tree_nodes, tree.node, (size_t)tree.n_nodes * sizeof *tree.node);
  s->tree_start[patch] = s->n_tree_nodes;
  s->n_tree_nodes += tree.n_nodes;
  mesh_tree_free(&tree);
}

/* Make a tree for each patch, if there are several. */
static void trees_create(const Mesh *mesh, MeshPlaces *s)
{
  const int *start = s->patches.start, n = s->patches.n;
  int        nodes = 0;

  if (n <= 1) return;
  array_create(&s->tree_order, sizeof *s->tree_order, mesh->n_faces);
  array_create(&s->tree_start, sizeof *s->tree_start, n);
  for (int k = 0; k < n; k++) nodes += mesh_tree_size(start[k + 1] - start[k]);
  array_create(&s->tree_node, sizeof *s->tree_node, nodes);
  for (int k = 0; k < n; k++) tree_append(mesh, s, k);
}

FaceFrame face_frame(const MeshPatches *p, int f)
{
  FaceFrame q = {.normal = p->normal[f],
                 .corner = mesh_corner(p->mesh, f, 0),
                 .face   = f,
                 .patch  = p->patch[f],
                 .more   = {mesh_corner(p->mesh, f, 1), mesh_corner(p->mesh, f, 2)}};

  for (int k = 0; k < 3; k++) q.in[k] = mesh_patches_in(p, f, k);
  return q;
}

static void frames_create(const Mesh *mesh, MeshPlaces *s)
{
  array_create(&s->frame, sizeof *s->frame, mesh->n_faces);
  for (int f = 0; f < mesh->n_faces; f++) s->frame[f] = face_frame(&s->patches, f);
}

/* Make all but the patches. sides: which cells of the grid are solid. */
static void make_trees(const Mesh *mesh, double reach, bool sides, MeshPlaces *s)
{
  mesh_tree_create(mesh, &s->whole);
  nodes_mark(s);
  trees_create(mesh, s);
  if (!s->planar && mesh->n_faces > 0)
    mesh_grid_create(&s->whole, sides, s->hollow, reach, &s->grid);
  if (s->grid.lists.n_cells > 0) frames_create(mesh, s);
}

void mesh_places_create(Mesh *mesh, const PatchRule *rule, bool hollow, bool planar, double reach,
                        MeshPlaces *s)
{
  *s = (MeshPlaces){.solid = rule->solid, .hollow = hollow, .planar = planar};
  mesh_patches_create(mesh, rule, &s->patches);
  make_trees(mesh, reach, s->solid, s);
}

/* The sides of the cells are not known in a part. */
void mesh_places_of_part(const Mesh *part, const MeshPatches *patches, bool solid, bool hollow,
                         double reach, MeshPlaces *s)
{
  *s = (MeshPlaces){.patches = *patches, .solid = solid, .hollow = hollow, .is_part = true};
  s->patches.mesh = part;
  make_trees(part, reach, false, s);
}

void mesh_places_remember(MeshPlaces *s)
{
  mesh_recent_create(&s->grid, s->patches.mesh->n_faces, &s->recent);
}

void mesh_places_free(MeshPlaces *s)
{
  mesh_recent_free(&s->recent);
  mesh_grid_free(&s->grid);
  array_free(&s->frame);
  array_free(&s->tree_order);
  array_free(&s->tree_start);
  array_free(&s->tree_node);
  array_free(&s->node_patch);
  mesh_tree_free(&s->whole);
  mesh_patches_free(&s->patches);
}

int mesh_places_arrays(Mesh *m, MeshPlaces *s, SharedArray *of)
{
  MeshPatches      *p     = &s->patches;
  const size_t      faces = (size_t)m->n_faces, vertices = (size_t)m->n_vertices;
  MeshGrid         *g       = &s->grid;
  const size_t      patches = (size_t)p->n, trees = (size_t)s->n_tree_nodes;
  const size_t      cells = (size_t)g->lists.n_cells, gridded = cells > 0 ? faces : 0;
  const SharedArray list[] = {
    {(void **)&m->vertex, vertices * sizeof *m->vertex},
    {(void **)&m->face, faces * sizeof *m->face},
    {(void **)&p->start, (patches + 1) * sizeof *p->start},
    {(void **)&p->patch, faces * sizeof *p->patch},
    {(void **)&p->origin, faces * sizeof *p->origin},
    {(void **)&p->normal, faces * sizeof *p->normal},
    {(void **)&p->vertex_normal, vertices * sizeof *p->vertex_normal},
    {(void **)&p->side, 3 * faces * sizeof *p->side},
    {(void **)&p->edge, (size_t)p->n_edges * sizeof *p->edge},
    {(void **)&p->edge_face, 3 * faces * sizeof *p->edge_face},
    {(void **)&p->fan_start, (vertices + 1) * sizeof *p->fan_start},
    {(void **)&p->fan, 3 * faces * sizeof *p->fan},
    {(void **)&s->whole.order, faces * sizeof *s->whole.order},
    {(void **)&s->whole.node, (size_t)s->whole.n_nodes * sizeof *s->whole.node},
    {(void **)&s->node_patch, (size_t)s->whole.n_nodes * sizeof *s->node_patch},
    {(void **)&s->tree_order, trees > 0 ? faces * sizeof *s->tree_order : 0},
    {(void **)&s->tree_start, trees > 0 ? patches * sizeof *s->tree_start : 0},
    {(void **)&s->tree_node, trees * sizeof *s->tree_node},
    {(void **)&g->start, cells > 0 ? (cells + 1) * sizeof *g->start : 0},
    {(void **)&g->face, (size_t)g->n_listed * sizeof *g->face},
    {(void **)&g->side, g->sides.n_cells > 0 ? (size_t)g->sides.n_cells / 4 + 1 : 0},
    {(void **)&g->bound, gridded * sizeof *g->bound},
    {(void **)&s->frame, gridded * sizeof *s->frame},
  };

  memcpy(of, list, sizeof list);
  return (int)(sizeof list / sizeof *list);
}
