/* SPDX-License-Identifier: MIT */
/* The mesh of a wall: from its file or a checkpoint, with checks of it, and how it is divided among
   ranks (mesh_parts.h). A rank asks for a box of the lab, which is seen from the mesh where it is
   now, and from its images. */
#include "wall/mesh/mesh_wall.h"
#include "base/bounds.h"
#include "base/box.h"
#include "options/attitude.h"
#include "shape/mesh/mesh_check.h"
#include "shape/mesh/mesh_files.h"

/* ---- keys that put a mesh in its place ---- */

#define SHIFT_ROW \
  VEC3_FLAT(IN(MeshPlacing, shift), "m", "0,0,0", SIGNED(LENGTH_MOST), \
            "added to all points, after scale")
#define PIVOT_ROW \
  VEC3_FLAT(IN(MeshPlacing, pivot), "m", "0,0,0", SIGNED(LENGTH_MOST), \
            "point about which attitude turns")

/* clang-format off */
const Option mesh_placing_options[] = {
  REAL(IN(MeshPlacing, scale), "1", "1",       POSITIVE_UP_TO(SCALE_MOST),
      "factor on all lengths of the file"),
  SHIFT_ROW,
  ATTITUDE_OWN_ROWS("1,0,0,0", " axis", " angle",
      "turn of the mesh about the pivot, after shift"),
  PIVOT_ROW,
  {0},
};
/* clang-format on */

const Option mesh_moving_options[] = {SHIFT_ROW, PIVOT_ROW, {.key = NULL}};

bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place)
{
  *place = (MeshPlacing){0};
  options_read_into(options, kind, object, mesh_placing_options, place);
  return option_attitude(options, kind, object, ATTITUDE_KEYS("attitude"), ATTITUDE_SCALED,
                         &place->attitude);
}

Vec3 mesh_placing_apply(const MeshPlacing *p, Vec3 point)
{
  const Vec3 y = vec3_axpy(p->shift, p->scale, point);

  if (p->attitude.x == 0 && p->attitude.y == 0 && p->attitude.z == 0) return y;
  return vec3_add(p->pivot, quat_turn(p->attitude, vec3_sub(y, p->pivot)));
}

/* ---- the file ---- */

/* Read the file to the arrays, on rank 0. */
static void take_file(MeshWall *w, const char *path, Findings *findings)
{
  Mesh     mesh;
  int64_t *corner;

  if (w->planar) mesh_read_lines(path, &mesh, findings);
  else mesh_read(path, mesh_merge_default, &mesh, findings);
  if (!w->planar && findings->n == 0) mesh_seams_split(mesh_merge_default, &mesh, findings);
  w->file.points.n  = 3 * (int64_t)mesh.n_vertices;
  w->file.corners.n = 3 * (int64_t)mesh.n_faces;
  if (w->file.corners.n > STATE_MOST || w->file.points.n > STATE_MOST)
    finding_add(findings, 0, "%d faces; a wall has at most %d", mesh.n_faces, STATE_MOST / 3);
  if (findings->n == 0) {
    w->file.points.list = mesh.vertex;
    mesh.vertex         = NULL;
    array_create(&w->file.corners.list, sizeof *corner, w->file.corners.n);
    corner = w->file.corners.list;
    for (int64_t k = 0; k < w->file.corners.n; k++) corner[k] = mesh.face[k / 3].v[k % 3];
  }
  mesh_free(&mesh);
}

/* Send rank 0's array to the heads of all nodes. */
static PetscErrorCode send_array(const Nodes *nodes, StateArray *array)
{
  PetscFunctionBeginUser;
  if (!nodes->is_head) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_bcast(&nodes->heads, &array->n, sizeof array->n, 0));
  if (nodes->heads.rank != 0) array_create(&array->list, 8, array->n);
  PetscCall(parallel_bcast(&nodes->heads, array->list, 8 * (size_t)array->n, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the file on rank 0, and send its mesh to the heads of all nodes. */
static PetscErrorCode read_file(const Parallel *par, const Nodes *nodes, const char *path,
                                MeshWall *w, Findings *findings)
{
  PetscFunctionBeginUser;
  if (par->rank == 0) take_file(w, path, findings);
  PetscCall(findings_gather(par, findings));
  if (findings->n > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(send_array(nodes, &w->file.points));
  PetscCall(send_array(nodes, &w->file.corners));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the mesh of the arrays; false: they are no mesh. */
static bool take_mesh(MeshWall *w)
{
  const double  *x      = w->file.points.list;
  const int64_t *corner = w->file.corners.list;
  const int64_t  n = w->file.points.n / 3, faces = w->file.corners.n / 3;

  if (n <= 0 || faces <= 0 || 3 * n != w->file.points.n || 3 * faces != w->file.corners.n)
    return false;
  for (int64_t k = 0; k < 3 * faces; k++)
    if (corner[k] >= n) return false;
  mesh_create((int)n, (int)faces, &w->mesh);
  for (int64_t i = 0; i < n; i++)
    w->mesh.vertex[i] = mesh_placing_apply(&w->placing, vec3(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
  for (int64_t k = 0; k < 3 * faces; k++) w->mesh.face[k / 3].v[k % 3] = (int)corner[k];
  if (w->planar) mesh_flat_raise(&w->mesh);
  return true;
}

/* ---- checks ---- */

/* Check a solid, which must be closed, or a sheet, which may have open edges, but no face twice.
   fixed: a wall, which may be a sheet in place of a solid. */
static void check_edges(const Mesh *m, bool sheet, bool fixed, Findings *findings)
{
  Findings   all = {0};
  MeshReport report;

  mesh_check(m, &report, &all);
  if (sheet) all.n = report.n_twins > 0;
  for (int64_t k = 0; k < all.n && k < FINDINGS_KEPT; k++)
    finding_add(findings, 0, "%s%s", all.list[k].text,
                !sheet && fixed && strstr(all.list[k].text, "open edge")
                  ? "; or, of a sheet, side: both"
                  : "");
}

static void check_mesh(MeshWall *w, bool fixed, Findings *findings)
{
  const int f = mesh_flat_face(&w->mesh);

  if (f >= 0) {
    const Vec3 x = mesh_corner(&w->mesh, f, 0);

    finding_add(findings, 0,
                "face %d at (%g, %g, %g) has no area: its corners are on one line; remove it, and "
                "join its neighbours",
                f + 1, x.x, x.y, x.z);
  } else if (w->planar) mesh_flat_check(&w->mesh, w->side != SIDE_BOTH, findings);
  else check_edges(&w->mesh, w->side == SIDE_BOTH, fixed, findings);
  if (w->turned) mesh_flip(&w->mesh);
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
  if (*good && nodes->is_head) *good = take_mesh(w);
  PetscCall(parallel_bcast(&nodes->mates, good, sizeof *good, 0));
  if (findings.n == 0 && !*good)
    option_mistake(options, "wall", wall, "file", "no mesh in the checkpoint");
  if (*good) {
    if (par->rank == 0) check_mesh(w, !option_bool(options, "wall", wall, "free"), &findings);
    else if (nodes->is_head && w->turned) mesh_flip(&w->mesh);
    PetscCall(findings_gather(par, &findings));
  }
  findings_report(&findings, options, "wall", wall, "file");
  *good = *good && findings.n == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- division ---- */

/* Faces of meshes that are divided among the ranks of several nodes. */
enum { DIVIDED_LEAST = 100000 };

void mesh_wall_release_whole(MeshWall *w)
{
  mesh_recent_free(&w->places.recent);
  if (w->shared.bytes) shared_free(&w->shared);
  else {
    mesh_file_free(&w->file);
    mesh_places_free(&w->places);
    mesh_free(&w->mesh);
  }
  w->mesh   = (Mesh){0};
  w->places = (MeshPlaces){.planar = w->planar};
  w->file   = (MeshFile){0};
}

static PetscErrorCode mesh_wall_divide(const Parallel *par, const Nodes *nodes, void *constants,
                                       bool *divided)
{
  MeshWall *w   = constants;
  bool      far = nodes->mates.size < par->size;

  PetscFunctionBeginUser;
  PetscCall(parallel_any(par, &far));
  *divided = !w->planar && (w->keeper == KEPT_BY_RANKS ||
                            (w->keeper == KEPT_AUTO && far && w->mesh.n_faces >= DIVIDED_LEAST));
  if (!*divided) PetscFunctionReturn(PETSC_SUCCESS);
  mesh_parts_create(par, &w->places, &w->file, w->near, &w->parts);
  mesh_wall_release_whole(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the box in the axes of the mesh around a box of the lab, shifted by periods, cut off
   `within` from it; false: it is empty. */
static bool box_seen_from_mesh(const MeshWall *w, Vec3 lo, Vec3 hi, const int m[3], double within,
                               MeshBox *b)
{
  const MeshBox all   = box_of_all(w);
  const Vec3    wider = {within, within, within};
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
    const Vec3 x = seen_from_mesh(w, box_corner(from, to, i), m);

    b->lo = vec3_least(b->lo, x);
    b->hi = vec3_most(b->hi, x);
  }
  b->lo = vec3_most(b->lo, vec3_sub(all.lo, wider));
  b->hi = vec3_least(b->hi, vec3_add(all.hi, wider));
  return b->lo.x <= b->hi.x && b->lo.y <= b->hi.y && b->lo.z <= b->hi.z;
}

static PetscErrorCode mesh_wall_renew(const Parallel *par, void *constants, Vec3 lo, Vec3 hi,
                                      double around, double sure)
{
  MeshWall    *w      = constants;
  const double within = (1 + 1e-9) * (around + sure);
  const Vec3   wider  = {within, within, within};
  const Vec3   from = vec3_sub(lo, wider), to = vec3_add(hi, wider);
  Images       im   = images_of(w, from, to, within);
  int          n    = 0;
  PetscInt     room = 0;
  MeshBox     *box  = NULL;

  PetscFunctionBeginUser;
  while (images_next(&im)) {
    array_reserve(&box, sizeof *box, n + 1, &room);
    n += box_seen_from_mesh(w, from, to, im.m, within, &box[n]);
  }
  PetscCall(mesh_parts_renew(par, w->parts, n, box, sure, within));
  array_free(&box);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_wall_gather(const Parallel *par, void *constants)
{
  MeshWall *w = constants;

  PetscFunctionBeginUser;
  PetscCall(mesh_parts_gather(par, w->parts, &w->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void mesh_wall_disperse(void *constants)
{
  mesh_file_free(&((MeshWall *)constants)->file);
}

const Division mesh_division = {.divide   = mesh_wall_divide,
                                .renew    = mesh_wall_renew,
                                .gather   = mesh_wall_gather,
                                .disperse = mesh_wall_disperse};
