/* SPDX-License-Identifier: MIT */
/* Pebbles as a cluster file of Kratos' DEM application. The format has three moments of inertia and
   no centre, so pebbles are written in the principal frame about the centre of mass. */
#include "output/pebbles/pebble_file.h"

/* Meaning of the numbers below a heading; a heading is a line that begins with no number. */
typedef enum { OTHER, VOLUME, INERTIA } Heading;

static Heading heading_of(const PebbleLines *lines)
{
  if (strcmp(lines->word[0], "Volume") == 0) return VOLUME;
  return strcmp(lines->word[0], "Inertia") == 0 ? INERTIA : OTHER;
}

/* *n: numbers that were read below the heading. */
static void given_read(const PebbleLines *lines, Heading heading, int *n, PebbleGiven *given,
                       Findings *findings)
{
  double *const inertia[] = {&given->inertia.xx, &given->inertia.yy, &given->inertia.zz};

  for (int k = 0; k < min_int(lines->n, PEBBLE_WORDS) && *n < (heading == VOLUME ? 1 : 3); k++) {
    double value;

    if (!pebble_real(lines->word[k], &value) || !(value > 0)) {
      finding_add(findings, lines->line, "%s: '%.40s': must be a number > 0",
                  heading == VOLUME ? "Volume" : "Inertia per unit mass", lines->word[k]);
      return;
    }
    if (heading == VOLUME) given->volume = value;
    else *inertia[*n] = value;
    ++*n;
    given->has_inertia = given->has_inertia || (heading == INERTIA && *n == 3);
  }
}

static PetscErrorCode kratos_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                                  Findings *findings)
{
  PetscInt    capacity = 0;
  bool        inside = false, closed = false;
  Heading     heading = OTHER;
  int         read    = 0;
  PebbleLines lines;
  Vec3        x;
  double      r;

  (void)choice;
  PetscFunctionBeginUser;
  PetscCall(pebble_materials_none(&body->materials));
  if (!pebble_lines_open(path, "//", &lines, findings)) PetscFunctionReturn(PETSC_SUCCESS);
  while (pebble_lines_next(&lines, findings)) {
    const bool names = lines.n == 2 && strcmp(lines.word[1], "centers_and_radii") == 0;

    if (names && strcmp(lines.word[0], "Begin") == 0) inside = true;
    else if (names && strcmp(lines.word[0], "End") == 0) {
      inside = false;
      closed = true;
    } else if (inside && lines.n == 4) {
      if (pebble_words(&lines, 0, &x, &r, findings))
        PetscCall(pebble_append(&lines, x, r, &body->set, &capacity, findings));
    } else if (inside) {
      finding_add(findings, lines.line, "%d words, but a pebble is x y z r", lines.n);
    } else if (!pebble_real(lines.word[0], &x.x)) {
      heading = heading_of(&lines);
      read    = 0;
    } else if (heading != OTHER) given_read(&lines, heading, &read, &body->given, findings);
  }
  if (!closed && findings->n == 0)
    finding_add(findings, 0, "it has no block Begin .. End centers_and_radii");
  body->given.has_centre = true; /* the origin */
  pebble_lines_close(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Vec3 place_of(const PebbleBody *body, int i)
{
  return quat_turn_back(body->mass.axes, vec3_sub(body->set.x[i], body->mass.centre));
}

static void kratos_write(FILE *file, const PebbleBody *body)
{
  double reach = 0;

  fprintf(file, "Name\n%s\n\nBegin centers_and_radii\n", body->name);
  for (int i = 0; i < body->set.n; i++) {
    const Vec3 x = place_of(body, i);

    pebble_write_vec3(file, "", x, " ", " ");
    fprintf(file, "%s\n", real_text(body->set.r[i]).s);
    reach = max_real(reach, vec3_norm(x) + body->set.r[i]);
  }
  fprintf(file, "End centers_and_radii\n\nParticle_center_and_diameter\n0 0 0 %s\n\n",
          real_text(2 * reach).s);
  fprintf(file, "Size\n%s\n\nVolume\n%s\n\nInertia per unit mass\n", real_text(2 * reach).s,
          real_text(body->mass.volume).s);
  pebble_write_vec3(file, "", vec3_scale(1 / body->mass.mass, body->mass.principal), "\n", "\n");
}

const PebbleFormat pebble_format_kratos = {
  .head =
    {
      .name = "kratos",
      .text = "Kratos cluster file, about the centre along the principal axes",
    },
  .endings   = ".clu",
  .is_turned = true,
  .read      = kratos_read,
  .write     = kratos_write,
};
