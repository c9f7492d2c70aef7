/* SPDX-License-Identifier: MIT */
/* Parser of .shapes files, a shape a line. Messages name the word by its position in the line. */
#include "shape/shape_read.h"
#include "options/input.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "shape/mesh/mesh_solid.h"

enum { LINE_LENGTH = 4096, MOST_WORDS = 32, SHOWN_BYTES = 40 };

typedef struct {
  const char *path;
  ShapeSet   *set;
  Materials  *materials;
  PetscInt    material_capacity;
  Findings   *findings;
  int64_t     line;
  char        text[LINE_LENGTH];
  int         n, at; /* number of words in the line; index of the next one */
  char       *word[MOST_WORDS];
  bool        failed; /* this line has a finding already */
} Reader;

static bool fail(Reader *r, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* Add a finding for the line, once a line: only its first fault is reported. */
static bool fail(Reader *r, const char *format, ...)
{
  char    text[FINDING_LENGTH];
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (!r->failed) finding_add(r->findings, r->line, "%s", text);
  r->failed = true;
  return false;
}

/* ---- words ---- */

/* Cut the next word, quoted or not, off *text; NULL: no word left. */
static char *word_cut(Reader *r, char **text)
{
  char *s = *text, *word;

  while (isspace((unsigned char)*s)) s++;
  if (*s == 0 || *s == '#') return NULL;
  if (*s == '"') {
    word = ++s;
    while (*s && *s != '"') s++;
    if (*s == 0) fail(r, "a \" without its end");
  } else {
    word = s;
    while (*s && !isspace((unsigned char)*s) && *s != '#') s++;
    if (*s == '#') { /* a comment ends the word and the line */
      *s    = 0;
      *text = s;
      return word;
    }
  }
  *text = *s ? s + 1 : s;
  *s    = 0;
  return word;
}

static void words_cut(Reader *r)
{
  char *text = r->text, *word;

  r->n      = 0;
  r->at     = 0;
  r->failed = false;
  while ((word = word_cut(r, &text))) {
    if (r->n == MOST_WORDS) fail(r, "more than %d words", MOST_WORDS);
    else r->word[r->n++] = word;
  }
}

/* Parse a decimal finite number. */
static bool real_of(const char *word, double *value)
{
  char *end;

  *value = strtod(word, &end);
  return end != word && *end == 0 && isfinite(*value) && !strpbrk(word, "xX");
}

static double next_real(Reader *r, const char *what)
{
  double value = 0;

  if (r->at >= r->n) fail(r, "%s: %s is missing", r->word[0], what);
  else if (!real_of(r->word[r->at], &value)) {
    fail(r, "%s: '%.*s' where %s should be, a finite number", r->word[0], SHOWN_BYTES,
         r->word[r->at], what);
  }
  r->at++;
  return value;
}

static Vec3 next_vec3(Reader *r, const char *x, const char *y, const char *z)
{
  Vec3 v;

  v.x = next_real(r, x);
  v.y = next_real(r, y);
  v.z = next_real(r, z);
  return v;
}

static Quat next_quat(Reader *r)
{
  Quat   q;
  double largest;

  q.w     = next_real(r, "qw");
  q.x     = next_real(r, "qx");
  q.y     = next_real(r, "qy");
  q.z     = next_real(r, "qz");
  largest = max_real(max_real(fabs(q.w), fabs(q.x)), max_real(fabs(q.y), fabs(q.z)));
  if (!(largest > 0)) {
    fail(r, "%s: the quaternion is zero, which is no rotation", r->word[0]);
    return quat_identity();
  }
  q = (Quat){q.w / largest, q.x / largest, q.y / largest, q.z / largest};
  /* a unit quaternion, as shapes_write writes it, keeps its bits */
  return fabs(quat_norm(q) * largest - 1) < 1e-15
           ? (Quat){q.w * largest, q.x * largest, q.y * largest, q.z * largest}
           : quat_normalized(q);
}

/* The node named by the next word, -1 if that is not a name. */
static int next_node(Reader *r)
{
  const char *word = r->at < r->n ? r->word[r->at] : "";
  const char *name = word + (word[0] == '@');
  int         node;

  if (word[0] != '@' && !isalpha((unsigned char)word[0])) return -1;
  node = shape_set_find_node(r->set, name);
  if (node < 0) fail(r, "%s: no node '%.*s' on the lines above", r->word[0], SHOWN_BYTES, name);
  r->at++;
  return node < 0 ? 0 : node;
}

/* A position: the name of a node, or three numbers. */
static Vec3 next_place(Reader *r, int *node)
{
  *node = next_node(r);
  if (*node < 0) return next_vec3(r, "x", "y", "z");
  return r->failed ? vec3(0, 0, 0) : r->set->node[*node].x;
}

static bool line_ends(Reader *r)
{
  if (!r->failed && r->at < r->n)
    fail(r, "%s: '%.*s' is one word too many", r->word[0], SHOWN_BYTES, r->word[r->at]);
  return !r->failed;
}

/* ---- materials and nodes ---- */

static bool is_name(const char *s)
{
  if (!isalpha((unsigned char)*s) || strlen(s) >= NAME_LENGTH) return false;
  while (*s && (isalnum((unsigned char)*s) || *s == '-' || *s == '_')) s++;
  return *s == 0;
}

/* Take material=NAME off the end of the line, if it is there, and find or add the material. */
static PetscErrorCode material_take(Reader *r, int *material)
{
  static const char word[] = "material=";
  const char       *name   = "";

  PetscFunctionBeginUser;
  if (r->n > 1 && strncmp(r->word[r->n - 1], word, sizeof word - 1) == 0) {
    name = r->word[--r->n] + sizeof word - 1;
    if (!is_name(name))
      fail(r, "'%.*s' is no name of a material: letters, digits, - and _", SHOWN_BYTES, name);
  }
  *material = materials_find(r->materials, name);
  if (*material < 0 && !r->failed) {
    Materials *m = r->materials;

    PetscCall(array_reserve(&m->list, sizeof *m->list, m->n + 1, &r->material_capacity));
    *material = m->n++;
    snprintf(m->list[*material].name, NAME_LENGTH, "%s", name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_node(Reader *r)
{
  const char *name = r->n > 1 ? r->word[1] : "";
  Vec3        x;

  PetscFunctionBeginUser;
  name += name[0] == '@';
  r->at = 2;
  if (!is_name(name))
    fail(r, "node: '%.*s' is no name: a letter, then letters, digits, - and _", SHOWN_BYTES, name);
  else if (shape_set_find_node(r->set, name) >= 0)
    fail(r, "node: '%.*s' is defined above already", SHOWN_BYTES, name);
  x = next_vec3(r, "x", "y", "z");
  if (line_ends(r)) PetscCall(shape_set_add_node(r->set, name, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- meshes ---- */

/* Report the findings about a mesh file at this line. */
static void pass_on(Reader *r, const char *name, const Findings *others)
{
  const int64_t kept = min_int(others->n, FINDINGS_KEPT);

  for (int64_t k = 0; k < kept; k++) {
    const Finding *f = &others->list[k];

    if (f->line > 0)
      finding_add(r->findings, r->line, "mesh %s: line %" PRId64 ": %s", name, f->line, f->text);
    else finding_add(r->findings, r->line, "mesh %s: %s", name, f->text);
    r->failed = true;
  }
}

static PetscErrorCode read_solid(Reader *r, const char *name, double scale, Solid **solid)
{
  const char *folder   = strrchr(r->path, '/');
  Findings    findings = {0};
  MeshReport  report;
  char        path[LINE_LENGTH + 1024];
  Mesh        mesh;

  PetscFunctionBeginUser;
  if (name[0] == '/' || !folder) snprintf(path, sizeof path, "%s", name);
  else
    snprintf(path, sizeof path, "%.*s/%s", (int)min_int(folder - r->path, LINE_LENGTH), r->path,
             name);
  PetscCall(mesh_solid_read(path, &mesh, &report, &findings));
  if (findings.n == 0) PetscCall(shape_set_add_solid(r->set, name, scale, &mesh, solid));
  mesh_free(&mesh);
  pass_on(r, name, &findings);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_solid(Reader *r, const char *name, double scale, Solid **solid)
{
  PetscFunctionBeginUser;
  *solid = NULL;
  for (int k = 0; k < r->set->n_solids; k++) {
    if (strcmp(r->set->solid[k]->path, name) == 0 && r->set->solid[k]->scale == scale)
      *solid = r->set->solid[k];
  }
  if (!*solid) PetscCall(read_solid(r, name, scale, solid));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_mesh(Reader *r, Shape *shape)
{
  const char  *name  = r->n > 1 ? r->word[1] : "";
  const double scale = (r->at = 2, next_real(r, "scale"));

  PetscFunctionBeginUser;
  if (r->n < 2) fail(r, "mesh: the file is missing");
  if (strlen(name) >= sizeof((Solid *)NULL)->path)
    fail(r, "mesh: the name of the file is too long");
  if (!(scale > 0)) fail(r, "mesh: scale %g: must be > 0", scale);
  if (r->at < r->n) {
    shape->x = next_vec3(r, "x", "y", "z");
    shape->q = next_quat(r);
  }
  if (line_ends(r)) PetscCall(find_solid(r, name, scale, &shape->solid));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- shapes ---- */

static void read_sizes(Reader *r, Shape *shape)
{
  const char *name = shape->kind->sizes;

  for (int k = 0; k < shape->kind->n_sizes; k++) {
    const int length = (int)strcspn(name, " ");
    char      what[32];

    snprintf(what, sizeof what, "%.*s", length, name);
    shape->size[k] = next_real(r, what);
    if (!r->failed && !(shape->size[k] > 0))
      fail(r, "%s: %s %g: must be > 0", r->word[0], what, shape->size[k]);
    name += length + (name[length] == ' ');
  }
}

static PetscErrorCode read_shape(Reader *r, const ShapeKind *kind)
{
  Shape shape = shape_of(kind);
  bool  good;
  char  why[256];

  PetscFunctionBeginUser;
  shape.line = r->line;
  PetscCall(material_take(r, &shape.material));
  r->at = 1;
  if (kind->has_file) {
    PetscCall(read_mesh(r, &shape));
  } else {
    for (int k = 0; k < kind->n_corners; k++) shape.corner[k] = next_place(r, &shape.node[k]);
    if (kind->n_corners == 0) shape.x = next_place(r, &shape.node[0]);
    if (kind->is_turned) shape.q = next_quat(r);
    read_sizes(r, &shape);
  }
  if (!line_ends(r)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(shape_set_add(r->set, &shape, &good, why));
  if (!good) fail(r, "%s: %s", kind->head.name, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_line(Reader *r)
{
  const ShapeKind *kind;

  PetscFunctionBeginUser;
  words_cut(r);
  if (r->n == 0 || r->failed) PetscFunctionReturn(PETSC_SUCCESS);
  kind = shape_kind_find(r->word[0]);
  if (strcmp(r->word[0], "node") == 0) PetscCall(read_node(r));
  else if (kind) PetscCall(read_shape(r, kind));
  else
    fail(r,
         "'%.*s' is no shape: give sphere, capsule, ellipsoid, box, tetrahedron, facet or mesh, or "
         "a node",
         SHOWN_BYTES, r->word[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the next line; false: end of the file, or not a text file, which is noted. */
static bool line_next(Reader *r, FILE *file)
{
  size_t length;

  memset(r->text, 1, sizeof r->text);
  if (!fgets(r->text, sizeof r->text, file)) {
    if (ferror(file)) finding_add(r->findings, 0, "cannot be read: %s", strerror(errno));
    return false;
  }
  r->line++;
  length = strlen(r->text);
  if (length > 0 && (r->text[length - 1] == '\n' || (feof(file) && length + 1 < sizeof r->text)))
    return true;
  finding_add(r->findings, r->line, "longer than a line of text, or not a text file");
  return false;
}

PetscErrorCode shapes_read(const char *path, ShapeSet *set, Materials *materials,
                           Findings *findings)
{
  const int64_t before = findings->n;
  Reader       *r      = NULL;
  FILE         *file   = input_open(path);

  PetscFunctionBeginUser;
  *set       = (ShapeSet){.n = 0};
  *materials = (Materials){.n = 0};
  if (!file) {
    finding_add(findings, 0, "cannot be opened: %s", input_why());
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_create(&r, sizeof *r, 1));
  *r = (Reader){.path = path, .set = set, .materials = materials, .findings = findings};
  while (line_next(r, file)) PetscCall(read_line(r));
  fclose(file);
  array_free(&r);
  if (findings->n == before && set->n == 0) finding_add(findings, 0, "no shapes in it");
  PetscFunctionReturn(PETSC_SUCCESS);
}

void shapes_free(ShapeSet *set, Materials *materials)
{
  shape_set_free(set);
  array_free(&materials->list);
  materials->n = 0;
}
