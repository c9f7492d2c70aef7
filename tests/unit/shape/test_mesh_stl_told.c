/* SPDX-License-Identifier: MIT */
/* Broken STL files are refused with the place of the mistake. */
#define _POSIX_C_SOURCE 200809L

#include "shape/mesh/mesh_files.h"
#include "unit/files.h"

static void refused(const Files *files, const char *bytes, size_t n, int64_t line,
                    const char *expected)
{
  const FilePath path     = file_write_bytes(files, "bad.stl", bytes, n);
  Findings       findings = {0};
  Mesh           mesh;

  mesh_read_stl(path.path, mesh_merge_default, &mesh, &findings);
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

  mesh_read_stl(none.path, 0, &mesh, &findings);
  CHECK(findings.n == 1 && strstr(findings.list[0].text, "cannot be opened"));
  mesh_read_stl(files->folder, 0, &mesh, &findings);
  CHECK(findings.n == 2 && strstr(findings.list[1].text, "cannot be read"));
  test_end("no file, and a folder, are refused");
}

TESTS(.ranks = {1})
{
  Files files;

  files = files_begin();
  bad_texts_are_refused(&files);
  bad_binaries_are_refused(&files);
  what_is_no_file_is_refused(&files);
  files_end(&files);
}
