/* SPDX-License-Identifier: MIT */
/* Meshes that bound a solid, and every kind of fault. */
#include "base/random.h"
#include "meshes.h"
#include "shape/mesh/mesh_check.h"

static void check_refused(const Mesh *mesh, int n, const char *expected)
{
  Findings   findings = {0};
  MeshReport report;

  mesh_check(mesh, &report, &findings);
  CHECK_INT(findings.n, n);
  for (int k = 0; k < n && k < findings.n; k++) {
    if (strstr(findings.list[k].text, expected)) return;
  }
  test_fail(__FILE__, __LINE__, "no '%s' in: %s", expected,
            findings.n > 0 ? findings.list[0].text : "nothing");
}

static void check_good(const Mesh *mesh, int parts, int cavities, double volume)
{
  Findings   findings = {0};
  MeshReport report;

  mesh_check(mesh, &report, &findings);
  if (findings.n > 0) test_fail(__FILE__, __LINE__, "found: %s", findings.list[0].text);
  CHECK_INT(report.n_parts, parts);
  CHECK_INT(report.n_cavities, cavities);
  CHECK_NEAR(report.volume, volume, 1e-13 * fabs(volume)); /* rounding of a few faces */
}

static void add_box(Mesh *mesh, double edge, double at)
{
  Mesh box = mesh_of_box(1, 1, 1);

  mesh_move(&box, fabs(edge), quat_identity(), vec3(at, at, at));
  if (edge < 0) mesh_flip(&box);
  mesh_append(mesh, &box);
  mesh_free(&box);
}

static void solids_are_good(void)
{
  Mesh mesh = mesh_of_box(1, 2, 3), ball = mesh_of_icosphere(3);

  check_good(&mesh, 1, 0, 6);
  mesh_move(&mesh, -2, random_orientation(&(Random){{1, 2}, 3}), vec3(1e6, 0, 0));
  {
    Findings   findings = {0};
    MeshReport report;

    mesh_check(&mesh, &report, &findings);
    CHECK_INT(findings.n, 0);
    CHECK_NEAR(report.volume, 48, 1e-7); /* corners at 1e6 are rounded to 1e-10 */
    mesh_check(&ball, &report, &findings);
    CHECK_INT(findings.n, 0);
  }
  mesh_free(&mesh);
  mesh_free(&ball);
  test_end("a box, mirrored and far away too, and a ball bound solids");
}

static void parts_count_by_where_they_are(void)
{
  Mesh mesh = mesh_of_box(10, 10, 10);

  add_box(&mesh, 2, 20);
  check_good(&mesh, 2, 0, 1008);
  add_box(&mesh, -6, 1);
  check_good(&mesh, 3, 1, 792);
  add_box(&mesh, 4, 2); /* in the cavity */
  check_good(&mesh, 4, 1, 856);
  add_box(&mesh, 1, 7.5); /* in the wall of the large box, from 7 to 10 */
  check_refused(
    &mesh, 1,
    "the part of 12 faces with face 49 at (7.5, 7.5, 7.5), volume 1, lies inside another: flip");
  mesh_free(&mesh);
  mesh = mesh_of_box(10, 10, 10);
  add_box(&mesh, -1, 20);
  check_refused(&mesh, 1, "face 13 at (20, 20, 20), volume -1, has its normals inwards: flip them");
  mesh_free(&mesh);
  mesh = mesh_of_box(1, 1, 1);
  mesh_flip(&mesh);
  check_refused(&mesh, 1, "volume -1, has its normals inwards");
  mesh_free(&mesh);
  mesh = mesh_of_box(1, 1, 1);
  add_box(&mesh, -0.5, 0); /* one corner at a corner of the solid, three faces in its faces */
  check_good(&mesh, 2, 1, 0.875);
  mesh_free(&mesh);
  test_end("parts and cavities add up; solids within solids and inverted parts are refused with "
           "their place");
}

static void open_meshes_are_refused(void)
{
  Mesh       mesh     = mesh_of_box(1, 2, 3);
  Findings   findings = {0};
  MeshReport report;

  mesh.n_faces = 11;
  check_refused(&mesh, 1,
                "3 open edges; the first from (1, 0, 0) to (1, 0, 3), face 5: close the hole");
  mesh_check(&mesh, &report, &findings);
  CHECK_INT(report.n_open, 3);
  mesh.n_faces = 12;
  mesh.face[5] = mesh.face[4];
  check_refused(
    &mesh, 4,
    "1 face occurs twice; the first from (0, 0, 0) to (1, 0, 0), faces 5, 6: remove one of each");
  mesh_free(&mesh);
  mesh         = mesh_of_box(1, 2, 3);
  mesh.n_faces = 1;
  check_refused(&mesh, 1, "3 open edges");
  mesh.n_faces = 2;
  mesh.face[1] = (Face){{0, 1, 3}}; /* a sheet of two opposite faces */
  check_refused(&mesh, 1, "1 face occurs twice");
  mesh.n_faces = 0;
  check_refused(&mesh, 1, "without faces");
  mesh_free(&mesh);
  test_end("holes, faces that are there twice, sheets and nothing are refused with the place");
}

static void turned_faces_are_refused(void)
{
  Mesh      mesh = mesh_of_box(1, 2, 3);
  const int v    = mesh.face[6].v[0];

  mesh.face[6].v[0] = mesh.face[6].v[1];
  mesh.face[6].v[1] = v;
  check_refused(&mesh, 1,
                "3 edges between faces of opposite direction; the first from (0, 2, 0) to (1, 2, "
                "0), faces 2, 7");
  mesh_free(&mesh);
  test_end("a face that looks the other way is refused with the place");
}

static void crowded_edges_are_refused(void)
{
  Mesh mesh = mesh_of_box(1, 1, 1), both;
  Vec3 corner[72];

  for (int c = 0; c < 36; c++) {
    corner[c]      = mesh_corner(&mesh, c / 3, c % 3);
    corner[c + 36] = vec3_add(corner[c], vec3(1, 1, 0)); /* they share an edge */
  }
  mesh_join(24, corner, 0, &both);
  CHECK_INT(both.n_vertices, 14);
  check_refused(&both, 1,
                "1 edge of more than two faces; the first from (1, 1, 0) to (1, 1, 1), faces");
  mesh_free(&mesh);
  mesh_free(&both);
  test_end("solids that share an edge are refused with the place");
}

TESTS(.ranks = {1})
{
  solids_are_good();
  parts_count_by_where_they_are();
  open_meshes_are_refused();
  turned_faces_are_refused();
  crowded_edges_are_refused();
}
