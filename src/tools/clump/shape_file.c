/* SPDX-License-Identifier: MIT */
/* Reads .shapes files and prints the mass lumped to their nodes. */
#include "tools/clump/shape_file.h"
#include "output/files.h"
#include "shape/lump.h"
#include "shape/shape_mass.h"
#include "shape/shape_read.h"
#include "tools/clump/body.h"
#include "tools/clump/tell.h"

static const double fineness = 0.0005; /* chord of curved surfaces, over the largest extent */

bool shape_file_is_in(const char *path)
{
  const size_t n = strlen(path);

  return n > 7 && strcmp(path + n - 7, ".shapes") == 0;
}

PetscErrorCode shape_file_read(const Request *request, ShapeFile *body, bool *good)
{
  const char *path     = request->file[0];
  Findings    findings = {0};
  char        why[256];

  PetscFunctionBeginUser;
  *body = (ShapeFile){.materials = {.n = 0}};
  if (folder_exists(path)) finding_add(&findings, 0, "is a folder");
  else PetscCall(shapes_read(path, &body->set, &body->materials, &findings));
  *good = findings_tell(path, &findings);
  if (*good) PetscCall(shape_set_scale(&body->set, request->scale, good, why));
  if (!*good && findings.n == 0) refuse("%s: --scale: %s", path, why);
  if (request->verb != VERB_CONVERT) /* which needs none */
    *good = *good && densities_set(request, &body->materials);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void shape_file_free(ShapeFile *body)
{
  shapes_free(&body->set, &body->materials);
}

PetscErrorCode shape_file_surface(const ShapeFile *body, Mesh *mesh)
{
  Vec3 lo, hi, extent;

  PetscFunctionBeginUser;
  shapes_bounds(&body->set, &lo, &hi);
  extent = vec3_sub(hi, lo);
  PetscCall(shape_set_tessellate(
    &body->set, fineness * max_real(extent.x, max_real(extent.y, extent.z)), mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shape_file_mesh(const ShapeFile *body, const MassProperties *mass, MeshBody *mesh)
{
  PetscFunctionBeginUser;
  *mesh = (MeshBody){
    .mass = *mass, .diameter = cbrt(6 / PETSC_PI * mass->volume), .n_shapes = (int)body->set.n};
  PetscCall(shape_file_surface(body, &mesh->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes ---- */

static void node_json(const ShapeNode *node, const Lump *l)
{
  const Vec3 axis[3] = {quat_turn(l->axes, vec3(1, 0, 0)), quat_turn(l->axes, vec3(0, 1, 0)),
                        quat_turn(l->axes, vec3(0, 0, 1))};

  printf("{\"node\": \"%s\", \"shapes\": %d, \"mass\": %s", node->name, l->n, real_text(l->mass).s);
  pebble_write_vec3(stdout, ", \"at\": [", node->x, ", ", "]");
  pebble_write_vec3(stdout, ", \"inertia\": [", vec3(l->inertia.xx, l->inertia.yy, l->inertia.zz),
                    ", ", "");
  pebble_write_vec3(stdout, ", ", vec3(l->inertia.xy, l->inertia.xz, l->inertia.yz), ", ", "]");
  pebble_write_vec3(stdout, ", \"principal\": [", l->principal, ", ", "]");
  pebble_write_vec3(stdout, ", \"axes\": [[", axis[0], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[1], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[2], ", ", "]]}\n");
}

static void node_row(const ShapeNode *node, const Lump *l)
{
  printf("%-14s %6d %19.12g %19.12g %19.12g %19.12g\n", node->name, l->n, l->mass, l->principal.x,
         l->principal.y, l->principal.z);
}

bool nodes_print(const Request *request, const ShapeFile *body)
{
  bool good = true;

  if (body->set.n_nodes == 0) return refuse("--nodes: %s has no nodes", request->file[0]);
  if (!request->json)
    printf("\n%-14s %6s %19s %19s %19s %19s\n", "node", "shapes", "mass", "principal 1",
           "principal 2", "principal 3");
  for (int k = 0; k < body->set.n_nodes; k++) {
    Lump l;
    char why[256];

    if (!lump(&body->set, &body->materials, k, &l, why))
      good = refuse("%s: %s", request->file[0], why);
    else if (request->json) node_json(&body->set.node[k], &l);
    else node_row(&body->set.node[k], &l);
  }
  return good;
}
