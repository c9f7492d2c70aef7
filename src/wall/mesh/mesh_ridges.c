/* SPDX-License-Identifier: MIT */
/* Ridges of a mesh: edges that stand out, joined where two of them go straight on. */
#include "wall/mesh/mesh_ridges.h"

#include <math.h>

/* Tolerance of directions, that of flat edges. */
static const double flat = MESH_RIDGE_FLAT;

typedef struct {
  const MeshPatches *p;
  bool               solid, planar;
  int               *start, *edge; /* edges that stand out at each vertex */
  bool              *done;         /* [n_edges] */
  int                n, capacity;
  MeshRidge         *list;
} Find;

static bool stands_out(const Find *f, const MeshEdge *e)
{
  const double rise = e->n == 2 ? mesh_patches_rise(f->p, e) : 0;

  if (f->solid) return rise < -flat;
  return e->n != 2 || fabs(rise) > flat;
}

static PetscErrorCode add(Find *f, int a, int b, int edge)
{
  PetscInt room = f->capacity;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&f->list, sizeof *f->list, f->n + 1, &room));
  f->capacity     = (int)room;
  f->list[f->n++] = (MeshRidge){{a, b}, f->p->edge_face[f->p->edge[edge].first]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int other_end(const MeshEdge *e, int v)
{
  return e->low == v ? e->high : e->low;
}

static Vec3 direction(const Find *f, const MeshEdge *e, int from)
{
  Vec3 d = vec3_sub(f->p->mesh->vertex[other_end(e, from)], f->p->mesh->vertex[from]);

  vec3_normalize(&d);
  return d;
}

/* True if two edges go straight through the vertex, and no others are there. */
static bool is_passed(const Find *f, int v)
{
  const int *e = f->edge + f->start[v];

  if (f->start[v + 1] - f->start[v] != 2) return false;
  return vec3_norm(
           vec3_add(direction(f, &f->p->edge[e[0]], v), direction(f, &f->p->edge[e[1]], v))) < flat;
}

/* From vertex v along an edge as far as it is straight. */
static PetscErrorCode follow(Find *f, int v, int edge)
{
  int at = v, k = edge;

  PetscFunctionBeginUser;
  if (f->done[edge]) PetscFunctionReturn(PETSC_SUCCESS);
  for (;;) {
    const int *e;

    f->done[k] = true;
    at         = other_end(&f->p->edge[k], at);
    if (!is_passed(f, at)) break;
    e = f->edge + f->start[at];
    k = e[0] == k ? e[1] : e[0];
  }
  PetscCall(add(f, v, at, edge));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list_edges(Find *f)
{
  const int n = f->p->mesh->n_vertices;

  PetscFunctionBeginUser;
  PetscCall(array_create(&f->start, sizeof *f->start, n + 2));
  PetscCall(array_create(&f->edge, sizeof *f->edge, 2 * f->p->n_edges));
  PetscCall(array_create(&f->done, sizeof *f->done, f->p->n_edges));
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < f->p->n_edges; k++) {
      const MeshEdge *e = &f->p->edge[k];

      if (!stands_out(f, e)) continue;
      for (int end = 0; end < 2; end++) {
        const int v = end ? e->high : e->low;

        if (pass == 0) f->start[v + 2]++;
        else f->edge[f->start[v + 1]++] = k;
      }
    }
    for (int v = 0; pass == 0 && v < n; v++) f->start[v + 2] += f->start[v + 1];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* In two dimensions the edges along z are corners. */
static PetscErrorCode find_planar(Find *f)
{
  const Vec3 *x = f->p->mesh->vertex;

  PetscFunctionBeginUser;
  for (int k = 0; k < f->p->n_edges; k++) {
    const MeshEdge *e = &f->p->edge[k];
    const int       v = x[e->low].z < 0 ? e->low : e->high;

    if (x[e->low].x == x[e->high].x && x[e->low].y == x[e->high].y && stands_out(f, e))
      PetscCall(add(f, v, v, k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_ridges_find(const MeshPatches *p, bool solid, bool planar, int *n,
                                MeshRidge **list)
{
  Find f = {.p = p, .solid = solid, .planar = planar};

  PetscFunctionBeginUser;
  if (planar) PetscCall(find_planar(&f));
  else {
    PetscCall(list_edges(&f));
    for (int v = 0; v < p->mesh->n_vertices; v++) {
      const int from = f.start[v], to = f.start[v + 1];

      if (from == to || is_passed(&f, v)) continue;
      PetscCall(add(&f, v, v, f.edge[from]));
      for (int k = from; k < to; k++) PetscCall(follow(&f, v, f.edge[k]));
    }
  }
  array_free(&f.start);
  array_free(&f.edge);
  array_free(&f.done);
  *n    = f.n;
  *list = f.list;
  PetscFunctionReturn(PETSC_SUCCESS);
}
