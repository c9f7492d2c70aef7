/* SPDX-License-Identifier: MIT */
/* Faces and vertices of a part of a mesh (mesh_bundle.h). */
#include "wall/mesh/mesh_bundle.h"

PetscErrorCode bundle_reserve(Bundle *b, PetscInt faces, PetscInt vertices)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&b->face, sizeof *b->face, b->n_faces + faces, &b->face_room));
  PetscCall(
    array_reserve(&b->vertex, sizeof *b->vertex, b->n_vertices + vertices, &b->vertex_room));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void bundle_free(Bundle *b)
{
  array_free(&b->face);
  array_free(&b->vertex);
}

static int compare_faces(const void *a, const void *b)
{
  const SentFace *p = a, *q = b;

  return p->number < q->number ? -1 : p->number > q->number;
}

static int compare_vertices(const void *a, const void *b)
{
  const SentVertex *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

void bundle_sort(Bundle *b)
{
  PetscInt n = 0;

  sort_items(b->face, b->n_faces, sizeof *b->face, compare_faces);
  for (PetscInt k = 0; k < b->n_faces; k++)
    if (n == 0 || b->face[k].number != b->face[n - 1].number) b->face[n++] = b->face[k];
  b->n_faces = n;
  n          = 0;
  sort_items(b->vertex, b->n_vertices, sizeof *b->vertex, compare_vertices);
  for (PetscInt k = 0; k < b->n_vertices; k++)
    if (n == 0 || b->vertex[k].id != b->vertex[n - 1].id) b->vertex[n++] = b->vertex[k];
  b->n_vertices = n;
}

static int place_of_vertex(const Bundle *b, int id)
{
  PetscInt low = 0, high = b->n_vertices - 1;

  while (low < high) {
    const PetscInt middle = low + (high - low) / 2;

    if (b->vertex[middle].id < id) low = middle + 1;
    else high = middle;
  }
  return (int)low;
}

PetscErrorCode bundle_mesh(const Bundle *b, Mesh *mesh)
{
  PetscFunctionBeginUser;
  PetscCall(mesh_create((int)b->n_vertices, (int)b->n_faces, mesh));
  for (PetscInt i = 0; i < b->n_vertices; i++) mesh->vertex[i] = b->vertex[i].x;
  for (PetscInt f = 0; f < b->n_faces; f++)
    for (int k = 0; k < 3; k++) mesh->face[f].v[k] = place_of_vertex(b, b->face[f].v[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
