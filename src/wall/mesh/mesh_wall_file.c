/* SPDX-License-Identifier: MIT */
/* The mesh of a wall, from its file or a checkpoint, and checks of it. */
#include "shape/mesh/mesh_check.h"
#include "shape/mesh/mesh_flat.h"
#include "shape/mesh/mesh_obj.h"
#include "shape/mesh/mesh_seams.h"
#include "wall/mesh/mesh_wall.h"

/* Rank 0. */
static PetscErrorCode take_file(MeshWall *w, const char *path, Findings *findings)
{
  Mesh     mesh;
  int64_t *corner;

  PetscFunctionBeginUser;
  if (w->planar) PetscCall(mesh_read_lines(path, &mesh, findings));
  else PetscCall(mesh_read(path, mesh_merge_default, &mesh, findings));
  if (!w->planar && findings->n == 0) PetscCall(mesh_seams_split(mesh_merge_default, &mesh));
  w->points.n  = 3 * (int64_t)mesh.n_vertices;
  w->corners.n = 3 * (int64_t)mesh.n_faces;
  if (w->corners.n > STATE_MOST || w->points.n > STATE_MOST)
    finding_add(findings, 0, "%d faces; a wall has at most %d", mesh.n_faces, STATE_MOST / 3);
  if (findings->n == 0) {
    w->points.list = mesh.vertex;
    mesh.vertex    = NULL;
    PetscCall(array_create(&w->corners.list, sizeof *corner, (PetscInt)w->corners.n));
    corner = w->corners.list;
    for (int64_t k = 0; k < w->corners.n; k++) corner[k] = mesh.face[k / 3].v[k % 3];
  }
  mesh_free(&mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rank 0's array, to the heads of all nodes. */
static PetscErrorCode send_array(const Nodes *nodes, StateArray *array)
{
  PetscFunctionBeginUser;
  if (!nodes->is_head) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_bcast(&nodes->heads, &array->n, sizeof array->n, 0));
  if (nodes->heads.rank != 0) PetscCall(array_create(&array->list, 8, (PetscInt)array->n));
  PetscCall(parallel_bcast(&nodes->heads, array->list, 8 * (size_t)array->n, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the file on rank 0, and send its mesh to the heads of all nodes. */
static PetscErrorCode read_file(const Parallel *par, const Nodes *nodes, const char *path,
                                MeshWall *w, Findings *findings)
{
  PetscFunctionBeginUser;
  if (par->rank == 0) PetscCall(take_file(w, path, findings));
  PetscCall(findings_gather(par, findings));
  if (findings->n > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(send_array(nodes, &w->points));
  PetscCall(send_array(nodes, &w->corners));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The mesh of the arrays; false: they are no mesh. */
static PetscErrorCode take_mesh(MeshWall *w, bool *good)
{
  const double  *x      = w->points.list;
  const int64_t *corner = w->corners.list;
  const int64_t  n = w->points.n / 3, faces = w->corners.n / 3;

  PetscFunctionBeginUser;
  *good = n > 0 && faces > 0 && 3 * n == w->points.n && 3 * faces == w->corners.n;
  for (int64_t k = 0; *good && k < 3 * faces; k++) *good = corner[k] < n;
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(mesh_create((int)n, (int)faces, &w->mesh));
  for (int64_t i = 0; i < n; i++)
    w->mesh.vertex[i] = mesh_placing_apply(&w->placing, vec3(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
  for (int64_t k = 0; k < 3 * faces; k++) w->mesh.face[k / 3].v[k % 3] = (int)corner[k];
  if (w->planar) PetscCall(mesh_flat_raise(&w->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checks ---- */

static void note_face(const Mesh *m, int f, Findings *findings)
{
  const Vec3 x = mesh_corner(m, f, 0);

  finding_add(
    findings, 0,
    "face %d at (%g, %g, %g) has no area: its corners are on one line; remove it, and join "
    "its neighbours",
    f + 1, x.x, x.y, x.z);
}

/* A sheet may have open edges, but no face twice. */
static PetscErrorCode check_sheet(const Mesh *m, Findings *findings)
{
  Findings   all = {0};
  MeshReport report;

  PetscFunctionBeginUser;
  PetscCall(mesh_check(m, &report, &all));
  if (report.n_twins > 0) finding_add(findings, 0, "%s", all.list[0].text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A solid must be closed; fixed: a wall, which may be a sheet instead. */
static PetscErrorCode check_solid(const Mesh *m, bool fixed, Findings *findings)
{
  static const char sheet[] = "; or, of a sheet, side: both";
  Findings          all     = {0};
  MeshReport        report;

  PetscFunctionBeginUser;
  PetscCall(mesh_check(m, &report, &all));
  for (int64_t k = 0; k < all.n && k < FINDINGS_KEPT; k++)
    finding_add(findings, 0, "%s%s", all.list[k].text,
                fixed && strstr(all.list[k].text, "open edge") ? sheet : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode check_mesh(MeshWall *w, bool fixed, Findings *findings)
{
  const int f = mesh_flat_face(&w->mesh);

  PetscFunctionBeginUser;
  if (f >= 0) note_face(&w->mesh, f, findings);
  else if (w->planar) PetscCall(mesh_flat_check(&w->mesh, w->side != SIDE_BOTH, findings));
  else if (w->side == SIDE_BOTH) PetscCall(check_sheet(&w->mesh, findings));
  else PetscCall(check_solid(&w->mesh, fixed, findings));
  if (w->turned) mesh_flip(&w->mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_wall_load(const Parallel *par, const Nodes *nodes, Options *options,
                              const char *wall, void *constants, bool stored, bool *good)
{
  MeshWall *w        = constants;
  Findings  findings = {0};

  PetscFunctionBeginUser;
  if (!stored)
    PetscCall(read_file(par, nodes, option_word(options, "wall", wall, "file"), w, &findings));
  *good = findings.n == 0;
  if (*good && nodes->is_head) PetscCall(take_mesh(w, good));
  PetscCall(parallel_bcast(&nodes->mates, good, sizeof *good, 0));
  if (findings.n == 0 && !*good)
    option_mistake(options, "wall", wall, "file", "no mesh in the checkpoint");
  if (*good) {
    if (par->rank == 0)
      PetscCall(check_mesh(w, !option_bool(options, "wall", wall, "free"), &findings));
    else if (nodes->is_head && w->turned) mesh_flip(&w->mesh);
    PetscCall(findings_gather(par, &findings));
  }
  findings_report(&findings, options, "wall", wall, "file");
  *good = *good && findings.n == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
