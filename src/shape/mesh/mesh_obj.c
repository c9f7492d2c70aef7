/* SPDX-License-Identifier: MIT */
/* Reader of OBJ: a line is a keyword and its items. */
#include <ctype.h>
#include <strings.h>

#include "shape/mesh/mesh_files.h"

enum { WORD_SHOWN = 40, CORNERS_MOST = 1 << 20 };

typedef struct {
  char     *at;
  int64_t   line;
  Findings *findings;
  PetscInt  n, capacity; /* vertices */
  Vec3     *vertex;
  PetscInt  n_items, items; /* of the present line: indices, from 0 */
  int      *item;
  Soup      soup;           /* triangles */
  PetscInt  n_faces, faces; /* segments */
  Face     *face;
} Obj;

/* ---- words ---- */

/* The next word of the line, ended by a zero; NULL: none. */
static char *word_next(Obj *o)
{
  char *word;

  o->at += strspn(o->at, " \t\r");
  if (*o->at == 0 || *o->at == '#') return NULL;
  word = o->at;
  while (*o->at && !isspace((unsigned char)*o->at)) o->at++;
  if (*o->at) *o->at++ = 0;
  return word;
}

static bool read_real(Obj *o, double *value)
{
  char *word = word_next(o), *end;

  if (!word) {
    finding_add(o->findings, o->line, "a vertex has three coordinates");
    return false;
  }
  *value = strtod(word, &end);
  if (end != word && *end == 0) return true;
  finding_add(o->findings, o->line, "'%.*s' where a number should be", WORD_SHOWN, word);
  return false;
}

static void read_vertex(Obj *o)
{
  Vec3 x = {0, 0, 0};

  if (!read_real(o, &x.x) || !read_real(o, &x.y) || !read_real(o, &x.z)) return;
  vertex_check(x, o->line, o->findings);
  array_reserve(&o->vertex, sizeof *o->vertex, o->n + 1, &o->capacity);
  o->vertex[o->n++] = x;
}

/* ---- elements ---- */

/* Read the indices of the line, each up to its first slash. Returns false after a fault. */
static bool read_items(Obj *o)
{
  char *word, *end;

  o->n_items = 0;
  while ((word = word_next(o)) != NULL) {
    const long long k = strtoll(word, &end, 10), at = k < 0 ? o->n + k : k - 1;

    if (end == word || (*end && *end != '/')) {
      finding_add(o->findings, o->line, "'%.*s' where the number of a vertex should be", WORD_SHOWN,
                  word);
      return false;
    }
    if (at < 0 || at >= o->n) {
      finding_add(o->findings, o->line, "vertex %lld: there are %d so far", k, (int)o->n);
      return false;
    }
    array_reserve(&o->item, sizeof *o->item, o->n_items + 1, &o->items);
    o->item[o->n_items++] = (int)at;
  }
  return true;
}

/* Twice the area of the triangle from the first item to items k and k + 1. */
static Vec3 piece_area(const Obj *o, PetscInt k)
{
  const Vec3 a = o->vertex[o->item[0]];

  return vec3_cross(vec3_sub(o->vertex[o->item[k]], a), vec3_sub(o->vertex[o->item[k + 1]], a));
}

static void read_polygon(Obj *o)
{
  Vec3 sum = {0, 0, 0};

  if (!read_items(o)) return;
  if (o->n_items < 3) finding_add(o->findings, o->line, "a face has three corners or more");
  for (PetscInt k = 1; k + 1 < o->n_items; k++) sum = vec3_add(sum, piece_area(o, k));
  for (PetscInt k = 1; k + 1 < o->n_items; k++) {
    const int corner[3] = {o->item[0], o->item[k], o->item[k + 1]};

    if (o->n_items > 3 && vec3_dot(piece_area(o, k), sum) < 0) {
      finding_add(o->findings, o->line, "a polygon of %d corners that is not convex: divide it",
                  (int)o->n_items);
      break;
    }
    if (o->soup.n > 3 * (MESH_MOST_FACES - 1)) {
      finding_add(o->findings, o->line, "more triangles than can be read, %d", MESH_MOST_FACES);
      break;
    }
    for (int c = 0; c < 3; c++) soup_add(&o->soup, o->vertex[corner[c]]);
  }
}

static void read_line(Obj *o)
{
  if (!read_items(o)) return;
  if (o->n_items < 2) finding_add(o->findings, o->line, "a line has two points or more");
  for (PetscInt k = 0; k + 1 < o->n_items; k++) {
    const int a = o->item[k], b = o->item[k + 1];

    if (o->vertex[a].z != 0 || o->vertex[b].z != 0) {
      finding_add(o->findings, o->line, "a point of the line has z != 0; in two dimensions z is 0");
      break;
    }
    if (o->vertex[a].x == o->vertex[b].x && o->vertex[a].y == o->vertex[b].y) continue;
    array_reserve(&o->face, sizeof *o->face, o->n_faces + 1, &o->faces);
    o->face[o->n_faces++] = (Face){{a, b, b}};
  }
}

/* True if a line of an OBJ file may begin with this word. */
static bool is_keyword(const char *word)
{
  static const char *const words[] = {"v", "vn", "vt", "vp",     "f",      "l", "p",
                                      "o", "g",  "s",  "mtllib", "usemtl", NULL};

  for (int k = 0; words[k]; k++)
    if (strcmp(word, words[k]) == 0) return true;
  return false;
}

static void read_text(Obj *o, char *text, bool lines)
{
  char *feed;

  for (o->line = 1; *text && o->findings->n < FINDINGS_KEPT; o->line++, text = feed) {
    const char *word;

    feed = text + strcspn(text, "\n");
    if (*feed) *feed++ = 0;
    o->at = text;
    word  = word_next(o);
    if (!word) continue;
    if (strcmp(word, "v") == 0) read_vertex(o);
    else if (strcmp(word, lines ? "l" : "f") == 0)
      if (lines) read_line(o);
      else read_polygon(o);
    else if (!is_keyword(word))
      finding_add(o->findings, o->line, "'%.*s' is no word of an OBJ file", WORD_SHOWN, word);
  }
}

/* Read the file. A zero byte in it is a fault, as it would hide the rest. */
static void read_file(const char *path, bool lines, Obj *o, Findings *findings)
{
  FileBytes bytes;

  *o = (Obj){.findings = findings};
  if (file_bytes_read(path, &bytes, findings)) {
    if (bytes.n == 0) finding_add(findings, 0, "an empty file");
    else if (strlen(bytes.byte) < bytes.n)
      finding_add(findings, 0, "not text: a byte of it is zero; OBJ is text");
    else read_text(o, bytes.byte, lines);
  }
  free(bytes.byte);
}

static void obj_free(Obj *o)
{
  array_free(&o->vertex);
  array_free(&o->item);
  array_free(&o->soup.corner);
  array_free(&o->face);
}

static void read_faces(const char *path, double merge, Mesh *mesh, Findings *findings)
{
  const int64_t before = findings->n;
  Obj           o;

  read_file(path, false, &o, findings);
  if (findings->n == before && o.soup.n == 0) finding_add(findings, 0, "no faces (f) in it");
  soup_join(&o.soup, merge, findings->n == before, mesh, findings);
  obj_free(&o);
}

/* Leave out vertices that are on no line. */
static void keep_used(Obj *o)
{
  int *now, n = 0;

  array_create(&now, sizeof *now, o->n); /* first whether it is used, then its number */
  for (PetscInt k = 0; k < o->n_faces; k++)
    for (int c = 0; c < 3; c++) now[o->face[k].v[c]] = 1;
  for (PetscInt v = 0; v < o->n; v++)
    if (now[v]) {
      o->vertex[n] = o->vertex[v];
      now[v]       = n++;
    }
  for (PetscInt k = 0; k < o->n_faces; k++)
    for (int c = 0; c < 3; c++) o->face[k].v[c] = now[o->face[k].v[c]];
  o->n = n;
  array_free(&now);
}

void mesh_read_lines(const char *path, Mesh *mesh, Findings *findings)
{
  const int64_t before = findings->n;
  Obj           o;

  *mesh = (Mesh){.n_faces = 0};
  read_file(path, true, &o, findings);
  if (findings->n == before && o.n_faces == 0) finding_add(findings, 0, "no lines (l) in it");
  if (findings->n == before) {
    keep_used(&o);
    mesh_create(o.n, o.n_faces, mesh);
    memcpy(mesh->vertex, o.vertex, (size_t)o.n * sizeof *o.vertex);
    memcpy(mesh->face, o.face, (size_t)o.n_faces * sizeof *o.face);
  }
  obj_free(&o);
}

bool mesh_is_obj(const char *path)
{
  const size_t n = strlen(path);

  return n > 4 && strcasecmp(path + n - 4, ".obj") == 0;
}

/* True if the first word of a text file, after comments, is one with which OBJ files begin. */
static bool begins_as_obj(const char *path)
{
  FILE *file = input_open(path);
  char  line[1024], word[16];
  bool  is = false;

  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "%15s", word) != 1 || word[0] == '#') continue;
    is = is_keyword(word);
    break;
  }
  if (file) fclose(file);
  return is;
}

void mesh_read(const char *path, double merge, Mesh *mesh, Findings *findings)
{
  if (mesh_is_obj(path) || begins_as_obj(path)) read_faces(path, merge, mesh, findings);
  else mesh_read_stl(path, merge, mesh, findings);
}
