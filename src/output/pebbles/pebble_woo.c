/* SPDX-License-Identifier: MIT */
/* Pebbles as text of Woo's ShapePack. A line has the number of the clump, class of the shape,
   centre, bounding radius and parameters of the class. Numbers of single particles end in u. Lines
   that begin with ## describe the pack and are skipped as comments. */
#include "output/pebbles/pebble_file.h"

/* Distance between neighbouring spheres of a capsule over their radius r: the surface between two
   spheres lies at most (1 - sqrt(1 - STEP^2 / 4)) r below that of the capsule. */
#define STEP 0.25

static bool is_id(const char *word)
{
  char *end;

  strtoll(word, &end, 10);
  if (*end == 'u') end++;
  return end != word && *end == '\0' && strlen(word) < 20;
}

/* Shape of a line: a sphere, or the row of n spheres that replaces a capsule. */
typedef struct {
  Vec3   first, step;
  int    n;
  double r;
} Row;

static bool capsule_read(const PebbleLines *lines, Row *row, Findings *findings)
{
  double half[3], length, n;

  for (int k = 0; k < 3; k++) {
    if (lines->n == 9 && pebble_real(lines->word[6 + k], &half[k])) continue;
    finding_add(findings, lines->line,
                "Capsule: its radius must be followed by the three components of half its axis");
    return false;
  }
  length = vec3_norm(vec3(half[0], half[1], half[2]));
  row->r -= length;
  if (!(row->r > 0)) {
    finding_add(findings, lines->line,
                "Capsule: its bounding radius must be larger than half the length of its axis, %g",
                length);
    return false;
  }
  n = ceil(2 * length / (STEP * row->r));
  if (n > PEBBLES_MOST) {
    finding_add(findings, lines->line, "Capsule: too slender: it would need a row of %g spheres",
                n);
    return false;
  }
  row->n     = (int)n + 1;
  row->first = vec3_sub(row->first, vec3(half[0], half[1], half[2]));
  row->step =
    row->n > 1 ? vec3_scale(2.0 / (row->n - 1), vec3(half[0], half[1], half[2])) : vec3(0, 0, 0);
  return true;
}

static bool shape_read(const PebbleLines *lines, Row *row, Findings *findings)
{
  const char *class = lines->n > 1 ? lines->word[1] : "";

  if (lines->n < 6)
    finding_add(findings, lines->line, "%d words, but a shape is id class x y z r ..", lines->n);
  else if (!is_id(lines->word[0]))
    finding_add(findings, lines->line, "id: '%.40s' is no number of a clump", lines->word[0]);
  else if (strcmp(class, "Sphere") != 0 && strcmp(class, "Capsule") != 0)
    finding_add(findings, lines->line, "'%.40s': a Sphere or a Capsule can be read, no other shape",
                class);
  else if (pebble_words(lines, 2, &row->first, &row->r, findings)) {
    row->n    = 1;
    row->step = vec3(0, 0, 0);
    return strcmp(class, "Sphere") == 0 || capsule_read(lines, row, findings);
  }
  return false;
}

static PetscErrorCode woo_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                               Findings *findings)
{
  PetscInt     capacity = 0, capsules = 0;
  PebbleClumps clumps = {0};
  PebbleLines  lines;
  Row          row;

  PetscFunctionBeginUser;
  PetscCall(pebble_materials_none(&body->materials));
  if (!pebble_lines_open(path, "#", &lines, findings)) PetscFunctionReturn(PETSC_SUCCESS);
  while (pebble_lines_next(&lines, findings)) {
    if (!shape_read(&lines, &row, findings) ||
        !pebble_clump_is_chosen(&clumps, choice, lines.word[0]))
      continue;
    capsules += strcmp(lines.word[1], "Capsule") == 0;
    for (int k = 0; k < row.n && !lines.ended; k++)
      PetscCall(pebble_append(&lines, vec3_axpy(row.first, k, row.step), row.r, &body->set,
                              &capacity, findings));
  }
  pebble_clumps_end(&clumps, choice, findings);
  if (capsules > 0)
    snprintf(body->remark, sizeof body->remark,
             "capsules have become rows of spheres %g radii apart: up to 0.6 %% less volume", STEP);
  pebble_lines_close(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void woo_write(FILE *file, const PebbleBody *body)
{
  for (int i = 0; i < body->set.n; i++) {
    pebble_write_vec3(file, "0 Sphere ", body->set.x[i], " ", " ");
    fprintf(file, "%s\n", real_text(body->set.r[i]).s);
  }
}

const PebbleFormat pebble_format_woo = {
  .head =
    {
      .name = "woo",
      .text = "Woo ShapePack: lines id Sphere x y z r (a Capsule becomes a row of spheres)",
    },
  .endings    = ".shapepack .woo",
  .has_clumps = true,
  .read       = woo_read,
  .write      = woo_write,
};
