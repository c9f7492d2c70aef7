/* SPDX-License-Identifier: MIT */
/* Pebbles as a LAMMPS molecule file: spheres in Coords and Diameters, mass properties of the clump
   in mass, com and inertia. Types are the indices of materials from 1. Masses divide the mass of
   the clump in proportion to the volumes of the spheres, so that the masses of the atoms sum to
   that of the clump. */
#include "output/pebble_file.h"

enum { HAS_CENTRE = 1, HAS_RADIUS = 2 };

typedef struct {
  PebbleLines lines;
  PebbleSet  *set;
  int        *has; /* [set->n] */
  bool        sized;
  bool        weighs; /* it has a mass, centre, inertia or masses of atoms */
  char        section[NAME_LENGTH];
} Molecule;

static bool is_number(const char *word)
{
  double ignored;

  return pebble_real(word, &ignored);
}

/* Line "n atoms": allocate n pebbles. Other header lines (mass, com, inertia) are ignored: mass
   properties are computed from the pebbles. */
static PetscErrorCode header_read(Molecule *m, Findings *findings)
{
  const char *last = m->lines.word[min_int(m->lines.n, PEBBLE_WORDS) - 1];
  double      n;

  PetscFunctionBeginUser;
  m->weighs = m->weighs || strcmp(last, "mass") == 0 || strcmp(last, "com") == 0 ||
              strcmp(last, "inertia") == 0;
  if (m->lines.n != 2 || strcmp(m->lines.word[1], "atoms") != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (m->sized || !pebble_real(m->lines.word[0], &n) || n < 1 || n > PEBBLES_MOST ||
      n != floor(n)) {
    finding_add(findings, m->lines.line, "'%.40s' atoms: a whole number up to %d, once",
                m->lines.word[0], PEBBLES_MOST);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  m->sized = true;
  PetscCall(pebble_set_create((int)n, m->set));
  PetscCall(array_create(&m->has, sizeof *m->has, (PetscInt)n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Index of the line's atom, from 0; -1 with a finding. */
static int atom_of(const Molecule *m, int words, int what, Findings *findings)
{
  double id;

  if (m->lines.n != words)
    finding_add(findings, m->lines.line, "%d words in %s, not %d", m->lines.n, m->section, words);
  else if (!m->sized)
    finding_add(findings, m->lines.line, "%s before the number of atoms", m->section);
  else if (!pebble_real(m->lines.word[0], &id) || id != floor(id) || id < 1 || id > m->set->n)
    finding_add(findings, m->lines.line, "%s: there is no atom '%.40s'", m->section,
                m->lines.word[0]);
  else if (m->has[(int)id - 1] & what)
    finding_add(findings, m->lines.line, "%s: atom %d comes twice", m->section, (int)id);
  else return (int)id - 1;
  return -1;
}

static void row_read(Molecule *m, Findings *findings)
{
  const bool coords    = strcmp(m->section, "Coords") == 0,
             diameters = strcmp(m->section, "Diameters") == 0;
  int    i;
  double value[3] = {0, 0, 0};

  if (!coords && !diameters) return;
  i = atom_of(m, coords ? 4 : 2, coords ? HAS_CENTRE : HAS_RADIUS, findings);
  for (int k = 0; k < (coords ? 3 : 1) && i >= 0; k++) {
    if (pebble_real(m->lines.word[1 + k], &value[k]) && (coords || value[k] > 0)) continue;
    finding_add(findings, m->lines.line, "%s: '%.40s' is not a finite number%s", m->section,
                m->lines.word[1 + k], coords ? "" : " > 0");
    return;
  }
  if (i < 0) return;
  m->has[i] |= coords ? HAS_CENTRE : HAS_RADIUS;
  if (coords) m->set->x[i] = vec3(value[0], value[1], value[2]);
  else m->set->r[i] = value[0] / 2;
}

static void complete(const Molecule *m, Findings *findings)
{
  if (!m->sized && findings->n == 0) finding_add(findings, 0, "it has no line 'n atoms'");
  for (int i = 0; i < m->set->n && findings->n == 0; i++) {
    if (!(m->has[i] & HAS_CENTRE)) finding_add(findings, 0, "atom %d is not in Coords", i + 1);
    else if (!(m->has[i] & HAS_RADIUS))
      finding_add(findings, 0, "atom %d is not in Diameters", i + 1);
  }
}

static PetscErrorCode lammps_read(const char *path, const PebbleChoice *choice, PebbleBody *body,
                                  Findings *findings)
{
  Molecule m = {.set = &body->set};

  (void)choice;
  PetscFunctionBeginUser;
  PetscCall(pebble_materials_none(&body->materials));
  if (!pebble_lines_open(path, "#", &m.lines, findings)) PetscFunctionReturn(PETSC_SUCCESS);
  while (pebble_lines_next(&m.lines, findings)) {
    if (m.lines.line == 1) continue; /* the title */
    if (!is_number(m.lines.word[0])) {
      snprintf(m.section, sizeof m.section, "%s", m.lines.word[0]);
      m.weighs = m.weighs || strcmp(m.section, "Masses") == 0;
    } else if (!m.section[0]) PetscCall(header_read(&m, findings));
    else row_read(&m, findings);
  }
  complete(&m, findings);
  if (m.weighs)
    snprintf(
      body->remark, sizeof body->remark,
      "its mass, com, inertia and Masses are not used: mass properties are those of the union "
      "of its spheres, by --density");
  array_free(&m.has);
  pebble_lines_close(&m.lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void lammps_write(FILE *file, const PebbleBody *body)
{
  const PebbleSet      *set  = &body->set;
  const MassProperties *mass = &body->mass;
  double                sum  = 0;

  fprintf(file,
          "# %s: a rigid body of %d spheres; mass, com and inertia are of the whole body, overlaps "
          "once\n\n%d atoms\n",
          body->name, set->n, set->n);
  fprintf(file, "%s mass\n", real_text(mass->mass).s);
  pebble_write_vec3(file, "", mass->centre, " ", " com\n");
  pebble_write_vec3(file, "", vec3(mass->inertia.xx, mass->inertia.yy, mass->inertia.zz), " ", " ");
  pebble_write_vec3(file, "", vec3(mass->inertia.xy, mass->inertia.xz, mass->inertia.yz), " ",
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
  .head =
    {
      .name = "lammps",
      .text = "LAMMPS molecule file, with mass, com and inertia",
    },
  .endings = ".mol .molecule .lammps",
  .read    = lammps_read,
  .write   = lammps_write,
};
