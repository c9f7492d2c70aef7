/* SPDX-License-Identifier: MIT */
/* A mesh as the surface of a body. */
#include "shape/mesh_wall.h"

#include "shape/mesh_carried.h"
#include "shape/mesh_mass.h"
#include "shape/mesh_ridges.h"

static bool mesh_body_mass(const void *constants, double density, MassProperties *mass, char *why)
{
  const MeshWall *w = constants;

  return w->planar ? mesh_flat_mass(&w->mesh, density, mass, why)
                   : mesh_mass(&w->mesh, density, mass, why);
}

static PetscErrorCode mesh_body_corners(const void *constants, double radius, int *n, Vec3 **list)
{
  const MeshWall *w = constants;

  PetscFunctionBeginUser;
  PetscCall(mesh_corner_balls(&w->mesh, w->planar, radius, n, list, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_body_edges(const void *constants, int n_corners, int *n,
                                      int32_t (**list)[2])
{
  const MeshWall *w = constants;
  MeshRidge      *ridge;
  Vec3           *ball;
  int             n_balls, n_ridges, *of;

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(array_create(&of, sizeof *of, w->mesh.n_vertices));
  PetscCall(mesh_corner_balls(&w->mesh, w->planar, 1, &n_balls, &ball, of));
  PetscCheck(n_balls == n_corners, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "mesh of a body: %d corners, not %d", n_balls, n_corners);
  PetscCall(mesh_ridges_find(&w->places.patches, true, w->planar, &n_ridges, &ridge));
  PetscCall(array_create(list, sizeof **list, n_ridges));
  for (int k = 0; k < n_ridges; k++) {
    const int *v = ridge[k].v;

    if (v[0] == v[1] || of[v[0]] < 0 || of[v[1]] < 0) continue;
    (*list)[*n][0] = of[v[0]];
    (*list)[*n][1] = of[v[1]];
    ++*n;
  }
  array_free(&ridge);
  array_free(&ball);
  array_free(&of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double mesh_body_carry(void *constants, Vec3 centre, Quat axes, Vec3 *box)
{
  MeshWall *w = constants;

  return mesh_carry(&w->mesh, w->planar, centre, axes, box);
}

static bool mesh_body_face(const void *constants, int f, Vec3 corner[3])
{
  const MeshWall *w = constants;

  if (f >= w->mesh.n_faces) return false;
  for (int k = 0; k < 3; k++) {
    Vec3 x = mesh_corner(&w->mesh, f, k);

    if (w->planar) x.z = 0;
    corner[k] = displaced_point(&w->moved, x);
  }
  return true;
}

/* ---- without its round edges ---- */

/* Vertices are the balls of their corners, or as far inside of a flat face. of: the ball of each vertex,
   or -1. */
static void move_inside(const MeshWall *w, const int *of, const Vec3 *corner, double radius,
                        Mesh *inner)
{
  for (int v = 0; v < inner->n_vertices; v++) {
    const Vec3 x = w->mesh.vertex[v];
    Vec3       n = w->places.patches.vertex_normal[v];

    vec3_normalize(&n);
    inner->vertex[v] = of[v] >= 0 ? corner[of[v]] : vec3_axpy(x, -radius, n);
    if (w->planar) inner->vertex[v].z = x.z;
  }
}

/* In two dimensions vertices above z = 0 have the balls of those below. */
static void pair_vertices(const MeshWall *w, int *of)
{
  const MeshPatches *p = &w->places.patches;
  const Vec3        *x = w->mesh.vertex;

  for (int k = 0; w->planar && k < p->n_edges; k++) {
    const int a = p->edge[k].low, b = p->edge[k].high;

    if (x[a].x != x[b].x || x[a].y != x[b].y) continue;
    if (of[a] < 0) of[a] = of[b];
    else of[b] = of[a];
  }
}

/* True if no face has been turned over or lost its area. */
static bool is_sound(const MeshWall *w, const Mesh *inner)
{
  for (int f = 0; f < inner->n_faces; f++) {
    const Vec3 n = mesh_face_normal(inner, f), was = w->places.patches.normal[f];

    if (!(vec3_dot(n, was) > 0.5 * vec3_norm(n))) return false;
  }
  return mesh_flat_face(inner) < 0;
}

static PetscErrorCode mesh_body_inner(const void *constants, int n_corners, const Vec3 *corner,
                                      double radius, void **inner)
{
  const MeshWall *w    = constants;
  const PatchRule rule = {.corner = w->corner, .fillet = w->fillet, .solid = true};
  MeshWall       *in;
  Vec3           *ball;
  int             n, *of;

  PetscFunctionBeginUser;
  PetscCall(array_create(&of, sizeof *of, w->mesh.n_vertices));
  PetscCall(mesh_corner_balls(&w->mesh, w->planar, 1, &n, &ball, of));
  PetscCheck(n == n_corners, PETSC_COMM_SELF, PETSC_ERR_PLIB, "mesh of a body: %d corners, not %d",
             n, n_corners);
  pair_vertices(w, of);
  PetscCall(array_create(inner, sizeof *in, 1));
  in  = *inner;
  *in = (MeshWall){.side   = SIDE_OUTSIDE,
                   .corner = w->corner,
                   .fillet = w->fillet,
                   .planar = w->planar,
                   .period = w->period,
                   .moved  = w->moved};
  PetscCall(mesh_create(w->mesh.n_vertices, w->mesh.n_faces, &in->mesh));
  memcpy(in->mesh.face, w->mesh.face, (size_t)w->mesh.n_faces * sizeof *in->mesh.face);
  move_inside(w, of, corner, radius, &in->mesh);
  array_free(&ball);
  array_free(&of);
  if (is_sound(w, &in->mesh)) {
    PetscCall(mesh_places_create(&in->mesh, &rule, false, w->planar, 0, &in->places));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  mesh_free(&in->mesh);
  array_free(inner);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Carriage mesh_carriage = {.mass    = mesh_body_mass,
                                .corners = mesh_body_corners,
                                .edges   = mesh_body_edges,
                                .inner   = mesh_body_inner,
                                .carry   = mesh_body_carry,
                                .face    = mesh_body_face};
