/* SPDX-License-Identifier: MIT */
/* OBJ files: polygons, negative indices and lines; broken ones are refused with the line. */
#define _POSIX_C_SOURCE 200809L

#include "shape/mesh/mesh_check.h"
#include "shape/mesh/mesh_files.h"
#include "unit/files.h"

#define CORNERS "v 0 0 0\nv 1 0 0\nv 1 1 0 1.0\r\nv 0 1 0 # a comment\n"

static Mesh read_text(const Files *files, const char *name, const char *text, bool lines,
                      Findings *findings)
{
  const FilePath path = file_write_bytes(files, name, text, strlen(text));
  Mesh           mesh;

  *findings = (Findings){0};
  if (lines) mesh_read_lines(path.path, &mesh, findings);
  else mesh_read(path.path, mesh_merge_default, &mesh, findings);
  file_remove(files, name);
  return mesh;
}

static void a_cube_of_polygons_is_closed(const Files *files)
{
  Findings   findings;
  MeshReport report;
  Mesh       mesh = read_text(files, "cube.OBJ",
                              "o cube\n" CORNERS "vn 0 0 1\nvt 0 0\ns off\n"
                                    "f 4//1 3//1 2//1 1//1\n"
                                    "v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                    "usemtl x\nf -4 -3 -2 -1\n"
                                    "f 1/1 2/1 6/1 5/1\nf 2 3 7\nf 2/1/1 7/1/1 6/1/1\n"
                                    "f 3 4 8 7\n\nf 4 1 5 8",
                              false, &findings);

  CHECK_INT(findings.n, 0);
  CHECK_INT(mesh.n_vertices, 8);
  CHECK_INT(mesh.n_faces, 12);
  mesh_check(&mesh, &report, &findings);
  CHECK_INT(findings.n, 0);
  CHECK_NEAR(report.volume, 1, 1e-14); /* rounding */
  mesh_free(&mesh);
  test_end("a cube of polygons, with indices from the front and the back, is closed");
}

static void lines_become_segments(const Files *files)
{
  Findings findings;
  Mesh mesh = read_text(files, "l.obj", CORNERS "f 1 2 3\nl 1 2 3\nl 3/1 -1 1\n", true, &findings);

  CHECK_INT(findings.n, 0);
  CHECK_INT(mesh.n_faces, 4);
  for (int k = 0; k < 4 && k < mesh.n_faces; k++) {
    CHECK_INT(mesh.face[k].v[0], k);
    CHECK_INT(mesh.face[k].v[1], (k + 1) % 4);
    CHECK_INT(mesh.face[k].v[2], mesh.face[k].v[1]);
  }
  mesh_free(&mesh);
  mesh = read_text(files, "l.obj", CORNERS "v 5 5 1\nv 2 2 0\nl 6 1 3 6\n", true, &findings);
  CHECK_INT(findings.n, 0);
  CHECK_INT(mesh.n_vertices, 3);
  CHECK(mesh.vertex[mesh.face[0].v[0]].x == 2 && mesh.vertex[mesh.face[0].v[1]].x == 0 &&
        mesh.vertex[mesh.face[1].v[1]].y == 1);
  mesh_free(&mesh);
  test_end("lines become segments; vertices on none are left out");
}

static void refused(const Files *files, const char *text, bool lines, int64_t line,
                    const char *expected)
{
  Findings findings;
  Mesh     mesh = read_text(files, "bad.obj", text, lines, &findings);

  CHECK(findings.n > 0);
  CHECK_INT(findings.list[0].line, line);
  if (!strstr(findings.list[0].text, expected))
    test_fail(__FILE__, __LINE__, "no '%s' in: %s", expected, findings.list[0].text);
  CHECK_INT(mesh.n_faces, 0);
  mesh_free(&mesh);
}

static void broken_files_are_refused(const Files *files)
{
  refused(files, "", false, 0, "an empty file");
  refused(files, CORNERS, false, 0, "no faces (f)");
  refused(files, CORNERS "l 1 2\n", false, 0, "no faces (f)");
  refused(files, CORNERS "f 1 2 3\n", true, 0, "no lines (l)");
  refused(files, "v 1 2\n", false, 1, "three coordinates");
  refused(files, "v 1 x 2\n", false, 1, "'x' where a number");
  refused(files, "v 1 nan 2\n", false, 1, "not finite");
  refused(files, "v 1 1e60 2\n", false, 1, "beyond 1e50");
  refused(files, CORNERS "f 1 2\n", false, 5, "three corners or more");
  refused(files, CORNERS "f 1 2 5\n", false, 5, "vertex 5: there are 4");
  refused(files, CORNERS "f 1 2 -5\n", false, 5, "vertex -5: there are 4");
  refused(files, CORNERS "f 0 1 2\n", false, 5, "vertex 0: there are 4");
  refused(files, CORNERS "f 1 2 b\n", false, 5, "'b' where the number of a vertex");
  refused(files, "solid x\nfacet normal 0 0 1\n", false, 1, "'solid' is no word of an OBJ file");
  refused(files, CORNERS "v .5 .2 0\nf 1 2 3 5\n", false, 6, "not convex");
  refused(files, CORNERS "f 1 2 2\n", false, 0, "two corners in one place");
  refused(files, CORNERS "l 1\n", true, 5, "two points or more");
  refused(files, CORNERS "v 0 0 1\nl 1 2 5\n", true, 6, "z != 0");
  test_end("broken files are refused with the line");
}

TESTS(.ranks = {1})
{
  Files files;

  files = files_begin();
  a_cube_of_polygons_is_closed(&files);
  lines_become_segments(&files);
  broken_files_are_refused(&files);
  files_end(&files);
}
