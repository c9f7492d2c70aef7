/* SPDX-License-Identifier: MIT */
/* A mesh as the surface of a body. */
#include "wall/mesh/mesh_wall.h"

#include <math.h>

#include "shape/mesh/mesh_mass.h"
#include "wall/mesh/mesh_carried.h"
#include "wall/mesh/mesh_ridges.h"

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

/* Edges of a mesh in space: the ridges between two balls. of: ball of each vertex, or -1. */
static PetscErrorCode space_edges(const MeshWall *w, const int *of, int *n, int32_t (**list)[2])
{
  MeshRidge *ridge;
  int        n_ridges;

  PetscFunctionBeginUser;
  PetscCall(mesh_ridges_find(&w->places.patches, true, false, &n_ridges, &ridge));
  PetscCall(array_create(list, sizeof **list, n_ridges));
  for (int k = 0; k < n_ridges; k++) {
    const int *v = ridge[k].v;

    if (v[0] == v[1] || of[v[0]] < 0 || of[v[1]] < 0) continue;
    (*list)[*n][0] = of[v[0]];
    (*list)[*n][1] = of[v[1]];
    ++*n;
  }
  array_free(&ridge);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Edges of lines in two dimensions: from each ball straight on to the next one. */
static PetscErrorCode plane_edges(const MeshWall *w, const int *of, int *n, int32_t (**list)[2])
{
  const Mesh *m = &w->mesh;
  int        *next;

  PetscFunctionBeginUser;
  PetscCall(array_create(&next, sizeof *next, m->n_vertices));
  PetscCall(array_create(list, sizeof **list, m->n_vertices));
  for (int f = 0; f < m->n_faces; f++) {
    const int *v = m->face[f].v;

    if (m->vertex[v[0]].z < 0 && m->vertex[v[1]].z < 0) next[v[0]] = v[1];
  }
  for (int v = 0; v < m->n_vertices; v++) {
    int to = v;

    if (of[v] < 0) continue;
    do to = next[to];
    while (of[to] < 0);
    (*list)[*n][0] = of[v];
    (*list)[*n][1] = of[to];
    ++*n;
  }
  array_free(&next);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_body_edges(const void *constants, int n_corners, int *n,
                                      int32_t (**list)[2])
{
  const MeshWall *w = constants;
  Vec3           *ball;
  int             n_balls, *of;

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(array_create(&of, sizeof *of, w->mesh.n_vertices));
  PetscCall(mesh_corner_balls(&w->mesh, w->planar, 1, &n_balls, &ball, of));
  PetscCheck(n_balls == n_corners, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "mesh of a body: %d corners, not %d", n_balls, n_corners);
  if (w->planar) PetscCall(plane_edges(w, of, n, list));
  else PetscCall(space_edges(w, of, n, list));
  array_free(&ball);
  array_free(&of);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_wall_ridges(const void *constants, Ridges *ridges)
{
  const MeshWall *w = constants;
  MeshRidge      *list;
  int             n;

  PetscFunctionBeginUser;
  PetscCall(mesh_ridges_find(&w->places.patches, w->side != SIDE_BOTH, w->planar, &n, &list));
  for (int k = 0; k < n; k++) {
    const int origin = w->places.patches.origin[list[k].face];
    Ridge     r      = {.a     = w->mesh.vertex[list[k].v[0]],
                        .b     = w->mesh.vertex[list[k].v[1]],
                        .facet = origin / (w->planar ? 2 : 1)};

    if (w->planar) r.a.z = r.b.z = 0;
    PetscCall(ridges_add(ridges, r));
  }
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- flat parts ---- */

static int root_of(int *of, int f)
{
  while (of[f] != f) f = of[f] = of[of[f]];
  return f;
}

/* of: [n_faces] the part of each face, numbered by their first faces; their number is returned. */
static int number_flats(const MeshPatches *p, int *of)
{
  const int n    = p->mesh->n_faces;
  int       last = 0;

  for (int f = 0; f < n; f++) of[f] = f;
  for (int k = 0; k < p->n_edges; k++) {
    const int *face = p->edge_face + p->edge[k].first;
    int        a, b;

    if (p->edge[k].n != 2 || fabs(mesh_patches_rise(p, &p->edge[k])) > MESH_RIDGE_FLAT) continue;
    a = root_of(of, face[0]);
    b = root_of(of, face[1]);
    if (a < b) of[b] = a;
    else of[a] = b;
  }
  for (int f = 0; f < n; f++) of[f] = root_of(of, f);
  for (int f = 0; f < n; f++) of[f] = of[f] == f ? last++ : of[of[f]];
  return last;
}

/* The side of a face between two vertices. */
static int side_between(const Mesh *mesh, int f, int a, int b)
{
  const int *v = mesh->face[f].v;

  for (int i = 0; i < 3; i++)
    if ((v[i] == a && v[(i + 1) % 3] == b) || (v[i] == b && v[(i + 1) % 3] == a)) return i;
  return 0;
}

/* at: [n_faces] where each face is in the list; of: its part. */
static void join_flats(const MeshPatches *p, const int *at, const int *of, Flats *flats)
{
  for (int f = 0; f < p->mesh->n_faces; f++)
    for (int i = 0; i < 3; i++) flats->beyond[f][i] = -1;
  for (int k = 0; k < p->n_edges; k++) {
    const int *face = p->edge_face + p->edge[k].first;

    for (int i = 0; i < 2 && p->edge[k].n == 2; i++) {
      const int side = side_between(p->mesh, face[i], p->edge[k].low, p->edge[k].high);

      flats->beyond[at[face[i]]][side] = of[face[!i]];
    }
  }
}

static PetscErrorCode mesh_body_flats(const void *constants, Flats *flats)
{
  const MeshWall *w = constants;
  const int       n = w->mesh.n_faces;
  int            *of, *at;

  PetscFunctionBeginUser;
  *flats = (Flats){.n = 0};
  if (w->planar) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&of, sizeof *of, n));
  PetscCall(array_create(&at, sizeof *at, n));
  PetscCall(array_create(&flats->beyond, sizeof *flats->beyond, n));
  PetscCall(array_create(&flats->start, sizeof *flats->start, n + 2));
  PetscCall(array_create(&flats->corner, sizeof *flats->corner, n));
  flats->n = number_flats(&w->places.patches, of);
  for (int f = 0; f < n; f++) flats->start[of[f] + 2]++;
  for (int k = 0; k < flats->n; k++) flats->start[k + 2] += flats->start[k + 1];
  for (int f = 0; f < n; f++) {
    at[f] = flats->start[of[f] + 1]++;
    for (int k = 0; k < 3; k++) flats->corner[at[f]][k] = mesh_corner(&w->mesh, f, k);
  }
  join_flats(&w->places.patches, at, of, flats);
  array_free(&at);
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

/* Vertices are the balls of their corners, or as far inside of a flat face. of: the ball of each
   vertex, or -1. */
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
                                .flats   = mesh_body_flats,
                                .carry   = mesh_body_carry,
                                .face    = mesh_body_face};
