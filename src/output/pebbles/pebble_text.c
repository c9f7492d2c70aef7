/* SPDX-License-Identifier: MIT */
/* Pebbles as lines of text: plain x y z r, and in the formats of LIGGGHTS, YADE, Woo and Kratos. */
#include "output/pebbles/pebble_file.h"

/* ---- lines x y z r: plain, and for LIGGGHTS' particletemplate/multisphere ---- */

/* Read lines of four words or more; those after the fourth, such as an atom type, are ignored. */
static void rows_parse(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                       Findings *findings)
{
  Vec3   x;
  double r;

  (void)choice;
  while (pebble_lines_next(lines, findings)) {
    if (lines->n < 4 || lines->n > lines->most)
      finding_add(findings, lines->line, "%d words, but a pebble is x y z r", lines->n);
    else if (pebble_words(lines, 0, &x, &r, findings))
      pebble_append(lines, x, r, &body->set, findings);
  }
}

static void text_write(FILE *file, const PebbleBody *body)
{
  pebble_write_rows(file, &body->set, "", " ", "");
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
  .head    = {.name = "text", .text = "lines x y z r"},
  .endings = ".txt .xyzr",
  .comment = "#",
  .words   = 4,
  .parse   = rows_parse,
  .write   = text_write,
};

const PebbleFormat pebble_format_liggghts = {
  .head    = {.name = "liggghts",
              .text = "LIGGGHTS particletemplate/multisphere: lines x y z r [type]"},
  .endings = ".multisphere",
  .comment = "#",
  .words   = 5,
  .parse   = rows_parse,
  .write   = liggghts_write,
};

/* ---- lines x y z r and the number of the clump, for YADE's ymport.textClumps ---- */

/* True for a whole number, before `unit` if that is not 0. */
static bool is_number(const char *word, char unit)
{
  char *end;

  strtoll(word, &end, 10);
  if (unit && *end == unit) end++;
  return end != word && *end == '\0' && strlen(word) < 20;
}

static void yade_parse(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                       Findings *findings)
{
  PebbleClumps clumps = {0};
  Vec3         x;
  double       r;

  while (pebble_lines_next(lines, findings)) {
    if (lines->n != 5)
      finding_add(findings, lines->line, "%d words, but a pebble is x y z r clump", lines->n);
    else if (!is_number(lines->word[4], 0))
      finding_add(findings, lines->line, "clump: '%.40s' is no whole number", lines->word[4]);
    else if (pebble_words(lines, 0, &x, &r, findings) &&
             pebble_clump_is_chosen(&clumps, choice, lines->word[4]))
      pebble_append(lines, x, r, &body->set, findings);
  }
  pebble_clumps_end(&clumps, choice, findings);
}

static void yade_write(FILE *file, const PebbleBody *body)
{
  fprintf(file, "#format x_y_z_r_clumpId\n");
  pebble_write_rows(file, &body->set, "", " ", " 0");
}

const PebbleFormat pebble_format_yade = {
  .head       = {.name = "yade", .text = "YADE textClumps: lines x y z r clump"},
  .endings    = ".clumps .yade",
  .has_clumps = true,
  .comment    = "#",
  .parse      = yade_parse,
  .write      = yade_write,
};

/* ---- Woo's ShapePack: a line has the number of the clump, class of the shape, centre, bounding
   radius and parameters of the class. Numbers of single particles end in u. Lines that begin with
   ## describe the pack and are skipped as comments ---- */

/* Shape of a line: a capsule, or with half an axis of zero a sphere. */
typedef struct {
  Vec3   x, half;
  double r;
} WooShape;

/* Read the half axis of a capsule, whose radius so far is that of a ball around it. */
static bool capsule_read(const PebbleLines *lines, WooShape *shape, Findings *findings)
{
  double half[3], length;

  for (int k = 0; k < 3; k++) {
    if (lines->n == 9 && pebble_real(lines->word[6 + k], &half[k])) continue;
    finding_add(findings, lines->line,
                "Capsule: its radius must be followed by the three components of half its axis");
    return false;
  }
  shape->half = vec3(half[0], half[1], half[2]);
  length      = vec3_norm(shape->half);
  shape->r -= length;
  if (shape->r > 0) return true;
  finding_add(findings, lines->line,
              "Capsule: its bounding radius must be larger than half the length of its axis, %g",
              length);
  return false;
}

static bool shape_read(const PebbleLines *lines, WooShape *shape, Findings *findings)
{
  const char *class = lines->n > 1 ? lines->word[1] : "";

  if (lines->n < 6)
    finding_add(findings, lines->line, "%d words, but a shape is id class x y z r ..", lines->n);
  else if (!is_number(lines->word[0], 'u'))
    finding_add(findings, lines->line, "id: '%.40s' is no number of a clump", lines->word[0]);
  else if (strcmp(class, "Sphere") != 0 && strcmp(class, "Capsule") != 0)
    finding_add(findings, lines->line, "'%.40s': a Sphere or a Capsule can be read, no other shape",
                class);
  else if (pebble_words(lines, 2, &shape->x, &shape->r, findings)) {
    shape->half = vec3(0, 0, 0);
    return strcmp(class, "Sphere") == 0 || capsule_read(lines, shape, findings);
  }
  return false;
}

static void woo_parse(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                      Findings *findings)
{
  PebbleClumps clumps = {0};
  WooShape     shape;

  while (pebble_lines_next(lines, findings))
    if (shape_read(lines, &shape, findings) &&
        pebble_clump_is_chosen(&clumps, choice, lines->word[0]))
      pebble_append_capsule(lines, shape.x, shape.half, shape.r, &body->set, findings);
  pebble_clumps_end(&clumps, choice, findings);
}

static void woo_write(FILE *file, const PebbleBody *body)
{
  const PebbleSet *set = &body->set;

  for (int i = 0; i < set->n; i++) {
    const Vec3 half = pebble_set_axis(set, i);
    const bool ball = vec3_is_zero(half);

    pebble_write_vec3(file, ball ? "0 Sphere " : "0 Capsule ", set->x[i], " ", " ");
    fprintf(file, "%s", real_text(ball ? set->r[i] : set->r[i] + vec3_norm(half)).s);
    if (ball) fprintf(file, "\n");
    else pebble_write_vec3(file, " ", half, " ", "\n");
  }
}

const PebbleFormat pebble_format_woo = {
  .head         = {.name = "woo",
                   .text = "Woo ShapePack: lines id Sphere x y z r, or id Capsule with half its axis"},
  .endings      = ".shapepack .woo",
  .has_capsules = true,
  .has_clumps   = true,
  .comment      = "#",
  .parse        = woo_parse,
  .write        = woo_write,
};

/* ---- cluster files of Kratos' DEM application. The format has three moments of inertia and no
   centre, so pebbles are written in the principal frame about the centre of mass ---- */

/* Meaning of the numbers below a heading; a heading is a line that begins with no number. */
typedef enum { OTHER, VOLUME, INERTIA } Heading;

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

static void kratos_parse(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                         Findings *findings)
{
  bool    inside = false, closed = false;
  Heading heading = OTHER;
  int     read    = 0;
  Vec3    x;
  double  r;

  (void)choice;
  while (pebble_lines_next(lines, findings)) {
    const char *first = lines->word[0];
    const bool  names = lines->n == 2 && strcmp(lines->word[1], "centers_and_radii") == 0;

    if (names && strcmp(first, "Begin") == 0) inside = true;
    else if (names && strcmp(first, "End") == 0) {
      inside = false;
      closed = true;
    } else if (inside && lines->n == 4) {
      if (pebble_words(lines, 0, &x, &r, findings))
        pebble_append(lines, x, r, &body->set, findings);
    } else if (inside) {
      finding_add(findings, lines->line, "%d words, but a pebble is x y z r", lines->n);
    } else if (!pebble_real(first, &x.x)) {
      heading = strcmp(first, "Volume") == 0    ? VOLUME
                : strcmp(first, "Inertia") == 0 ? INERTIA
                                                : OTHER;
      read    = 0;
    } else if (heading != OTHER) given_read(lines, heading, &read, &body->given, findings);
  }
  if (!closed && findings->n == 0)
    finding_add(findings, 0, "it has no block Begin .. End centers_and_radii");
  body->given.has_centre = true; /* the origin */
}

static void kratos_write(FILE *file, const PebbleBody *body)
{
  double reach = 0;

  fprintf(file, "Name\n%s\n\nBegin centers_and_radii\n", body->name);
  for (int i = 0; i < body->set.n; i++) {
    const Vec3 x = quat_turn_back(body->mass.axes, vec3_sub(body->set.x[i], body->mass.centre));

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
  .head      = {.name = "kratos",
                .text = "Kratos cluster file, about the centre along the principal axes"},
  .endings   = ".clu",
  .is_turned = true,
  .comment   = "//",
  .parse     = kratos_parse,
  .write     = kratos_write,
};
