/* SPDX-License-Identifier: MIT */
/* Shared by the file formats of pebbles: table of formats, whole files, numbers as text; reading of
   text files: lines, words, numbers, pebbles, choice of a clump. */
#include "output/pebbles/pebble_file.h"
#include "options/input.h"
#include "output/files.h"
#include <errno.h>

const PebbleFormat *const pebble_formats[]      = {PEBBLE_FORMATS(PLUGIN_ITSELF) NULL};
const Plugin *const       pebble_format_heads[] = {PEBBLE_FORMATS(PLUGIN_HEAD) NULL};

const PebbleFormat *pebble_format_find(const char *name)
{
  return (const PebbleFormat *)plugin_find(pebble_format_heads, name);
}

/* Length of the longest of the space-separated endings that the path has; 0 if it has none. */
static size_t ending_of(const char *endings, const char *path)
{
  const size_t length = strlen(path);
  size_t       best   = 0;

  while (*endings) {
    const size_t n = strcspn(endings, " ");

    if (n < length && n > best && strncmp(path + length - n, endings, n) == 0) best = n;
    endings += n + (endings[n] == ' ');
  }
  return best;
}

const PebbleFormat *pebble_format_of(const char *path)
{
  const PebbleFormat *best   = NULL;
  size_t              length = 0;

  for (int k = 0; pebble_formats[k]; k++) {
    const size_t n = ending_of(pebble_formats[k]->endings, path);

    if (n <= length) continue;
    length = n;
    best   = pebble_formats[k];
  }
  return best;
}

/* ---- whole files ---- */

/* Remove materials that no pebble uses, keeping the order of the others. */
static void materials_tidy(PebbleBody *body)
{
  Materials *m  = &body->materials;
  int       *to = NULL, kept = 0;

  array_create(&to, sizeof *to, m->n);
  for (int i = 0; i < body->set.n; i++) to[body->set.material[i]] = 1;
  for (int k = 0; k < m->n; k++) {
    if (!to[k]) continue;
    m->list[kept] = m->list[k];
    to[k]         = kept++;
  }
  m->n = kept;
  for (int i = 0; i < body->set.n; i++) body->set.material[i] = to[body->set.material[i]];
  array_free(&to);
}

static void lines_read(const PebbleFormat *format, const char *path, const PebbleChoice *choice,
                       PebbleBody *body, Findings *findings)
{
  PebbleLines lines = {.file = input_open(path), .comment = format->comment, .most = format->words};

  pebble_materials_none(&body->materials);
  if (!lines.file) {
    finding_add(findings, 0, "cannot be opened: %s", input_why());
    return;
  }
  format->parse(&lines, choice, body, findings);
  if (pebble_set_capsules(&body->set) == 0) array_free(&body->set.axis);
  fclose(lines.file);
}

PetscErrorCode pebble_file_read(const PebbleFormat *format, const char *path,
                                const PebbleChoice *choice, PebbleBody *body, Findings *findings)
{
  PetscFunctionBeginUser;
  body->set       = (PebbleSet){.n = 0};
  body->materials = (Materials){.n = 0};
  body->given     = (PebbleGiven){.mass = 0};
  body->remark[0] = '\0';
  if (folder_exists(path)) {
    finding_add(findings, 0, "is a folder");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (choice->clump && !format->has_clumps) {
    finding_add(findings, 0, "--clump %.40s: a file of the format %s has only one clump",
                choice->clump, format->head.name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (format->read) PetscCall(format->read(path, choice, body, findings));
  else lines_read(format, path, choice, body, findings);
  if (findings->n == 0 && body->set.n == 0) finding_add(findings, 0, "no pebbles in it");
  body->set.dimension = choice->dimension == 2 ? 2 : 3;
  for (int i = 0; choice->dimension == 2 && i < body->set.n; i++)
    if (body->set.x[i].z != 0)
      finding_add(findings, 0, "pebble %d: z is %g: in two dimensions it must be 0", i + 1,
                  body->set.x[i].z);
  if (findings->n == 0) materials_tidy(body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void pebble_file_free(PebbleBody *body)
{
  pebble_set_free(&body->set);
  array_free(&body->materials.list);
  body->materials.n = 0;
}

PetscErrorCode pebble_file_write(const PebbleFormat *format, const char *path,
                                 const PebbleBody *body, bool *good, char *why, size_t size)
{
  FileTarget target;
  char       reason[1024] = "";

  PetscFunctionBeginUser;
  *good = file_target(path, &target, why, size);
  if (*good && format->store && target.in_place) {
    snprintf(why, size, "%s: is no regular file, which this format needs", path);
    *good = false;
  }
  *good = *good && file_begin(&target, why, size);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  if (format->store) PetscCall(format->store(target.unfinished, body, good, reason, sizeof reason));
  else {
    FILE *file = fopen(target.unfinished, "w");

    if (file) format->write(file, body);
    *good = file && !ferror(file);
    if (file && fclose(file) != 0) *good = false;
    if (!*good) snprintf(reason, sizeof reason, "cannot be written: %s", strerror(errno));
  }
  if (!*good) snprintf(why, size, "%s: %s", path, reason);
  *good = file_finish(&target, *good, why, size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- numbers ---- */

void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between,
                       const char *after)
{
  fprintf(file, "%s%s%s%s%s%s%s", before, real_text(x.x).s, between, real_text(x.y).s, between,
          real_text(x.z).s, after);
}

void pebble_write_rows(FILE *file, const PebbleSet *set, const char *before, const char *between,
                       const char *after)
{
  for (int i = 0; i < set->n; i++) {
    pebble_write_vec3(file, before, set->x[i], between, between);
    fprintf(file, "%s%s\n", real_text(set->r[i]).s, after);
  }
}

/* ---- lines ---- */

static bool is_blank(const PebbleLines *lines, char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' ||
         (lines->most > 0 && (c == ',' || c == ';'));
}

static void split(PebbleLines *lines)
{
  char *at  = lines->text;
  char *end = strstr(at, lines->comment);

  if (end) *end = '\0';
  lines->n = 0;
  while (*at) {
    while (is_blank(lines, *at)) *at++ = '\0';
    if (!*at) break;
    if (lines->n < PEBBLE_WORDS) lines->word[lines->n] = at;
    lines->n++;
    while (*at && !is_blank(lines, *at)) at++;
  }
}

bool pebble_lines_next(PebbleLines *lines, Findings *findings)
{
  while (!lines->ended) {
    size_t length;

    memset(lines->text, 1, sizeof lines->text);
    if (!fgets(lines->text, sizeof lines->text, lines->file)) {
      if (ferror(lines->file)) finding_add(findings, 0, "cannot be read: %s", strerror(errno));
      return false;
    }
    lines->line++;
    length = strlen(lines->text);
    if (length + 1 == sizeof lines->text ||
        (length > 0 && lines->text[length - 1] != '\n' && !feof(lines->file)) || length == 0) {
      finding_add(findings, lines->line, "line too long, or not a text file");
      return false;
    }
    split(lines);
    if (lines->n > 0) return true;
  }
  return false;
}

bool pebble_real(const char *word, double *value)
{
  char *end;

  *value = strtod(word, &end);
  return end != word && *end == '\0' && isfinite(*value);
}

/* ---- pebbles ---- */

bool pebble_words(const PebbleLines *lines, int first, Vec3 *x, double *r, Findings *findings)
{
  static const char *const what[] = {"x", "y", "z", "r"};
  double                   value[4];

  for (int k = 0; k < 4; k++) {
    if (pebble_real(lines->word[first + k], &value[k])) continue;
    finding_add(findings, lines->line, "%s: '%.40s' is not a finite number", what[k],
                lines->word[first + k]);
    return false;
  }
  *x = vec3(value[0], value[1], value[2]);
  *r = value[3];
  if (*r > 0) return true;
  finding_add(findings, lines->line, "r: '%.40s': a radius must be > 0", lines->word[first + 3]);
  return false;
}

bool pebbles_are_too_many(int64_t n, int64_t line, Findings *findings)
{
  if (n <= PEBBLES_MOST) return false;
  finding_add(findings, line,
              "more than %d pebbles: too many for one body; split it, or take fewer", PEBBLES_MOST);
  return true;
}

void pebble_append_capsule(PebbleLines *lines, Vec3 x, Vec3 half, double r, PebbleSet *set,
                           Findings *findings)
{
  const ArrayPart parts[] = {ARRAY_PART(set->x), ARRAY_PART(set->r), ARRAY_PART(set->material),
                             ARRAY_PART(set->axis)};

  lines->ended = pebbles_are_too_many(set->n + 1, lines->line, findings);
  if (lines->ended) return;
  arrays_reserve(set->n + 1, &lines->capacity, 4, parts);
  set->x[set->n]    = x;
  set->r[set->n]    = r;
  set->axis[set->n] = half;
  set->n++;
}

void pebble_append(PebbleLines *lines, Vec3 x, double r, PebbleSet *set, Findings *findings)
{
  pebble_append_capsule(lines, x, vec3(0, 0, 0), r, set, findings);
}

void pebble_materials_none(Materials *materials)
{
  materials->n = 1;
  array_create(&materials->list, sizeof *materials->list, 1);
}

/* ---- clumps ---- */

enum { CLUMPS_KEPT = sizeof((PebbleClumps *)NULL)->name / sizeof((PebbleClumps *)NULL)->name[0] };

/* Index of the name, which is added if it is new; CLUMPS_KEPT if it is not kept. */
static int clump_find(PebbleClumps *clumps, const char *name)
{
  int k = 0;

  while (k < clumps->n && k < CLUMPS_KEPT &&
         strncmp(clumps->name[k], name, sizeof clumps->name[k] - 1) != 0)
    k++;
  if (k < clumps->n || clumps->n > CLUMPS_KEPT) return k;
  if (k < CLUMPS_KEPT) snprintf(clumps->name[k], sizeof clumps->name[k], "%s", name);
  clumps->n++;
  return k;
}

bool pebble_clump_is_chosen(PebbleClumps *clumps, const PebbleChoice *choice, const char *name)
{
  const int  k     = clump_find(clumps, name);
  const bool is_it = choice->clump ? strcmp(choice->clump, name) == 0 : k == 0;

  clumps->chosen = clumps->chosen || is_it;
  return is_it;
}

void pebble_clumps_end(const PebbleClumps *clumps, const PebbleChoice *choice, Findings *findings)
{
  char   names[FINDING_LENGTH / 2];
  size_t at = 0;

  if (clumps->n == 0 || (choice->clump ? clumps->chosen : clumps->n == 1)) return;
  for (int k = 0; k < clumps->n && k < CLUMPS_KEPT && at < sizeof names; k++)
    at +=
      (size_t)snprintf(names + at, sizeof names - at, "%s%s", k > 0 ? ", " : "", clumps->name[k]);
  if (at < sizeof names && clumps->n > CLUMPS_KEPT) snprintf(names + at, sizeof names - at, ", ..");
  if (choice->clump)
    finding_add(findings, 0, "no clump %.40s in the file; it has %s", choice->clump, names);
  else finding_add(findings, 0, "the file has several clumps: choose one with --clump: %s", names);
}
