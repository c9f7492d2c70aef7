/* SPDX-License-Identifier: MIT */
/* What the formats of pebbles share: the table, lines of words, numbers as text. */
#include "output/pebble_file.h"

#include <errno.h>

#include "output/files.h"

const PebbleFormat *const pebble_formats[] = {&pebble_format_csv,
                                              &pebble_format_text,
                                              &pebble_format_liggghts,
                                              &pebble_format_lammps,
                                              &pebble_format_kratos,
                                              &pebble_format_demengine,
                                              NULL};

const PebbleFormat *pebble_format_find(const char *name)
{
  for (int k = 0; pebble_formats[k]; k++) {
    if (strcmp(pebble_formats[k]->name, name) == 0) return pebble_formats[k];
  }
  return NULL;
}

/* Length of the longest of the endings that the path has; 0: none. */
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

/* ---- lines ---- */

bool pebble_lines_open(const char *path, const char *comment, PebbleLines *lines, Findings *findings)
{
  *lines = (PebbleLines){.file = fopen(path, "r"), .comment = comment};
  if (!lines->file) finding_add(findings, 0, "cannot be opened: %s", strerror(errno));
  return lines->file != NULL;
}

void pebble_lines_close(PebbleLines *lines)
{
  if (lines->file) fclose(lines->file);
  lines->file = NULL;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void split(PebbleLines *lines)
{
  char *at  = lines->text;
  char *end = strstr(at, lines->comment);

  if (end) *end = '\0';
  lines->n = 0;
  while (*at) {
    while (is_blank(*at)) *at++ = '\0';
    if (!*at) break;
    if (lines->n < PEBBLE_WORDS) lines->word[lines->n] = at;
    lines->n++;
    while (*at && !is_blank(*at)) at++;
  }
}

bool pebble_lines_next(PebbleLines *lines, Findings *findings)
{
  for (;;) {
    size_t length;

    memset(lines->text, 1, sizeof lines->text);
    if (!fgets(lines->text, sizeof lines->text, lines->file)) {
      if (ferror(lines->file)) finding_add(findings, 0, "cannot be read: %s", strerror(errno));
      return false;
    }
    lines->line++;
    length = strlen(lines->text);
    if (length + 1 == sizeof lines->text || (length > 0 && lines->text[length - 1] != '\n' && !feof(lines->file)) ||
        length == 0) {
      finding_add(findings, lines->line, "longer than a line of text, or not a text file");
      return false;
    }
    split(lines);
    if (lines->n > 0) return true;
  }
}

bool pebble_real(const char *word, double *value)
{
  char *end;

  *value = strtod(word, &end);
  return end != word && *end == '\0' && isfinite(*value);
}

PetscErrorCode pebble_set_grow(PebbleSet *set, PetscInt *capacity)
{
  const PetscInt before  = *capacity;
  PetscInt       room[3] = {before, before, before};

  PetscFunctionBeginUser;
  PetscCheck(set->n < INT32_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "more than %d pebbles", INT32_MAX);
  PetscCall(array_reserve(&set->x, sizeof *set->x, set->n + 1, &room[0]));
  PetscCall(array_reserve(&set->r, sizeof *set->r, set->n + 1, &room[1]));
  PetscCall(array_reserve(&set->material, sizeof *set->material, set->n + 1, &room[2]));
  *capacity = room[0];
  set->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pebble_append(PebbleLines *lines, int first, PebbleSet *set, PetscInt *capacity, Findings *findings)
{
  static const char *const what[] = {"x", "y", "z", "r"};
  double                   value[4];

  PetscFunctionBeginUser;
  for (int k = 0; k < 4; k++) {
    if (pebble_real(lines->word[first + k], &value[k])) continue;
    finding_add(findings, lines->line, "%s: '%.40s' is not a finite number", what[k], lines->word[first + k]);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!(value[3] > 0)) {
    finding_add(findings, lines->line, "r: '%.40s': a radius must be > 0", lines->word[first + 3]);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(pebble_set_grow(set, capacity));
  set->x[set->n - 1] = vec3(value[0], value[1], value[2]);
  set->r[set->n - 1] = value[3];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pebble_materials_none(Materials *materials)
{
  PetscFunctionBeginUser;
  materials->n = 1;
  PetscCall(array_create(&materials->list, sizeof *materials->list, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- whole files ---- */

PetscErrorCode pebble_file_read(const PebbleFormat *format, const char *path, PebbleSet *set, Materials *materials,
                                Findings *findings)
{
  PetscFunctionBeginUser;
  *set       = (PebbleSet){.n = 0};
  *materials = (Materials){.n = 0};
  if (folder_exists(path)) {
    finding_add(findings, 0, "is a folder");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(format->read(path, set, materials, findings));
  if (findings->n == 0 && set->n == 0) finding_add(findings, 0, "no pebbles in it");
  PetscFunctionReturn(PETSC_SUCCESS);
}

void pebble_file_free(PebbleSet *set, Materials *materials)
{
  pebble_set_free(set);
  array_free(&materials->list);
  materials->n = 0;
}

bool pebble_file_write(const PebbleFormat *format, const char *path, const PebbleBody *body, char *why, size_t size)
{
  char  temporary[4096];
  FILE *file;
  bool  good;

  if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
    snprintf(why, size, "the name of the file is too long");
    return false;
  }
  file = fopen(temporary, "w");
  if (!file) {
    snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
    return false;
  }
  format->write(file, body);
  good = !ferror(file);
  if (fclose(file) != 0) good = false;
  if (!good) snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
  good = good && file_commit(temporary, path, why, size);
  if (!good) file_remove(temporary);
  return good;
}

/* ---- numbers ---- */

RealText real_text(double value)
{
  RealText text;
  int      digits = 15;

  do {
    snprintf(text.s, sizeof text.s, "%.*g", digits++, value);
  } while (digits <= 17 && strtod(text.s, NULL) != value);
  return text;
}

void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between, const char *after)
{
  fprintf(file, "%s%s%s%s%s%s%s", before, real_text(x.x).s, between, real_text(x.y).s, between, real_text(x.z).s, after);
}
