/* SPDX-License-Identifier: MIT */
/* Pebbles as lines x y z r: plain, and for LIGGGHTS' particletemplate/multisphere. */
#include "output/pebbles/pebble_file.h"

/* Read lines of 4 to `most` words, also with commas or semicolons between them; words after the
   fourth are ignored. */
static PetscErrorCode rows_read(const char *path, int most, PebbleBody *body, Findings *findings)
{
  PetscInt    capacity = 0;
  PebbleLines lines;
  Vec3        x;
  double      r;

  PetscFunctionBeginUser;
  PetscCall(pebble_materials_none(&body->materials));
  if (!pebble_lines_open(path, "#", &lines, findings)) PetscFunctionReturn(PETSC_SUCCESS);
  lines.separators = ",;";
  while (pebble_lines_next(&lines, findings)) {
    if (lines.n < 4 || lines.n > most)
      finding_add(findings, lines.line, "%d words, but a pebble is x y z r", lines.n);
    else if (pebble_words(&lines, 0, &x, &r, findings))
      PetscCall(pebble_append(&lines, x, r, &body->set, &capacity, findings));
  }
  pebble_lines_close(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode text_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                                Findings *findings)
{
  (void)choice;
  PetscFunctionBeginUser;
  PetscCall(rows_read(path, 4, body, findings));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A fifth word is an atom type, which is ignored. */
static PetscErrorCode liggghts_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                                    Findings *findings)
{
  (void)choice;
  PetscFunctionBeginUser;
  PetscCall(rows_read(path, 5, body, findings));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void text_write(FILE *file, const PebbleBody *body)
{
  for (int i = 0; i < body->set.n; i++) {
    pebble_write_vec3(file, "", body->set.x[i], " ", " ");
    fprintf(file, "%s\n", real_text(body->set.r[i]).s);
  }
}

/* The first line has the mass properties as arguments of the fix, which else estimates them by
   random points. */
static void liggghts_write(FILE *file, const PebbleBody *body)
{
  const Sym3 i = body->mass.inertia;

  fprintf(file, "# nspheres %d, mass %s inertia_tensor %s %s %s %s %s %s\n", body->set.n,
          real_text(body->mass.mass).s, real_text(i.xx).s, real_text(i.xy).s, real_text(i.xz).s,
          real_text(i.yy).s, real_text(i.yz).s, real_text(i.zz).s);
  text_write(file, body);
}

const PebbleFormat pebble_format_text = {
  .head =
    {
      .name = "text",
      .text = "lines x y z r",
    },
  .endings = ".txt .xyzr",
  .read    = text_read,
  .write   = text_write,
};

const PebbleFormat pebble_format_liggghts = {
  .head =
    {
      .name = "liggghts",
      .text = "LIGGGHTS particletemplate/multisphere: lines x y z r [type]",
    },
  .endings = ".multisphere",
  .read    = liggghts_read,
  .write   = liggghts_write,
};
