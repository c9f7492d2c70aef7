/* SPDX-License-Identifier: MIT */
#include "output/frames/vtk_grid.h"

const Hdf5Table vtk_tables[VTK_TABLES] = {
  [VTK_N_POINTS] = {"/VTKHDF/NumberOfPoints", HDF5_INT64, 0, NULL},
  [VTK_N_CELLS]  = {"/VTKHDF/NumberOfCells", HDF5_INT64, 0, NULL},
  [VTK_N_IDS]    = {"/VTKHDF/NumberOfConnectivityIds", HDF5_INT64, 0, NULL},
  [VTK_STEP]     = {VTK_OF_WHOLE "step", HDF5_INT64, 0, NULL},
  [VTK_TIME]     = {VTK_OF_WHOLE "time", HDF5_REAL, 0, "s"},
  [VTK_POINTS]   = {"/VTKHDF/Points", HDF5_REAL, 3, "m"},
  [VTK_IDS]      = {"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
  [VTK_OFFSETS]  = {"/VTKHDF/Offsets", HDF5_INT64, 0, NULL},
  [VTK_TYPES]    = {"/VTKHDF/Types", HDF5_BYTE, 0, NULL},
};

void make_numbers(void *source, int64_t n, void *rows)
{
  int64_t *next = source, *row = rows;

  for (int64_t i = 0; i < n; i++) row[i] = (*next)++;
}

/* Offsets of the cells of this rank, to which the number of ids of lower ranks is added. */
typedef struct {
  Hdf5Rows own;
  int64_t  before;
} Offsets;

static void make_offsets(void *source, int64_t n, void *rows)
{
  Offsets       *o    = source;
  int64_t       *row  = rows;
  const int64_t *next = o->own.rows;

  if (o->own.make) o->own.make(o->own.source, n, rows);
  else o->own.rows = next + n;
  for (int64_t i = 0; i < n; i++) row[i] = (o->own.make ? row[i] : next[i]) + o->before;
}

PetscErrorCode vtk_grid_write(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file,
                              const VtkGrid *g)
{
  const int64_t     version[2] = {1, 0};
  const int64_t     all[]      = {hdf5_rows_total(hdf5, vtk_tables[VTK_POINTS].path),
                                  hdf5_rows_total(hdf5, vtk_tables[VTK_TYPES].path),
                                  hdf5_rows_total(hdf5, vtk_tables[VTK_IDS].path)};
  Offsets           offsets    = {g->offset, hdf5_rows_before(hdf5, vtk_tables[VTK_IDS].path)};
  const Hdf5Rows    offset     = {.make = make_offsets, .source = &offsets};
  const void *const values[]   = {[VTK_N_POINTS] = &all[0],
                                  [VTK_N_CELLS]  = &all[1],
                                  [VTK_N_IDS]    = &all[2],
                                  [VTK_STEP]     = &file->step,
                                  [VTK_TIME]     = &file->time};

  PetscFunctionBeginUser;
  PetscCall(hdf5_group(hdf5, "/VTKHDF"));
  PetscCall(hdf5_set(hdf5, "/VTKHDF", "Version", HDF5_INT64, 2, version));
  PetscCall(hdf5_set(hdf5, "/VTKHDF", "Type", HDF5_TEXT, 0, "UnstructuredGrid"));
  PetscCall(hdf5_group(hdf5, "/VTKHDF/PointData"));
  PetscCall(hdf5_group(hdf5, "/VTKHDF/CellData"));
  PetscCall(hdf5_group(hdf5, "/VTKHDF/FieldData"));
  for (int k = VTK_N_POINTS; k <= VTK_TIME; k++)
    PetscCall(hdf5_write(hdf5, &vtk_tables[k], par->rank == 0, values[k]));
  PetscCall(hdf5_write_rows(hdf5, &vtk_tables[VTK_POINTS], g->n_points, g->point));
  PetscCall(hdf5_write_rows(hdf5, &vtk_tables[VTK_IDS], g->n_ids, g->id));
  PetscCall(hdf5_write_rows(hdf5, &vtk_tables[VTK_OFFSETS], g->n_cells + g->ends, offset));
  PetscCall(hdf5_write_rows(hdf5, &vtk_tables[VTK_TYPES], g->n_cells, g->type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- grids with a row for each cell ---- */

/* Table of the number of an object. */
static Hdf5Table name_table(const CellKind *kind, const char *name)
{
  Hdf5Table table = {"", HDF5_INT32, 0, "1"};

  snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "%s=%s", kind->key, name);
  return table;
}

bool cell_file_array(const CellKind *kind, int k, FrameArray *array)
{
  const char *const text[VTK_TABLES] = {[VTK_N_POINTS] = "number of points",
                                        [VTK_N_CELLS]  = kind->cells,
                                        [VTK_N_IDS]    = "number of entries of Connectivity",
                                        [VTK_STEP]     = "number of the time step",
                                        [VTK_TIME]     = "simulated time",
                                        [VTK_POINTS]   = kind->points,
                                        [VTK_IDS]      = kind->connectivity,
                                        [VTK_OFFSETS]  = kind->offsets,
                                        [VTK_TYPES]    = kind->types};

  if (k < VTK_TABLES)
    *array = (FrameArray){vtk_tables[k], k <= VTK_TIME ? FRAME_OF_FILE : FRAME_OF_CELLS, text[k]};
  else if (k == VTK_TABLES)
    *array = (FrameArray){name_table(kind, "<name>"), FRAME_OF_FILE, kind->name};
  else if (k <= VTK_TABLES + kind->n_columns) *array = kind->column[k - VTK_TABLES - 1].array;
  else return false;
  return true;
}

PetscErrorCode cell_file_write(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file,
                               const CellKind *kind, const CellFile *cells)
{
  PetscFunctionBeginUser;
  PetscCall(vtk_grid_write(par, hdf5, file, &cells->grid));
  for (int32_t k = 0; k < cells->n_names; k++) {
    const Hdf5Table table = name_table(kind, cells->name[k]);

    PetscCall(hdf5_write(hdf5, &table, par->rank == 0, &k));
  }
  for (int c = 0; c < kind->n_columns; c++) {
    const CellColumn *column = &kind->column[c];
    const char       *first  = cells->row;
    const Hdf5Rows    rows   = {.rows   = first ? first + column->offset : NULL,
                                .stride = cells->row_size};

    if (column->extra && !cells->extra) continue;
    PetscCall(hdf5_write_rows(hdf5, &column->array.table, cells->grid.n_cells, rows));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells that share no points ---- */

typedef struct {
  const CellKind *kind;
  const CellRows *rows;
  CellParts       parts;
} Scene;

static int corners_of(const CellRows *rows, int64_t k)
{
  int32_t corners = rows->corners;

  if (corners == 0)
    memcpy(&corners, (const char *)rows->row + (size_t)k * rows->row_size + rows->many,
           sizeof corners);
  return corners;
}

void cell_parts_create(const CellRows *rows, CellParts *p)
{
  static const uint8_t types[] = {0, VTK_VERTEX, VTK_LINE, VTK_TRIANGLE, VTK_QUAD};
  PetscInt             n       = 0;

  for (int64_t r = 0; r < rows->n; r++) n += corners_of(rows, r);
  *p = (CellParts){.n_points = n};
  array_create(&p->point, sizeof *p->point, n);
  array_create(&p->id, sizeof *p->id, n);
  array_create(&p->offset, sizeof *p->offset, rows->n + 1);
  array_create(&p->type, sizeof *p->type, rows->n);
  n = 0;
  for (int64_t r = 0; r < rows->n; r++) {
    const char *row     = (const char *)rows->row + (size_t)r * rows->row_size;
    const int   corners = corners_of(rows, r);

    p->offset[r] = n;
    p->type[r]   = types[corners];
    memcpy(p->point + n, row + rows->corner, (size_t)corners * sizeof *p->point);
    for (int k = 0; k < corners; k++, n++) p->id[n] = n;
  }
  p->offset[rows->n] = n;
}

void cell_parts_free(CellParts *p)
{
  array_free(&p->point);
  array_free(&p->id);
  array_free(&p->offset);
  array_free(&p->type);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  const Scene     *s     = file->scene;
  const CellRows  *rows  = s->rows;
  const CellParts *p     = &s->parts;
  int64_t          id    = hdf5_rows_before(hdf5, vtk_tables[VTK_POINTS].path);
  const CellFile   cells = {
      .n_names  = rows->n_names,
      .name     = rows->name,
      .row      = rows->row,
      .row_size = rows->row_size,
      .grid     = {.n_points = p->n_points,
                   .n_ids    = p->n_points,
                   .n_cells  = rows->n,
                   .point    = {.rows = p->point},
                   .id       = {.make = make_numbers, .source = &id},
                   .offset   = {.rows = p->offset},
                   .ends     = par->rank == par->size - 1,
                   .type     = {.rows = p->type}},
  };

  return cell_file_write(par, hdf5, file, s->kind, &cells);
}

PetscErrorCode cell_rows_write(const Parallel *par, const char *dir, const char *series,
                               const CellKind *kind, const CellRows *rows, bool *written, char *why)
{
  Scene            scene = {.kind = kind, .rows = rows};
  const SeriesFile file  = {.step  = rows->step,
                            .time  = rows->time,
                            .pack  = rows->pack,
                            .scene = &scene,
                            .write = write_scene};

  PetscFunctionBeginUser;
  cell_parts_create(rows, &scene.parts);
  PetscCall(series_write(par, dir, series, &file, written, why));
  cell_parts_free(&scene.parts);
  PetscFunctionReturn(PETSC_SUCCESS);
}
