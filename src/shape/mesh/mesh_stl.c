/* SPDX-License-Identifier: MIT */
/* STL files. Binary: a header of 80 bytes, a count of 4 bytes, then 50 bytes a triangle: normal and
   three corners, 12 single-precision numbers, and 2 attribute bytes; little-endian. */
#include <ctype.h>
#include <errno.h>
#include <strings.h>

#include "shape/mesh/mesh_files.h"

enum { HEAD_BYTES = 84, TRIANGLE_BYTES = 50, FIRST_CORNER = 12, CORNER_BYTES = 12 };

/* m: fifth powers of lengths must fit in a double. */
static const double largest_coordinate = 1e50;

void soup_add(Soup *soup, Vec3 corner)
{
  array_reserve(&soup->corner, sizeof *soup->corner, soup->n + 1, &soup->capacity);
  soup->corner[soup->n++] = corner;
}

/* Fault of a corner as text, or NULL. */
static const char *soup_fault(Vec3 c)
{
  if (!isfinite(c.x) || !isfinite(c.y) || !isfinite(c.z)) return "a coordinate is not finite";
  if (max_real(fabs(c.x), max_real(fabs(c.y), fabs(c.z))) > largest_coordinate)
    return "a coordinate is beyond 1e50";
  return NULL;
}

void vertex_check(Vec3 v, int64_t line, Findings *findings)
{
  const char *fault = soup_fault(v);

  if (fault) finding_add(findings, line, "vertex %g %g %g: %s", v.x, v.y, v.z, fault);
}

void soup_join(Soup *soup, double merge, bool read, Mesh *mesh, Findings *findings)
{
  *mesh = (Mesh){.n_faces = 0};
  if (read) {
    mesh_join(soup->n / 3, soup->corner, merge, mesh);
    if (mesh->n_faces == 0) {
      finding_add(findings, 0, "each of its %d triangles has two corners in one place",
                  mesh->n_dropped);
      mesh_free(mesh);
    }
  }
  array_free(&soup->corner);
}

/* ---- bytes ---- */

static uint32_t word_of(const char *byte)
{
  const unsigned char *b = (const unsigned char *)byte;

  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double single_of(const char *byte)
{
  const uint32_t word = word_of(byte);
  float          value;

  memcpy(&value, &word, sizeof value);
  return value;
}

static void single_put(double value, char *byte)
{
  const float single = (float)value;
  uint32_t    word;

  memcpy(&word, &single, sizeof word);
  for (int k = 0; k < 4; k++) byte[k] = (char)(word >> (8 * k) & 0xff);
}

/* ---- which kind ---- */

static bool begins_with_solid(const FileBytes *bytes)
{
  size_t at = 0;

  while (at < bytes->n && isspace((unsigned char)bytes->byte[at])) at++;
  return strncasecmp(bytes->byte + at, "solid", 5) == 0;
}

/* True if the first bytes hold no control characters other than white space. */
static bool looks_like_text(const FileBytes *bytes)
{
  for (size_t k = 0; k < bytes->n && k < 1024; k++) {
    const unsigned char b = (unsigned char)bytes->byte[k];

    if (b < 32 && !isspace(b)) return false;
  }
  return true;
}

static void note_size(const FileBytes *bytes, Findings *findings)
{
  const int64_t count = word_of(bytes->byte + HEAD_BYTES - 4),
                asked = HEAD_BYTES + TRIANGLE_BYTES * count;

  finding_add(findings, 0,
              "neither text that begins with 'solid' nor binary STL: %" PRId64
              " triangles take %" PRId64
              " bytes, but the file has %zu: truncated, too long, or not STL",
              count, asked, bytes->n);
}

static void read_binary(const FileBytes *bytes, Soup *soup, Findings *findings)
{
  const int64_t n = word_of(bytes->byte + HEAD_BYTES - 4);

  if (n > MESH_MOST_FACES) {
    finding_add(findings, 0, "%" PRId64 " triangles; at most %d can be read", n, MESH_MOST_FACES);
    return;
  }
  array_reserve(&soup->corner, sizeof *soup->corner, (PetscInt)(3 * n), &soup->capacity);
  for (int64_t t = 0; t < n; t++) {
    for (int k = 0; k < 3; k++) {
      const char *at =
        bytes->byte + HEAD_BYTES + TRIANGLE_BYTES * t + FIRST_CORNER + CORNER_BYTES * k;
      const Vec3  corner = vec3(single_of(at), single_of(at + 4), single_of(at + 8));
      const char *fault  = soup_fault(corner);

      if (fault)
        finding_add(findings, 0, "triangle %" PRId64 ", corner %d (%g, %g, %g): %s", t + 1, k + 1,
                    corner.x, corner.y, corner.z, fault);
      soup->corner[soup->n++] = corner;
    }
  }
}

/* ---- text: solid [name], then for each triangle

     facet normal x y z
       outer loop
         vertex x y z      three times
       endloop
     endfacet

   then endsolid [name]; any number of solids. Words are in any case, blanks and line ends as one
   likes, but that a name ends with its line. ---- */

enum { WORD_SHOWN = 40 };

typedef struct {
  const char *at, *end;
  int64_t     line;
  char        word[64]; /* last word read, truncated */
  Findings   *findings;
} Scan;

/* Read the next word; false at the end of the text. */
static bool word_next(Scan *scan)
{
  size_t n = 0;

  while (scan->at < scan->end && isspace((unsigned char)*scan->at))
    scan->line += *scan->at++ == '\n';
  while (scan->at < scan->end && !isspace((unsigned char)*scan->at)) {
    if (n + 1 < sizeof scan->word) scan->word[n++] = *scan->at;
    scan->at++;
  }
  scan->word[n] = 0;
  return n > 0;
}

static bool complain(Scan *scan, const char *expected)
{
  if (scan->word[0])
    finding_add(scan->findings, scan->line, "'%.*s' where %s should be", WORD_SHOWN, scan->word,
                expected);
  else
    finding_add(scan->findings, scan->line, "the file ends where %s should be: truncated?",
                expected);
  return false;
}

/* Read the next word, which must be `word`. */
static bool expect(Scan *scan, const char *word)
{
  char expected[32];

  if (word_next(scan) && strcasecmp(scan->word, word) == 0) return true;
  snprintf(expected, sizeof expected, "'%s'", word);
  return complain(scan, expected);
}

/* Read a decimal number; nan and inf are accepted and refused later by soup_fault. */
static bool read_number(Scan *scan, double *value)
{
  char *end;

  if (!word_next(scan)) return complain(scan, "a number");
  *value = strtod(scan->word, &end);
  if (*end == 0 && end != scan->word && !strpbrk(scan->word, "xX")) return true;
  return complain(scan, "a number");
}

static bool read_corner(Scan *scan, Soup *soup)
{
  Vec3 c = {0, 0, 0};

  if (!expect(scan, "vertex") || !read_number(scan, &c.x) || !read_number(scan, &c.y) ||
      !read_number(scan, &c.z))
    return false;
  vertex_check(c, scan->line, scan->findings);
  soup_add(soup, c);
  return true;
}

/* Read a facet after the word `facet`. Its normal is not parsed, as some programs write nan. */
static bool read_facet(Scan *scan, Soup *soup)
{
  if (!expect(scan, "normal")) return false;
  for (int k = 0; k < 3; k++)
    if (!word_next(scan)) return complain(scan, "a number");
  if (!expect(scan, "outer") || !expect(scan, "loop")) return false;
  for (int k = 0; k < 3; k++)
    if (!read_corner(scan, soup)) return false;
  return expect(scan, "endloop") && expect(scan, "endfacet");
}

static void read_text(const char *text, size_t n, Soup *soup, Findings *findings)
{
  Scan scan   = {.at = text, .end = text + n, .line = 1, .findings = findings};
  bool inside = false, good = true;

  while (good && word_next(&scan)) {
    if (inside && strcasecmp(scan.word, "facet") == 0) {
      good = read_facet(&scan, soup);
    } else if (strcasecmp(scan.word, inside ? "endsolid" : "solid") == 0) {
      inside = !inside;
      while (scan.at < scan.end && *scan.at != '\n') scan.at++;
    } else {
      good = complain(&scan, inside ? "'facet' or 'endsolid'" : "'solid'");
    }
    if (soup->n > 3 * MESH_MOST_FACES) {
      finding_add(findings, scan.line, "more triangles than can be read, %d", MESH_MOST_FACES);
      good = false;
    }
  }
  if (good && inside) complain(&scan, "'facet' or 'endsolid'");
}

static void read_bytes(const FileBytes *bytes, Soup *soup, Findings *findings)
{
  const bool has_head = bytes->n >= HEAD_BYTES;

  if (bytes->n == 0) {
    finding_add(findings, 0, "an empty file");
  } else if (has_head && bytes->n == HEAD_BYTES + TRIANGLE_BYTES *
                                                    (size_t)word_of(bytes->byte + HEAD_BYTES - 4)) {
    read_binary(bytes, soup, findings);
  } else if (begins_with_solid(bytes) && looks_like_text(bytes)) {
    read_text(bytes->byte, bytes->n, soup, findings);
  } else if (has_head) {
    note_size(bytes, findings);
  } else {
    finding_add(findings, 0,
                "no STL file: it has %zu bytes, less than the head of a binary one, and does not "
                "begin with 'solid'",
                bytes->n);
  }
}

void mesh_read_stl(const char *path, double merge, Mesh *mesh, Findings *findings)
{
  const int64_t before = findings->n;
  Soup          soup   = {.n = 0};
  FileBytes     bytes;

  if (file_bytes_read(path, &bytes, findings)) read_bytes(&bytes, &soup, findings);
  free(bytes.byte);
  if (findings->n == before && soup.n == 0) finding_add(findings, 0, "no triangles in it");
  soup_join(&soup, merge, findings->n == before, mesh, findings);
}

static void triangle_put(const Mesh *mesh, int f, char *byte)
{
  const Vec3   twice = mesh_face_normal(mesh, f);
  const double norm  = vec3_norm(twice);

  memset(byte, 0, TRIANGLE_BYTES);
  for (int a = 0; a < 3; a++) {
    single_put(norm > 0 ? vec3_axis(twice, a) / norm : 0, byte + 4 * a);
    for (int k = 0; k < 3; k++)
      single_put(vec3_axis(mesh_corner(mesh, f, k), a),
                 byte + FIRST_CORNER + CORNER_BYTES * k + 4 * a);
  }
}

static bool binary_write(FILE *file, const Mesh *mesh)
{
  char bytes[HEAD_BYTES] = "triangle mesh, binary STL, written by clast";
  bool good;

  for (int k = 0; k < 4; k++)
    bytes[HEAD_BYTES - 4 + k] = (char)((uint32_t)mesh->n_faces >> (8 * k) & 0xff);
  good = fwrite(bytes, HEAD_BYTES, 1, file) == 1;
  for (int f = 0; f < mesh->n_faces && good; f++) {
    triangle_put(mesh, f, bytes);
    good = fwrite(bytes, TRIANGLE_BYTES, 1, file) == 1;
  }
  return good;
}

bool mesh_write_stl(const char *path, const Mesh *mesh, char *why, size_t size)
{
  FILE *file = fopen(path, "wb");
  bool  good = file && binary_write(file, mesh);

  if (file && fclose(file) != 0) good = false;
  if (!good) snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
  if (file && !good) remove(path);
  return good;
}
