/* SPDX-License-Identifier: MIT */
/* Faces are split at vertices on their open edges: the surface stays, and edges are shared. */
#include "test.h"
#include "triangles.h"

#include "shape/mesh/mesh.h"
#include "shape/mesh/mesh_check.h"

enum { CUTS = 7 };

static double area_of(const Mesh *m)
{
  double sum = 0;

  for (int f = 0; f < m->n_faces; f++) sum += 0.5 * vec3_norm(mesh_face_normal(m, f));
  return sum;
}

/* The side y = 0 of a block, divided otherwise than its neighbours: a triangle fan from the middle
   of the side to `CUTS` random places on each of its four edges. */
static void add_side(Triangles *t, Random *random, double off)
{
  const Vec3 round[] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  Vec3       last    = round[0];

  for (int k = 0; k < 4; k++) {
    const Vec3 a = round[k], along = vec3_sub(round[(k + 1) % 4], a);
    double     at = 0;

    for (int i = 1; i <= CUTS + 1; i++) {
      Vec3 x;

      at = i <= CUTS ? at + (1 - at) * (0.05 + 0.3 * random_real(random)) : 1;
      x  = vec3_axpy(a, at, along);
      if (i <= CUTS) x.y += off;
      add_triangle(t, vec3(.4, 0, .6), last, x);
      last = x;
    }
  }
}

/* The other five sides of the unit cube. */
static void add_others(Triangles *t)
{
  add_quad(t, vec3(0, 0, 0), vec3(0, 1, 0), vec3(1, 1, 0), vec3(1, 0, 0));
  add_quad(t, vec3(0, 0, 1), vec3(1, 0, 1), vec3(1, 1, 1), vec3(0, 1, 1));
  add_quad(t, vec3(1, 0, 0), vec3(1, 1, 0), vec3(1, 1, 1), vec3(1, 0, 1));
  add_quad(t, vec3(1, 1, 0), vec3(0, 1, 0), vec3(0, 1, 1), vec3(1, 1, 1));
  add_quad(t, vec3(0, 1, 0), vec3(0, 0, 0), vec3(0, 0, 1), vec3(0, 1, 1));
}

/* True if a face lies in the plane of the one of which it is a part. */
static bool faces_agree(const Triangles *t, const Mesh *m, int f)
{
  const Vec3 *of = t->corner + 3 * (size_t)m->origin[f], part = mesh_face_normal(m, f),
             whole = vec3_cross(vec3_sub(of[1], of[0]), vec3_sub(of[2], of[0]));

  return vec3_dot(part, whole) >
         (1 - 1e-4) * vec3_norm(part) * vec3_norm(whole); /* corners 5e-7 off */
}

static void seams_are_closed(void)
{
  static Triangles t;

  for (int seed = 0; seed < 20; seed++) {
    Random     random = random_stream(3, RANDOM_TEST, (uint64_t)seed);
    Findings   none   = {0};
    MeshReport report;
    Mesh       mesh;
    int        faces;

    t.n = 0;
    add_side(&t, &random, seed % 2 ? 5e-7 : 0);
    add_others(&t);
    mesh_join(t.n / 3, t.corner, mesh_merge_default, &mesh);
    faces = mesh.n_faces;
    mesh_check(&mesh, &report, &none);
    CHECK(report.n_open > 4 * CUTS);
    none = (Findings){0};
    mesh_seams_split(mesh_merge_default, &mesh, &none);
    mesh_check(&mesh, &report, &none);
    CHECK_INT(report.n_open + none.n, 0);
    CHECK_INT(mesh.n_faces, faces + 4 * CUTS);
    for (int f = 0; f < mesh.n_faces; f++) CHECK(faces_agree(&t, &mesh, f));
    CHECK_NEAR(report.volume, 1, 1e-6); /* of what is 5e-7 off */
    CHECK_NEAR(area_of(&mesh), 6, 1e-5);
    mesh_free(&mesh);
  }
  test_end("a side divided otherwise than its neighbours: the mesh is closed after it");
}

/* Nothing happens where no vertex lies on an open edge, or where it is too far off, or on an edge
   of two faces, or where the face is as flat as the vertex is off. */
static void other_meshes_stay(void)
{
  static Triangles t;
  Findings         none = {0};
  Mesh             mesh;

  t.n = 0;
  add_block(&t, vec3(0, 0, 0), vec3(1, 1, 1));
  add_triangle(&t, vec3(.5, 0, 0), vec3(.5, -1, 0), vec3(.6, -1, 0)); /* on an edge of two */
  add_triangle(&t, vec3(3, 0, 0), vec3(5, 0, 0), vec3(4, 2e-4, 0));
  add_triangle(&t, vec3(4.2, 3e-7, 0), vec3(4, -1, 0), vec3(4.1, -1, 0)); /* of a sliver */
  add_triangle(&t, vec3(3, 5, 0), vec3(5, 5, 0), vec3(4, 6, 0));
  add_triangle(&t, vec3(4, 4.999, 0), vec3(4, 4, 0), vec3(4.1, 4, 0)); /* aside */
  mesh_join(t.n / 3, t.corner, mesh_merge_default, &mesh);
  mesh_seams_split(mesh_merge_default, &mesh, &none);
  CHECK_INT(mesh.n_faces, t.n / 3);
  mesh_free(&mesh);
  mesh_join(0, NULL, 0, &mesh);
  mesh_seams_split(0, &mesh, &none);
  CHECK_INT(mesh.n_faces + none.n, 0);
  mesh_free(&mesh);
  test_end("meshes without vertices on open edges stay as they are");
}

TESTS(.ranks = {1})
{
  seams_are_closed();
  other_meshes_stay();
}
