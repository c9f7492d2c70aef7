/* SPDX-License-Identifier: MIT */
/* Pebbles for YADE's ymport.textClumps: lines x y z r and the number of the clump. */
#include "output/pebbles/pebble_file.h"

static bool is_number(const char *word)
{
  char *end;

  strtoll(word, &end, 10);
  return end != word && *end == '\0' && strlen(word) < 20;
}

static PetscErrorCode yade_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                                Findings *findings)
{
  PetscInt     capacity = 0;
  PebbleClumps clumps   = {0};
  PebbleLines  lines;
  Vec3         x;
  double       r;

  PetscFunctionBeginUser;
  PetscCall(pebble_materials_none(&body->materials));
  if (!pebble_lines_open(path, "#", &lines, findings)) PetscFunctionReturn(PETSC_SUCCESS);
  while (pebble_lines_next(&lines, findings)) {
    if (lines.n != 5)
      finding_add(findings, lines.line, "%d words, but a pebble is x y z r clump", lines.n);
    else if (!is_number(lines.word[4]))
      finding_add(findings, lines.line, "clump: '%.40s' is no whole number", lines.word[4]);
    else if (pebble_words(&lines, 0, &x, &r, findings) &&
             pebble_clump_is_chosen(&clumps, choice, lines.word[4]))
      PetscCall(pebble_append(&lines, x, r, &body->set, &capacity, findings));
  }
  pebble_clumps_end(&clumps, choice, findings);
  pebble_lines_close(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void yade_write(FILE *file, const PebbleBody *body)
{
  fprintf(file, "#format x_y_z_r_clumpId\n");
  for (int i = 0; i < body->set.n; i++) {
    pebble_write_vec3(file, "", body->set.x[i], " ", " ");
    fprintf(file, "%s 0\n", real_text(body->set.r[i]).s);
  }
}

const PebbleFormat pebble_format_yade = {
  .head =
    {
      .name = "yade",
      .text = "YADE textClumps: lines x y z r clump",
    },
  .endings    = ".clumps .yade",
  .has_clumps = true,
  .read       = yade_read,
  .write      = yade_write,
};
