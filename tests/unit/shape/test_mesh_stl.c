/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Reading and writing STL files: both kinds, merging, and faults. */
#define _POSIX_C_SOURCE 200809L

#include "base/random.h"
#include "shape/mesh_stl.h"
#include "unit/files.h"

static const double cube_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int    cube_face[12][3]  = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                         {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                         {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

/* Triangles of a cube whose corners differ by up to `noise`. */
static void cube_soup(double noise, Vec3 corner[36])
{
  for (int c = 0; c < 36; c++) {
    const double *x = cube_corner[cube_face[c / 3][c % 3]], off = noise * (c % 5 - 2) / 4;

    corner[c] = vec3(x[0] + off, x[1] - off, x[2] + off);
  }
}

static void put_text(FILE *file, const Mesh *mesh, const char *name)
{
  fprintf(file, "solid %s\n", name);
  for (int f = 0; f < mesh->n_faces; f++) {
    fprintf(file, "  facet normal nan 0 1e0\n    outer loop\r\n");
    for (int k = 0; k < 3; k++) {
      const Vec3 x = mesh_corner(mesh, f, k);

      fprintf(file, "\t vertex %.17g %.17g %+.16e\n", x.x, x.y, x.z);
    }
    fprintf(file, "    ENDLOOP\n  endfacet\n");
  }
  fprintf(file, "endsolid %s\n", name);
}

static void check_same(const Mesh *a, const Mesh *b)
{
  CHECK_INT(a->n_vertices, b->n_vertices);
  CHECK_INT(a->n_faces, b->n_faces);
  for (int f = 0; f < a->n_faces && a->n_faces == b->n_faces; f++) {
    for (int k = 0; k < 3; k++) {
      CHECK_INT(a->face[f].v[k], b->face[f].v[k]);
      CHECK_NEAR(vec3_norm(vec3_sub(mesh_corner(a, f, k), mesh_corner(b, f, k))), 0,
                 0); /* both formats keep these digits */
    }
  }
}

static void files_give_back_what_went_in(const Files *files)
{
  const FilePath text = file_path(files, "cube.txt"), binary = file_path(files, "cube.bin");
  FILE          *file;
  Vec3           corner[36];
  Mesh           cube, back;
  Findings       findings = {0};
  char           why[512] = "";

  cube_soup(0, corner);
  CALL(mesh_join(12, corner, 0, &cube));
  cube.vertex[3].x = 0x1.fffffep-3; /* exact in single precision, but no short decimal */
  CHECK(mesh_write_stl(binary.path, &cube, why, sizeof why));
  CALL(mesh_read_stl(binary.path, mesh_merge_default, &back, &findings));
  check_same(&back, &cube);
  mesh_free(&back);
  cube.vertex[3].y = 0.1; /* not exact in single precision */
  file             = fopen(text.path, "w");
  put_text(file, &cube, "of a cube, facet");
  fclose(file);
  CALL(mesh_read_stl(text.path, mesh_merge_default, &back, &findings));
  check_same(&back, &cube);
  CHECK_INT(findings.n, 0);
  CHECK(!mesh_write_stl("/nowhere/x.stl", &cube, why, sizeof why));
  CHECK(strstr(why, "/nowhere/x.stl: cannot be written") != NULL);
  mesh_free(&back);
  mesh_free(&cube);
  file_remove(files, "cube.txt");
  file_remove(files, "cube.bin");
  test_end("text keeps all digits, binary those of singles, and the order of faces and vertices");
}

static void binary_may_begin_with_solid(const Files *files)
{
  const FilePath path = file_path(files, "cube.stl");
  FILE          *file;
  Vec3           corner[36];
  Mesh           cube, back;
  Findings       findings = {0};
  char           why[512];

  cube_soup(0, corner);
  CALL(mesh_join(12, corner, 0, &cube));
  CHECK(mesh_write_stl(path.path, &cube, why, sizeof why));
  file = fopen(path.path, "r+b");
  fputs("solid as many programs write it\n facet", file);
  fclose(file);
  CALL(mesh_read_stl(path.path, mesh_merge_default, &back, &findings));
  CHECK_INT(findings.n, 0);
  check_same(&back, &cube);
  mesh_free(&back);
  mesh_free(&cube);
  file_remove(files, "cube.stl");
  test_end("a binary file that begins with 'solid' is read as binary");
}

static void solids_are_joined(const Files *files)
{
  const FilePath path = file_path(files, "two.stl");
  FILE          *file = fopen(path.path, "w");
  Vec3           corner[36];
  Mesh           cube, both;
  Findings       findings = {0};

  cube_soup(0, corner);
  CALL(mesh_join(12, corner, 0, &cube));
  put_text(file, &cube, "one");
  mesh_move(&cube, -2, quat_identity(), vec3(5, 0, 0));
  put_text(file, &cube, "");
  fclose(file);
  CALL(mesh_read_stl(path.path, 0, &both, &findings));
  CHECK_INT(findings.n, 0);
  CHECK_INT(both.n_faces, 24);
  CHECK_INT(both.n_vertices, 16);
  mesh_free(&cube);
  mesh_free(&both);
  file_remove(files, "two.stl");
  test_end("all solids of a text are read");
}

static void corners_merge_as_asked(void)
{
  Vec3 corner[36];
  Mesh mesh;

  cube_soup(0, corner);
  corner[7].x = -0.0;
  CALL(mesh_join(12, corner, 0, &mesh));
  CHECK_INT(mesh.n_vertices, 8); /* moved from x = 1 to the vertex at +0 */
  mesh_free(&mesh);
  cube_soup(1e-7, corner);
  CALL(mesh_join(12, corner, 0, &mesh));
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  CALL(mesh_join(12, corner, mesh_merge_default, &mesh));
  CHECK_INT(mesh.n_vertices, 8);
  CHECK_INT(mesh.n_dropped, 0);
  mesh_free(&mesh);
  CALL(mesh_join(12, corner, 1e-9, &mesh));
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  CALL(mesh_join(12, corner, -1e-20, &mesh));
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  CALL(mesh_join(12, corner, 1.1, &mesh)); /* merges along edges, but not along diagonals */
  CHECK(mesh.n_vertices == 4 && mesh.n_faces == 4);
  CHECK_INT(mesh.n_dropped, 8);
  mesh_free(&mesh);
  CALL(mesh_join(12, corner, 1e9, &mesh));
  CHECK_INT(mesh.n_vertices, 1);
  CHECK_INT(mesh.n_faces, 0);
  mesh_free(&mesh);
  test_end("corners within the distance asked are one, and triangles that lose a corner by that "
           "are dropped and counted");
}

/* Merging by cells against brute force. */
static void merging_agrees_with_its_slow_twin(void)
{
  enum { N = 300 };
  Vec3         corner[3 * N], kept[3 * N];
  int          n_kept = 0;
  Random       random = random_stream(5, RANDOM_TEST, 0);
  const double merge  = 0.07;
  Mesh         mesh;

  for (int c = 0; c < 3 * N; c++) {
    corner[c].x = 1e3 + random_real(&random);
    corner[c].y = random_real(&random) - 0.5;
    corner[c].z = random_real(&random);
  }
  CALL(mesh_join(N, corner, merge, &mesh));
  for (int c = 0; c < 3 * N; c++) {
    int i = 0;

    while (i < n_kept && vec3_norm(vec3_sub(kept[i], corner[c])) > merge) i++;
    if (i == n_kept) kept[n_kept++] = corner[c];
  }
  CHECK_INT(mesh.n_vertices, n_kept);
  for (int i = 0; i < n_kept && i < mesh.n_vertices; i++) {
    CHECK_NEAR(vec3_norm(vec3_sub(kept[i], mesh.vertex[i])), 0, 0); /* copies */
  }
  test_note("%d corners to %d vertices, %d of %d triangles dropped", 3 * N, n_kept, mesh.n_dropped,
            N);
  mesh_free(&mesh);
  test_end("merging by cells keeps the vertices that looking at all of them keeps");
}

/* ---- bad files ---- */

static void refused(const Files *files, const char *bytes, size_t n, int64_t line,
                    const char *expected)
{
  const FilePath path     = file_write_bytes(files, "bad.stl", bytes, n);
  Findings       findings = {0};
  Mesh           mesh;

  CALL(mesh_read_stl(path.path, mesh_merge_default, &mesh, &findings));
  CHECK(findings.n > 0);
  CHECK_INT(findings.list[0].line, line);
  if (!strstr(findings.list[0].text, expected))
    test_fail(__FILE__, __LINE__, "no '%s' in: %s", expected, findings.list[0].text);
  CHECK_INT(mesh.n_faces, 0);
  mesh_free(&mesh);
  file_remove(files, "bad.stl");
}

static void text_refused(const Files *files, const char *text, int64_t line, const char *expected)
{
  refused(files, text, strlen(text), line, expected);
}

#define FACET "solid x\n facet normal 0 0 1\n  outer loop\n"

static void bad_texts_are_refused(const Files *files)
{
  text_refused(files, "solid\nendsolid\n", 0, "no triangles");
  text_refused(files, "solid x\n", 2, "the file ends where 'facet' or 'endsolid'");
  text_refused(files, "solid x\n facet normal 0 0\n", 3, "the file ends where a number");
  text_refused(files, "solid x\n facet norm", 2, "'norm' where 'normal'");
  text_refused(files, FACET "vertex 1 2 3\nvertex 1 2\nvertex 4 5 6\n", 6,
               "'vertex' where a number");
  text_refused(files, FACET "vertex 1 2 3\nvertex 1 2 0x10\n", 5, "'0x10' where a number");
  text_refused(files, FACET "vertex 1 2 3\nvertex 1 2 3,5\n", 5, "'3,5' where a number");
  text_refused(files,
               FACET "vertex 1 2 nan\nvertex 1 2 3\nvertex 2 3 4\nendloop\nendfacet\nendsolid\n", 4,
               "not finite");
  text_refused(files,
               FACET "vertex 1 2 3\nvertex 1 1e999 3\nvertex 2 3 4\nendloop\nendfacet\nendsolid\n",
               5, "not finite");
  text_refused(files,
               FACET "vertex 1 2 3\nvertex 1 1e60 3\nvertex 2 3 4\nendloop\nendfacet\nendsolid\n",
               5, "beyond 1e50");
  text_refused(files, FACET "vertex 1 2 3\nvertex 2 2 3\nvertex 2 3 4\nvertex 1 3 4\n", 7,
               "'vertex' where 'endloop'");
  text_refused(files, FACET "vertex 1 2 3\nvertex 2 2 3\nvertex 1 2 3\nendloop\nendfacet\nendsolid",
               0, "two corners in one place");
  text_refused(files, FACET "vertex 1 2 3\nvertex 2 2 3\nvertex 1 3 3\nendloop\nendfacet\nfoo", 9,
               "'foo' where 'facet'");
  test_end("texts with wrong words, numbers or ends are refused with the line");
}

static void put_count(char *bytes, uint32_t n)
{
  for (int k = 0; k < 4; k++) bytes[80 + k] = (char)(n >> (8 * k) & 0xff);
}

static void bad_binaries_are_refused(const Files *files)
{
  static char bytes[84 + 3 * 50];
  const float not_a_number = NAN;

  text_refused(files, "", 0, "empty");
  text_refused(files, "GIF89a", 0, "no STL file: it has 6 bytes");
  text_refused(files, "soli", 0, "no STL file");
  memset(bytes, 0, sizeof bytes);
  refused(files, bytes, 84, 0, "no triangles");
  put_count(bytes, 4);
  refused(files, bytes, sizeof bytes, 0,
          "4 triangles take 284 bytes, but the file has 234: truncated");
  put_count(bytes, 2);
  refused(files, bytes, sizeof bytes, 0, "2 triangles take 184 bytes, but the file has 234");
  put_count(bytes, 0xffffffff);
  refused(files, bytes, sizeof bytes, 0, "4294967295 triangles take 214748364834 bytes");
  memcpy(bytes, "solid", 5); /* followed by zeros: not text */
  refused(files, bytes, sizeof bytes, 0, "4294967295 triangles take");
  put_count(bytes, 3);
  refused(files, bytes, sizeof bytes, 0, "each of its 3 triangles");
  memcpy(bytes + 84 + 50 + 12 + 24 + 4, &not_a_number, 4);
  refused(files, bytes, sizeof bytes, 0,
          "triangle 2, corner 3 (0, nan, 0): a coordinate is not finite");
  test_end("binary files that are cut, too long, empty, or have no numbers for coordinates are "
           "refused with the place");
}

static void what_is_no_file_is_refused(const Files *files)
{
  Findings       findings = {0};
  const FilePath none     = file_path(files, "none.stl");
  Mesh           mesh;

  CALL(mesh_read_stl(none.path, 0, &mesh, &findings));
  CHECK(findings.n == 1 && strstr(findings.list[0].text, "cannot be opened"));
  CALL(mesh_read_stl(files->folder, 0, &mesh, &findings));
  CHECK(findings.n == 2 && strstr(findings.list[1].text, "cannot be read"));
  test_end("no file, and a folder, are refused");
}

int main(int argc, char **argv)
{
  Files files;

  test_begin(&argc, &argv);
  files = files_begin();
  files_give_back_what_went_in(&files);
  binary_may_begin_with_solid(&files);
  solids_are_joined(&files);
  corners_merge_as_asked();
  merging_agrees_with_its_slow_twin();
  bad_texts_are_refused(&files);
  bad_binaries_are_refused(&files);
  what_is_no_file_is_refused(&files);
  files_end(&files);
  return test_finish();
}
