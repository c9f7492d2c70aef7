/* SPDX-License-Identifier: MIT */
/* Shared by the file formats of pebbles: table of formats, whole files, numbers as text. */
#include "output/pebbles/pebble_file.h"

#include <errno.h>

#include "output/files.h"

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

/* Make the set two-dimensional; z != 0 is a finding. */
static void flatten(PebbleSet *set, Findings *findings)
{
  set->dimension = 2;
  for (int i = 0; i < set->n; i++) {
    if (set->x[i].z != 0)
      finding_add(findings, 0, "pebble %d: z is %g: in two dimensions it must be 0", i + 1,
                  set->x[i].z);
  }
}

/* Remove materials that no pebble uses, keeping the order of the others. */
static PetscErrorCode materials_tidy(PebbleBody *body)
{
  Materials *m  = &body->materials;
  int       *to = NULL, kept = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)m->n, &to));
  for (int i = 0; i < body->set.n; i++) to[body->set.material[i]] = 1;
  for (int k = 0; k < m->n; k++) {
    if (!to[k]) continue;
    m->list[kept] = m->list[k];
    to[k]         = kept++;
  }
  m->n = kept;
  for (int i = 0; i < body->set.n; i++) body->set.material[i] = to[body->set.material[i]];
  PetscCall(PetscFree(to));
  PetscFunctionReturn(PETSC_SUCCESS);
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
  PetscCall(format->read(path, choice, body, findings));
  if (findings->n == 0 && body->set.n == 0) finding_add(findings, 0, "no pebbles in it");
  body->set.dimension = 3;
  if (choice->dimension == 2) flatten(&body->set, findings);
  if (findings->n == 0) PetscCall(materials_tidy(body));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void pebble_file_free(PebbleBody *body)
{
  pebble_set_free(&body->set);
  array_free(&body->materials.list);
  body->materials.n = 0;
}

static bool text_write(const PebbleFormat *format, const char *path, const PebbleBody *body,
                       char *why, size_t size)
{
  FILE *file = fopen(path, "w");
  bool  good = file != NULL;

  if (good) format->write(file, body);
  if (good) good = !ferror(file);
  if (file && fclose(file) != 0) good = false;
  if (!good) snprintf(why, size, "cannot be written: %s", strerror(errno));
  return good;
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
  else *good = text_write(format, target.unfinished, body, reason, sizeof reason);
  if (!*good) snprintf(why, size, "%s: %s", path, reason);
  *good = file_finish(&target, *good, why, size);
  PetscFunctionReturn(PETSC_SUCCESS);
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

void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between,
                       const char *after)
{
  fprintf(file, "%s%s%s%s%s%s%s", before, real_text(x.x).s, between, real_text(x.y).s, between,
          real_text(x.z).s, after);
}
