/* SPDX-License-Identifier: MIT */
/* STL files, text and binary, give back what went in. */
#define _POSIX_C_SOURCE 200809L

#include "soups.h"

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
  mesh_join(12, corner, 0, &cube);
  cube.vertex[3].x = 0x1.fffffep-3; /* exact in single precision, but no short decimal */
  CHECK(mesh_write_stl(binary.path, &cube, why, sizeof why));
  mesh_read_stl(binary.path, mesh_merge_default, &back, &findings);
  check_same(&back, &cube);
  mesh_free(&back);
  cube.vertex[3].y = 0.1; /* not exact in single precision */
  file             = fopen(text.path, "w");
  put_text(file, &cube, "of a cube, facet");
  fclose(file);
  mesh_read_stl(text.path, mesh_merge_default, &back, &findings);
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
  mesh_join(12, corner, 0, &cube);
  CHECK(mesh_write_stl(path.path, &cube, why, sizeof why));
  file = fopen(path.path, "r+b");
  fputs("solid as many programs write it\n facet", file);
  fclose(file);
  mesh_read_stl(path.path, mesh_merge_default, &back, &findings);
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
  mesh_join(12, corner, 0, &cube);
  put_text(file, &cube, "one");
  mesh_move(&cube, -2, quat_identity(), vec3(5, 0, 0));
  put_text(file, &cube, "");
  fclose(file);
  mesh_read_stl(path.path, 0, &both, &findings);
  CHECK_INT(findings.n, 0);
  CHECK_INT(both.n_faces, 24);
  CHECK_INT(both.n_vertices, 16);
  mesh_free(&cube);
  mesh_free(&both);
  file_remove(files, "two.stl");
  test_end("all solids of a text are read");
}

TESTS(.ranks = {1})
{
  Files files;

  files = files_begin();
  files_give_back_what_went_in(&files);
  binary_may_begin_with_solid(&files);
  solids_are_joined(&files);
  files_end(&files);
}
