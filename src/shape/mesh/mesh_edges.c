/* SPDX-License-Identifier: MIT */
/* Edges of a mesh, fans of its vertices, and normals: the part of MeshPatches that does not depend
   on patches. */
#include "shape/mesh/mesh_edges.h"

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

static int lower_vertex(const Face *f, int k)
{
  const int a = f->v[k], b = f->v[(k + 1) % 3];

  return a < b ? a : b;
}

/* Sides by lower vertex, then upper one, then face: those of vertex v are start[v] .. start[v+1]-1. */
static PetscErrorCode sides_sort(const Mesh *m, int **start, Side **side)
{
  int *next;

  PetscFunctionBeginUser;
  PetscCall(array_create(start, sizeof **start, m->n_vertices + 2));
  PetscCall(array_create(side, sizeof **side, 3 * m->n_faces));
  next = *start + 1; /* where the next one of each vertex goes, once all are counted */
  for (int c = 0; c < 3 * m->n_faces; c++) next[lower_vertex(&m->face[c / 3], c % 3) + 1]++;
  for (int v = 0; v < m->n_vertices; v++) next[v + 1] += next[v];
  for (int c = 0; c < 3 * m->n_faces; c++) {
    const Face *f   = &m->face[c / 3];
    const int   low = lower_vertex(f, c % 3), a = f->v[c % 3], b = f->v[(c + 1) % 3];

    (*side)[next[low]++] = (Side){a < b ? b : a, c / 3, c % 3};
  }
  for (int v = 0; v < m->n_vertices; v++)
    sort_items(*side + (*start)[v], (*start)[v + 1] - (*start)[v], sizeof **side, compare_sides);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool starts_edge(const Side *side, int i, int first)
{
  return i == first || side[i].high != side[i - 1].high;
}

static PetscErrorCode edges_find(MeshPatches *p)
{
  const Mesh *m = p->mesh;
  int        *start, n = 0;
  Side       *side;

  PetscFunctionBeginUser;
  PetscCall(sides_sort(m, &start, &side));
  for (int v = 0; v < m->n_vertices; v++)
    for (int i = start[v]; i < start[v + 1]; i++) n += starts_edge(side, i, start[v]);
  if (!p->edge) PetscCall(array_create(&p->edge, sizeof *p->edge, n));
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void fans_find(MeshPatches *p)
{
  const Mesh *m = p->mesh;

  memset(p->fan_start, 0, ((size_t)m->n_vertices + 1) * sizeof *p->fan_start);
  for (int c = 0; c < 3 * m->n_faces; c++) p->fan_start[m->face[c / 3].v[c % 3] + 1]++;
  for (int v = 0; v < m->n_vertices; v++) p->fan_start[v + 1] += p->fan_start[v];
  for (int c = 0; c < 3 * m->n_faces; c++) p->fan[p->fan_start[m->face[c / 3].v[c % 3]]++] = c / 3;
  for (int v = m->n_vertices; v > 0; v--) p->fan_start[v] = p->fan_start[v - 1];
  p->fan_start[0] = 0;
}

static void normals_find(MeshPatches *p)
{
  const Mesh *m = p->mesh;

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

PetscErrorCode mesh_edges_create(const Mesh *mesh, MeshPatches *p)
{
  const int n = 3 * mesh->n_faces;

  PetscFunctionBeginUser;
  *p = (MeshPatches){.mesh = mesh};
  PetscCall(array_create(&p->patch, sizeof *p->patch, mesh->n_faces));
  PetscCall(array_create(&p->normal, sizeof *p->normal, mesh->n_faces));
  PetscCall(array_create(&p->vertex_normal, sizeof *p->vertex_normal, mesh->n_vertices));
  PetscCall(array_create(&p->side, sizeof *p->side, n));
  PetscCall(array_create(&p->edge_face, sizeof *p->edge_face, n));
  PetscCall(array_create(&p->fan_start, sizeof *p->fan_start, mesh->n_vertices + 1));
  PetscCall(array_create(&p->fan, sizeof *p->fan, n));
  PetscCall(mesh_edges_renew(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_edges_renew(MeshPatches *p)
{
  PetscFunctionBeginUser;
  PetscCall(edges_find(p));
  fans_find(p);
  normals_find(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int mesh_edges_third(const Mesh *mesh, int f, const MeshEdge *e)
{
  const int *v = mesh->face[f].v;

  for (int k = 0; k < 2; k++)
    if (v[k] != e->low && v[k] != e->high) return v[k];
  return v[2];
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
