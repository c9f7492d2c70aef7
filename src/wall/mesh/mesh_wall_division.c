/* SPDX-License-Identifier: MIT */
/* How the mesh of a wall is divided among ranks (mesh_parts.h): what a rank asks for is a box of the
   lab, which is seen from the mesh where it is now, and from its images. */
#include "wall/mesh/mesh_wall.h"

/* Faces of meshes that are divided among the ranks of several nodes. */
enum { DIVIDED_LEAST = 100000 };

void mesh_wall_release_whole(MeshWall *w)
{
  if (w->shared.bytes) shared_free(&w->shared);
  else {
    array_free(&w->points.list);
    array_free(&w->corners.list);
    mesh_places_free(&w->places);
    mesh_free(&w->mesh);
  }
  w->mesh   = (Mesh){0};
  w->places = (MeshPlaces){.planar = w->planar};
  w->points = w->corners = (StateArray){0};
}

static PetscErrorCode mesh_wall_divide(const Parallel *par, const Nodes *nodes, void *constants,
                                       bool *divided)
{
  MeshWall      *w    = constants;
  const MeshFile file = {w->points, w->corners};
  bool           far  = nodes->mates.size < par->size;

  PetscFunctionBeginUser;
  PetscCall(parallel_any(par, &far));
  *divided = !w->planar && (w->keeper == KEPT_BY_RANKS ||
                            (w->keeper == KEPT_AUTO && far && w->mesh.n_faces >= DIVIDED_LEAST));
  if (!*divided) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(mesh_parts_create(par, &w->places, &file, w->near, &w->parts));
  mesh_wall_release_whole(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Box in the axes of the mesh around a box of the lab, shifted by periods, cut off `within` from it. */
static bool box_seen_from_mesh(const MeshWall *w, Vec3 lo, Vec3 hi, const int m[3], double within,
                               MeshBox *b)
{
  const MeshBox all  = box_of_all(w);
  Vec3          from = {0}, to = {0};

  for (int k = 0; k < 3; k++) { /* endless boxes first end */
    const double shift = m[k] * vec3_axis(w->period, k);

    vec3_set(&from, k, max_real(vec3_axis(lo, k), vec3_axis(w->lo, k) - within - shift));
    vec3_set(&to, k, min_real(vec3_axis(hi, k), vec3_axis(w->hi, k) + within - shift));
    if (vec3_axis(from, k) > vec3_axis(to, k)) return false;
  }
  b->lo = vec3(INFINITY, INFINITY, INFINITY);
  b->hi = vec3_scale(-1, b->lo);
  for (int i = 0; i < 8; i++) {
    const Vec3 x = seen_from_mesh(
      w, vec3(i & 1 ? from.x : to.x, i & 2 ? from.y : to.y, i & 4 ? from.z : to.z), m);

    b->lo = vec3(min_real(b->lo.x, x.x), min_real(b->lo.y, x.y), min_real(b->lo.z, x.z));
    b->hi = vec3(max_real(b->hi.x, x.x), max_real(b->hi.y, x.y), max_real(b->hi.z, x.z));
  }
  for (int k = 0; k < 3; k++) {
    vec3_set(&b->lo, k, max_real(vec3_axis(b->lo, k), vec3_axis(all.lo, k) - within));
    vec3_set(&b->hi, k, min_real(vec3_axis(b->hi, k), vec3_axis(all.hi, k) + within));
    if (vec3_axis(b->lo, k) > vec3_axis(b->hi, k)) return false;
  }
  return true;
}

static PetscErrorCode mesh_wall_renew(const Parallel *par, void *constants, Vec3 lo, Vec3 hi,
                                      double around, double sure)
{
  MeshWall    *w      = constants;
  const double within = (1 + 1e-9) * (around + sure);
  const Vec3   wider  = {within, within, within};
  const Vec3   from = vec3_sub(lo, wider), to = vec3_add(hi, wider);
  const Images im   = images_of(w, from, to, within);
  int          m[3] = {im.from[0], im.from[1], im.from[2]}, n = 0;
  PetscInt     room = 0;
  MeshBox     *box  = NULL;

  PetscFunctionBeginUser;
  if (!images_none(&im)) do {
      PetscCall(array_reserve(&box, sizeof *box, n + 1, &room));
      n += box_seen_from_mesh(w, from, to, m, within, &box[n]);
    } while (image_next(&im, m));
  PetscCall(mesh_parts_renew(par, w->parts, n, box, sure, within));
  array_free(&box);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_wall_gather(const Parallel *par, void *constants)
{
  MeshWall *w = constants;
  MeshFile  file;

  PetscFunctionBeginUser;
  PetscCall(mesh_parts_gather(par, w->parts, &file));
  w->points  = file.points;
  w->corners = file.corners;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void mesh_wall_disperse(void *constants)
{
  MeshWall *w = constants;

  array_free(&w->points.list);
  array_free(&w->corners.list);
  w->points.n = w->corners.n = 0;
}

const Division mesh_division = {.divide   = mesh_wall_divide,
                                .renew    = mesh_wall_renew,
                                .gather   = mesh_wall_gather,
                                .disperse = mesh_wall_disperse};
