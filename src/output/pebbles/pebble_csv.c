/* SPDX-License-Identifier: MIT */
/* Pebbles as CSV: clast's format x,y,z,r[,x2,y2,z2][,material], and that of DEM-Engine, x,y,z,r
   with the mass properties in comments at the end. */
#include "options/csv.h"
#include "output/pebbles/pebble_file.h"

enum {
  COLUMN_X,
  COLUMN_Y,
  COLUMN_Z,
  COLUMN_R,
  COLUMN_X2,
  COLUMN_Y2,
  COLUMN_Z2,
  COLUMN_MATERIAL,
  COLUMN_GROUP
};

/* clang-format off */
static const CsvColumn columns[] = {
  {.name = "x", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_BARE, .alias = "X"},
  {.name = "y", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_BARE, .alias = "Y"},
  {.name = "z", .type = CSV_REAL, .flags = CSV_BARE, .alias = "Z"}, /* may be missing in 2-D */
  {.name = "r", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_POSITIVE | CSV_BARE, .alias = "radius"},
  /* the other end of a capsule, of a sphere its centre again */
  {.name = "x2", .type = CSV_REAL, .group = 1},
  {.name = "y2", .type = CSV_REAL, .group = 1},
  {.name = "z2", .type = CSV_REAL, .group = 1},
  {.name = "material", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {0},
};
/* clang-format on */

/* Make materials of the distinct words of the column; word 0 is empty, for pebbles
   without a material. */
static void materials_set(const Csv *csv, Materials *materials, Findings *findings)
{
  materials->n = csv->n_words;
  array_create(&materials->list, sizeof *materials->list, csv->n_words);
  for (int m = 0; m < csv->n_words; m++) {
    if (strlen(csv->words[m]) >= NAME_LENGTH)
      finding_add(findings, 0, "material '%.40s..': its name is longer than %d", csv->words[m],
                  NAME_LENGTH - 1);
    else strcpy(materials->list[m].name, csv->words[m]);
  }
}

static void rows_read(const Csv *csv, PebbleBody *body, Findings *findings)
{
  PebbleSet *set = &body->set;

  if (csv->has[COLUMN_MATERIAL]) materials_set(csv, &body->materials, findings);
  else pebble_materials_none(&body->materials);
  pebble_set_create((int)csv->n, set);
  if (csv->has[COLUMN_GROUP])
    snprintf(body->remark, sizeof body->remark, "the groups of its pebbles are left out");
  for (int i = 0; i < set->n; i++) {
    const Vec3 from = vec3(csv_real(csv, COLUMN_X, i), csv_real(csv, COLUMN_Y, i),
                           csv->has[COLUMN_Z] ? csv_real(csv, COLUMN_Z, i) : 0);

    pebble_set_put(set, i, from, csv->has[COLUMN_X2] ? csv_vec3(csv, COLUMN_X2, i) : from,
                   csv_real(csv, COLUMN_R, i));
    if (csv->has[COLUMN_MATERIAL])
      set->material[i] = ((const int32_t *)csv->column[COLUMN_MATERIAL])[i];
  }
}

static PetscErrorCode csv_pebbles_read(const char *path, const PebbleChoice *choice,
                                       PebbleBody *body, Findings *findings)
{
  Parallel self;
  Csv      csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, columns, &csv, findings));
  if (findings->n == 0 && !csv.has[COLUMN_Z] && choice->dimension == 3)
    finding_add(findings, 1, "the column z is missing");
  if (findings->n == 0 && csv.has[COLUMN_X2] && choice->dimension == 2)
    finding_add(findings, 1,
                "columns x2, y2 and z2: not available in two dimensions, where pebbles are discs");
  if (findings->n == 0 && !pebbles_are_too_many(csv.n, 0, findings))
    rows_read(&csv, body, findings);
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The line of pebble i, whose material is named. */
static void row_write(FILE *file, const PebbleBody *body, int i, bool capsules, bool named)
{
  const PebbleSet *set  = &body->set;
  const Vec3       half = pebble_set_axis(set, i), from = vec3_sub(set->x[i], half);

  if (set->dimension == 2) fprintf(file, "%s,%s,", real_text(from.x).s, real_text(from.y).s);
  else pebble_write_vec3(file, "", from, ",", ",");
  fprintf(file, "%s", real_text(set->r[i]).s);
  if (capsules) pebble_write_vec3(file, ",", vec3_add(set->x[i], half), ",", "");
  fprintf(file, "%s%s\n", named ? "," : "", body->materials.list[set->material[i]].name);
}

static void csv_pebbles_write(FILE *file, const PebbleBody *body)
{
  const PebbleSet *set      = &body->set;
  const bool       capsules = pebble_set_capsules(set) > 0;
  bool             named    = false;

  for (int i = 0; i < set->n; i++) named = named || body->materials.list[set->material[i]].name[0];
  fprintf(file, "x,y,%sr%s%s\n", set->dimension == 2 ? "" : "z,", capsules ? ",x2,y2,z2" : "",
          named ? ",material" : "");
  for (int i = 0; i < set->n; i++) row_write(file, body, i, capsules, named);
}

static void demengine_write(FILE *file, const PebbleBody *body)
{
  const MassProperties *m = &body->mass;

  fprintf(file, "x,y,z,r\n");
  pebble_write_rows(file, &body->set, "", ",", "");
  fprintf(file, "# volume = %s, mass = %s\n", real_text(m->volume).s, real_text(m->mass).s);
  pebble_write_vec3(file, "# principal moments = ", m->principal, ", ", "\n");
  /* for InformCentroidPrincipal(centroid, quaternion): pebbles are not in the principal frame */
  pebble_write_vec3(file, "# centroid = ", m->centre, ", ", "\n");
  fprintf(file, "# principal axes, quaternion x, y, z, w = %s, %s, %s, %s\n",
          real_text(m->axes.x).s, real_text(m->axes.y).s, real_text(m->axes.z).s,
          real_text(m->axes.w).s);
}

const PebbleFormat pebble_format_csv = {
  .head          = {.name = "csv", .text = "CSV with the header x,y,z,r[,x2,y2,z2][,material]"},
  .endings       = ".csv",
  .has_materials = true,
  .has_capsules  = true,
  .read          = csv_pebbles_read,
  .write         = csv_pebbles_write,
};

const PebbleFormat pebble_format_demengine = {
  .head    = {.name = "demengine",
              .text = "DEM-Engine: CSV with the header x,y,z,r, mass properties in comments"},
  .endings = ".deme.csv",
  .read    = csv_pebbles_read,
  .write   = demengine_write,
};
