/* SPDX-License-Identifier: MIT */
/* One clump in an HDF5 file: pebbles, materials with densities, and mass properties at the time of
   writing. Tables have their unit as an attribute. Vectors are in the frame of the pebbles; moments
   of inertia are about the centre of mass.

     /clump                    attributes format_version, name, dimension
     /clump/pebbles            centre [n][3], radius [n], material [n] (row of the materials), and if there
                               are capsules axis [n][3], half their axes, of spheres 0
     /clump/materials          name [m], density [m]
     /clump/mass_properties    volume, mass, error [1], centre, principal [1][3], inertia [1][6]
   (xx, yy, zz, xy, xz, yz), axes [1][4] (quaternion w, x, y, z: from the principal frame) */
#include "output/hdf5.h"
#include "output/pebbles/pebble_file.h"

static const int32_t version[2] = {1, 1};

enum {
  CENTRE,
  RADIUS,
  MATERIAL,
  AXIS,
  NAME,
  DENSITY,
  VOLUME,
  MASS,
  MASS_CENTRE,
  INERTIA,
  PRINCIPAL,
  AXES,
  ERROR,
  N_TABLES
};

/* Tables with units in three dimensions, and those that differ in two. */
static const Hdf5Table tables[N_TABLES] = {
  [CENTRE]      = {"/clump/pebbles/centre", HDF5_REAL, 3, "m"},
  [RADIUS]      = {"/clump/pebbles/radius", HDF5_REAL, 0, "m"},
  [MATERIAL]    = {"/clump/pebbles/material", HDF5_INT32, 0, "1"},
  [AXIS]        = {"/clump/pebbles/axis", HDF5_REAL, 3, "m"},
  [NAME]        = {"/clump/materials/name", HDF5_TEXT, NAME_LENGTH, NULL},
  [DENSITY]     = {"/clump/materials/density", HDF5_REAL, 0, "kg/m^3"},
  [VOLUME]      = {"/clump/mass_properties/volume", HDF5_REAL, 0, "m^3"},
  [MASS]        = {"/clump/mass_properties/mass", HDF5_REAL, 0, "kg"},
  [MASS_CENTRE] = {"/clump/mass_properties/centre", HDF5_REAL, 3, "m"},
  [INERTIA]     = {"/clump/mass_properties/inertia", HDF5_REAL, 6, "kg m^2"},
  [PRINCIPAL]   = {"/clump/mass_properties/principal", HDF5_REAL, 3, "kg m^2"},
  [AXES]        = {"/clump/mass_properties/axes", HDF5_REAL, 4, "1"},
  [ERROR]       = {"/clump/mass_properties/error", HDF5_REAL, 0, "1"},
};
static const char *const flat_units[N_TABLES] = {[DENSITY] = "kg/m^2", [VOLUME] = "m^2"};

/* Skip the name of the file at the beginning of `why`: callers print it themselves. */
static const char *reason_of(const char *why, const char *path)
{
  const size_t n = strlen(path);

  return strncmp(why, path, n) == 0 && strncmp(why + n, ": ", 2) == 0 ? why + n + 2 : why;
}

/* ---- writing ---- */

static PetscErrorCode table_write(Hdf5 *file, int k, const PebbleSet *set, int64_t n, Hdf5Rows rows)
{
  Hdf5Table table = tables[k];

  if (set->dimension == 2 && flat_units[k]) table.unit = flat_units[k];
  return hdf5_write_rows(file, &table, n, rows);
}

static PetscErrorCode content_write(Hdf5 *file, const void *context)
{
  const PebbleBody     *body      = context;
  const PebbleSet      *set       = &body->set;
  const Materials      *materials = &body->materials;
  const int32_t         dimension = set->dimension;
  const MassProperties *m         = &body->mass;
  const Hdf5Rows        rows[]    = {
              [CENTRE]      = {.rows = set->x},
              [RADIUS]      = {.rows = set->r},
              [MATERIAL]    = {.rows = set->material},
              [AXIS]        = {.rows = set->axis},
              [NAME]        = {.rows = materials->list->name, .stride = sizeof(Material)},
              [DENSITY]     = {.rows = &materials->list->density, .stride = sizeof(Material)},
              [VOLUME]      = {.rows = &m->volume},
              [MASS]        = {.rows = &m->mass},
              [MASS_CENTRE] = {.rows = &m->centre},
              [INERTIA]     = {.rows = &m->inertia},
              [PRINCIPAL]   = {.rows = &m->principal},
              [AXES]        = {.rows = &m->axes},
              [ERROR]       = {.rows = &m->error}};

  PetscFunctionBeginUser;
  PetscCall(hdf5_group(file, "/clump"));
  PetscCall(hdf5_group(file, "/clump/pebbles"));
  PetscCall(hdf5_group(file, "/clump/materials"));
  PetscCall(hdf5_group(file, "/clump/mass_properties"));
  PetscCall(hdf5_set(file, "/clump", "format_version", HDF5_INT32, 2, version));
  PetscCall(hdf5_set(file, "/clump", "name", HDF5_TEXT, 0, body->name));
  PetscCall(hdf5_set(file, "/clump", "dimension", HDF5_INT32, 0, &dimension));
  for (int k = CENTRE; k < N_TABLES; k++) {
    const int n = k <= AXIS ? set->n : k <= DENSITY ? materials->n : 1;

    if (k == AXIS && pebble_set_capsules(set) == 0) continue;
    PetscCall(table_write(file, k, set, n, rows[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode store(const char *path, const PebbleBody *body, bool *good, char *why,
                            size_t size)
{
  const Hdf5Writing writing = {.path = path, .content = content_write, .context = body};
  Parallel          self;
  char              reason[HDF5_WHY];

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(hdf5_write_file(&self, &writing, good, reason));
  if (!*good) snprintf(why, size, "%s", reason_of(reason, path));
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- reading ---- */

static bool is_finite(Vec3 x)
{
  return isfinite(x.x) && isfinite(x.y) && isfinite(x.z);
}

static void pebbles_read(Hdf5 *file, PebbleSet *set, Findings *findings)
{
  const int64_t n    = hdf5_rows(file, &tables[CENTRE]);
  const bool    axes = !hdf5_failed(file) && hdf5_has(file, tables[AXIS].path);

  if (hdf5_failed(file) || pebbles_are_too_many(n, 0, findings)) return;
  if (hdf5_rows(file, &tables[RADIUS]) != n || hdf5_rows(file, &tables[MATERIAL]) != n ||
      (axes && hdf5_rows(file, &tables[AXIS]) != n)) {
    hdf5_fail(file, "/clump/pebbles: its tables have different numbers of rows");
    return;
  }
  pebble_set_create((int)n, set);
  if (axes) pebble_set_axes(set);
  if (!hdf5_read(file, &tables[CENTRE], 0, n, set->x) ||
      !hdf5_read(file, &tables[RADIUS], 0, n, set->r) ||
      !hdf5_read(file, &tables[MATERIAL], 0, n, set->material) ||
      (axes && !hdf5_read(file, &tables[AXIS], 0, n, set->axis)))
    return;
  for (int i = 0; i < set->n; i++) {
    const Vec3 x = set->x[i];

    if (!is_finite(x) || !is_finite(pebble_set_axis(set, i)) || !isfinite(set->r[i]) ||
        !(set->r[i] > 0))
      finding_add(findings, 0,
                  "pebble %d: %g, %g, %g, radius %g: give finite numbers, a radius > 0", i, x.x,
                  x.y, x.z, set->r[i]);
  }
  if (pebble_set_capsules(set) == 0) array_free(&set->axis);
}

/* True for names that a CSV file can hold. */
static bool is_name(const char name[NAME_LENGTH])
{
  for (int k = 0; k < NAME_LENGTH; k++) {
    if (!name[k]) return true;
    if (name[k] <= ' ' || name[k] > '~' || strchr(",\"'#", name[k])) return false;
  }
  return false;
}

static void materials_read_all(Hdf5 *file, Materials *materials, Findings *findings)
{
  const int64_t n = hdf5_rows(file, &tables[NAME]);
  char(*name)[NAME_LENGTH];
  double *density;

  if (hdf5_failed(file)) return;
  if (hdf5_rows(file, &tables[DENSITY]) != n || n > PEBBLES_MOST) {
    hdf5_fail(file, "/clump/materials: its tables have different numbers of rows, or too many");
    return;
  }
  materials->n = (int)n;
  array_create(&materials->list, sizeof *materials->list, n);
  array_create(&name, sizeof *name, n);
  array_create(&density, sizeof *density, n);
  if (hdf5_read(file, &tables[NAME], 0, n, name) &&
      hdf5_read(file, &tables[DENSITY], 0, n, density)) {
    for (int k = 0; k < n; k++) {
      if (!is_name(name[k]))
        finding_add(findings, 0, "material %d: its name is too long or has an invalid character",
                    k);
      else if (!isfinite(density[k]) || !(density[k] >= 0))
        finding_add(findings, 0, "material %d: density %g", k, density[k]);
      else {
        memcpy(materials->list[k].name, name[k], NAME_LENGTH);
        materials->list[k].density = density[k];
      }
    }
  }
  array_free(&name);
  array_free(&density);
}

static void content_read(Hdf5 *file, const PebbleChoice *choice, PebbleBody *body,
                         Findings *findings)
{
  int32_t found[2] = {0, 0}, dimension = 0;

  if (!hdf5_failed(file) && !hdf5_has(file, "/clump")) hdf5_fail(file, "it holds no /clump");
  if (!hdf5_get(file, "/clump", "format_version", HDF5_INT32, 2, found)) return;
  if (found[0] != version[0])
    hdf5_fail(file, "has format version %d.%d, this program reads %d.x", found[0], found[1],
              version[0]);
  if (!hdf5_get(file, "/clump", "dimension", HDF5_INT32, 0, &dimension)) return;
  if (dimension != choice->dimension)
    hdf5_fail(file, "is a body of dimension %d, not %d: say --dimension %d", dimension,
              choice->dimension, dimension);
  pebbles_read(file, &body->set, findings);
  materials_read_all(file, &body->materials, findings);
  for (int i = 0; i < body->set.n && !hdf5_failed(file); i++)
    if (body->set.material[i] < 0 || body->set.material[i] >= body->materials.n)
      finding_add(findings, 0, "pebble %d: there is no material %d", i, body->set.material[i]);
}

static PetscErrorCode hdf5_pebbles_read(const char *path, const PebbleChoice *choice,
                                        PebbleBody *body, Findings *findings)
{
  Parallel self;
  Hdf5    *file;
  char     why[HDF5_WHY];
  bool     good;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  hdf5_open(&self, path, false, &file);
  content_read(file, choice, body, findings);
  PetscCall(hdf5_close(&file, &good, why));
  if (!good) finding_add(findings, 0, "%s", reason_of(why, path));
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const PebbleFormat pebble_format_hdf5 = {
  .head    = {.name = "hdf5", .text = "HDF5: pebbles, materials with densities, mass properties"},
  .endings = ".h5 .hdf5",
  .has_materials = true,
  .has_capsules  = true,
  .read          = hdf5_pebbles_read,
  .store         = store,
};
