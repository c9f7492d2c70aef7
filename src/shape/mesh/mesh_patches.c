/* SPDX-License-Identifier: MIT */
/* Patches: a forest of faces, joined edge by edge. Each tree keeps a list of the pairs of faces
   that must not meet and of which one is in the tree. */
#include "shape/mesh/mesh_patches.h"
#include "base/elementary.h"
#include "shape/mesh/mesh_edges.h"
#include "shape/mesh/mesh_tree.h"

#include <math.h>

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

/* ---- angles ---- */

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

/* ---- balls ---- */

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

static int root_of(int *root, int f)
{
  while (root[f] != f) f = root[f] = root[root[f]];
  return f;
}

static PetscErrorCode foe_add(Join *j, int of, int face)
{
  const int k = j->n_foes++;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&j->foe, sizeof *j->foe, j->n_foes, &j->foe_room));
  j->foe[k] = (Foe){face, -1};
  if (j->count[of]++ == 0) j->first[of] = k;
  else j->foe[j->last[of]].next = k;
  j->last[of] = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if no face of tree a must not meet one of tree b; a has the shorter list. */
static bool may_meet(Join *j, int a, int b)
{
  int k = j->first[a];

  for (int i = 0; i < j->count[a]; i++, k = j->foe[k].next)
    if (root_of(j->root, j->foe[k].face) == b) return false;
  return true;
}

static void join(Join *j, const Seam *s)
{
  int a = root_of(j->root, s->face[0]), b = root_of(j->root, s->face[1]);

  if (a == b) return;
  if (j->count[a] > j->count[b]) {
    const int c = a;

    a = b;
    b = c;
  }
  if (!may_meet(j, a, b)) return;
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
static PetscErrorCode seams_sort_out(Join *j)
{
  PetscFunctionBeginUser;
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
          PetscCall(foe_add(j, f, g));
          PetscCall(foe_add(j, g, f));
        }
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode join_create(MeshPatches *p, const PatchRule *rule, Join *j)
{
  const int n = p->mesh->n_faces;
  double    sine, cosine;
  PetscInt  pairs = 0;

  PetscFunctionBeginUser;
  sine_cosine_degrees(rule->corner, &sine, &cosine);
  *j = (Join){.p = p, .rule = rule, .sharp = 1 - cosine};
  if (rule->fillet > 0) PetscCall(mesh_tree_create(p->mesh, &j->tree));
  for (int e = 0; e < p->n_edges; e++) pairs += p->edge[e].n * (p->edge[e].n - 1) / 2;
  PetscCall(array_create(&j->seam, sizeof *j->seam, pairs));
  PetscCall(array_create(&j->root, sizeof *j->root, n));
  PetscCall(array_create(&j->first, sizeof *j->first, n));
  PetscCall(array_create(&j->last, sizeof *j->last, n));
  PetscCall(array_create(&j->count, sizeof *j->count, n));
  PetscCall(array_create(&j->tight, sizeof *j->tight, 2 * n));
  for (int f = 0; f < n; f++) j->root[f] = f;
  PetscFunctionReturn(PETSC_SUCCESS);
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

/* ---- the patches ---- */

/* Number the trees by their first faces, to patch[]; returns their number. */
static PetscErrorCode trees_number(Join *j)
{
  const int n = j->p->mesh->n_faces;
  int      *number;

  PetscFunctionBeginUser;
  PetscCall(array_create(&number, sizeof *number, n)); /* of roots, from 1 */
  for (int f = 0; f < n; f++) {
    const int r = root_of(j->root, f);

    if (!number[r]) number[r] = ++j->p->n;
    j->p->patch[f] = number[r] - 1;
  }
  array_free(&number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode faces_sort(Mesh *mesh, MeshPatches *p)
{
  Face *face;
  int  *patch;

  PetscFunctionBeginUser;
  PetscCall(array_create(&p->start, sizeof *p->start, p->n + 2));
  PetscCall(array_create(&face, sizeof *face, mesh->n_faces));
  PetscCall(array_create(&patch, sizeof *patch, mesh->n_faces));
  PetscCall(array_create(&p->origin, sizeof *p->origin, mesh->n_faces));
  for (int f = 0; f < mesh->n_faces; f++) p->start[p->patch[f] + 2]++;
  for (int k = 0; k < p->n; k++) p->start[k + 2] += p->start[k + 1];
  for (int f = 0; f < mesh->n_faces; f++) {
    const int to = p->start[p->patch[f] + 1]++;

    face[to]  = mesh->face[f];
    patch[to] = p->patch[f];

    p->origin[to] = f;
  }
  memcpy(mesh->face, face, (size_t)mesh->n_faces * sizeof *face);
  memcpy(p->patch, patch, (size_t)mesh->n_faces * sizeof *patch);
  array_free(&face);
  array_free(&patch);
  PetscFunctionReturn(PETSC_SUCCESS);
}

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

PetscErrorCode mesh_patches_create(Mesh *mesh, const PatchRule *rule, MeshPatches *p)
{
  Join j;

  PetscFunctionBeginUser;
  PetscCall(mesh_edges_create(mesh, p));
  PetscCall(join_create(p, rule, &j));
  PetscCall(seams_sort_out(&j));
  mesh_tree_free(&j.tree);
  sort_items(j.seam, j.n_seams, sizeof *j.seam, compare_seams);
  for (int k = 0; k < j.n_seams; k++) join(&j, &j.seam[k]);
  PetscCall(trees_number(&j));
  join_free(&j);
  PetscCall(faces_sort(mesh, p));
  PetscCall(mesh_edges_renew(p));
  edges_mark(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_patches_given(const Mesh *part, const int *patch, const int *origin,
                                  MeshPatches *p)
{
  PetscFunctionBeginUser;
  PetscCall(mesh_edges_create(part, p));
  PetscCall(array_create(&p->origin, sizeof *p->origin, part->n_faces));
  PetscCall(array_create(&p->number, sizeof *p->number, part->n_faces));
  PetscCall(array_create(&p->start, sizeof *p->start, part->n_faces + 1));
  for (int f = 0; f < part->n_faces; f++) {
    if (f == 0 || patch[f] != patch[f - 1]) {
      p->number[p->n]  = patch[f];
      p->start[p->n++] = f;
    }
    p->patch[f]  = p->n - 1;
    p->origin[f] = origin[f];
  }
  p->start[p->n] = part->n_faces;
  PetscCall(array_trim(&p->number, sizeof *p->number, p->n));
  PetscCall(array_trim(&p->start, sizeof *p->start, p->n + 1));
  edges_mark(p);
  PetscFunctionReturn(PETSC_SUCCESS);
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
