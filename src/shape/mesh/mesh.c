/* SPDX-License-Identifier: MIT */
/* Triangle meshes: storage, bounding box, moving, flipping and appending. */
#include "shape/mesh/mesh.h"

PetscErrorCode mesh_create(int n_vertices, int n_faces, Mesh *mesh)
{
  PetscFunctionBeginUser;
  *mesh = (Mesh){.n_vertices = n_vertices, .n_faces = n_faces};
  PetscCall(array_create(&mesh->vertex, sizeof *mesh->vertex, n_vertices));
  PetscCall(array_create(&mesh->face, sizeof *mesh->face, n_faces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void mesh_free(Mesh *mesh)
{
  array_free(&mesh->vertex);
  array_free(&mesh->face);
  array_free(&mesh->origin);
  mesh->n_vertices = mesh->n_faces = mesh->n_dropped = 0;
}

void mesh_bounds(const Mesh *mesh, Vec3 *lo, Vec3 *hi)
{
  *lo = *hi = mesh->vertex[0];
  for (int i = 1; i < mesh->n_vertices; i++) {
    const Vec3 x = mesh->vertex[i];

    *lo = vec3(min_real(lo->x, x.x), min_real(lo->y, x.y), min_real(lo->z, x.z));
    *hi = vec3(max_real(hi->x, x.x), max_real(hi->y, x.y), max_real(hi->z, x.z));
  }
}

void mesh_flip(Mesh *mesh)
{
  for (int f = 0; f < mesh->n_faces; f++) {
    const int v = mesh->face[f].v[1];

    mesh->face[f].v[1] = mesh->face[f].v[2];
    mesh->face[f].v[2] = v;
  }
}

void mesh_move(Mesh *mesh, double scale, Quat q, Vec3 shift)
{
  for (int i = 0; i < mesh->n_vertices; i++) {
    mesh->vertex[i] = vec3_axpy(shift, scale, quat_turn(q, mesh->vertex[i]));
  }
  if (scale < 0) mesh_flip(mesh);
}

PetscErrorCode mesh_append(Mesh *mesh, const Mesh *other)
{
  const int n_vertices = mesh->n_vertices, n_faces = mesh->n_faces;
  PetscInt  vertices = n_vertices, faces = n_faces;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&mesh->vertex, sizeof *mesh->vertex, n_vertices + other->n_vertices, &vertices));
  PetscCall(array_reserve(&mesh->face, sizeof *mesh->face, n_faces + other->n_faces, &faces));
  for (int i = 0; i < other->n_vertices; i++) mesh->vertex[n_vertices + i] = other->vertex[i];
  for (int f = 0; f < other->n_faces; f++) {
    for (int k = 0; k < 3; k++) mesh->face[n_faces + f].v[k] = n_vertices + other->face[f].v[k];
  }
  mesh->n_vertices += other->n_vertices;
  mesh->n_faces += other->n_faces;
  mesh->n_dropped += other->n_dropped;
  PetscFunctionReturn(PETSC_SUCCESS);
}

double mesh_corner_angle(const Mesh *mesh, int f, int k)
{
  const Vec3 a = mesh_corner(mesh, f, k), u = vec3_sub(mesh_corner(mesh, f, (k + 1) % 3), a),
             v = vec3_sub(mesh_corner(mesh, f, (k + 2) % 3), a);

  return atan2(vec3_norm(vec3_cross(u, v)), vec3_dot(u, v));
}
