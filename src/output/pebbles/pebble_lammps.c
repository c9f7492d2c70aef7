/* SPDX-License-Identifier: MIT */
/* Pebbles as a LAMMPS molecule file: spheres in Coords and Diameters, mass properties of the clump
   in mass, com and inertia. Types are the indices of materials from 1. Masses divide the mass of
   the clump in proportion to the volumes of the spheres, so that the masses of the atoms sum to
   that of the clump.

   The inertia is xx yy zz yz xz xy: so LAMMPS takes the six numbers (Molecule::compute_inertia, and
   a body inserted by fix deposit in its version of 22 July 2025), although its manual calls them
   Ixx Iyy Izz Ixy Ixz Iyz. */
#include "output/pebbles/pebble_file.h"

enum { HAS_CENTRE = 1, HAS_RADIUS = 2, HAS_MASS = 4 };

typedef struct {
  PebbleLines *lines;
  PebbleSet   *set;
  PebbleGiven *given;
  int         *has;  /* [set->n] */
  double      *mass; /* [set->n] kg */
  bool         sized;
  char         section[NAME_LENGTH];
} Molecule;

/* Read n numbers before the word of a header line. */
static bool numbers_of(const Molecule *m, int n, double *value, Findings *findings)
{
  bool good = m->lines->n == n + 1;

  for (int k = 0; good && k < n; k++) good = pebble_real(m->lines->word[k], &value[k]);
  if (!good)
    finding_add(findings, m->lines->line, "%s: give %d finite number%s before it",
                m->lines->word[min_int(m->lines->n, PEBBLE_WORDS) - 1], n, n > 1 ? "s" : "");
  return good;
}

static void given_read(const Molecule *m, const char *what, Findings *findings)
{
  PebbleGiven *g = m->given;
  double       v[6];

  if (strcmp(what, "mass") == 0 && numbers_of(m, 1, v, findings)) {
    g->mass = v[0];
    if (!(v[0] > 0)) finding_add(findings, m->lines->line, "mass: %g: must be > 0", v[0]);
  } else if (strcmp(what, "com") == 0 && numbers_of(m, 3, v, findings)) {
    g->centre     = vec3(v[0], v[1], v[2]);
    g->has_centre = true;
  } else if (strcmp(what, "inertia") == 0 && numbers_of(m, 6, v, findings)) {
    g->inertia     = (Sym3){.xx = v[0], .yy = v[1], .zz = v[2], .yz = v[3], .xz = v[4], .xy = v[5]};
    g->has_inertia = true;
  }
}

/* A header line: "n atoms", for which n pebbles are allocated, or mass properties. */
static void header_read(Molecule *m, Findings *findings)
{
  double n;

  given_read(m, m->lines->word[min_int(m->lines->n, PEBBLE_WORDS) - 1], findings);
  if (m->lines->n != 2 || strcmp(m->lines->word[1], "atoms") != 0) return;
  if (m->sized || !pebble_real(m->lines->word[0], &n) || n < 1 || n > PEBBLES_MOST ||
      n != floor(n)) {
    finding_add(findings, m->lines->line, "'%.40s' atoms: a whole number up to %d, once",
                m->lines->word[0], PEBBLES_MOST);
    return;
  }
  m->sized = true;
  pebble_set_create((int)n, m->set);
  array_create(&m->has, sizeof *m->has, n);
  array_create(&m->mass, sizeof *m->mass, n);
}

/* Index of the line's atom, from 0; -1 with a finding. */
static int atom_of(const Molecule *m, int words, int what, Findings *findings)
{
  double id;

  if (m->lines->n != words)
    finding_add(findings, m->lines->line, "%d words in %s, not %d", m->lines->n, m->section, words);
  else if (!m->sized)
    finding_add(findings, m->lines->line, "%s before the number of atoms", m->section);
  else if (!pebble_real(m->lines->word[0], &id) || id != floor(id) || id < 1 || id > m->set->n)
    finding_add(findings, m->lines->line, "%s: there is no atom '%.40s'", m->section,
                m->lines->word[0]);
  else if (m->has[(int)id - 1] & what)
    finding_add(findings, m->lines->line, "%s: atom %d comes twice", m->section, (int)id);
  else return (int)id - 1;
  return -1;
}

static void row_read(Molecule *m, Findings *findings)
{
  const bool coords    = strcmp(m->section, "Coords") == 0,
             diameters = strcmp(m->section, "Diameters") == 0,
             masses    = strcmp(m->section, "Masses") == 0;
  const int what       = coords ? HAS_CENTRE : diameters ? HAS_RADIUS : HAS_MASS;
  int       i;
  double    value[3] = {0, 0, 0};

  if (!coords && !diameters && !masses) return;
  i = atom_of(m, coords ? 4 : 2, what, findings);
  for (int k = 0; k < (coords ? 3 : 1) && i >= 0; k++) {
    if (pebble_real(m->lines->word[1 + k], &value[k]) && (coords || value[k] > 0)) continue;
    finding_add(findings, m->lines->line, "%s: '%.40s' is not a finite number%s", m->section,
                m->lines->word[1 + k], coords ? "" : " > 0");
    return;
  }
  if (i < 0) return;
  m->has[i] |= what;
  if (coords) m->set->x[i] = vec3(value[0], value[1], value[2]);
  else if (diameters) m->set->r[i] = value[0] / 2;
  else m->mass[i] = value[0];
}

static void complete(const Molecule *m, Findings *findings)
{
  if (!m->sized && findings->n == 0) finding_add(findings, 0, "it has no line 'n atoms'");
  for (int i = 0; i < m->set->n && findings->n == 0; i++) {
    if (!(m->has[i] & HAS_CENTRE)) finding_add(findings, 0, "atom %d is not in Coords", i + 1);
    else if (!(m->has[i] & HAS_RADIUS))
      finding_add(findings, 0, "atom %d is not in Diameters", i + 1);
    else if ((m->has[0] ^ m->has[i]) & HAS_MASS)
      finding_add(findings, 0, "atom %d is not in Masses", (m->has[i] & HAS_MASS ? 0 : i) + 1);
  }
}

/* Sum of the masses of the atoms, and the centre and inertia of spheres (discs) of these masses. */
static double weigh(const Molecule *m, double own, Vec3 *centre, Sym3 *inertia)
{
  double sum = 0;
  Vec3   at  = {0, 0, 0};

  for (int i = 0; i < m->set->n; i++) {
    sum += m->mass[i];
    at = vec3_axpy(at, m->mass[i], m->set->x[i]);
  }
  if (!m->given->has_centre) *centre = vec3_scale(1 / sum, at);
  *inertia = (Sym3){0};
  for (int i = 0; i < m->set->n; i++) {
    const double mass = m->mass[i], r = m->set->r[i];
    const Vec3   d = vec3_sub(m->set->x[i], *centre);

    inertia->xx += mass * (own * r * r + d.y * d.y + d.z * d.z);
    inertia->yy += mass * (own * r * r + d.z * d.z + d.x * d.x);
    inertia->zz += mass * (own * r * r + d.x * d.x + d.y * d.y);
    inertia->xy -= mass * d.x * d.y;
    inertia->xz -= mass * d.x * d.z;
    inertia->yz -= mass * d.y * d.z;
  }
  return sum;
}

/* Properties that the header lacks are those of the masses of the atoms, without regard to
   overlaps, as LAMMPS finds them. */
static void fill_given(const Molecule *m, int dimension)
{
  PebbleGiven *g = m->given;
  Sym3         inertia;
  double       sum;

  if (m->set->n == 0 || !(m->has[0] & HAS_MASS)) return;
  sum = weigh(m, dimension == 2 ? 0.5 : 0.4, &g->centre, &inertia);
  if (g->mass == 0) g->mass = sum;
  if (!g->has_inertia) g->inertia = inertia;
  g->has_centre = g->has_inertia = true;
}

static void lammps_parse(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                         Findings *findings)
{
  Molecule m = {.lines = lines, .set = &body->set, .given = &body->given};
  double   number;

  while (pebble_lines_next(lines, findings)) {
    if (lines->line == 1) continue; /* the title */
    if (!pebble_real(lines->word[0], &number))
      snprintf(m.section, sizeof m.section, "%s", lines->word[0]);
    else if (!m.section[0]) header_read(&m, findings);
    else row_read(&m, findings);
  }
  complete(&m, findings);
  if (findings->n == 0) fill_given(&m, choice->dimension);
  array_free(&m.has);
  array_free(&m.mass);
}

static void lammps_write(FILE *file, const PebbleBody *body)
{
  const PebbleSet      *set  = &body->set;
  const MassProperties *mass = &body->mass;
  double                sum  = 0;

  fprintf(
    file,
    "# %s: a rigid body of %d spheres; mass, com and inertia (xx yy zz yz xz xy) are of the whole "
    "body, overlaps once\n\n%d atoms\n",
    body->name, set->n, set->n);
  fprintf(file, "%s mass\n", real_text(mass->mass).s);
  pebble_write_vec3(file, "", mass->centre, " ", " com\n");
  pebble_write_vec3(file, "", vec3(mass->inertia.xx, mass->inertia.yy, mass->inertia.zz), " ", " ");
  pebble_write_vec3(file, "", vec3(mass->inertia.yz, mass->inertia.xz, mass->inertia.xy), " ",
                    " inertia\n");
  fprintf(file, "\nCoords\n\n");
  for (int i = 0; i < set->n; i++) {
    fprintf(file, "%d", i + 1);
    pebble_write_vec3(file, " ", set->x[i], " ", "\n");
    sum += pebble_volume(set, i);
  }
  fprintf(file, "\nTypes\n\n");
  for (int i = 0; i < set->n; i++) fprintf(file, "%d %d\n", i + 1, set->material[i] + 1);
  fprintf(file, "\nDiameters\n\n");
  for (int i = 0; i < set->n; i++) fprintf(file, "%d %s\n", i + 1, real_text(2 * set->r[i]).s);
  fprintf(file, "\nMasses\n\n");
  for (int i = 0; i < set->n; i++)
    fprintf(file, "%d %s\n", i + 1, real_text(mass->mass * (pebble_volume(set, i) / sum)).s);
}

const PebbleFormat pebble_format_lammps = {
  .head    = {.name = "lammps", .text = "LAMMPS molecule file, with mass, com and inertia"},
  .endings = ".mol .molecule .lammps",
  .comment = "#",
  .parse   = lammps_parse,
  .write   = lammps_write,
};
