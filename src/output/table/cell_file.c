/* SPDX-License-Identifier: MIT */
/* Files with cells and values of them (cell_file.h). */
#include "output/table/cell_file.h"
#include "output/table/series.h"
#include <stdio.h>

/* Tables that every such file has. */
enum { N_POINTS, N_CELLS, N_IDS, STEP, TIME, POINTS, CONNECTIVITY, OFFSETS, TYPES, NAME, TABLES };

static const FrameArray tables[TABLES] = {
  [N_POINTS] = {{"/VTKHDF/NumberOfPoints", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, "number of points"},
  [N_CELLS]  = {{"/VTKHDF/NumberOfCells", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, NULL},
  [N_IDS]    = {{"/VTKHDF/NumberOfConnectivityIds", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of entries of Connectivity"},
  [STEP]     = {{"/VTKHDF/FieldData/step", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of the time step"},
  [TIME]     = {{"/VTKHDF/FieldData/time", HDF5_REAL, 0, "s"}, FRAME_OF_FILE, "simulated time"},
  [POINTS]   = {{"/VTKHDF/Points", HDF5_REAL, 3, "m"}, FRAME_OF_CELLS, NULL},
  [CONNECTIVITY] = {{"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL}, FRAME_OF_CELLS, NULL},
  [OFFSETS]      = {{"/VTKHDF/Offsets", HDF5_INT64, 0, NULL}, FRAME_OF_CELLS, NULL},
  [TYPES]        = {{"/VTKHDF/Types", HDF5_BYTE, 0, NULL}, FRAME_OF_CELLS, NULL},
  [NAME]         = {{"", HDF5_INT32, 0, "1"}, FRAME_OF_FILE, NULL},
};

/* Table of the number of an object. */
static Hdf5Table name_table(const CellKind *kind, const char *name)
{
  Hdf5Table table = tables[NAME].table;

  snprintf(table.path, sizeof table.path, "/VTKHDF/FieldData/%s=%s", kind->key, name);
  return table;
}

bool cell_file_array(const CellKind *kind, int k, FrameArray *array)
{
  const char *const text[TABLES] = {
    [N_CELLS] = kind->cells,   [POINTS] = kind->points, [CONNECTIVITY] = kind->connectivity,
    [OFFSETS] = kind->offsets, [TYPES] = kind->types,   [NAME] = kind->name};

  if (k >= TABLES + kind->n_columns) return false;
  *array = k < TABLES ? tables[k] : kind->column[k - TABLES].array;
  if (k < TABLES && text[k]) array->text = text[k];
  if (k == NAME) array->table = name_table(kind, "<name>");
  return true;
}

int64_t cell_file_size(const CellKind *kind, int64_t points, int64_t ids, int64_t cells, bool extra)
{
  size_t cell = sizeof(int64_t) + 1;

  for (int c = 0; c < kind->n_columns; c++)
    if (extra || !kind->column[c].extra) cell += hdf5_row_size(&kind->column[c].array.table);
  return (int64_t)sizeof(Vec3) * points + (int64_t)sizeof(int64_t) * ids + (int64_t)cell * cells;
}

static PetscErrorCode numbers_write(const Parallel *par, Hdf5 *file, const CellKind *kind,
                                    const CellFile *g)
{
  const void *const values[] = {[N_POINTS] = &g->points,
                                [N_CELLS]  = &g->cells,
                                [N_IDS]    = &g->ids,
                                [STEP]     = &g->step,
                                [TIME]     = &g->time};

  PetscFunctionBeginUser;
  for (int k = N_POINTS; k <= TIME; k++)
    PetscCall(hdf5_write(file, &tables[k].table, par->rank == 0, values[k]));
  for (int32_t k = 0; k < g->n_names; k++) {
    const Hdf5Table table = name_table(kind, g->name[k]);

    PetscCall(hdf5_write(file, &table, par->rank == 0, &k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode column_write(Hdf5 *file, const CellColumn *column, const CellFile *g)
{
  const Hdf5Table *table = &column->array.table;
  const size_t     size  = hdf5_row_size(table);
  char            *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&rows, size, (PetscInt)g->n_cells));
  for (int64_t k = 0; k < g->n_cells; k++)
    memcpy(rows + (size_t)k * size, (const char *)g->row + (size_t)k * g->row_size + column->offset,
           size);
  PetscCall(hdf5_write(file, table, g->n_cells, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_file_write(const Parallel *par, Hdf5 *file, const CellKind *kind,
                               const CellFile *g)
{
  PetscFunctionBeginUser;
  PetscCall(series_begin_grid(file));
  PetscCall(numbers_write(par, file, kind, g));
  PetscCall(hdf5_write(file, &tables[POINTS].table, g->n_points, g->point));
  PetscCall(hdf5_write(file, &tables[CONNECTIVITY].table, g->n_ids, g->id));
  PetscCall(hdf5_write(file, &tables[OFFSETS].table, g->n_cells + g->ends, g->offset));
  PetscCall(hdf5_write(file, &tables[TYPES].table, g->n_cells, g->kind));
  for (int c = 0; c < kind->n_columns; c++)
    if (g->extra || !kind->column[c].extra) PetscCall(column_write(file, &kind->column[c], g));
  PetscFunctionReturn(PETSC_SUCCESS);
}
