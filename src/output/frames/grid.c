/* SPDX-License-Identifier: MIT */
#include "output/frames/grid.h"

#define POINTS "/VTKHDF/PointData/"

enum { SERIES_NAME = NAME_LENGTH + 8 };

typedef struct {
  const Probe  *probe;
  int64_t       n, first, step; /* points of this rank, of lower ranks */
  double        time;
  const double *numbers;
} Scene;

static void series_of(const Probe *p, char name[SERIES_NAME])
{
  snprintf(name, SERIES_NAME, "grid-%s", p->name);
}

/* Write an array of the numbers from .. from + width - 1 of each point. */
static PetscErrorCode write_array(const Scene *s, Hdf5 *file, const char *name, const char *unit,
                                  int from, int width)
{
  const Probe *p     = s->probe;
  const int    each  = probe_numbers(p);
  Hdf5Table    table = {.type = HDF5_REAL, .width = width == 1 ? 0 : width, .unit = unit};
  double      *rows;

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, POINTS "%s", name);
  PetscCall(array_create(&rows, (size_t)width * sizeof *rows, (PetscInt)s->n));
  for (int64_t i = 0; i < s->n; i++)
    memcpy(rows + i * width, s->numbers + i * each + from, (size_t)width * sizeof *rows);
  PetscCall(hdf5_write(file, &table, s->n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_arrays(const Scene *s, Hdf5 *file)
{
  const Probe *p = s->probe;
  char         name[2 * NAME_LENGTH];
  int          all = 0, at = 0;

  PetscFunctionBeginUser;
  for (int f = 0; f < p->n_fields; f++) all += p->field[f]->width;
  for (int f = 0; f < p->n_fields; f++) {
    const Sampled *field = p->field[f];

    PetscCall(write_array(s, file, field->head.name, field->unit, at, field->width));
    snprintf(name, sizeof name, "%s_gradient", field->head.name);
    if (p->gradient) PetscCall(write_array(s, file, name, NULL, all + 3 * at, 3 * field->width));
    at += field->width;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points and cells ---- */

static PetscErrorCode write_points(const Scene *s, Hdf5 *file)
{
  const Hdf5Table table = {"/VTKHDF/Points", HDF5_REAL, 3, "m"};
  Vec3           *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&rows, sizeof *rows, (PetscInt)s->n));
  for (int64_t i = 0; i < s->n; i++) rows[i] = probe_point(s->probe, s->first + i);
  PetscCall(hdf5_write(file, &table, s->n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Types of VTK's cells by the number of axes along which they extend: vertex, line, pixel, voxel.
   Their corners are in the order of points. */
static const uint8_t cell_types[] = {1, 3, 8, 11};

/* Axes along which the grid has more than one point; returns their number. */
static int axes_of(const Probe *p, int axes[3])
{
  int n = 0;

  for (int k = 0; k < 3; k++)
    if (p->size[k] > 1) axes[n++] = k;
  return n;
}

/* True if a cell begins at point i. */
static bool has_cell(const Probe *p, int64_t i)
{
  const int64_t at[3] = {i % p->size[0], i / p->size[0] % p->size[1], i / p->size[0] / p->size[1]};

  for (int k = 0; k < 3; k++)
    if (p->size[k] > 1 && at[k] == p->size[k] - 1) return false;
  return true;
}

/* Corners of the cell that begins at point i; returns their number. */
static int corners_of(const Probe *p, int64_t i, int64_t *corner)
{
  const int64_t stride[3] = {1, p->size[0], p->size[0] * p->size[1]};
  int           axes[3];
  const int     n = axes_of(p, axes);

  for (int m = 0; m < 1 << n; m++) {
    corner[m] = i;
    for (int k = 0; k < n; k++) corner[m] += (m >> k & 1) * stride[axes[k]];
  }
  return 1 << n;
}

/* Write the cells that begin at points of this rank. */
static PetscErrorCode write_cells(const Parallel *par, const Scene *s, Hdf5 *file)
{
  const Hdf5Table ids   = {"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
                  ends  = {"/VTKHDF/Offsets", HDF5_INT64, 0, NULL},
                  types = {"/VTKHDF/Types", HDF5_BYTE, 0, NULL};
  const int last        = par->rank == par->size - 1;
  int       axes[3], each = 1 << axes_of(s->probe, axes);
  int64_t  *corner, *offset, n = 0, first;
  uint8_t  *type;

  PetscFunctionBeginUser;
  PetscCall(array_create(&corner, (size_t)each * sizeof *corner, (PetscInt)s->n));
  PetscCall(array_create(&offset, sizeof *offset, (PetscInt)s->n + 1));
  PetscCall(array_create(&type, 1, (PetscInt)s->n));
  for (int64_t i = s->first; i < s->first + s->n; i++)
    if (has_cell(s->probe, i)) {
      (void)corners_of(s->probe, i, corner + each * n);
      type[n++] = cell_types[axes_of(s->probe, axes)];
    }
  PetscCall(parallel_offset(par, n, &first, NULL));
  for (int64_t k = 0; k <= n; k++) offset[k] = each * (first + k);
  PetscCall(hdf5_write(file, &ids, each * n, corner));
  PetscCall(hdf5_write(file, &ends, n + last, offset));
  PetscCall(hdf5_write(file, &types, n, type));
  array_free(&corner);
  array_free(&offset);
  array_free(&type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write a number as an array of length 1, as the format requires. */
static PetscErrorCode write_number(const Parallel *par, Hdf5 *file, const char *name, Hdf5Type type,
                                   const char *unit, const void *value)
{
  Hdf5Table table = {.type = type, .unit = unit};

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/VTKHDF/%s", name);
  PetscCall(hdf5_write(file, &table, par->rank == 0, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const Scene  *s = scene;
  const Probe  *p = s->probe;
  const int64_t n_cells =
    max_int(1, p->size[0] - 1) * max_int(1, p->size[1] - 1) * max_int(1, p->size[2] - 1);
  int           axes[3];
  const int64_t n_ids = n_cells << axes_of(p, axes);

  PetscFunctionBeginUser;
  PetscCall(series_begin_grid(file));
  PetscCall(write_number(par, file, "NumberOfPoints", HDF5_INT64, NULL, &p->n));
  PetscCall(write_number(par, file, "NumberOfCells", HDF5_INT64, NULL, &n_cells));
  PetscCall(write_number(par, file, "NumberOfConnectivityIds", HDF5_INT64, NULL, &n_ids));
  PetscCall(write_number(par, file, "FieldData/step", HDF5_INT64, NULL, &s->step));
  PetscCall(write_number(par, file, "FieldData/time", HDF5_REAL, "s", &s->time));
  PetscCall(write_points(s, file));
  PetscCall(write_cells(par, s, file));
  PetscCall(write_arrays(s, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_write(const Parallel *par, const char *dir, int64_t step, double time,
                          const Probe *p, int64_t n, const double *numbers, bool *written,
                          char *why)
{
  Scene      scene = {.probe = p, .n = n, .step = step, .time = time, .numbers = numbers};
  SeriesFile file  = {.step  = step,
                      .time  = time,
                      .bytes = p->n * (probe_numbers(p) + 12) * (int64_t)sizeof(double),
                      .scene = &scene,
                      .write = write_scene};
  char       name[SERIES_NAME];

  PetscFunctionBeginUser;
  series_of(p, name);
  PetscCall(parallel_offset(par, n, &scene.first, NULL));
  PetscCall(series_write(par, dir, name, &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_cut(const Parallel *par, const char *dir, const Probe *p, double time)
{
  char name[SERIES_NAME];

  PetscFunctionBeginUser;
  series_of(p, name);
  PetscCall(series_cut(par, dir, name, time));
  PetscFunctionReturn(PETSC_SUCCESS);
}
