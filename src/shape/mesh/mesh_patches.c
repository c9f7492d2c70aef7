/* SPDX-License-Identifier: MIT */
/* Edges of a mesh, and its patches: a forest of faces, joined edge by edge. Each tree keeps a list
   of the pairs of faces that must not meet and of which one is in the tree. */
#include "shape/mesh/mesh_patches.h"
#include "base/elementary.h"
#include "base/forest.h"
#include "shape/mesh/mesh_tree.h"

/* ---- edges ---- */

/* A side of a face, listed at its lower vertex. */
typedef struct {
  int high, face, corner;
} Side;

static int compare_sides(const void *a, const void *b)
{
  const Side *p = a, *q = b;

  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/* Sort the sides by lower vertex, then upper one, then face: those of vertex v are
   start[v] .. start[v + 1] - 1. */
static void sides_sort(const Mesh *m, int **start, Side **side)
{
  const int n = 3 * m->n_faces;
  int      *low, *place;

  array_create(start, sizeof **start, m->n_vertices + 1);
  array_create(side, sizeof **side, n);
  array_create(&low, sizeof *low, n);
  array_create(&place, sizeof *place, n);
  for (int c = 0; c < n; c++)
    low[c] = (int)min_int(m->face[c / 3].v[c % 3], m->face[c / 3].v[(c + 1) % 3]);
  sort_bins(n, low, m->n_vertices, *start, place);
  for (int i = 0; i < n; i++) {
    const int c = place[i], *v = m->face[c / 3].v;

    (*side)[i] = (Side){(int)max_int(v[c % 3], v[(c + 1) % 3]), c / 3, c % 3};
  }
  array_free(&low);
  array_free(&place);
  for (int v = 0; v < m->n_vertices; v++)
    sort_items(*side + (*start)[v], (*start)[v + 1] - (*start)[v], sizeof **side, compare_sides);
}

static bool starts_edge(const Side *side, int i, int first)
{
  return i == first || side[i].high != side[i - 1].high;
}

/* List the edges of all faces, by their lower vertices. */
static void edges_find(MeshPatches *p)
{
  const Mesh *m = p->mesh;
  int        *start, n = 0;
  Side       *side;

  sides_sort(m, &start, &side);
  for (int v = 0; v < m->n_vertices; v++)
    for (int i = start[v]; i < start[v + 1]; i++) n += starts_edge(side, i, start[v]);
  if (!p->edge) array_create(&p->edge, sizeof *p->edge, n);
  p->n_edges = 0;
  for (int v = 0; v < m->n_vertices; v++)
    for (int i = start[v]; i < start[v + 1]; i++) {
      if (starts_edge(side, i, start[v]))
        p->edge[p->n_edges++] = (MeshEdge){.low = v, .high = side[i].high, .first = i};
      p->edge[p->n_edges - 1].n++;
      p->edge_face[i]                            = side[i].face;
      p->side[3 * side[i].face + side[i].corner] = p->n_edges - 1;
    }
  array_free(&start);
  array_free(&side);
}

/* Make edges, fans and normals, or make them anew after the faces were sorted. */
static void mesh_edges_renew(MeshPatches *p)
{
  const Mesh *m = p->mesh;

  edges_find(p);
  memset(p->fan_start, 0, ((size_t)m->n_vertices + 1) * sizeof *p->fan_start);
  sort_bins(3 * m->n_faces, (const int *)m->face, m->n_vertices, p->fan_start, p->fan);
  for (int c = 0; c < 3 * m->n_faces; c++) p->fan[c] /= 3; /* the face of a corner */
  memset(p->vertex_normal, 0, (size_t)m->n_vertices * sizeof *p->vertex_normal);
  for (int f = 0; f < m->n_faces; f++) {
    p->normal[f] = mesh_face_normal(m, f);
    vec3_normalize(&p->normal[f]);
    for (int k = 0; k < 3; k++) {
      Vec3 *sum = &p->vertex_normal[m->face[f].v[k]];

      *sum = vec3_axpy(*sum, mesh_corner_angle(m, f, k), p->normal[f]);
    }
  }
}

void mesh_edges_create(const Mesh *mesh, MeshPatches *p)
{
  const int n = 3 * mesh->n_faces;

  *p = (MeshPatches){.mesh = mesh};
  array_create(&p->patch, sizeof *p->patch, mesh->n_faces);
  array_create(&p->normal, sizeof *p->normal, mesh->n_faces);
  array_create(&p->vertex_normal, sizeof *p->vertex_normal, mesh->n_vertices);
  array_create(&p->side, sizeof *p->side, n);
  array_create(&p->edge_face, sizeof *p->edge_face, n);
  array_create(&p->fan_start, sizeof *p->fan_start, mesh->n_vertices + 1);
  array_create(&p->fan, sizeof *p->fan, n);
  mesh_edges_renew(p);
}

int mesh_edges_third(const Mesh *mesh, int f, const MeshEdge *e)
{
  const int *v = mesh->face[f].v;

  for (int k = 0; k < 2; k++)
    if (v[k] != e->low && v[k] != e->high) return v[k];
  return v[2];
}

bool mesh_edges_up(const Mesh *mesh, int f, const MeshEdge *e)
{
  const int *v = mesh->face[f].v;

  return (v[0] == e->low && v[1] == e->high) || (v[1] == e->low && v[2] == e->high) ||
         (v[2] == e->low && v[0] == e->high);
}

int mesh_flat_face(const Mesh *mesh)
{
  for (int f = 0; f < mesh->n_faces; f++) {
    double longest = 0;

    for (int k = 0; k < 3; k++)
      longest = max_real(
        longest, vec3_norm(vec3_sub(mesh_corner(mesh, f, (k + 1) % 3), mesh_corner(mesh, f, k))));
    if (!(vec3_norm(mesh_face_normal(mesh, f)) > 1e-9 * longest * longest)) return f;
  }
  return -1;
}

/* Two faces at an edge. */
typedef struct {
  double turn; /* 1 - cos of the angle by which they turn, 0 .. 2 */
  int    face[2];
  int    edge;
} Seam;

/* An entry of the list of a tree: a face that none of its faces may be joined with. */
typedef struct {
  int face, next; /* next: entry, -1: end */
} Foe;

typedef struct {
  MeshPatches     *p;
  const PatchRule *rule;
  double           sharp; /* least turn of sharp edges */
  Seam            *seam;  /* pairs of faces that may be joined */
  int              n_seams;
  Foe             *foe;
  int              n_foes;
  PetscInt         foe_room;
  int             *root, *first, *last, *count; /* [n_faces] forest; of roots: lists of foes */
  MeshTree         tree;                        /* if there is a ball */
  int8_t          *tight; /* [2 n_faces] front, back: 0 unknown, 1 the ball fits, 2 it does not */
} Join;

/* Unit vector in the face, across the edge, towards its third corner. */
static Vec3 into_face(const MeshPatches *p, const MeshEdge *e, int f)
{
  const Mesh *m = p->mesh;
  const Vec3  a = m->vertex[e->low], along = vec3_sub(m->vertex[e->high], a),
             d = vec3_sub(m->vertex[mesh_edges_third(m, f, e)], a);
  Vec3 u       = vec3_axpy(d, -vec3_dot(d, along) / vec3_dot(along, along), along);

  vec3_normalize(&u);
  return u;
}

double mesh_patches_rise(const MeshPatches *p, const MeshEdge *e)
{
  return vec3_dot(p->normal[p->edge_face[e->first]], into_face(p, e, p->edge_face[e->first + 1]));
}

static EdgeKind kind_of(const MeshPatches *p, const MeshEdge *e)
{
  const double rise = e->n == 2 ? mesh_patches_rise(p, e) : 0;

  return rise < -1e-9 ? EDGE_RIDGE : rise > 1e-9 ? EDGE_VALLEY : EDGE_PLAIN;
}

/* True if the ball that touches the face at its centroid, on this side, overlaps others. */
static bool is_tight(Join *j, int f, bool back)
{
  static const double share = 0.05; /* covers the facets of a surface as round as the ball */
  int8_t             *known = &j->tight[2 * f + back];
  const Mesh         *m     = j->p->mesh;
  const double        r     = j->rule->fillet;

  if (!*known) {
    const Vec3 sum =
      vec3_add(vec3_add(mesh_corner(m, f, 0), mesh_corner(m, f, 1)), mesh_corner(m, f, 2));
    const Vec3 x = vec3_axpy(vec3_scale(1. / 3, sum), back ? -r : r, j->p->normal[f]);

    *known = mesh_tree_distance(&j->tree, x, (1 - share) * r, NULL) < (1 - share) * r ? 2 : 1;
  }
  return *known == 2;
}

/* True if a ball cannot touch the faces at a concave edge: its valley is narrower than the ball. */
static bool is_narrow(Join *j, const Seam *s)
{
  static const double least = 4e-5; /* of turns: half a degree */
  const MeshEdge     *e     = &j->p->edge[s->edge];
  const EdgeKind      kind  = kind_of(j->p, e);

  if (!(j->rule->fillet > 0) || s->turn < least || kind == EDGE_PLAIN) return false;
  if (kind == EDGE_RIDGE && j->rule->solid) return false;
  for (int k = 0; k < 2; k++) {
    const int  f    = s->face[k];
    const bool same = vec3_dot(j->p->normal[f], j->p->normal[s->face[0]]) > 0;

    if (is_tight(j, f, (kind == EDGE_RIDGE) == same)) return true;
  }
  return false;
}

/* ---- the forest ---- */

/* Append a face to the list of those that a face must not meet. */
static void foe_add(Join *j, int of, int face)
{
  const int k = j->n_foes++;

  array_reserve(&j->foe, sizeof *j->foe, j->n_foes, &j->foe_room);
  j->foe[k] = (Foe){face, -1};
  if (j->count[of]++ == 0) j->first[of] = k;
  else j->foe[j->last[of]].next = k;
  j->last[of] = k;
}

/* Join the trees of two faces, unless they must not meet. */
static void join(Join *j, const Seam *s)
{
  int a = forest_root(j->root, s->face[0]), b = forest_root(j->root, s->face[1]), k;

  if (a == b) return;
  if (j->count[a] > j->count[b]) {
    const int c = a;

    a = b;
    b = c;
  }
  /* The trees must not meet if a face of tree a, which has the shorter list, has a foe in b. */
  k = j->first[a];
  for (int i = 0; i < j->count[a]; i++, k = j->foe[k].next)
    if (forest_root(j->root, j->foe[k].face) == b) return;
  j->root[a] = b;
  if (j->count[a] == 0) return;
  if (j->count[b] == 0) j->first[b] = j->first[a];
  else j->foe[j->last[b]].next = j->first[a];
  j->last[b] = j->last[a];
  j->count[b] += j->count[a];
}

static int compare_seams(const void *a, const void *b)
{
  const Seam *p = a, *q = b;

  if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
  if (p->edge != q->edge) return p->edge < q->edge ? -1 : 1;
  if (p->face[0] != q->face[0]) return p->face[0] < q->face[0] ? -1 : 1;
  return p->face[1] < q->face[1] ? -1 : p->face[1] > q->face[1];
}

/* Sort the pairs of faces at all edges into those that may be joined and those that must not
   meet. */
static void seams_sort_out(Join *j)
{
  for (int e = 0; e < j->p->n_edges; e++) {
    const MeshEdge *edge = &j->p->edge[e];

    for (int i = 0; i < edge->n; i++)
      for (int k = i + 1; k < edge->n; k++) {
        const int  f = j->p->edge_face[edge->first + i], g = j->p->edge_face[edge->first + k];
        const Seam s = {
          1 + vec3_dot(into_face(j->p, edge, f), into_face(j->p, edge, g)), {f, g}, e};
        const bool convex = j->rule->solid && kind_of(j->p, edge) == EDGE_RIDGE;

        if ((s.turn <= j->sharp || convex) && !is_narrow(j, &s)) j->seam[j->n_seams++] = s;
        else {
          foe_add(j, f, g);
          foe_add(j, g, f);
        }
      }
  }
}

static void join_create(MeshPatches *p, const PatchRule *rule, Join *j)
{
  const int n = p->mesh->n_faces;
  double    sine, cosine;
  PetscInt  pairs = 0;

  sine_cosine_degrees(rule->corner, &sine, &cosine);
  *j = (Join){.p = p, .rule = rule, .sharp = 1 - cosine};
  if (rule->fillet > 0) mesh_tree_create(p->mesh, &j->tree);
  for (int e = 0; e < p->n_edges; e++) pairs += p->edge[e].n * (p->edge[e].n - 1) / 2;
  array_create(&j->seam, sizeof *j->seam, pairs);
  array_create(&j->root, sizeof *j->root, n);
  array_create(&j->first, sizeof *j->first, n);
  array_create(&j->last, sizeof *j->last, n);
  array_create(&j->count, sizeof *j->count, n);
  array_create(&j->tight, sizeof *j->tight, 2 * n);
  for (int f = 0; f < n; f++) j->root[f] = f;
}

static void join_free(Join *j)
{
  array_free(&j->seam);
  array_free(&j->foe);
  array_free(&j->root);
  array_free(&j->first);
  array_free(&j->last);
  array_free(&j->count);
  array_free(&j->tight);
  mesh_tree_free(&j->tree);
}

/* Sort the faces by patch, and note where each was. */
static void faces_sort(Mesh *mesh, MeshPatches *p)
{
  Face *face;
  int  *patch;

  array_create(&p->start, sizeof *p->start, p->n + 1);
  array_create(&face, sizeof *face, mesh->n_faces);
  array_create(&patch, sizeof *patch, mesh->n_faces);
  array_create(&p->origin, sizeof *p->origin, mesh->n_faces);
  sort_bins(mesh->n_faces, p->patch, p->n, p->start, p->origin);
  for (int to = 0; to < mesh->n_faces; to++) {
    face[to]  = mesh->face[p->origin[to]];
    patch[to] = p->patch[p->origin[to]];
  }
  memcpy(mesh->face, face, (size_t)mesh->n_faces * sizeof *face);
  memcpy(p->patch, patch, (size_t)mesh->n_faces * sizeof *patch);
  array_free(&face);
  array_free(&patch);
}

/* Set owners, kinds and cuts of the edges. */
static void edges_mark(MeshPatches *p)
{
  for (int k = 0; k < p->n_edges; k++) {
    MeshEdge *e = &p->edge[k];

    e->kind  = kind_of(p, e);
    e->owner = p->patch[p->edge_face[e->first]];
    for (int i = 1; i < e->n; i++) {
      const int patch = p->patch[p->edge_face[e->first + i]];

      e->cut   = e->cut || patch != e->owner;
      e->owner = patch < e->owner ? patch : e->owner;
    }
  }
}

void mesh_patches_create(Mesh *mesh, const PatchRule *rule, MeshPatches *p)
{
  Join j;
  int *number;

  mesh_edges_create(mesh, p);
  join_create(p, rule, &j);
  seams_sort_out(&j);
  mesh_tree_free(&j.tree);
  sort_items(j.seam, j.n_seams, sizeof *j.seam, compare_seams);
  for (int k = 0; k < j.n_seams; k++) join(&j, &j.seam[k]);
  array_create(&number, sizeof *number, mesh->n_faces); /* of roots, from 1 */
  for (int f = 0; f < mesh->n_faces; f++) {
    const int r = forest_root(j.root, f);

    if (!number[r]) number[r] = ++p->n;
    p->patch[f] = number[r] - 1;
  }
  array_free(&number);
  join_free(&j);
  faces_sort(mesh, p);
  mesh_edges_renew(p);
  edges_mark(p);
}

void mesh_patches_given(const Mesh *part, const int *patch, const int *origin, MeshPatches *p)
{
  mesh_edges_create(part, p);
  array_create(&p->origin, sizeof *p->origin, part->n_faces);
  array_create(&p->number, sizeof *p->number, part->n_faces);
  array_create(&p->start, sizeof *p->start, part->n_faces + 1);
  for (int f = 0; f < part->n_faces; f++) {
    if (f == 0 || patch[f] != patch[f - 1]) {
      p->number[p->n]  = patch[f];
      p->start[p->n++] = f;
    }
    p->patch[f]  = p->n - 1;
    p->origin[f] = origin[f];
  }
  p->start[p->n] = part->n_faces;
  array_trim(&p->number, sizeof *p->number, p->n);
  array_trim(&p->start, sizeof *p->start, p->n + 1);
  edges_mark(p);
}

bool mesh_patches_stand_out(const MeshPatches *p)
{
  for (int e = 0; e < p->n_edges; e++)
    if (p->edge[e].n == 2 && mesh_patches_rise(p, &p->edge[e]) < -1e-6) return true;
  return false;
}

void mesh_patches_free(MeshPatches *p)
{
  array_free(&p->start);
  array_free(&p->patch);
  array_free(&p->origin);
  array_free(&p->number);
  array_free(&p->normal);
  array_free(&p->vertex_normal);
  array_free(&p->side);
  array_free(&p->edge);
  array_free(&p->edge_face);
  array_free(&p->fan_start);
  array_free(&p->fan);
  p->n = p->n_edges = 0;
}
