/* SPDX-License-Identifier: MIT */
/* Arrays of frames of walls, from rank 0, which has all facets: meshes are shared memory, or a copy on
   every rank, so that nothing is sent. */
#include "output/wall_frames.h"
#include <stddef.h>
#include <stdio.h>

#define CELLS        "/VTKHDF/CellData/"
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum { N_POINTS, N_CELLS, N_IDS, STEP, TIME, POINTS, CONNECTIVITY, OFFSETS, TYPES, WALL_NAME };

static const FrameArray fixed[] = {
  [N_POINTS] = {{"/VTKHDF/NumberOfPoints", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, "number of points"},
  [N_CELLS]  = {{"/VTKHDF/NumberOfCells", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, "number of facets"},
  [N_IDS]    = {{"/VTKHDF/NumberOfConnectivityIds", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of entries of Connectivity"},
  [STEP]     = {{"/VTKHDF/FieldData/step", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of the time step"},
  [TIME]     = {{"/VTKHDF/FieldData/time", HDF5_REAL, 0, "s"}, FRAME_OF_FILE, "simulated time"},
  [POINTS]   = {{"/VTKHDF/Points", HDF5_REAL, 3, "m"},
                FRAME_OF_CELLS,
                "corners of facets, where the walls stand at this time"},
  [CONNECTIVITY] = {{"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "points of each facet"},
  [OFFSETS]      = {{"/VTKHDF/Offsets", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "first entry of each facet in Connectivity, and the end: one row more than facets"},
  [TYPES]        = {{"/VTKHDF/Types", HDF5_BYTE, 0, NULL},
                    FRAME_OF_CELLS,
                    "kind of each facet: 3 segment, 5 triangle, 9 quadrilateral"},
  [WALL_NAME]    = {{"/VTKHDF/FieldData/wall=<name>", HDF5_INT32, 0, "1"},
                    FRAME_OF_FILE,
                    "number of this wall"},
};

static const struct {
  FrameArray array;
  size_t     offset; /* in FacetRow */
  bool       worn;   /* if some wall wears */
} columns[] = {
  {{{CELLS "wall", HDF5_INT32, 0, "1"},
    FRAME_OF_CELLS,
    "number of the wall in the scenario, from 0"},
   offsetof(FacetRow, wall),
   false},
  {{{CELLS "force", HDF5_REAL, 3, "N"},
    FRAME_OF_CELLS,
    "force of the clumps on the facet now, each contact on the facet where it is nearest; not a "
    "number on walls other than meshes"},
   offsetof(FacetRow, force),
   false},
  {{{CELLS "pressure", HDF5_REAL, 0, "Pa"},
    FRAME_OF_CELLS,
    "sum of the normal forces of these contacts over the facet's area (in two dimensions its "
    "length, N/m)"},
   offsetof(FacetRow, pressure),
   false},
  {{{CELLS "wear_volume", HDF5_REAL, 0, "m3"},
    FRAME_OF_CELLS,
    "in runs with walls that wear: volume that the facet has lost since the first step"},
   offsetof(FacetRow, volume),
   true},
  {{{CELLS "wear_depth", HDF5_REAL, 0, "m"},
    FRAME_OF_CELLS,
    "likewise: this volume over the facet's area (in two dimensions its length, m^2)"},
   offsetof(FacetRow, depth),
   true},
};

bool wall_frame_array(int k, FrameArray *array)
{
  if (k < COUNT(fixed)) *array = fixed[k];
  else if ((k -= COUNT(fixed)) < COUNT(columns)) *array = columns[k].array;
  else return false;
  return true;
}

/* ---- writing ---- */

static int64_t corners_count(const Facets *f)
{
  int64_t n = 0;

  for (PetscInt k = 0; k < f->n; k++) n += f->list[k].n;
  return n;
}

static PetscErrorCode numbers_write(const Parallel *par, Hdf5 *file, const WallScene *s)
{
  const int64_t points = s->facets->n_points, cells = s->facets->n, ids = corners_count(s->facets);
  const void   *values[] = {
      [N_POINTS] = &points, [N_CELLS] = &cells, [N_IDS] = &ids, [STEP] = &s->step, [TIME] = &s->time};

  PetscFunctionBeginUser;
  for (int k = N_POINTS; k <= TIME; k++)
    PetscCall(hdf5_write(file, &fixed[k].table, par->rank == 0, values[k]));
  for (int32_t w = 0; w < s->n_walls; w++) {
    Hdf5Table table = fixed[WALL_NAME].table;

    snprintf(table.path, sizeof table.path, "/VTKHDF/FieldData/wall=%s", s->name[w]);
    PetscCall(hdf5_write(file, &table, par->rank == 0, &w));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode cells_write(const Parallel *par, Hdf5 *file, const Facets *f)
{
  static const uint8_t kind_of[] = {[2] = 3, [3] = 5, [4] = 9};
  const int64_t        n_ids     = corners_count(f);
  int64_t             *ids, *offset, at = 0;
  uint8_t             *kind;

  PetscFunctionBeginUser;
  PetscCall(array_create(&ids, sizeof *ids, (PetscInt)n_ids));
  PetscCall(array_create(&offset, sizeof *offset, f->n + 1));
  PetscCall(array_create(&kind, sizeof *kind, f->n));
  for (PetscInt k = 0; k < f->n; k++) {
    offset[k] = at;
    kind[k]   = kind_of[f->list[k].n];
    for (int i = 0; i < f->list[k].n; i++) ids[at++] = f->list[k].v[i];
  }
  offset[f->n] = at;
  PetscCall(hdf5_write(file, &fixed[POINTS].table, f->n_points, f->point));
  PetscCall(hdf5_write(file, &fixed[CONNECTIVITY].table, n_ids, ids));
  PetscCall(hdf5_write(file, &fixed[OFFSETS].table, par->rank == 0 ? f->n + 1 : 0, offset));
  PetscCall(hdf5_write(file, &fixed[TYPES].table, f->n, kind));
  array_free(&ids);
  array_free(&offset);
  array_free(&kind);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode columns_write(Hdf5 *file, const WallScene *s)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < COUNT(columns); c++) {
    const Hdf5Table *table = &columns[c].array.table;
    const size_t     size  = hdf5_row_size(table);
    char            *rows;

    if (columns[c].worn && !s->wears) continue;
    PetscCall(array_create(&rows, size, s->facets->n));
    for (PetscInt k = 0; k < s->facets->n; k++)
      memcpy(rows + (size_t)k * size, (const char *)&s->row[k] + columns[c].offset, size);
    PetscCall(hdf5_write(file, table, s->facets->n, rows));
    array_free(&rows);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const WallScene *s = scene;

  PetscFunctionBeginUser;
  PetscCall(series_begin_grid(file));
  PetscCall(numbers_write(par, file, s));
  PetscCall(cells_write(par, file, s->facets));
  PetscCall(columns_write(file, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bytes of the tables. */
static int64_t size_of(const WallScene *s)
{
  size_t each = hdf5_row_size(&fixed[OFFSETS].table) + hdf5_row_size(&fixed[TYPES].table);

  for (int c = 0; c < COUNT(columns); c++)
    if (s->wears || !columns[c].worn) each += hdf5_row_size(&columns[c].array.table);
  return (int64_t)each * s->facets->n + (int64_t)sizeof(Vec3) * s->facets->n_points +
         (int64_t)sizeof(int64_t) * corners_count(s->facets);
}

PetscErrorCode wall_frames_write(const Parallel *par, const char *dir, const WallScene *scene,
                                 bool *written, char *why)
{
  const SeriesFile file = {.step  = scene->step,
                           .time  = scene->time,
                           .bytes = size_of(scene),
                           .scene = scene,
                           .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(series_write(par, dir, "walls", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_frames_cut(const Parallel *par, const char *dir, double time)
{
  PetscFunctionBeginUser;
  PetscCall(series_cut(par, dir, "walls", time));
  PetscFunctionReturn(PETSC_SUCCESS);
}
