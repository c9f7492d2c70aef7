/* SPDX-License-Identifier: MIT */
/* Reads and writes .shapes files, a shape a line. */
#include "shape/shape_read.h"

#include "base/real_text.h"
#include "options/input.h"
#include "shape/mesh/mesh_check.h"
#include <ctype.h>
#include <errno.h>

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

/* Add a finding for the line, once a line: only its first fault is reported. */
PETSC_ATTRIBUTE_FORMAT(2, 3) static void fail(Reader *r, const char *format, ...)
{
  char    text[FINDING_LENGTH];
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (!r->failed) finding_add(r->findings, r->line, "%s", text);
  r->failed = true;
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

/* Read a decimal finite number. */
static double next_real(Reader *r, const char *what)
{
  const char *word  = r->at < r->n ? r->word[r->at] : "";
  char       *end   = NULL;
  double      value = strtod(word, &end);

  if (r->at >= r->n) fail(r, "%s: %s is missing", r->word[0], what);
  else if (end == word || *end != 0 || !isfinite(value) || strpbrk(word, "xX"))
    fail(r, "%s: '%.*s' where %s should be, a finite number", r->word[0], SHOWN_BYTES, word, what);
  r->at++;
  return value;
}

static Vec3 next_vec3(Reader *r)
{
  Vec3 v;

  v.x = next_real(r, "x");
  v.y = next_real(r, "y");
  v.z = next_real(r, "z");
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
  node = name_find(&r->set->nodes, name);
  if (node < 0) fail(r, "%s: no node '%.*s' on the lines above", r->word[0], SHOWN_BYTES, name);
  r->at++;
  return node < 0 ? 0 : node;
}

/* A position: the name of a node, or three numbers. */
static Vec3 next_place(Reader *r, int *node)
{
  *node = next_node(r);
  if (*node < 0) return next_vec3(r);
  return r->failed ? vec3(0, 0, 0) : r->set->node[*node];
}

static bool line_ends(Reader *r)
{
  if (!r->failed && r->at < r->n)
    fail(r, "%s: '%.*s' is one word too many", r->word[0], SHOWN_BYTES, r->word[r->at]);
  return !r->failed;
}

static bool is_name(const char *s)
{
  if (!isalpha((unsigned char)*s) || strlen(s) >= NAME_LENGTH) return false;
  while (*s && (isalnum((unsigned char)*s) || *s == '-' || *s == '_')) s++;
  return *s == 0;
}

/* Take material=NAME off the end of the line, if it is there, and find or add the material. */
static int material_take(Reader *r)
{
  static const char word[] = "material=";
  const char       *name   = "";
  Materials        *m      = r->materials;
  int               found;

  if (r->n > 1 && strncmp(r->word[r->n - 1], word, sizeof word - 1) == 0) {
    name = r->word[--r->n] + sizeof word - 1;
    if (!is_name(name))
      fail(r, "'%.*s' is no name of a material: letters, digits, - and _", SHOWN_BYTES, name);
  }
  found = materials_find(m, name);
  if (found >= 0 || r->failed) return found;
  array_reserve(&m->list, sizeof *m->list, m->n + 1, &r->material_capacity);
  snprintf(m->list[m->n].name, NAME_LENGTH, "%s", name);
  return m->n++;
}

static void read_node(Reader *r)
{
  const char *name = r->n > 1 ? r->word[1] : "";
  Vec3        x;

  name += name[0] == '@';
  r->at = 2;
  if (!is_name(name))
    fail(r, "node: '%.*s' is no name: a letter, then letters, digits, - and _", SHOWN_BYTES, name);
  else if (name_find(&r->set->nodes, name) >= 0)
    fail(r, "node: '%.*s' is defined above already", SHOWN_BYTES, name);
  x = next_vec3(r);
  if (line_ends(r)) shape_set_add_node(r->set, name, x);
}

/* The solid of a file and a scale: one that is there already, or a new one; NULL: its faults are
   noted at this line. */
static Solid *read_solid(Reader *r, const char *name, double scale)
{
  const char *folder   = strrchr(r->path, '/');
  Findings    findings = {0};
  Solid      *solid    = NULL;
  char        path[LINE_LENGTH + 1024];
  Mesh        mesh;

  for (int k = 0; k < r->set->n_solids; k++) {
    if (strcmp(r->set->solid[k]->path, name) == 0 && r->set->solid[k]->scale == scale)
      return r->set->solid[k];
  }
  if (name[0] == '/' || !folder) snprintf(path, sizeof path, "%s", name);
  else
    snprintf(path, sizeof path, "%.*s/%s", (int)min_int(folder - r->path, LINE_LENGTH), r->path,
             name);
  mesh_solid_read(path, &mesh, NULL, &findings);
  if (findings.n == 0) solid = shape_set_add_solid(r->set, name, scale, &mesh);
  mesh_free(&mesh);
  for (int64_t k = 0; k < min_int(findings.n, FINDINGS_KEPT); k++) {
    const Finding *f = &findings.list[k];

    if (f->line > 0)
      finding_add(r->findings, r->line, "mesh %s: line %" PRId64 ": %s", name, f->line, f->text);
    else finding_add(r->findings, r->line, "mesh %s: %s", name, f->text);
    r->failed = true;
  }
  return solid;
}

/* Read the words of a mesh. */
static void read_mesh(Reader *r, Shape *shape)
{
  const char  *name  = r->n > 1 ? r->word[1] : "";
  const double scale = (r->at = 2, next_real(r, "scale"));

  if (r->n < 2) fail(r, "mesh: the file is missing");
  if (strlen(name) >= sizeof((Solid *)NULL)->path)
    fail(r, "mesh: the name of the file is too long");
  if (!(scale > 0)) fail(r, "mesh: scale %g: must be > 0", scale);
  if (r->at < r->n) {
    shape->x = next_vec3(r);
    shape->q = next_quat(r);
  }
  if (line_ends(r)) shape->solid = read_solid(r, name, scale);
}

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

static void read_shape(Reader *r, const ShapeKind *kind)
{
  Shape shape = shape_of(kind);
  char  why[256];

  shape.line     = r->line;
  shape.material = material_take(r);
  r->at          = 1;
  if (kind->has_file) {
    read_mesh(r, &shape);
  } else {
    for (int k = 0; k < kind->n_corners; k++) shape.corner[k] = next_place(r, &shape.node[k]);
    if (kind->n_corners == 0) shape.x = next_place(r, &shape.node[0]);
    if (kind->is_turned) shape.q = next_quat(r);
    read_sizes(r, &shape);
  }
  if (!line_ends(r)) return;
  if (!shape_set_add(r->set, &shape, why)) fail(r, "%s: %s", kind->head.name, why);
}

static void read_line(Reader *r)
{
  const ShapeKind *kind;

  words_cut(r);
  if (r->n == 0 || r->failed) return;
  kind = shape_kind_find(r->word[0]);
  if (strcmp(r->word[0], "node") == 0) read_node(r);
  else if (kind) read_shape(r, kind);
  else
    fail(r,
         "'%.*s' is no shape: give sphere, capsule, ellipsoid, box, tetrahedron, facet or mesh, or "
         "a node",
         SHOWN_BYTES, r->word[0]);
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

void shapes_read(const char *path, ShapeSet *set, Materials *materials, Findings *findings)
{
  const int64_t before = findings->n;
  Reader       *r      = NULL;
  FILE         *file   = input_open(path);

  *set       = (ShapeSet){.n = 0};
  *materials = (Materials){.n = 0};
  if (!file) {
    finding_add(findings, 0, "cannot be opened: %s", input_why());
    return;
  }
  array_create(&r, sizeof *r, 1);
  *r = (Reader){.path = path, .set = set, .materials = materials, .findings = findings};
  while (line_next(r, file)) read_line(r);
  fclose(file);
  array_free(&r);
  if (findings->n == before && set->n == 0) finding_add(findings, 0, "no shapes in it");
}

void shapes_free(ShapeSet *set, Materials *materials)
{
  shape_set_free(set);
  array_free(&materials->list);
  materials->n = 0;
}

/* ---- writing ---- */

static void put_vec3(FILE *file, Vec3 x)
{
  fprintf(file, " %s %s %s", real_text(x.x).s, real_text(x.y).s, real_text(x.z).s);
}

static void put_quat(FILE *file, Quat q)
{
  fprintf(file, " %s", real_text(q.w).s);
  put_vec3(file, vec3(q.x, q.y, q.z));
}

static void put_place(FILE *file, const ShapeSet *set, int node, Vec3 x)
{
  if (node >= 0) fprintf(file, " @%s", set->nodes.names[node]);
  else put_vec3(file, x);
}

static bool is_turned(const Shape *s)
{
  return s->q.w != 1 || s->x.x != 0 || s->x.y != 0 || s->x.z != 0;
}

static void put_shape(FILE *file, const ShapeSet *set, const Shape *s)
{
  const ShapeKind *kind = s->kind;

  fprintf(file, "%s", kind->head.name);
  if (kind->has_file) {
    fprintf(file, " \"%s\" %s", s->solid->path, real_text(s->solid->scale).s);
    if (is_turned(s)) {
      put_vec3(file, s->x);
      put_quat(file, s->q);
    }
  } else if (kind->n_corners > 0) {
    for (int k = 0; k < kind->n_corners; k++) {
      put_place(file, set, s->node[k],
                is_turned(s) ? shape_outward(s, s->corner[k]) : s->corner[k]);
    }
  } else {
    put_place(file, set, s->node[0], s->x);
    if (kind->is_turned) put_quat(file, s->q);
  }
  for (int k = 0; k < kind->n_sizes; k++) fprintf(file, " %s", real_text(s->size[k]).s);
}

bool shapes_write(const char *path, const ShapeSet *set, const Materials *materials, char *why,
                  size_t size)
{
  FILE *file = fopen(path, "w");
  bool  good = file != NULL;

  for (int k = 0; k < set->nodes.n && good; k++) {
    fprintf(file, "node %s", set->nodes.names[k]);
    put_vec3(file, set->node[k]);
    fprintf(file, "\n");
  }
  for (int k = 0; k < set->n && good; k++) {
    const char *name = materials->list[set->list[k].material].name;

    put_shape(file, set, &set->list[k]);
    if (name[0]) fprintf(file, " material=%s", name);
    fprintf(file, "\n");
  }
  good = good && !ferror(file);
  if (file && fclose(file) != 0) good = false;
  if (!good) snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
  return good;
}
