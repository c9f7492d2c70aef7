/* SPDX-License-Identifier: MIT */
/* .shapes files: valid, invalid, and written back. */
#define _POSIX_C_SOURCE 200809L

#include "shape/mesh/mesh_files.h"
#include "shape/shape_read.h"
#include "shapes.h"
#include "unit/files.h"

static Files files;

static const char good[] = "# a set\n"
                           "node n1 0 0 0 # the first\n"
                           "node n-2 1 0 0.1\r\n"
                           "\n"
                           "node N_3 0.3 1 0\n"
                           "sphere 1 2 3 .5 material=glass#x\n"
                           "sphere @n1 0.25\n"
                           "capsule @n-2 2 0 0 0 0.1 0.4 material=steel\n"
                           "ellipsoid 0 0 5 .5 .5 .5 .5 1 2 3\n"
                           "box 1e1 0 0 1 0 0.1 0 1 2 3 material=glass\n"
                           "tetrahedron n1 @n-2 N_3 0.1 0.2 3\n"
                           "facet n1 n-2 N_3 0.01 material=steel\n"
                           "mesh \"a cube.stl\" 2 material=wood\n"
                           "mesh \"a cube.stl\" 2 0 0 7 1 1 0 0";

static void cube_write(const char *name, int faces)
{
  const FilePath path = file_path(&files, name);
  Mesh           cube = mesh_of_box(1, 1, 1);
  char           why[256];

  cube.n_faces = faces;
  CHECK(mesh_write_stl(path.path, &cube, why, sizeof why));
  mesh_free(&cube);
}

static void check_same(const ShapeSet *a, const ShapeSet *b)
{
  CHECK_INT(a->n, b->n);
  CHECK_INT(a->nodes.n, b->nodes.n);
  CHECK_INT(a->n_solids, b->n_solids);
  for (int k = 0; k < a->n && k < b->n; k++) {
    const Shape *s = &a->list[k], *t = &b->list[k];

    CHECK(s->kind == t->kind && s->material == t->material &&
          memcmp(s->node, t->node, sizeof s->node) == 0);
    CHECK_BITS(s->x.z, t->x.z);
    CHECK_BITS(s->q.w, t->q.w);
    CHECK_BITS(s->q.y, t->q.y);
    for (int j = 0; j < s->kind->n_sizes; j++) CHECK_BITS(s->size[j], t->size[j]);
    for (int j = 0; j < s->kind->n_corners; j++) CHECK_BITS(s->corner[j].z, t->corner[j].z);
    CHECK_BITS(s->moments.inertia.xz, t->moments.inertia.xz);
  }
}

static void sets_are_read(void)
{
  const FilePath path  = file_write(&files, "set.shapes", good),
                 again = file_path(&files, "again.shapes");
  Findings  findings   = {0};
  ShapeSet  set, back;
  Materials materials, others;
  char      why[256] = "";

  cube_write("a cube.stl", 12);
  shapes_read(path.path, &set, &materials, &findings);
  if (findings.n > 0)
    test_fail(__FILE__, __LINE__, "line %d: %s", (int)findings.list[0].line, findings.list[0].text);
  CHECK_INT(set.n, 9);
  CHECK_INT(set.nodes.n, 3);
  CHECK_INT(set.n_solids, 1);
  CHECK_INT(materials.n, 4);
  CHECK_TEXT(materials.list[0].name, "glass");
  CHECK_TEXT(materials.list[1].name, "");
  CHECK_TEXT(materials.list[set.list[6].material].name, "steel");
  CHECK_INT(set.list[1].node[0], 0);
  CHECK_INT(set.list[5].node[1], 1);
  CHECK_INT(set.list[5].node[3], -1);
  CHECK_INT(set.list[8].line, 14);
  CHECK_NEAR(set.list[2].x.z, 0.1, 0); /* position of the node */
  CHECK_NEAR(set.list[2].q.w, 1, 0);   /* normalised */
  CHECK_NEAR(set.list[7].moments.volume, 8, 1e-14);
  CHECK_NEAR(shape_moments(&set.list[8]).centre.y, -1, 1e-15); /* turned by a right angle about x */
  CHECK_NEAR(shape_moments(&set.list[8]).centre.z, 8, 1e-14);  /* as above */
  CHECK(shapes_write(again.path, &set, &materials, why, sizeof why));
  shapes_read(again.path, &back, &others, &findings);
  CHECK_INT(findings.n, 0);
  CHECK_INT(others.n, materials.n);
  check_same(&set, &back);
  CHECK(!shapes_write("/nowhere/a", &set, &materials, why, sizeof why) &&
        strstr(why, "/nowhere/a: cannot be written"));
  shapes_free(&set, &materials);
  shapes_free(&back, &others);
  file_remove(&files, "a cube.stl");
  file_remove(&files, "again.shapes");
  file_remove(&files, "set.shapes");
  test_end("nodes and shapes of all kinds are read, and written back to the same bits");
}

static void refused_bytes(const char *text, size_t n, int64_t line, const char *expected)
{
  const FilePath path     = file_write_bytes(&files, "bad.shapes", text, n);
  Findings       findings = {0};
  ShapeSet       set;
  Materials      materials;

  shapes_read(path.path, &set, &materials, &findings);
  CHECK_INT(findings.n, 1);
  CHECK_INT(findings.list[0].line, line);
  if (!strstr(findings.list[0].text, expected))
    test_fail(__FILE__, __LINE__, "no '%s' in: %s", expected, findings.list[0].text);
  shapes_free(&set, &materials);
  file_remove(&files, "bad.shapes");
}

static void refused(const char *text, int64_t line, const char *expected)
{
  refused_bytes(text, strlen(text), line, expected);
}

static void bad_lines_are_refused(void)
{
  refused("", 0, "no shapes in it");
  refused("node a 1 2 3\n# sphere 0 0 0 1\n", 0, "no shapes in it");
  refused("\nball 0 0 0 1\n", 2, "'ball' is no shape: give sphere, capsule");
  refused("sphere 0 0 0\n", 1, "sphere: r is missing");
  refused("sphere 0 0\n", 1, "sphere: z is missing");
  refused("sphere 0 0 0 1 2\n", 1, "sphere: '2' is one word too many");
  refused("sphere 0 0 0 -1\n", 1, "sphere: r -1: must be > 0");
  refused("sphere 0 0 nan 1\n", 1, "sphere: 'nan' where z should be");
  refused("sphere 0 0 1e999 1\n", 1, "sphere: '1e999' where z should be");
  refused("sphere 0 0 0x1 1\n", 1, "'0x1'");
  refused("sphere 0 0 1,5 1\n", 1, "'1,5'");
  refused("sphere 0 0 0 1 material=\n", 1, "'' is no name of a material");
  refused("sphere 0 0 0 1 material=a/b\n", 1, "'a/b' is no name of a material");
  refused("sphere 0 0 0 material=a 1\n", 1, "sphere: 'material=a' where r should be");
  refused("sphere 0 0 0 1e-120\n", 1, "too small or too large");
  refused("capsule 0 0 0 0 0 0 0 1 1\n", 1, "the quaternion is zero");
  refused("capsule 0 0 0 1 0 0 0 1 0\n", 1, "capsule: shaft 0: must be > 0");
  refused("box 0 0 0 1 0 0 0 1 1\n", 1, "box: lz is missing");
  refused("tetrahedron 0 0 0 1 0 0 0 1 0 1 1 0\n", 1, "tetrahedron: its corners are in one plane");
  refused("facet 0 0 0 1 0 0 2 0 0 0.1\n", 1, "facet: its corners are on one line");
  refused("node a 0 0 0\nfacet a a 2 0 0 0.1\n", 2, "facet: its corners are on one line");
  refused("node a 0 0 0\nfacet a b 2 0 0 0.1\n", 2, "facet: no node 'b' on the lines above");
  refused("sphere @b 1\n", 1, "sphere: no node 'b'");
  refused("node a 0 0 0\nnode a 1 1 1\n", 2, "node: 'a' is defined above already");
  refused("node 1a 0 0 0\n", 1, "node: '1a' is no name");
  refused("node a 0 0\n", 1, "node: z is missing");
  refused("mesh x.stl\n", 1, "mesh: scale is missing");
  refused("mesh x.stl 0\n", 1, "mesh: scale 0: must be > 0");
  refused("mesh \"x.stl 1\n", 1, "a \" without its end");
  refused("mesh x.stl 1 2\n", 1, "mesh: y is missing");
  refused_bytes("sphere 0 0 0 1\n\0\n", 17, 2, "not a text file");
  test_end("every mistake in a line is told with the line and the word");
}

static void bad_meshes_are_refused(void)
{
  refused("mesh none.stl 1\n", 1, "mesh none.stl: cannot be opened");
  cube_write("open.stl", 11);
  refused("\n\nmesh open.stl 1\n", 3, "mesh open.stl: 3 open edges; the first from");
  file_write(&files, "bad.stl", "solid x\nfacet\n");
  refused("mesh bad.stl 1\n", 1, "mesh bad.stl: line 3: the file ends where 'normal'");
  file_remove(&files, "open.stl");
  file_remove(&files, "bad.stl");
  test_end("meshes that cannot be read or are not closed are told with the line of the set");
}

static void what_is_no_file_is_refused(void)
{
  Findings  findings = {0};
  ShapeSet  set;
  Materials materials;

  shapes_read(file_path(&files, "none").path, &set, &materials, &findings);
  CHECK(findings.n == 1 && strstr(findings.list[0].text, "cannot be opened"));
  shapes_read(files.folder, &set, &materials, &findings);
  CHECK(findings.n > 1 && strstr(findings.list[1].text, "cannot be read"));
  test_end("no file, and a folder, are refused");
}

TESTS(.ranks = {1})
{
  files = files_begin();
  sets_are_read();
  bad_lines_are_refused();
  bad_meshes_are_refused();
  what_is_no_file_is_refused();
  files_end(&files);
}
