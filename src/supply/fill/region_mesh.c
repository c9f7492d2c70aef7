/* SPDX-License-Identifier: MIT */
/* The inside of a closed triangle mesh; in two dimensions of closed lines, which are raised to
   walls along z (mesh_check.h). Distances and windings are found with + - * / and square roots
   only, so that all ranks draw the same places. */
#include "options/report.h"
#include "options/rows.h"
#include "shape/mesh/mesh_check.h"
#include "shape/mesh/mesh_files.h"
#include "shape/mesh/mesh_tree.h"
#include "supply/fill/region.h"
#include "wall/mesh/mesh_wall.h"

typedef struct {
  Mesh     mesh;
  MeshTree tree;
  double   volume; /* m^3; area in two dimensions, m^2 */
  Vec3     lo, hi; /* m; in two dimensions z is 0 */
} MeshRegion;

/* clang-format off */
static const Option keys[] = {
  INPUT_FILE(KEY("file"), OPTIONAL,
      "closed surface, normals outwards: STL, text or binary, or OBJ (name ending with .obj); in "
      "two dimensions closed lines of an OBJ file"),
  {0},
};
/* clang-format on */

/* Read the file, and find its volume. On rank 0. */
static void take_file(const char *path, int dimension, Mesh *mesh, double *volume,
                      Findings *findings)
{
  MeshReport     report;
  MassProperties flat = {.volume = 0};
  char           why[256];

  if (dimension == 2) {
    mesh_read_lines(path, mesh, findings);
    if (findings->n == 0) mesh_flat_raise(mesh);
    if (findings->n == 0) mesh_flat_check(mesh, true, findings);
    if (findings->n == 0 && !mesh_flat_mass(mesh, 1, &flat, why))
      finding_add(findings, 0, "%s", why);
    *volume = flat.volume;
  } else {
    mesh_solid_read(path, mesh, &report, findings);
    if (findings->n == 0) *volume = report.volume;
  }
  if (findings->n > 0) mesh_free(mesh);
}

/* Read the file on rank 0 and send the mesh to the others. */
static PetscErrorCode read_file(const Parallel *par, const char *path, int dimension, Mesh *mesh,
                                double *volume, Findings *findings)
{
  int n[2];

  PetscFunctionBeginUser;
  if (par->rank == 0) take_file(path, dimension, mesh, volume, findings);
  PetscCall(findings_gather(par, findings));
  if (findings->n > 0) PetscFunctionReturn(PETSC_SUCCESS);
  n[0] = mesh->n_vertices;
  n[1] = mesh->n_faces;
  PetscCall(parallel_bcast(par, n, sizeof n, 0));
  PetscCall(parallel_bcast(par, volume, sizeof *volume, 0));
  if (par->rank > 0) mesh_create(n[0], n[1], mesh);
  PetscCall(parallel_bcast(par, mesh->vertex, (size_t)n[0] * sizeof *mesh->vertex, 0));
  PetscCall(parallel_bcast(par, mesh->face, (size_t)n[1] * sizeof *mesh->face, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_mesh(void *own, RegionSource s)
{
  MeshRegion *r = own;
  MeshPlacing place;
  Findings    findings = {0};

  PetscFunctionBeginUser;
  if (!mesh_placing_read(s.options, s.kind, s.object, &place)) {
    *s.good = false;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(read_file(s.par, option_word(s.options, s.kind, s.object, "file"), s.dimension,
                      &r->mesh, &r->volume, &findings));
  *s.good = *s.good && findings.n == 0;
  findings_report(&findings, s.options, s.kind, s.object, "file");
  if (r->mesh.n_faces == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < r->mesh.n_vertices; i++)
    r->mesh.vertex[i] = mesh_placing_apply(&place, r->mesh.vertex[i]);
  r->volume *= place.scale * place.scale * (s.dimension == 2 ? 1 : place.scale);
  mesh_bounds(&r->mesh, &r->lo, &r->hi);
  if (s.dimension == 2) r->lo.z = r->hi.z = 0;
  mesh_tree_create(&r->mesh, &r->tree);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_mesh(void *own)
{
  MeshRegion *r = own;

  if (r->mesh.n_faces > 0) mesh_tree_free(&r->tree);
  mesh_free(&r->mesh);
}

static void box(const void *own, Vec3 *lo, Vec3 *hi)
{
  const MeshRegion *r = own;

  *lo = r->lo;
  *hi = r->hi;
}

static double volume(const void *own)
{
  return ((const MeshRegion *)own)->volume;
}

/* True if a ball of radius r at x lies in the mesh. */
static bool holds(const void *own, Vec3 x, double r)
{
  const MeshRegion *region = own;

  return vec3_is_within(x, region->lo, region->hi) &&
         !(mesh_tree_distance(&region->tree, x, r, NULL) < r) &&
         mesh_tree_winding(&region->tree, x) > 0;
}

/* Uniform over the places that fit, by rejection from the box. */
static bool draw(const void *own, const Domain *d, const RegionBody *body, Random *random, Vec3 *x)
{
  const MeshRegion *r    = own;
  const Vec3        side = vec3_sub(r->hi, r->lo);

  for (int k = 0; k < REGION_DRAWS; k++) {
    x->x = r->lo.x + random_real(random) * side.x;
    x->y = r->lo.y + random_real(random) * side.y;
    x->z = r->lo.z + random_real(random) * side.z;
    *x   = grid_round3(d, *x);
    if (body_is_held(body, *x, holds, r)) return true;
  }
  return false;
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const MeshRegion *r    = own;
  const Vec3        near = region_image(d, vec3_scale(0.5, vec3_add(r->lo, r->hi)), x);

  return vec3_is_within(near, r->lo, r->hi) && mesh_tree_winding(&r->tree, near) > 0;
}

const RegionKind region_mesh = {
  .head   = {.name    = "mesh",
             .text    = "The inside of a closed triangle mesh; in two dimensions of closed lines.",
             .options = {keys, mesh_placing_options}},
  .fill   = {.name    = "mesh",
             .text    = "The inside of a closed triangle mesh; in two dimensions of closed lines.",
             .options = {mesh_moving_options}},
  .size   = sizeof(MeshRegion),
  .at     = {"shift", "shift"},
  .needs  = {"file"},
  .read   = read_mesh,
  .free   = free_mesh,
  .inside = inside,
  .box    = box,
  .volume = volume,
  .draw   = draw,
};
