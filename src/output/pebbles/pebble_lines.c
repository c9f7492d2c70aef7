/* SPDX-License-Identifier: MIT */
/* Reading of pebbles from text files: lines, words, numbers, pebbles, choice of a clump. */
#include "options/input.h"
#include "output/pebbles/pebble_file.h"

#include <errno.h>

/* ---- lines ---- */

bool pebble_lines_open(const char *path, const char *comment, PebbleLines *lines,
                       Findings *findings)
{
  *lines = (PebbleLines){.file = input_open(path), .comment = comment};
  if (!lines->file) finding_add(findings, 0, "cannot be opened: %s", input_why());
  return lines->file != NULL;
}

void pebble_lines_close(PebbleLines *lines)
{
  if (lines->file) fclose(lines->file);
  lines->file = NULL;
}

static bool is_blank(const PebbleLines *lines, char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' ||
         (c && lines->separators && strchr(lines->separators, c));
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

PetscErrorCode pebble_append(PebbleLines *lines, Vec3 x, double r, PebbleSet *set,
                             PetscInt *capacity, Findings *findings)
{
  const PetscInt before  = *capacity;
  PetscInt       room[3] = {before, before, before};

  PetscFunctionBeginUser;
  lines->ended = pebbles_are_too_many(set->n + 1, lines->line, findings);
  if (lines->ended) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&set->x, sizeof *set->x, set->n + 1, &room[0]));
  PetscCall(array_reserve(&set->r, sizeof *set->r, set->n + 1, &room[1]));
  PetscCall(array_reserve(&set->material, sizeof *set->material, set->n + 1, &room[2]));
  *capacity      = room[0];
  set->x[set->n] = x;
  set->r[set->n] = r;
  set->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode pebble_materials_none(Materials *materials)
{
  PetscFunctionBeginUser;
  materials->n = 1;
  PetscCall(array_create(&materials->list, sizeof *materials->list, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
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
